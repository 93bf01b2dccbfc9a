"""Fuzz target: an untrusted saved batch.

An input is the header, a line end, and the lanes. This file corrects sizes and the checksum, as an attacker would. Then
`BatchEnv.from_bytes` must refuse the input, or the batch must give the same bytes again and continue.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import uneri
from _forge import changed_json
from uneri.batch.saved import MAGIC, VERSION, digest_of, read_saved
from uneri.testing import SplitMix64

ALLOWED = ()  # no file is opened
GAMES = (
    "onda(players=2,rounds=1)",
    "solo(players=2,max_rounds=1,turn_cap=20)",
    "tidal(players=2,rounds=1)",
    'tacta(suits="c",table="320x240")',
    "namima(players=2,games=1)",
)


def sealed(data: bytes) -> bytes:
    """Return the bytes for `from_bytes`."""
    header, _, lanes = data.partition(b"\n")
    content = MAGIC + bytes([VERSION]) + len(header).to_bytes(4, "little") + header + lanes
    return content + digest_of(content)


def use(data: bytes) -> None:
    """Read a batch and continue it. Raise ValueError if the bytes hold none."""
    env = uneri.BatchEnv.from_bytes(data)
    kept = env.to_bytes()
    again = uneri.BatchEnv.from_bytes(kept)
    if again.to_bytes() != kept:
        raise AssertionError("a batch that was read gives other bytes than its copy")
    env.step_random(2)


def mutated(data: bytes, numbers: SplitMix64) -> bytes:
    """Return an input with one change in the header or in the lanes."""
    header, _, lanes = data.partition(b"\n")
    if numbers.below(2):
        header = changed_json(header, numbers)
    else:
        lanes = changed_json(lanes, numbers)
    return header + b"\n" + lanes


def seeds() -> Iterator[bytes]:
    """Yield batches in the middle of play, for each game, with and without opponents."""
    for text in GAMES:
        for opponents, seat in ((None, 0), ("random", None), ("greedy", 1)):
            env = uneri.BatchEnv(text, 1, seed=1, opponents=opponents, seat=seat, dtype="uint8", autoreset="next")
            for steps in (0, 4, 9):
                env.step_random(steps)
                header, lanes = read_saved(env.to_bytes())
                yield json.dumps(header).encode() + b"\n" + lanes
