"""The record of Tidal Blades: Banner Festival: the words of the rules text as constants, its state (4), and the effects
of a bout on a seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from .. import common

GAME = "tidal"
check_argument = partial(common.check_argument, GAME)
CARDS = 40  # card id = 10 * suit + number (1)
SUITS = "OYTP"
FIRST_MOVE = 40  # actions 40..43 move the gate by 1..4 (7)
NUM_ACTIONS = 44
NEUTRAL = 5  # owner id of neutral banners on docks (4)
TOWER = 4  # the place behind docks 0..3 (10)
NO_PLACE = -1  # no banner was put down (10)

DEAL, GATE, PLAY, END = range(4)  # phases (4)
PHASES = ("DEAL", "GATE", "PLAY", "END")

ACTION_NAMES = (*(f"{suit}{number}" for suit in SUITS for number in range(10)), "G1", "G2", "G3", "G4")


@dataclass(frozen=True)
class State:
    """The full state (4). Lists by seat have one entry per seat."""

    round: int
    bout: int
    phase: int
    actor: int  # the seat to decide, -1 in DEAL and END
    gate: int
    lead: int  # -1 until the first bout of the game is resolved
    boat: tuple[int, ...]
    faceup: tuple[int, ...]
    supply: tuple[int, ...]
    dock: tuple[tuple[tuple[int, ...], ...], ...]  # [quadrant][dock][owner 0..5]
    tower: tuple[tuple[int, ...], ...]  # [region][seat 0..4]
    fruit: tuple[int, ...]
    pool: int
    profit_majority: tuple[int, ...]
    profit_feast: tuple[int, ...]
    keeper: tuple[int, ...]  # by suit: the seat that keeps its 9, or -1
    played: tuple[tuple[int, ...], ...]  # the finished bouts of the round, each by seat
    hand: tuple[tuple[int, ...], ...]  # by seat, ascending
    pending: tuple[int, ...]  # by seat: the card chosen and not revealed, or -1


@dataclass(frozen=True)
class Sail:
    """A boat movement (6.4)."""

    steps: int
    space: int  # where the boat ends
    crossings: int
    stunt: bool
    turned: int  # character cards turned
    fruit: int


@dataclass(frozen=True)
class Put:
    """Banners put down (6.5)."""

    place: int  # dock 0..3, TOWER or NO_PLACE
    banners: int
    fruit: int


NO_PUT = Put(NO_PLACE, 0, 0)


@dataclass(frozen=True)
class Deed:
    """The counted effects of a bout on one seat."""

    role: str  # "highest", "middle" or "lowest"
    place: int
    banners: int
    steps: int
    space: int
    crossings: int
    turned: int
    fruit: int
