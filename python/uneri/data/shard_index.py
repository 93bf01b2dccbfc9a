"""The shards of a folder that count: each game once.

A run may end in a partial unit. When it grows, the larger unit is written before the smaller one is deleted, so an
interruption loses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from .._util.jobs import Storage
from .._util.messages import brief
from .rows import read_rows
from .shards import SHARDS, Damaged, Run, name_shard, open_shard

_NAME = re.compile(r"(\d{6,12})-[0-9a-f]{16}\.parquet", re.ASCII)


class Shard(NamedTuple):
    """A complete shard."""

    name: str
    first: int
    last: int
    rows: int
    size: int


def choose_shards(storage: Storage, run: Run) -> list[str]:
    """List the shards that count, in the order of games. Raise ValueError for a name that is not a shard's.

    Files are opened only if a unit has several and none is full.
    """
    size = run.settings["unit"]
    chosen = []
    for number, names in sorted(_group_names(storage).items()):
        full = name_shard(run.unit(number * size, (number + 1) * size))
        if full in names:
            chosen.append(full)
        elif len(names) == 1:
            chosen += names
        else:
            chosen.append(_choose_largest(_read_shard(storage, run, name) for name in names).name)
    return chosen


def sort_shards(storage: Storage, run: Run, games: int) -> tuple[dict[int, Shard], list[str]]:
    """Return the shards that stay when a run continues to this many games, by units; and those to delete after it.

    Raise ValueError if a shard is from another run, or is damaged and the run doesn't play its games again.
    """
    size = run.settings["unit"]
    kept: dict[int, Shard] = {}
    old = []
    for number, names in _group_names(storage).items():
        first, last = number * size, min((number + 1) * size, games)
        whole: list[Shard] = []
        damaged: list[tuple[str, Damaged]] = []
        for name in names:
            try:
                whole.append(_read_shard(storage, run, name, fully=True))
            except Damaged as error:
                damaged.append((name, error))
        if whole and (best := _choose_largest(whole)).last >= last:
            kept[number], last = best, best.last
        for name, wrong in damaged:
            if name not in (name_shard(run.unit(first, end)) for end in range(last, first, -1)):
                raise ValueError(f"{wrong}; allowed: {first + size} games or more, or delete it") from None
        in_place = kept[number].name if number in kept else name_shard(run.unit(first, last)) if last > first else ""
        old += [name for name in names if name != in_place]
    return kept, old


def _group_names(storage: Storage) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for name in storage.names(SHARDS):
        if not name.endswith(".parquet"):
            continue
        match = _NAME.fullmatch(name)
        if match is None:
            raise ValueError(f"{storage}/{SHARDS} has {brief(name)}; allowed: shards of the run, NUMBER-ID.parquet")
        found.setdefault(int(match[1]), []).append(f"{SHARDS}/{name}")
    return found


def _read_shard(storage: Storage, run: Run, name: str, *, fully: bool = False) -> Shard:
    """Return a shard by its head, or by its full content."""
    content = storage.read(name)
    if content is None:
        raise ValueError(f"{storage}/{name} is gone")
    file, head = open_shard(content, str(storage), name, run)
    if fully:
        read_rows(file, head, f"{storage}/{name}")
    return Shard(name, head["first"], head["last"], file.metadata.num_rows, len(content))


def _choose_largest(shards: Iterable[Shard]) -> Shard:
    return max(shards, key=lambda one: one.last)
