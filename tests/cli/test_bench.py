"""`uneri bench`: what is measured, and beside what."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import uneri
from uneri.cli import bench, main
from uneri.cli._bench import measure
from uneri.cli._bench.games import own_works
from uneri.cli._bench.ours import BATCH, CLONE, LEGAL, LOOP, PLAYOUTS, SEARCH, game_works
from uneri.cli._bench.peers import peers
from uneri.cli._bench.work import Missing, Run, Timed, Work


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "SECONDS", 0.001)


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["bench", *words, "--runs", "1", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.unsanitized
def test_bench(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = shown(capsys, name, "--no-peers")
    works = {row["work"]: row for row in data["works"]}
    for part in ("random playouts", "steps of a batch", "ISMCTS, first decision, uniform", "clone"):
        assert any(part in work and row["median"] > 0 for work, row in works.items()), part
    assert all(row["beside"] == [] for row in data["works"])


def test_works_of_a_game_alone(name: str) -> None:
    own = own_works(name)
    assert own
    for _, unit, work in own:
        assert unit.endswith("/s")
        assert work() > 0


def test_the_reference_backend(capsys: pytest.CaptureFixture[str]) -> None:
    data = shown(capsys, "tidal", "--backend", "reference")
    assert next(row["work"] for row in data["works"]) == "random playouts"
    assert not any("open_spiel" in row["work"] for row in data["works"])


def test_peers_stand_beside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def absent() -> Run:
        raise Missing("pgx")

    found = [
        Work("their playouts", "decisions/s", lambda: lambda: 10**9, PLAYOUTS),
        Work("another's playouts", "decisions/s", lambda: lambda: 10**9, PLAYOUTS),
        Work("their search", "sims/s", lambda: lambda: Timed(1, 0.5), SEARCH),
        Work("their batch", "steps/s", absent, BATCH),
    ]
    monkeypatch.setattr(bench, "peers", lambda game: found)
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


@pytest.mark.unsanitized
def test_every_row_that_peers_name_is_there(name: str) -> None:
    rows = {work.name for work in game_works(uneri.load_game(name))}
    assert {PLAYOUTS, LOOP, CLONE, LEGAL, BATCH, SEARCH} <= rows
    assert {work.beside for work in peers(name)} <= rows


def test_peers_need_their_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    for missing in ("pyspiel", "rlcard", "pgx"):
        monkeypatch.setitem(sys.modules, missing, None)
    for game in uneri.games():
        for peer in peers(game):
            with pytest.raises(Missing, match=r"pyspiel|rlcard|pgx"):
                peer.start()


class Env:
    """What an environment of RLCard's looks like from outside: games of three steps."""

    def __init__(self) -> None:
        self.left, self.resets = 0, 0

    def reset(self) -> tuple[dict[str, Any], int]:
        self.left, self.resets = 3, self.resets + 1
        return {"legal_actions": {4: None, 7: None}}, 0

    def is_over(self) -> bool:
        return self.left == 0

    def step(self, action: int) -> tuple[dict[str, Any], int]:
        assert action in (4, 7)
        assert self.left > 0
        self.left -= 1
        return {"legal_actions": {4: None, 7: None}}, 0


def test_rlcards_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    env = Env()
    monkeypatch.setitem(sys.modules, "rlcard", SimpleNamespace(make={"uno": env}.__getitem__))
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setitem(sys.modules, "pgx", None)
    (peer,) = (work for work in peers("solo") if work.name == "rlcard uno: its own loop")
    assert peer.beside == LOOP
    assert peer.start()() == 1000
    assert env.resets == 1 + 999 // 3
    assert not any("rlcard" in work.name for work in peers("tacta"))
