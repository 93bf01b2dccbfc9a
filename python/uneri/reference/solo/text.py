"""The names of SOLO's actions and outcomes."""

from __future__ import annotations

from ..common import CHANCE, find_name
from .cards import ACTION_NAMES, GAME, KIND_NAMES
from .rules import Rules
from .state import CHANCE_PHASES, State

ACTIONS_ALLOWED = (
    "R1 to R9, RSk, RRv, RD2, RSw (likewise G, B, Y), Wi, W4, ST, DRAW, TAKE, PLAY_DRAWN, KEEP, COLOUR R, "
    "SWAP 1 to SWAP 9, SOLO_DECLARE, SOLO_SILENT, JUMP, NO_JUMP"
)


def action_to_string(rules: Rules, s: State | None, player: int, action: int) -> str:  # noqa: ARG001
    """Return the name of an action, or of an outcome for player -1."""
    if player == CHANCE:
        return f"seat {action}" if s is not None and s.phase == "SEAT" else KIND_NAMES[action]
    return ACTION_NAMES[action]


def parse_action(rules: Rules, s: State | None, text: str) -> int:  # noqa: ARG001
    """Return the id of a name, whether the action is legal or not."""
    if s is not None and s.phase == "SEAT":
        return find_name(GAME, "outcome", [f"seat {q}" for q in range(10)], text, "seat 0 and the like")
    if s is not None and s.phase in CHANCE_PHASES:
        return find_name(GAME, "outcome", KIND_NAMES, text, "R1 and the like")
    return find_name(GAME, "action", ACTION_NAMES, text, ACTIONS_ALLOWED)
