"""The fuzz targets in Python on their seeds and on what runs have found: each input taken or refused, and nothing else
happens. Those in C++ are run by ctest. docs/lab/fuzzing.md tells of the runs.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

import uneri

FUZZ = Path(__file__).resolve().parents[2] / "cpp" / "fuzz"


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(FUZZ / "python_main.py"), *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "TMPDIR": str(folder)},
    )


@pytest.mark.subprocess
@pytest.mark.parametrize("target", ["batch", "records"])
def test_seeds_and_corpus_break_no_promise(target: str, tmp_path: Path) -> None:
    kept = map(str, (FUZZ / "corpus").glob(f"{target}.zip"))
    done = run(target, "--replay", *kept, folder=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout.split()[0]) > 40


@pytest.mark.slow
@pytest.mark.subprocess
@pytest.mark.parametrize("target", ["batch", "records"])
def test_seeds_are_the_same_every_time_and_taken(target: str, tmp_path: Path) -> None:
    """A seed that is refused starts no fuzzer anywhere: `--seeds` uses each one before it writes it."""
    names = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        done = run(target, "--seeds", str(folder), folder=tmp_path)
        assert done.returncode == 0, done.stderr[-3000:]
        names.append(sorted(path.name for path in folder.iterdir()))
    assert names[0] == names[1] != []


SHORT = {"namima": "players=2,games=1", "solo": "players=2,max_rounds=1,turn_cap=20", "tacta": "players=2,mode=quick"}


@pytest.mark.slow
def test_games_of_strangers_are_let_go(name: str) -> None:
    """Found by the target `batch`: each of Namima's rule sets that the reference had read stayed in a cache."""
    game = uneri.load_game(f"{name}({SHORT.get(name, 'players=2,rounds=1')})")
    data = uneri.BatchEnv(game, 1, seed=1, opponents="greedy").to_bytes()

    def objects() -> int:
        uneri.BatchEnv.from_bytes(data).step_random(2)
        gc.collect()
        return len(gc.get_objects())

    objects()
    first = objects()
    for _ in range(4):
        last = objects()
    assert last - first < 50
