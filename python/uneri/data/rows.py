"""Checks the rows of a shard: files may come from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .packing import measure_row
from .shards import Damaged, name_damage

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST = (1 << 31) - 1
_MAY_BE_NULL = ("visits", "value")


def read_rows(file: Any, head: dict[str, Any], name: str, columns: list[str] | None = None) -> Any:
    """Read some columns of a shard, None: all. Raise `Damaged` if they are unreadable or hold impossible data.

    The types of the columns were checked when the file was opened.
    """
    with name_damage(name):
        table = file.read(columns=columns, use_threads=False).combine_chunks()
    try:
        _check(table, head)
    except ValueError as error:
        raise Damaged(f"{name} is damaged: {error}") from None
    return table


def _check(table: Any, head: dict[str, Any]) -> None:
    ranges = {
        "game": (head["first"], head["last"] - 1),
        "ply": (0, _MOST),
        "seat": (0, head["seats"] - 1),
        "action": (0, head["actions"] - 1),
        "legal": (0, head["actions"] - 1),
        "visits": (0, _MOST),
        "bot": (0, len(head["bots"]) - 1),
    }
    for column in table.column_names:
        for chunk in table.column(column).chunks:
            if chunk.null_count and column not in _MAY_BE_NULL:
                raise ValueError(f"{column!r} has nulls")
            items = chunk.values if column in ("legal", "visits") else chunk
            if items.null_count and column != "value":
                raise ValueError(f"{column!r} has nulls in its lists")
            if column in ("value", "return"):
                if np.isfinite(chunk.to_numpy(zero_copy_only=False)).sum() + chunk.null_count != len(chunk):
                    raise ValueError(f"{column!r} has numbers that are not finite")
            elif column in ranges:
                _check_range(column, items.to_numpy(), *ranges[column])
    if "observation" in table.column_names:
        width = measure_row(head["parts"])
        if any((_count_items(chunk) != width).any() for chunk in table.column("observation").chunks):
            raise ValueError(f"an observation does not have {width} bytes")
    if "visits" in table.column_names:
        _check_visits(table)
    if {"action", "legal"} <= set(table.column_names):
        _check_choices(table)


def _check_range(column: str, numbers: NDArray[Any], low: int, high: int) -> None:
    if len(numbers) and not (int(numbers.min()) >= low and int(numbers.max()) <= high):
        what = "actions" if column in ("action", "legal") else "numbers"
        raise ValueError(f"{column!r} has {what} from {numbers.min()} to {numbers.max()}; allowed: {low} to {high}")


def _check_visits(table: Any) -> None:
    """Check a search's visits: one for each legal action, and not all 0."""
    visits, legal = (table.column(name).combine_chunks() for name in ("visits", "legal"))
    searched = visits.is_valid().to_numpy(zero_copy_only=False)
    if (_count_items(visits) != _count_items(legal))[searched].any():
        raise ValueError("'visits' and 'legal' are lists of different lengths")
    ends = visits.offsets.to_numpy()
    sums = np.concatenate([[0], np.cumsum(visits.values.to_numpy(), dtype=np.int64)])
    if (sums[ends[1:]] == sums[ends[:-1]])[searched].any():
        raise ValueError("'visits' has a search without visits")


def _check_choices(table: Any) -> None:
    """Raise ValueError if an action isn't among its legal ones."""
    action, legal = (table.column(name).combine_chunks() for name in ("action", "legal"))
    counts, begins = _count_items(legal), legal.offsets.to_numpy()[:-1]
    chosen = legal.values.to_numpy()[begins[0] :] == np.repeat(action.to_numpy(), counts)
    if not (counts.all() and np.logical_or.reduceat(chosen, begins - begins[0]).all()):
        raise ValueError("'action' has one that isn't legal in its row")


def _count_items(array: Any) -> NDArray[np.int32]:
    """Return the lengths of texts or lists."""
    ends = np.frombuffer(array.buffers()[1], np.int32)[array.offset : array.offset + len(array) + 1]
    return np.diff(ends)
