"""Shows a game that has no pictures of its own: the fields that a seat sees, one a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from .drawing import drawing
from .frame import INNER, Look, Svg, beside, head, move_list, panel_width, picture, seat_panel
from .layout import column, text

_HEADS = ("options", "rng")  # no part of the position
_LONGEST = 200


def complete(name: str, module: Any) -> ModuleType:
    """The module of a game from outside, with what it lacks."""
    made = ModuleType(f"uneri.{name}", getattr(module, "__doc__", None) or f"{name}, a game from outside.")

    @drawing(name)
    def to_svg(look: Look) -> Svg:
        """Draw a position as SVG text: points of the seats, and the fields that the viewer sees."""
        state = look.state
        player = state.current_player()
        phase = {-1: "chance is to decide", -4: "game over"}.get(player, "to act")
        told = None if look.last is None else f"{look.name(look.last[0])}: {state.game.action_to_string(*look.last)}"
        points = state.returns()
        panels = [
            seat_panel(look, p, panel_width(len(points)), f"{points[p]:g} points", [], active=p == player)
            for p in range(len(points))
        ]
        lines = [text(line, 14, width=INNER) for line in _lines(look.data)]
        parts = [head(look, name, "", player, phase, told), beside(panels), column(lines, 4), move_list(look)]
        return picture(look, name, parts, render(look.data))

    made.__dict__.update(
        render=render,
        to_svg=to_svg,
        RULES=f"{name} has no rules page.\n--\nActions are as the lists of moves show them.",
    )
    if module is not None:
        made.__dict__.update({key: value for key, value in vars(module).items() if not key.startswith("__")})
    return made


def render(data: Mapping[str, Any]) -> str:
    """Write a state, or what a seat sees of it, as lines to read."""
    return "\n".join(_lines(data))


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    for name, value in data.items():
        if name not in _HEADS:
            written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield f"{name}: {written[:_LONGEST]}"
