"""The names of Tidal's actions and outcomes (7)."""

from __future__ import annotations

from ..._util.messages import shown
from ..common import CHANCE
from .rules import Rules
from .state import ACTION_NAMES, CARDS, DEAL, GAME, NUM_ACTIONS, State, check_argument


def action_to_string(rules: Rules, s: State | None, player: int, action: int) -> str:  # noqa: ARG001
    """Return `O0` .. `P9` for a card, played or dealt, `G1` .. `G4` for a move of the gate."""
    check_argument("player", player, CHANCE, rules.num_players - 1)
    check_argument("action", action, 0, CARDS - 1 if player == CHANCE else NUM_ACTIONS - 1)
    return ACTION_NAMES[action]


def parse_action(rules: Rules, s: State | None, text: str) -> int:  # noqa: ARG001
    """Return the id of a name; small letters and blanks around the name are accepted too."""
    names = ACTION_NAMES[:CARDS] if s is not None and s.phase == DEAL else ACTION_NAMES
    name = text.strip(" \t\r\n").upper()
    if name not in names:
        allowed = "O0 to P9" if len(names) == CARDS else "O0 to P9, G1 to G4"
        raise ValueError(f"{GAME}: no action {shown(text)}; allowed: {allowed}")
    return names.index(name)
