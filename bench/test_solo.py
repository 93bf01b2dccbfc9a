"""SOLO's own figures: `pytest bench --benchmark-only` (compare runs with --benchmark-compare; look at the minimum)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import uneri
import uneri.solo


@pytest.fixture(scope="module", params=[2, 4, 10])
def game(request: Any) -> Any:
    return uneri.load_game("solo", players=request.param)


@pytest.fixture(scope="module")
def state(game: Any) -> Any:
    """Seat to act in the middle of the first round."""
    state = game.new_initial_state(seed=5)
    for _ in range(60):
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
    return state


@pytest.fixture(scope="module")
def hands() -> Any:
    """uint8[20000, 55]: random hands of 8 cards."""
    generator = np.random.default_rng(1)
    weights = dict(uneri.load_game("solo").new_initial_state().chance_weights())
    deck = np.repeat(np.arange(55), [weights[kind] for kind in range(55)])
    return np.stack([np.bincount(generator.permutation(deck)[:8], minlength=55) for _ in range(20_000)]).astype(
        np.uint8
    )


def test_playouts(benchmark: Any, game: Any) -> None:
    benchmark.group = f"solo/engine/{game.num_players} seats"
    played = benchmark(uneri.playouts, game, 300, seed=1)
    benchmark.extra_info["decisions"] = int(played.lengths.sum())
    assert played.lengths.min() > 0


@pytest.mark.parametrize("call", ["clone", "legal_actions", "serialize", "legal_actions_mask", "to_dict"])
def test_state(benchmark: Any, state: Any, call: str) -> None:
    benchmark.group = f"solo/state/{state.game.num_players} seats"
    benchmark(getattr(state, call))


def test_observation_tensor(benchmark: Any, game: Any, state: Any) -> None:
    benchmark.group = f"solo/state/{game.num_players} seats"
    out = np.zeros(game.observation_tensor_shape, np.float32)
    benchmark(state.observation_tensor, 0, out)


def test_resample(benchmark: Any, state: Any) -> None:
    benchmark.group = f"solo/state/{state.game.num_players} seats"
    world = benchmark(state.resample_from_infostate, 0, 7)
    assert world.observation_string(0) == state.observation_string(0)


def test_playable(benchmark: Any, hands: Any) -> None:
    benchmark.group = "solo/hands"
    benchmark.extra_info["hands"] = len(hands)
    assert benchmark(uneri.solo.playable, hands, "R9", "red").shape == (len(hands), 55)


def test_hand_penalty(benchmark: Any, hands: Any) -> None:
    benchmark.group = "solo/hands"
    benchmark.extra_info["hands"] = len(hands)
    assert benchmark(uneri.solo.hand_penalty, hands).min() > 0
