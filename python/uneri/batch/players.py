"""The possible players of a batch's seat: a bot, its text, or a function called for many lanes at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._util.messages import brief
from ..bots import Bot
from ..bots.players import OF_CORE
from ..bots.specs import find_maker

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

Function = Callable[["NDArray[Any]", "tuple[NDArray[np.int32], NDArray[np.int32]]", "NDArray[np.int32]"], "ArrayLike"]
"""An opponent that is called for all lanes at once: `f(observation, (starts, actions), seat)` returns the actions."""
Player = Bot | str | Function


def is_function(player: Any) -> bool:
    """Return whether it is called for many lanes at once. A bot has a method `act`."""
    return callable(player) and not isinstance(player, str) and not callable(getattr(player, "act", None))


def read_player(player: Any, what: str) -> Any:
    """Check for a bot, its text or a function; raise TypeError or ValueError."""
    if isinstance(player, str):
        name = player.strip()
        if name.startswith("exec:"):
            raise ValueError(
                f"{what}: {brief(name)} would start a program for each game; allowed: one ExternalBot for all lanes"
            )
        # An unknown bot is refused now, not in the first game; a file's path means the same in any folder.
        if name in OF_CORE:
            return name
        maker = find_maker(name)
        if maker.follow:
            raise ValueError(f"{what}: {brief(name)} follows games, and a batch doesn't show moves; allowed: others")
        return maker.text_anywhere
    if not callable(getattr(player, "act", None)) and not callable(player):
        raise TypeError(f"{what}: {brief(player)} ({type(player).__name__}); allowed: a bot, its text, or a function")
    return player
