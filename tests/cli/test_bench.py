"""`uneri bench`: what is measured."""

from __future__ import annotations

import json
from typing import Any

import pytest

from uneri.cli import bench, main
from uneri.cli._bench import work as measuring
from uneri.cli._bench.ours import BATCH, PLAYOUTS, SEARCH, own_works
from uneri.cli._bench.work import Missing, Run, Timed, Work


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "SECONDS", 0.001)


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["bench", *words, "--runs", "1", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.unsanitized
def test_bench(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = shown(capsys, name)
    works = {row["work"]: row for row in data["works"]}
    for part in ("random playouts", "steps of a batch", "ISMCTS, first decision, uniform", "clone"):
        assert any(part in work and row["median"] > 0 for work, row in works.items()), part
    assert all(row["beside"] == [] for row in data["works"])


def test_works_of_a_game_alone(name: str) -> None:
    own = own_works(name)
    assert own
    for work in own:
        assert work.unit.endswith("/s")
        assert work.run() == work.times * work.size > 0


def test_the_reference_backend(capsys: pytest.CaptureFixture[str]) -> None:
    data = shown(capsys, "tidal", "--backend", "reference")
    assert next(row["work"] for row in data["works"]) == "random playouts"


def test_works_stand_beside_others(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def absent() -> Run:
        raise Missing("pgx")

    found = [
        Work("their playouts", "decisions/s", lambda: lambda: 10**9, PLAYOUTS),
        Work("another's playouts", "decisions/s", lambda: lambda: 10**9, PLAYOUTS),
        Work("their search", "sims/s", lambda: lambda: Timed(1, 0.5), SEARCH),
        Work("their batch", "steps/s", absent, BATCH),
    ]
    ours = bench.game_works
    monkeypatch.setattr(bench, "game_works", lambda game: ours(game) + found)
    data = shown(capsys, "onda")
    assert data["missing"] == {"pgx": ["their batch"]}
    beside = {row["work"]: row["beside"] for row in data["works"] if row["beside"]}
    assert [[row["work"] for row in rows] for rows in beside.values()] == [
        ["their playouts", "another's playouts"],
        ["their search"],
    ]
    assert 0 < beside[PLAYOUTS][0]["ratio"] < 1
    assert beside[SEARCH][0]["ratio"] > 1
    assert main(["bench", "onda", "--runs", "1"]) == 0
    text = capsys.readouterr().out
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(PLAYOUTS))
    assert [line.strip().partition("  ")[0] for line in lines[at + 1 : at + 3]] == [
        "their playouts",
        "another's playouts",
    ]
    assert "x [" in lines[at + 1]
    assert "not installed: pgx. Not measured: their batch" in text
