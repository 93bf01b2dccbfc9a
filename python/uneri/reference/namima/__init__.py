"""Namima by the book: `rules.py` first, to be read beside docs/games/namima.md. Tags such as N-5.9 name the rule.

Reading a rule set (2) is in `ruleset.py`, the meld and lay-off tables (3.1 to 3.4) in `tables.py`, arrangements and
points (3.5, 7) in `melds.py`, the distance to a win (11.4 ff.) in `need.py`, options in `options.py`, the record of the
state in `state.py`, what a seat knows (10) in `hidden.py`, plain data in `data.py`, names of actions in `text.py`, hand
analysis on readable values (11) in `analysis.py`. `rules.py` imports none of the last four: they are joined here.
"""

from __future__ import annotations

from . import data, hidden, rules, text
from .analysis import (
    acceptance,
    arrangements,
    best,
    call_acceptance,
    deficiency,
    deficiency_drawn,
    discard_table,
    is_complete,
    legal_melds,
    meld_key,
    min_penalty,
    need,
    penalty,
    unseen,
    waits,
)
from .state import State

__all__ = [
    "Rules", "State", "acceptance", "arrangements", "best", "call_acceptance", "deficiency", "deficiency_drawn",
    "discard_table", "is_complete", "legal_melds", "meld_key", "min_penalty", "need", "penalty", "unseen",
    "waits",
]  # fmt: skip


class Rules(rules.Rules):
    """The game with its options (0.2), and the functions that describe its states."""

    resample, segments = hidden.resample, hidden.segments
    to_dict, from_dict = data.to_dict, data.from_dict
    action_to_string, parse_action = text.action_to_string, text.parse_action
