"""A user's program runs, and type checkers find nothing in it (`.ci/run` has mypy read it, too)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("typed_program.py")
ROOT = PROGRAM.parents[2]


def test_it_runs(tmp_path: Path) -> None:
    run = "import pathlib, runpy, sys; runpy.run_path(sys.argv[1])['main'](pathlib.Path(sys.argv[2]))"
    subprocess.run([sys.executable, "-c", run, str(PROGRAM), str(tmp_path)], check=True, capture_output=True)
    assert (tmp_path / "games.jsonl").exists()


@pytest.mark.parametrize(
    "command", [("mypy", "--strict"), ("pyright", "--pythonpath", sys.executable)], ids=lambda c: c[0]
)
def test_checkers_find_nothing(command: tuple[str, ...]) -> None:
    program = shutil.which(command[0])
    if program is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run([program, *command[1:], str(PROGRAM)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
