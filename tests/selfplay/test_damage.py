"""Shards with wrong bits: by accident, or by a stranger who makes a right digest."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from pathlib import Path
from subprocess import run
from typing import Any

import numpy as np
import pytest

from uneri import data
from uneri.data import footer

pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
pytestmark = pytest.mark.adapters

SHORT = "onda(players=2,rounds=1)"
EVERY = bool(os.environ.get("UNERI_EVERY_BIT"))
"""All 50,000 bits of a footer instead of some, in ten minutes."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    data.selfplay(SHORT, ["random", "ismcts:sims=8"], 6, out=folder, seed=1)
    return folder


def shard_in(place: Path) -> Path:
    (shard,) = (place / "shards").glob("*.parquet")
    return shard


def test_a_wrong_bit_is_found_wherever_it_is(place: Path) -> None:
    whole = shard_in(place).read_bytes()
    assert footer.has_own_digest(whole)
    start = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little") - 32
    for at in (*range(0, start, 97), *range(start, len(whole))):
        for bit in range(8) if at >= start else (3,):
            wrong = bytearray(whole)
            wrong[at] ^= 1 << bit
            assert not footer.has_own_digest(bytes(wrong)), (at, bit)
    for end in (0, 1, 8, 39, 40, len(whole) - 1):
        assert not footer.has_own_digest(whole[:end])


def test_a_shard_with_a_wrong_bit_is_refused_by_name_and_played_again(place: Path, tmp_path: Path) -> None:
    shutil.copytree(place, tmp_path, dirs_exist_ok=True)
    shard = shard_in(tmp_path)
    whole = shard.read_bytes()
    shard.write_bytes(whole[:-1000] + bytes([whole[-1000] ^ 4]) + whole[-999:])
    rows = data.load(tmp_path)
    for read in (rows.__len__, rows.arrow, lambda: next(rows.batches())):
        with pytest.raises(ValueError, match=f"{shard.name} is damaged: its digest does not match its bytes"):
            read()
    made = data.selfplay(SHORT, ["random", "ismcts:sims=8"], 6, out=tmp_path, seed=1, resume=True)
    assert made.kept == 0
    assert shard.read_bytes() == whole


READS = """
import sys
from pathlib import Path
import pyarrow
from uneri import data
from uneri.data import footer

place, step, end = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
(shard,) = (place / "shards").iterdir()
whole = shard.read_bytes()
start = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
plain = whole[: start - 32] + whole[start:]
tried = 0
for spot in range(8 * (start - 32), 8 * min(len(plain), start - 32 + end), step):
    wrong = bytearray(plain)
    wrong[spot // 8] ^= 1 << spot % 8
    shard.write_bytes(footer.add_digest(bytes(wrong)))
    rows = data.load(place)
    for read in (rows.__len__, lambda: list(rows.batches(columns=data.dataset.COLUMNS))):
        try:
            read()
        except ValueError as error:
            assert shard.name in str(error) and str(error).isprintable() and len(str(error)) < 700, repr(str(error))
    try:
        rows.arrow().count_rows()
    except (ValueError, OSError, pyarrow.ArrowException):  # pyarrow reads the file unchecked
        pass
    tried += 1
print(tried)
"""


@pytest.mark.subprocess
def test_a_wrong_bit_under_a_right_digest_ends_no_process(place: Path, tmp_path: Path) -> None:
    """pyarrow ends the process where it reads statistics of a column that don't fit: most of the footer's first kilobyte."""
    shutil.copytree(place, tmp_path, dirs_exist_ok=True)
    words = [str(tmp_path), "1" if EVERY else "23", str(1 << 20 if EVERY else 1000)]
    done = run([sys.executable, "-c", READS, *words], capture_output=True, text=True, check=False, timeout=3000)
    assert done.returncode == 0, done.stderr[-500:]
    assert int(done.stdout) > 300


def test_numbers_in_a_footer_are_those_that_pyarrow_reads(place: Path) -> None:
    content = shard_in(place).read_bytes()
    told = importlib.import_module("pyarrow.parquet").read_metadata(shard_in(place))
    group = told.row_group(0)
    columns = [group.column(index) for index in range(told.num_columns)]
    assert list(footer.read_column_values(content)) == [
        (group.num_rows, column.path_in_schema, column.num_values) for column in columns
    ]


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"\x0c" * 1000,  # structures in structures
        b"\x19\x99" * 1000,  # lists in lists
        b"\x19\xf9\xff\xff\xff\xff\x0f",  # a list of a great many lists
        b"\x15" + b"\xff" * 100,  # a number without an end
        b"\x18\xff\xff\xff\xff\x0f",  # a text longer than the file
        b"\x1b\x01",  # a map, which no footer has
    ],
)
def test_footers_that_are_none(told: bytes) -> None:
    content = b"PAR1" + told + len(told).to_bytes(4, "little") + b"PAR1"
    with pytest.raises(ValueError, match="its footer "):
        list(footer.read_column_values(content))


def test_an_action_is_one_of_the_legal_ones(place: Path, tmp_path: Path) -> None:
    pa, parquet = (importlib.import_module(name) for name in ("pyarrow", "pyarrow.parquet"))
    shutil.copytree(place, tmp_path, dirs_exist_ok=True)
    shard = shard_in(tmp_path)
    table = parquet.read_table(shard)
    actions = table["action"].to_pylist()
    row = len(actions) // 2
    actions[row] = next(action for action in range(584) if action not in table["legal"][row].as_py())
    parquet.write_table(table.set_column(5, "action", pa.array(actions, pa.int16())), shard)
    shard.write_bytes(footer.add_digest(shard.read_bytes()))
    with pytest.raises(ValueError, match=f"{shard.name} is damaged: 'action' has one that isn't legal in its row"):
        next(data.load(tmp_path).batches())


def test_shards_of_the_format_before_are_read(place: Path, tmp_path: Path) -> None:
    """They have no digest."""
    json, parquet = (importlib.import_module(name) for name in ("json", "pyarrow.parquet"))
    found = json.loads((place / "settings.json").read_bytes()) | {"format": 1}
    (tmp_path / "settings.json").write_text(json.dumps(found))
    (tmp_path / "shards").mkdir()
    table = parquet.read_table(shard_in(place))
    unit = data.shards.Run(found, 0, 0).unit(0, 6)
    head = json.loads(table.schema.metadata[b"uneri"]) | {"format": 1, "unit": unit.id}
    parquet.write_table(
        table.replace_schema_metadata({b"uneri": json.dumps(head)}), tmp_path / data.shards.name_shard(unit)
    )
    old, new = (next(data.load(folder).batches(columns=("action",))) for folder in (tmp_path, place))
    assert np.array_equal(old["action"], new["action"])
    with pytest.raises(ValueError, match="holds another run: format is 1 there and 2 here"):
        data.selfplay(SHORT, ["random", "ismcts:sims=8"], 6, out=tmp_path, seed=1, resume=True)


def test_what_others_leave_beside_shards_is_passed_over(place: Path, tmp_path: Path) -> None:
    """File managers, backups and Hadoop: hidden files, and files that are no shards."""
    options: dict[str, Any] = {"seed": 1, "progress": False}
    for name in (".DS_Store", "._.DS_Store"):
        (tmp_path / name).write_bytes(b"\0\5\26\7")  # of the folder that is still to be used
    data.selfplay(SHORT, ["greedy"], 6, out=tmp_path, unit_games=3, **options)
    count = len(data.load(tmp_path))
    shard = next((tmp_path / "shards").iterdir()).name
    for name in (
        ".DS_Store",
        f"._{shard}",
        "_SUCCESS",
        "_metadata.parquet",
        "Thumbs.db",
        "desktop.ini",
        f"{shard}.crc",
    ):
        (tmp_path / "shards" / name).write_bytes(b"\0\5\26\7")
    rows = data.load(tmp_path)
    assert sum(len(batch["action"]) for batch in rows.batches()) == len(rows) == rows.arrow().count_rows() == count
    made = data.selfplay(SHORT, ["greedy"], 6, out=tmp_path, unit_games=3, resume=True, **options)
    assert (made.games, made.kept) == (6, 6)
