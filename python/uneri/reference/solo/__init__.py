"""SOLO by the book: `rules.py` first. Tags such as S-4.6 are those of the rules text.

The cards alone are in `cards.py`, options in `options.py`, the record of the state in `state.py`, what a seat sees in
`hidden.py`, plain data in `data.py` and `checks.py`, names of actions in `text.py`, analysis in `analysis.py`.
`rules.py` imports none of the modules from `hidden.py` on: they are joined here.
"""

from __future__ import annotations

from . import data, hidden, rules, text
from .analysis import jump_candidates, jump_matches, known, solo_threat, unseen, would_declare
from .cards import card_value, colour_counts, extenders, hand_penalty, matches, playable
from .state import State

__all__ = [
    "Rules", "State", "card_value", "colour_counts", "extenders", "hand_penalty", "jump_candidates",
    "jump_matches", "known", "matches", "playable", "solo_threat", "unseen", "would_declare",
]  # fmt: skip


class Rules(rules.Rules):
    """SOLO under fixed options, with the functions that describe its states."""

    resample, segments = hidden.resample, hidden.segments
    to_dict, from_dict = data.to_dict, data.from_dict
    action_to_string, parse_action = text.action_to_string, text.parse_action
