"""Analysis of ONDA's states (section 9)."""

from __future__ import annotations

from ..common import check_argument
from . import hidden
from .plays import hand_points
from .rules import Rules
from .state import State


def is_bomb(rules: Rules, s: State, a: int) -> bool:
    """O-5.22, before `a` is played; false outside ACT."""
    return a in rules.plays and rules.bomb(s, a)


def replies(rules: Rules, s: State, slot: int) -> list[int]:
    """List the legal replies after taking back face-down card `slot`, in ACT or in SLOT with TURN pending."""
    if s.phase != "ACT" and s.pending != "TURN":
        raise ValueError("onda: replies asks for a state in ACT, or in SLOT with TURN pending")
    down = len(s.down[s.to_act])
    if down == 0:
        raise ValueError("onda: the seat to act has no face-down card")
    if not 0 <= slot < down:
        raise ValueError(f"slot is {slot}; allowed: 0 to {down - 1}")
    return rules.replies_after(s, slot)


def can_turn(rules: Rules, s: State) -> bool:
    """Return whether TURN is legal here (O-4.7)."""
    return s.phase == "ACT" and rules.turn_is_legal(s)


def unseen(rules: Rules, s: State, p: int) -> list[int]:
    """8.3"""
    return hidden.unseen(rules, s, check_argument("onda", "seat", p, 0, rules.num_players - 1))


def penalty_if_ended(rules: Rules, s: State, p: int) -> int:
    """Return what seat `p` would lose if the round ended now."""
    check_argument("onda", "seat", p, 0, rules.num_players - 1)
    return hand_points(s.hand[p], len(s.down[p]))
