"""Presents a game that has no pictures of its own: the fields that a seat sees, one per line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, cast

from ..contract import Game
from ..view.frame import Look, Svg, beside, drawing, head, part, picture, seat_panel
from ..view.layout import column, text
from .hooks import PLAYED_BY_PICTURE, STYLES, GameModule, decision_facts, describe_move, facts_text, numbered_data

_HEADS = ("options", "rng")  # not part of the position
_LONGEST = 200


def complete(name: str, module: Any, options: Mapping[str, tuple[str, str]]) -> GameModule:
    """Make the module of a game from outside: its own hooks, and plain ones for those that it lacks."""
    made = ModuleType(f"uneri.{name}", getattr(module, "__doc__", None) or f"{name}, a game from outside.")

    @drawing(name)
    def to_svg(look: Look) -> Svg:
        """Draw a position as SVG text: points of the seats, and the fields that the viewer sees."""
        state = look.state
        player = state.current_player()
        phase = {-1: "chance is to decide", -4: "game over"}.get(player, "to act")
        told = None if look.last is None else f"{look.name(look.last[0])}: {state.game.action_to_string(*look.last)}"
        points = state.returns()
        panels = beside(
            look,
            range(len(points)),
            lambda p, width: seat_panel(look, p, width, f"{points[p]:g} points", [], active=p == player),
        )
        lines = [text(line, 14, width=look.inner) for line in _write_lines(look.data)]
        parts = [head(look, name, "", player, phase, told), panels, part("board", column(lines, 4))]
        return picture(look, name, parts, render(look.data))

    plain: dict[str, Any] = {
        "OPTIONS": options,
        "SMALL": "",
        "STYLES": STYLES,
        "PLAYED_BY_PICTURE": PLAYED_BY_PICTURE,
        "RULES": f"{name} has no rules page.\n--\nActions are written as in the lists of moves.",
        "render": render,
        "to_svg": to_svg,
        "events": _list_events,
        "describe_move": describe_move,
        "score_lines": lambda before, action, after: [],  # noqa: ARG005
        "builtin_data": _refuse_data,
        "numbered_data": numbered_data,
        "random_options": lambda rng, fixed: dict(fixed),  # noqa: ARG005
        "complete_view": _complete_view,
        "decision_facts": decision_facts,
        "facts_text": facts_text,
    }
    own = {} if module is None else {key: value for key, value in vars(module).items() if not key.startswith("__")}
    made.__dict__.update(plain | own)
    return cast("GameModule", made)


def _list_events(
    before: Mapping[str, Any],  # noqa: ARG001
    after: Mapping[str, Any],  # noqa: ARG001
    player: int,
    action: int,
    seat: int | None,
) -> list[str]:
    """Name the action only to viewers without a seat: it may be secret."""
    return [f"seat {player} has moved" if seat is not None else f"seat {player} has chosen action {action}"]


def _complete_view(game: Game, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    raise NotImplementedError(f"{game.name}: state_from_view needs the function complete_view in the game's module")


def _refuse_data(option: str, name: str) -> Any:
    raise KeyError(option, name)


def render(data: Mapping[str, Any]) -> str:
    """Write a state, or what a seat sees of it, as lines to read."""
    return "\n".join(_write_lines(data))


def _write_lines(data: Mapping[str, Any]) -> Iterator[str]:
    for name, value in data.items():
        if name not in _HEADS:
            written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield f"{name}: {written[:_LONGEST]}"
