"""The greedy bot of TACTA: it plays what its documentation says (docs/games/tacta_programs.md), on random rules and decks."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import uneri
from uneri import tacta
from uneri.bots import GreedyBot
from uneri.testing import stream


def best_action(state: Any) -> int:
    """By the change of own minus others' dots, then by the dots locked, then the lowest id."""
    legal = np.array(state.legal_actions())
    change = np.subtract(*tacta.delta(state, legal).values())
    own = state.current_player() % change.shape[1]
    worth = 2 * change[:, own] - change.sum(axis=1)
    return int(legal[np.lexsort((-legal, tacta.locks(state, legal), worth))[-1]])


def test_it_plays_what_is_documented() -> None:
    moves = connections = 0
    for index in range(80):
        numbers = random.Random(index)
        state = uneri.load_game("tacta", **tacta.random_options(stream(6, index), {})).new_initial_state(seed=index)
        while not state.is_terminal():
            action = numbers.choice(state.legal_actions())
            if numbers.random() < 0.5:
                action = GreedyBot().act(state)
                assert action == best_action(state), (str(state.game), state.to_dict())
                moves += 1
                connections += isinstance(tacta.decode(state.game, action), tacta.Connect)
            state.apply_action(action)
    assert moves > 800
    assert 600 < connections < moves
