"""Rows of data sets in the core: indices that aren't there are refused."""

from __future__ import annotations

import numpy as np
import pytest

from uneri import _core

NONE = np.zeros(0, np.int64)


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
