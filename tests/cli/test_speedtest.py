"""`uneri speedtest`: its signature, and its figures."""

from __future__ import annotations

import json

import pytest
from tests._commands import run_uneri

import uneri
from uneri.cli.speedtest import list_works


@pytest.mark.parametrize("name", uneri.games())
def test_answers_are_the_same_for_any_number_of_threads(name: str) -> None:
    for what, work in list_works(name):
        if what in ("batch", "search"):
            assert work(1) == work(3), what


def test_the_signature_follows_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    works = dict(list_works("tidal"))
    before = works["greedy"](1)
    assert before == works["greedy"](1)
    monkeypatch.setattr("uneri.cli.speedtest.GreedyBot", uneri.bots.RandomBot)
    assert works["greedy"](1) != before


def test_it_prints_figures_and_a_signature() -> None:
    run = run_uneri("speedtest", "tidal", "--runs", "1", "--threads", "2", "--json")
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    row = found["games"]["tidal"]
    assert found["speed"] == pytest.approx(row["speed"])
    assert set(row["speeds"]) == {"playouts", "perft", "loop", "batch", "search", "greedy", "functions"}
    assert min(row["speeds"].values()) > 0
    assert run_uneri("speedtest", "tidal", "--signature").stdout.strip() == found["signature"]


def test_an_unknown_game_is_refused() -> None:
    run = run_uneri("speedtest", "chess")
    assert run.returncode == 2
    assert "GAME is 'chess'; allowed: namima, onda, solo, tacta, tidal" in run.stderr
