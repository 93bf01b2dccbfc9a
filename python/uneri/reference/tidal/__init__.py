"""Tidal Blades: Banner Festival by the book: `rules.py` first. Numbers in brackets are the sections of the rules text.

The board (2) is in `board.py`, the option `pack` in `options.py`, the record of the state (4) in `state.py`, what a
seat knows (9) in `hidden.py`, plain data in `data.py`, names of actions in `text.py`, analysis (10) in `analysis.py`.
`rules.py` imports none of the last four: they are joined here.
"""

from __future__ import annotations

from . import data, hidden, rules, text
from .analysis import (
    ability_preview,
    breakdown,
    dock_for,
    feast_points,
    gate_options,
    kase_dock,
    majority_points,
    rank_bout,
    region_counts,
    resolve_bout,
    role_odds,
    sail_preview,
    score_now,
    strength,
    unknown,
)
from .state import State

__all__ = [
    "Rules", "State", "ability_preview", "breakdown", "dock_for", "feast_points", "gate_options", "kase_dock",
    "majority_points", "rank_bout", "region_counts", "resolve_bout", "role_odds", "sail_preview", "score_now",
    "strength", "unknown",
]  # fmt: skip


class Rules(rules.Rules):
    """The game with its options (0), and the functions that describe its states."""

    resample, segments = hidden.resample, hidden.segments
    to_dict, from_dict = data.to_dict, data.from_dict
    action_to_string, parse_action = text.action_to_string, text.parse_action
