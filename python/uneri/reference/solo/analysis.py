"""Analysis of SOLO's states (section 9)."""

from __future__ import annotations

from ..common import check_argument
from . import hidden
from .cards import GAME, JUMP, KINDS, PLAY_DRAWN
from .rules import Rules
from .state import State, size


def _check_seats(rules: Rules, *seats: int) -> None:
    for seat in seats:
        check_argument(GAME, "seat", seat, 0, rules.num_players - 1)


def jump_matches(rules: Rules, s: State) -> list[int]:
    """List the seats that hold the kind of the top card, if that kind may be jumped on at all."""
    if s.top < 0 or not rules.jumpable(s.top):
        return []
    return [q for q in range(rules.num_players) if s.hand[q][s.top] > 0]


def jump_candidates(rules: Rules, s: State) -> list[int]:
    """In JUMP, list the seat asked and those to be asked after it if nobody jumps, in order."""
    return rules.still_to_ask(s) if s.phase == "JUMP" else []


def would_declare(rules: Rules, s: State, a: int) -> bool:
    """Return whether `a` is legal and leads at once to a SOLO node."""
    if rules.player(s) < 0 or not rules.is_legal(s, a):
        return False
    puts_down = a < KINDS or a in (PLAY_DRAWN, JUMP)
    return puts_down and rules.solo_call == "manual" and size(s, s.to_act) == 2


def unseen(rules: Rules, s: State, p: int) -> list[int]:
    """Count the kinds of the other hands and the draw pile (8.3)."""
    _check_seats(rules, p)
    return hidden.unseen(s, p)


def known(rules: Rules, s: State, p: int, q: int) -> list[int]:
    """Count the kinds that p knows q to hold (8.3)."""
    _check_seats(rules, p, q)
    return list(s.known[p][q])


def solo_threat(rules: Rules, s: State, p: int) -> list[int]:
    """List the seats other than p with exactly one card."""
    _check_seats(rules, p)
    return [q for q in range(rules.num_players) if q != p and size(s, q) == 1]
