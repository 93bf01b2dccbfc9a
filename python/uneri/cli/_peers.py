"""The same work in other libraries, where they are installed. `uneri bench` shows it beside ours."""

from __future__ import annotations

import importlib
import os
import random
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from uneri.registry import game_module

_GAMES = 20  # a turn of random playouts
_SIMS = 1000
_STEPS = 1000  # a turn of a Python loop
SEARCHED = "hearts(pass_cards=False)"  # the fastest card game for four seats that OpenSpiel's ISMCTSBot can play
STEPPED = "sparrow_mahjong"  # pgx's game of hands that are drawn to from a wall: its nearest to all of ours

PLAYOUTS: Final = "random playouts in the core"
LOOP: Final = "random games step by step from Python"
BATCH: Final = "steps of a batch of 1024, random actions"
SEARCH: Final = "ISMCTS, first decision, uniform rollouts"
LANES: Final = 1024


class Peer(NamedTuple):
    """A work of another library."""

    beside: str
    """Which of ours it stands beside: PLAYOUTS, LOOP, BATCH or SEARCH."""
    name: str
    work: Callable[[], int]


def peers(game: str) -> list[Peer]:
    """What is installed of OpenSpiel, RLCard and pgx, by our works.

    A game's module names the games that are nearest in kind as `OPEN_SPIEL`, `OPEN_SPIEL_SEARCH` (the nearest that
    OpenSpiel's ISMCTSBot can play, where that isn't hearts) and `RLCARD`.
    """
    return [*_open_spiel(game_module(game)), *_rlcard(game_module(game)), *_pgx()]


def _open_spiel(module: Any) -> list[Peer]:
    spiel = _installed("pyspiel")
    if spiel is None:
        return []
    nearest = getattr(module, "OPEN_SPIEL", None)
    searched = getattr(module, "OPEN_SPIEL_SEARCH", SEARCHED)
    found = [Peer(SEARCH, f"open_spiel {searched}: ISMCTSBot", search_work(spiel, searched))]
    if nearest is not None:
        found.insert(0, Peer(PLAYOUTS, f"open_spiel {nearest}: playouts", _playouts(spiel, nearest)))
    return found


def _rlcard(module: Any) -> list[Peer]:
    rlcard, nearest = _installed("rlcard"), getattr(module, "RLCARD", None)
    if rlcard is None or nearest is None:
        return []
    return [Peer(LOOP, f"rlcard {nearest}: its own loop", rlcard_work(rlcard.make(nearest)))]


def _pgx() -> list[Peer]:
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    if _installed("pgx") is None:
        return []
    return [Peer(BATCH, f"pgx {STEPPED}: steps of a batch of {LANES}", pgx_work(STEPPED, LANES))]


def _installed(name: str) -> Any:
    """The module, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def rlcard_work(env: Any) -> Callable[[], int]:
    """Random games by its lists of legal actions."""
    draw = random.Random(1).random

    def work() -> int:
        state, _ = env.reset()
        for _ in range(_STEPS):
            if env.is_over():
                state, _ = env.reset()
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(draw() * len(legal))])
        return _STEPS

    return work


def pgx_work(name: str, lanes: int) -> Callable[[], int]:
    """One compiled step of all lanes a call, random legal actions chosen inside, games begun anew by itself."""
    jax: Any = importlib.import_module("jax")
    env = importlib.import_module("pgx").make(name)
    step = jax.vmap(importlib.import_module("pgx.experimental").auto_reset(env.step, env.init))

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        key, ours, theirs = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(ours, logits, axis=1)
        return step(state, action, jax.random.split(theirs, lanes)), key

    jitted = jax.jit(advance)
    held = jitted(jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), lanes)), jax.random.PRNGKey(1))

    def work() -> int:
        nonlocal held
        for _ in range(4):
            held = jitted(*held)
        jax.block_until_ready(held[0])
        return 4 * lanes

    return work


def _playouts(spiel: Any, name: str) -> Callable[[], int]:
    """Whole games in OpenSpiel's C++ by uniform bots. Decisions are counted before, in the same games."""
    rules = spiel.load_game(name)
    bots = [spiel.make_uniform_random_bot(seat, seat + 1) for seat in range(rules.num_players())]

    def play() -> list[Any]:
        states = []
        for number in range(_GAMES):
            state = rules.new_initial_state()
            for bot in bots:
                bot.restart()
            spiel.evaluate_bots(state, bots, number)
            states.append(state)
        return states

    counts = [sum(step.player >= 0 for state in play() for step in state.full_history()) for _ in range(20)]
    mean: int = round(
        sum(counts) / len(counts)
    )  # bots draw on: games differ from turn to turn, their mean length doesn't

    def work() -> int:
        play()
        return mean

    return work


def search_work(spiel: Any, name: str, sims: int = _SIMS) -> Callable[[], int]:
    """Its ISMCTS at the first decision with a choice, uniform rollouts to the end."""
    state = spiel.load_game(name).new_initial_state()
    rng = random.Random(5)
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(rng.choice(state.legal_actions()))
    bot = spiel.ISMCTSBot(
        seed=5,
        evaluator=spiel.RandomRolloutEvaluator(1, 5),
        uct_c=2.0,
        max_simulations=sims,
        max_world_samples=-1,
        final_policy_type=spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        use_observation_string=False,
        allow_inconsistent_action_sets=False,
    )

    def work() -> int:
        bot.step(state)
        return sims

    return work
