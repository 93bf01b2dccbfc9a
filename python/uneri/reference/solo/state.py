"""The state of SOLO: the table of section 3 as a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from uneri.reference.solo.cards import Counts

T = TypeVar("T")

PHASES = (
    *("SEAT", "DEAL", "FLIP", "PULL"),  # chance
    *("TURN", "RESPOND", "DRAWN", "SOLO", "COLOUR", "SWAP", "JUMP"),
    "OVER",
)
CHANCE_PHASES = PHASES[:4]
CHAINS = ("D2", "W4")
WHYS = ("draw", "take", "penalty", "last")

MOST_PENDING = 112  # there are no more cards


@dataclass(frozen=True)
class State:
    """The full state. Lists by seat have one entry per seat; -1 and None mean nothing."""

    round: int  # 0 in SEAT
    points: tuple[int, ...]
    starter: int
    dir: int  # +1 clockwise, -1 counter-clockwise
    hand: tuple[Counts, ...]
    known: tuple[tuple[Counts, ...], ...]  # [p][q]: what p knows q to hold (8.3)
    draw_pile: Counts
    discard: Counts  # the top card included
    top: int
    active_colour: int  # 0..3, 4 = ANY
    pending: int
    chain: str | None  # "D2", "W4": the last draw card of the running chain
    last: int  # the seat that put down the top card
    due: bool  # `last` owes a penalty for a missing declaration
    phase: str
    to_act: int  # in DEAL and PULL the seat that gets the card
    left: int  # in DEAL and PULL: cards still to come, this one included
    why: str | None  # in PULL
    drawn: int  # in DRAWN
    want: int  # in SOLO
    next_turn: int  # in JUMP: whose turn follows the window
    ended: int  # in JUMP: whose turn has ended without a card put down, -1 after a card
    turns: int
    dead: int


def size(s: State, p: int) -> int:
    """Return how many cards seat p holds."""
    return sum(s.hand[p])


def clockwise(p: int, n: int) -> list[int]:
    """List the other seats, starting with the one to the left of p."""
    return [(p + i) % n for i in range(1, n)]


def at(values: Sequence[T], index: int, value: T) -> tuple[T, ...]:
    """Return the values with one of them replaced."""
    changed = list(values)
    changed[index] = value
    return tuple(changed)
