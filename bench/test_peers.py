"""The works of other libraries stand beside works of ours."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

import uneri
from uneri.cli._bench.ours import BATCH, CLONE, LEGAL, LOOP, PLAYOUTS, SEARCH, game_works
from uneri.cli._bench.work import Missing

from .peers import peers


@pytest.mark.parametrize("name", uneri.games())
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
