"""The names of SOLO's actions and outcomes."""

from __future__ import annotations

from uneri.reference.common import CHANCE
from uneri.reference.solo import cards
from uneri.reference.solo.cards import ACTION_NAMES, KIND_NAMES, parse_outcome
from uneri.reference.solo.rules import Rules
from uneri.reference.solo.state import CHANCE_PHASES, State


def action_to_string(rules: Rules, s: State | None, player: int, action: int) -> str:  # noqa: ARG001
    """Return the name of an action, or of an outcome for player -1."""
    if player == CHANCE:
        return f"seat {action}" if s is not None and s.phase == "SEAT" else KIND_NAMES[action]
    return ACTION_NAMES[action]


def parse_action(rules: Rules, s: State | None, text: str) -> int:  # noqa: ARG001
    """Return the id of a name, whether the action is legal or not."""
    if s is not None and s.phase in CHANCE_PHASES:
        return parse_outcome(text, seats=s.phase == "SEAT")
    return cards.parse_action(text)
