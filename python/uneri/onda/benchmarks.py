"""What `uneri bench` measures of ONDA beside playouts, and the nearest games of other libraries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import numpy as np

from .analysis import all_combos, min_plays
from .cards import COPIES, KINDS

if TYPE_CHECKING:
    from .cards import Batch

OPEN_SPIEL, RLCARD = "dou_dizhu", "doudizhu"  # their nearest: a climbing game


def benches() -> list[tuple[str, str, Callable[[], int]]]:
    """List the tasks that `uneri bench` measures for ONDA alone.

    Returns
    -------
    list of tuple
        Name, unit, and a function that does some work and returns how much.
    """
    rng = np.random.default_rng(1)
    deck = np.repeat(np.arange(KINDS), COPIES)
    dealt = [np.bincount(rng.permutation(deck)[:13], minlength=KINDS) for _ in range(50_000)]
    hands = cast("Batch", np.array(dealt, np.uint8))

    def work(function: Callable[..., object], j: int) -> Callable[[], int]:
        def once() -> int:
            function(hands, j)
            return len(hands)

        return once

    plays = [(f"min_plays, j={j}, 13 cards", "hands/s", work(min_plays, j)) for j in range(3)]
    return [*plays, ("all_combos, j=1, 13 cards", "hands/s", work(all_combos, 1))]
