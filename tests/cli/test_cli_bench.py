"""`uneri bench`: what is measured, and beside what."""

from __future__ import annotations

import json
from typing import Any

import pytest

import uneri
from uneri.cli import bench, main
from uneri.cli._peers import peers


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_SECONDS", 0.001)


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["bench", *words, "--runs", "1", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_bench(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = shown(capsys, name, "--no-peers")
    works = {row["work"]: row for row in data["works"]}
    for part in ("random playouts", "steps of a batch", "ISMCTS, first decision, uniform", "clone"):
        assert any(part in work and row["median"] > 0 for work, row in works.items()), part
    assert all(row["beside"] is None for row in data["works"])


def test_the_reference_backend(capsys: pytest.CaptureFixture[str]) -> None:
    data = shown(capsys, "tidal", "--backend", "reference")
    assert next(row["work"] for row in data["works"]) == "random playouts"
    assert not any("open_spiel" in row["work"] for row in data["works"])


def test_a_peer_stands_beside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = {
        "playouts": ("their playouts", lambda: 10**9),
        "search": ("their search", lambda: min(1, sum(range(100_000)))),
    }
    monkeypatch.setattr(bench, "peers", lambda game: found)
    beside = {row["work"]: row["beside"] for row in shown(capsys, "onda")["works"] if row["beside"]}
    assert [row["work"] for row in beside.values()] == ["their playouts", "their search"]
    assert 0 < beside["random playouts in the core"]["ratio"] < 1
    assert beside["ISMCTS, first decision, uniform rollouts"]["ratio"] > 1
    assert main(["bench", "onda", "--runs", "1"]) == 0
    assert "times their playouts" in capsys.readouterr().out


def test_peers_need_open_spiel(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert [peers(game) for game in uneri.games()] == [{}] * len(uneri.games())
