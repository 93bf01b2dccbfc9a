"""perft and playouts: equal on both backends and for any number of threads, interruptible, and checked at the border."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import uneri
from uneri.registry import game_module
from uneri.registry.in_process import _play_out
from uneri.testing import stream


def start(name: str, backend: str = "core") -> Any:
    return uneri.load_game(name, backend=backend).new_initial_state(seed=3)


def test_perft_by_definition(name: str) -> None:
    def count(state: Any, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            total += count(child, depth - 1)
        return total

    for state in (uneri.load_game(name).new_initial_state(), start(name)):
        explicit = state.game.state_from_dict({**state.to_dict(), "rng": None})
        for depth in range(3):
            assert uneri.perft(state, depth) == count(explicit, depth)


def test_perft_is_the_sum_of_divide(name: str, backend: str) -> None:
    state = start(name, backend)
    for depth in (1, 2, 3):
        divided = uneri.perft_divide(state, depth)
        assert [action for action, _ in divided] == state.legal_actions()
        assert sum(nodes for _, nodes in divided) == uneri.perft(state, depth)


def test_backends_count_the_same(name: str) -> None:
    assert uneri.perft(start(name), 2) == uneri.perft(start(name, "reference"), 2)
    assert uneri.perft_divide(start(name), 2) == uneri.perft_divide(start(name, "reference"), 2)


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_change_nothing(name: str, threads: int) -> None:
    state = start(name)
    depth = next(d for d in range(2, 20) if uneri.perft(state, d) > 20_000)
    assert uneri.perft(state, depth, threads=threads) == uneri.perft(state, depth)
    assert uneri.perft_divide(state, depth, threads=threads) == uneri.perft_divide(state, depth)
    one, many = (uneri.playouts(state, 300, seed=9, threads=n) for n in (1, threads))
    assert one == one != many  # noqa: PLR0124  # objects, as all results with arrays
    assert len({one, many}) == 2
    assert np.array_equal(one.returns, many.returns)
    assert np.array_equal(one.lengths, many.lengths)


@pytest.mark.slow
@pytest.mark.unsanitized
def test_playouts_are_equal_on_both_backends(name: str) -> None:
    for from_start in (True, False):
        ours, theirs = (
            uneri.playouts(uneri.load_game(name, backend=b) if from_start else start(name, b), 2, seed=4)
            for b in ("core", "reference")
        )
        assert np.array_equal(ours.returns, theirs.returns)
        assert np.array_equal(ours.lengths, theirs.lengths)


def test_playouts_are_play(name: str) -> None:
    game = uneri.load_game(name)
    played = uneri.playouts(game, 400, seed=1)
    assert played.returns.shape == (400, game.num_players)
    assert (played.returns.dtype, played.lengths.dtype) == (np.float64, np.int32)
    assert played.lengths.min() > 0
    assert played.lengths.max() <= game.max_game_length
    assert played.returns.min() >= game.min_utility
    assert played.returns.max() <= game.max_utility
    assert len({tuple(row) for row in played.returns}) > 10
    assert not np.array_equal(played.returns, uneri.playouts(game, 400, seed=2).returns)
    longer = uneri.playouts(game, 500, seed=1)
    assert np.array_equal(longer.returns[:400], played.returns)
    won = uneri.playouts(uneri.load_game(name, utility="win"), 50, seed=1)
    assert np.allclose(won.returns.sum(axis=1), 1)
    level = uneri.playouts(uneri.load_game(name, utility="margin"), 50, seed=1)
    assert np.allclose(level.returns.sum(axis=1), 0)


@pytest.mark.unsanitized
def test_playouts_choose_among_the_legal_actions(name: str) -> None:
    """Whatever the core knows beside its states, any game is played as legal_actions and apply_action have it.

    UNERI_GAMES=100000 asks for the long check; pytest -rP then shows how much was played.
    """
    decisions = 0
    for index in range(int(os.environ.get("UNERI_GAMES", "30"))):
        options = game_module(name).random_options(stream(5, index), {})
        core: Any = uneri.load_game(name, **options)
        played = uneri.playouts(core, 2, seed=index)
        for number in range(2):
            state = core.new_initial_state()
            assert _play_out(state, stream(index, number)) == played.lengths[number], options
            assert state.returns() == played.returns[number].tolist(), options
        decisions += int(played.lengths.sum())
    print(f"{2 * (index + 1):,} games of {index + 1:,} random options, {decisions:,} decisions: equal")


def test_nothing_to_do(name: str, backend: str) -> None:
    game = uneri.load_game(name, backend=backend)
    assert uneri.playouts(game, 0).returns.shape == (0, game.num_players)
    assert uneri.perft(game.new_initial_state(), 0) == 1


@pytest.mark.parametrize(
    ("depth", "error"), [(-1, ValueError), (1001, ValueError), (1.0, TypeError), (True, TypeError), ("2", TypeError)]
)
def test_depth_is_checked(name: str, backend: str, depth: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="depth"):
        uneri.perft(start(name, backend), depth)


@pytest.mark.parametrize("arguments", [{"n": -1}, {"n": 10**12}, {"seed": -1}, {"threads": 0}, {"threads": 257}])
def test_playout_arguments_are_checked(name: str, arguments: dict[str, int]) -> None:
    words = next(iter(arguments))
    with pytest.raises(ValueError, match=words):
        uneri.playouts(uneri.load_game(name), **{"n": 1, **arguments})


def test_the_gil_is_released(name: str, ticks: list[int]) -> None:
    """Another thread counts while the core plays."""
    before = ticks[0]
    uneri.playouts(uneri.load_game(name), 4_000, seed=1, progress=False)
    assert ticks[0] > before + 3


PROGRAMS = {
    "perft": "uneri.perft(game.new_initial_state(), 200, threads=2)",
    "playouts": "uneri.playouts(game, 90_000_000, threads=2)",
}


@pytest.mark.subprocess
@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent in another way there")
@pytest.mark.parametrize("call", PROGRAMS)
def test_ctrl_c(name: str, call: str, interrupted: Callable[[str], str]) -> None:
    program = (
        f"import uneri\ngame = uneri.load_game({name!r})\nprint('ready', flush=True)\n"
        f"try:\n    {PROGRAMS[call]}\nexcept KeyboardInterrupt:\n    print('stopped', uneri.perft(game.new_initial_state(), 1) > 0)"
    )
    assert interrupted(program) == "stopped True\n"
