"""TACTA by the book: `rules.py` first. Numbers in brackets are the sections of the rules text, L1 .. L8 its conditions of a
connection.

Numbers and regions of the plane are in `geometry.py`, the deck as data in `deck.py`, what follows from it in
`tables.py`, options in `options.py`, seats and cards in play in `setup.py`, the record of the state in `state.py`,
laying cards in `placement.py`, what a seat knows in `hidden.py`, plain data in `data.py` and `checks.py`, names of
actions in `text.py`, analysis in `analysis.py`. `rules.py` imports none of the modules from `hidden.py` on: they are
joined here.
"""

from __future__ import annotations

from . import data, hidden, rules, text
from .analysis import (
    bounds,
    delta,
    explain,
    exposed_dots,
    legal_actions,
    locks,
    mobility,
    placements,
    safe_dots,
    safe_dots_strict,
    threats,
    visible,
)
from .state import State

__all__ = [
    "Rules", "State", "bounds", "delta", "explain", "exposed_dots", "legal_actions", "locks", "mobility",
    "placements", "safe_dots", "safe_dots_strict", "threats", "visible",
]  # fmt: skip


class Rules(rules.Rules):
    """The game with its options (2.1), and the functions that describe its states."""

    resample, segments = hidden.resample, hidden.segments
    to_dict, from_dict = data.to_dict, data.from_dict
    action_to_string, parse_action = text.action_to_string, text.parse_action
