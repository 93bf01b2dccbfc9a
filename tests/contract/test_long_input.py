"""Error texts quote a short piece of what was given, however long that is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import uneri
from uneri import arena, bots, records

LONG = "x" * 1_000_000
MOST = 2000


def said(call: Callable[[], object]) -> str:
    with pytest.raises((ValueError, TypeError)) as caught:
        call()
    return str(caught.value)


def test_games_and_states(name: str, backend: str) -> None:
    game = uneri.load_game(name, backend=backend)
    state = game.new_initial_state(1)
    data = state.to_dict()
    asked: list[Callable[[], object]] = [
        lambda: uneri.load_game(name, backend=backend, **{LONG: 1}),
        lambda: state.parse_action(LONG),
        lambda: game.parse_action(LONG),
        lambda: state.parse_action(LONG.encode()),  # type: ignore[arg-type]
        lambda: state.apply_action(LONG),  # type: ignore[arg-type]
        lambda: game.state_from_dict({**data, LONG: 1}),
        lambda: game.deserialize_state(LONG.encode()),
    ]
    asked += [lambda o=option: uneri.load_game(name, backend=backend, **{o: LONG}) for option in game.options]
    asked += [lambda f=field: game.state_from_dict({**data, f: LONG}) for field in data]
    asked += [lambda f=field: game.state_from_dict({**data, f: {LONG: LONG}}) for field in data]
    for call in asked:
        assert len(said(call)) <= MOST


def test_texts(tmp_path: Path) -> None:
    path = tmp_path / "long.uneri.jsonl"
    path.write_text(f'{{"{LONG}":1,"{LONG}":2}}\n', encoding="utf-8")
    for call in (
        lambda: uneri.load_game(LONG),
        lambda: uneri.load_game("onda", backend=LONG),
        lambda: uneri.load_game(f"onda({LONG}=1)"),
        lambda: uneri.load_game(f"onda(players={LONG})"),
        lambda: bots.make_bot(LONG),
        lambda: bots.make_bot(f"random:{LONG}=1"),
        lambda: arena.run("onda", [LONG, "random"]),
        lambda: arena.run("onda", ["greedy", "random"], seating=LONG),
        lambda: records.record(LONG, ["random"], 1),
        lambda: list(records.read(path)),
        lambda: uneri.BatchEnv("onda", 1, opponents=LONG),
        lambda: uneri.BatchEnv("onda", 1, observation=LONG),  # type: ignore[arg-type]
    ):
        assert len(said(call)) <= MOST + len(str(path))
