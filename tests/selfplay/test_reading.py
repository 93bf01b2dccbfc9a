"""Reading data sets: every row once, in any order, by any number of readers."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from uneri import data
from uneri.data.footer import add_digest

pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
pytestmark = pytest.mark.adapters

KEYS = ("game", "ply")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    data.selfplay("onda(players=2,rounds=1)", ["random"], 20, out=folder, seed=1, unit_games=3)
    return folder


def keys(batches: Iterator[data.dataset.Batch]) -> list[tuple[int, int]]:
    return [key for batch in batches for key in zip(*(batch[name].tolist() for name in KEYS), strict=True)]


def test_every_row_comes_once(place: Path) -> None:
    rows = pickle.loads(pickle.dumps(data.load(place)))
    ordered = keys(rows.batches(50, columns=KEYS))
    assert ordered == sorted(ordered)
    assert len(set(ordered)) == len(ordered) == len(rows)
    mixed = keys(rows.batches(50, columns=KEYS, shuffle=1))
    assert mixed != ordered
    assert sorted(mixed) == ordered
    assert mixed == keys(rows.batches(7, columns=KEYS, shuffle=1))
    assert mixed != keys(rows.batches(50, columns=KEYS, shuffle=2))
    parts = [keys(rows.batches(50, columns=KEYS, shuffle=1, part=(index, 3))) for index in range(3)]
    assert sorted(key for part in parts for key in part) == ordered


def test_rows_stay_together(place: Path) -> None:
    """Shuffled rows are the same rows."""
    columns = ("game", "ply", "action", "mask", "observation", "return", "policy")
    rows = data.load(place)
    there = {
        (int(batch["game"][i]), int(batch["ply"][i])): [batch[name][i].tobytes() for name in columns]
        for batch in rows.batches(64, columns=columns)
        for i in range(len(batch["ply"]))
    }
    for batch in rows.batches(33, columns=columns, shuffle=5, mix=3):
        assert batch["mask"][np.arange(len(batch["mask"])), batch["action"]].all()
        for i in range(len(batch["ply"])):
            key = (int(batch["game"][i]), int(batch["ply"][i]))
            assert there.pop(key) == [batch[name][i].tobytes() for name in columns]
    assert there == {}


def test_what_is_no_data_set_is_refused(place: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"is not a folder of decisions: there is no settings\.json"):
        data.load(tmp_path)
    with pytest.raises(ValueError, match="columns has 'obs'; allowed: observation, mask"):
        data.load(place).batches(columns=["obs"])
    with pytest.raises(ValueError, match="the first of part is 2; allowed: 0 to 1"):
        data.load(place).batches(part=(2, 2))
    (tmp_path / "settings.json").write_bytes((place / "settings.json").read_bytes())
    (tmp_path / "shards").mkdir()
    whole = next((place / "shards").iterdir())
    (tmp_path / "shards" / whole.name).write_bytes(whole.read_bytes()[:-100])
    with pytest.raises(ValueError, match=f"{whole.name} is damaged"):
        list(data.load(tmp_path).batches())


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("searched")
    data.selfplay("onda(players=2,rounds=1)", ["flat:sims=4"], 2, out=folder, seed=1, unit_games=2)
    return folder


def copy_with(place: Path, folder: Path, change: Any) -> Path:
    """The settings of a data set and its first shard, whose table and head `change` may change. Returns the shard.

    It has a right digest: a stranger can make one.
    """
    parquet = importlib.import_module("pyarrow.parquet")
    (folder / "settings.json").write_bytes((place / "settings.json").read_bytes())
    (folder / "shards").mkdir()
    whole = min((place / "shards").iterdir())
    table = parquet.read_table(whole)
    head = json.loads(table.schema.metadata[b"uneri"])
    table = change(table, head)
    written = io.BytesIO()
    parquet.write_table(table.replace_schema_metadata({b"uneri": json.dumps(head).encode()}), written)
    (folder / "shards" / whole.name).write_bytes(add_digest(written.getvalue()))
    return folder / "shards" / whole.name


def refused(folder: Path, message: str, columns: Any = data.dataset.COLUMNS) -> None:
    """Opening or reading a data set is refused, with these words and a file's name."""
    with pytest.raises(ValueError, match=message) as caught:
        list(data.load(folder).batches(columns=columns))
    assert str(folder) in str(caught.value)


def with_column(table: Any, name: str, values: Any) -> Any:
    return table.set_column(table.column_names.index(name), name, values)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("actions", 1 << 24, r"is from another run: actions is 16777216 there and 584 in settings\.json"),
        ("seed", 2, r"is from another run: seed is 2 there and 1 in settings\.json"),
        ("layout", [], "is from another run: layout is"),
        ("seats", 100, "is from another run: seats is 100 there and 2"),
        ("first", 1, "games 1 to 1, which don't match its name"),
        ("last", 10**9, "games 0 to 999999999, which don't match its name"),
        ("last", 0, "is not a shard of decisions: ValueError: last is 0; allowed: 1 to"),
        ("first", "0", "is not a shard of decisions: TypeError: first must be an integer, not '0'"),
        ("unit", "0" * 16, "games 0 to 1, which don't match its name"),
        ("parts", [[0, 401, 0], [401, 405, 1]], "its parts are not contiguous from 0 to 401"),
        ("parts", [[0, 400, 0]], "its parts are not contiguous from 0 to 401"),
        ("parts", [[0, 401, 2]], r"is damaged: an observation does not have \d+ bytes"),
        ("parts", [[0, 1e999, 2]], "is not a shard of decisions: "),
        ("parts", None, "is not a shard of decisions: TypeError"),
    ],
)
def test_heads_of_strangers_are_checked(searched: Path, tmp_path: Path, key: str, value: Any, message: str) -> None:
    def change(table: Any, head: dict[str, Any]) -> Any:
        head[key] = value
        return table

    copy_with(searched, tmp_path, change)
    refused(tmp_path, message)


def lie(name: str, values: list[Any], most: int) -> None:
    """A lie in the values of a column."""
    row = next(index for index, value in enumerate(values) if value is not None)
    values[row] = {
        "legal": lambda: [*values[row][:-1], most],
        "visits": lambda: [1] * (len(values[row]) + 1),
        "observation": lambda: values[row][:-1],
        "value": lambda: float("inf"),
        "return": lambda: float("nan"),
    }.get(name, lambda: -1)()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("legal", r"is damaged: 'legal' has actions from \d+ to 584; allowed: 0 to 583"),
        ("action", r"is damaged: 'action' has actions from -1 to \d+; allowed: 0 to 583"),
        ("visits", "is damaged: 'visits' and 'legal' are lists of different lengths"),
        ("observation", r"is damaged: an observation does not have \d+ bytes"),
        ("game", "'game' has numbers from -1 to 1; allowed: 0 to 1"),
        ("ply", r"'ply' has numbers from -1 to \d+; allowed: 0 to"),
        ("seat", "'seat' has numbers from -1 to 1; allowed: 0 to 1"),
        ("bot", "'bot' has numbers from -1 to 0; allowed: 0 to 0"),
        ("value", "'value' has numbers that are not finite"),
        ("return", "'return' has numbers that are not finite"),
    ],
)
def test_rows_of_strangers_are_checked(searched: Path, tmp_path: Path, name: str, message: str) -> None:
    arrow = importlib.import_module("pyarrow")

    def change(table: Any, head: dict[str, Any]) -> Any:
        values = table.column(name).to_pylist()
        lie(name, values, head["actions"])
        return with_column(table, name, arrow.array(values, table.schema.field(name).type))

    copy_with(searched, tmp_path, change)
    refused(tmp_path, message, [{"legal": "mask", "visits": "policy"}.get(name, name)])


@pytest.mark.parametrize("name", ["game", "ply", "seat", "observation", "legal", "action", "return", "bot"])
def test_no_column_has_nulls(searched: Path, tmp_path: Path, name: str) -> None:
    arrow = importlib.import_module("pyarrow")
    copy_with(
        searched,
        tmp_path,
        lambda table, head: with_column(table, name, arrow.nulls(len(table), table.schema.field(name).type)),
    )
    refused(tmp_path, f"is damaged: '{name}' has nulls")


@pytest.mark.parametrize(
    ("items", "message"),
    [
        (0, "'visits' has a search without visits"),
        (-1, "'visits' has numbers from -1 to -1; allowed: 0 to"),
        (None, "'visits' has nulls in its lists"),
    ],
)
def test_a_search_has_visits(searched: Path, tmp_path: Path, items: Any, message: str) -> None:
    arrow = importlib.import_module("pyarrow")

    def change(table: Any, head: dict[str, Any]) -> Any:
        values = [None if one is None else [items] * len(one) for one in table.column("visits").to_pylist()]
        return with_column(table, "visits", arrow.array(values, arrow.list_(arrow.int32())))

    copy_with(searched, tmp_path, change)
    refused(tmp_path, message, ["policy"])


KINDS = ("string", "float64", "int64", "binary", "list of texts", "list of doubles", "null", "struct", "dictionary")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "name", ["game", "ply", "seat", "observation", "legal", "action", "visits", "value", "return", "bot"]
)
def test_each_column_has_its_type(searched: Path, tmp_path: Path, name: str, kind: str) -> None:
    arrow = importlib.import_module("pyarrow")
    value, of = {
        "string": ("x", arrow.string()),
        "float64": (1.5, arrow.float64()),
        "int64": (1, arrow.int64()),
        "binary": (b"x", arrow.binary()),
        "list of texts": (["x"], arrow.list_(arrow.string())),
        "list of doubles": ([1.5], arrow.list_(arrow.float64())),
        "null": (None, arrow.null()),
        "struct": ({"a": 1}, arrow.struct({"a": arrow.int32()})),
        "dictionary": ("x", arrow.dictionary(arrow.int32(), arrow.string())),
    }[kind]
    if (name, kind) in {("game", "int64"), ("observation", "binary")}:
        pytest.skip("its own type")
    copy_with(searched, tmp_path, lambda table, head: with_column(table, name, arrow.array([value] * len(table), of)))
    refused(tmp_path, f"is not a shard of decisions: column '{name}' is '.*'; allowed: '", ["mask"])
    with pytest.raises(ValueError, match=f"column '{name}' is "):
        len(data.load(tmp_path))


def test_each_column_is_there_once_and_rows_are_few(searched: Path, tmp_path: Path) -> None:
    arrow = importlib.import_module("pyarrow")
    changes = {
        "column 'bot' is missing; allowed": lambda table, head: table.drop(["bot"]),
        "column 'bot' is 'int16', 'int16'; allowed": lambda table, head: table.append_column("bot", table["bot"]),
        "it has 0 rows; allowed: 1 to": lambda table, head: table.slice(0, 0),
        r"it has \d+ rows; allowed: 1 to": lambda table, head: arrow.concat_tables([table] * 50),
    }
    for number, (message, change) in enumerate(changes.items()):
        (tmp_path / str(number)).mkdir()
        copy_with(searched, tmp_path / str(number), change)
        refused(tmp_path / str(number), message, ["mask"])


def test_lists_are_no_longer_than_a_game_allows(searched: Path, tmp_path: Path) -> None:
    """Ten million actions in some kilobytes."""
    arrow = importlib.import_module("pyarrow")

    def change(table: Any, head: dict[str, Any]) -> Any:
        ends = np.full(len(table) + 1, 10**7, np.int32)
        ends[0] = 0
        lists = arrow.ListArray.from_arrays(arrow.array(ends), arrow.array(np.zeros(10**7, np.int16)))
        return with_column(table, "legal", lists)

    shard = copy_with(searched, tmp_path, change)
    assert shard.stat().st_size < 1_000_000
    refused(tmp_path, r"'legal.list.element' has \d+ values; allowed: 584 per row", ["mask"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names there")
def test_pipes_are_not_opened(place: Path, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes((place / "settings.json").read_bytes())
    (tmp_path / "shards").mkdir()
    os.mkfifo(tmp_path / "shards" / min((place / "shards").iterdir()).name)
    rows = data.load(tmp_path)
    for read in (rows.arrow, rows.__len__, lambda: next(rows.batches())):
        with pytest.raises(ValueError, match=r"parquet is not a plain file"):
            read()


def test_every_damage_is_a_value_error_that_names_the_file(searched: Path, tmp_path: Path) -> None:
    """Files that are cut or have other bytes, in their pages and in their foot."""
    shard = copy_with(searched, tmp_path, lambda table, head: table)
    whole = shard.read_bytes()
    luck = np.random.default_rng(1)
    said: list[str] = []
    contents = [b"", whole[:4], whole[:-1], whole[: len(whole) // 2], whole[-4000:], b"\0" * 5000]
    for _ in range(400):
        changed = np.frombuffer(whole, np.uint8).copy()
        at = luck.integers(0, len(whole), 3) if luck.integers(2) else -luck.integers(1, 3000, 2)
        changed[at] = luck.integers(0, 256, len(at))
        contents.append(changed.tobytes())
    for content in contents:
        shard.write_bytes(content)
        try:
            rows = data.load(tmp_path)
            list(rows.batches(columns=data.dataset.COLUMNS))
            len(rows)
        except ValueError as error:
            said.append(str(error))
    assert len(said) > 100
    assert [words for words in said if shard.name not in words] == []


def test_shards_of_other_runs_are_refused(place: Path, tmp_path: Path) -> None:
    """However they are called."""
    options: dict[str, Any] = {"unit_games": 3, "progress": False}
    data.selfplay("onda(players=2,rounds=1)", ["random"], 3, out=tmp_path / "seed", seed=2, **options)
    data.selfplay("tidal(players=2)", ["random"], 3, out=tmp_path / "tidal", seed=1, **options)
    first, second, *_ = sorted((place / "shards").iterdir())
    others = {
        "another run: seed is 2 there and 1 in": next((tmp_path / "seed/shards").iterdir()),
        "another run: game is 'tidal' there and 'onda' in": next((tmp_path / "tidal/shards").iterdir()),
        "games 3 to 5, which don't match its name": second,
    }
    for number, (message, other) in enumerate(others.items()):
        folder = tmp_path / str(number)
        (folder / "shards").mkdir(parents=True)
        (folder / "settings.json").write_bytes((place / "settings.json").read_bytes())
        (folder / "shards" / first.name).write_bytes(other.read_bytes())
        refused(folder, f"{first.name} .*{message}")
        with pytest.raises(ValueError, match=message):
            len(data.load(folder))
        (folder / "shards" / first.name).rename(folder / "shards/mine.parquet")
        refused(folder, r"must hold only the run's shards, NUMBER-ID\.parquet, not 'mine\.parquet'")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("bots", [1, 2], r"bots must be 1 to 1000 strings"),
        ("bots", [], r"bots must be 1 to 1000 strings, not \[\]"),
        ("seed", "x", r"seed must be an integer, not 'x' \(str\)"),
        ("seed", -1, r"seed is -1; allowed: 0 to 2\^64 - 1"),
        ("seed", True, r"seed must be an integer, not True \(bool\)"),
        ("unit", 0, "unit is 0; allowed: 1 to 1000000"),
        ("timeout_ms", 0.5, "timeout_ms must be an integer, not 0.5"),
        ("version", [[1]], r"version must be a string, not \[\[1\]\]"),
        ("game", "chess", "no game 'chess'"),
        ("game", "tidal", "tidal: "),
        ("backend", "none", "backend is 'none'; allowed: "),
        ("options", [], r"options must be an object, not \[\]"),
        ("options", {"players": 9}, "onda: "),
        ("options", {"deck": "/etc/passwd"}, "onda: "),
        ("actions", 1 << 24, "actions is 16777216; its game has 584"),
        ("seats", 3, "seats is 3; its game has 2"),
        ("layout", [], r"layout is \[\]; its game has \[\["),
        ("more", 1, "'more' is not a setting"),
        ("format", 3, "has another format"),
    ],
)
def test_settings_of_strangers_are_checked(place: Path, tmp_path: Path, key: str, value: Any, message: str) -> None:
    settings = json.loads((place / "settings.json").read_bytes())
    (tmp_path / "settings.json").write_text(json.dumps({**settings, key: value}))
    refused(tmp_path, f"is not a folder of decisions: .*{message}")
    if key != "more":
        del settings[key]
        (tmp_path / "settings.json").write_text(json.dumps(settings))
        refused(tmp_path, "another format" if key == "format" else f"'{key}' is missing")


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
def test_pytorch_reads_it(place: Path) -> None:
    loader = importlib.import_module("torch.utils.data").DataLoader
    rows = data.load(place)
    found = list(loader(rows.torch(50, columns=KEYS), batch_size=None))
    assert sorted(keys(iter(found))) == keys(rows.batches(columns=KEYS))


@pytest.mark.skipif(importlib.util.find_spec("torch") is not None, reason="PyTorch is installed")
def test_without_pytorch_the_error_names_the_extra(place: Path) -> None:
    with pytest.raises(ImportError, match="pip install torch"):
        data.load(place).torch()


def test_shards_that_are_packed_unlike_are_mixed(tmp_path: Path) -> None:
    """Namima's scores grow from shard to shard: some need larger kinds than others."""
    game = "namima(games=3,variant=sazanami,players=2)"
    data.selfplay(game, ["random"], 6, out=tmp_path, seed=4, unit_games=1, progress=False)
    rows = data.load(tmp_path)
    schemas = (importlib.import_module("pyarrow.parquet").read_schema(tmp_path / name) for name in rows.shards)
    heads = {str(json.loads(schema.metadata[b"uneri"])["parts"]) for schema in schemas}
    columns = ("game", "ply", "observation", "mask")
    in_order = {
        (int(b["game"][i]), int(b["ply"][i])): b["observation"][i].tobytes()
        for b in rows.batches(columns=columns)
        for i in range(len(b["ply"]))
    }
    for batch in rows.batches(50, columns=columns, shuffle=1, mix=6):
        for i in range(len(batch["ply"])):
            assert in_order.pop((int(batch["game"][i]), int(batch["ply"][i]))) == batch["observation"][i].tobytes()
    assert not in_order
    assert len(heads) > 1


def test_a_run_without_a_finished_shard_is_refused(place: Path, tmp_path: Path) -> None:
    """Its rows may lie elsewhere: none of them is no data set."""
    (tmp_path / "settings.json").write_bytes((place / "settings.json").read_bytes())
    with pytest.raises(ValueError, match="holds no games yet") as error:
        data.load(tmp_path)
    assert str(tmp_path) in str(error.value)
