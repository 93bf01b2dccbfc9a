"""ONDA by the book: `rules.py` first, to be read beside docs/games/onda.md. Tags such as O-5.9 name the rule.

Cards and plays are in `plays.py`, the record of the state in `state.py`, options in `options.py`, what seats know in
`hidden.py`, plain data in `data.py`, names of actions in `text.py`, analysis in `analysis.py`. `rules.py` imports none
of the last four: they are joined here.
"""

from __future__ import annotations

from . import data, hidden, rules, text
from .analysis import can_turn, is_bomb, penalty_if_ended, replies, unseen
from .options import NAME
from .state import State

__all__ = ["NAME", "Rules", "State", "can_turn", "is_bomb", "penalty_if_ended", "replies", "unseen"]


class Rules(rules.Rules):
    """ONDA under fixed options, with the functions that describe its states."""

    resample, segments = hidden.resample, hidden.segments
    to_dict, from_dict = data.to_dict, data.from_dict
    action_to_string, parse_action = text.action_to_string, text.parse_action
