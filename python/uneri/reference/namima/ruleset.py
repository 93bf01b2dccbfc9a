"""A Namima rule set as data: section 2 of the rules text, checked entry by entry (N-2.1, N-2.2).

`load_variant` takes the option `variant` as data and returns the checked `RuleSet` and what the option lists: the name
of a built-in variant, or the whole mapping with its keys in a fixed order. Checks that need the melds (their number,
whether each has points) are in `tables.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from ..reader import Entry, Field, built_in_data
from .own_words import (
    Copies,
    OwnCombo,
    check_combos,
    check_copies,
    check_own_melds,
    check_points,
    copies_data,
    points_data,
)

GAME = "namima"

MELD_KINDS = ("SAME", "RUN", "SAI", "AYA", "JUU")  # in the order of the meld table (N-3.12)
COMBOS = (
    "PURE", "MIXED", "ALLSAME", "ALLRUN", "ALLSAI", "NOPAIR",
    "TWIN", "THROUGH", "SANJUN", "SANDOU", "FIVE", "CROSS",
)  # fmt: skip
PLAYER_COUNTS = ("2", "3", "4", "5")
KEYS = (
    "name", "ja", "colours", "ranks", "copies", "copies_by_players", "melds", "honour", "wild", "cycle",
    "points", "combos", "penalty", "deal", "games_per_match", "switches", "payments",
)  # fmt: skip
WILD_KEYS = ("colour", "max_per_meld", "min_meld_size")
DEAL_KEYS = ("threshold", "at_least", "below", "by_players")
SWITCH_KEYS = ("won_by_layoff", "won_meld_open", "won_first", "riichi_row")
PAYMENT_KEYS = ("closed", "deal_in", "riichi")
USUAL_PAYMENTS = dict.fromkeys(PAYMENT_KEYS, 2)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

MOST_KINDS = 48
# Every key of `points` that some rule set could need, in listing order.
POINT_KEYS = (
    *(f"SAME{size}{suffix}" for size in range(2, 7) for suffix in ("", "h", "w")),
    *(f"RUN{size}{suffix}" for size in range(2, 7) for suffix in ("", "w")),
    *(f"SAI{size}" for size in range(2, 7)),
    *(f"AYA{size}" for size in range(2, 7)),
    *(f"JUU{size}" for size in (4, 6, 8)),
)


@dataclass(frozen=True)
class Wild:
    """The suit wild (3.2)."""

    colour: str
    max_per_meld: int
    min_meld_size: int


@dataclass(frozen=True)
class RuleSet:
    """A rule set that has passed every check of its own entries."""

    name: object  # a text, texts by language, or None (N-2.9)
    colours: tuple[str, ...]  # N-1.1
    ranks: tuple[int, ...]
    copies: Copies
    copies_by_players: dict[str, Copies]
    melds: dict[str, tuple[int, ...]]  # kind -> sizes, ascending
    own: dict[str, tuple[tuple[int, ...], ...]]  # name -> melds as kinds, ascending (N-2.4)
    honour: str | None
    wild: Wild | None
    cycle: tuple[str, ...] | None
    points: dict[str, dict[str, tuple[int, int]]]  # key -> rank, colour, meld or `other` -> open, closed (N-2.5)
    combos: dict[str, int]
    own_combos: dict[str, OwnCombo]
    penalty: dict[str, int]
    deal_threshold: int
    deal_at_least: int
    deal_below: int
    deal_by_players: dict[str, int]
    games_per_match: dict[str, int]
    won_by_layoff: bool  # N-3.18
    won_meld_open: bool  # N-7.2
    won_first: bool  # N-5.6
    riichi_row: bool  # N-9.1, N-9.5
    payments: dict[str, int]  # N-2.8

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds (N-1.6)."""
        return tuple(f"{colour}{rank}" for colour in self.colours for rank in self.ranks)

    def copies_for(self, players: int) -> tuple[str, Copies]:
        """Return the key whose copies apply to this number of players, and the copies by colour."""
        if str(players) in self.copies_by_players:
            return f"copies_by_players.{players}", self.copies_by_players[str(players)]
        return "copies", self.copies


def facts() -> dict[str, dict[str, object]]:
    """Return the file of 2.2."""
    content: dict[str, dict[str, object]] = built_in_data("namima_rulesets.json")
    return content


def built_in_names() -> tuple[str, ...]:
    """List the six variants, in the order of the file."""
    return tuple(facts()["variants"])


def load_variant(option: Field) -> tuple[RuleSet, object]:
    """Return the rule set that the option `variant` means, and the option's value to list.

    A rule set equal to a built-in one is listed by its name, however it was given.
    """
    names = built_in_names()
    built_in = {name: check_rule_set(facts()["variants"][name]) for name in names}
    if isinstance(option.value, str) and option.value in built_in:
        return built_in[option.value], option.value
    if not isinstance(option.value, Mapping):
        raise option.bad(f"a built-in name ({', '.join(names)}), a mapping, the path of a JSON file")
    rule_set = check_rule_set(option.value)
    for name in names:
        japanese = {"ja": cast("Mapping[str, object]", built_in[name].name)["ja"]}
        named = replace(rule_set, name=built_in[name].name) if rule_set.name == japanese else rule_set
        if named == built_in[name]:
            return rule_set, name
    return rule_set, rule_set_data(rule_set)


def rule_set_data(rules: RuleSet) -> dict[str, object]:
    """Return the rule set as plain data: every key, in a fixed order."""
    wild = rules.wild
    own = {name: [[rules.kinds[kind] for kind in meld] for meld in melds] for name, melds in rules.own.items()}
    switches = {key: getattr(rules, key) for key in SWITCH_KEYS}
    if rules.riichi_row:
        del switches["riichi_row"]
    return {
        **({} if rules.name is None else {"name": rules.name}),
        "colours": list(rules.colours),
        "ranks": list(rules.ranks),
        "copies": copies_data(rules.copies),
        "copies_by_players": {count: copies_data(copies) for count, copies in rules.copies_by_players.items()},
        "melds": {kind: list(sizes) for kind, sizes in rules.melds.items()} | ({"OWN": own} if own else {}),
        "honour": rules.honour,
        "wild": None if wild is None else {key: getattr(wild, key) for key in WILD_KEYS},
        "cycle": None if rules.cycle is None else list(rules.cycle),
        "points": {key: points_data(pairs) for key, pairs in rules.points.items()},
        "combos": rules.combos | {name: combo.data() for name, combo in rules.own_combos.items()},
        "penalty": dict(rules.penalty),
        "deal": {
            "threshold": rules.deal_threshold,
            "at_least": rules.deal_at_least,
            "below": rules.deal_below,
            **({"by_players": dict(rules.deal_by_players)} if rules.deal_by_players else {}),
        },
        "games_per_match": dict(rules.games_per_match),
        "switches": switches,
        **({} if rules.payments == USUAL_PAYMENTS else {"payments": dict(rules.payments)}),
    }


# --- Checking (N-2.2) -------------------------------------------------------------------------------------------------


def rule_set_entry(path: str, value: object) -> Entry:
    """Return an entry of a rule set, for errors that are found after all entries were read."""
    return Entry(f"{GAME}: variant", value, path)


def check_rule_set(value: object) -> RuleSet:
    """Return the rule set in its normal form, or raise a ValueError for its first bad entry."""
    absent: dict[str, object] = {"name": "", "ja": "", "copies_by_players": {}, "payments": USUAL_PAYMENTS}
    absent |= {"honour": None, "wild": None, "cycle": None}
    shared: dict[str, object] = {key: facts()[key] for key in ("ranks", "deal", "games_per_match", "switches")}
    entry = rule_set_entry("", value).mapping(KEYS, absent | shared)
    name: object = entry["name"].name() or None
    if isinstance(value, Mapping) and "ja" in value:
        if "name" in value:
            raise entry["ja"].bad("no key beside name")
        ja = entry["ja"].text()
        name = {"ja": ja} if ja else None
    colours = _check_colours(entry["colours"])
    ranks = _check_ranks(entry["ranks"], len(colours))
    copies = check_copies(entry["copies"], colours, ranks)  # N-1.3
    by_players = entry["copies_by_players"].part(PLAYER_COUNTS)
    copies_by_players = {count: check_copies(item, colours, ranks) for count, item in by_players.items()}
    kinds = [f"{colour}{rank}" for colour in colours for rank in ranks]
    melds, own = _check_melds(entry["melds"], len(colours), kinds)
    honour = entry["honour"].word((None, *colours))
    wild = _check_wild(entry["wild"], [colour for colour in colours if colour != honour])
    cycle = _check_cycle(entry["cycle"], colours)
    if "AYA" in melds or "JUU" in melds:
        if len(colours) < 3:
            raise entry["colours"].bad("at least 3 colours for AYA and JUU")
        if cycle is None:
            raise entry["cycle"].bad(f"a list of {len(colours)}, since AYA or JUU has sizes")
    points = check_points(entry["points"], (*POINT_KEYS, *own), colours, ranks)
    combos, own_combos = check_combos(entry["combos"], COMBOS, (*MELD_KINDS, *own), colours, ranks)
    penalty = _ints(entry["penalty"], colours, 0, 9)
    deal = entry["deal"].mapping(DEAL_KEYS, {"by_players": {}})
    threshold = deal["threshold"].integer(0, 200)
    at_least = deal["at_least"].integer(5, 16)
    below = deal["below"].integer(5, 16)
    deal_by_players = {n: item.integer(5, 16) for n, item in deal["by_players"].part(PLAYER_COUNTS).items()}
    games_per_match = _ints(entry["games_per_match"], PLAYER_COUNTS, 1, 99)
    switches = {key: item.flag() for key, item in entry["switches"].mapping(SWITCH_KEYS, {"riichi_row": True}).items()}
    payments = _ints(entry["payments"], PAYMENT_KEYS, 1, 4)
    return RuleSet(
        name=name, colours=colours, ranks=ranks, copies=copies, copies_by_players=copies_by_players, melds=melds,
        own=own, honour=honour, wild=wild, cycle=cycle, points=points, combos=combos, own_combos=own_combos,
        penalty=penalty, deal_threshold=threshold, deal_at_least=at_least, deal_below=below,
        deal_by_players=deal_by_players, games_per_match=games_per_match, payments=payments, **switches,
    )  # fmt: skip


def _ints(entry: Entry, keys: Sequence[str], low: int, high: int) -> dict[str, int]:
    """Read a mapping with all of `keys`, each an int in low..high."""
    return {key: item.integer(low, high) for key, item in entry.mapping(keys).items()}


def _check_colours(entry: Entry) -> tuple[str, ...]:
    return tuple(entry.different(2, 6, lambda item: item.word(LETTERS, "a capital letter"), "every colour once"))


def _check_ranks(entry: Entry, colours: int) -> tuple[int, ...]:
    ranks: list[int] = []
    for item in entry.items(2, 12):
        rank = item.integer(0, 99)
        if ranks and rank <= ranks[-1]:
            raise item.bad("more than the rank before it")
        ranks.append(rank)
    if colours * len(ranks) > MOST_KINDS:
        raise entry.bad(f"at most {MOST_KINDS // colours} ranks with {colours} colours")
    return tuple(ranks)


def _check_melds(
    entry: Entry, colours: int, kinds: Sequence[str]
) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[tuple[int, ...], ...]]]:
    """Read the sizes by kind, ascending, without kinds that have none; and the rule set's own melds."""
    melds: dict[str, tuple[int, ...]] = {}
    own: dict[str, tuple[tuple[int, ...], ...]] = {}
    for kind, listed in entry.part((*MELD_KINDS, "OWN")).items():
        if kind == "OWN":
            own = check_own_melds(listed, kinds, MELD_KINDS)
            continue
        most = colours if kind == "SAI" else 6

        def size(item: Entry, juu: bool = kind == "JUU", most: int = most) -> int:
            return item.one_of(4, 6, 8) if juu else item.integer(2, most)

        sizes = listed.different(0, sys.maxsize, size, "every size once", "a list of sizes")
        if sizes:
            melds[kind] = tuple(sorted(sizes))
    return melds, own


def _check_wild(entry: Entry, colours: Sequence[str]) -> Wild | None:
    if entry.value is None:
        return None
    if not isinstance(entry.value, Mapping):
        raise entry.bad("None, a mapping")
    wild = entry.mapping(WILD_KEYS)
    return Wild(wild["colour"].word(colours), wild["max_per_meld"].integer(1, 3), wild["min_meld_size"].integer(2, 6))


def _check_cycle(entry: Entry, colours: Sequence[str]) -> tuple[str, ...] | None:
    if entry.value is None:
        return None
    n = len(colours)
    return tuple(entry.different(n, n, lambda item: item.word(colours), "every colour once", f"None, a list of {n}"))
