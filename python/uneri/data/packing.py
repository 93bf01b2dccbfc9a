"""Collects decisions for a shard, and packs rows of observations into few bytes without loss.

Most numbers of an observation are 0, 1/2 or 1. A packed row has two planes of bits over all columns: which numbers
aren't 0, and which of those aren't 1. A game's `observation_layout` divides the columns into parts; a part that has
other numbers in some row of a shard is written beside the planes, as `float16` if exact, else `float32` (little-endian).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..contract import Game

BITS, HALF, SINGLE = range(3)
Part = tuple[int, int, int]
"""First column, column after the last, kind."""

_BLOCK = 256  # rows unpacked at once: they stay in the cache
_BYTES = {HALF: 2, SINGLE: 4}


def list_layout_parts(game: Game) -> list[Part]:
    """Return the parts of a game's observations, as if bits were sufficient."""
    size = game.observation_tensor_shape[0]
    starts = sorted({0, *(start for _, start, _ in game.observation_layout)})
    return [(start, stop, BITS) for start, stop in zip(starts, [*starts[1:], size], strict=True)]


class Packer:
    """Packs blocks of rows one after the other. `parts` are sufficient for the rows so far, and only grow."""

    parts: list[Part]
    _rows: NDArray[np.uint8]
    _count: int

    def __init__(self, parts: Sequence[Part]) -> None:
        self._set(list(parts), 0)

    @property
    def packed(self) -> NDArray[np.uint8]:
        """All rows so far, packed in `parts`."""
        return self._rows[: self._count]

    def pack(self, rows: NDArray[np.float32], chosen: NDArray[np.int64] | None = None) -> None:
        """Add some of the rows, None: all."""
        wanted = np.arange(len(rows)) if chosen is None else chosen
        if self._count + len(wanted) > len(self._rows):
            room = np.empty((max(2 * len(self._rows), self._count + len(wanted)), self._rows.shape[1]), np.uint8)
            room[: self._count] = self.packed
            self._rows = room
        others, inexact = _core.pack_rows(rows, wanted, *self._pairs, self._rows, self._count)
        missing = others & self._in_bits | inexact
        if missing.any():
            self._grow(missing, rows[wanted])
            self.pack(rows, wanted)
        else:
            self._count += len(wanted)

    def _grow(self, missing: NDArray[np.uint8], rows: NDArray[np.float32]) -> None:
        """Enlarge parts that can't hold some columns of these rows, and repack the rows so far."""
        column = np.unpackbits(missing, bitorder="little")
        before, held = self.packed, self.parts
        parts = [
            (
                start,
                stop,
                (_choose_kind(rows[:, start:stop]) if kind == BITS else SINGLE) if column[start:stop].any() else kind,
            )
            for start, stop, kind in self.parts
        ]
        self._set(parts, len(self._rows))
        for start in range(0, len(before), _BLOCK):
            self.pack(unpack(before[start : start + _BLOCK], held))

    def _set(self, parts: list[Part], room: int) -> None:
        self.parts, self._pairs = parts, _pair_parts(parts)
        bits = np.concatenate([np.full(stop - start, kind == BITS) for start, stop, kind in parts])
        self._in_bits = np.packbits(bits, bitorder="little")
        self._rows, self._count = np.empty((room, measure_row(parts)), np.uint8), 0


def _choose_kind(numbers: NDArray[np.float32]) -> int:
    """Return the kind of a part for which bits aren't enough."""
    with np.errstate(over="ignore"):  # then it is not a half
        return HALF if (numbers.astype(np.float16) == numbers).all() else SINGLE


def _pair_parts(parts: Sequence[Part]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the columns beside the planes, with 16 bits and with 32."""
    halves, singles = (
        np.array([column for start, stop, of in parts if of == kind for column in range(start, stop)], np.int64)
        for kind in (HALF, SINGLE)
    )
    return halves, singles


def measure_row(parts: Sequence[Part]) -> int:
    """Return the width of a packed row."""
    beside = sum((stop - start) * _BYTES[kind] for start, stop, kind in parts if kind != BITS)
    return 2 * -(-parts[-1][1] // 8) + beside


def unpack(
    packed: NDArray[np.uint8], parts: Sequence[Part], chosen: NDArray[np.int64] | None = None
) -> NDArray[np.float32]:
    """Return the rows that were packed: those of `chosen`, None: all."""
    wanted = np.arange(len(packed)) if chosen is None else chosen
    return _core.unpack_rows(packed, wanted, parts[-1][1], *_pair_parts(parts))


Thought = tuple[list[int], float]
"""A search's data on a decision: visits of the legal actions in order, and the value of its choice, 0 to 1."""


@dataclass
class Decisions:
    """Blocks of decisions in any order of games; those of one game come in order."""

    packer: Packer
    columns: dict[str, list[NDArray[Any]]] = field(default_factory=dict)
    thoughts: list[Thought | None] = field(default_factory=list)
    """One per decision, or none at all."""

    def add(
        self,
        observation: NDArray[np.float32],
        mask: NDArray[np.uint8],
        chosen: NDArray[np.bool_] | None = None,
        **columns: NDArray[Any],
    ) -> None:
        """Add some decisions; `mask` has bits. `chosen` are the rows that count, None: all."""
        rows = np.arange(len(mask)) if chosen is None else np.flatnonzero(chosen)
        self.packer.pack(observation, rows)
        for name, column in {**columns, "mask": mask}.items():
            self.columns.setdefault(name, []).append(column[rows])

    def column(self, name: str) -> NDArray[Any]:
        """Return all values of a column."""
        return np.concatenate(self.columns[name])
