"""The record of Namima: the words of the rules text as constants, and its state (5.1)."""

from __future__ import annotations

from dataclasses import dataclass

from .tables import Counts

SEAT, DEAL, DRAW, ACT, WON, ME, OVER = range(7)
PHASES = ("SEAT", "DEAL", "DRAW", "ACT", "WON", "ME", "OVER")
CHANCE_PHASES = (SEAT, DEAL, DRAW)
WINDOW = (WON, ME)  # the call window (5.3)

PASS, WIN, FIRST_DISCARD = 0, 1, 2  # action ids (N-5.11)
NONE = -1


@dataclass(frozen=True, kw_only=True)
class State:
    """The full state (5.1). Lists by seat have one entry per seat, counts one per kind. Defaults hold in a new game."""

    game: int
    score: tuple[int, ...]
    pot: int
    dealer: int  # -1 until it is drawn
    turn: int  # whose turn it is; in the call window the discarder
    phase: int
    to_act: int  # the seat to decide, in DEAL the seat that gets the card, else -1
    hand: tuple[Counts, ...]
    exposed: tuple[tuple[int, ...], ...]  # melds in order of exposure
    thrown: tuple[Counts, ...]
    lying: Counts
    wall: Counts
    drawn: int = NONE  # the kind drawn this turn, -1 outside ACT
    claim: int = NONE  # the discard in question in the call window, else -1
    declared: tuple[bool, ...]
    dora: int = NONE  # a colour, or -1
