"""Small games solved with OpenSpiel: their trees, counterfactual regret minimisation, exploitability."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability, outcome_sampling_mccfr

import uneri
from uneri.adapters import open_spiel
from uneri.registry import game_module

TINY = {
    "onda": 'onda(players=2,rounds=1,utility=margin,pack={"deal":2,"down":1,"cards":["b1","b1","b2","b2"]})',
    "solo": 'solo(players=2,max_rounds=1,turn_cap=3,utility=margin,pack={"deal":1,"cards":["R1","R2","G1","RD2"]})',
    "tidal": 'tidal(players=2,rounds=1,utility=margin,pack={"deal":2,"cards":["O1","Y5","T3","P8"]})',
}
"""Games so small that OpenSpiel's Python code can walk all their histories."""

SIZES = {
    "namima": (5204, 1, 10456, 1862),
    "onda": (6964, 1, 15350, 3673),
    "solo": (8814, 1413, 12616, 7156),
    "tacta": (964, 1, 1792, 946),
    "tidal": (5292, 1, 12096, 576),
}
"""Decisions, chance nodes, ends and information states of the small games' trees."""


def cfr(game: Any, iterations: int) -> Any:
    solver = pyspiel.CFRSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()  # a copy; average_policy() lives as long as the solver


@pytest.mark.parametrize("text", TINY.values(), ids=TINY)
def test_a_tree_is_the_game(text: str) -> None:
    """What any policy loses to best responses, and so the whole game, is the same in the tree and in the game."""
    game, efg = open_spiel.load_game(text), open_spiel.to_efg(text)
    assert efg.game.num_players() == 2
    for iterations in (1, 60):
        solved = cfr(efg.game, iterations)
        lost = exploitability.exploitability(game, efg.policy(solved))
        assert lost == pytest.approx(pyspiel.exploitability(efg.game, solved), abs=1e-12)
        assert lost > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SIZES)
def test_cfr_solves_the_small_games(name: str) -> None:
    """After 50 iterations of CFR+ less than 0.2 % of the range of utilities can be won from the policy."""
    game = uneri.load_game(game_module(name).SMALL)
    efg = open_spiel.to_efg(game)
    assert efg.size == SIZES[name]
    solver = pyspiel.CFRPlusSolver(efg.game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    solved = solver.tabular_average_policy()
    widest = max(abs(value) for value in (efg.game.min_utility(), efg.game.max_utility()))
    assert widest <= max(-game.min_utility, game.max_utility)
    assert pyspiel.exploitability(efg.game, solved) < 0.002 * (efg.game.max_utility() - efg.game.min_utility())


def test_mccfr_comes_closer() -> None:
    """External sampling on a small game: what can be won from the policy falls to a tenth."""
    efg = open_spiel.to_efg(game_module("tidal").SMALL)
    solver = pyspiel.ExternalSamplingMCCFRSolver(efg.game, 7, pyspiel.MCCFRAverageType.SIMPLE)
    solver.run_iteration()
    first = pyspiel.exploitability(efg.game, solver.average_policy())
    for _ in range(3000):
        solver.run_iteration()
    assert pyspiel.exploitability(efg.game, solver.average_policy()) < first / 10


@pytest.mark.slow
def test_outcome_sampling_in_the_game_itself() -> None:
    """OpenSpiel's Python code on the states of the adapter; its policy is judged in the game, too."""
    game = open_spiel.load_game(TINY["onda"])
    np.random.seed(1)  # noqa: NPY002  # OpenSpiel draws from there
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    lost = []
    for _ in range(2):
        for _ in range(400):
            solver.iteration()
        lost.append(exploitability.exploitability(game, solver.average_policy()))
    assert 0 < lost[1] < lost[0] < 0.3  # the uniform policy loses 1.69


def test_trees_that_are_too_large_are_refused() -> None:
    with pytest.raises(ValueError, match=r"a tree of more than 1000 nodes, the limit \(max_nodes\)"):
        open_spiel.to_efg(game_module("onda").SMALL, max_nodes=1000)


@pytest.mark.parametrize("name", uneri.games())
def test_a_wide_deal_is_refused_at_once(name: str) -> None:
    """A full game: its first deal alone has more outcomes than could ever be listed."""
    with pytest.raises(ValueError, match=r"a tree of more than 500 nodes, the limit \(max_nodes\)"):
        open_spiel.to_efg(uneri.load_game(name), max_nodes=500)


def test_a_policy_is_for_its_game_only() -> None:
    efg = open_spiel.to_efg(TINY["onda"])
    policy = efg.policy(cfr(efg.game, 1))
    state = open_spiel.load_game(game_module("onda").SMALL).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="use states of its own game"):
        policy.action_probabilities(state)


def test_the_order_of_a_deal_leaves_no_trace() -> None:
    """Two orders of the same hands are one information state for both seats, also for a copy taken on the way."""
    game = open_spiel.load_game(game_module("onda").SMALL)
    states = []
    for order in ("b1 b2 b3 b1 b2 b3", "b3 b1 b2 b2 b3 b1"):
        state = game.new_initial_state()
        for step, card in enumerate(order.split()):
            state = pickle.loads(pickle.dumps(state)) if step == 2 else state
            state.apply_action(state.uneri.parse_action(card))
        states.append(state)
    for seat in range(2):
        assert len({state.information_state_string(seat) for state in states}) == 1
