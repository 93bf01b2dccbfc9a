"""What `uneri bench` measures of SOLO beside playouts, and the nearest games of other libraries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import numpy as np

from .analysis import hand_penalty, playable
from .cards import DECK, KINDS

if TYPE_CHECKING:
    from .cards import Batch

OPEN_SPIEL, RLCARD = "crazy_eights(players=4)", "uno"  # their nearest: shedding games


def benches() -> list[tuple[str, str, Callable[[], int]]]:
    """List the tasks that `uneri bench` measures for SOLO alone.

    Returns
    -------
    list of tuple
        Name, unit, and a function that does some work and returns how much.
    """
    rng = np.random.default_rng(1)
    deck = np.repeat(np.arange(KINDS), DECK)
    dealt = [np.bincount(rng.permutation(deck)[:8], minlength=KINDS) for _ in range(50_000)]
    hands = cast("Batch", np.array(dealt, np.uint8))

    def work(function: Callable[[], object]) -> Callable[[], int]:
        def once() -> int:
            function()
            return len(hands)

        return once

    return [
        ("playable, 8 cards", "hands/s", work(lambda: playable(hands, "R9", "R"))),
        ("hand_penalty, 8 cards", "hands/s", work(lambda: hand_penalty(hands))),
    ]
