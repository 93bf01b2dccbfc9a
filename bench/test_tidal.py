"""Tidal's own figures: `pytest bench --benchmark-only` (compare runs with --benchmark-compare; look at the minimum)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import uneri
import uneri.tidal


@pytest.fixture(scope="module", params=[2, 3, 4, 5])
def game(request: Any) -> Any:
    return uneri.load_game("tidal", players=request.param)


@pytest.fixture(scope="module")
def state(game: Any) -> Any:
    """Seat to act in the middle of the first round."""
    state = game.new_initial_state(seed=5)
    for _ in range(40):
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
    return state


def test_playouts(benchmark: Any, game: Any) -> None:
    benchmark.group = f"tidal/engine/{game.num_players} seats"
    played = benchmark(uneri.playouts, game, 3000, seed=1)
    benchmark.extra_info["decisions"] = int(played.lengths.sum())
    assert played.lengths.min() > 0


@pytest.mark.parametrize("call", ["clone", "legal_actions", "serialize", "legal_actions_mask", "to_dict"])
def test_state(benchmark: Any, state: Any, call: str) -> None:
    benchmark.group = f"tidal/state/{state.game.num_players} seats"
    benchmark(getattr(state, call))


def test_observation_tensor(benchmark: Any, game: Any, state: Any) -> None:
    benchmark.group = f"tidal/state/{game.num_players} seats"
    out = np.zeros(game.observation_tensor_shape, np.float32)
    benchmark(state.observation_tensor, 0, out)


def test_resample(benchmark: Any, state: Any) -> None:
    benchmark.group = f"tidal/state/{state.game.num_players} seats"
    world = benchmark(state.resample_from_infostate, 0, 7)
    assert world.observation_string(0) == state.observation_string(0)


def test_rank_bout(benchmark: Any, game: Any) -> None:
    """The order of a bout's cards, for 20,000 random bouts."""
    benchmark.group = f"tidal/analysis/{game.num_players} seats"
    generator = np.random.default_rng(1)
    bouts = np.stack([generator.permutation(40)[: game.num_players] for _ in range(20_000)]).astype(np.int32)
    benchmark.extra_info["bouts"] = len(bouts)
    assert benchmark(uneri.tidal.rank_bout, game, 0, bouts).shape == bouts.shape
