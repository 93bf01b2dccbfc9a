"""Long calls give other threads their turn, and heed Ctrl-C soon: records, and making and packing batches."""

from __future__ import annotations

import pickle
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

import uneri
from uneri import records

LANES = 40_000


@pytest.fixture(scope="module")
def batch() -> uneri.BatchEnv:
    return uneri.BatchEnv("onda", LANES, seed=1)


@pytest.fixture(scope="module")
def record() -> records.Record:
    game = uneri.load_game("solo", players=4, max_rounds=99)
    state, actions, seed = game.new_initial_state(seed=3), [], 0
    while not state.is_terminal() and len(actions) < 6000:
        seed = (seed * 75 + 74) % 65537
        legal = state.legal_actions()
        actions.append(legal[seed % len(legal)])
        state.apply_action(actions[-1])
    assert len(actions) > 3000
    return records.Record.from_actions(game, actions, seed=3)


def calls(batch: uneri.BatchEnv, record: records.Record) -> dict[str, Callable[[], object]]:
    saved = batch.to_bytes()
    return {
        "check": record.check,
        "make": lambda: uneri.BatchEnv("onda", LANES, seed=1),
        "reset": lambda: batch.reset(seed=2),
        "to_bytes": batch.to_bytes,
        "restore": lambda: batch.restore(saved),
        "from_bytes": lambda: uneri.BatchEnv.from_bytes(saved),
        "pickle": lambda: pickle.loads(pickle.dumps(batch)),
    }


CALLS = ("check", "make", "reset", "to_bytes", "restore", "from_bytes", "pickle")


@pytest.mark.unsanitized
@pytest.mark.parametrize("name", CALLS)
def test_other_threads_have_their_turn(name: str, batch: uneri.BatchEnv, record: records.Record) -> None:
    call = calls(batch, record)[name]
    turns, ended = [0], threading.Event()

    def count() -> None:
        while not ended.wait(0.001):
            turns[0] += 1

    other = threading.Thread(target=count)
    other.start()
    begun, before = time.perf_counter(), turns[0]
    call()
    took, found = time.perf_counter() - begun, turns[0] - before
    ended.set()
    other.join()
    assert found >= took / 0.1  # one in 1 to 20 ms; none where the call holds the lock throughout


class Alarm(Exception):
    pass


@pytest.mark.unsanitized
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
@pytest.mark.parametrize("name", CALLS)
def test_calls_can_be_interrupted(name: str, batch: uneri.BatchEnv, record: records.Record) -> None:
    call = calls(batch, record)[name]
    begun = time.process_time()
    call()
    took = time.process_time() - begun

    def call_and_wait() -> None:
        call()
        while time.process_time() - begun < 2 * took:  # it may end before the alarm
            pass

    def ring(number: int, frame: FrameType | None) -> None:
        raise Alarm

    before: Any = signal.signal(signal.SIGPROF, ring)
    for share in (0.1, 0.3, 0.5, 0.7):
        wait = share * took
        try:
            signal.setitimer(signal.ITIMER_PROF, max(wait, 1e-3))
            begun = time.process_time()
            with pytest.raises(Alarm):
                call_and_wait()
            assert time.process_time() - begun < wait + 0.15, share
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)
    batch.reset(seed=1)
    assert batch.to_bytes() == uneri.BatchEnv("onda", LANES, seed=1).to_bytes()
    record.check()
