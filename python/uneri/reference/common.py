"""Code shared by the reference games: the generator of R-3 and contradictions between the fields of a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from uneri._util.messages import shown

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


def has_id(rules: Any, state: Any, action: int) -> bool:
    """Return whether an action, or at a chance node an outcome, with this id exists, legal or not."""
    chance = rules.player(state) == CHANCE
    count: int = rules.max_chance_outcomes if chance else rules.num_distinct_actions
    return 0 <= action < count


class Contradiction(ValueError):
    """A field that doesn't fit the others."""

    def __init__(self, game: str, field: str, why: str) -> None:
        super().__init__(f"{game}: field {field!r} {why}")
        self.field = field


@contextmanager
def naming_values(data: Mapping[str, object]) -> Iterator[None]:
    """Add the field's value to the message of a contradiction found inside."""
    try:
        yield
    except Contradiction as error:
        raise ValueError(f"{error}; given: {shown(data[error.field])}") from None
