"""ONDA's own figures: `pytest bench --benchmark-only` (compare runs with --benchmark-compare; look at the minimum)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import uneri
import uneri.onda


@pytest.fixture(scope="module")
def game() -> Any:
    return uneri.load_game("onda", rounds=1)


@pytest.fixture(scope="module")
def state(game: Any) -> Any:
    """Seat to act in the middle of the first round."""
    state = game.new_initial_state(seed=5)
    for _ in range(30):
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
    return state


@pytest.fixture(scope="module")
def hands() -> Any:
    """uint8[20000, 30]: random hands of 13 cards."""
    generator = np.random.default_rng(1)
    deck = np.repeat(np.arange(30), 2)
    return np.stack([np.bincount(generator.permutation(deck)[:13], minlength=30) for _ in range(20_000)]).astype(
        np.uint8
    )


def test_playouts(benchmark: Any, game: Any) -> None:
    benchmark.group = "onda/engine"
    played = benchmark(uneri.playouts, game, 5000, seed=1)
    benchmark.extra_info["decisions"] = int(played.lengths.sum())
    assert played.lengths.min() > 0


def test_perft(benchmark: Any, game: Any) -> None:
    benchmark.group = "onda/engine"
    start = game.new_initial_state(seed=1)
    nodes = benchmark(uneri.perft, start, 5)
    benchmark.extra_info["nodes"] = nodes
    assert nodes == uneri.perft(start, 5, threads=2)


@pytest.mark.parametrize("call", ["clone", "legal_actions", "serialize", "legal_actions_mask", "to_dict"])
def test_state(benchmark: Any, state: Any, call: str) -> None:
    benchmark.group = "onda/state"
    benchmark(getattr(state, call))


def test_observation_tensor(benchmark: Any, game: Any, state: Any) -> None:
    benchmark.group = "onda/state"
    out = np.zeros(game.observation_tensor_shape, np.float32)
    benchmark(state.observation_tensor, 0, out)


def test_resample(benchmark: Any, state: Any) -> None:
    benchmark.group = "onda/state"
    world = benchmark(state.resample_from_infostate, 0, 7)
    assert world.observation_string(0) == state.observation_string(0)


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_min_plays(benchmark: Any, hands: Any, jokers: int) -> None:
    benchmark.group = "onda/hands"
    benchmark.extra_info["hands"] = len(hands)
    plays = benchmark(uneri.onda.min_plays, hands, jokers)
    assert plays.max() <= 13


def test_all_combos(benchmark: Any, hands: Any) -> None:
    benchmark.group = "onda/hands"
    benchmark.extra_info["hands"] = len(hands)
    assert benchmark(uneri.onda.all_combos, hands, 0).shape == (len(hands), 584)
