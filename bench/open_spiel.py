"""The same work in OpenSpiel: playouts, loops from Python, calls of a state, its ISMCTS.

If all seats of a game choose at once, a loop asks every seat and applies the choices together, in one call.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from uneri.cli._bench.ours import CLONE, LEGAL, LISTED, LOOP, PLAYOUTS, SEARCH
from uneri.cli._bench.work import Run, Work, calls, library, listings

_GAMES = 20  # of a run
_POSITIONS = 64


def open_spiel_works(name: str) -> list[Work]:
    """List the works of a game of OpenSpiel's.

    Its loop is measured twice: with chance drawn from `chance_outcomes()`, as its documentation does, and with any
    legal outcome at a chance node, which is right only if all are equally likely, but is as cheap as possible.
    """
    shown = f"open_spiel {name}"
    return [
        Work(f"{shown}: playouts", "decisions/s", lambda: _playouts(name), PLAYOUTS),
        Work(f"{shown}: loop, chance_outcomes", "decisions/s", lambda: loop_run(name, weighted=True), LOOP),
        Work(f"{shown}: loop, any outcome", "decisions/s", lambda: loop_run(name, weighted=False), LOOP),
        Work(f"{shown}: clone", "calls/s", lambda: _clones(name), CLONE),
        Work(f"{shown}: legal_actions", "calls/s", lambda: calls(_lists(name), 4), LEGAL),
        Work(f"{shown}: legal_actions, by actions listed", "actions/s", lambda: listings(_lists(name), 4), LISTED),
    ]


def search_work(name: str, beside: str = SEARCH) -> Work:
    """Measure its ISMCTSBot, in C++."""
    return Work(f"open_spiel {name}: ISMCTSBot", "sims/s", lambda: search_run(name), beside)


def _load(name: str) -> Any:
    return library("pyspiel").load_game(name)


def _is_joint(game: Any) -> bool:
    """Return whether the seats choose at the same time."""
    return bool(game.get_type().dynamics == library("pyspiel").GameType.Dynamics.SIMULTANEOUS)


def _playouts(name: str) -> Run:
    """Play whole games in C++ by uniform bots. Decisions are counted before, in the same games."""
    spiel = library("pyspiel")
    rules = _load(name)
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

    # Bots keep drawing numbers: games differ between runs, their mean length doesn't.
    counts = [sum(step.player >= 0 for state in play() for step in state.full_history()) for _ in range(20)]
    mean: int = round(sum(counts) / len(counts))

    def run() -> int:
        play()
        return mean

    return run


def loop_run(name: str, *, weighted: bool) -> Run:
    """Play random games from Python, one step at a time."""
    game = _load(name)
    one = _joint_game if _is_joint(game) else _weighted_game if weighted else _any_game
    games = max(1, _GAMES // 4)
    return lambda: sum(one(game, weighted) for _ in range(games))


def _apply_chance(state: Any) -> None:
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(outcomes, probabilities)[0])


def _weighted_game(game: Any, _weighted: bool) -> int:
    decisions, number, state = 0, random.random, game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            _apply_chance(state)
            continue
        legal = state.legal_actions()
        state.apply_action(legal[int(number() * len(legal))])
        decisions += 1
    return decisions


def _any_game(game: Any, _weighted: bool) -> int:
    decisions, number, state = 0, random.random, game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        decisions += state.current_player() >= 0
        state.apply_action(legal[int(number() * len(legal))])
    return decisions


def _joint_game(game: Any, weighted: bool) -> int:
    decisions, number, state = 0, random.random, game.new_initial_state()
    seats = range(game.num_players())
    while not state.is_terminal():
        if not state.is_chance_node():
            lists = [state.legal_actions(seat) for seat in seats]
            state.apply_actions([legal[int(number() * len(legal))] for legal in lists])
            decisions += len(lists)
        elif weighted:
            _apply_chance(state)
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(number() * len(legal))])
    return decisions


def _positions(game: Any) -> list[Any]:
    """List positions of seats, spread over a random game."""
    draw, path, state = random.Random(1), [], game.new_initial_state()
    joint, seats = _is_joint(game), range(game.num_players())
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw.choice(state.legal_actions()))
            continue
        path.append(state.clone())
        if joint:
            state.apply_actions([draw.choice(state.legal_actions(seat)) for seat in seats])
        else:
            state.apply_action(draw.choice(state.legal_actions()))
    return path[:: -(-len(path) // _POSITIONS)]


def _clones(name: str) -> Run:
    return calls([state.clone for state in _positions(_load(name))], 4)


def _lists(name: str) -> list[Callable[[], list[int]]]:
    """Return functions that list legal actions, seat by seat if all choose at once."""
    game = _load(name)
    joint = _is_joint(game)
    return [partial(state.legal_actions, 0) if joint else state.legal_actions for state in _positions(game)]


def search_run(name: str, sims: int = 1000) -> Run:
    """Run its ISMCTS at the first decision with a choice, uniform rollouts to the end."""
    spiel = library("pyspiel")
    state = _load(name).new_initial_state()
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

    def run() -> int:
        bot.step(state)
        return sims

    return run
