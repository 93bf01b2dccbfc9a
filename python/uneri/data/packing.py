"""Rows of observations as few bytes, and back without a change.

Most numbers of an observation are 0, 1/2 or 1. A packed row has two planes of bits over all columns: which numbers aren't
0, and which of those aren't 1. A game's `observation_layout` cuts the columns into parts; a part that has other numbers in
some row of a shard is written beside the planes, as `float16` if that is exact, else as `float32`, little-endian.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..contract import Game

BITS, HALF, SINGLE = range(3)
Part = tuple[int, int, int]
"""First column, column after the last, kind."""

_BLOCK = 128  # rows that are worked on at once: they stay in the cache
_TYPES: dict[int, Any] = {HALF: np.dtype("<f2"), SINGLE: np.dtype("<f4")}


def layout_parts(game: Game) -> list[Part]:
    """The parts of a game's observations, as if bits were enough."""
    size = game.observation_tensor_shape[0]
    starts = sorted({0, *(start for _, start, _ in game.observation_layout)})
    return [(start, stop, BITS) for start, stop in zip(starts, [*starts[1:], size], strict=True)]


class Packer:
    """Packs blocks of rows. `parts` are what the blocks so far need, and only grow."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = list(parts)
        self._equal = np.zeros((_BLOCK, parts[-1][1]), np.bool_)

    def pack(self, rows: NDArray[np.float32]) -> NDArray[np.uint8]:
        """The rows in `parts`, after this call."""
        none, one, half = self._planes(rows, (0.0, 1.0, 0.5))
        some = ~none
        other = np.unpackbits(np.bitwise_or.reduce(some ^ one ^ half, axis=0), bitorder="little")
        self.parts = [
            (start, stop, _kind_for(rows[:, start:stop], kind) if kind or other[start:stop].any() else BITS)
            for start, stop, kind in self.parts
        ]
        beside = [
            np.concatenate([rows[:, start:stop] for start, stop, of in self.parts if of == kind], axis=1, dtype=dtype)
            for kind, dtype in _TYPES.items()
            if any(of == kind for _, _, of in self.parts)
        ]
        return np.concatenate([some, some ^ one, *(block.view(np.uint8) for block in beside)], axis=1)

    def _planes(self, rows: NDArray[np.float32], values: Sequence[float]) -> NDArray[np.uint8]:
        """For each value the bits of the numbers that are equal to it."""
        planes = np.empty((len(values), len(rows), -(-rows.shape[1] // 8)), np.uint8)
        for start in range(0, len(rows), _BLOCK):
            block = rows[start : start + _BLOCK]
            for plane, value in zip(planes, values, strict=True):
                equal = np.equal(block, np.float32(value), out=self._equal[: len(block)])
                plane[start : start + _BLOCK] = np.packbits(equal, axis=1, bitorder="little")
        return planes


def _kind_for(numbers: NDArray[np.float32], kind: int) -> int:
    """The kind of a part for which bits aren't enough."""
    with np.errstate(over="ignore"):  # then it is no half
        return HALF if kind != SINGLE and (numbers.astype(np.float16) == numbers).all() else SINGLE


def row_bytes(parts: Sequence[Part]) -> int:
    """The width of a packed row."""
    beside = sum((stop - start) * _TYPES[kind].itemsize for start, stop, kind in parts if kind != BITS)
    return 2 * -(-parts[-1][1] // 8) + int(beside)


def unpack(packed: NDArray[np.uint8], parts: Sequence[Part]) -> NDArray[np.float32]:
    """The rows that were packed."""
    size = parts[-1][1]
    across = -(-size // 8)
    rows = np.empty((len(packed), size), np.float32)
    for start in range(0, len(packed), _BLOCK):
        block = packed[start : start + _BLOCK]
        some, less = (
            np.unpackbits(block[:, first : first + across], axis=1, count=size, bitorder="little")
            for first in (0, across)
        )
        some += some
        some -= less
        there = rows[start : start + _BLOCK]
        there[:] = some
        there *= np.float32(0.5)
    at = 2 * across
    for kind, dtype in _TYPES.items():
        chosen = [(start, stop) for start, stop, of in parts if of == kind]
        end = at + dtype.itemsize * sum(stop - start for start, stop in chosen)
        numbers: NDArray[Any] = np.ascontiguousarray(packed[:, at:end]).view(dtype)
        taken, at = 0, end
        for start, stop in chosen:
            rows[:, start:stop] = numbers[:, taken : taken + stop - start]
            taken += stop - start
    return rows


def repack(packed: NDArray[np.uint8], parts: Sequence[Part], wanted: Sequence[Part]) -> NDArray[np.uint8]:
    """The same rows in other parts, none of them smaller."""
    return packed if list(parts) == list(wanted) else Packer(wanted).pack(unpack(packed, parts))
