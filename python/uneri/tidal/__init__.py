"""Tidal Blades: Banner Festival, for 2 to 5: cards and quadrants, the effects of a bout, your own positions and boards.

Cards are ids 0 to 39 (`10 * suit + number`) or text, `"O0"` .. `"P9"`. A quadrant is 0 to 3 or its colour. A place is a
dock 0 to 3, `TOWER` or `NOWHERE`. Functions that take a card (or steps, counts, a bout) also take many: an array of
integers, one row per item. Results are then arrays, `int32` unless stated otherwise.

Arguments that don't fit raise TypeError (type, dtype) or ValueError (range, shape, text) that says what is allowed.

Functions on states take those of either backend. They read only public facts, except `unknown`, which reads the cards
of its seat.
"""

from __future__ import annotations

from .._core import tidal as _tidal
from .._util.public import publish
from .._util.rng import Generator
from ..registry.hooks import PLAYED_BY_PICTURE, decision_facts, facts_text, numbered_data, shipped_rules  # noqa: F401
from . import analysis, cards, previews
from .analysis import *
from .cards import *
from .options import OPTIONS, SMALL, builtin_data, random_board, random_options, random_pack
from .picture import to_svg
from .position import complete_view, position
from .previews import *
from .text import STYLES, describe_move, events, render, score_lines

__all__ = [
    "OPTIONS", "SMALL", "STYLES", "Game", "Generator", "State", "builtin_data", "complete_view", "describe_move",
    "events", "position", "random_board", "random_options", "random_pack", "render", "score_lines", "to_svg",
]  # fmt: skip
__all__ += analysis.__all__
__all__ += cards.__all__
__all__ += previews.__all__

Game = _tidal.Game
"""The core's game class; `uneri.load_game("tidal")` makes one."""
State = _tidal.State
"""The core's state class."""
RULES = shipped_rules("tidal")
"""The rules and the notation, for a terminal."""

__dir__ = publish(globals())
