"""Shards: Parquet files of decisions."""

from __future__ import annotations

import importlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._util.checks import bounded
from .._util.strict_json import read_json
from .packing import Part
from .tables import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = 1
SHARDS = "shards"
SETTINGS = "settings.json"
_KEY = b"uneri"
_GROUP = 65_536  # rows
_MOST_ACTIONS = 1 << 24


def arrow(module: str = "") -> Any:
    """A module of pyarrow. ImportError that names the extra."""
    try:
        return importlib.import_module(f"pyarrow.{module}" if module else "pyarrow")
    except ImportError as error:
        raise ImportError('data sets need pyarrow: pip install "uneri[data]"') from error


def settings_in(place: str, content: bytes | None) -> dict[str, Any]:
    """What the settings of a folder say. ValueError if it is none of decisions."""
    try:
        if content is None:
            raise ValueError(f"there is no {SETTINGS}")
        found = read_json(content)
        if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("bots"), list):
            raise ValueError(f"{SETTINGS} is of another format")
    except ValueError as error:
        raise ValueError(f"{place} is no folder of decisions: {error}") from None
    return found


def shard_of(tables: Tables, said: dict[str, Any]) -> bytes:
    """The file of some games that were played, game by game. `said` goes into its head."""
    pa, parquet = arrow(), arrow("parquet")
    decisions = tables.decisions
    game, ply = decisions.column("game"), decisions.column("ply")
    lengths = np.bincount(game, minlength=len(tables.numbers))
    order = np.empty(len(game), np.int64)  # games in order, decisions of a game in order
    order[(np.cumsum(lengths) - lengths)[game] + ply] = np.arange(len(game))
    action = pa.int16() if tables.game.num_distinct_actions <= 1 << 15 else pa.int32()
    game, ply, seat = game[order], ply[order], decisions.column("seat")[order]
    numbers = np.asarray(tables.numbers, np.int64)[game]
    counts, legal = _core.list_rows(decisions.column("mask"), order)
    ends = _numbers(pa.int32(), np.concatenate([[0], np.cumsum(counts)]))
    packed = decisions.packed[order]
    columns = {
        "game": _numbers(pa.int64(), numbers),
        "ply": _numbers(pa.int32(), ply),
        "seat": _numbers(pa.int8(), seat),
        "observation": _bytes(pa, packed),
        "legal": pa.ListArray.from_arrays(ends, _numbers(action, legal)),
        "action": _numbers(action, decisions.column("action")[order]),
        **_thoughts(pa, decisions.thoughts, order),
        "return": _numbers(pa.float32(), tables.returns[game, seat]),
        "bot": _numbers(pa.int16(), (seat + numbers) % len(tables.specs)),
    }
    head = {**said, "parts": decisions.parts}
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
    return bytes(out.getvalue())


def _numbers(kind: Any, values: NDArray[Any]) -> Any:
    """An array of Arrow's. Its `array` does the same, but imports pandas for it, which takes a second of each worker."""
    numbers = np.ascontiguousarray(values, kind.to_pandas_dtype())
    return arrow().Array.from_buffers(kind, len(numbers), [None, arrow().py_buffer(numbers)])


def _bytes(pa: Any, rows: NDArray[np.uint8]) -> Any:
    """Rows as values of bytes: how many there are in one differs from shard to shard."""
    count, width = rows.shape
    ends = np.arange(count + 1, dtype=np.int32) * width
    return pa.Array.from_buffers(pa.binary(), count, [None, pa.py_buffer(ends), pa.py_buffer(rows)])


def _thoughts(pa: Any, thoughts: list[Any], order: NDArray[np.int64]) -> dict[str, Any]:
    if not thoughts:
        return {"visits": pa.nulls(len(order), pa.list_(pa.int32())), "value": pa.nulls(len(order), pa.float32())}
    found = [thoughts[index] for index in order]
    return {
        "visits": pa.array([None if one is None else one[0] for one in found], pa.list_(pa.int32())),
        "value": pa.array([None if one is None else one[1] for one in found], pa.float32()),
    }


def head_of(schema: Any, name: str) -> dict[str, Any]:
    """What the head of a shard says. ValueError if it is none."""
    try:
        head = read_json(schema.metadata[_KEY])
        if not isinstance(head, dict) or head["format"] != FORMAT:
            raise ValueError("of another format")
        parts = [(int(start), int(stop), int(kind)) for start, stop, kind in head["parts"]]
        bounded(head["actions"], "actions", 1, _MOST_ACTIONS)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{name} is no shard of decisions: {type(error).__name__}: {error}") from None
    return {**head, "parts": _checked(parts, name)}


def _checked(parts: list[Part], name: str) -> list[Part]:
    ends = [0, *(stop for _, stop, _ in parts)]
    fine = parts and all(
        start == end < stop <= 1 << 20 and 0 <= kind <= 2 for (start, stop, kind), end in zip(parts, ends, strict=False)
    )
    if not fine:
        raise ValueError(f"{name} is no shard of decisions: its parts are not in a row")
    return parts
