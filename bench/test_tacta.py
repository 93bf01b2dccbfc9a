"""TACTA's pictures: `pytest bench --benchmark-only` (look at the minimum; a final table of four seats has 20 ms)."""

from __future__ import annotations

from typing import Any

import pytest

import uneri
import uneri.tacta


@pytest.mark.parametrize("backend", ["core", "reference"])
@pytest.mark.parametrize("whole_table", [False, True])
def test_to_svg(benchmark: Any, backend: str, whole_table: bool) -> None:
    state = uneri.load_game("tacta", players=4, backend=backend).new_initial_state(seed=3)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
    benchmark.group = f"tacta/to_svg/{backend}"
    text = benchmark(uneri.tacta.to_svg, state, whole_table=whole_table)
    assert len(text.encode()) <= 300_000
