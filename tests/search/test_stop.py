"""Work in a thread that another thread ends: every kind of search stops within a moment, and one that isn't stopped is
as it was."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import uneri
from uneri._util.interrupts import Stopped, check_stop, stop_when_set, tick
from uneri.batch import BatchEnv
from uneri.bots import make_bot
from uneri.review.reviewer import judge_move
from uneri.search import PUCT, FlatMC

ENDLESS = 1_000_000_000


def state() -> Any:
    return uneri.load_game("onda", players=2).new_initial_state(seed=1)


def uniform(observations: Any, legal: Any, seats: Any) -> tuple[Any, Any]:
    return np.zeros(len(legal[1]), np.float32), np.full((len(seats), 2), 0.5, np.float32)


WORK: dict[str, Callable[[], Any]] = {
    **{
        text: lambda text=text: make_bot(text).act(state())
        for text in (
            f"search:sims={ENDLESS}",
            f"flat:sims={ENDLESS}",
            f"pimc:sims={ENDLESS}",
            f"ismcts:sims={ENDLESS}",
            f"ismcts:sims={ENDLESS},follow=true",
            f"flat:sims={ENDLESS},threads=2",
            "search:time_ms=60000",
        )
    },
    "puct": lambda: PUCT(uniform, sims=1_000_000).act(state()),
    "run": lambda: FlatMC(sims=ENDLESS).run(state()),
    "many states": lambda: FlatMC(sims=ENDLESS).act_many([state()] * 3),
    "many lanes": lambda: FlatMC(sims=ENDLESS).act_many(BatchEnv(state().game, 3, seed=1)),
    "review": lambda: judge_move(state(), state().legal_actions()[0], bot="flat:sims=10", worlds=1_000_000),
}


@pytest.mark.parametrize("kind", WORK)
def test_searches_stop(kind: str) -> None:
    stop, raised, begun = threading.Event(), list[BaseException](), threading.Event()

    def work() -> None:
        try:
            with stop_when_set(stop):
                begun.set()
                WORK[kind]()
        except BaseException as error:  # noqa: BLE001
            raised.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    assert begun.wait(10)
    time.sleep(0.05)
    stop.set()
    thread.join(10)
    assert not thread.is_alive()
    assert [type(error) for error in raised] == [Stopped]


def test_a_thread_that_nothing_stops() -> None:
    assert tick() is None
    check_stop()
    search = FlatMC(sims=300, seed=1)
    with stop_when_set(threading.Event()):
        check_stop()
        assert tick() is not None
        there = search.run(state())
    assert tick() is None
    here = search.run(state())
    assert [(one.action, one.visits, one.mean) for one in there.stats] == [
        (one.action, one.visits, one.mean) for one in here.stats
    ]
