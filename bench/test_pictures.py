"""Pictures of all games: `pytest bench --benchmark-only -k pictures` (look at the minimum; the bar is 20 ms)."""

from __future__ import annotations

from typing import Any

import pytest

import uneri


@pytest.mark.parametrize("backend", ["core", "reference"])
@pytest.mark.parametrize("name", uneri.games())
def test_pictures(benchmark: Any, name: str, backend: str) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=3)
    for _ in range(40):
        legal = state.legal_actions()
        after = state.child(legal[len(legal) // 2])
        if after.is_terminal():
            break
        state = after
    moves = state.legal_actions()
    benchmark.group = f"{name}/to_svg/{backend}"
    text = benchmark(lambda: state.to_svg(moves=moves))
    assert len(text.encode()) <= 300_000
