"""How Namima's cards form melds, and the worth of a complete hand: 3.5 and 7.1 to 7.2 of the rules text.

`hand` is always the concealed cards as counts, `exposed` the melds on the table as ids. The searches are exhaustive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..common import at, plus
from .own_words import Conditions, OwnCombo
from .tables import Counts, Meld, Tables, consecutive_starts

Ids = tuple[int, ...]


@dataclass(frozen=True)
class Arrangement:
    """N-3.16: new melds and the exposed melds after lay-offs, both ascending."""

    new: Ids
    exposed: Ids


@dataclass(frozen=True)
class Worth:
    """The points of an arrangement (N-7.2 .. N-7.4, before riichi doubles them)."""

    arrangement: Arrangement
    claimed_meld: int  # -1: no card was claimed, or it was laid off
    meld_points: int
    combinations: dict[str, int]
    dora_points: int

    @property
    def points(self) -> int:
        """Y before riichi (N-7.4)."""
        return self.meld_points + sum(self.combinations.values()) + self.dora_points


def holds(hand: Sequence[int], part: Sequence[int]) -> bool:
    """Return whether `part` is contained in `hand`."""
    return all(h >= p for h, p in zip(hand, part, strict=True))


def minus(a: Sequence[int], b: Sequence[int]) -> Counts:
    """Return `a` without `b`, which is contained in it."""
    return tuple(x - y for x, y in zip(a, b, strict=True))


def with_card(hand: Sequence[int], kind: int, number: int = 1) -> Counts:
    """Return the hand with one more (or `number` more) cards of a kind."""
    return at(hand, kind, hand[kind] + number)


def lowest(hand: Sequence[int]) -> int:
    """Return the lowest kind in a hand that isn't empty."""
    return next(kind for kind, count in enumerate(hand) if count > 0)


# --- Arrangements (3.5) -----------------------------------------------------------------------------------------------


def splits(tables: Tables, hand: Counts, last: int = -1) -> Iterator[Ids]:
    """Yield all ways to put every card of the hand into new melds, each way once.

    The lowest card is in some meld. Melds that begin with the same kind are taken in ascending order, beginning with
    `last`, the meld taken before.
    """
    if not any(hand):
        yield ()
        return
    kind = lowest(hand)
    first = last if last >= 0 and tables.melds[last].cards[0] == kind else 0
    for m in tables.holding[kind]:
        if m >= first and holds(hand, tables.counts[m]):
            rest = minus(hand, tables.counts[m])
            if can_split(tables, rest):
                for others in splits(tables, rest, m):
                    yield (m, *others)


def can_split(tables: Tables, hand: Counts) -> bool:
    """Return whether every card of the hand can be put into a new meld."""
    if not any(hand):
        return True
    return any(
        holds(hand, tables.counts[m]) and can_split(tables, minus(hand, tables.counts[m]))
        for m in tables.holding[lowest(hand)]
    )


def growths(tables: Tables, hand: Counts, exposed: Ids) -> Iterator[tuple[Ids, Counts]]:
    """Yield all ways to lay off cards of the hand: the exposed melds afterwards and the cards left."""
    if not exposed:
        yield (), hand
        return
    for grown, added in tables.grown[exposed[0]]:
        if holds(hand, added):
            for others, rest in growths(tables, minus(hand, added), exposed[1:]):
                yield (grown, *others), rest


def arrangements(tables: Tables, hand: Counts, exposed: Ids) -> Iterator[Arrangement]:
    """N-3.16, each once, in no order."""
    laid_off = {(tuple(sorted(grown)), rest) for grown, rest in growths(tables, hand, exposed)}
    for grown, rest in laid_off:
        for new in splits(tables, rest):
            yield Arrangement(tuple(sorted(new)), grown)


def counting(tables: Tables, hand: Counts, exposed: Ids, claimed: int | None) -> Iterator[Arrangement]:
    """Yield the arrangements that count if a card was claimed: it must be in a new meld (N-3.18)."""
    anywhere = claimed is None or tables.rules.won_by_layoff
    for arrangement in arrangements(tables, hand, exposed):
        if anywhere or any(claimed in tables.melds[m].cards for m in arrangement.new):
            yield arrangement


def is_complete(tables: Tables, hand: Counts, exposed: Ids, claimed: int | None = None) -> bool:
    """N-3.17, N-3.18: return whether some arrangement counts."""
    for _, rest in growths(tables, hand, exposed):
        if claimed is None or tables.rules.won_by_layoff:
            if can_split(tables, rest):
                return True
        else:
            for m in tables.holding[claimed]:
                if holds(rest, tables.counts[m]) and can_split(tables, minus(rest, tables.counts[m])):
                    return True
    return False


# --- Points (7.1, 7.2) ------------------------------------------------------------------------------------------------


def penalty(tables: Tables, hand: Counts, dora: int | None) -> int:
    """N-7.1; `dora` is a colour or None."""
    return sum(count * card_penalty(tables, kind, dora) for kind, count in enumerate(hand))


def card_penalty(tables: Tables, kind: int, dora: int | None) -> int:
    """Return the penalty of one concealed card."""
    return tables.penalty[kind] + (1 if tables.colour(kind) == dora else 0)


def best(tables: Tables, hand: Counts, exposed: Ids, claimed: int | None, dora: int | None) -> Worth | None:
    """N-7.5: find the arrangement with the most points, among equals the first; None if the hand isn't complete."""
    worths = (
        worth
        for arrangement in counting(tables, hand, exposed, claimed)
        for worth in worths_of(tables, hand, exposed, arrangement, claimed, dora)
    )
    return min(
        worths, key=lambda w: (-w.points, w.arrangement.new, w.arrangement.exposed, w.claimed_meld), default=None
    )


def worths_of(
    tables: Tables, hand: Counts, exposed: Ids, arrangement: Arrangement, claimed: int | None, dora: int | None
) -> Iterator[Worth]:
    """Yield the points of an arrangement, once for every meld that the claimed card may have completed (N-7.2)."""
    melds = tables.melds
    closed_points = sum(melds[m].closed for m in arrangement.new)
    open_points = sum(melds[m].open for m in arrangement.exposed)
    combinations = combination_points(tables, [melds[m] for m in (*arrangement.new, *arrangement.exposed)])
    cards = plus(hand, tables.cards_of(exposed))
    dora_points = sum(count for kind, count in enumerate(cards) if tables.colour(kind) == dora)  # N-9.8

    places = {-1: 0}  # the claimed meld -> the penalty that the hand loses by it
    if claimed is not None:
        laid_off = minus(hand, tables.cards_of(arrangement.new))
        opened = {m: melds[m].closed - melds[m].open for m in arrangement.new if claimed in melds[m].cards}
        places = opened if tables.rules.won_meld_open else dict.fromkeys(opened, 0)
        if tables.rules.won_by_layoff and laid_off[claimed] > 0:
            places[-1] = 0
    for claimed_meld, loss in places.items():
        yield Worth(arrangement, claimed_meld, closed_points - loss + open_points, combinations, dora_points)


def combination_points(tables: Tables, melds: Sequence[Meld]) -> dict[str, int]:
    """N-7.3: list the variant's combinations that apply, in the order of the rules, with their points."""
    found: dict[str, int] = {}
    for name, times in combination_counts(tables, melds).items():
        if name in tables.rules.combos and times > 0:
            found[name] = times * tables.rules.combos[name]
    for name, combo in tables.rules.own_combos.items():
        if applies(tables, combo, melds):
            found[name] = combo.points
    return found


def applies(tables: Tables, combo: OwnCombo, melds: Sequence[Meld]) -> bool:
    """N-2.6."""
    rules, ranks = tables.rules, len(tables.rules.ranks)

    def meets(meld: Meld, conditions: Conditions) -> bool:
        """Check one condition at a time: the meld's value must be listed."""
        has: dict[str, set[object]] = {
            "forms": {meld.kind},
            "sizes": {meld.size},
            "ranks": {rules.ranks[kind % ranks] for kind in meld.cards},
            "colours": {rules.colours[tables.colour(kind)] for kind in meld.cards},
        }
        return all(has[key] <= set(listed) for key, listed in conditions.items())

    if combo.all is not None and not all(meets(meld, combo.all) for meld in melds):
        return False
    if combo.some is not None and sum(meets(meld, combo.some) for meld in melds) < combo.at_least:
        return False
    fewest, most = combo.number_of_colours or (0, len(rules.colours))
    return fewest <= len({tables.colour(kind) for meld in melds for kind in meld.cards}) <= most


def combination_counts(tables: Tables, melds: Sequence[Meld]) -> dict[str, int]:
    """Count how often each combination applies to all melds of a hand (N-7.3)."""
    rules = tables.rules
    same = [meld for meld in melds if meld.kind == "SAME"]
    runs = [meld for meld in melds if meld.kind == "RUN"]
    big_same = [meld for meld in same if meld.size >= 3]
    coloured = len(same) + len(runs) == len(melds)  # all melds are SAME or RUN
    colours = {meld.colour for meld in [*same, *runs]}
    honour = None if rules.honour is None else rules.colours.index(rules.honour)

    equal = Counter((meld.kind, meld.cards) for meld in melds if meld.kind != "SAME")
    run_colours: dict[tuple[int, int], set[int | None]] = {}
    for meld in runs:
        run_colours.setdefault((meld.low, meld.size), set()).add(meld.colour)
    same_colours: dict[int, set[int | None]] = {}
    for meld in big_same:
        same_colours.setdefault(meld.low, set()).add(meld.colour)
    directions: dict[tuple[int, int], set[int]] = {}
    for meld in melds:
        if meld.kind == "AYA":
            directions.setdefault((meld.low, meld.size), set()).add(meld.direction)

    return {
        "PURE": int(coloured and len(colours) == 1),
        "MIXED": int(coloured and len(colours) == 2 and honour in colours),
        "ALLSAME": int(len(big_same) == len(melds)),
        "ALLRUN": int(len(runs) == len(melds)),
        "ALLSAI": int(all(meld.kind == "SAI" for meld in melds)),
        "NOPAIR": int(all(meld.size >= 3 for meld in melds)),
        "TWIN": sum(times - 1 for times in equal.values()),
        "THROUGH": sum(
            all(c in run_colours.get(block, ()) for block in rank_blocks(tables)) for c in range(len(rules.colours))
        ),
        "SANJUN": sum(max(0, len(found) - 2) for found in run_colours.values()),
        "SANDOU": sum(max(0, len(found) - 2) for found in same_colours.values()),
        "FIVE": int({m.colour for m in [*big_same, *runs] if m.size >= 3} == set(range(len(rules.colours)))),
        "CROSS": sum(len(found) == 2 for found in directions.values()),
    }


def rank_blocks(tables: Tables) -> list[tuple[int, int]]:
    """List the blocks of consecutive ranks, each as lowest rank index and length (N-1.2)."""
    starts = consecutive_starts(tables.rules, 2)  # rank indices that the next rank follows on
    blocks = []
    for low in range(len(tables.rules.ranks)):
        if low - 1 not in starts:
            length = 1
            while low + length - 1 in starts:
                length += 1
            blocks.append((low, length))
    return blocks


def min_penalty(tables: Tables, hand: Counts, exposed: Ids, exposures: int | None, dora: int | None) -> int:
    """11.3. A new meld need not grow afterwards: the larger meld could have been exposed at once (N-5.4)."""
    most = sum(hand) if exposures is None else exposures
    return min(_cheapest(tables, rest, most, dora) for _, rest in growths(tables, hand, exposed))


def _cheapest(tables: Tables, hand: Counts, exposures: int, dora: int | None) -> int:
    """Return the least penalty of a hand from which at most `exposures` melds may be exposed."""
    if not any(hand):
        return 0
    kind = lowest(hand)
    costs = [card_penalty(tables, kind, dora) + _cheapest(tables, with_card(hand, kind, -1), exposures, dora)]
    if exposures > 0:
        costs += [
            _cheapest(tables, minus(hand, tables.counts[m]), exposures - 1, dora)
            for m in tables.holding[kind]
            if holds(hand, tables.counts[m])
        ]
    return min(costs)
