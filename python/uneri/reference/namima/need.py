"""The distance of a Namima hand from a win: 11.4 to 11.8 of the rules text, by exhaustive search.

`avail` counts the cards of each kind that the hand could hold: the deck without its own exposed melds and without the
cards known to be elsewhere. `growth` is how many cards the hand may still grow by calls, None for any number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uneri.reference.namima.melds import Ids, holds, is_complete, lowest, minus, plus, with_card
from uneri.reference.namima.memory import kept
from uneri.reference.namima.tables import Counts, Tables

INF = 99


def available(tables: Tables, exposed: Ids, visible: Counts) -> Counts:
    """Return `avail` of section 11."""
    seen = plus(visible, tables.cards_of(exposed))
    return tuple(max(0, cap - count) for cap, count in zip(tables.cap, seen, strict=True))


def need(tables: Tables, hand: Counts, exposed: Ids, size: int, min_new: int, visible: Counts) -> int:
    """Return the fewest cards missing from the hand for an arrangement of `size` concealed cards (11.4)."""
    spare = tuple(
        max(0, a - h) for a, h in zip(available(tables, exposed, visible), hand, strict=True)
    )  # of each kind, the cards still available
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
def deficiency(tables: Tables, hand: Counts, exposed: Ids, growth: int | None, visible: Counts) -> int:
    """11.4, at rest: return the fewest cards still needed, the winning one included; INF if no draws can win."""
    cards = sum(hand)
    smallest = min(meld.size for meld in tables.melds)
    fewest = need(tables, hand, exposed, cards + 1, 0, visible)
    grown = 1
    # To grow by c costs c + 1 cards or more, and takes c + 1 new melds.
    while (growth is None or grown <= growth) and grown + 1 < fewest and (grown + 1) * smallest <= cards + 1 + grown:
        fewest = min(fewest, need(tables, hand, exposed, cards + 1 + grown, grown + 1, visible))
        grown += 1
    return fewest


def deficiency_drawn(tables: Tables, hand: Counts, exposed: Ids, growth: int | None, visible: Counts) -> int:
    """11.4, in ACT: return 0 if complete, else the least deficiency after a discard or a self-call."""
    if is_complete(tables, hand, exposed):
        return 0
    return min((deficiency(tables, *after) for after in turns(tables, hand, exposed, growth, visible)), default=INF)


def turns(
    tables: Tables, hand: Counts, exposed: Ids, growth: int | None, visible: Counts
) -> Iterator[tuple[Counts, Ids, int | None, Counts]]:
    """Yield the results of a discard or a self-call in ACT: hand, exposed melds, growth and visible cards."""
    for kind, count in enumerate(hand):
        if count > 0:
            yield with_card(hand, kind, -1), exposed, growth, with_card(visible, kind)
    if growth != 0:
        for m in legal_melds(tables, hand, None):
            fewer = None if growth is None else growth - 1
            yield minus(hand, tables.counts[m]), tuple(sorted((*exposed, m))), fewer, visible


def legal_melds(tables: Tables, hand: Counts, discard: int | None) -> list[int]:
    """List the melds that may be exposed, from the hand (N-5.3) or with a discard (N-5.8). A card must be left."""
    if discard is None:
        return [m for m, cards in enumerate(tables.counts) if holds(hand, cards) and sum(hand) > sum(cards)]
    both = with_card(hand, discard)
    return [m for m in tables.holding[discard] if holds(both, tables.counts[m]) and sum(both) > tables.melds[m].size]


def waits(tables: Tables, hand: Counts, exposed: Ids, visible: Counts) -> tuple[list[int], list[int]]:
    """11.5: list the kinds that complete the hand when drawn, and those that do when claimed."""
    avail = available(tables, exposed, visible)
    kinds = [kind for kind in range(len(hand)) if avail[kind] > hand[kind]]
    drawn = [kind for kind in kinds if is_complete(tables, with_card(hand, kind), exposed)]
    claimed = [kind for kind in drawn if is_complete(tables, with_card(hand, kind), exposed, kind)]
    return drawn, claimed


def acceptance(
    tables: Tables, hand: Counts, exposed: Ids, growth: int | None, visible: Counts
) -> list[tuple[int, int]]:
    """11.6: list the kinds that reduce the deficiency when drawn, with the copies left."""
    now = deficiency(tables, hand, exposed, growth, visible)
    avail = available(tables, exposed, visible)
    found = []
    for kind in range(len(hand)):
        if avail[kind] > hand[kind]:
            drawn = with_card(hand, kind)
            nearer = is_complete(tables, drawn, exposed) or any(
                deficiency(tables, *after) < now for after in turns(tables, drawn, exposed, growth, visible)
            )
            if nearer:
                found.append((kind, avail[kind] - hand[kind]))
    return found


def call_acceptance(
    tables: Tables, hand: Counts, exposed: Ids, growth: int | None, visible: Counts
) -> list[tuple[int, int, list[int]]]:
    """11.7: list the kinds that reduce the deficiency when called, with the copies left and the melds to call for."""
    now = deficiency(tables, hand, exposed, growth, visible)
    avail = available(tables, exposed, visible)
    if now == 1:
        return [(kind, avail[kind] - hand[kind], []) for kind in waits(tables, hand, exposed, visible)[1]]
    found: list[tuple[int, int, list[int]]] = []
    if growth == 0:
        return found
    fewer = None if growth is None else growth - 1
    for kind in range(len(hand)):
        if avail[kind] > hand[kind]:
            both = with_card(hand, kind)
            helpful = [
                m
                for m in legal_melds(tables, hand, kind)
                if deficiency(tables, minus(both, tables.counts[m]), tuple(sorted((*exposed, m))), fewer, visible) < now
            ]
            if helpful:
                found.append((kind, avail[kind] - hand[kind], helpful))
    return found


def discard_table(
    tables: Tables, hand: Counts, exposed: Ids, growth: int | None, visible: Counts
) -> list[tuple[int, int, int]]:
    """11.8: list for each discard the deficiency then and how many cards would reduce it."""
    table = []
    for kind, count in enumerate(hand):
        if count > 0:
            rest, seen = with_card(hand, kind, -1), with_card(visible, kind)
            copies = sum(left for _, left in acceptance(tables, rest, exposed, growth, seen))
            table.append((kind, deficiency(tables, rest, exposed, growth, seen), copies))
    return table
