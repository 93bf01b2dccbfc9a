"""Who has won a game that is over."""

from __future__ import annotations

import functools
import json
from typing import Any

from ..registry import load_game


def winners(state: Any) -> list[bool]:
    """Who has won, by the game's own tie-breaks, whatever its option `utility`."""
    game = _decided(state.game.name, json.dumps({**state.game.options, "utility": "win"}))
    return [share > 0 for share in game.state_from_dict({**state.to_dict(), "options": game.options}).returns()]


@functools.lru_cache(maxsize=64)
def _decided(name: str, options: str) -> Any:
    """The game in which only winning counts."""
    return load_game(name, **json.loads(options))
