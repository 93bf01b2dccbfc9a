"""Rows of observations as few bytes, and back without a change.

A game's `observation_layout` cuts a row into parts. In a block of rows each part is of the smallest kind that holds all its
numbers exactly: all zero, bits, `float16`, `float32`. A packed row has the bits of all parts, then the halves, then the
singles, little-endian.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..contract import Game

ZERO, BIT, HALF, SINGLE = range(4)
Part = tuple[int, int, int]
"""First column, column after the last, kind."""


def layout_parts(game: Game) -> list[Part]:
    """The parts of a game's observations, as yet without a number in them."""
    size = game.observation_tensor_shape[0]
    starts = sorted({0, *(start for _, start, _ in game.observation_layout)})
    return [(start, stop, ZERO) for start, stop in zip(starts, [*starts[1:], size], strict=True)]


def parts_for(rows: NDArray[np.float32], parts: Sequence[Part]) -> list[Part]:
    """The parts, with larger kinds where `rows` need them."""
    return [(start, stop, _kind_for(rows[:, start:stop], kind)) for start, stop, kind in parts]


def _kind_for(numbers: NDArray[np.float32], kind: int) -> int:
    if kind == ZERO and numbers.any():
        kind = BIT
    if kind == BIT and not (numbers == (numbers != 0)).all():
        kind = HALF
    if kind == HALF and not (numbers.astype(np.float16) == numbers).all():
        kind = SINGLE
    return kind


def pack(rows: NDArray[np.float32], parts: Sequence[Part]) -> NDArray[np.uint8]:
    """Packs rows whose numbers the parts can hold."""
    bits, halves, singles = (_columns(rows, parts, kind) for kind in (BIT, HALF, SINGLE))
    packed = [
        np.packbits(bits != 0, axis=1, bitorder="little"),
        np.ascontiguousarray(halves, "<f2").view(np.uint8),
        np.ascontiguousarray(singles, "<f4").view(np.uint8),
    ]
    return np.concatenate(packed, axis=1)


def unpack(packed: NDArray[np.uint8], parts: Sequence[Part]) -> NDArray[np.float32]:
    """The rows that were packed."""
    count = len(packed)
    rows = np.empty((count, parts[-1][1]), np.float32)
    wide = {kind: sum(stop - start for start, stop, of in parts if of == kind) for kind in (BIT, HALF, SINGLE)}
    ends = np.cumsum([-(-wide[BIT] // 8), 2 * wide[HALF], 4 * wide[SINGLE]])
    numbers: dict[int, NDArray[Any]] = {
        BIT: np.unpackbits(packed[:, : ends[0]], axis=1, count=wide[BIT], bitorder="little"),
        HALF: np.ascontiguousarray(packed[:, ends[0] : ends[1]]).view("<f2"),
        SINGLE: np.ascontiguousarray(packed[:, ends[1] : ends[2]]).view("<f4"),
    }
    at = dict.fromkeys(numbers, 0)
    for start, stop, kind in parts:
        if kind == ZERO:
            rows[:, start:stop] = 0
        else:
            end = at[kind] + stop - start
            rows[:, start:stop] = numbers[kind][:, at[kind] : end]
            at[kind] = end
    return rows


def repack(packed: NDArray[np.uint8], parts: Sequence[Part], wanted: Sequence[Part]) -> NDArray[np.uint8]:
    """The same rows in other parts."""
    return packed if list(parts) == list(wanted) else pack(unpack(packed, parts), wanted)


def _columns(rows: NDArray[np.float32], parts: Sequence[Part], kind: int) -> NDArray[np.float32]:
    chosen = [rows[:, start:stop] for start, stop, of in parts if of == kind]
    return np.concatenate(chosen, axis=1) if chosen else np.zeros((len(rows), 0), np.float32)
