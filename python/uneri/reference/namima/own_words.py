"""Reads copies by rank, and the melds, points and combinations of a Namima rule set's own (N-2.4 to N-2.7)."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ..reader import Entry

Copies: TypeAlias = dict[str, "int | tuple[int, ...]"]  # colour -> copies of all its kinds, or by rank
Pairs: TypeAlias = dict[str, tuple[int, int]]
Conditions: TypeAlias = dict[str, tuple[object, ...]]

NAME = re.compile(r"[A-Z][A-Z0-9]{0,11}")
MOST_NAMES = 16
MOST_COMBOS = 8
CONDITIONS = ("forms", "sizes", "ranks", "colours")


@dataclass(frozen=True)
class OwnCombo:
    """A combination of the rule set's own (N-2.6). A condition that isn't set is None."""

    points: int
    all: Conditions | None
    some: Conditions | None
    at_least: int
    number_of_colours: tuple[int, int] | None

    def data(self) -> dict[str, object]:
        """Return the combination as plain data."""

        def listed(conditions: Conditions) -> dict[str, list[object]]:
            return {key: list(items) for key, items in conditions.items()}

        return {
            "points": self.points,
            **({"all": listed(self.all)} if self.all is not None else {}),
            **({"some": listed(self.some), "at_least": self.at_least} if self.some is not None else {}),
            **({"number_of_colours": list(self.number_of_colours)} if self.number_of_colours else {}),
        }


# --- Checking ---------------------------------------------------------------------------------------------------------


def check_copies(entry: Entry, colours: Sequence[str], ranks: Sequence[int]) -> Copies:
    """N-2.7: a list of equal numbers is the same as the number."""
    copies: Copies = {}
    for colour, item in entry.mapping(colours).items():
        if isinstance(item.value, list | tuple):
            counts = tuple(count.integer(1, 6) for count in item.items(len(ranks), len(ranks)))
            copies[colour] = counts[0] if len(set(counts)) == 1 else counts
        else:
            copies[colour] = item.integer(1, 6)
    return copies


def copies_data(copies: Copies) -> dict[str, object]:
    """Return copies as plain data."""
    return {colour: count if isinstance(count, int) else list(count) for colour, count in copies.items()}


def check_own_melds(entry: Entry, kinds: Sequence[str], forms: Sequence[str]) -> dict[str, tuple[tuple[int, ...], ...]]:
    """N-2.4: the names in alphabetical order, melds by size, then cards."""
    names = _keys(entry, lambda name: name != "OWN" and not name.startswith(tuple(forms)))
    found = entry.part(names, "names of up to 12 capital letters and digits, not of a form")
    if len(found) > MOST_NAMES:
        raise entry.bad(f"at most {MOST_NAMES} names")
    return {name: _check_melds(listed, kinds) for name, listed in found.items()}


def _check_melds(entry: Entry, kinds: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    def read(item: Entry) -> tuple[int, ...]:
        cards = item.items(2, 8)
        meld = tuple(sorted(kinds.index(card.word(kinds, f"a kind, such as {kinds[0]}")) for card in cards))
        if max(map(meld.count, meld)) > 6:
            raise item.bad("at most 6 cards of a kind")
        return meld

    return tuple(sorted(entry.different(1, 4096, read, "every meld once"), key=lambda meld: (len(meld), meld)))


def check_points(entry: Entry, keys: Sequence[str], colours: Sequence[str], ranks: Sequence[int]) -> dict[str, Pairs]:
    """N-2.5: by key the pairs of ranks, colours, melds and `other`, in this order."""
    kinds = [f"{colour}{rank}" for colour in colours for rank in ranks]
    points: dict[str, Pairs] = {}
    for key, item in entry.part(keys, "kind and size, such as SAME3, SAME3h, RUN3w").items():
        if not isinstance(item.value, Mapping):
            points[key] = {"other": _pair(item)}
            continue
        melds = [word for word in item.value if isinstance(word, str) and _cards_in(word, kinds)]
        melds.sort(key=lambda word: (len(_cards_in(word, kinds)), _cards_in(word, kinds)))
        words = (*map(str, ranks), *colours, *melds, "other")
        pairs = item.part(words, "ranks, colours, melds such as B1.B1, other")
        if not pairs:
            raise item.bad("at least one entry")
        points[key] = {word: _pair(pair) for word, pair in pairs.items()}
    return points


def _pair(entry: Entry) -> tuple[int, int]:
    exposed, concealed = (item.integer(0, 999) for item in entry.items(2, 2, "a list of 2"))
    return exposed, concealed


def _cards_in(word: str, kinds: Sequence[str]) -> tuple[int, ...]:
    """Return the kinds of a text such as `B1.B1`; nothing if it isn't one that the text of a meld could be."""
    cards = word.split(".")
    if any(card not in kinds for card in cards) or not 2 <= len(cards) <= 8 or max(map(cards.count, cards)) > 6:
        return ()
    found = tuple(kinds.index(card) for card in cards)
    return found if found == tuple(sorted(found)) else ()


def points_data(pairs: Pairs) -> object:
    """Return points as plain data: a single pair if there are no others."""
    if set(pairs) == {"other"}:
        return list(pairs["other"])
    return {word: list(pair) for word, pair in pairs.items()}


def check_combos(
    entry: Entry, known: Sequence[str], forms: Sequence[str], colours: Sequence[str], ranks: Sequence[int]
) -> tuple[dict[str, int], dict[str, OwnCombo]]:
    """N-2.6: the values of the combinations of N-7.3, and the rule set's own ones, which are mappings."""
    own = _keys(entry, lambda name: name not in known and isinstance(_value(entry, name), Mapping))
    found = entry.part((*known, *own), ", ".join(known))
    if len(own) > MOST_COMBOS:
        raise entry.bad(f"at most {MOST_COMBOS} names of your own")
    values = {name: item.integer(0, 999) for name, item in found.items() if name in known}
    return values, {name: _check_combo(found[name], forms, colours, ranks) for name in own}


def _check_combo(entry: Entry, forms: Sequence[str], colours: Sequence[str], ranks: Sequence[int]) -> OwnCombo:
    asked = ("all", "some", "number_of_colours")
    found = entry.part(("points", "all", "some", "at_least", "number_of_colours"))
    if "points" not in found:
        raise entry.no_key("points")
    if not any(key in found for key in asked):
        raise entry.bad(f"at least one of {', '.join(asked)}")
    if "at_least" in found and "some" not in found:
        raise found["at_least"].bad("a number only with some")
    points = found["points"].integer(0, 999)
    conditions = {
        key: _check_conditions(found[key], forms, colours, ranks) if key in found else None for key in ("all", "some")
    }
    at_least = found["at_least"].integer(1, 16) if "at_least" in found else 1
    number = None
    if "number_of_colours" in found:
        fewest, most = (item.integer(1, len(colours)) for item in found["number_of_colours"].items(2, 2))
        if fewest > most:
            raise found["number_of_colours"].bad("least and most")
        number = (fewest, most)
    return OwnCombo(points, conditions["all"], conditions["some"], at_least, number)


def _check_conditions(entry: Entry, forms: Sequence[str], colours: Sequence[str], ranks: Sequence[int]) -> Conditions:
    found = entry.part(CONDITIONS)
    if not found:
        raise entry.bad(f"at least one of {', '.join(CONDITIONS)}")
    readers: dict[str, Callable[[Entry], object]] = {
        "forms": lambda item: item.word(forms),
        "sizes": lambda item: item.integer(2, 8),
        "ranks": lambda item: item.one_of(*ranks),
        "colours": lambda item: item.word(colours),
    }
    order: dict[str, Sequence[object]] = {"forms": forms, "sizes": range(2, 9), "ranks": ranks, "colours": colours}
    conditions: Conditions = {}
    for key, listed in found.items():
        items = listed.different(1, sys.maxsize, readers[key], "every item once", "a list of at least one")
        conditions[key] = tuple(sorted(items, key=order[key].index))
    return conditions


def _value(entry: Entry, name: str) -> object:
    assert isinstance(entry.value, Mapping)
    return entry.value[name]


def _keys(entry: Entry, good: Callable[[str], bool]) -> list[str]:
    """List the keys that are names of the rule set's own, in alphabetical order."""
    if not isinstance(entry.value, Mapping):
        return []
    return sorted(name for name in entry.value if isinstance(name, str) and NAME.fullmatch(name) and good(name))
