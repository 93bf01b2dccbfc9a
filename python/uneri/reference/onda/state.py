"""The state of ONDA: the table of section 3 as a record."""

from __future__ import annotations

from dataclasses import dataclass

from .plays import NO_CARDS, Counts

PHASES = ("FIRST", "DEAL", "DIAL", "HIDE", "ACT", "SLOT", "REPLY", "OVER")


@dataclass(frozen=True)
class Table:
    """The combination on the table. `face`: kind of the joker in it, -1 = no joker or not chosen yet."""

    play: int
    owner: int
    face: int


@dataclass(frozen=True, kw_only=True)
class State:
    """All fields of section 3 except `options` and `rng`. Defaults hold in a new round."""

    round: int
    scores: tuple[int, ...]
    round_wins: tuple[int, ...]
    prev_winner: int
    starter: int
    deck: Counts
    hand: tuple[Counts, ...]
    down: tuple[tuple[int, ...], ...]
    spent: tuple[tuple[int, ...], ...]
    known: tuple[tuple[int, ...], ...]
    played: Counts = NO_CARDS
    dial: int
    bomb_used: bool = False
    tide: int  # O-1.5
    status: int = 0  # O-2.4
    passed: tuple[bool, ...]
    leader: int
    table: Table | None = None
    phase: str = "DEAL"
    to_act: int = -1  # -1: chance, or nobody at the end
    pending: str | None = None
