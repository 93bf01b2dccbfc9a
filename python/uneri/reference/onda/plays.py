"""Cards and plays of ONDA, and analysis of a hand alone (sections 1, 5, 6.2 and 9 of docs/games/onda*.md)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

# --- cards (section 1) -----------------------------------------------------------------------------------------------

KINDS = 30
NUMBERS = 15
COPIES = 2  # O-1.1
SUITS = "bg"

Counts = tuple[int, ...]  # O-1.3


def suit_of(kind: int) -> int:
    """0 = blue, 1 = green (O-1.2)."""
    return kind // NUMBERS


def number_of(kind: int) -> int:
    """1..15 (O-1.2)."""
    return kind % NUMBERS + 1


def kind_of(suit: int, number: int) -> int:
    """O-1.2"""
    return NUMBERS * suit + number - 1


def kind_name(kind: int) -> str:
    """`b1` .. `g15`."""
    return f"{SUITS[suit_of(kind)]}{number_of(kind)}"


def pen(number: int) -> int:
    """Penalty dots (O-1.4)."""
    if number in (1, 15):
        return 3
    if number <= 4 or number >= 12:
        return 2
    return 1


def counts_of(kinds: Sequence[int]) -> list[int]:
    """Return the 30 counts of some cards."""
    return [list(kinds).count(kind) for kind in range(KINDS)]


def parse_cards(text: str) -> list[int]:
    """Return the 30 counts of a hand such as `b4 b5 g12`."""
    names = [kind_name(kind) for kind in range(KINDS)]
    return counts_of([names.index(token) for token in text.split()])


def pack_of(names: Sequence[str]) -> Counts:
    """Return the 30 counts of a pack given by names (O-1.7)."""
    return tuple(parse_cards(" ".join(names)))


# --- plays (sections 5.1, 5.2 and 6.2) -------------------------------------------------------------------------------

SINGLE, RUN2, RUN3, RUN4, SET2, SET3, SET4 = range(7)
SHAPE_NAMES = ("SINGLE", "RUN2", "RUN3", "RUN4", "SET2", "SET3", "SET4")  # O-5.1
RUNS = {2: RUN2, 3: RUN3, 4: RUN4}  # O-5.3
SETS = {2: SET2, 3: SET3, 4: SET4}

PASS, TURN, SLOT_LOW, SLOT_HIGH, DIAL_KEEP, DIAL_ADVANCE = range(6)
FIRST_HIDE = 6
FIRST_PLAY = 36
FIRST_MIXED_RUN = 584
NUM_ACTIONS = 1224  # with mixed runs (O-6.3)


@dataclass(frozen=True)
class Play:
    """The meaning of one play id."""

    shape: int
    rank: int  # O-5.4
    cards: tuple[int, ...]  # the natural cards, as kinds
    joker: int | None = None  # the number that the joker stands for
    name: str = ""

    @property
    def is_of_one_suit(self) -> bool:
        """O-5.26: the natural cards count; a joker has no suit."""
        return len({suit_of(card) for card in self.cards}) <= 1


def _sets_of(number: int, size: int) -> list[tuple[int, ...]]:
    """List the ways to take `size` cards of one number, with the most blue ones first."""
    ways = []
    for blue in (2, 1, 0):
        green = size - blue
        if 0 <= green <= COPIES:
            ways.append((kind_of(0, number),) * blue + (kind_of(1, number),) * green)
    return ways


def _suits_text(cards: Sequence[int]) -> str:
    return "".join(SUITS[suit_of(card)] for card in cards)


def _natural_plays() -> list[Play]:
    """List plays 36..233 in order of their ids."""
    plays = [Play(SINGLE, number_of(k), (k,), name=f"SINGLE {kind_name(k)}") for k in range(KINDS)]
    for length, shape in RUNS.items():
        for suit in (0, 1):
            for low in range(1, NUMBERS - length + 2):
                cards = tuple(kind_of(suit, low + i) for i in range(length))  # O-5.2
                plays.append(Play(shape, low, cards, name=f"{SHAPE_NAMES[shape]} {SUITS[suit]}{low}"))
    for size, shape in SETS.items():
        for number in range(1, NUMBERS + 1):
            for cards in _sets_of(number, size):
                plays.append(Play(shape, number, cards, name=f"{SHAPE_NAMES[shape]} {number} {_suits_text(cards)}"))
    return plays


def _joker_plays() -> list[Play]:
    """List plays 234..583 in order of their ids: one card of each is the joker (O-5.5 to O-5.8)."""
    plays = [Play(SINGLE, v, (), v, f"SINGLE J={v}") for v in range(1, NUMBERS + 1)]  # O-5.7
    for length, shape in RUNS.items():
        for suit in (0, 1):
            for low in range(1, NUMBERS - length + 2):
                for position in range(length):  # O-5.6
                    cards = tuple(kind_of(suit, low + i) for i in range(length) if i != position)  # O-5.13
                    name = f"{SHAPE_NAMES[shape]} {SUITS[suit]}{low} J@{low + position}"
                    plays.append(Play(shape, low, cards, low + position, name))
    for size, shape in SETS.items():
        for number in range(1, NUMBERS + 1):
            for cards in _sets_of(number, size - 1):
                name = f"{SHAPE_NAMES[shape]} {number} {_suits_text(cards)}+J"
                plays.append(Play(shape, number, cards, number, name))
    return plays


def _mixed_runs(joker: bool) -> list[Play]:
    """List plays 584..857, or 858..1223 with a joker, in order of their ids (O-6.3)."""
    plays = []
    for length, shape in RUNS.items():
        for low in range(1, NUMBERS - length + 2):
            for jokers_number in range(low, low + length) if joker else [None]:
                numbers = [number for number in range(low, low + length) if number != jokers_number]
                for suits in itertools.product((0, 1), repeat=len(numbers)):
                    cards = tuple(kind_of(suit, number) for suit, number in zip(suits, numbers, strict=True))
                    name = f"{SHAPE_NAMES[shape]} {low} {_suits_text(cards)}" + f" J@{jokers_number}" * joker
                    play = Play(shape, low, cards, jokers_number, name)
                    plays += [] if play.is_of_one_suit else [play]
    return plays


SUITED_PLAYS: dict[int, Play] = dict(enumerate(_natural_plays() + _joker_plays(), start=FIRST_PLAY))  # O-6.2
MIXED_RUNS: dict[int, Play] = dict(enumerate(_mixed_runs(False) + _mixed_runs(True), start=FIRST_MIXED_RUN))
PLAYS = SUITED_PLAYS | MIXED_RUNS


def action_name(action: int) -> str:
    """Return the canonical name of an id (6.2)."""
    if action in PLAYS:
        return PLAYS[action].name
    if action >= FIRST_HIDE:
        return f"HIDE {kind_name(action - FIRST_HIDE)}"
    return ("PASS", "TURN", "SLOT_LOW", "SLOT_HIGH", "DIAL_KEEP", "DIAL_ADVANCE")[action]


def holds(hand: Sequence[int], cards: Sequence[int]) -> bool:
    """Return whether all these cards are in the hand."""
    return all(hand[card] >= cards.count(card) for card in cards)


def beats(a: int, b: int, tide: int) -> bool:
    """O-5.9: play `a` beats play `b`; tide 0 is High, 1 is Low."""
    first, second = PLAYS[a], PLAYS[b]
    if first.shape != second.shape:
        return False
    return first.rank > second.rank if tide == 0 else first.rank < second.rank


def plus(counts: Counts, cards: Sequence[int], sign: int = 1) -> Counts:
    """Return the counts with some cards added, or removed if `sign` is -1."""
    return tuple(count + sign * list(cards).count(kind) for kind, count in enumerate(counts))


NO_CARDS: Counts = (0,) * KINDS


# --- hand analysis (section 9) ---------------------------------------------------------------------------------------


def all_combos(hand: Sequence[int], j: int) -> list[int]:
    """List the plays whose natural cards fit in the hand; joker plays only with a joker."""
    return [a for a, play in SUITED_PLAYS.items() if holds(hand, play.cards) and (play.joker is None or j >= 1)]


def min_plays(hand: Sequence[int], j: int = 0) -> int:
    """Return the least number of plays that shed the hand, at most `j` of them with a joker.

    Some play must shed the lowest card; every play that can is tried.
    """
    if sum(hand) == 0:
        return 0
    lowest = next(kind for kind in range(KINDS) if hand[kind] > 0)
    best = sum(hand)
    for play in SUITED_PLAYS.values():
        if lowest not in play.cards or not holds(hand, play.cards):
            continue
        if play.joker is not None and j == 0:
            continue
        rest = plus(tuple(hand), play.cards, -1)
        best = min(best, 1 + min_plays(rest, j if play.joker is None else j - 1))
    return best


def hand_points(hand: Sequence[int], ndown: int) -> int:
    """Penalty dots, and 3 for each face-down card (O-7.4)."""
    return sum(count * pen(number_of(kind)) for kind, count in enumerate(hand)) + 3 * ndown
