"""Lines that the core reads and writes are what Python's json makes of them; the rest it leaves to Python."""

from __future__ import annotations

import gc
import json
import random
import time
from typing import Any

import pytest

from uneri import _core, records
from uneri._util.strict_json import JSONError, read_json
from uneri.records.lines import canonical

TEXTS = ("", "KEEP", "a b", "M B1.B2", "x/y", "~", "0")
ODD: tuple[Any, ...] = ("é", 'a"b', "a\\b", "\n", "\x7f", "\ud800", 1 << 70, float("nan"), float("inf"), {1: 2}, b"x")
NUMBERS = (
    0,
    -1,
    7,
    10**15,
    -(2**63),
    2**63 - 1,
    0.0,
    -0.0,
    0.5,
    1e-5,
    1e-4,
    1.5e16,
    1e16,
    123456789.125,
    5e-324,
    0.1 + 0.2,
)


def drawn(rng: random.Random, depth: int, odd: float = 0.0) -> Any:
    if rng.random() < odd:
        return rng.choice(ODD)
    kind = rng.randrange(6 if depth < 5 else 4)
    if kind == 0:
        return rng.choice(TEXTS)
    if kind < 3:
        return rng.choice((*NUMBERS, rng.randrange(-99, 99), rng.uniform(-2, 2), 10 ** rng.uniform(-30, 30)))
    if kind == 3:
        return rng.choice((None, True, False))
    if kind == 4:
        return [drawn(rng, depth + 1, odd) for _ in range(rng.randrange(4))]
    return {rng.choice("abcdefgh") * rng.randrange(1, 3): drawn(rng, depth + 1, odd) for _ in range(rng.randrange(5))}


def contents(seed: int, count: int, odd: float = 0.0) -> list[dict[str, Any]]:
    rng = random.Random(seed)
    return [{rng.choice("zyxwv"): drawn(rng, 1, odd) for _ in range(4)} for _ in range(count)]


def test_lines_are_written_as_json_writes_them() -> None:
    for content in contents(1, 2000):
        text, covered = _core.write_line(content)
        assert text == json.dumps(content, separators=(",", ":"))
        assert covered == canonical(content)


def test_what_json_must_write_is_left_to_it() -> None:
    left = 0
    for content in contents(2, 2000, odd=0.05):
        found = _core.write_line(content)
        if found is None:
            left += 1
            continue
        assert found == (json.dumps(content, separators=(",", ":")), canonical(content))
    assert 200 < left < 1800
    for odd in ODD:
        assert _core.write_line({"a": odd}) is None
    assert _core.write_line({"é": 1}) is None


def test_lines_are_read_as_json_reads_them() -> None:
    rng = random.Random(3)
    for content in contents(4, 2000):
        place = rng.randrange(len(content) + 1)
        entries = list(content.items())
        line = json.dumps(
            dict([*entries[:place], ("sum", "0a1b"), *entries[place:]]),
            separators=rng.choice([(",", ":"), (" , ", " : ")]),
        )
        found, given, covered = _core.read_line(f" {line}\r\n".encode())
        assert repr(found) == repr(content)  # in the same order, of the same types
        assert list(found) == list(content)
        assert (given, covered) == ("0a1b", canonical(content))


@pytest.mark.parametrize(
    "line",
    [
        '{"sum":"0"', '{"sum":"0"}x', '{"sum":"0"}{}', '{"a":1}', '{"sum":1}', '{"sum":"0","sum":"0"}', '{"sum":"0","a":1,"a":1}',
        '{"sum":"0","a":01}', '{"sum":"0","a":-}', '{"sum":"0","a":1.}', '{"sum":"0","a":.5}', '{"sum":"0","a":1e}', '{"sum":"0","a":+1}',
        '{"sum":"0","a":NaN}', '{"sum":"0","a":1e999}', '{"sum":"0","a":-0}', '{"sum":"0","a":9223372036854775808}',
        '{"sum":"0","a":"é"}', '{"sum":"0","a":"\\u0041"}', '{"sum":"0","a":"\x7f"}', '{"sum":"0","a":"\t"}', '{"sum":"0",}',
        '{"sum":"0","a":[1,]}', '{"sum":"0","a":[1 2]}', '{"sum":"0" "a":1}', '{sum:"0"}', '{"sum":"0","a":tru}', '[]', '""', '', ' ',
        '{"sum":"0","a":' + "[" * 40 + "]" * 40 + "}", '\ufeff{"sum":"0"}', '{"sum":"0","a":"b}', '{"sum":"0","a":nul', '{"sum":"0","a":-',
    ],
)  # fmt: skip
def test_what_is_unusual_is_left_to_python(line: str) -> None:
    assert _core.read_line(line.encode()) is None


def test_damaged_lines_are_never_read_otherwise() -> None:
    rng = random.Random(5)
    read = 0
    for content in contents(6, 3000):
        line = bytearray(json.dumps({**content, "sum": "0a"}, separators=(",", ":")).encode())
        for _ in range(rng.randrange(1, 3)):
            place = rng.randrange(len(line))
            line[place : place + rng.randrange(2)] = bytes([rng.choice(b'{}[]",:0123456789.eE+-tfn\\ \x00\xff')])
        found = _core.read_line(bytes(line))
        if found is None:
            continue
        read += 1
        try:
            slow = read_json(bytes(line))
        except JSONError:
            pytest.fail(f"{bytes(line)!r} is not JSON")
        assert slow.pop("sum") == found[1]
        assert repr(found[0]) == repr(slow)
        assert found[2] == canonical(slow)
    assert read > 100


def test_moves_that_were_read_are_no_work_for_the_garbage_collector(tmp_path: Any) -> None:
    path = tmp_path / "game.uneri.jsonl"
    records.write(path, [records.record("namima(games=1)", ["random"] * 4, seed=3)])
    (record,) = records.read(path)
    assert len(record) > 50
    assert not any(map(gc.is_tracked, record.moves))
    assert record == records.Record.from_actions(
        record.load_game(), [move.action for move in record.moves], seed=3, players=record.players
    )


@pytest.mark.unsanitized
def test_reading_and_writing_take_little_time(tmp_path: Any) -> None:
    path = tmp_path / "games.uneri.jsonl"
    made = [records.record("onda(players=3)", ["random"] * 3, seed=seed) for seed in range(4)]
    moves = sum(map(len, made))

    def least(work: Any) -> float:
        times = []
        for _ in range(10):
            begun = time.process_time()
            work()
            times.append((time.process_time() - begun) / moves)
        return min(times)

    assert least(lambda: records.write(path, made)) < 40e-6  # 8 us on a quiet machine; 30 with Python's json
    assert least(lambda: list(records.read(path))) < 60e-6  # 15; 50
