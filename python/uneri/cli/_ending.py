"""The end of a game: points by seat, a star for who has won."""

from __future__ import annotations

from collections.abc import Sequence

import uneri


def winners(state: uneri.State) -> list[bool]:
    """Who has won, by the game's own tie-breaks, whatever its option `utility`."""
    game = uneri.load_game(state.game.name, **{**state.game.options, "utility": "win"})
    decided = {**state.to_dict(), "options": game.options}
    return [share > 0 for share in game.state_from_dict(decided).returns()]


def result_lines(returns: Sequence[float], won: Sequence[bool], you: int | None = None) -> list[str]:
    """`seat 0 (you): 12  *`, a line per seat."""
    return [
        f"seat {seat}{' (you)' if seat == you else ''}: {value:g}{'  *' if first else ''}"
        for seat, (value, first) in enumerate(zip(returns, won, strict=True))
    ]
