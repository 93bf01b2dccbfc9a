"""The works of other libraries beside a game of ours, and those of RLCard, pgx and EnvPool."""

from __future__ import annotations

import os
import random
from typing import Any, NamedTuple

from uneri.cli._bench.ours import BATCH, LANES, LOOP
from uneri.cli._bench.work import Run, Work, library

from .open_spiel import open_spiel_works, search_work

STEPPED = "sparrow_mahjong"  # pgx's game of hands with draws from a wall: its nearest to all of ours

_STEPS = 1000  # of a run of a Python loop


class Nearest(NamedTuple):
    """Games of other libraries."""

    open_spiel: str = ""
    rlcard: str = ""
    searched: str = "hearts(pass_cards=False)"
    """One that OpenSpiel's ISMCTSBot can play; hearts is the fastest card game for four seats that it can."""


NEAREST = {
    "namima": Nearest("gin_rummy", "gin-rummy", "gin_rummy"),  # melds of a hand that is drawn to and discarded from
    "onda": Nearest("dou_dizhu", "doudizhu"),  # climbing games
    "solo": Nearest("crazy_eights(players=4)", "uno"),  # shedding games
    "tidal": Nearest("goofspiel(imp_info=True,num_cards=9,players=4)"),  # secret choices of cards, shown together
}


def peers(game: str) -> list[Work]:
    """List the works of other libraries beside ours, whether installed or not."""
    nearest = NEAREST.get(game, Nearest())
    return [
        *(open_spiel_works(nearest.open_spiel) if nearest.open_spiel else []),
        search_work(nearest.searched),
        *([rlcard_work(nearest.rlcard)] if nearest.rlcard else []),
        pgx_work(STEPPED, LANES),
    ]


def rlcard_work(name: str, beside: str = LOOP) -> Work:
    """Run RLCard's own loop."""
    return Work(f"rlcard {name}: its own loop", "decisions/s", lambda: _rlcard(name), beside)


def pgx_work(name: str, lanes: int, beside: str = BATCH) -> Work:
    """Run pgx on the CPU."""
    return Work(f"pgx {name}: steps of a batch of {lanes}", "steps/s", lambda: _pgx(name, lanes), beside)


def envpool_work(name: str, lanes: int, threads: int, beside: str = BATCH) -> Work:
    """Run EnvPool's synchronous step of all lanes."""
    title = f"EnvPool {name}: steps of a batch of {lanes}, numpy chooses from the mask"
    return Work(title, "steps/s", lambda: _envpool(name, lanes, threads), beside)


def _rlcard(name: str) -> Run:
    """Play random games by its lists of legal actions."""
    env = library("rlcard").make(name)
    draw = random.Random(1).random

    def run() -> int:
        state, _ = env.reset()
        for _ in range(_STEPS):
            if env.is_over():
                state, _ = env.reset()
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(draw() * len(legal))])
        return _STEPS

    return run


def _pgx(name: str, lanes: int) -> Run:
    """Call one compiled step of all lanes, random legal actions chosen inside; it restarts games itself."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    pgx = library("pgx")
    jax = library("jax")
    env = pgx.make(name)
    step = jax.vmap(library("pgx.experimental").auto_reset(env.step, env.init))

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        key, ours, theirs = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(ours, logits, axis=1)
        return step(state, action, jax.random.split(theirs, lanes)), key

    jitted = jax.jit(advance)
    held = jitted(jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), lanes)), jax.random.PRNGKey(1))

    def run() -> int:
        nonlocal held
        for _ in range(4):
            held = jitted(*held)
        jax.block_until_ready(held[0])
        return 4 * lanes

    return run


def _envpool(name: str, lanes: int, threads: int) -> Run:
    """Step games that it restarts itself."""
    import numpy as np

    generator = np.random.default_rng(1)
    env = library("envpool").make_gymnasium(name, num_envs=lanes, num_threads=threads, seed=1)
    info = env.reset()[1]

    def run() -> int:
        nonlocal info
        for _ in range(4):
            mask = info.get("legal_action_mask", np.ones((lanes, 2), np.bool_))  # Blackjack has none
            info = env.step((generator.random(mask.shape, np.float32) * mask).argmax(axis=1).astype(np.int32))[4]
        return 4 * lanes

    return run
