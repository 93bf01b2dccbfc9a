"""The distance of a Namima hand from a win: 11.4 to 11.8 of the rules text, by exhaustive search.

`avail` counts the cards of each kind that the hand could hold: the deck without its own exposed melds and without the
cards known to be elsewhere (`visible`). `growth` is how many cards the hand may still grow by calls, None for any number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..common import plus
from .melds import Ids, holds, is_complete, lowest, minus, with_card
from .memory import kept
from .tables import Counts, Tables

INF = 99


class Position(NamedTuple):
    """A seat's hand and what the seat knows (see above)."""

    hand: Counts
    exposed: Ids
    growth: int | None
    visible: Counts

    def drawing(self, kind: int) -> Position:
        """Return the position with one more card in the hand."""
        return self._replace(hand=with_card(self.hand, kind))

    def discarding(self, kind: int) -> Position:
        """Return the position after a discard, which all see."""
        return self._replace(hand=with_card(self.hand, kind, -1), visible=with_card(self.visible, kind))

    def exposing(self, tables: Tables, m: int) -> Position:
        """Return the position after a meld of cards of the hand is exposed."""
        fewer = None if self.growth is None else self.growth - 1
        exposed = tuple(sorted((*self.exposed, m)))
        return self._replace(hand=minus(self.hand, tables.counts[m]), exposed=exposed, growth=fewer)

    def copies_left(self, tables: Tables) -> list[tuple[int, int]]:
        """List the kinds of which the hand could get more cards, with their number."""
        avail = available(tables, self.exposed, self.visible)
        return [(kind, a - h) for kind, (a, h) in enumerate(zip(avail, self.hand, strict=True)) if a > h]


def available(tables: Tables, exposed: Ids, visible: Counts) -> Counts:
    """Return `avail` of section 11."""
    seen = plus(visible, tables.cards_of(exposed))
    return tuple(max(0, cap - count) for cap, count in zip(tables.cap, seen, strict=True))


def need(tables: Tables, hand: Counts, exposed: Ids, size: int, min_new: int, visible: Counts) -> int:
    """Return the fewest cards missing from the hand for an arrangement of `size` concealed cards (11.4)."""
    # Of each kind, the cards still available.
    spare = tuple(max(0, a - h) for a, h in zip(available(tables, exposed, visible), hand, strict=True))
    for missing in range(max(0, size - sum(hand)), size + 1):
        for rest, left, laid_off, cost in _grown_with(tables, hand, spare, exposed, missing):
            if laid_off <= size and _fits(tables, rest, left, size - laid_off, min_new, missing - cost):
                return missing
    return INF


def _grown_with(
    tables: Tables, hand: Counts, spare: Counts, exposed: Ids, missing: int
) -> Iterator[tuple[Counts, Counts, int, int]]:
    """Yield all ways to lay off cards on the exposed melds, at most `missing` of them not from the hand.

    Each way is the cards left in the hand, the spare cards left, the number laid off and those of them missing.
    """
    if not exposed:
        yield hand, spare, 0, 0
        return
    for _, added in tables.grown[exposed[0]]:
        cards = [kind for kind, count in enumerate(added) for _ in range(count)]
        taken = _take(hand, spare, cards)
        if taken is not None and taken[2] <= missing:
            rest, left, cost = taken
            for after in _grown_with(tables, rest, left, exposed[1:], missing - cost):
                yield after[0], after[1], after[2] + len(cards), after[3] + cost


def _take(hand: Counts, spare: Counts, cards: Sequence[int]) -> tuple[Counts, Counts, int] | None:
    """Take cards from the hand as far as it has them, else from the spare ones; None if there are too few.

    The result is what is left of both and how many cards were taken from the spare ones.
    """
    rest, left, missing = list(hand), list(spare), 0
    for kind in cards:
        if rest[kind] > 0:
            rest[kind] -= 1
        elif left[kind] > 0:
            left[kind] -= 1
            missing += 1
        else:
            return None
    return tuple(rest), tuple(left), missing


def _fits(tables: Tables, hand: Counts, spare: Counts, size: int, new: int, missing: int) -> bool:
    """Return whether the hand and at most `missing` spare cards make `size` cards of at least `new` melds."""
    if size == 0:
        return new <= 0
    if size > sum(hand) + missing:
        return False
    # More than `missing` spare cards of a kind are as good as exactly that many: equal questions look equal.
    return _search(tables, hand, tuple(min(s, missing) for s in spare), size, max(0, new), missing)


@kept
def _search(tables: Tables, hand: Counts, spare: Counts, size: int, new: int, missing: int) -> bool:
    """Put the lowest card in a meld, or give it and its equals up."""
    kind = lowest(hand) if any(hand) else None
    for m in range(len(tables.melds)) if kind is None else tables.holding[kind]:
        length = tables.melds[m].size
        if length <= size:
            taken = _take(hand, spare, tables.melds[m].cards)
            if taken is not None and taken[2] <= missing:
                rest, left, cost = taken
                if _fits(tables, rest, left, size - length, new - 1, missing - cost):
                    return True
    if kind is None:
        return False
    # Giving up a card and getting another of its kind never helps.
    without = with_card(hand, kind, -hand[kind])
    return _fits(tables, without, with_card(spare, kind, -spare[kind]), size, new, missing)


@kept
def deficiency(tables: Tables, at: Position) -> int:
    """11.4, at rest: return the fewest cards still needed, the winning one included; INF if no draws can win."""
    hand, exposed, growth, visible = at
    cards = sum(hand)
    smallest = min(meld.size for meld in tables.melds)
    fewest = need(tables, hand, exposed, cards + 1, 0, visible)
    grown = 1
    # To grow by c costs c + 1 cards or more, and takes c + 1 new melds.
    while (growth is None or grown <= growth) and grown + 1 < fewest and (grown + 1) * smallest <= cards + 1 + grown:
        fewest = min(fewest, need(tables, hand, exposed, cards + 1 + grown, grown + 1, visible))
        grown += 1
    return fewest


def deficiency_drawn(tables: Tables, at: Position) -> int:
    """11.4, in ACT: return 0 if complete, else the least deficiency after a discard or a self-call."""
    if is_complete(tables, at.hand, at.exposed):
        return 0
    return min((deficiency(tables, after) for after in turns(tables, at)), default=INF)


def turns(tables: Tables, at: Position) -> Iterator[Position]:
    """Yield the results of a discard or a self-call in ACT."""
    for kind, count in enumerate(at.hand):
        if count > 0:
            yield at.discarding(kind)
    if at.growth != 0:
        for m in legal_melds(tables, at.hand, None):
            yield at.exposing(tables, m)


def legal_melds(tables: Tables, hand: Counts, discard: int | None) -> list[int]:
    """List the melds that may be exposed, from the hand (N-5.3) or with a discard (N-5.8). A card must remain."""
    if discard is None:
        return [m for m, cards in enumerate(tables.counts) if holds(hand, cards) and sum(hand) > sum(cards)]
    both = with_card(hand, discard)
    return [m for m in tables.holding[discard] if holds(both, tables.counts[m]) and sum(both) > tables.melds[m].size]


def waits(tables: Tables, at: Position) -> tuple[list[int], list[int]]:
    """11.5: list the kinds that complete the hand when drawn, and those that do when claimed."""
    kinds = [kind for kind, _ in at.copies_left(tables)]
    drawn = [kind for kind in kinds if is_complete(tables, at.drawing(kind).hand, at.exposed)]
    claimed = [kind for kind in drawn if is_complete(tables, at.drawing(kind).hand, at.exposed, kind)]
    return drawn, claimed


def acceptance(tables: Tables, at: Position) -> list[tuple[int, int]]:
    """11.6: list the kinds that reduce the deficiency when drawn, with the copies left."""
    now = deficiency(tables, at)

    def is_nearer(drawn: Position) -> bool:
        after = (deficiency(tables, turn) < now for turn in turns(tables, drawn))
        return is_complete(tables, drawn.hand, drawn.exposed) or any(after)

    return [(kind, left) for kind, left in at.copies_left(tables) if is_nearer(at.drawing(kind))]


def call_acceptance(tables: Tables, at: Position, *, level: bool) -> list[tuple[int, int, list[int]]]:
    """11.7: list the kinds that reduce the deficiency when called, with the copies left and the melds to call for.

    With `level` also the calls that keep the deficiency and widen the acceptance.
    """
    now, found = deficiency(tables, at), []
    claimed = waits(tables, at)[1] if now == 1 else []
    level = level and now < INF
    widest = _copies(tables, at) if level else 0

    def is_better(called: Position) -> bool:
        far = deficiency(tables, called)
        return far < now or (level and far == now and _copies(tables, called) > widest)

    for kind, left in at.copies_left(tables):
        asked = (now > 1 or level) and at.growth != 0 and kind not in claimed
        melds = legal_melds(tables, at.hand, kind) if asked else []
        helpful = [m for m in melds if is_better(at.drawing(kind).exposing(tables, m))]
        if helpful or kind in claimed:
            found.append((kind, left, helpful))
    return found


def _copies(tables: Tables, at: Position) -> int:
    """Count the cards in the acceptance."""
    return sum(left for _, left in acceptance(tables, at))


def discard_table(tables: Tables, at: Position) -> list[tuple[int, int, int]]:
    """11.8: list for each discard the deficiency then and how many cards would reduce it."""
    table = []
    for kind, count in enumerate(at.hand):
        if count > 0:
            rest = at.discarding(kind)
            table.append((kind, deficiency(tables, rest), _copies(tables, rest)))
    return table
