"""The names of ONDA's actions and outcomes (6.2)."""

from __future__ import annotations

from uneri._util.messages import brief
from uneri.reference.common import CHANCE
from uneri.reference.onda.plays import KINDS, action_name, kind_name
from uneri.reference.onda.rules import Rules
from uneri.reference.onda.state import State


def action_to_string(rules: Rules, s: State | None, player: int, action: int) -> str:  # noqa: ARG001
    """Return the name of an action, or of an outcome for player -1."""
    if player == CHANCE:
        return f"seat {action}" if s is not None and s.phase == "FIRST" else kind_name(action)
    return action_name(action)


def parse_action(rules: Rules, s: State | None, text: str) -> int:
    """Return the id of a name; case and extra blanks do not matter."""
    wanted = " ".join(text.lower().split())
    if s is not None and s.phase in ("FIRST", "DEAL"):
        count = 5 if s.phase == "FIRST" else KINDS
        names = {action_to_string(rules, s, CHANCE, outcome): outcome for outcome in range(count)}
        allowed = "seat 0 and the like" if s.phase == "FIRST" else "b1 to b15, g1 to g15"
        if wanted not in names:
            raise ValueError(f"onda: no outcome {brief(text[:60])}; allowed: {allowed}")
        return names[wanted]
    for action in range(rules.num_distinct_actions):
        if action_name(action).lower() == wanted:
            return action
    raise ValueError(
        f"onda: no action {brief(text[:60])}; allowed: PASS, TURN, HIDE b7, SINGLE b7, RUN3 b4 and the like"
    )
