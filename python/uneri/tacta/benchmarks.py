"""What `uneri bench` measures of TACTA beside playouts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..registry import load_game
from .analysis import delta, placements, safe_dots
from .cards import DECK_SIZE
from .picture import to_svg


def benches() -> list[tuple[str, str, Callable[[], int]]]:
    """List the tasks that `uneri bench` measures for TACTA alone.

    Returns
    -------
    list of tuple
        Name, unit, and a function that does some work and returns how much.
    """
    state = load_game("tacta", players=4).new_initial_state(1)
    for _ in range(36):  # half a game
        state.apply_action(state.legal_actions()[0])
    actions = np.array(state.legal_actions(), np.int64)
    final = state.clone()
    while not final.is_terminal():
        final.apply_action(final.legal_actions()[0])
    cards = np.arange(DECK_SIZE)

    def work(times: int, size: int, once: Callable[[], object]) -> Callable[[], int]:
        def counted() -> int:
            for _ in range(times):
                once()
            return times * size

        return counted

    return [
        ("placements, 18 cards", "cards/s", work(10, DECK_SIZE, lambda: placements(state, 0, cards))),
        ("delta", "actions/s", work(10, len(actions), lambda: delta(state, actions))),
        ("safe_dots", "states/s", work(100, 1, lambda: safe_dots(state))),
        ("to_svg, final table", "pictures/s", work(1, 1, lambda: to_svg(final))),
        ("to_svg, final table, all of it", "pictures/s", work(1, 1, lambda: to_svg(final, whole_table=True))),
    ]
