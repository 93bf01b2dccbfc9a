"""The score sheet of a finished game: every round by what it paid, as the game itself tells it."""

from __future__ import annotations

from collections.abc import Sequence

import uneri
from uneri.registry import game_module


def sheet_lines(game: uneri.Game, dealt: int, actions: Sequence[int]) -> list[str]:
    """The game is dealt and played again. Nothing is hidden any more."""
    score_lines = getattr(game_module(game.name), "score_lines", None)
    if score_lines is None:
        return []
    state, lines = game.new_initial_state(dealt), []
    for action in actions:
        before = state.clone()
        state.apply_action(action)
        lines += score_lines(before, action, state)
    return ["score sheet", *lines] if lines else []
