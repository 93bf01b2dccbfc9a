"""Instruction counts: what is kept, and what `python -m bench counts` says of others. Counting itself is a step of CI."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FAST, SLOW = "onda.min_plays", "tacta.bounds"
HERE = {"machine": "x86_64", "compiler": "gcc 12"}

Compare = Callable[..., tuple[int, str]]


@pytest.fixture
def compare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Compare:
    """Exit code and words of the command where these counts are found, those are kept, and the tool is there or not."""
    monkeypatch.syspath_prepend(str(ROOT))
    command = importlib.import_module("bench.counts.command")

    def run(found: dict[str, float], kept: dict[str, Any], *words: str, valgrind: bool = True) -> tuple[int, str]:
        file = tmp_path / "counts.json"
        file.write_text(json.dumps(kept), encoding="utf-8")
        monkeypatch.setattr(command, "FILE", file)
        monkeypatch.setattr(command, "has_valgrind", lambda: valgrind)
        monkeypatch.setattr(command, "conditions", lambda: HERE)
        monkeypatch.setattr(command, "count", lambda only: {k: v for k, v in found.items() if only in k})
        return command.main(list(words)), capsys.readouterr().out

    return run


def kept(*, conditions: dict[str, str] = HERE, **more: int) -> dict[str, Any]:
    return {"conditions": conditions, "instructions": {FAST: 1000, SLOW: 100_000, **more}}


@pytest.mark.parametrize(
    ("found", "code", "words"),
    [
        ({FAST: 1000, SLOW: 100_000}, 0, "kept"),
        ({FAST: 1049, SLOW: 104_000}, 0, "kept"),
        ({FAST: 1060, SLOW: 100_000}, 1, f"grown: {FAST}"),
        ({FAST: 900, SLOW: 100_000}, 0, f"smaller: {FAST}; --write keeps that"),
        ({FAST: 1000}, 1, f"not counted any more: {SLOW}"),
        ({FAST: 1000, SLOW: 100_000, "other": 1}, 1, "new: other"),
    ],
)
def test_growth_is_found(found: dict[str, float], code: int, words: str, compare: Compare) -> None:
    said, out = compare(found, kept())
    assert said == code
    assert words in out
    assert ("--write` and say why" in out) == bool(code)


def test_a_few_instructions_are_nothing(compare: Compare) -> None:
    assert compare({FAST: 30, SLOW: 100_000}, {"conditions": HERE, "instructions": {FAST: 20, SLOW: 100_000}})[0] == 0


def test_part_of_the_cases(compare: Compare) -> None:
    code, out = compare({FAST: 1000, SLOW: 200_000}, kept(), "-k", "onda")
    assert code == 0
    assert SLOW not in out


def test_other_compilers_are_not_compared(compare: Compare) -> None:
    code, out = compare({FAST: 5000, SLOW: 100_000}, kept(conditions={**HERE, "compiler": "gcc 13"}))
    assert code == 0
    assert "not compared: compiler gcc 12 (kept: gcc 13)" in out
    assert "5000" in out


def test_no_tool(compare: Compare) -> None:
    assert compare({}, kept(), valgrind=False) == (0, "no valgrind on this machine: not checked\n")


def test_the_kept_counts_are_the_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    cases = importlib.import_module("bench.counts.cases").cases()
    file = json.loads((ROOT / "bench" / "counts" / "counts.json").read_text(encoding="utf-8"))
    assert list(file["instructions"]) == [case.name for case in cases]
    assert all(value > 0 for value in file["instructions"].values())
    assert set(file["conditions"]) == {"machine", "avx2", "compiler", "python", "numpy"}
    for case in cases:
        if case.units <= 3:
            case.run(1)
