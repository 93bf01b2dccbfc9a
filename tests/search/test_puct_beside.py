"""PUCT with positions for several batches: one is gathered by a second thread while the evaluator judges another."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import weakref
from typing import Any

import numpy as np
import pytest

from _play import first_choice
from uneri.search import PUCT

POSITIONS = 9


def starts(name: str) -> list[Any]:
    return [first_choice(name, seed, players=3) for seed in range(POSITIONS)]


def row_sums(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
    """Without a rounding, so that a row's answer is the same in every batch."""
    total = (obs * (1 + np.arange(obs.shape[1]) % 7)).sum(axis=1)
    logits = (37 * np.repeat(total, np.diff(legal[0])) + 13 * legal[1]) % 11 / 4
    return logits, (5 * total[:, None] + 3 * np.arange(3)) % 8 / 8


def essence(result: Any) -> tuple[Any, ...]:
    return (result.action, result.stats, result.principal_variation, result.simulations, result.tree)


def test_what_is_left_in_the_arrays_does_not_matter(name: str) -> None:
    """They are used again: a row is written as a whole."""

    def scribbling(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        answer = row_sums(obs, legal, seat)
        for array in (obs, *legal, seat):
            array[:] = 99
        return answer

    states = starts(name)
    for batch in (8, 256):
        clean, scribbled = (PUCT(f, 40, batch=batch).run_many(states) for f in (row_sums, scribbling))
        assert [essence(result) for result in scribbled] == [essence(result) for result in clean]


@pytest.mark.parametrize("gumbel", [0, 4])
def test_the_number_of_batches_does_not_matter(name: str, gumbel: int) -> None:
    """9 positions in one batch are searched by one thread, those in several by two."""
    states = starts(name)
    found = [PUCT(row_sums, 60, batch=batch, gumbel=gumbel).run_many(states) for batch in (256, 4, 8, 20, 8)]
    for results in found[1:]:
        assert [essence(result) for result in results] == [essence(result) for result in found[0]]


def test_an_evaluator_may_fail_at_any_call(name: str) -> None:
    """The error is the evaluator's own object, and the search is as good as new."""
    states, left, error = starts(name), [0], LookupError("no such network")

    def failing(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        left[0] -= 1
        if left[0] < 0:
            raise error
        return row_sums(obs, legal, seat)

    search, threads = PUCT(failing, 40, batch=8), threading.active_count()
    whole = PUCT(row_sums, 40, batch=8).act_many(states)
    for calls in range(12):
        left[0] = calls
        with pytest.raises(LookupError) as raised:
            search.act_many(states)
        assert raised.value is error
    left[0] = 10_000
    assert search.act_many(states) == whole
    assert threading.active_count() == threads


def test_an_evaluator_may_search(name: str) -> None:
    """With the very search that asks it, and with the states it searches."""
    states, depth = starts(name), [0]

    def nested(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        if depth[0] == 0:
            depth[0] = 1
            search.act_many(states)
            states[0].clone().apply_action(states[0].legal_actions()[0])
            depth[0] = 0
        return row_sums(obs, legal, seat)

    search = PUCT(nested, 8, batch=8)
    expected = PUCT(row_sums, 8, batch=8).act_many(states)
    assert search.act_many(states) == expected


def test_two_threads_may_share_a_search(name: str) -> None:
    states, found = starts(name), list[list[int]]()
    search = PUCT(row_sums, 40, batch=8)
    threads = [threading.Thread(target=lambda: found.append(search.act_many(states))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [search.act_many(states)] * 3


def test_nothing_is_kept_alive(name: str) -> None:
    """Neither after an answer nor after an error."""
    for fails in (False, True):
        seen = list[weakref.ref[Any]]()

        def watching(obs: Any, legal: Any, seat: Any, fails: bool = fails, seen: Any = seen) -> tuple[Any, Any]:
            seen.extend(weakref.ref(array) for array in (obs, *legal, seat))
            if fails and len(seen) > 20:
                raise LookupError
            return row_sums(obs, legal, seat)

        try:
            PUCT(watching, 40, batch=8).run_many(starts(name))
        except LookupError:
            assert fails
        gc.collect()
        assert len(seen) > 20
        assert [kept for kept in seen if kept() is not None] == []


INTERRUPTED = """
import os, signal, sys, uneri
from uneri.search import PUCT
import numpy as np

states = [uneri.load_game(sys.argv[1], players=3).new_initial_state(seed=seed) for seed in range(40)]
calls = 0

def network(obs, legal, seat):
    global calls
    calls += 1
    if calls == 7:
        os.kill(os.getpid(), signal.SIGINT)
        np.ones((300, 300)) @ np.ones((300, 300))  # in C code when it comes
    return np.zeros(len(legal[1])), np.full((len(seat), 3), 0.5)

for state in states:
    while state.current_player() < 0 or state.num_legal_actions() == 1:
        state.apply_action(state.legal_actions()[0])
search = PUCT(network, 60, batch=8)
try:
    search.act_many(states)
except KeyboardInterrupt:
    print("interrupted", calls, len(search.act_many(states)))
"""


def python(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent in another way there")
def test_ctrl_c_while_the_evaluator_works(name: str) -> None:
    done = python(INTERRUPTED, name)
    assert done.stderr == ""
    assert done.stdout == "interrupted 7 40\n"
