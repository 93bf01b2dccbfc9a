"""The same work in OpenSpiel, where it is installed: what `uneri bench` shows ours beside."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

from uneri.registry import game_module

_GAMES = 20  # a turn of random playouts
_SIMS = 1000
SEARCHED = "hearts(pass_cards=False)"  # the fastest card game for four seats that OpenSpiel's ISMCTSBot can play


def peers(game: str) -> dict[str, tuple[str, Callable[[], int]]]:
    """By the kind of work, `playouts` or `search`: the peer's name and its work. Empty without OpenSpiel.

    A game's module names the game of OpenSpiel that is nearest in kind as `OPEN_SPIEL`, and as `OPEN_SPIEL_SEARCH` the
    nearest that its ISMCTSBot can play, where that isn't hearts.
    """
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError:
        return {}
    nearest = getattr(game_module(game), "OPEN_SPIEL", None)
    found = {} if nearest is None else {"playouts": (f"open_spiel {nearest}: playouts", _playouts(spiel, nearest))}
    searched = getattr(game_module(game), "OPEN_SPIEL_SEARCH", SEARCHED)
    return {**found, "search": (f"open_spiel {searched}: ISMCTSBot", search_work(spiel, searched))}


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
