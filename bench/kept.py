"""What `--json` kept in bench/history."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

HISTORY = Path(__file__).with_name("history")
HOW = "python -m bench {suite} --json bench/history/VERSION-{suite}.json"


def read_history(folder: Path, suite: str = "peers") -> list[dict[str, Any]]:
    """The runs that measured a suite, oldest first. Quick ones don't count: their figures say nothing."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")]
    return sorted((run for run in found if suite in run["suites"] and not run["quick"]), key=lambda run: run["time"])


def works(run: dict[str, Any], suite: str) -> dict[str, dict[str, Any]]:
    """The works of a suite by their names."""
    return {work["work"]: work for work in run["suites"][suite]["works"]}


def conditions(run: dict[str, Any]) -> str:
    """The machine, the commit and the day."""
    return f"{run['machine']}, commit {run['commit']}, {run['time'][:10]}"


def ratio(ours: dict[str, Any], theirs: dict[str, Any]) -> tuple[float, float, float]:
    """How many times as fast, run by run: the median, the least and the greatest."""
    found = [a / b for a, b in zip(ours["runs"], theirs["runs"], strict=True)]
    return statistics.median(found), min(found), max(found)
