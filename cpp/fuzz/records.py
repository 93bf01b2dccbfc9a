"""Fuzz target: an untrusted file of game records.

An input is a byte and a file. If the byte is odd, unfinished games are accepted, too (`partial`). If its second bit is
set, the file is packed and used as it is. Otherwise each line gets its correct checksum, as an attacker would do. Then
the file must be refused, or each of its games can be shown, checked, replayed and seen by a seat.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import uneri
from _forge import changed_json
from uneri import records
from uneri.records.lines import line_sum
from uneri.testing import SplitMix64

PARTIAL, PACKED = 1, 2
GAMES = (
    "onda(players=2,rounds=1)",
    "solo(players=2,max_rounds=1,turn_cap=12)",
    "tidal(players=2,rounds=1)",
    'tacta(suits="c",table="320x240")',
    "namima(players=2,games=1)",
)

# Rewritten for each input. run.py gives each process its own folder for temporary files.
_PATHS = [str(Path(tempfile.gettempdir()) / f"uneri-fuzz.jsonl{end}") for end in ("", ".gz")]
ALLOWED = tuple(_PATHS)


def sealed(data: bytes) -> bytes:
    """Return the lines with correct checksums, if they are JSON objects."""
    if not data or data[0] & PACKED:
        return data
    out, before = [], ""
    for line in data[1:].split(b"\n"):
        try:
            content = json.loads(line)
            content.pop("sum", None)
            if content.get("type") == "game":
                before = ""
            before = line_sum(before, content)
        except (ValueError, AttributeError, TypeError, RecursionError):
            out.append(line)
        else:
            out.append(json.dumps({**content, "sum": before}, separators=(",", ":")).encode())
    return data[:1] + b"\n".join(out)


def use(data: bytes) -> None:
    """Read a file and use its games. Raise RecordError, a ValueError, if the file is wrong."""
    if not data:
        return
    path = _PATHS[bool(data[0] & PACKED)]
    Path(path).write_bytes(data[1:])
    for record in records.read(path, partial=bool(data[0] & PARTIAL)):
        repr(record)
        record.check()
        record.replay()
        record.view(0)


def mutated(data: bytes, numbers: SplitMix64) -> bytes:
    """Return an input with one change in one line; half of the time it is the first line."""
    lines = data[1:].split(b"\n")
    at = 0 if numbers.below(2) else numbers.below(len(lines))
    lines[at] = changed_json(lines[at], numbers)
    return data[:1] + b"\n".join(lines)


def seeds() -> Iterator[bytes]:
    """Yield games of each kind: whole, unfinished, packed, and cut off within a line."""
    for text in GAMES:
        game = uneri.load_game(text)
        whole = records.record(game, ["random"] * game.num_players, seed=1, views=False)
        actions = [move.action for move in whole.moves]
        yield b"\0" + whole.to_bytes()
        for views in (False, True):
            data = records.Record.from_actions(game, actions[:4], seed=1, views=views).to_bytes()
            yield b"\0" + data
            yield bytes([PARTIAL]) + data[: len(data) * 2 // 3]
            yield bytes([PACKED]) + gzip.compress(data, mtime=0)
