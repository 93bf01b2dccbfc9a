"""The definition behind `namima.prospects`: a player with full memory in the stated model, by trying everything.

In a turn each of the other seats discards an unseen card, then the player draws one. All of them are gone for good, apart
from those that the player keeps. A call or a win with a discard goes through with chance `calls`; before each discard
another seat wins with chance `rivals`. The player does what is best at the end, and may do all that the rules allow: any
discard, self-call or call, and no win if waiting is better. Only small decks take it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from uneri.reference.namima.melds import best, is_complete
from uneri.reference.namima.need import legal_melds
from uneri.reference.namima.tables import Tables

Counts = tuple[int, ...]

SMALL_DECK: dict[str, Any] = {
    "colours": ["B", "R", "Y"],
    "ranks": [1, 2, 3, 4],
    "copies": {"B": 3, "R": 3, "Y": 3},
    "melds": {"SAME": [2, 3], "RUN": [3], "SAI": [3]},
    "points": {"SAME2": [0, 0], "SAME3": [4, 6], "RUN3": [1, 2], "SAI3": [1, 2]},
    "combos": {"ALLSAME": 10},
    "penalty": {"B": 1, "R": 1, "Y": 1},
    "deal": {"threshold": 0, "at_least": 5, "below": 5},
}
"""36 cards, hands of five."""


class Player:
    """One question: the value of a hand at rest is `value(hand, exposed, unseen, 0)`."""

    def __init__(
        self, tables: Tables, turns: int, *, seats: int = 2, calls: float = 1, rivals: float = 0, points: bool = False
    ) -> None:
        self.tables, self.calls, self.rivals = tables, calls, rivals
        self.seats = seats if calls or rivals else 1
        self.steps = turns * self.seats
        self.points = points
        self.value = cache(self._value)
        self.reward = cache(self._reward)
        self.wins = cache(self._wins)
        self.self_calls = cache(lambda hand: legal_melds(tables, hand, None) if calls else [])
        self.calls_for = cache(lambda hand, kind: legal_melds(tables, hand, kind))

    def _reward(self, hand: Counts, exposed: Counts, claimed: int | None) -> float:
        """A win's worth; 0 if the hand does not win."""
        if not is_complete(self.tables, hand, exposed, claimed):
            return 0
        worth = best(self.tables, hand, exposed, claimed, None) if self.points else None
        return worth.points if worth is not None else 1

    def _wins(self, hand: Counts, exposed: Counts) -> list[tuple[int, float]]:
        """The kinds that win when drawn, and the worth of it."""
        worth = ((kind, self.reward(put(hand, kind, 1), exposed, None)) for kind in range(len(hand)))
        return [(kind, reward) for kind, reward in worth if reward]

    def _value(self, hand: Counts, exposed: Counts, unseen: Counts, step: int) -> float:
        """What a hand at rest is worth before a card comes."""
        if step == self.steps:
            return 0
        own = step % self.seats == self.seats - 1
        if step == self.steps - 1 and own:  # what is kept no longer matters
            return sum(unseen[kind] * worth for kind, worth in self.wins(hand, exposed)) / sum(unseen)
        total = 0.0
        for kind, copies in enumerate(unseen):
            if copies:
                total += copies * (self.drawn if own else self.offered)(
                    hand, exposed, kind, put(unseen, kind, -1), step + 1
                )
        total /= sum(unseen)
        return total if own else total * (1 - self.rivals)

    def drawn(self, hand: Counts, exposed: Counts, kind: int, unseen: Counts, step: int) -> float:
        """After the draw of a card."""
        both = put(hand, kind, 1)
        most = self.reward(both, exposed, None)
        for thrown, copies in enumerate(both):
            if copies:
                most = max(most, self.value(put(both, thrown, -1), exposed, unseen, step))
        return max([most, *self.called(both, exposed, self.self_calls(both), unseen, step)])

    def offered(self, hand: Counts, exposed: Counts, kind: int, unseen: Counts, step: int) -> float:
        """After another's discard."""
        stays = self.value(hand, exposed, unseen, step)
        both = put(hand, kind, 1)
        melds = self.calls_for(hand, kind) if self.calls else []
        most = max([stays, self.reward(both, exposed, kind), *self.called(both, exposed, melds, unseen, step)])
        return self.calls * most + (1 - self.calls) * stays

    def called(self, hand: Counts, exposed: Counts, melds: Sequence[int], unseen: Counts, step: int) -> list[float]:
        """The values after each of the melds is exposed."""
        counts = self.tables.counts
        after = [tuple(have - used for have, used in zip(hand, counts[meld], strict=True)) for meld in melds]
        return [
            self.value(rest, tuple(sorted((*exposed, meld))), unseen, step)
            for rest, meld in zip(after, melds, strict=True)
        ]


def put(cards: Counts, kind: int, number: int) -> Counts:
    """The cards with so many more of a kind."""
    return (*cards[:kind], cards[kind] + number, *cards[kind + 1 :])
