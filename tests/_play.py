"""States on their way through games."""

from __future__ import annotations

from typing import Any

import uneri
from uneri.testing import SplitMix64


def act(state: Any, *actions: int | str) -> Any:
    """The state itself after some actions and outcomes, by id or by name."""
    for action in actions:
        state.apply_action(state.parse_action(action) if isinstance(action, str) else action)
    return state


def first_choice(name: str, seed: int = 3, **options: Any) -> Any:
    """A new game where somebody has a choice for the first time."""
    state = uneri.load_game(name, **options).new_initial_state(seed=seed)
    while state.num_legal_actions() == 1:
        state.apply_action(state.legal_actions()[0])
    return state


def random_game(game: Any, seed: int) -> list[Any]:
    """All states of a random game, chance nodes and the end among them."""
    state, numbers = game.new_initial_state(), SplitMix64(seed)
    found = [state.clone()]
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[numbers.below(len(legal))])
        found.append(state.clone())
    return found
