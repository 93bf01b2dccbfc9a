"""A Namima rule set as data: section 2 of the rules text, checked entry by entry (N-2.1, N-2.2).

`load_variant` takes the option `variant` as the user gave it and returns the checked `RuleSet` and what the option
lists: the name of a built-in variant, or the whole mapping with its keys in a fixed order. The checks that need the
melds (how many there are, whether each has points) are in `tables.py`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from uneri.reference.common import bad_option, read_json_option
from uneri.reference.words import brief, shown

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
REQUIRED = ("colours", "copies", "melds", "points", "combos", "penalty")  # the other keys may be absent (N-2.1)
WILD_KEYS = ("colour", "max_per_meld", "min_meld_size")
DEAL_KEYS = ("threshold", "at_least", "below")
SWITCH_KEYS = ("won_by_layoff", "won_meld_open", "won_first")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

MOST_KINDS = 48
# Every key of `points` that some rule set could need, in the order in which they are listed.
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
    colours: tuple[str, ...]
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
        """The key whose copies are in force with so many players, and the copies by colour."""
        if str(players) in self.copies_by_players:
            return f"copies_by_players.{players}", self.copies_by_players[str(players)]
        return "copies", self.copies


def facts() -> dict[str, dict[str, object]]:
    """The file of 2.2."""
    content: dict[str, dict[str, object]] = json.loads(FACTS_FILE.read_text(encoding="utf-8"))
    return content


def built_in_names() -> tuple[str, ...]:
    """The six variants, in the order of the file."""
    return tuple(facts()["variants"])


def load_variant(option: object) -> tuple[RuleSet, object]:
    """The rule set that the option `variant` means, and the option's value to list.

    A rule set equal to a built-in one is listed by its name, however it was given.
    """
    names = built_in_names()
    built_in = {name: check_rule_set(facts()["variants"][name]) for name in names}
    if isinstance(option, str) and option in built_in:
        return built_in[option], option
    if isinstance(option, Mapping):
        given: object = option
    elif isinstance(option, str | os.PathLike):
        given = read_json_option(GAME, "variant", os.fspath(option), names)
    else:
        allowed = f"a built-in name ({', '.join(names)}), a mapping, the path of a JSON file"
        raise bad_option(GAME, "variant", option, allowed)
    rule_set = check_rule_set(given)
    for name in names:
        if rule_set == built_in[name]:
            return rule_set, name
    return rule_set, rule_set_data(rule_set)


def rule_set_data(rules: RuleSet) -> dict[str, object]:
    """The rule set as plain data again: every key, in a fixed order."""
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
# Checking one value. Every helper gets the path of its value, as it stands in the error.
# ----------------------------------------------------------------------------------------------------------------


def bad_entry(path: str, value: object, allowed: str) -> ValueError:
    """The error for one entry. Lists and mappings are named by their kind, the rest by their value."""
    if isinstance(value, Mapping):
        text = "a mapping"
    elif isinstance(value, list | tuple):
        text = f"a list of {len(value)}"
    elif value is None or isinstance(value, str | int | float):
        text = shown(value)
    else:
        text = f"a {type(value).__name__}"
    where = f"{GAME}: variant: {brief(path)}" if path else f"{GAME}: variant"
    return ValueError(f"{where} is {text}; allowed: {allowed}")


def _key(key: object) -> str:
    """A key as it stands in the error: text as it is, anything else with its type, since {2: ...} is not {"2": ...}."""
    if isinstance(key, str) and not any("\ud800" <= letter <= "\udfff" for letter in key):
        return key
    return f"{brief(key)} ({type(key).__name__})"


def no_key(path: str) -> ValueError:
    """The error for a key that is missing."""
    return ValueError(f"{GAME}: variant: no key {brief(path)}")


def _mapping(
    path: str, value: object, keys: Sequence[str], required: Collection[str], shown_keys: str = ""
) -> dict[str, object]:
    """A mapping with keys among `keys`, returned in their order; those `required` must be there."""
    if not isinstance(value, Mapping):
        raise bad_entry(path, value, "a mapping")
    prefix = f"{path}." if path else ""
    for key in value:
        if key not in keys:
            known = shown_keys or ", ".join(keys)
            raise ValueError(f"{GAME}: variant: unknown key '{prefix}{_key(key)}'; keys: {known}")
    for key in keys:
        if key in required and key not in value:
            raise no_key(f"{prefix}{key}")
    return {key: value[key] for key in keys if key in value}


def _list(path: str, value: object, shortest: int, longest: int) -> list[object]:
    if not isinstance(value, list | tuple) or not shortest <= len(value) <= longest:
        length = str(shortest) if shortest == longest else f"{shortest} to {longest}"
        raise bad_entry(path, value, f"a list of {length}")
    return list(value)


def _int(path: str, value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise bad_entry(path, value, f"{low} to {high}")
    return int(value)


def _bool(path: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise bad_entry(path, value, "true, false")
    return value


def _word(path: str, value: object, words: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in words:
        raise bad_entry(path, value, ", ".join(words))
    return str(value)


def _ints(path: str, value: object, keys: Sequence[str], low: int, high: int) -> dict[str, int]:
    """A mapping with all of `keys`, each an int in low..high."""
    entry = _mapping(path, value, keys, keys)
    return {key: _int(f"{path}.{key}", item, low, high) for key, item in entry.items()}


# ----------------------------------------------------------------------------------------------------------------
# The whole rule set (N-2.2)
# ----------------------------------------------------------------------------------------------------------------


def check_rule_set(value: object) -> RuleSet:
    """The rule set in its normal form, or a ValueError for its first bad entry."""
    entry = _mapping("", value, KEYS, REQUIRED)
    for key in ("ranks", "deal", "games_per_match", "switches"):
        entry.setdefault(key, facts()[key])
    ja = _check_name(entry.get("ja", ""))
    colours = _check_colours(entry["colours"])
    ranks = _check_ranks(entry["ranks"], len(colours))
    copies = _ints("copies", entry["copies"], colours, 1, 6)
    by_players = _mapping("copies_by_players", entry.get("copies_by_players", {}), PLAYER_COUNTS, ())
    copies_by_players = {
        count: _ints(f"copies_by_players.{count}", item, colours, 1, 6) for count, item in by_players.items()
    }
    melds = _check_melds(entry["melds"], len(colours))
    honour = _check_honour(entry.get("honour"), colours)
    wild = _check_wild(entry.get("wild"), [colour for colour in colours if colour != honour])
    cycle = _check_cycle(entry.get("cycle"), colours, needed="AYA" in melds or "JUU" in melds)
    points = _check_points(entry["points"])
    combo_entry = _mapping("combos", entry["combos"], COMBOS, ())
    combos = {name: _int(f"combos.{name}", item, 0, 999) for name, item in combo_entry.items()}
    penalty = _ints("penalty", entry["penalty"], colours, 0, 9)
    deal = _mapping("deal", entry["deal"], DEAL_KEYS, DEAL_KEYS)
    threshold = _int("deal.threshold", deal["threshold"], 0, 200)
    at_least = _int("deal.at_least", deal["at_least"], 5, 16)
    below = _int("deal.below", deal["below"], 5, 16)
    games_per_match = _ints("games_per_match", entry["games_per_match"], PLAYER_COUNTS, 1, 99)
    switches = _mapping("switches", entry["switches"], SWITCH_KEYS, SWITCH_KEYS)
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
        won_by_layoff=_bool("switches.won_by_layoff", switches["won_by_layoff"]),
        won_meld_open=_bool("switches.won_meld_open", switches["won_meld_open"]),
        won_first=_bool("switches.won_first", switches["won_first"]),
    )


def _check_name(value: object) -> str:
    """Free text; half a surrogate pair is refused because no file could hold it."""
    if not isinstance(value, str) or re.search("[\ud800-\udfff]", value):
        raise bad_entry("ja", value, "a string")
    return value


def _check_colours(value: object) -> tuple[str, ...]:
    colours: list[str] = []
    for i, item in enumerate(_list("colours", value, 2, 6)):
        if not isinstance(item, str) or len(item) != 1 or item not in LETTERS:
            raise bad_entry(f"colours[{i}]", item, "a capital letter")
        if item in colours:
            raise bad_entry(f"colours[{i}]", item, "every colour once")
        colours.append(item)
    return tuple(colours)


def _check_ranks(value: object, colours: int) -> tuple[int, ...]:
    ranks: list[int] = []
    for i, item in enumerate(_list("ranks", value, 2, 12)):
        rank = _int(f"ranks[{i}]", item, 0, 99)
        if ranks and rank <= ranks[-1]:
            raise bad_entry(f"ranks[{i}]", item, "more than the rank before it")
        ranks.append(rank)
    if colours * len(ranks) > MOST_KINDS:
        raise bad_entry("ranks", value, f"at most {MOST_KINDS // colours} ranks with {colours} colours")
    return tuple(ranks)


def _check_melds(value: object, colours: int) -> dict[str, tuple[int, ...]]:
    """Kind -> sizes ascending; a kind without sizes is left out."""
    sizes_of = {"SAME": range(2, 7), "RUN": range(2, 7), "SAI": range(2, colours + 1), "AYA": range(2, 7)}
    melds: dict[str, tuple[int, ...]] = {}
    for kind, listed in _mapping("melds", value, MELD_KINDS, ()).items():
        path = f"melds.{kind}"
        if not isinstance(listed, list | tuple):
            raise bad_entry(path, listed, "a list of sizes")
        sizes: list[int] = []
        for i, item in enumerate(listed):
            if kind == "JUU":
                if not isinstance(item, int) or isinstance(item, bool) or item not in (4, 6, 8):
                    raise bad_entry(f"{path}[{i}]", item, "4, 6, 8")
                size = int(item)
            else:
                size = _int(f"{path}[{i}]", item, sizes_of[kind][0], sizes_of[kind][-1])
            if size in sizes:
                raise bad_entry(f"{path}[{i}]", item, "every size once")
            sizes.append(size)
        if sizes:
            melds[kind] = tuple(sorted(sizes))
    return melds


def _check_honour(value: object, colours: Sequence[str]) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or value not in colours:
        raise bad_entry("honour", value, f"None, {', '.join(colours)}")
    return value


def _check_wild(value: object, colours: Sequence[str]) -> Wild | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise bad_entry("wild", value, "None, a mapping")
    entry = _mapping("wild", value, WILD_KEYS, WILD_KEYS)
    return Wild(
        colour=_word("wild.colour", entry["colour"], colours),
        max_per_meld=_int("wild.max_per_meld", entry["max_per_meld"], 1, 3),
        min_meld_size=_int("wild.min_meld_size", entry["min_meld_size"], 2, 6),
    )


def _check_cycle(value: object, colours: Sequence[str], *, needed: bool) -> tuple[str, ...] | None:
    cycle: list[str] = []
    if value is not None:
        if not isinstance(value, list | tuple) or len(value) != len(colours):
            raise bad_entry("cycle", value, f"None, a list of {len(colours)}")
        for i, item in enumerate(value):
            colour = _word(f"cycle[{i}]", item, colours)
            if colour in cycle:
                raise bad_entry(f"cycle[{i}]", item, "every colour once")
            cycle.append(colour)
    if needed and len(colours) < 3:
        raise bad_entry("colours", colours, "at least 3 colours for AYA and JUU")
    if needed and value is None:
        raise bad_entry("cycle", value, f"a list of {len(colours)}, since AYA or JUU has sizes")
    return tuple(cycle) if value is not None else None


def _check_points(value: object) -> dict[str, tuple[int, int]]:
    points: dict[str, tuple[int, int]] = {}
    known = "kind and size, such as SAME3, SAME3h, RUN3w"
    for key, pair in _mapping("points", value, POINT_KEYS, (), known).items():
        exposed, concealed = _list(f"points.{key}", pair, 2, 2)
        points[key] = (_int(f"points.{key}[0]", exposed, 0, 999), _int(f"points.{key}[1]", concealed, 0, 999))
    return points
