"""The record of TACTA: the words of the rules text as constants, the state (3), the action ids (6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

from .. import common
from .deck import DECK_SIZE, GAME
from .geometry import Pose
from .tables import MAX_LAID, Tables

T = TypeVar("T")
check_argument = partial(common.check_argument, GAME)

CHOOSE_SUIT, REVEAL, MOVER, PLAY, OVER = range(5)  # phases (3)
PHASES = ("CHOOSE_SUIT", "REVEAL", "MOVER", "PLAY", "OVER")

OPEN, LOCKED, COVERED = range(3)  # status of a shape (3)
STATUS = ("open", "locked", "covered")

NONE = -1  # no card, no seat, no colour
TOP, BOTTOM = 0, 1  # the ends of a deck
PORTRAIT, LANDSCAPE = 0, 1  # postures of a card laid freely (5)


@dataclass(frozen=True)
class Placed:
    """A card on the table (3)."""

    colour: int  # NONE for the start card
    seat: int  # the seat that laid it
    card: int  # card id, START for the start card
    pose: Pose
    parent: int  # index of the card it is laid on; NONE for the start card and free placements
    parent_shape: int
    own_shape: int
    status: tuple[int, ...]  # one per shape


@dataclass(frozen=True, kw_only=True)
class State:
    """The full state (3). Lists by seat have one entry per seat; a coloured card is 18 * colour + card id.

    Defaults hold in a new round.
    """

    phase: int = CHOOSE_SUIT
    round: int  # finished rounds
    scores: tuple[int, ...]  # points of the finished rounds
    placed: tuple[Placed, ...]
    ends: tuple[tuple[int, int], ...]  # [seat][end]: coloured card or NONE
    hidden: tuple[int, ...]
    pools: tuple[tuple[int, ...], ...]  # unrevealed coloured cards, ascending, by deck (in team modes by team)
    pending: tuple[tuple[int, int], ...] = ()  # (seat, end) still to be revealed
    turn: int = NONE
    starter: int = NONE
    passed: tuple[int, ...] = ()  # seats, ascending
    finish_order: tuple[int, ...] = ()
    handed: tuple[int, ...]
    first: tuple[tuple[bool, bool], ...]
    told: tuple[tuple[int, ...], ...]  # values, ascending
    barred: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # card ids, ascending


class Connect(NamedTuple):
    """A card laid on another one."""

    end: int
    target: int  # index of the placed card
    shape: int  # its shape
    own: int  # the own shape that covers it
    face: int


class Free(NamedTuple):
    """A card laid on empty table (5)."""

    end: int
    region: int
    posture: int
    turned: int  # 1 for a half turn
    face: int


class Pass(NamedTuple):
    """No card can be laid."""


class HandOver(NamedTuple):
    """Sabotage: the suit (0 or 1 of the two) that goes to the left neighbour (8)."""

    suit: int


Action = Connect | Free | Pass | HandOver


class ActionSpace:
    """The ids of actions (6), which follow from the deck."""

    def __init__(self, tables: Tables) -> None:
        deck = tables.deck
        self.shapes = deck.most_shapes  # S
        self.start_shapes = len(deck.start.shapes)  # S0
        self.regions = deck.regions  # F
        self.all_shapes = self.start_shapes + self.shapes * MAX_LAID  # G
        self.free = 4 * self.all_shapes * self.shapes  # C, the first id of a free placement
        self.passing = self.free + 16 * self.regions
        self.hand_over = self.passing + 1
        self.size = self.passing + 3

    def encode(self, action: Action) -> int:
        """Return the id of an action."""
        if isinstance(action, Connect):
            e, i, j, s, f = action
            g = j if i == 0 else self.start_shapes + self.shapes * (i - 1) + j
            return ((e * self.all_shapes + g) * self.shapes + s) * 2 + f
        if isinstance(action, Free):
            e, r, q, h, f = action
            return self.free + (((e * self.regions + r) * 2 + q) * 2 + h) * 2 + f
        if isinstance(action, Pass):
            return self.passing
        return self.hand_over + action.suit

    def decode(self, number: int) -> Action:
        """Return the action of an id in 0..size-1."""
        if number < self.free:
            number, f = divmod(number, 2)
            number, s = divmod(number, self.shapes)
            e, g = divmod(number, self.all_shapes)
            if g < self.start_shapes:
                return Connect(e, 0, g, s, f)
            i, j = divmod(g - self.start_shapes, self.shapes)
            return Connect(e, i + 1, j, s, f)
        if number < self.passing:
            number, f = divmod(number - self.free, 2)
            number, h = divmod(number, 2)
            number, q = divmod(number, 2)
            e, r = divmod(number, self.regions)
            return Free(e, r, q, h, f)
        if number == self.passing:
            return Pass()
        return HandOver(number - self.hand_over)


def colour_of(coloured: int) -> int:
    """Return the colour of a coloured card."""
    return coloured // DECK_SIZE


def card_of(coloured: int) -> int:
    """Return the card id of a coloured card."""
    return coloured % DECK_SIZE


def with_end(pair: tuple[T, T], end: int, value: T) -> tuple[T, T]:
    """Return a pair of the two ends with one of them replaced."""
    return (value, pair[1]) if end == 0 else (pair[0], value)
