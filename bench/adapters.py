"""Adapters beside what they are adapters to: PettingZoo's loop over card games, OpenSpiel's copies of states.

    python bench/adapters.py              # all games; beside RLCard's where `rlcard` is installed
    python bench/adapters.py onda --runs 9

A step of an AEC loop is `last()`, an action drawn from the mask, `step()`. The same loop runs over our games and over
PettingZoo's Texas hold'em, gin rummy and UNO, which are RLCard's (of the last two PettingZoo has no module any more, but
still the class around them); and RLCard's own loop, drawn from its lists, over its UNO.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import platform
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from measure import rates, ratio

from uneri.cli._peers import rlcard_work

STEPS = 2000
WRAPPED = {"gin rummy": ("gin-rummy", (5, 52)), "UNO": ("uno", (4, 4, 15))}  # and the shapes of their observations
RIVALS = (
    "PettingZoo's Texas hold'em: loop",
    *(f"PettingZoo's {name}: loop" for name in WRAPPED),
    "RLCard's UNO: its own loop",
)
SHORT = {"namima": "games=1", "onda": "rounds=1", "solo": "max_rounds=1", "tacta": "", "tidal": ""}
Work = tuple[str, str, Callable[[], int]]


def loop_work(env: Any) -> Callable[[], int]:
    generator = np.random.default_rng(1)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(STEPS):
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(generator.random() * len(legal))]))
        return STEPS

    return work


def copy_work(state: Any) -> Callable[[], int]:
    def work() -> int:
        for _ in range(STEPS):
            state.clone()
        return STEPS

    return work


def started(game: Any) -> Any:
    """A state of OpenSpiel's some moves into a game."""
    generator = np.random.default_rng(1)
    state = game.new_initial_state()
    for _ in range(60):
        if state.is_terminal():
            break
        state.apply_action(int(generator.choice(state.legal_actions())))
    return state


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sorted(SHORT), metavar="GAME")
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()

    import pyspiel

    from uneri.adapters import open_spiel, pettingzoo

    works: list[Work] = []
    for game in given.games:
        text = f"{game}({SHORT[game]})"
        works.append((f"{game}: PettingZoo loop", "steps/s", loop_work(pettingzoo.raw_env(text))))
        works.append((f"{game}: OpenSpiel clone", "copies/s", copy_work(started(open_spiel.load_game(text)))))
    importlib.import_module("open_spiel.python.games.kuhn_poker")
    theirs = pyspiel.load_game("python_kuhn_poker")
    works.append(("OpenSpiel's Kuhn poker in Python: clone", "copies/s", copy_work(started(theirs))))
    if importlib.util.find_spec("rlcard") is not None:
        classic = importlib.import_module("pettingzoo.classic.texas_holdem_v4")
        works.append((RIVALS[0], "steps/s", loop_work(classic.raw_env())))
        base = importlib.import_module("pettingzoo.classic.rlcard_envs.rlcard_base").RLCardBase
        for name, (theirs, shape) in WRAPPED.items():
            env = base(theirs, 2, shape)
            env.metadata, env.render_mode = {"name": theirs}, None
            works.append((f"PettingZoo's {name}: loop", "steps/s", loop_work(env)))
        works.append((RIVALS[-1], "steps/s", rlcard_work(importlib.import_module("rlcard").make("uno"))))
    found = rates(works, given.runs)
    print(f"median of {given.runs} runs per CPU second [least .. greatest]; Python {platform.python_version()}")
    for rate in found:
        print(rate)
    for rival in (rate for rate in found if rate.name in RIVALS):
        for rate in found:
            if rate.name.endswith("PettingZoo loop"):
                print(f"{rate.name} over {rival.name}: {ratio(rate, rival)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
