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
from ..registry.hooks import PLAYED_BY_PICTURE as PLAYED_BY_PICTURE
from ..registry.hooks import decision_facts as decision_facts
from ..registry.hooks import facts_text as facts_text
from ..registry.hooks import numbered_data as numbered_data
from ..registry.hooks import shipped_rules
from .analysis import (
    Breakdown,
    RoleOdds,
    ScoreNow,
    breakdown,
    feast_points,
    majority_points,
    rank_bout,
    region_counts,
    role_odds,
    score_now,
    strength,
)
from .cards import (
    CARD_NAMES,
    CARDS,
    GATE,
    NEUTRAL,
    NOWHERE,
    ORANGE,
    PURPLE,
    ROLES,
    SUITS,
    TEAL,
    TOWER,
    YELLOW,
    board_of,
    card,
    card_flags,
    card_name,
    default_board,
    format_cards,
    parse_cards,
    quadrant,
)
from .options import OPTIONS, SMALL, builtin_data, random_board, random_options, random_pack
from .picture import to_svg
from .position import complete_view, position
from .previews import (
    Ability,
    Bout,
    BoutSeat,
    GateOption,
    Sail,
    ability_preview,
    dock_for,
    gate_options,
    kase_dock,
    resolve_bout,
    sail_preview,
    unknown,
)
from .text import STYLES, events, render, score_lines

__all__ = [
    "CARDS", "CARD_NAMES", "GATE", "NEUTRAL", "NOWHERE", "OPTIONS", "ORANGE", "PURPLE", "ROLES", "SMALL",
    "STYLES", "SUITS", "TEAL", "TOWER", "YELLOW", "Ability", "Bout", "BoutSeat", "Breakdown", "Game",
    "GateOption", "Generator", "RoleOdds", "Sail", "ScoreNow", "State", "ability_preview", "board_of",
    "breakdown", "builtin_data", "card", "card_flags", "card_name", "complete_view", "default_board", "dock_for",
    "events", "feast_points", "format_cards", "gate_options", "kase_dock", "majority_points", "parse_cards",
    "position", "quadrant", "random_board", "random_options", "random_pack", "rank_bout", "region_counts",
    "render", "resolve_bout", "role_odds", "sail_preview", "score_lines", "score_now", "strength", "to_svg",
    "unknown",
]  # fmt: skip

Game = _tidal.Game
"""The core's game class; `uneri.load_game("tidal")` makes one."""
State = _tidal.State
"""The core's state class."""
RULES = shipped_rules("tidal")
"""The rules and the notation, for a terminal."""

__dir__ = publish(globals())
