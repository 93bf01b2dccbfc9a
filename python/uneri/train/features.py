"""The features of states and actions, as arrays for networks."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .._util.checks import bounded, check_any_state
from ..contract import FeatureBlock, Game, State
from ..registry import core_module, game_of, games
from ..registry.outside import core_has


def has_features(game: Game | str) -> bool:
    """Return whether a game, given as it is or as its text, has features, so that networks can be trained for it.

    Examples
    --------
    >>> from uneri.train import has_features
    >>> has_features("onda")
    True
    """
    return has_feature_names(game_of(game).name)


def has_feature_names(name: str) -> bool:
    """Return whether there is a game of this name that has features."""
    return core_has(name, "Network")


def feature_layout(game: Game | str) -> list[FeatureBlock]:
    """List the blocks of a game's features: `game.features`, also for a game's text.

    Examples
    --------
    >>> from uneri.train import feature_layout
    >>> feature_layout("onda(players=2)")[1].name
    'min_plays'
    """
    blocks: list[FeatureBlock] = find_core_game(game).features
    return blocks


def features(state: State, seat: SupportsIndex) -> NDArray[np.float32]:
    """Return a state's features from a seat's point of view, `float32`: one number for each feature.

    ValueError if the game has no features or the seat is out of range.

    Examples
    --------
    >>> import uneri
    >>> from uneri.train import features
    >>> state = uneri.load_game("onda", players=2).new_initial_state(seed=7)
    >>> features(state, 0).shape
    (475,)
    """
    check_any_state(state)
    game = find_core_game(state.game)
    seat = bounded(seat, "seat", 0, game.num_players - 1)
    found: NDArray[np.float32] = core_module(game.name).features(to_core_state(state), seat)
    return found


def action_layout(game: Game | str) -> list[FeatureBlock]:
    """List the blocks of `game.action_features`, also for a game's text.

    Examples
    --------
    >>> from uneri.train import action_layout
    >>> [block.name for block in action_layout("onda")]
    ['named', 'hides', 'shape', 'rank', 'joker', 'cards']
    """
    core = find_core_game(game)
    blocks: list[FeatureBlock] = core_module(core.name).action_layout(core)
    return blocks


def action_features(game: Game | str) -> NDArray[np.float32]:
    """Describe each action in numbers: `game.action_features`, also for a game's text.

    It is float32 with one row per action of `game.num_distinct_actions`. No two rows are equal.

    Examples
    --------
    >>> from uneri.train import action_features
    >>> action_features("onda").shape
    (584, 104)
    """
    found: NDArray[np.float32] = find_core_game(game).action_features
    return found


def find_core_game(game: Game | str) -> Any:
    """Return the game in the core, if it has features."""
    given = game_of(game)
    if not has_feature_names(given.name):
        known = [name for name in games() if has_feature_names(name)]
        raise ValueError(f"{given.name} has no features for networks; games that have some: {', '.join(known)}")
    return given if given.backend == "core" else core_module(given.name).Game(given.options)


def to_core_state(state: State) -> Any:
    """Return the state in the core. Raise TypeError unless it is a state."""
    check_any_state(state)
    game = state.game
    if game.backend == "core":
        return state
    return core_module(game.name).Game(game.options).state_from_dict(state.to_dict())
