"""The winners of a game that is over."""

from __future__ import annotations

import functools
import json
from typing import Any


def winners(state: Any) -> list[bool]:
    """Return for each seat whether it has won, by the game's own tie-breaks, whatever its option `utility`."""
    game_class: Any = type(state.game)
    rules: Any = type(state.game.rules) if state.game.backend == "reference" else None
    game = _load_decided(game_class, rules, json.dumps({**state.game.options, "utility": "win"}))
    return [share > 0 for share in game.state_from_dict({**state.to_dict(), "options": game.options}).returns()]


@functools.lru_cache(maxsize=64)
def _load_decided(game: Any, rules: Any, options: str) -> Any:
    """Return the game in which only winning counts."""
    return game(json.loads(options)) if rules is None else game(rules(**json.loads(options)))
