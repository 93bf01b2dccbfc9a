"""Hands of Namima at random, for tests of its hand analysis."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import uneri
from uneri.namima.cards import Tables, tables_of


def both(variant: Any, players: int = 4) -> tuple[uneri.Game, uneri.Game]:
    """The game on the core and on the reference."""
    return (
        uneri.load_game("namima", variant=variant, players=players),
        uneri.load_game("namima", variant=variant, players=players, backend="reference"),
    )


class Hands:
    """Random hands, hands near to complete ones, and complete ones, with exposed melds and visible cards."""

    def __init__(self, game: uneri.Game, seed: int) -> None:
        self.tables: Tables = tables_of(game)
        self.rng = random.Random(seed)
        self.melds = [self.tables.meld_cards(meld).astype(np.int64) for meld in range(len(self.tables.melds))]

    def one(self, cards: int) -> tuple[NDArray[np.uint8], list[int], NDArray[np.uint8]]:
        """A hand of about so many concealed cards, exposed melds, visible cards."""
        rng, free = self.rng, self.tables.copies.astype(np.int64)
        exposed: list[int] = []
        for _ in range(rng.choice((0, 0, 1, 2))):
            self._meld(free, exposed)
        hand = np.zeros_like(free)
        kind = rng.randrange(3)
        while kind and hand.sum() + 2 <= cards:
            put: list[int] = []
            if not self._meld(free, put):
                break
            hand += self.melds[put[0]]
        for _ in range(rng.choice((1, 1, 2)) if kind == 1 and hand.any() else 0):
            gone = self._card(hand)
            hand[gone] -= 1
            free[gone] += 1
        while hand.sum() < cards and kind < 2:
            self._take(free, hand)
        visible = np.zeros_like(free)
        for _ in range(rng.choice((0, 0, 10, 30))):
            self._take(free, visible)
        return hand.astype(np.uint8), exposed, visible.astype(np.uint8)

    def _meld(self, free: NDArray[np.int64], to: list[int]) -> bool:
        for _ in range(50):
            meld = self.rng.randrange(len(self.melds))
            if (self.melds[meld] <= free).all():
                free -= self.melds[meld]
                to.append(meld)
                return True
        return False

    def _card(self, cards: NDArray[np.int64]) -> int:
        return self.rng.choices(range(len(cards)), cards.tolist())[0]

    def _take(self, free: NDArray[np.int64], to: NDArray[np.int64]) -> None:
        if free.any():
            kind = self._card(free)
            free[kind] -= 1
            to[kind] += 1

    def rows(self, count: int, cards: int) -> NDArray[np.uint8]:
        """Hands alone, of about so many cards."""
        return np.array([self.one(cards)[0] for _ in range(count)], np.uint8)
