"""Helper threads: no call is slower with them than alone, small ones leave them asleep, and they outlive a fork."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import namima, onda
from uneri._core import pool_counts
from uneri.search import FlatMC, Search

TEXTS = {
    "namima": "namima(players=2,games=1,variant=sazanami)",
    "onda": "onda(players=2,rounds=1)",
    "solo": "solo(players=2,max_rounds=1)",
    "tacta": "tacta(players=2)",
    "tidal": "tidal(players=2,rounds=1)",
}


def decision(text: str) -> Any:
    state = uneri.load_game(text).new_initial_state(5)
    while state.num_legal_actions() < 3:
        state.apply_action(state.legal_actions()[0])
    return state


def small_calls() -> dict[str, Callable[[], object]]:
    state = decision(TEXTS["onda"])
    env = uneri.BatchEnv(state.game, 128, seed=1, threads=2)
    hands = np.eye(30, dtype=np.uint8)
    rows = np.zeros((1_000, 35), np.uint8)
    rows[:, :5] = 2
    return {
        "perft": lambda: uneri.perft(state, depth=2, threads=2),
        "playouts": lambda: uneri.playouts(state, 10, seed=1, threads=2),
        "min_plays": lambda: onda.min_plays(hands, threads=2),
        "is_complete": lambda: namima.is_complete(rows, threads=2),
        "step": lambda: env.step_random(1),
        "FlatMC": lambda: FlatMC(sims=8, rollout="uniform", threads=2).run(state),
    }


@pytest.mark.parametrize("name", small_calls())
def test_small_work_wakes_nobody(name: str) -> None:
    call, woken = small_calls()[name], []
    for _ in range(30):  # the clock decides, and any call may be interrupted
        before = pool_counts()
        call()
        woken.append(pool_counts()[0] - before[0])
    assert min(woken) == 0


@pytest.mark.parametrize("name", TEXTS)
def test_two_threads_make_no_fewer_simulations(name: str) -> None:
    """In a given time. On a machine with one core, or a busy one, they cannot make many more."""
    state, made, over = decision(TEXTS[name]), {1: list[int](), 2: list[int]()}, []
    before = pool_counts()
    for seed in range(5):
        for threads, found in made.items():
            start = time.perf_counter()
            found.append(Search(time_ms=30, seed=seed, threads=threads).run(state).simulations)
            over.append(time.perf_counter() - start - 0.03)
    assert max(made[2]) > 0.7 * statistics.median(made[1])
    assert min(over) < 0.01
    asked, joined = (now - then for now, then in zip(pool_counts()[:2], before[:2], strict=True))
    assert 0 < joined <= asked <= 5 * 300  # about one a millisecond


FORKED = """
import os, signal, sys, uneri
from uneri._core import pool_counts
from uneri.search import Search

state = uneri.load_game("onda", players=2).new_initial_state(seed=1)
env = uneri.BatchEnv(state.game, 1024, seed=1, threads=3)

def work():
    env.step_random(20)
    return Search(sims=2000, threads=3).run(state).stats, uneri.perft(state, 4, threads=3)

first = work()
before = pool_counts()
for _ in range(3):
    child = os.fork()
    if child == 0:
        signal.alarm(50)
        asked = pool_counts()[0]
        same = work() == first
        print("child", asked, same, pool_counts()[0] > 0, flush=True)
        sys.exit(0)
    assert os.waitpid(child, 0)[1] == 0
assert pool_counts() == before
assert work() == first
assert pool_counts()[2] == before[2], "the threads stay"
print("parent")
"""


@pytest.mark.subprocess
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork there")
def test_a_child_by_fork_has_helpers_of_its_own() -> None:
    """And both end as other programs do."""
    command = [sys.executable, "-W", "ignore", "-c", FORKED]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["child 0 True True"] * 3 + ["parent"]
