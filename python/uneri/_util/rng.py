"""The generator of the rules (R-3): the same numbers on every platform, Python version and backend."""

from __future__ import annotations

import secrets
from typing import Protocol

_MASK = (1 << 64) - 1


class Generator(Protocol):
    """A source of random options: a SplitMix64, or another uniform generator."""

    def below(self, bound: int) -> int:
        """Return a uniform number in 0..bound-1."""


class SystemNumbers:
    """Random numbers from the operating system, which no seed can repeat."""

    def below(self, bound: int) -> int:
        """Return a uniform number in 0..bound-1."""
        return secrets.randbelow(bound)


class SplitMix64:
    """The generator of the rules (R-3): 64 bits of state, 64 bits per number.

    Parameters
    ----------
    state
        Any integer; its lowest 64 bits count. The attribute `state` alone determines the next outputs.

    Examples
    --------
    >>> from uneri.testing import SplitMix64
    >>> SplitMix64(0).next()
    16294208416658607535
    """

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & _MASK

    def __reduce__(self) -> tuple[type[SplitMix64], tuple[int]]:
        return SplitMix64, (self.state,)

    def next(self) -> int:
        """Return the next raw output, 0 to 2^64 - 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Return a uniform number below `bound` (at least 1), from 0. Outputs below 2^64 mod `bound` are rejected
        (R-3).
        """
        x = self.next()
        while x < (1 << 64) % bound:
            x = self.next()
        return x % bound


def stream(seed: int, index: int) -> SplitMix64:
    """Make a separate generator for a work item from the seed of the work (0 to 2^64 - 1) and the item's number,
    from 0. Items never share random numbers, whichever thread works on them.

    Examples
    --------
    >>> from uneri.testing import stream
    >>> stream(1, 2).below(10)
    3
    """
    return SplitMix64(SplitMix64(seed ^ ((0xD1342543DE82EF95 * (index + 1)) & _MASK)).next())
