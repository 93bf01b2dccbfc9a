"""Code shared by the reference games: the generator of R-3, cards drawn out of sight, states as data and as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import prod
from typing import Any, TypeVar

from .._util.messages import brief, shown

T = TypeVar("T")
Segment = tuple[str, tuple[int, ...], Sequence[float]]  # name, shape, values; zeros at the end may be left out

_MASK = (1 << 64) - 1

CHANCE = -1
TERMINAL = -4

UTILITIES = ("score", "margin", "win")


class SplitMix64:
    """The 64-bit generator of R-3."""

    def __init__(self, state: int) -> None:
        self.state = state & _MASK

    def next(self) -> int:
        """Return the next raw 64-bit output."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Return a uniform number in 0..bound-1; draw again while the output lies in the uneven first part."""
        threshold = (1 << 64) % bound
        x = self.next()
        while x < threshold:
            x = self.next()
        return x % bound


class Shuffle:
    """Cards that are drawn one by one, each uniformly among those left (R-7): a Fisher-Yates shuffle of `cards`."""

    def __init__(self, cards: list[int], rng: SplitMix64) -> None:
        self.cards, self.rng, self.drawn = cards, rng, 0

    def draw(self, count: int) -> list[int]:
        """Return the next cards."""
        for i in range(self.drawn, self.drawn + count):
            j = i + self.rng.below(len(self.cards) - i)
            self.cards[i], self.cards[j] = self.cards[j], self.cards[i]
        self.drawn += count
        return self.cards[self.drawn - count : self.drawn]

    def rest(self) -> list[int]:
        """Return the cards not drawn."""
        return self.cards[self.drawn :]


class Game:
    """Adds to a game's rules what can be derived from them and from the `segments` of a seat's view."""

    def is_legal(self: Any, s: Any, a: int) -> bool:
        """Return whether an action or outcome is legal, checked by the rules and not looked up in `legal`. `a` may be any integer."""
        count: int = self.max_chance_outcomes if self.player(s) == CHANCE else self.num_distinct_actions
        return 0 <= a < count and self.why_not(s, a) is None

    def layout(self: Any) -> list[tuple[str, tuple[int, ...]]]:
        """List the segments of `observation` in order, with their shapes, which are the same in all states."""
        return [(name, shape) for name, shape, _ in self.segments(self.initial(), 0)]

    def observation(self: Any, s: Any, seat: int) -> list[float]:
        """Return what `seat` may know, as numbers."""
        values: list[float] = []
        for _, shape, given in self.segments(s, seat):
            values += [float(value) for value in given] + [0.0] * (prod(shape) - len(given))
        return values


def one_hot(index: int | None, size: int) -> list[bool]:
    """Return truth values of which only the one at the index is True; none for -1 and None."""
    return [i == index for i in range(size)]


def cards_of(counts: Sequence[int]) -> list[int]:
    """List every card of some counts by its kind, ascending."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def others_of(seat: int, players: int, first: int = -1) -> list[int]:
    """List the other seats clockwise from `seat`; the seat `first`, if among them, comes before the others."""
    return sorted(((seat + i) % players for i in range(1, players)), key=lambda other: other != first)


def at(values: Sequence[T], index: int, value: T) -> tuple[T, ...]:
    """Return the values with one of them replaced."""
    return (*values[:index], value, *values[index + 1 :])


def plus(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """Add entry by entry."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


def plain(value: object) -> Any:
    """Turn tuples into the lists of plain data."""
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def state_data(s: object, names: Sequence[str], **given: object) -> dict[str, Any]:
    """Return the fields of a state by these names, in this order; those `given` replace or complete its own."""
    return {name: given[name] if name in given else plain(getattr(s, name)) for name in names}


def check_argument(game: str, name: str, value: object, low: int, high: int) -> int:
    """Return the value, if it is an int in low..high."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{game}: {name} is {shown(value)}; allowed: {low} to {high}")
    return value


def find_name(game: str, what: str, names: Sequence[str], text: str, allowed: str) -> int:
    """Return the index of a name; case, surrounding blanks and the width of inner blanks do not matter."""
    wanted = " ".join(text.lower().split())
    for index, name in enumerate(names):
        if name.lower() == wanted:
            return index
    raise ValueError(f"{game}: no {what} {brief(text[:60])}; allowed: {allowed}")


class Contradiction(ValueError):
    """Raised for a field that doesn't fit the others."""

    def __init__(self, game: str, field: str, why: str) -> None:
        super().__init__(f"{game}: field {field!r} {why}")
        self.field = field


def require(game: str, good: bool, field: str, why: str) -> None:
    """Raise unless `good`."""
    if not good:
        raise Contradiction(game, field, why)


@contextmanager
def naming_values(data: Mapping[str, object]) -> Iterator[None]:
    """Add the field's value to the message of a contradiction found inside."""
    try:
        yield
    except Contradiction as error:
        raise ValueError(f"{error}; given: {shown(data[error.field])}") from None
