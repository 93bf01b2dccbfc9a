"""Batched stepping: many lanes, mask and observation written after every step, games begun anew as they end.

    python bench/batch.py                    # ONDA and SOLO; beside EnvPool and pgx where they are installed
    python bench/batch.py tidal --lanes 4096 --runs 9
    python bench/batch.py namima tacta --only opponents

The work is one step of every lane at a time, from one Python call a step:
  core    `step_random(1)`: actions are chosen in the core, uniformly among the legal ones
  list    numpy chooses from `legal` and `num_legal`, then `step(actions)`
  mask    numpy chooses from `mask` alone (the largest of random numbers where it is 1), then `step(actions)`
and the first again with uint8 observations, with all seats' observations and with none, and against opponents of the
core: then a step is a decision of the learner's seat and those of all others up to its next one.
pgx steps its card games by random legal actions, whose choice is part of its time, too. EnvPool steps its own by
actions that numpy chooses from its mask; so compare it with the second or the third.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import platform
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from measure import rates, ratio

import uneri
from uneri.bots import has_greedy
from uneri.cli._peers import pgx_work

LANE_STEPS = 1_000_000  # of one run, about: some tenths of a second
Work = tuple[str, str, Callable[[], int]]


def core_work(game: str, lanes: int, threads: int, **settings: Any) -> Callable[[], int]:
    env = uneri.BatchEnv(game, lanes, seed=1, threads=threads, **settings)
    # Against opponents a step takes long: up to 0.8 ms with three greedy ones in Namima.
    part = 64 if "opponents" in settings else 1
    env.step_random(30 if part > 1 else 200)  # spread over their games

    def work() -> int:
        steps = max(1, LANE_STEPS // lanes // part)
        for _ in range(steps):
            env.step_random(1)
        return steps * lanes

    return work


def list_work(game: str, lanes: int, threads: int) -> Callable[[], int]:
    env = uneri.BatchEnv(game, lanes, seed=1, threads=threads)
    env.step_random(200)
    generator = np.random.default_rng(1)
    rows = np.arange(lanes)

    def work() -> int:
        steps = LANE_STEPS // lanes
        for _ in range(steps):
            env.step(env.legal[rows, (generator.random(lanes) * env.num_legal).astype(np.int64)])
        return steps * lanes

    return work


def mask_work(game: str, lanes: int, threads: int) -> Callable[[], int]:
    env = uneri.BatchEnv(game, lanes, seed=1, threads=threads)
    env.step_random(200)
    generator = np.random.default_rng(1)
    shape = env.mask.shape

    def work() -> int:
        steps = max(1, LANE_STEPS // lanes // 8)
        for _ in range(steps):
            env.step((generator.random(shape, np.float32) * env.mask).argmax(axis=1))
        return steps * lanes

    return work


def our_works(game: str, lanes: int, threads: int, only: str) -> list[Work]:
    """The rows whose names contain `only`."""
    core: list[tuple[str, dict[str, Any]]] = [
        ("uint8", {"dtype": "uint8"}),
        ("all seats", {"observation": "all"}),
        ("no observation", {"observation": None}),
    ]
    players = ("random", "greedy") if has_greedy(game.partition("(")[0]) else ("random",)
    core += [(f"{player} opponents", {"opponents": player}) for player in players]
    makers: list[tuple[str, Callable[[], Callable[[], int]]]] = [
        (f"{game}: actions by the core", lambda: core_work(game, lanes, threads)),
        (f"{game}: actions by numpy from the list", lambda: list_work(game, lanes, threads)),
        (f"{game}: actions by numpy from the mask", lambda: mask_work(game, lanes, threads)),
    ]
    for what, settings in core:
        makers.append((f"{game}: by the core, {what}", partial(core_work, game, lanes, threads, **settings)))
    return [(name, "steps/s", make()) for name, make in makers if only in name]


def pgx_works(lanes: int) -> list[Work]:
    """pgx on the CPU."""
    return [
        (f"pgx {name}", "steps/s", pgx_work(name, lanes)) for name in ("leduc_holdem", "kuhn_poker", "sparrow_mahjong")
    ]


def envpool_works(lanes: int, threads: int) -> list[Work]:
    """EnvPool's synchronous step of all lanes, games begun anew by itself."""
    envpool: Any = importlib.import_module("envpool")
    generator = np.random.default_rng(1)
    works: list[Work] = []
    for name in ("LeducHoldem-v1", "KuhnPoker-v1", "SparrowMahjong-v1", "Blackjack-v1"):
        env = envpool.make_gymnasium(name, num_envs=lanes, num_threads=threads, seed=1)
        held = [env.reset()[1]]

        def work(env: Any = env, held: list[Any] = held) -> int:
            steps = max(1, LANE_STEPS // lanes // 16)
            for _ in range(steps):
                mask = held[0].get("legal_action_mask", np.ones((lanes, 2), np.bool_))  # Blackjack has none
                held[0] = env.step((generator.random(mask.shape, np.float32) * mask).argmax(axis=1).astype(np.int32))[4]
            return steps * lanes

        works.append((f"EnvPool {name}", "steps/s", work))
    return works


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["onda", "solo"])
    parser.add_argument("--lanes", type=int, default=1024)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", default="", help="our rows that contain this text")
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each work (default 5)")
    args = parser.parse_args()
    works = [work for game in args.games for work in our_works(game, args.lanes, args.threads, args.only)]
    ours = len(works)
    for name, peer in (
        ("envpool", lambda: envpool_works(args.lanes, args.threads)),
        ("pgx", lambda: pgx_works(args.lanes)),
    ):
        if importlib.util.find_spec(name) is None:
            print(f"{name} is not installed: not compared", file=sys.stderr)
        else:
            works += peer()
    if not works:
        parser.error(f"--only is {args.only!r}, which is in no row")
    found = rates(works, args.runs)
    print(
        f"{args.lanes} lanes, {args.threads} thread(s); median of {args.runs} runs per CPU second "
        f"[least .. greatest]; Python {platform.python_version()}"
    )
    for rate in found:
        print(rate)
    for theirs in found[ours:]:
        for mine in found[:ours]:
            if mine.name.endswith(("by the core", "from the list")):
                print(f"{mine.name} over {theirs.name}: {ratio(mine, theirs)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
