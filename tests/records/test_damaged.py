"""Damaged records: never a crash, never another game taken for the recorded one; and disks that fill up."""

from __future__ import annotations

import errno
import gzip
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import uneri
from _forge import resummed
from uneri import records
from uneri.records import files
from uneri.records.lines import DEEPEST
from uneri.testing import SplitMix64

SHORT: dict[str, dict[str, Any]] = {
    "namima": {"variant": "sazanami", "players": 2, "games": 1},
    "onda": {"players": 2, "rounds": 1},
    "solo": {"players": 2, "max_rounds": 1, "turn_cap": 20},
    "tacta": {"players": 2},
    "tidal": {"players": 2},
}
DAMAGES = 240  # of each kind and game: above a thousand in all five games, less those that change nothing


def played(name: str, seed: int = 7) -> records.Record:
    return records.record(uneri.load_game(name, **SHORT[name]), ["random"] * 2, seed)


def outcome(path: Path, wanted: list[records.Record]) -> str:
    """Reads and checks everything: the error, or "" if the games are those that were written."""
    error: records.RecordError | None = None
    try:
        found = list(records.read(path))
        for record in found:
            record.check()
    except records.RecordError as caught:
        error = caught
    if error is not None:
        assert re.match(rf"{re.escape(str(path))}, line \d+: ", str(error))
        assert 1 <= error.line <= 2000
        return str(error)
    assert found == wanted
    return ""


def damaged_bytes(data: bytes, kind: int, rng: SplitMix64) -> bytes:
    """One of ten ways in which files go bad."""
    at, lines = rng.below(len(data)), data.splitlines(keepends=True)
    row, other = rng.below(len(lines)), rng.below(len(lines))
    match kind:
        case 0:
            return data[:at] + bytes([data[at] ^ 1 << rng.below(8)]) + data[at + 1 :]
        case 1:
            return data[:at]
        case 2:
            return data[:at] + bytes([rng.below(256)]) + data[at:]
        case 3:
            return data[:at] + data[at + 1 + rng.below(40) :]
        case 4:
            return b"".join(lines[:row] + lines[row + 1 :])
        case 5:
            return b"".join(lines[: row + 1] + lines[row:])
        case 6:
            lines[row], lines[other] = lines[other], lines[row]
            return b"".join(lines)
        case 7:
            return data[:at] + data[at : at + 30] + data[at:]
        case 8:
            return b"".join(lines[:row]) + b"\n" + b"".join(lines[row:])
        case _:
            return data[:at] + bytes(64) + data[at + 64 :]


def test_damaged_bytes(name: str, tmp_path: Path) -> None:
    wanted = [played(name), played(name, 8)]
    data = b"".join(record.to_bytes() for record in wanted)
    path, rng = tmp_path / "damaged.uneri.jsonl", SplitMix64(1)
    refused = 0
    for trial in range(DAMAGES):
        broken = damaged_bytes(data, trial % 10, rng)
        path.write_bytes(broken)
        if broken in (data, b"") or wanted[0].to_bytes() == broken:  # no damage, or games missing at the end
            continue
        refused += outcome(path, wanted) != ""
    assert refused > DAMAGES * 0.9  # what is left over touched only blanks


def test_packed_damage(name: str, tmp_path: Path) -> None:
    wanted = [played(name)]
    path, rng = tmp_path / "damaged.uneri.jsonl.gz", SplitMix64(2)
    data = gzip.compress(wanted[0].to_bytes(), mtime=0)
    for trial in range(DAMAGES // 2):
        at = rng.below(len(data))
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << rng.below(8)]) + data[at + 1 :] if trial % 2 else data[:at])
        if path.stat().st_size:
            outcome(path, wanted)


def mutated(value: Any, rng: SplitMix64) -> Any:
    """Plain data with one place changed."""
    if isinstance(value, dict) and value and rng.below(8):
        key = sorted(value)[rng.below(len(value))]
        return {**value, key: mutated(value[key], rng)}
    if isinstance(value, list) and value and rng.below(8):
        at = rng.below(len(value))
        return [*value[:at], mutated(value[at], rng), *value[at + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) and rng.below(3):
        return value + (1, -1, 2**70, 7)[rng.below(4)]
    choices = (None, True, -1, 0.5, "", "x", [], [[]], {}, {"a": 1}, [0] * 9, 2**63)
    return choices[rng.below(len(choices))]


@pytest.mark.slow
def test_lies_with_good_checksums(name: str, tmp_path: Path) -> None:
    """What is played again gives every field but the names and the writer's version."""
    wanted = played(name)
    contents, path, rng = wanted.contents(), tmp_path / "lies.uneri.jsonl", SplitMix64(3)
    for trial in range(DAMAGES):
        row = rng.below(len(contents)) if trial % 3 else (0, 1, len(contents) - 1)[rng.below(3)]
        changed = mutated(contents[row], rng)
        if not isinstance(changed, dict):
            continue
        again = [*contents[:row], changed, *contents[row + 1 :]]
        if row == 0 and {**changed, "players": 0, "uneri": 0} == {**contents[0], "players": 0, "uneri": 0}:
            continue
        path.write_bytes(resummed(again))
        try:
            (record,) = records.read(path)
            for seat in range(2):
                record.view(seat)
        except records.RecordError:
            pass
        if json.dumps(changed) != json.dumps(contents[row]):
            assert outcome(path, [wanted]) != "", changed


def change(**fields: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda content: {**content, **fields}


def drop(field: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda content: {name: value for name, value in content.items() if name != field}


def deep(content: dict[str, Any]) -> dict[str, Any]:
    inner: Any = 1
    for _ in range(DEEPEST):
        inner = [inner]
    return {**content, "options": {"a": inner}}


@pytest.mark.parametrize(
    ("row", "edit", "words"),
    [
        (0, change(format=2), "line 1: format is 2; this library reads 1"),
        (0, change(format=None), "line 1: format is None"),
        (0, change(rules=1), "line 1: it was played by version 1 of the rules; this library plays 2"),
        (0, change(game="chess"), "line 1: no game 'chess'"),
        (0, change(game=3), "line 1: 'game' must be a string, not 3"),
        (0, change(options={"players": 99}), "line 1: onda: option 'players'"),
        (0, change(options={}), "line 1: its options are not complete"),
        (0, change(seed=-1), "line 1: 'seed' must be an integer .* or null, not -1"),
        (0, change(seed=8), "line 2: chance outcome .* is not the seed's"),
        (0, change(players=["a"]), "line 1: it has 1 players; the game has 2"),
        (0, change(views=False), r"line 2: private\.0 is .*; the game gives None"),
        (0, change(event=1), "line 1: 'event' must be a string of at most 1000 characters, not 1"),
        (5, change(marks=["x"]), r"line 6: 'marks' must be a list of at most 6 items, each one of !, "),
        (0, drop("seed"), "line 1: 'seed' is missing"),
        (0, deep, f"line 1: nested deeper than {DEEPEST}"),
        (0, change(type="end"), "line 1: type is 'end'; allowed here: 'game'"),
        (1, change(type="move"), "line 2: type is 'move'; allowed here: 'deal'"),
        (1, change(full={"chance": []}), "line 2: a chance outcome is missing|line 2: chance outcome"),
        (1, change(public={"changes": [1]}), "line 2: 'public' must be "),
        (1, change(private={"01": {}}), "line 2: 'private' must be "),
        (5, change(ply=9), "line 6: 'ply' must be 3, not 9"),
        (5, change(full={"seat": 0, "action": 7, "text": "x"}), "line 6: "),
        (5, change(full={"seat": 0}), "line 6: 'full' must be "),
        (5, change(public={"seat": 1, "action": 400}), r"line 6: public\."),
        (-1, change(plies=3), "'plies' must be "),
        (-1, change(over=False), "over is False; the game gives True"),
        (-1, change(returns=[0.0, 0.0]), r"returns is \[0.0, 0.0\]; the game gives"),
        (-1, change(state="0" * 16), "state is '0000000000000000'; the game gives"),
        (-1, drop("type"), "type is None; allowed here: 'move', 'end'"),
    ],
)
def test_what_is_wrong_is_named(row: int, edit: Any, words: str, tmp_path: Path) -> None:
    wanted = played("onda")
    contents, path = wanted.contents(), tmp_path / "wrong.uneri.jsonl"
    contents[row] = edit(contents[row])
    path.write_bytes(resummed(contents))
    assert re.search(words, outcome(path, [wanted]))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"\xff\n", "line 1: no UTF-8 text"),
        (b"\n", "line 1: an empty line"),
        (b"[1]\n", "line 1: the line must be an object, not a list"),
        (b"{} {}\n", "line 1: no JSON: there is more after the first value"),
        (b'{"a":1,"a":2}\n', "line 1: key 'a' occurs twice in one object"),
        (b'{"a":NaN}\n', "line 1: no JSON: NaN is not JSON"),
        (b'{"a":1e999,"sum":"00000000"}\n', "line 1: no plain data"),
        (b'{"a":' + b"9" * 5000 + b"}\n", "line 1: no JSON"),
        (b"[" * 100_000 + b"\n", "line 1: no JSON"),
        (b'{"type":"deal"}\n', "line 1: no checksum"),
        (b'{"type":"deal","sum":"00000000"}\n', "line 1: the checksum is wrong"),
    ],
)
def test_lines_that_are_none(line: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.uneri.jsonl"
    path.write_bytes(line)
    with pytest.raises(records.RecordError, match=words):
        list(records.read(path))


def test_a_line_without_end_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LONGEST_LINE", 1000)
    path = tmp_path / "long.uneri.jsonl"
    path.write_bytes(b" " * 5000)
    with pytest.raises(records.RecordError, match="line 1: a line of more than 1000 bytes"):
        list(records.read(path))


def test_spelling_is_free(tmp_path: Path) -> None:
    """Other line ends, blanks and orders of keys are the same record."""
    wanted = played("tidal")
    path = tmp_path / "spelled.uneri.jsonl"
    lines = [json.dumps(json.loads(line), sort_keys=True) for line in wanted.to_bytes().decode().splitlines()]
    path.write_bytes("\r\n".join(lines).encode())
    assert outcome(path, [wanted]) == ""
    records.write(path, [played("tidal", 8)], append=True)  # behind a last line without an end
    assert list(records.read(path)) == [wanted, played("tidal", 8)]


class Full(io.FileIO):
    """A disk with little room."""

    room = 0

    def write(self, data: Any) -> int:
        taken = super().write(memoryview(data)[: max(0, Full.room - self.tell())])
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        return taken


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_a_full_disk(ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [played("tidal", seed) for seed in range(4)]
    path = tmp_path / f"full.uneri.jsonl{ending}"
    records.write(path, games[:2])
    Full.room = path.stat().st_size + 300
    monkeypatch.setattr(files, "_raw", Full)
    with pytest.raises(OSError, match="cannot write game 3, those before it are whole: No space left") as caught:
        records.write(path, games)
    assert caught.value.errno == errno.ENOSPC
    assert caught.value.filename == str(path)
    assert list(records.read(path)) == games[:2]
    Full.room = 1 << 30
    records.write(path, games[2:], append=True)
    assert list(records.read(path)) == games


class Gone(io.RawIOBase):
    """A pipe that nobody reads."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")


def test_a_closed_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_raw", lambda *_: Gone())
    writer = records.Writer("pipe.uneri.jsonl")
    with pytest.raises(BrokenPipeError, match="cannot write game 1, those before it are whole: Broken pipe"):
        writer.write(played("tidal"))
    writer.close()
    with pytest.raises(ValueError, match=r"pipe\.uneri\.jsonl is closed"):
        writer.write(played("tidal"))


def test_no_place_to_write(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="none"):
        records.Writer(tmp_path / "none" / "x.uneri.jsonl")
    path = tmp_path / "text.uneri.jsonl"
    path.write_text("no record\n")
    with pytest.raises(records.RecordError, match="line 1: no JSON"):
        records.Writer(path, append=True)
    assert path.read_text() == "no record\n"
