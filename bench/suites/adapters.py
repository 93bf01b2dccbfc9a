"""Adapters beside what they are adapters to: PettingZoo's loop over card games, OpenSpiel's copies of states.

A step of a loop is `last()`, an action drawn from the mask, `step()`. The same loop runs over our games and over
PettingZoo's Texas hold'em, gin rummy and UNO, which are RLCard's (of the last two PettingZoo has no module any more, but
still the class around them); and RLCard's own loop, drawn from its lists, over its UNO.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from uneri.cli._bench.work import Run, Work, calls, library

from ..peers import rlcard_work
from ..settings import Settings

STEPS = 200
SHORT = {"namima": "games=1", "onda": "rounds=1", "solo": "max_rounds=1", "tacta": "", "tidal": ""}
WRAPPED = {"gin rummy": ("gin-rummy", (5, 52)), "UNO": ("uno", (4, 4, 15))}  # and the shapes of their observations


def works(settings: Settings) -> list[Work]:
    """Ours, then theirs, which stand beside the first game of ours."""
    first = f"{settings.games[0]}: PettingZoo loop"
    found: list[Work] = []
    for name in settings.games:
        text = f"{name}({SHORT[name]})"
        found.append(Work(f"{name}: PettingZoo loop", "steps/s", lambda text=text: _pettingzoo(text)))
    for name in settings.games:
        text = f"{name}({SHORT[name]})"
        found.append(Work(f"{name}: OpenSpiel clone", "copies/s", lambda text=text: _clones(text)))
    return [
        *found,
        Work("PettingZoo's Texas hold'em: loop", "steps/s", _holdem, first),
        *(
            Work(f"PettingZoo's {name}: loop", "steps/s", lambda name=name: _wrapped(*WRAPPED[name]), first)
            for name in WRAPPED
        ),
        rlcard_work("uno", first),
        Work("OpenSpiel's Kuhn poker in Python: clone", "copies/s", _kuhn, f"{settings.games[0]}: OpenSpiel clone"),
    ]


def _loop(env: Any) -> Run:
    generator = np.random.default_rng(1)
    env.reset(seed=1)

    def run() -> int:
        for _ in range(STEPS):
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(generator.random() * len(legal))]))
        return STEPS

    return run


def _pettingzoo(text: str) -> Run:
    library("pettingzoo")
    return _loop(library("uneri.adapters.pettingzoo").raw_env(text))


def _holdem() -> Run:
    library("pettingzoo")
    library("rlcard")
    return _loop(library("pettingzoo.classic.texas_holdem_v4").raw_env())


def _wrapped(name: str, shape: tuple[int, ...]) -> Run:
    library("rlcard")
    env = library("pettingzoo.classic.rlcard_envs.rlcard_base").RLCardBase(name, 2, shape)
    env.metadata, env.render_mode = {"name": name}, None
    return _loop(env)


def _clones(text: str) -> Run:
    library("pyspiel")
    return calls([_started(library("uneri.adapters.open_spiel").load_game(text)).clone], 1000)


def _kuhn() -> Run:
    spiel = library("pyspiel")
    library("open_spiel.python.games.kuhn_poker")
    return calls([_started(spiel.load_game("python_kuhn_poker")).clone], 1000)


def _started(game: Any) -> Any:
    """A state of OpenSpiel's some moves into a game."""
    generator = np.random.default_rng(1)
    state = game.new_initial_state()
    for _ in range(60):
        if state.is_terminal():
            break
        state.apply_action(int(generator.choice(state.legal_actions())))
    return state
