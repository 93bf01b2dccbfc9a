"""A Namima rule set as data: section 2 of the rules text, checked entry by entry (N-2.1, N-2.2).

`load_variant` takes the option `variant` as data and returns the checked `RuleSet` and what the option lists: the name
of a built-in variant, or the whole mapping with its keys in a fixed order. Checks that need the melds (their number,
whether each has points) are in `tables.py`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from uneri.reference.reader import Entry, Field

GAME = "namima"
FACTS_FILE = Path(__file__).resolve().parents[2] / "data" / "namima_rulesets.json"

MELD_KINDS = ("SAME", "RUN", "SAI", "AYA", "JUU")  # in the order of the meld table (N-3.12)
COMBOS = (
    "PURE", "MIXED", "ALLSAME", "ALLRUN", "ALLSAI", "NOPAIR",
    "TWIN", "THROUGH", "SANJUN", "SANDOU", "FIVE", "CROSS",
)  # fmt: skip
PLAYER_COUNTS = ("2", "3", "4", "5")
KEYS = (
    "ja", "colours", "ranks", "copies", "copies_by_players", "melds", "honour", "wild", "cycle",
    "points", "combos", "penalty", "deal", "games_per_match", "switches",
)  # fmt: skip
WILD_KEYS = ("colour", "max_per_meld", "min_meld_size")
DEAL_KEYS = ("threshold", "at_least", "below")
SWITCH_KEYS = ("won_by_layoff", "won_meld_open", "won_first")
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

    ja: str
    colours: tuple[str, ...]  # N-1.1
    ranks: tuple[int, ...]
    copies: dict[str, int]
    copies_by_players: dict[str, dict[str, int]]
    melds: dict[str, tuple[int, ...]]  # kind -> sizes, ascending
    honour: str | None
    wild: Wild | None
    cycle: tuple[str, ...] | None
    points: dict[str, tuple[int, int]]  # key -> open, closed
    combos: dict[str, int]
    penalty: dict[str, int]
    deal_threshold: int
    deal_at_least: int
    deal_below: int
    games_per_match: dict[str, int]
    won_by_layoff: bool  # N-3.18
    won_meld_open: bool  # N-7.2
    won_first: bool  # N-5.6

    def copies_for(self, players: int) -> tuple[str, dict[str, int]]:
        """Return the key whose copies apply to this number of players, and the copies by colour."""
        if str(players) in self.copies_by_players:
            return f"copies_by_players.{players}", self.copies_by_players[str(players)]
        return "copies", self.copies


def facts() -> dict[str, dict[str, object]]:
    """Return the file of 2.2."""
    content: dict[str, dict[str, object]] = json.loads(FACTS_FILE.read_text(encoding="utf-8"))
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
        if rule_set == built_in[name]:
            return rule_set, name
    return rule_set, rule_set_data(rule_set)


def rule_set_data(rules: RuleSet) -> dict[str, object]:
    """Return the rule set as plain data: every key, in a fixed order."""
    wild = rules.wild
    return {
        "ja": rules.ja,
        "colours": list(rules.colours),
        "ranks": list(rules.ranks),
        "copies": dict(rules.copies),
        "copies_by_players": {count: dict(copies) for count, copies in rules.copies_by_players.items()},
        "melds": {kind: list(sizes) for kind, sizes in rules.melds.items()},
        "honour": rules.honour,
        "wild": None if wild is None else {key: getattr(wild, key) for key in WILD_KEYS},
        "cycle": None if rules.cycle is None else list(rules.cycle),
        "points": {key: list(pair) for key, pair in rules.points.items()},
        "combos": dict(rules.combos),
        "penalty": dict(rules.penalty),
        "deal": {
            "threshold": rules.deal_threshold,
            "at_least": rules.deal_at_least,
            "below": rules.deal_below,
        },
        "games_per_match": dict(rules.games_per_match),
        "switches": {key: getattr(rules, key) for key in SWITCH_KEYS},
    }


# ----------------------------------------------------------------------------------------------------------------
# Checking (N-2.2)
# ----------------------------------------------------------------------------------------------------------------


def rule_set_entry(path: str, value: object) -> Entry:
    """Return an entry of a rule set, for errors that are found after all entries were read."""
    return Entry(f"{GAME}: variant", value, path)


def check_rule_set(value: object) -> RuleSet:
    """Return the rule set in its normal form, or raise a ValueError for its first bad entry."""
    absent: dict[str, object] = {"ja": "", "copies_by_players": {}, "honour": None, "wild": None, "cycle": None}
    shared: dict[str, object] = {key: facts()[key] for key in ("ranks", "deal", "games_per_match", "switches")}
    entry = rule_set_entry("", value).mapping(KEYS, absent | shared)
    ja = entry["ja"].text()
    colours = _check_colours(entry["colours"])
    ranks = _check_ranks(entry["ranks"], len(colours))
    copies = _ints(entry["copies"], colours, 1, 6)  # N-1.3
    by_players = entry["copies_by_players"].part(PLAYER_COUNTS)
    copies_by_players = {count: _ints(item, colours, 1, 6) for count, item in by_players.items()}
    melds = _check_melds(entry["melds"], len(colours))
    honour = entry["honour"].word((None, *colours))
    wild = _check_wild(entry["wild"], [colour for colour in colours if colour != honour])
    cycle = _check_cycle(entry["cycle"], colours)
    if "AYA" in melds or "JUU" in melds:
        if len(colours) < 3:
            raise entry["colours"].bad("at least 3 colours for AYA and JUU")
        if cycle is None:
            raise entry["cycle"].bad(f"a list of {len(colours)}, since AYA or JUU has sizes")
    points = _check_points(entry["points"])
    combos = {name: item.integer(0, 999) for name, item in entry["combos"].part(COMBOS).items()}
    penalty = _ints(entry["penalty"], colours, 0, 9)
    deal = entry["deal"].mapping(DEAL_KEYS)
    threshold = deal["threshold"].integer(0, 200)
    at_least = deal["at_least"].integer(5, 16)
    below = deal["below"].integer(5, 16)
    games_per_match = _ints(entry["games_per_match"], PLAYER_COUNTS, 1, 99)
    switches = {key: item.flag() for key, item in entry["switches"].mapping(SWITCH_KEYS).items()}
    return RuleSet(
        ja=ja,
        colours=colours,
        ranks=ranks,
        copies=copies,
        copies_by_players=copies_by_players,
        melds=melds,
        honour=honour,
        wild=wild,
        cycle=cycle,
        points=points,
        combos=combos,
        penalty=penalty,
        deal_threshold=threshold,
        deal_at_least=at_least,
        deal_below=below,
        games_per_match=games_per_match,
        **switches,
    )


def _ints(entry: Entry, keys: Sequence[str], low: int, high: int) -> dict[str, int]:
    """Read a mapping with all of `keys`, each an int in low..high."""
    return {key: item.integer(low, high) for key, item in entry.mapping(keys).items()}


def _check_colours(entry: Entry) -> tuple[str, ...]:
    colours: list[str] = []
    for item in entry.items(2, 6):
        colour = item.word(LETTERS, "a capital letter")
        if colour in colours:
            raise item.bad("every colour once")
        colours.append(colour)
    return tuple(colours)


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


def _check_melds(entry: Entry, colours: int) -> dict[str, tuple[int, ...]]:
    """Read sizes by kind, ascending; a kind without sizes is left out."""
    melds: dict[str, tuple[int, ...]] = {}
    for kind, listed in entry.part(MELD_KINDS).items():
        sizes: list[int] = []
        for item in listed.items(0, sys.maxsize, "a list of sizes"):
            size = item.one_of(4, 6, 8) if kind == "JUU" else item.integer(2, colours if kind == "SAI" else 6)
            if size in sizes:
                raise item.bad("every size once")
            sizes.append(size)
        if sizes:
            melds[kind] = tuple(sorted(sizes))
    return melds


def _check_wild(entry: Entry, colours: Sequence[str]) -> Wild | None:
    if entry.value is None:
        return None
    if not isinstance(entry.value, Mapping):
        raise entry.bad("None, a mapping")
    wild = entry.mapping(WILD_KEYS)
    return Wild(
        colour=wild["colour"].word(colours),
        max_per_meld=wild["max_per_meld"].integer(1, 3),
        min_meld_size=wild["min_meld_size"].integer(2, 6),
    )


def _check_cycle(entry: Entry, colours: Sequence[str]) -> tuple[str, ...] | None:
    if entry.value is None:
        return None
    cycle: list[str] = []
    for item in entry.items(len(colours), len(colours), f"None, a list of {len(colours)}"):
        colour = item.word(colours)
        if colour in cycle:
            raise item.bad("every colour once")
        cycle.append(colour)
    return tuple(cycle)


def _check_points(entry: Entry) -> dict[str, tuple[int, int]]:
    points: dict[str, tuple[int, int]] = {}
    for key, pair in entry.part(POINT_KEYS, "kind and size, such as SAME3, SAME3h, RUN3w").items():
        exposed, concealed = (item.integer(0, 999) for item in pair.items(2, 2))
        points[key] = (exposed, concealed)
    return points
