"""MINI, a game of three tricks for 2 to 4, small enough to be solved.

`OPTIONS` is what every option allows and means, `SMALL` a game that is small enough to be solved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from .. import _core
from .._core import mini as _mini
from .._util.notation import Kinds
from .._util.public import publish
from .._util.rng import Generator
from ..registry.hooks import PLAYED_BY_PICTURE as PLAYED_BY_PICTURE
from ..registry.hooks import STYLES as STYLES
from ..registry.hooks import decision_facts as decision_facts
from ..registry.hooks import describe_move as describe_move
from ..registry.hooks import facts_text as facts_text
from ..registry.hooks import hook, shipped_rules
from ..registry.hooks import numbered_data as numbered_data
from ..registry.options import option_texts, random_values
from ..registry.views import Unseen, View, counted, take
from ..view.draw import Face, card, fan
from ..view.frame import Look, Panel, Svg, drawing, head, picture, seat_panel, seats_of, section
from ..view.layout import EMPTY, Item, row

if TYPE_CHECKING:
    from .. import contract

__all__ = [
    "OPTIONS",
    "SMALL",
    "Game",
    "State",
    "builtin_data",
    "complete_view",
    "describe_move",
    "events",
    "random_options",
    "render",
    "score_lines",
    "to_svg",
]

OPTIONS: Final = option_texts("mini")
"""Every option: what it allows, what it means."""

SMALL: Final = "mini(hand=2,utility=margin)"
"""A game of two seats that is small enough to be solved."""

Game = _mini.Game
"""The core's game class; `uneri.load_game("mini")` makes one."""
State = _mini.State
"""The core's state class."""


@hook
def random_options(rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
    return random_values("mini", rng, {}, {}) | dict(fixed)


def _cards(counts: list[int] | None) -> str:
    return "?" if counts is None else " ".join(str(k + 1) for k, n in enumerate(counts) for _ in range(n)) or "-"


@hook
def render(data: Mapping[str, Any]) -> str:
    lines = [f"{data['phase']}   seat {data['to_act']} to act" if data["to_act"] >= 0 else data["phase"]]
    for seat, score in enumerate(data["scores"]):
        lies = data["table"][seat] + 1 or "-"
        lines.append(f"seat {seat}  tricks {score}  table {lies}  hand {_cards(data['hand'][seat])}")
    return "\n".join([*lines, f"played {_cards(data['played'])}"])


def _row(counts: list[int] | None, size: int) -> Item:
    if counts is None:
        return fan(size)
    cards = [card(Face(str(k + 1), "", "blue", "")) for k, n in enumerate(counts) for _ in range(n)]
    return row(cards, 4) if cards else EMPTY


@drawing("mini")
def to_svg(look: Look) -> Svg:
    """Draw a position as SVG text: hands, the trick on the table, what has been played."""
    data = look.data

    def panel(p: int, width: float) -> Panel:
        lies = data["table"][p]
        shown = [card(Face(str(lies + 1), "", "yellow", ""))] if lies >= 0 else []
        cards = row([*shown, _row(data["hand"][p], data["hand_total"][p])], 12)
        facts = f"{data['scores'][p]} tricks"
        return seat_panel(look, p, width, facts, [cards], active=p == data["to_act"])

    told = None if look.last is None else f"{look.name(look.last[0])}: PLAY {look.last[1] + 1}"
    phase = {"DEAL": "to be dealt cards", "PLAY": "to play", "OVER": "game over"}[data["phase"]]
    others, shown = seats_of(look, panel)
    top = head(look, "MINI", f"{data['options']['hand']} tricks", data["to_act"], phase, told)
    played = section(look, "played", _row(data["played"], 0))
    return picture(look, "MINI", [top, others, *shown, played], render(data))


@hook
def events(
    before: Mapping[str, Any],  # noqa: ARG001
    after: Mapping[str, Any],  # noqa: ARG001
    player: int,
    action: int,
    seat: int | None,  # noqa: ARG001
) -> list[str]:
    return [f"seat {player} plays {action + 1}"]


@hook
def score_lines(before: contract.State, action: int, after: contract.State) -> list[str]:  # noqa: ARG001
    points = after.to_dict()["scores"] if after.is_terminal() else []
    return [f"seat {seat}  {tricks} tricks" for seat, tricks in enumerate(points)]


_CARDS = Kinds("mini", "123456", [2] * 6, _core.HandReader)


@hook
def complete_view(game: contract.Game, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    seen = View("mini", game, view, seat)
    seen.hide("deck")
    unseen, none = Unseen(seen, [2] * 6, _CARDS.parse), [0] * 6
    hands = unseen.hands(False)
    played = unseen.counts("played", seen.fields.get("played"))
    sizes, _ = seen.sizes(hands, unseen.total + sum(hands[seat]), None, "the deck")
    pool = unseen.cards()
    hands = [counted(take(pool, size), none) if hand is None else hand for hand, size in zip(hands, sizes, strict=True)]
    return seen.fields | {"hand": hands, "hand_total": sizes, "played": played, "deck": counted(pool, none)}


@hook
def builtin_data(option: str, name: str) -> Any:
    raise KeyError(option, name)


RULES = shipped_rules("mini")
"""The rules and the notation, for a terminal."""

__dir__ = publish(globals())
