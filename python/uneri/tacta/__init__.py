"""TACTA, for 2 to 12: legal placements and their effect on the dots, decks and positions of your own, pictures.

A card is its id 0 to 17 or its name, `"c5"`; a coloured card is `18 * colour + id`. A placed card is its index on the
table, 0 being the start card, a shape its index on its card. Numbers of the plane are pairs `[a, b]` that mean a + b *
sqrt(2). Functions that take an action (or card, seat) also take many: an array of integers. Results are then `int32`
arrays, one row per item.

Functions on states take those of either backend. They are exact and read the true state: under `outer_cards=owner`
their results may exceed what a seat knows.

Arguments that don't fit raise TypeError (type, dtype) or ValueError (range, shape, text) that says what is allowed.
"""

from __future__ import annotations

from .._core import tacta as _tacta
from .._util.public import publish
from .._util.rng import Generator
from ..registry.hooks import STYLES, decision_facts, facts_text, numbered_data, shipped_rules  # noqa: F401
from . import analysis, cards
from .analysis import *
from .cards import *
from .options import OPTIONS, SMALL, builtin_data, random_deck, random_options
from .picture import COLOURS, PLAYED_BY_PICTURE, SIGN_NAMES, cards_to_svg, to_svg
from .position import complete_view, position
from .text import describe_move, events, render, score_lines

__all__ = [
    "COLOURS", "OPTIONS", "PLAYED_BY_PICTURE", "SIGN_NAMES", "SMALL", "Game", "Generator", "State", "builtin_data",
    "cards_to_svg", "complete_view", "describe_move", "events", "position", "random_deck", "random_options", "render",
    "score_lines", "to_svg",
]  # fmt: skip
__all__ += analysis.__all__
__all__ += cards.__all__

Game = _tacta.Game
"""The core's game class; `uneri.load_game("tacta")` makes one."""
State = _tacta.State
"""The core's state class."""
RULES = shipped_rules("tacta")
"""The rules and the notation, for a terminal."""

__dir__ = publish(globals())
