"""What `uneri bench` measures of Tidal beside playouts, and the nearest game of another library."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..registry import load_game
from .analysis import rank_bout, role_odds
from .cards import CARDS, YELLOW
from .previews import ability_preview, resolve_bout

OPEN_SPIEL = "goofspiel(imp_info=True,num_cards=9,players=4)"  # its nearest: secret choices of cards, shown together


def benches() -> list[tuple[str, str, Callable[[], int]]]:
    """List the tasks that `uneri bench` measures for Tidal alone.

    Returns
    -------
    list of tuple
        Name, unit, and a function that does some work and returns how much.
    """
    game = load_game("tidal")
    state = game.new_initial_state(1)
    for _ in range(45):  # in round 2, banners everywhere
        state.apply_action(state.legal_actions()[0])
    rng = np.random.default_rng(1)
    bouts = rng.permuted(np.tile(np.arange(CARDS, dtype=np.int32), (20_000, 1)), axis=1)[:, :4].copy()
    cards = bouts[:, 0].copy()
    others = np.ones((len(cards), CARDS), np.uint8)
    others[np.arange(len(cards)), cards] = 0

    def work(once: Callable[[], object]) -> Callable[[], int]:
        def counted() -> int:
            once()
            return len(bouts)

        return counted

    return [
        ("resolve_bout, 4 seats", "bouts/s", work(lambda: resolve_bout(state, bouts))),
        ("rank_bout, 4 seats", "bouts/s", work(lambda: rank_bout(game, 0, bouts))),
        ("role_odds, 3 of 39 cards", "cards/s", work(lambda: role_odds(game, YELLOW, cards, others, 3))),
        ("ability_preview", "cards/s", work(lambda: ability_preview(state, 0, cards))),
    ]
