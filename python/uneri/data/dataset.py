"""Reads data sets: as Arrow, as arrays, for PyTorch."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._util.checks import bounded, seed_of
from .._util.jobs import Storage
from .._util.libraries import import_extra
from .._util.messages import brief
from .._util.rng import stream
from .packing import Part, measure_row, unpack
from .shards import (
    SETTINGS,
    Run,
    arrow,
    check_digest,
    choose_shards,
    name_damage,
    open_shard,
    read_rows,
    read_settings_in,
)

Batch = dict[str, "NDArray[Any]"]

COLUMNS = ("observation", "mask", "policy", "game", "ply", "seat", "action", "value", "return", "bot")
"""The possible columns of a batch."""
_MOST_ROWS = 1 << 24
_MOST_TOGETHER = 1 << 30  # bytes of observations per joined shard: Arrow counts those of a column in 31 bits


class DataSet:
    """Decisions in a folder. `len` is their number.

    `load` makes it. It can be pickled, and reads files only when needed.
    """

    settings: dict[str, Any]
    """The settings of the run: game, options, bots, seed, layout of the observations."""

    def __init__(self, storage: Storage, run: Run, shards: tuple[str, ...]) -> None:
        self._storage, self._run, self._shards = storage, run, shards
        self.settings = run.settings
        self._size: int | None = None

    @property
    def shards(self) -> tuple[str, ...]:
        """The files, in the order of games. Each game is in one of them."""
        return self._shards

    def __len__(self) -> int:
        if self._size is None:
            self._size = sum(self._open(name)[0].metadata.num_rows for name in self._shards)
        return self._size

    def __repr__(self) -> str:
        bots = ", ".join(self.settings["bots"])
        return f"<uneri.data.DataSet of {self.settings['game']}: {len(self._shards)} shards, by {bots}>"

    def game_seed(self, game: SupportsIndex) -> int:
        """Return the seed of a game, by its number as in the column `game`, from 0.

        `new_initial_state(seed)` and its actions reproduce its states.
        """
        return stream(self.settings["seed"], bounded(game, "game", 0, 1 << 62)).next()

    def arrow(self) -> Any:
        """Return the shards as a `pyarrow.dataset.Dataset`, with packed observations; `batches` unpacks them.

        Each file is read once here to compare its digest. After that pyarrow reads it unchecked, while `batches` checks
        its rows, too. ValueError if a shard is damaged or gone. The message names it.

        Returns
        -------
        pyarrow.dataset.Dataset
            The columns `game`, `ply`, `seat`, `observation`, `legal`, `action`, `visits`, `value`, `return`, `bot`.
        """
        dataset = arrow("dataset")
        for name in self._shards:
            check_digest(self._read(name), f"{self._storage}/{name}", self._run)
        with name_damage(str(self._storage)):
            if self._storage.folder is not None:
                return dataset.dataset([str(self._storage.folder / name) for name in self._shards], format="parquet")
            system, root = self._storage._system()
            return dataset.dataset([f"{root}/{name}" for name in self._shards], format="parquet", filesystem=system)

    def batches(
        self,
        size: SupportsIndex = 4096,
        *,
        columns: Sequence[str] = ("observation", "mask", "action", "return"),
        shuffle: SupportsIndex | None = None,
        mix: SupportsIndex = 4,
        part: tuple[int, int] = (0, 1),
    ) -> Iterator[Batch]:
        """Read decisions as arrays.

        ValueError if an argument isn't allowed, or a shard is damaged, is from another run, or holds impossible data.
        The message names the file.

        Parameters
        ----------
        size
            Rows of a batch, 1 to 2^24 (default 4096). A batch has fewer at the end of the mixed shards.
        columns
            The content of a batch, some of:

            * `observation`: `float32[n, size of the observation]`, the same numbers that the seat saw;
            * `mask`: `bool[n, actions]`, the legal ones;
            * `policy`: `float32[n, actions]`, the shares of a search's visits; where there was no search, the action alone;
            * `game`, `ply`, `seat`, `action`, `bot`: integers;
            * `value`: `float32[n]`, a search's value of its choice, NaN where there was no search;
            * `return`: `float32[n]`, what the seat had at the end of the game.
        shuffle
            A seed: shards come in another order, and the rows of `mix` shards are mixed. None (default): in order.
        mix
            Shards in memory at once, 1 to 1024 (default 4).
        part
            `(i, n)`: every n-th shard from i on. Worker i of n reads them. Default (0, 1): all.

        Yields
        ------
        dict
            An array for each of `columns`.
        """
        count = bounded(size, "size", 1, _MOST_ROWS)
        several = bounded(mix, "mix", 1, 1024)
        for name in columns:
            if name not in COLUMNS:
                raise ValueError(f"columns has {brief(name)}; allowed: {', '.join(COLUMNS)}")
        parts = bounded(part[1], "the second of part", 1, 1 << 20)
        mine = bounded(part[0], "the first of part", 0, parts - 1)
        seed = None if shuffle is None else seed_of(shuffle)
        return self._iterate(count, tuple(columns), seed, several, mine, parts)

    def _iterate(
        self, size: int, columns: tuple[str, ...], seed: int | None, mix: int, mine: int, parts: int
    ) -> Iterator[Batch]:
        names = list(self._shards)
        if seed is not None:
            names = [names[index] for index in np.random.default_rng([seed, 0]).permutation(len(names))]
        names = names[mine::parts]
        luck = None if seed is None else np.random.default_rng([seed, 1, mine])
        together = 1 if luck is None else mix
        for first in range(0, len(names), together):
            shards = _group([self._read_shard(name, columns) for name in names[first : first + together]])
            count = sum(map(len, shards))
            rows = np.arange(count) if luck is None else luck.permutation(count)
            for start in range(0, len(rows), size):
                chosen = rows[start : start + size]
                if len(shards) == 1:
                    yield shards[0].batch(chosen, columns)
                else:
                    yield _join(shards, chosen, columns)

    def _read_shard(self, name: str, columns: tuple[str, ...]) -> _Shard:
        needed = {"mask": ["legal"], "policy": ["legal", "visits", "action"]}
        chosen = sorted({column for wanted in columns for column in needed.get(wanted, [wanted])})
        file, head = self._open(name)
        table = read_rows(file, head, f"{self._storage}/{name}", chosen)
        return _Shard(table, head)

    def _open(self, name: str) -> tuple[Any, dict[str, Any]]:
        return open_shard(self._read(name), str(self._storage), name, self._run)

    def _read(self, name: str) -> bytes:
        content = self._storage.read(name)
        if content is None:
            raise ValueError(f"{self._storage}/{name} is gone: if the run has grown since, load it again")
        return content

    def torch(self, size: SupportsIndex = 4096, *, seed: SupportsIndex | None = 0, **options: Any) -> Any:
        """Return the data set, as dicts of tensors, for PyTorch's `DataLoader(..., batch_size=None)`.

        Each worker of the loader reads its own shards. Every pass has another order, if the loader keeps its workers
        (`persistent_workers=True`) or has none. ImportError if PyTorch is missing: install the extra `torch`.

        Parameters
        ----------
        size
            Rows of a batch, 1 to 2^24 (default 4096).
        seed
            The seed of the order, 0 (default) to 2^64 - 1; None: in order.
        options
            `columns` and `mix`, as for `batches`.
        """
        return make_torch_rows(
            self, bounded(size, "size", 1, _MOST_ROWS), None if seed is None else seed_of(seed), options
        )


class _Shard:
    """The rows of a file, or of some. They were checked (`read_rows`)."""

    def __init__(self, table: Any, head: dict[str, Any]) -> None:
        self.head = head
        self.table = table.combine_chunks()
        self._parts: list[Part] = head["parts"]
        self._ready: dict[str, Any] = {}

    def __len__(self) -> int:
        return int(self.table.num_rows)

    @property
    def kind(self) -> tuple[Any, ...]:
        """The key of the layout: shards with the same key can be read as one."""
        return self._parts, self.head["actions"], self.table.schema.types

    def batch(self, rows: NDArray[np.int64], columns: Sequence[str]) -> Batch:
        """Return some rows."""
        return {name: self._read_column(name, rows) for name in columns}

    def _read_column(self, name: str, rows: NDArray[np.int64]) -> NDArray[Any]:
        if name == "observation":
            return unpack(self._packed(), self._parts, rows)
        if name == "mask":
            ends, actions = self._read_lists("legal")
            return _core.mark_rows(ends, actions, rows, self.head["actions"])
        if name == "policy":
            return self._read_policy(rows)
        if name not in self._ready:
            self._ready[name] = self._read_array(name).to_numpy(zero_copy_only=False)
        return self._ready[name][rows]  # type: ignore[no-any-return]

    def _read_policy(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        policy = np.zeros((len(rows), self.head["actions"]), np.float32)
        visits = self._read_array("visits")
        searched = visits.is_valid().to_numpy(zero_copy_only=False)[rows]
        some = rows[searched]
        at, where = self._flatten("legal", some)
        actions = self._read_lists("legal")[1][where]
        policy[np.flatnonzero(searched)[at], actions] = self._read_lists("visits")[1][self._flatten("visits", some)[1]]
        policy[~searched, self._read_column("action", rows[~searched])] = 1
        policy /= policy.sum(axis=1, keepdims=True)
        return policy

    def _read_array(self, name: str) -> Any:
        column = self.table.column(name)
        return column.chunk(0) if column.num_chunks else arrow().array([], column.type)

    def _packed(self) -> NDArray[np.uint8]:
        """Return the packed rows as one array; all have one width."""
        if "packed" not in self._ready:
            array, count = self._read_array("observation"), len(self)
            ends = np.frombuffer(array.buffers()[1], np.int32)[array.offset : array.offset + count + 1]
            data = np.frombuffer(array.buffers()[2] or b"", np.uint8)[ends[0] : ends[-1]]
            self._ready["packed"] = data.reshape(count, measure_row(self._parts))
        return self._ready["packed"]  # type: ignore[no-any-return]

    def _read_lists(self, name: str) -> tuple[NDArray[np.int32], NDArray[Any]]:
        if name not in self._ready:
            array = self._read_array(name)
            ends, items = array.offsets.to_numpy().astype(np.int32, copy=False), array.values.to_numpy()
            if name == "legal":
                items = items if items.dtype == np.int16 else items.astype(np.int32, copy=False)
            self._ready[name] = ends, items
        return self._ready[name]  # type: ignore[no-any-return]

    def _flatten(self, name: str, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return for each item of the lists of some rows its row, and its index among all items."""
        ends, _ = self._read_lists(name)
        counts = (ends[rows + 1] - ends[rows]).astype(np.int64)
        which = np.repeat(np.arange(len(rows)), counts)
        before = np.cumsum(counts) - counts
        return which, np.arange(len(which)) + np.repeat(ends[rows] - before, counts)


def _group(shards: list[_Shard]) -> list[_Shard]:
    """Return the same rows as one shard if they are packed alike and not too many, because that is read faster."""
    first = shards[0]
    size = sum(map(len, shards)) * measure_row(first.head["parts"])
    if len(shards) == 1 or any(shard.kind != first.kind for shard in shards) or size > _MOST_TOGETHER:
        return shards
    return [_Shard(arrow().concat_tables([shard.table for shard in shards]), first.head)]


def _join(shards: list[_Shard], chosen: NDArray[np.int64], columns: Sequence[str]) -> Batch:
    """Return rows of several shards, in the order of `chosen`, which counts through all of them."""
    batch: Batch = {}
    ends = np.cumsum([len(shard) for shard in shards])
    which = np.searchsorted(ends, chosen, side="right")
    for index, shard in enumerate(shards):
        here = np.flatnonzero(which == index)
        for name, values in shard.batch(chosen[here] - (ends[index] - len(shard)), columns).items():
            if name not in batch:
                batch[name] = np.empty((len(chosen), *values.shape[1:]), values.dtype)
            batch[name][here] = values
    return batch


def load(place: str | PathLike[str]) -> DataSet:
    """Open a folder of decisions.

    Parameters
    ----------
    place
        The `out` of `selfplay`. A stopped or running run has its finished shards, at least
        one. Of a unit that was played again with more games, the larger shard counts. The data set stays readable, and its
        pickles too, when the program changes to another folder.

    Raises
    ------
    ValueError
        If the folder holds no decisions, none yet, or is from another version: its settings aren't allowed, or differ in
        their game than this version.
    ImportError
        If pyarrow is missing: install the extra `data`.

    Examples
    --------
    >>> import tempfile
    >>> from uneri import data
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = data.selfplay("onda(players=2,rounds=1)", ["random"], 4, out=folder)
    ...     batch = next(data.load(folder).batches(10))
    >>> batch["observation"].dtype, batch["mask"].any(axis=1).all().item()
    (dtype('float32'), True)
    """
    arrow()
    storage = Storage(place)
    run = read_settings_in(str(storage), storage.read(SETTINGS))
    shards = tuple(choose_shards(storage, run))
    if not shards:
        raise ValueError(f"{storage} holds no games yet: no unit of its run is finished; wait, or continue the run")
    return DataSet(storage, run, shards)


def make_torch_rows(rows: Any, size: int, seed: int | None, options: dict[str, Any]) -> Any:
    """Return batches of tensors of a `DataSet`; each loader worker reads its own shards. ImportError names the
    extra."""
    import_extra("torch", "this needs PyTorch", "torch")
    return _kind()(rows, size, seed, options)


@functools.cache
def _kind() -> Any:
    """Make the class, which derives from one of PyTorch's; nothing else imports PyTorch."""
    torch, tools = importlib.import_module("torch"), importlib.import_module("torch.utils.data")

    class TorchRows(tools.IterableDataset):  # type: ignore[misc, name-defined]
        """Batches of tensors."""

        def __init__(self, *given: Any) -> None:
            self._given, self._passes = given, 0

        def __reduce__(self) -> Any:
            return make_torch_rows, self._given

        def __iter__(self) -> Iterator[dict[str, Any]]:
            rows, size, seed, options = self._given
            worker = tools.get_worker_info()
            part = (0, 1) if worker is None else (worker.id, worker.num_workers)
            shuffle = None if seed is None else (seed + self._passes) % (1 << 64)
            self._passes += 1
            for batch in rows.batches(size, shuffle=shuffle, part=part, **options):
                yield {name: torch.from_numpy(values) for name, values in batch.items()}

    return TorchRows
