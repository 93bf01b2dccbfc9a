"""The deck, the melds and the lay-offs of a Namima rule set: sections 1 and 3 of the rules text.

A card is its kind, 0..K-1 (N-1.4); a hand is a tuple of K counts; a meld is its id in the meld table (N-3.12).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..reader import Field
from .ruleset import MELD_KINDS, RuleSet, load_variant, rule_set_entry

Counts = tuple[int, ...]

MOST_CARDS = 200
MOST_MELDS = 4096
MOST_LAYOFFS = 8192


@dataclass(frozen=True)
class Meld:
    """One entry of the meld table with the attributes of N-3.11."""

    kind: str
    cards: tuple[int, ...]  # kinds, ascending, a kind as often as the meld has it
    key: str  # its key in `points`
    open: int
    closed: int
    colour: int | None  # of SAME and RUN: that of the natural cards; of own melds (N-2.4) that of all cards
    low: int  # rank index: the rank of SAME and SAI, the lowest rank of the pattern of the others
    direction: int  # +1 or -1 for AYA and JUU, else 0

    @property
    def size(self) -> int:
        """The number of its cards."""
        return len(self.cards)


@dataclass(frozen=True)
class LayOff:
    """One entry of the lay-off table (N-3.13): adding card `kind` to meld `source` makes meld `target`."""

    source: int
    kind: int
    target: int


@dataclass(frozen=True, eq=False)
class Tables:
    """Everything derived from a rule set and the number of players. Compared by identity, so that it can be a key."""

    rules: RuleSet
    names: tuple[str, ...]  # kind -> its text (N-1.6)
    cap: Counts  # kind -> copies in the deck
    deal: int  # D, the cards of a hand (N-4.2)
    penalty: tuple[int, ...]  # kind -> its penalty
    melds: tuple[Meld, ...]
    counts: tuple[Counts, ...]  # meld -> its cards as counts
    holding: tuple[tuple[int, ...], ...]  # kind -> the melds that hold it, ascending
    layoffs: tuple[LayOff, ...]
    grown: tuple[tuple[tuple[int, Counts], ...], ...]  # meld e -> grow(e) (N-3.15)

    def colour(self, kind: int) -> int:
        """Return the index of a kind's colour (N-1.4)."""
        return kind // len(self.rules.ranks)

    def meld_text(self, meld: int) -> str:
        """N-3.12: `R1.R3.W2`."""
        return ".".join(self.names[kind] for kind in self.melds[meld].cards)

    def cards_of(self, melds: Iterable[int]) -> Counts:
        """Count the cards of some melds together."""
        return counts_of((kind for m in melds for kind in self.melds[m].cards), len(self.names))

    def find_meld(self, cards: Sequence[int]) -> int | None:
        """Return the meld of exactly these cards (N-3.10)."""
        wanted = tuple(sorted(cards))
        found = [m for m, meld in enumerate(self.melds) if meld.cards == wanted]
        return found[0] if found else None


def load_tables(option: Field, players: int) -> tuple[Tables, object]:
    """Return the tables of the option `variant` for a number of players, and the option's value to list."""
    rules, listed = load_variant(option)
    return make_tables(rules, players), listed


def make_tables(rules: RuleSet, players: int) -> Tables:
    """Derive the tables for this number of players; run the checks of N-2.2 that need the deck or the melds."""
    ranks = len(rules.ranks)
    names = rules.kinds
    path, copies = rules.copies_for(players)
    by_rank = [(of,) * ranks if isinstance(of, int) else of for of in (copies[colour] for colour in rules.colours)]
    cap = tuple(count for counts in by_rank for count in counts)  # N-2.7
    cards = sum(cap)
    if cards > MOST_CARDS:
        raise rule_set_entry(path, copies).bad(f"at most {MOST_CARDS} cards in all, not {cards}")
    deal = rules.deal_at_least if cards >= rules.deal_threshold * players else rules.deal_below  # N-4.2
    deal = rules.deal_by_players.get(str(players), deal)
    if cards <= players * deal:
        allowed = f"more than {players * deal} cards in all for {players} hands of {deal}, not {cards}"
        raise rule_set_entry(path, copies).bad(allowed)

    melds = _meld_table(rules, names, cap)
    layoffs = _layoff_table(melds)
    if len(layoffs) > MOST_LAYOFFS:
        raise rule_set_entry("melds", rules.melds).bad(f"at most {MOST_LAYOFFS} lay-offs, not {len(layoffs)}")
    kinds = range(len(names))
    return Tables(
        rules=rules,
        names=names,
        cap=cap,
        deal=deal,
        penalty=tuple(rules.penalty[colour] for colour in rules.colours for _ in range(ranks)),
        melds=tuple(melds),
        counts=tuple(counts_of(meld.cards, len(names)) for meld in melds),
        holding=tuple(tuple(m for m, meld in enumerate(melds) if kind in meld.cards) for kind in kinds),
        layoffs=tuple(layoffs),
        grown=_grown(melds, layoffs, len(names)),
    )


def counts_of(cards: Iterable[int], kinds: int) -> Counts:
    """Return cards as counts over all kinds."""
    counts = [0] * kinds
    for kind in cards:
        counts[kind] += 1
    return tuple(counts)


# --- Melds (3.1, 3.2) -------------------------------------------------------------------------------------------------


def _meld_table(rules: RuleSet, names: Sequence[str], cap: Counts) -> list[Meld]:
    """N-3.12: by kind, size, cards. A meld that needs more copies than the deck has is left out (N-2.3)."""
    table = [
        meld
        for meld in [
            *_same_melds(rules),
            *_run_melds(rules),
            *_sai_melds(rules),
            *_diagonal_melds(rules),
            *_own_melds(rules),
        ]
        if all(meld.cards.count(kind) <= cap[kind] for kind in meld.cards)
    ]
    forms = (*MELD_KINDS, *rules.own)
    table.sort(key=lambda meld: (forms.index(meld.kind), meld.size, meld.cards))
    if not table:
        raise rule_set_entry("melds", rules.melds).bad("at least one meld")
    if len(table) > MOST_MELDS:
        raise rule_set_entry("melds", rules.melds).bad(f"at most {MOST_MELDS} melds, not {len(table)}")
    seen: set[tuple[int, ...]] = set()
    for meld in table:
        if meld.cards in seen:
            text = ".".join(names[kind] for kind in meld.cards)
            raise rule_set_entry("melds", rules.melds).bad(f"no two melds of the same cards, as {text}")
        seen.add(meld.cards)
    for meld in table:
        if meld.key not in rules.points:
            raise rule_set_entry("points", rules.points).no_key(meld.key)
        if _points_of(rules, meld.key, meld.cards, meld.colour, meld.low) is None:
            raise rule_set_entry(f"points.{meld.key}", rules.points).no_key("other")
    keys = {".".join(names[kind] for kind in meld.cards): meld.key for meld in table}
    for key, pairs in rules.points.items():
        for word, pair in pairs.items():
            cards = [names.index(name) for name in word.split(".") if "." in word]
            if keys.get(word, "") != key and cards and all(cards.count(kind) <= cap[kind] for kind in cards):
                raise rule_set_entry(f"points.{key}.{word}", pair).bad(f"points of a meld of {key}")
    return table


def _points_of(
    rules: RuleSet, key: str, cards: tuple[int, ...], colour: int | None, low: int
) -> tuple[int, int] | None:
    """N-2.5: by the meld itself, else its rank, else its colour, else the other ones."""
    words = [".".join(rules.kinds[kind] for kind in cards), str(rules.ranks[low])]
    words += [] if colour is None else [rules.colours[colour]]
    pairs = rules.points.get(key, {})
    return next((pairs[word] for word in (*words, "other") if word in pairs), None)


def _meld(
    rules: RuleSet, kind: str, cards: Iterable[int], suffix: str, colour: int | None, low: int, direction: int
) -> Meld:
    """Return a meld with its points; without a point pair both are 0 until the table is checked."""
    ordered = tuple(sorted(cards))
    key = kind if kind in rules.own else f"{kind}{len(ordered)}{suffix}"
    exposed, concealed = _points_of(rules, key, ordered, colour, low) or (0, 0)
    return Meld(kind, ordered, key, exposed, concealed, colour, low, direction)


def _substitutes(rules: RuleSet, colour: str, size: int) -> range:
    """Return how many wild cards a SAME or RUN meld of this colour and size may hold: 0, 1, ... (N-3.8)."""
    wild = rules.wild
    if wild is None or colour == wild.colour or size < wild.min_meld_size:  # N-3.9
        return range(1)
    return range(min(wild.max_per_meld, size - 1) + 1)  # at least one card is natural


def _same_melds(rules: RuleSet) -> Iterator[Meld]:
    """N-3.1: cards of one kind, some of them perhaps wild cards of the same rank (N-3.7)."""
    ranks = len(rules.ranks)
    for size in rules.melds.get("SAME", ()):
        for c, colour in enumerate(rules.colours):
            for wilds in _substitutes(rules, colour, size):
                for r in range(ranks):
                    cards = [c * ranks + r] * (size - wilds)
                    if wilds:
                        assert rules.wild is not None
                        cards += [rules.colours.index(rules.wild.colour) * ranks + r] * wilds
                    suffix = "h" if colour == rules.honour else "w" if wilds else ""
                    yield _meld(rules, "SAME", cards, suffix, c, r, 0)


def _run_melds(rules: RuleSet) -> Iterator[Meld]:
    """N-3.2: consecutive ranks of one colour, some of them perhaps wild (N-3.7); none of the honour colour."""
    ranks = len(rules.ranks)
    for size in rules.melds.get("RUN", ()):
        for c, colour in enumerate(rules.colours):
            if colour == rules.honour:
                continue
            for low in consecutive_starts(rules, size):
                pattern = range(low, low + size)
                for wilds in _substitutes(rules, colour, size):
                    for replaced in combinations(pattern, wilds):
                        cards = [c * ranks + r for r in pattern if r not in replaced]
                        if wilds:
                            assert rules.wild is not None
                            cards += [rules.colours.index(rules.wild.colour) * ranks + r for r in replaced]
                        yield _meld(rules, "RUN", cards, "w" if wilds else "", c, low, 0)


def _sai_melds(rules: RuleSet) -> Iterator[Meld]:
    """N-3.3: one rank, all colours different."""
    ranks = len(rules.ranks)
    for size in rules.melds.get("SAI", ()):
        for r in range(ranks):
            for chosen in combinations(range(len(rules.colours)), size):
                yield _meld(rules, "SAI", [c * ranks + r for c in chosen], "", None, r, 0)


def _diagonal_melds(rules: RuleSet) -> Iterator[Meld]:
    """N-3.4, N-3.5: consecutive ranks, the colours following the cycle; every card once (AYA) or twice (JUU)."""
    if rules.cycle is None:
        return
    ranks, around = len(rules.ranks), len(rules.cycle)
    for kind, times in (("AYA", 1), ("JUU", 2)):
        for size in rules.melds.get(kind, ()):
            width = size // times
            for low in consecutive_starts(rules, width):
                for position in range(around):
                    for direction in (1, -1):
                        colours = [rules.cycle[(position + direction * i) % around] for i in range(width)]
                        cards = [rules.colours.index(colour) * ranks + low + i for i, colour in enumerate(colours)]
                        yield _meld(rules, kind, cards * times, "", None, low, direction)


def _own_melds(rules: RuleSet) -> Iterator[Meld]:
    """N-2.4: listed one by one. Their colour, if it is only one, and lowest rank matter for points alone."""
    ranks = len(rules.ranks)
    for name, melds in rules.own.items():
        for cards in melds:
            colours = {kind // ranks for kind in cards}
            yield _meld(
                rules, name, cards, "", min(colours) if len(colours) == 1 else None, min(k % ranks for k in cards), 0
            )


def consecutive_starts(rules: RuleSet, width: int) -> list[int]:
    """List the rank indices at which `width` consecutive ranks start (N-1.2, N-3.6)."""
    values = rules.ranks
    return [
        low for low in range(len(values) - width + 1) if all(values[low + i] == values[low] + i for i in range(width))
    ]


# --- Lay-offs (N-3.13, N-3.15) ----------------------------------------------------------------------------------------


def _layoff_table(melds: Sequence[Meld]) -> list[LayOff]:
    """N-3.13: by target, then card."""
    by_cards = {meld.cards: m for m, meld in enumerate(melds)}
    table = []
    for target, meld in enumerate(melds):
        for kind in sorted(set(meld.cards)):
            rest = list(meld.cards)
            rest.remove(kind)
            source = by_cards.get(tuple(rest))
            if source is not None and melds[source].kind == meld.kind:
                table.append(LayOff(source, kind, target))
    return table


def _grown(melds: Sequence[Meld], layoffs: Sequence[LayOff], kinds: int) -> tuple[tuple[tuple[int, Counts], ...], ...]:
    """N-3.15: for every meld all melds it can become, itself first, with the cards added."""
    steps: list[list[int]] = [[] for _ in melds]
    for layoff in layoffs:
        steps[layoff.source].append(layoff.target)
    result = []
    for start, meld in enumerate(melds):
        reached = [start]
        for m in reached:  # extended while it is read
            reached += [target for target in steps[m] if target not in reached]
        before = counts_of(meld.cards, kinds)
        options = []
        for m in sorted(set(reached)):
            after = counts_of(melds[m].cards, kinds)
            options.append((m, tuple(a - b for a, b in zip(after, before, strict=True))))
        result.append(tuple(options))
    return tuple(result)
