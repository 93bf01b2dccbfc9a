"""ONDA, a climbing game for 2 to 5: cards and plays, hand analysis, positions set up by hand.

Cards are kinds 0 to 29, `b1`..`b15` then `g1`..`g15`, two copies of each. A *hand* is text (`"b4 b5 g12"`), a sequence
of 30 counts, or `uint8[30]`; a *batch* is a C-contiguous `uint8[n, 30]`, for which every hand function returns
one row per hand. Plays are action ids 36 to 583 or their text (`"RUN3 b4 J@6"`). A tide is 0 / `"high"` or 1 / `"low"`.

`KIND_NAMES` and `SHAPES` are names by number, `BOMB_SEQUENCES` the dials of the option `bomb_sequence` by name
(O-5.20). `HIDE + kind` is the action that puts a card face down, `OPTIONS` describes every option, `SMALL` is a
two-seat game small enough to be solved (O-1.7).

Arguments that don't fit raise TypeError (type, dtype) or ValueError (range, shape, counts, text) that says what is allowed.

Functions on states take those of either backend. They see the whole state, hidden cards too: a fair player asks
them about its own seat only, or about a state of `resample_from_infostate`.
"""

from __future__ import annotations

from .._core import onda as _onda
from .._util.public import publish
from .._util.rng import Generator
from ..registry.hooks import PLAYED_BY_PICTURE, decision_facts, facts_text, shipped_rules  # noqa: F401
from . import analysis, cards
from .analysis import *
from .cards import *
from .options import OPTIONS, SMALL, builtin_data, numbered_data, random_options, random_pack
from .picture import hand_svg, to_svg
from .position import complete_view, position
from .text import STYLES, describe_move, events, render, score_lines

__all__ = [
    "OPTIONS", "SMALL", "STYLES", "Game", "Generator", "State", "builtin_data", "complete_view", "describe_move",
    "events", "hand_svg", "numbered_data", "position", "random_options", "random_pack", "render", "score_lines",
    "to_svg",
]  # fmt: skip
__all__ += analysis.__all__
__all__ += cards.__all__

Game = _onda.Game
"""The core's game class; `uneri.load_game("onda")` makes one."""
State = _onda.State
"""The core's state class."""
RULES = shipped_rules("onda")
"""The rules and the notation, for a terminal."""

__dir__ = publish(globals())
