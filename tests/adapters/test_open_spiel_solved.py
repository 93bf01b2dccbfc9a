"""Small games solved with OpenSpiel: their trees, counterfactual regret minimisation, exploitability."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability

import uneri
from uneri.adapters import open_spiel
from uneri.registry import game_module

TINY = {
    "onda": 'onda(players=2,rounds=1,utility=margin,pack={"deal":2,"down":1,"cards":["b1","b1","b2","b2"]})',
    "solo": 'solo(players=2,max_rounds=1,turn_cap=3,utility=margin,pack={"deal":1,"cards":["R1","R2","G1","RD2"]})',
}
"""Games so small that OpenSpiel's Python code can walk all their histories."""

SIZES = {"onda": (6964, 1, 15350, 3673), "solo": (8814, 1413, 12616, 7156)}
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


@pytest.mark.parametrize("name", SIZES)
def test_cfr_solves_the_small_games(name: str) -> None:
    """After 1,000 iterations less than 1 % of the range of utilities can be won from the policy."""
    game = uneri.load_game(game_module(name).SMALL)
    efg = open_spiel.to_efg(game)
    assert efg.size == SIZES[name]
    solved = cfr(efg.game, 1000)
    widest = max(abs(value) for value in (efg.game.min_utility(), efg.game.max_utility()))
    assert widest <= max(-game.min_utility, game.max_utility)
    assert pyspiel.exploitability(efg.game, solved) < 0.01 * (efg.game.max_utility() - efg.game.min_utility())
