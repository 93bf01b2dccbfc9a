"""Reading data sets: every row once, in any order, by any number of readers."""

from __future__ import annotations

import importlib.util
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from uneri import data

pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
pytestmark = pytest.mark.adapters

KEYS = ("game", "ply")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    data.selfplay("onda(players=2,rounds=1)", ["random"], 20, out=folder, seed=1, unit_games=3)
    return folder


def keys(batches: Iterator[data.reading.Batch]) -> list[tuple[int, int]]:
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
    with pytest.raises(ValueError, match=r"is no folder of decisions: there is no settings\.json"):
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


def changed(name: str, table: Any) -> Any:
    """A shard with a lie in it."""
    arrow = importlib.import_module("pyarrow")
    column = {"actions": "legal", "parts": "legal"}.get(name, name)
    values = table.column(column).to_pylist()
    head = json.loads(table.schema.metadata[b"uneri"])
    if name == "actions":
        head["actions"] = 10**9
    elif name == "parts":
        head["parts"][-1][2] = 2
    elif name == "legal":
        values[0] = [*values[0][:-1], head["actions"]]
    elif name == "action":
        values[1] = -1
    elif name == "visits":
        values[0] = [1] * (len(table.column("legal")[0]) + 1)
    elif name == "observation":
        values[1] = values[1][:-1]
    table = table.set_column(
        table.schema.get_field_index(column), column, arrow.array(values, table.schema.field(column).type)
    )
    return table.replace_schema_metadata({b"uneri": json.dumps(head).encode()})


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("actions", "is no shard of decisions: ValueError: actions is 1000000000; allowed: 1 to"),
        ("parts", r"is damaged: an observation has not \d+ bytes"),
        ("legal", r"is damaged: 'legal' has actions from \d+ to 584; allowed: 0 to 583"),
        ("action", r"is damaged: 'action' has actions from -1 to \d+; allowed: 0 to 583"),
        ("visits", "is damaged: 'visits' and 'legal' are lists of different lengths"),
        ("observation", r"is damaged: an observation has not \d+ bytes"),
    ],
)
def test_shards_of_strangers_are_checked(place: Path, tmp_path: Path, name: str, message: str) -> None:
    parquet = importlib.import_module("pyarrow.parquet")
    (tmp_path / "settings.json").write_bytes((place / "settings.json").read_bytes())
    (tmp_path / "shards").mkdir()
    whole = min((place / "shards").iterdir())
    parquet.write_table(changed(name, parquet.read_table(whole)), tmp_path / "shards" / whole.name)
    with pytest.raises(ValueError, match=message):
        list(data.load(tmp_path).batches(columns=("observation", "mask", "action", "policy")))


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
def test_pytorch_reads_it(place: Path) -> None:
    loader = importlib.import_module("torch.utils.data").DataLoader
    rows = data.load(place)
    found = list(loader(rows.torch(50, columns=KEYS), batch_size=None))
    assert sorted(keys(iter(found))) == keys(rows.batches(columns=KEYS))


@pytest.mark.skipif(importlib.util.find_spec("torch") is not None, reason="PyTorch is installed")
def test_without_pytorch_the_error_names_the_extra(place: Path) -> None:
    with pytest.raises(ImportError, match=r'pip install "uneri\[torch\]"'):
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
