"""The names of ONDA's actions and outcomes (6.2)."""

from __future__ import annotations

from ..common import CHANCE, find_name
from .plays import KINDS, action_name, kind_name
from .rules import Rules
from .state import State


def action_to_string(rules: Rules, s: State | None, player: int, action: int) -> str:  # noqa: ARG001
    """Return the name of an action, or of an outcome for player -1."""
    if player == CHANCE:
        return f"seat {action}" if s is not None and s.phase == "FIRST" else kind_name(action)
    return action_name(action)


def parse_action(rules: Rules, s: State | None, text: str) -> int:
    """Return the id of a name; case and extra blanks do not matter."""
    if s is not None and s.phase in ("FIRST", "DEAL"):
        count, allowed = (5, "seat 0 and the like") if s.phase == "FIRST" else (KINDS, "b1 to b15, g1 to g15")
        names = [action_to_string(rules, s, CHANCE, outcome) for outcome in range(count)]
        return find_name("onda", "outcome", names, text, allowed)
    names = [action_name(action) for action in range(rules.num_distinct_actions)]
    return find_name("onda", "action", names, text, "PASS, TURN, HIDE b7, SINGLE b7, RUN3 b4 and the like")
