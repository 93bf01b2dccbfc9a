"""What a seat learns when another one acts."""

from __future__ import annotations

from collections.abc import Callable

from ..contract import Game, State
from ..registry import core_module

SEES_NOTHING, SEES_ACTION = 0, 1


def sight_of(game: Game) -> Callable[[State, int, int], int]:
    """What a seat learns when the seat to act takes an action: nothing, the action, or only what follows from it."""
    core = core_module(game.name)
    if game.backend == "core":
        return lambda state, action, seat: int(core.sight(state, action, seat))
    twin = core.Game(game.options)
    return lambda state, action, seat: int(core.sight(twin.state_from_dict(state.to_dict()), action, seat))
