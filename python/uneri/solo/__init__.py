"""SOLO, a shedding game for 2 to 10: cards, hand analysis, positions set up by hand.

Cards are kinds 0 to 54: `R1`..`R9 RSk RRv RD2 RSw`, the same for `G`, `B`, `Y`, then the black `Wi`, `W4`, `ST`.
A *hand* is text (`"R1 RSk Wi"`), a sequence of 55 counts, or `uint8[55]`; a *batch* is a C-contiguous `uint8[n, 55]`,
for which every hand function returns one row per hand. A *kind* is its number or its token. A colour is 0 to 3 or
`"R" "G" "B" "Y"`; 4 or `"any"` is the active colour after a Swap-in-turn.

`KIND_NAMES` are the tokens by number, `COLOURS` the letters of the colours. Actions: a kind is played; `COLOUR +
colour` names a colour, `SWAP + d` exchanges hands with the seat d places clockwise. `OPTIONS` describes every option,
`SMALL` is a two-seat game small enough to be solved (S-1.5).

A hand may hold up to 3 of a coloured and 7 of a black kind, more than the deck has, because positions set up by hand
need not come from a real deal. Arguments that don't fit raise TypeError (type, dtype) or ValueError (range, shape,
counts, text) that says what is allowed.

Functions on states take those of either backend. They see the whole state, hidden cards too: a fair player asks
them about its own seat only, or about a state of `resample_from_infostate`.
"""

from __future__ import annotations

from .._core import solo as _solo
from .._util.public import publish
from ..registry.hooks import PLAYED_BY_PICTURE, decision_facts, facts_text, numbered_data, shipped_rules  # noqa: F401
from . import analysis, cards
from .analysis import *
from .cards import *
from .options import OPTIONS, SMALL, builtin_data, random_options, random_pack
from .picture import hand_svg, to_svg
from .position import complete_view, position
from .text import STYLES, describe_move, events, render, score_lines

__all__ = [
    "OPTIONS", "SMALL", "STYLES", "Game", "State", "builtin_data", "complete_view", "describe_move", "events",
    "hand_svg", "position", "random_options", "random_pack", "render", "score_lines", "to_svg",
]  # fmt: skip
__all__ += analysis.__all__
__all__ += cards.__all__

Game = _solo.Game
"""The core's game class; `uneri.load_game("solo")` makes one."""
State = _solo.State
"""The core's state class."""
RULES = shipped_rules("solo")
"""The rules and the notation, for a terminal."""

__dir__ = publish(globals())
