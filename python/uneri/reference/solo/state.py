"""The state of SOLO: the table of section 3 as a record."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import ANY, Counts

PHASES = (
    *("SEAT", "DEAL", "FLIP", "PULL"),  # chance
    *("TURN", "RESPOND", "DRAWN", "SOLO", "COLOUR", "SWAP", "JUMP"),
    "OVER",
)
CHANCE_PHASES = PHASES[:4]
CHAINS = ("D2", "W4")
WHYS = ("draw", "take", "penalty", "last")

MOST_PENDING = 112  # there are no more cards


@dataclass(frozen=True, kw_only=True)
class State:
    """The full state. Lists by seat have one entry per seat; -1 and None mean nothing. Defaults hold in a new round."""

    round: int  # 0 in SEAT
    points: tuple[int, ...]
    starter: int
    dir: int = 1  # +1 clockwise, -1 counter-clockwise
    hand: tuple[Counts, ...]
    known: tuple[tuple[Counts, ...], ...]  # [p][q]: what p knows q to hold (8.3)
    draw_pile: Counts
    discard: Counts  # the top card included
    top: int = -1
    active_colour: int = ANY  # 0..3, 4 = ANY
    pending: int = 0
    chain: str | None = None  # "D2", "W4": the last draw card of the running chain
    last: int = -1  # the seat that put down the top card
    due: bool = False  # `last` owes a penalty for a missing declaration
    phase: str
    to_act: int  # in DEAL and PULL the seat that gets the card
    left: int  # in DEAL and PULL: cards still to come, this one included
    why: str | None = None  # in PULL
    drawn: int = -1  # in DRAWN
    want: int = -1  # in SOLO
    next_turn: int = -1  # in JUMP: whose turn follows the window
    ended: int = -1  # in JUMP: whose turn has ended without a card put down, -1 after a card
    turns: int = 0
    dead: int = 0


def size(s: State, p: int) -> int:
    """Return how many cards seat p holds."""
    return sum(s.hand[p])
