"""Reads hands and integers, one or many: hands in notation or as counts, or a uint8 array of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .._util.checks import bounded, check_text
from .._util.messages import brief

Counts = NDArray[np.uint8]
Int32 = NDArray[np.int32]


class Reader(Protocol):
    """A reader of one hand: the core's HandReader."""

    def read(self, hand: object) -> Counts | None: ...


ReaderOf = Callable[[list[str], list[int]], Reader]
"""A function that makes a reader from the token of each kind and its number of cards."""


class Kinds:
    """The kinds of card of a game by token, with the number of copies of each."""

    def __init__(self, game: str, tokens: Sequence[str], most: Sequence[int], reader: ReaderOf) -> None:
        self.game = game
        self.tokens = tuple(tokens)
        self.most = np.array(most, np.uint8)
        self._kind_of = {token.lower(): kind for kind, token in enumerate(tokens)}
        self._reader = reader(list(tokens), [int(count) for count in most])

    def __len__(self) -> int:
        return len(self.tokens)

    def kind(self, token: str) -> int:
        """Return the kind of a token; the ValueError names it."""
        kind = self._kind_of.get(token.lower())
        if kind is None:
            raise ValueError(f"{self.game}: no card {brief(token)}; cards: {self.tokens[0]} to {self.tokens[-1]}")
        return kind

    def parse(self, text: str) -> Counts:
        """Return the counts of a hand in notation, `uint8[kinds]`; blanks or commas separate tokens."""
        counts = np.zeros(len(self), np.uint8)
        for kind, token in self.split(check_text(text, "the hand")):
            if counts[kind] == self.most[kind]:
                raise ValueError(f"{self.game}: {token} occurs more than {self.most[kind]} times in {brief(text)}")
            counts[kind] += 1
        return counts

    def split(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield the kinds in a text, each with its token for messages."""
        for token in re.split(r"[\s,]+", text.strip()):
            if token:
                yield self.kind(token), brief(token)

    def format(self, counts: Sequence[int] | NDArray[Any]) -> str:
        """Write a hand given as counts in notation."""
        return " ".join(token for token, count in zip(self.tokens, counts, strict=True) for _ in range(int(count)))

    def read(self, hand: object) -> Counts | None:
        """Return one usual hand as `uint8[1, kinds]`, read by the core. None: the code below checks it."""
        return self._reader.read(hand)

    def one_or_many(
        self, hands: str | Sequence[int] | NDArray[Any], what: str = "hands", *, check: bool = True
    ) -> tuple[Counts, bool]:
        """Return `(uint8[n, kinds], scalar)`: a text or one vector of counts is a scalar (n = 1).

        Without `check` the counts of many hands are the caller's own memory, and may exceed the deck.
        """
        row = self.read(hands)
        if row is not None:
            return row, True
        if isinstance(hands, str):
            return self.parse(hands)[np.newaxis], True
        if isinstance(hands, np.ndarray) and hands.ndim == 2:
            rows = self._batch(hands, what)
            if check:
                # A copy: kernels read it without the GIL and rely on the check, and other threads or a progress function
                # may write to `hands` meanwhile.
                rows = rows.copy()
                self.check(rows, what)
            return rows, False
        return self._vector(hands, what)[np.newaxis], True

    def one(self, hand: str | Sequence[int] | NDArray[Any], what: str = "hand", allowed: str = "one hand") -> Counts:
        """Return the counts of one hand, `uint8[kinds]`; raise ValueError for a batch."""
        rows, is_one = self.one_or_many(hand, what)
        if not is_one:
            raise ValueError(f"{what} must be {allowed}, not of shape {rows.shape}")
        row: Counts = rows[0]
        return row

    def _batch(self, hands: NDArray[Any], what: str) -> Counts:
        if hands.dtype != np.uint8:
            raise TypeError(f"{what} must have dtype uint8, not {hands.dtype}")
        if hands.shape[1] != len(self):
            raise ValueError(f"{what} must have shape (n, {len(self)}), not {hands.shape}")
        if not hands.flags.c_contiguous:
            raise ValueError(f"{what} is not C-contiguous; use numpy.ascontiguousarray({what})")
        return hands

    def check(self, rows: Counts, what: str) -> None:
        """Raise ValueError for the first hand with more cards of a kind than there are."""
        if np.any(rows > self.most):
            row, kind = np.argwhere(rows > self.most)[0]
            raise ValueError(
                f"{what}[{row}] has {rows[row, kind]} of {self.tokens[kind]}; allowed: 0 to {self.most[kind]}"
            )

    def _vector(self, hand: object, what: str) -> Counts:
        if not isinstance(hand, Sequence | np.ndarray) or isinstance(hand, bytes | bytearray):
            raise TypeError(f"{what} must be notation, counts, or uint8[n, {len(self)}], not {type(hand).__name__}")
        if isinstance(hand, np.ndarray) and hand.dtype.kind not in "iu":
            raise TypeError(f"{what} must have dtype uint8, not {hand.dtype}")
        if isinstance(hand, np.ndarray) and hand.ndim != 1:
            raise ValueError(f"{what} must have shape ({len(self)},) or (n, {len(self)}), not {hand.shape}")
        if len(hand) != len(self):
            raise ValueError(f"{what} must have {len(self)} counts, not {len(hand)}")
        for kind, count in enumerate(hand):
            if isinstance(count, bool) or not isinstance(count, int | np.integer) or not 0 <= count <= self.most[kind]:
                shown = int(count) if isinstance(count, np.integer) else repr(count)
                raise ValueError(f"{what} has {shown} of {self.tokens[kind]}; allowed: 0 to {self.most[kind]}")
        return np.array(hand, np.uint8)


def index_of(value: Any, what: str, words: Sequence[str], allowed: str = "") -> int:
    """Return the index of a word, upper or lower case, which may also be given as that index."""
    if not isinstance(value, str):
        return bounded(value, what, 0, len(words) - 1)
    lowered = [word.lower() for word in words]
    if value.strip().lower() not in lowered:
        raise ValueError(f"{what} is {brief(value)}; allowed: {allowed or ', '.join(words)}")
    return lowered.index(value.strip().lower())


def read_many(values: Any, what: str, low: int, high: int) -> tuple[Int32, bool]:
    """Return `(int32[n], scalar)`."""
    if not isinstance(values, np.ndarray) or values.ndim == 0:
        return np.array([bounded(values, what, low, high)], np.int32), True
    return in_range(column_of(values, what), what, low, high), False


def column_of(values: NDArray[Any], what: str) -> NDArray[Any]:
    """Check for an array `[n]` of integers."""
    if values.ndim != 1:
        raise ValueError(f"{what} must have shape (n,), not {values.shape}")
    return check_integers(values, what)


def check_integers(values: NDArray[Any], what: str) -> NDArray[Any]:
    """Check the type of an array of integers."""
    if values.dtype.kind not in "iu":
        raise TypeError(f"{what} must have an integer dtype, not {values.dtype}")
    return values


def in_range(values: NDArray[Any], what: str, low: int, high: int) -> Int32:
    """Check an array of integers in low..high."""
    outside = (check_integers(values, what) < low) | (values > high)
    if outside.any():
        raise ValueError(f"{what} has a {values[outside][0]}; allowed: {low} to {high}")
    return np.ascontiguousarray(values, np.int32)
