"""Calls of the core in a thread with 96 KiB of stack, which is three quarters of what musl gives one. The binding and
Python lie above them."""

from __future__ import annotations

import subprocess
import sys

import pytest

import uneri

pytestmark = [pytest.mark.subprocess, pytest.mark.unsanitized]

# An overflow ends the process, so each game has a fresh one. What is imported is so before, on the large stack.
PROGRAM = """
import json, pickle, sys, threading
from importlib import resources
import numpy as np
import uneri
from uneri.search import FlatMC, ISMCTS, PIMC, PUCT

name = sys.argv[1]
getattr(uneri, name)
done = []

def own_data():
    if name == "namima":
        return {"variant": uneri.namima.rule_set("juuayanami")}
    option = {"tacta": "deck", "tidal": "board"}.get(name)
    if option is None:
        return {}
    read = json.loads((resources.files("uneri") / "data" / f"{name}_{option}.json").read_text("utf-8"))
    return {option: {**read, "name": "another"}}

def ask_about_hands(game):
    namima, copies = uneri.namima, uneri.namima.cards.tables_of(game).copies
    rng = np.random.default_rng(1)
    for cards in (4, 10, 16, 20):
        rows = rng.multivariate_hypergeometric(copies, cards, size=6).astype(np.uint8)
        for hands in (rows, *rows[:2]):
            for function in (namima.is_complete, namima.best, namima.min_penalty, namima.waits, namima.deficiency,
                             namima.deficiency_drawn, namima.acceptance, namima.discard_table):
                function(hands, variant=game)
        namima.arrangements(rows[0], variant=game), namima.call_acceptance(rows[0], variant=game)

def use():
    game = uneri.load_game(name, **own_data())
    assert uneri.load_game(name, **game.options) == game

    def judge(obs, legal, seat):
        return np.zeros(len(legal[1])), np.full((len(seat), game.num_players), 0.5)

    state = game.new_initial_state(seed=3)
    for step in range(12):
        legal = state.legal_actions()
        state.apply_action(legal[step % len(legal)])
    again = game.deserialize_state(state.serialize())
    assert again == game.state_from_dict(state.to_dict()) == pickle.loads(pickle.dumps(state))
    for wrong in ({}, {"game": name}, {**state.to_dict(), "x": [[[[[[[[]]]]]]]]}):
        try:
            game.state_from_dict(wrong)
        except ValueError as error:
            assert name in str(error)
        else:
            raise AssertionError(wrong)
    nested = []
    nested.append(nested)
    try:
        uneri.load_game(name, players=nested)
    except ValueError:
        pass
    str(state), repr(state), state.observation_tensor(0), state.resample_from_infostate(0, seed=1)
    [state.action_to_string(a) for a in state.legal_actions()]
    for search in (FlatMC(20), ISMCTS(20), PIMC(20, worlds=2, exact=1000), PUCT(judge, 20)):
        search.run(state)
    if name == "namima":
        ask_about_hands(game)
    uneri.perft(state, 2), uneri.playouts(game, 4, seed=1, threads=2)
    batch = uneri.BatchEnv(game, 4, seed=1, opponents="greedy")
    batch.reset()
    batch.step_random(20)
    done.append(True)

# From 3.14 on, Python asks for more than that itself.
threading.stack_size((96 if sys.version_info < (3, 14) else 128) * 1024)
thread = threading.Thread(target=use)
thread.start()
thread.join()
assert done
"""


@pytest.mark.parametrize("name", uneri.games())
def test_calls_in_a_thread_with_a_small_stack(name: str) -> None:
    command = [sys.executable, "-c", PROGRAM, name]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, (run.returncode, run.stderr)
