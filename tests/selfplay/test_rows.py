"""Rows of data sets in the core: numbers of 16 bits are those of numpy, and indices that aren't there are refused."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from uneri import _core

NONE = np.zeros(0, np.int64)


def pack_halves(numbers: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Numbers after a stay in 16 bits, and those that 16 bits can't hold. Each is a column of its own."""
    size = len(numbers)
    columns, first = np.arange(size), np.zeros(1, np.int64)
    packed = np.zeros((1, 2 * ((size + 7) // 8) + 2 * size), np.uint8)
    _, inexact = _core.pack_rows(numbers[None], first, columns, NONE, packed, 0)
    there = _core.unpack_rows(packed, first, size, columns, NONE)[0]
    return there, np.unpackbits(inexact, bitorder="little")[:size].astype(bool)


def test_every_number_of_16_bits_comes_back() -> None:
    numbers = np.arange(0x10000, dtype=np.uint16).view(np.float16).astype(np.float32)
    there, inexact = pack_halves(numbers)
    assert np.array_equal(inexact, np.isnan(numbers))
    assert there[~inexact].tobytes() == numbers[~inexact].tobytes()


def test_numbers_that_16_bits_cannot_hold_are_told() -> None:
    bits = np.random.default_rng(1).integers(0, 2**32, 1_000_000, np.uint32)
    bits[::2] &= 0xFFFFE000  # few digits
    bits[::3] = bits[::3] & 0x807FFFFF | (100 + bits[::3] % 50) << 23  # about the range
    numbers = bits.view(np.float32)
    there, inexact = pack_halves(numbers)
    with np.errstate(over="ignore", invalid="ignore"):
        held = numbers.astype(np.float16).astype(np.float32)
    assert np.array_equal(inexact, ~(held == numbers))
    assert there[~inexact].tobytes() == numbers[~inexact].tobytes()
    assert 100_000 < inexact.sum() < 900_000


def test_bits_of_rows_are_counted_and_listed() -> None:
    rng = np.random.default_rng(1)
    for width in range(40):
        bits = rng.integers(0, 256, (20, width), np.uint8) & rng.integers(0, 256, (20, width), np.uint8)
        counts, ids = _core.list_rows(bits, np.arange(20))
        flags = np.unpackbits(bits, axis=1, bitorder="little")
        assert counts.tolist() == flags.sum(axis=1).tolist()
        assert ids.tolist() == np.nonzero(flags)[1].tolist()


@pytest.mark.parametrize("row", [-1, 2, 2**62, -(2**63)])
def test_rows_that_are_not_there(row: int) -> None:
    chosen = np.array([0, row], np.int64)
    with pytest.raises(IndexError, match="isn't there"):
        _core.unpack_rows(np.zeros((2, 2), np.uint8), chosen, 8, NONE, NONE)
    with pytest.raises(IndexError, match="isn't there"):
        _core.pack_rows(np.zeros((2, 8), np.float32), chosen, NONE, NONE, np.zeros((4, 2), np.uint8), 0)
    with pytest.raises(IndexError, match="isn't there"):
        _core.list_rows(np.zeros((2, 1), np.uint8), chosen)
    for kind in (np.int16, np.int32):
        with pytest.raises(IndexError, match="isn't there"):
            _core.mark_rows(np.array([0, 1, 2], np.int32), np.array([3, 4], kind), chosen, 8)


@pytest.mark.parametrize(("ends", "ids"), [([0, 2], [3, 8]), ([0, 2], [-1, 3]), ([0, 3], [1, 2]), ([-1, 1], [1])])
def test_marks_that_are_not_there(ends: list[int], ids: list[int]) -> None:
    for kind in (np.int16, np.int32):
        with pytest.raises(IndexError, match="isn't there"):
            _core.mark_rows(np.array(ends, np.int32), np.array(ids, kind), np.zeros(1, np.int64), 8)


def test_marks() -> None:
    marked = _core.mark_rows(np.array([0, 2, 2, 3], np.int32), np.array([0, 7, 4], np.int32), np.array([2, 0, 1]), 8)
    assert [np.flatnonzero(row).tolist() for row in marked] == [[4], [0, 7], []]
