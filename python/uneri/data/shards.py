"""Shards: Parquet files of decisions, which may come from outside; and those of a folder to use, so that each game
occurs once.

A run may end in a partial unit. When it grows, the larger unit is written before the smaller one is deleted, so an
interruption loses nothing.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._util.checks import MOST_MS, bounded, seed_of
from .._util.jobs import Storage, Task, make_content_id
from .._util.libraries import import_extra
from .._util.messages import brief, cut, printable
from .._util.strict_json import read_json
from ..bots.specs import check_digests
from ..contract import Game
from ..registry import load_foreign_game
from .footer import add_digest, has_own_digest, read_column_values
from .packing import Part, measure_row
from .parallel_games import ParallelGames

FORMAT = 2
_READABLE = (1, FORMAT)
"""Shards of format 1 have no digest of their own."""
SHARDS = "shards"
SETTINGS = "settings.json"
_KEY = b"uneri"
_GROUP = 65_536  # rows
MOST_GAMES = 10**12
MOST_BOTS = 1000
MOST_UNIT = 1_000_000
_KEYS = {
    "format", "version", "game", "backend", "options", "seats", "actions", "layout", "bots", "seed", "unit",
    "timeout_ms",
}  # fmt: skip


def arrow(module: str = "") -> Any:
    """Import a module of pyarrow. The ImportError names the extra."""
    return import_extra(f"pyarrow.{module}" if module else "pyarrow", "data sets need pyarrow", "pyarrow")


@dataclass(frozen=True)
class Run:
    """The settings of a folder, and the facts that their game gives for every shard."""

    settings: dict[str, Any]
    width: int
    """Numbers of an observation."""
    longest: int
    """The most decisions of a game."""

    def unit(self, first: int, last: int) -> Task:
        """Return the unit of some games."""
        return Task(first // self.settings["unit"], (first, last), make_content_id([self.settings, first, last]))

    def units(self, games: int) -> Iterator[Task]:
        """Yield the games in units."""
        size = self.settings["unit"]
        return (self.unit(first, min(first + size, games)) for first in range(0, games, size))


class Damaged(ValueError):
    """A shard isn't whole. Playing its games again repairs it."""


def describe_game(game: Game) -> dict[str, Any]:
    """Return the settings of the game itself."""
    layout = [[name, start, list(shape)] for name, start, shape in game.observation_layout]
    return {
        "game": game.name,
        "backend": game.backend,
        "options": game.options,
        "seats": game.num_players,
        "actions": game.num_distinct_actions,
        "layout": layout,
    }


def name_shard(unit: Task) -> str:
    """Return the file of a unit."""
    return f"{SHARDS}/{unit.name}.parquet"


def read_settings_in(place: str, content: bytes | None) -> Run:
    """Read the settings of a folder. Raise ValueError if it isn't a data set, or its game doesn't match them."""
    try:
        if content is None:
            raise ValueError(f"there is no {SETTINGS}")
        found = read_json(content)
        if not isinstance(found, dict) or found.get("format") not in _READABLE:
            raise ValueError(f"{SETTINGS} has another format")
        if differing := sorted(_KEYS ^ set(found) - {"networks"}):
            raise ValueError(
                f"{SETTINGS}: {brief(differing[0])} is {'missing' if differing[0] in _KEYS else 'not a setting'}"
            )
        bots, options = found["bots"], found["options"]
        for name in ("version", "game", "backend"):
            if not isinstance(found[name], str):
                raise ValueError(f"{SETTINGS}: {name} must be a string, not {brief(found[name])}")  # noqa: TRY004
        if not isinstance(bots, list) or not 1 <= len(bots) <= MOST_BOTS or any(type(bot) is not str for bot in bots):
            raise ValueError(f"{SETTINGS}: bots must be 1 to {MOST_BOTS} strings, not {brief(bots)}")
        if not isinstance(options, dict):
            raise ValueError(f"{SETTINGS}: options must be an object, not {brief(options)}")  # noqa: TRY004
        seed_of(found["seed"])
        bounded(found["unit"], "unit", 1, MOST_UNIT)
        bounded(found["timeout_ms"], "timeout_ms", 1, MOST_MS)
        check_digests(found.get("networks", {}))
        game = load_foreign_game(found["game"], options, backend=found["backend"])
        for name, value in describe_game(game).items():
            if name != "options" and found[name] != value:  # missing ones have their defaults
                raise ValueError(f"{SETTINGS}: {name} is {brief(found[name])}; its game has {brief(value)}")
    except (TypeError, ValueError) as error:
        raise ValueError(f"{place} is not a folder of decisions: {error}") from None
    return Run(found, game.observation_tensor_shape[0], game.max_game_length)


def make_shard(tables: ParallelGames, said: dict[str, Any]) -> bytes:
    """Write the file of some games, game by game. `said` is stored in its head."""
    pa, parquet = arrow(), arrow("parquet")
    decisions = tables.decisions
    game, ply = decisions.column("game"), decisions.column("ply")
    lengths = np.bincount(game, minlength=len(tables.numbers))
    order = np.empty(len(game), np.int64)  # games in order, decisions of a game in order
    order[(np.cumsum(lengths) - lengths)[game] + ply] = np.arange(len(game))
    kinds = make_schema(tables.game.num_distinct_actions)
    game, ply, seat = game[order], ply[order], decisions.column("seat")[order]
    numbers = np.asarray(tables.numbers, np.int64)[game]
    counts, legal = _core.list_rows(decisions.column("mask"), order)
    ends = _to_numbers(pa.int32(), np.concatenate([[0], np.cumsum(counts)]))
    packed = decisions.packer.packed[order]
    columns = {
        "game": _to_numbers(kinds["game"], numbers),
        "ply": _to_numbers(kinds["ply"], ply),
        "seat": _to_numbers(kinds["seat"], seat),
        "observation": _to_bytes(pa, packed),
        "legal": pa.ListArray.from_arrays(ends, _to_numbers(kinds["action"], legal)),
        "action": _to_numbers(kinds["action"], decisions.column("action")[order]),
        **_make_thoughts(pa, decisions.thoughts, order),
        "return": _to_numbers(kinds["return"], tables.returns[game, seat]),
        "bot": _to_numbers(kinds["bot"], (seat + numbers) % len(tables.specs)),
    }
    head = {**said, "parts": decisions.packer.parts}
    table = pa.Table.from_arrays(list(columns.values()), list(columns)).replace_schema_metadata(
        {_KEY: json.dumps(head, sort_keys=True)}
    )
    out = pa.BufferOutputStream()
    parquet.write_table(
        table,
        out,
        compression="zstd",
        compression_level=1,
        row_group_size=_GROUP,
        use_dictionary=["game", "seat", "bot", "return"],
        write_statistics=["game", "seat", "bot", "return"],
    )
    return add_digest(bytes(out.getvalue()))


def _to_numbers(kind: Any, values: NDArray[Any]) -> Any:
    """Make an array of Arrow's. Its `array` does the same, but imports pandas, which takes a second in each worker."""
    numbers = np.ascontiguousarray(values, {"float": "float32"}.get(str(kind), str(kind)))
    return arrow().Array.from_buffers(kind, len(numbers), [None, arrow().py_buffer(numbers)])


def _to_bytes(pa: Any, rows: NDArray[np.uint8]) -> Any:
    """Return rows as binary values: the number of bytes differs between shards."""
    count, width = rows.shape
    ends = np.arange(count + 1, dtype=np.int32) * width
    return pa.Array.from_buffers(pa.binary(), count, [None, pa.py_buffer(ends), pa.py_buffer(rows)])


def _make_thoughts(pa: Any, thoughts: list[Any], order: NDArray[np.int64]) -> dict[str, Any]:
    if not thoughts:
        return {"visits": pa.nulls(len(order), pa.list_(pa.int32())), "value": pa.nulls(len(order), pa.float32())}
    found = [thoughts[index] for index in order]
    return {
        "visits": pa.array([None if one is None else one[0] for one in found], pa.list_(pa.int32())),
        "value": pa.array([None if one is None else one[1] for one in found], pa.float32()),
    }


@contextlib.contextmanager
def name_damage(name: str) -> Iterator[None]:
    """Turn pyarrow's errors for a broken file into `Damaged`, which names it."""
    try:
        yield
    except (arrow().ArrowException, OSError, UnicodeDecodeError) as error:
        # On one line: pyarrow repeats bytes of the file in its messages.
        raise Damaged(f"{name} is damaged: {printable(cut(' '.join(str(error).split())))}") from None


def check_digest(content: bytes, where: str, run: Run) -> None:
    """Raise `Damaged` if a shard has changed since it was written: pyarrow may crash the process over one wrong bit."""
    if run.settings["format"] == FORMAT and not has_own_digest(content):
        raise Damaged(f"{where} is damaged: its digest does not match its bytes")


def open_shard(content: bytes, place: str, name: str, run: Run) -> tuple[Any, dict[str, Any]]:
    """Return a shard as a `ParquetFile`, and its head. Raise `Damaged` or, for another run's shard, ValueError."""
    where = f"{place}/{name}"
    check_digest(content, where, run)
    with name_damage(where):
        file = arrow("parquet").ParquetFile(io.BytesIO(content))
        schema, rows = file.schema_arrow, file.metadata.num_rows
    head = read_head(schema, where, name, run)
    for column, kind in make_schema(head["actions"]).items():
        found = schema.get_all_field_indices(column)
        if len(found) != 1 or schema.types[found[0]] != kind:
            kinds = ", ".join(brief(str(schema.types[index])) for index in found[:2]) or "missing"
            raise ValueError(f"{where} is not a shard of decisions: column {column!r} is {kinds}; allowed: '{kind}'")
    most = (head["last"] - head["first"]) * run.longest
    if not 1 <= rows <= most:
        raise ValueError(f"{where} is not a shard of decisions: it has {rows} rows; allowed: 1 to {most}")
    _check_counts(content, head["actions"], where)
    return file, head


def _check_counts(content: bytes, actions: int, where: str) -> None:
    """Raise ValueError if a shard claims more than its games can have: it would be read into memory."""
    try:
        for rows, path, values in read_column_values(content):
            if values > rows * actions:
                raise ValueError(f"{brief(path)} has {values} values; allowed: {actions} per row")
    except ValueError as error:
        raise ValueError(f"{where} is not a shard of decisions: {error}") from None


def make_schema(actions: int) -> dict[str, Any]:
    """Return the columns of a shard and their types."""
    pa = arrow()
    action = pa.int16() if actions <= 1 << 15 else pa.int32()
    return {
        "game": pa.int64(),
        "ply": pa.int32(),
        "seat": pa.int8(),
        "observation": pa.binary(),
        "legal": pa.list_(action),
        "action": action,
        "visits": pa.list_(pa.int32()),
        "value": pa.float32(),
        "return": pa.float32(),
        "bot": pa.int16(),
    }


def read_head(schema: Any, where: str, name: str, run: Run) -> dict[str, Any]:
    """Return the head of a shard. Raise ValueError without one, or if it is from another run, or has another name."""
    try:
        head = read_json(schema.metadata[_KEY])
        if not isinstance(head, dict):
            raise ValueError("no object")  # noqa: TRY004
        parts = [(int(start), int(stop), int(kind)) for start, stop, kind in head["parts"]]
        first = bounded(head["first"], "first", 0, MOST_GAMES)
        last = bounded(head["last"], "last", first + 1, MOST_GAMES)
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        told = printable(cut(str(error)))
        raise ValueError(f"{where} is not a shard of decisions: {type(error).__name__}: {told}") from None
    for key, value in run.settings.items():
        if key != "unit" and head.get(key) != value:
            raise ValueError(
                f"{where} is from another run: {key} is {brief(head.get(key))} there and {brief(value)} in {SETTINGS}"
            )
    unit, size = run.unit(first, last), run.settings["unit"]
    if name != name_shard(unit) or head.get("unit") != unit.id or first % size or last - first > size:
        raise ValueError(f"{where} has games {first} to {last - 1}, which don't match its name")
    return {**head, "parts": _check_parts(parts, where, run.width)}


def _check_parts(parts: list[Part], name: str, width: int) -> list[Part]:
    ends = [0, *(stop for _, stop, _ in parts)]
    fine = ends[-1] == width and all(
        start == end < stop and 0 <= kind <= 2 for (start, stop, kind), end in zip(parts, ends, strict=False)
    )
    if not fine:
        raise ValueError(f"{name} is not a shard of decisions: its parts are not contiguous from 0 to {width}")
    return parts


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
                raise ValueError(f"{wrong}; use {first + size} games or more, or delete it") from None
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
            raise ValueError(
                f"{storage}/{SHARDS} must hold only the run's shards, NUMBER-ID.parquet, not {brief(name)}"
            )
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
