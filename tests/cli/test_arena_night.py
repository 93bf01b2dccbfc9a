"""`uneri arena` for a night: an end by the clock, and a cluster that isn't there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from uneri import arena
from uneri.cli import main

WORDS = ["arena", "onda(players=2,rounds=1)", "--bots", "greedy,random", "--unit", "2"]


def test_hours_end_a_night_and_resume_goes_on(tmp_path: Path) -> None:
    out = ["--out", str(tmp_path)]
    assert main([*WORDS, *out, "--deals", "1000", "--hours", "0"]) == 0
    assert arena.load(tmp_path).deals == 2
    assert main([*WORDS, *out, "--deals", "6", "--resume"]) == 0
    assert arena.load(tmp_path).deals == 6
    assert main([*WORDS, "--hours", "-1"]) == 2


def test_without_ray_the_error_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main([*WORDS, "--ray"]) == 2
    assert "pip install ray" in capsys.readouterr().err
