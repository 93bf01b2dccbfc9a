"""What `uneri bench` measures of Namima beside playouts, and the nearest games of other libraries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import numpy as np

from .analysis import deficiency, discard_table, is_complete
from .cards import Tables, game_of, tables_of

if TYPE_CHECKING:
    from .cards import UInt8
    from .query import Batch

# Their nearest: melds of a hand that is drawn to and discarded from.
OPEN_SPIEL = OPEN_SPIEL_SEARCH = "gin_rummy"


RLCARD = "gin-rummy"


def benches() -> list[tuple[str, str, Callable[[], int]]]:
    """List the tasks that `uneri bench` measures for Namima alone.

    Returns
    -------
    list of tuple
        Name, unit, and a function that does some work and returns how much.
    """
    works: list[tuple[str, str, Callable[[], int]]] = []
    rng = np.random.default_rng(1)

    def work(kernel: Callable[..., object], rows: Batch, variant: str) -> tuple[str, str, Callable[[], int]]:
        def counted() -> int:
            kernel(rows, variant=variant)
            return len(rows)

        return f"{kernel.__name__}, {variant}", "hands/s", counted

    for variant in ("sazanami", "shikinami"):
        many = _deals(rng, tables_of(game_of(variant, 4)), 20_000, 14)
        works.append(work(is_complete, cast("Batch", np.tile(many, (10, 1))), variant))
        works += [work(kernel, cast("Batch", many[:5_000]), variant) for kernel in (deficiency, discard_table)]
    return works


def _deals(rng: np.random.Generator, tables: Tables, count: int, cards: int) -> UInt8:
    """So many hands from the deck."""
    deck = np.tile(np.repeat(np.arange(len(tables.kinds)), tables.copies), (count, 1))
    hands = np.zeros((count, len(tables.kinds)), np.uint8)
    np.add.at(hands, (np.arange(count)[:, np.newaxis], rng.permuted(deck, axis=1)[:, :cards]), 1)
    return hands
