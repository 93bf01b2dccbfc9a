"""Batched steps: many lanes, mask and observation written after every step, games begun anew as they end.

One call from Python is one step of every lane. Actions are chosen in the core, by numpy from `legal` and `num_legal`, or
by numpy from `mask` alone (the largest of random numbers where it is 1). From a policy's logits (the same random numbers
in every step) they are drawn by the core or by numpy: softmax over the mask and a sum along each row. Against opponents of the core a step is a
decision of the learner's seat and those of all others up to its next one.

pgx chooses within its compiled step and stands beside the core's own choice; EnvPool gets actions that numpy chooses from
its mask and stands beside the choice from the list.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import uneri
from uneri.bots import has_greedy
from uneri.cli._bench.work import Run, Work

from ..peers import envpool_work, pgx_work
from ..settings import Settings
from .names import prefixed

CORE, LIST = "actions by the core", "actions by numpy from the list"
DRAWN = "from logits by the core"
PGX = ("leduc_holdem", "kuhn_poker", "sparrow_mahjong")
ENVPOOL = ("LeducHoldem-v1", "KuhnPoker-v1", "SparrowMahjong-v1", "Blackjack-v1")


def works(settings: Settings) -> list[Work]:
    """All games, each beside the same batches of others."""
    lanes, threads = settings.lanes, settings.threads
    others = [pgx_work(name, lanes, CORE) for name in PGX]
    others += [envpool_work(name, lanes, threads, LIST) for name in ENVPOOL]
    # Made once for all games: pgx compiles for a while.
    others = [dataclasses.replace(work, start=functools.cache(work.start)) for work in others]
    found: list[Work] = []
    for name in settings.games:
        found += prefixed(name, [*_ours(name, lanes, threads), *others])
    return found


def _ours(name: str, lanes: int, threads: int) -> list[Work]:
    core: list[tuple[str, dict[str, Any]]] = [
        (CORE, {}),
        ("by the core, uint8", {"dtype": "uint8"}),
        ("by the core, all seats", {"observation": "all"}),
        ("by the core, no observation", {"observation": None}),
    ]
    players = ("random", "greedy") if has_greedy(name) else ("random",)
    core += [(f"by the core, {player} opponents", {"opponents": player}) for player in players]
    listed: list[tuple[str, Callable[[], Run]]] = [
        (title, functools.partial(_core, name, lanes, threads, **settings)) for title, settings in core
    ]
    listed[1:1] = [
        (LIST, functools.partial(_list, name, lanes, threads)),
        ("actions by numpy from the mask", functools.partial(_mask, name, lanes, threads)),
        (DRAWN, functools.partial(_drawn, name, lanes, threads)),
        ("from logits by numpy", functools.partial(_softmax, name, lanes, threads)),
    ]
    beside = {"from logits by numpy": DRAWN}
    return [Work(title, "steps/s", start, beside.get(title, "")) for title, start in listed]


def _spread(name: str, lanes: int, threads: int, steps: int = 200, **settings: Any) -> uneri.BatchEnv:
    """Lanes that are spread over their games."""
    env = uneri.BatchEnv(name, lanes, seed=1, threads=threads, **settings)
    env.step_random(steps)
    return env


def _core(name: str, lanes: int, threads: int, **settings: Any) -> Run:
    # Against opponents a step takes long: up to 0.8 ms with three greedy ones in Namima.
    times = 1 if "opponents" in settings else 16
    env = _spread(name, lanes, threads, 30 if "opponents" in settings else 200, **settings)

    def run() -> int:
        for _ in range(times):
            env.step_random(1)
        return times * lanes

    return run


def _list(name: str, lanes: int, threads: int) -> Run:
    env = _spread(name, lanes, threads)
    generator = np.random.default_rng(1)
    rows = np.arange(lanes)

    def run() -> int:
        for _ in range(16):
            env.step(env.legal[rows, (generator.random(lanes) * env.num_legal).astype(np.int64)])
        return 16 * lanes

    return run


def _mask(name: str, lanes: int, threads: int) -> Run:
    env = _spread(name, lanes, threads)
    generator = np.random.default_rng(1)
    shape = env.mask.shape

    def run() -> int:
        env.step((generator.random(shape, np.float32) * env.mask).argmax(axis=1))
        return lanes

    return run


def _logits(env: uneri.BatchEnv) -> NDArray[np.float32]:
    return np.random.default_rng(2).standard_normal((len(env), env.game.num_distinct_actions)).astype(np.float32)


def _drawn(name: str, lanes: int, threads: int) -> Run:
    env = _spread(name, lanes, threads)
    logits = _logits(env)

    def run() -> int:
        for _ in range(8):
            env.step_logits(logits)
        return 8 * lanes

    return run


def _softmax(name: str, lanes: int, threads: int) -> Run:
    env = _spread(name, lanes, threads)
    logits = _logits(env)
    generator = np.random.default_rng(1)
    rows = np.arange(lanes)

    def run() -> int:
        masked = np.where(env.mask, logits, -np.inf)
        shifted = masked - masked.max(axis=1, keepdims=True)
        sums = np.exp(shifted).cumsum(axis=1)
        numbers = generator.random((lanes, 1)) * sums[:, -1:]
        actions = (sums > numbers).argmax(axis=1)
        log_prob = shifted[rows, actions] - np.log(sums[:, -1])
        env.step(actions)
        return len(log_prob)

    return run
