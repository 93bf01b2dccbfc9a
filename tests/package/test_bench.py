"""The bench runs: every suite, each work once, in tiny sizes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SUITES = ("core", "peers", "search", "batch", "hands", "adapters", "evaluators", "kernels")

pytestmark = [pytest.mark.subprocess, pytest.mark.unsanitized]


def run_bench(*words: str) -> str:
    # The package that is installed, and `bench` beside it; no colours or widths of a terminal.
    done = subprocess.run(
        [sys.executable, "-m", "bench", *words],
        cwd=ROOT,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def figures(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_suites_are_listed() -> None:
    shown = run_bench()
    assert [line.split()[0] for line in shown.splitlines()[: len(SUITES)]] == list(SUITES)


@pytest.mark.slow
def test_every_suite_runs(tmp_path: Path) -> None:
    shown = run_bench("all", "--quick", "--json", str(tmp_path / "figures.json"))
    data = figures(tmp_path / "figures.json")
    assert list(data["suites"]) == list(SUITES)
    assert data["commit"]
    assert data["machine"]
    for suite, found in data["suites"].items():
        assert found["works"] or found["missing"], suite
        assert all(row["median"] > 0 and len(row["runs"]) == 1 for row in found["works"]), suite
        for library in found["missing"]:
            assert f"not installed: {library}" in shown
    for suite in ("core", "search", "batch", "hands"):  # these need no other library
        names = {row["work"].split(":")[0].split()[0].strip(",") for row in data["suites"][suite]["works"]}
        assert {"namima", "onda"} <= names, suite


def test_all_works_stand_beside_one(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    run_bench("core", "--quick", "--games", "onda", "-k", "clone", "--json", str(path))
    (row,) = figures(path)["suites"]["core"]["works"]
    assert (row["work"], row["unit"], row["beside"]) == ("onda: clone", "calls/s", [])
    words = ("batch", "--quick", "--games", "onda", "-k", "actions by", "--against", "from the list")
    shown = run_bench(*words, "--json", str(path))
    rows = {row["work"]: row for row in figures(path)["suites"]["batch"]["works"]}
    beside = rows.pop("onda: actions by numpy from the list")["beside"]
    assert {row["work"] for row in beside} == set(rows) != set()
    assert all(row["ratio"] > 0 for row in beside)
    assert "first over it" in shown
