"""The works of a game: those of every game, then the game's own."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

import uneri
from uneri.search import ISMCTS

from .games import Own, own_works
from .work import Run, Work, calls, listings

PLAYOUTS: Final = "random playouts in the core"
LOOP: Final = "random games step by step from Python"
CLONE: Final = "clone"
LEGAL: Final = "legal_actions"
LISTED: Final = "legal_actions, by actions listed"
BATCH: Final = "steps of a batch of 1024, random actions"
SEARCH: Final = "ISMCTS, first decision, uniform rollouts"
LANES: Final = 1024

_SIMS = 1000
_POSITIONS = 64
_NODES = 10_000  # at least, of a perft


def game_works(game: uneri.Game) -> list[Work]:
    """List the works of a game."""
    core = game.backend == "core"
    return [
        _playouts(game),
        Work(LOOP, "decisions/s", lambda: _steps(game)),
        *_states(game),
        *(_engine(game) if core else []),
        *(Work(own.name, own.unit, partial(_run_of, own)) for own in (own_works(game.name) if core else [])),
    ]


def _run_of(own: Own) -> Run:
    return own.run


def playouts_run(game: uneri.Game) -> Run:
    """Play random games in one call, the same every time."""
    games = 2000 if game.backend == "core" else 2
    return lambda: int(uneri.playouts(game, games, seed=1, progress=False).lengths.sum())


def _playouts(game: uneri.Game) -> Work:
    return Work(PLAYOUTS if game.backend == "core" else "random playouts", "decisions/s", lambda: playouts_run(game))


def _steps(game: uneri.Game) -> Run:
    """Play random games, one step at a time, chance resolved by seed."""
    games = 40 if game.backend == "core" else 1
    draw = random.random

    def run() -> int:
        decisions = 0
        for dealt in range(games):
            state = game.new_initial_state(dealt)
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    return run


def _states(game: uneri.Game) -> list[Work]:
    """Call functions of a state, over positions of one random game."""

    def start(bind: Callable[[uneri.State], Callable[[], object]]) -> Callable[[], Run]:
        return lambda: calls([bind(state) for state in _positions(game)], 16)

    def tensor(state: uneri.State) -> Callable[[], object]:
        out = np.zeros(game.observation_tensor_shape, np.float32)
        return lambda: state.observation_tensor(0, out)

    listed: list[tuple[str, Callable[[uneri.State], Callable[[], object]]]] = [
        (CLONE, lambda state: state.clone),
        (LEGAL, lambda state: state.legal_actions),
        ("legal_actions_mask", lambda state: state.legal_actions_mask),
        ("observation_tensor", lambda state: lambda: state.observation_tensor(0)),
        ("observation_tensor, into an array", tensor),
        ("resample_from_infostate", lambda state: lambda: state.resample_from_infostate(0, 1)),
        ("serialize", lambda state: state.serialize),
        ("to_dict", lambda state: state.to_dict),
    ]
    works = [Work(name, "calls/s", start(bind)) for name, bind in listed]
    works.append(Work(LISTED, "actions/s", lambda: listings([state.legal_actions for state in _positions(game)], 16)))
    return works


def _positions(game: uneri.Game) -> list[uneri.State]:
    """List positions spread over a random game."""
    draw = random.Random(1)
    path: list[uneri.State] = []
    state = game.new_initial_state(1)
    while not state.is_terminal():
        path.append(state.clone())
        state.apply_action(draw.choice(state.legal_actions()))
    return path[:: -(-len(path) // _POSITIONS)]


def _engine(game: uneri.Game) -> list[Work]:
    """List batches, searches, and the tree of all games."""
    return [
        Work(BATCH, "steps/s", lambda: batch_run(game, LANES)),
        Work(SEARCH, "sims/s", lambda: _search(game, "uniform")),
        Work("ISMCTS, first decision, its own rollouts", "sims/s", lambda: _search(game, None)),
        Work("perft", "nodes/s", lambda: _perft(game)),
    ]


def batch_run(game: uneri.Game, lanes: int) -> Run:
    """Step all lanes by random actions."""
    batch = uneri.BatchEnv(game, lanes, seed=1)
    batch.step_random(200)  # spread over their games

    def run() -> int:
        for _ in range(10):
            batch.step_random(1)
        return 10 * lanes

    return run


def first_decision(game: uneri.Game) -> uneri.State:
    """Return the first position with a choice of the game dealt with seed 5."""
    state = game.new_initial_state(5)
    while not state.is_terminal() and state.num_legal_actions() == 1:
        state.apply_action(state.legal_actions()[0])
    return state


def _search(game: uneri.Game, rollout: str | None) -> Run:
    state, chosen = first_decision(game), ISMCTS(_SIMS, rollout=rollout)
    return lambda: chosen.run(state).simulations


def _perft(game: uneri.Game) -> Run:
    state, depth = game.new_initial_state(1), 1
    while uneri.perft(state, depth) < _NODES and depth < 8:
        depth += 1
    return lambda: int(uneri.perft(state, depth))
