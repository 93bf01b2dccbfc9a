"""The tables of node counts: by the core in full, by the reference as far as it gets in a moment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import uneri

DATA = Path(__file__).resolve().parents[1] / "data" / "perft"
ROWS = [
    (name, i, row) for name in uneri.games() for i, row in enumerate(json.loads((DATA / f"{name}.json").read_text()))
]
IDS = [f"{name}-{i}" for name, i, _ in ROWS]
FEW = 3000


def reached(row: dict[str, Any], backend: str) -> Any:
    state = uneri.load_game(row["game"], backend=backend).new_initial_state()
    for action in row["actions"]:
        state.apply_action(action)
    return state


@pytest.mark.parametrize("name", uneri.games())
def test_a_table_has_enough_positions(name: str) -> None:
    rows = [row for game, _, row in ROWS if game == name]
    assert len(rows) >= 12
    assert len({uneri.load_game(row["game"]).num_players for row in rows}) >= 3


@pytest.mark.parametrize(("name", "index", "row"), ROWS, ids=IDS)
def test_core(name: str, index: int, row: dict[str, Any]) -> None:
    state = reached(row, "core")
    assert [uneri.perft(state, depth, threads=2) for depth in range(1, len(row["nodes"]) + 1)] == row["nodes"]


@pytest.mark.parametrize(("name", "index", "row"), ROWS, ids=IDS)
def test_reference(name: str, index: int, row: dict[str, Any]) -> None:
    state = reached(row, "reference")
    for depth, nodes in enumerate(row["nodes"], 1):
        if nodes <= FEW or depth == 1:
            assert uneri.perft(state, depth) == nodes
