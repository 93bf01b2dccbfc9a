"""BatchEnv among threads and processes: the GIL, two callers at once, Ctrl-C, fork."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import uneri


def test_the_gil_is_released(name: str, ticks: list[int]) -> None:
    env = uneri.BatchEnv(name, 256, seed=1)
    before = ticks[0]
    env.step_random(2_000, progress=False)
    assert ticks[0] > before + 3


def test_two_callers(name: str) -> None:
    """Calls from several Python threads come one after the other."""
    env, alone = (uneri.BatchEnv(name, 128, seed=1, threads=2) for _ in range(2))
    callers = [threading.Thread(target=lambda: [env.step_random(5) for _ in range(20)]) for _ in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    alone.step_random(300)
    assert env.to_bytes() == alone.to_bytes()


@pytest.mark.slow
@pytest.mark.unsanitized
def test_progress(name: str) -> None:
    shares: list[float] = []
    uneri.BatchEnv(name, 1024).step_random(3_000, progress=shares.append)
    assert shares
    assert shares == sorted(shares)


PROGRAM = """
import uneri
env = uneri.BatchEnv({name!r}, 100, seed=1, threads=2)
print("ready", flush=True)
try:
    env.step_random(10**9)
except KeyboardInterrupt:
    env.step_random(1)
    print("stopped", len(env))
"""


@pytest.mark.subprocess
@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent in another way there")
def test_ctrl_c(name: str, interrupted: Callable[[str], str]) -> None:
    assert interrupted(PROGRAM.format(name=name)) == "stopped 100\n"


ROLLOUT = """
import uneri
env = uneri.BatchEnv("namima", 2, seed=1, threads=2, observation=None, mask="bits", opponents="greedy")
print("ready", flush=True)
try:
    env.rollout(2**18, {policy})
except KeyboardInterrupt:
    env.rollout(1, "random")
    print("stopped", len(env))
"""


@pytest.mark.subprocess
@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent in another way there")
@pytest.mark.parametrize(
    "policy", ["'random'", "'greedy'", "lambda seen, mask: [[0.0] * env.game.num_distinct_actions] * 2"]
)
def test_ctrl_c_in_a_rollout(policy: str, interrupted: Callable[[str], str]) -> None:
    assert interrupted(ROLLOUT.format(policy=policy)) == "stopped 2\n"


def _play(env: Any, queue: Any) -> None:
    env.step_random(10)
    queue.put(env.to_bytes())


@pytest.mark.subprocess
@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="no fork there")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_batch_goes_on_after_a_fork(name: str) -> None:
    """The child has none of the batch's threads and gets its own."""
    env = uneri.BatchEnv(name, 200, seed=1, threads=2)
    env.step_random(3)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_play, args=(env, queue))
    child.start()
    theirs = queue.get(timeout=30)
    child.join(timeout=30)
    assert child.exitcode == 0
    env.step_random(10)
    assert env.to_bytes() == theirs
    assert np.all(env.num_legal > 0)
