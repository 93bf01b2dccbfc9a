"""Describes Namima's options, and draws them at random, with random rule sets of every kind that the loader accepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from .._util.rng import Generator
from ..registry.hooks import hook
from ..registry.options import Draw, Draws, option_texts, random_values
from .cards import VARIANTS, rule_set

OPTIONS: Final = option_texts("namima")
"""The values and the meaning of every option."""

SMALL: Final = (
    'namima(players=2,games=1,utility=margin,variant={"colours":["B","R"],"ranks":[1,2],"copies":{"B":5,"R":1},'
    '"melds":{"SAME":[3],"RUN":[2]},"points":{"SAME3":[3,5],"RUN2":[2,3]},"combos":{},"penalty":{"B":1,"R":1},'
    '"deal":{"threshold":0,"at_least":5,"below":5}})'
)
"""A two-seat game small enough to be solved: twelve cards, hands of five, a wall of two (2.6)."""

COMBOS: Final = (
    *("PURE", "MIXED", "ALLSAME", "ALLRUN", "ALLSAI", "NOPAIR"),
    *("TWIN", "THROUGH", "SANJUN", "SANDOU", "FIVE", "CROSS"),
)
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

MOST_CARDS: Final = 110
"""Larger decks are allowed (200), but their games are long."""


def random_rule_set(rng: Generator, players: int) -> dict[str, Any]:
    """Draw data for the option `variant`: a valid rule set, a mapping with every key.

    It is for this number of players, 2 to 5. With more players its deck may be too small.
    """
    draw = Draws(rng)
    while True:
        rules = _draw_rule_set(draw, players)
        if _is_large_enough(rules, players) and _has_a_meld(rules, _copies_for(rules, players)):
            return rules


def _copies_for(rules: dict[str, Any], players: int) -> Any:
    return rules["copies_by_players"].get(str(players), rules["copies"])


def _is_large_enough(rules: dict[str, Any], players: int) -> bool:
    """Return whether cards are left when all hands are dealt."""
    cards = sum(_counts(_copies_for(rules, players), len(rules["ranks"])))
    return bool(cards > players * _hand(cards, players, rules["deal"]))


def _counts(copies: Mapping[str, int | list[int]], ranks: int) -> list[int]:
    """List the copies of each kind."""
    return [count for of in copies.values() for count in (of if isinstance(of, list) else [of] * ranks)]


def random_own_rule_set(rng: Generator, players: int) -> dict[str, Any]:
    """Draw a valid rule set that sometimes has its own melds, points, combinations, copies and payments."""
    while True:
        rules = _add_own_words(Draws(rng), random_rule_set(rng, players))
        if _is_large_enough(rules, players):
            return rules


def _draw_rule_set(draw: Draws, players: int) -> dict[str, Any]:
    """Draw a rule set that is valid except that its deck may be too small for the hands, or for all of its melds."""
    colours = _colours(draw)
    ranks = _ranks(draw, len(colours))
    deal = {"threshold": draw.usual(0, 200, 40), "at_least": draw.between(5, 16), "below": draw.between(5, 16)}
    copies = _copies(draw, colours, len(ranks), players, deal)
    by_players = {
        str(n): _copies(draw, colours, len(ranks), n, deal) if n == players else _any_copies(draw, colours)
        for n in sorted(draw.some((2, 3, 4, 5), 1, 4) if draw.once_in(4) else [])
    }
    honour = draw.one_of(colours) if draw.once_in(3) else None
    wild = None
    if draw.once_in(3):
        wild = {
            "colour": draw.one_of([colour for colour in colours if colour != honour]),
            "max_per_meld": draw.between(1, 3),
            "min_meld_size": draw.usual(2, 6, 3),
        }
    melds = _melds(draw, len(colours), wild is not None and wild["min_meld_size"] == 2)
    cycle = draw.some(colours, 6, 6) if "AYA" in melds or "JUU" in melds or draw.once_in(4) else None
    return {
        "ja": draw.one_of(("", "試", "test", 'a "b" \\')),
        "colours": colours,
        "ranks": ranks,
        "copies": copies,
        "copies_by_players": by_players,
        "melds": melds,
        "honour": honour,
        "wild": wild,
        "cycle": cycle,
        "points": _points(draw, melds),
        "combos": {name: draw.usual(0, 999, 20) for name in draw.some(COMBOS, 0, 12)},
        "penalty": {colour: draw.usual(0, 9, 2) for colour in colours},
        "deal": deal,
        "games_per_match": {str(n): draw.usual(1, 99, 3) for n in range(2, 6)},
        "switches": {
            "won_by_layoff": draw.once_in(3),
            "won_meld_open": not draw.once_in(3),
            "won_first": draw.once_in(3),
        },
    }


def _colours(draw: Draws) -> list[str]:
    """Draw two to six letters."""
    count = draw.between(2, 6)
    return list("BRYKWG"[:count]) if draw.once_in(2) else draw.some(LETTERS, count, count)


def _ranks(draw: Draws, colours: int) -> list[int]:
    """Draw a line of ranks in blocks: steps of one, or more; sometimes with ranks of two digits."""
    count = draw.between(2, min(12, 48 // colours))
    rank = draw.usual(0, 60, 3)
    ranks = [rank]
    for _ in range(count - 1):
        rank += 1 if draw.below(4) else draw.usual(2, 4, 2)
        ranks.append(min(rank, 99))
    return ranks if len(set(ranks)) == count else list(range(100 - count, 100))


def _any_copies(draw: Draws, colours: Sequence[str]) -> dict[str, int]:
    """Draw the copies of each colour, mostly the same."""
    usual = draw.between(1, 6)
    return {colour: draw.between(1, 6) if draw.once_in(5) else usual for colour in colours}


def _copies(draw: Draws, colours: Sequence[str], ranks: int, players: int, deal: dict[str, int]) -> dict[str, int]:
    """Draw copies so that the deck isn't too large nor, if possible, too small for the hands, which shrink if needed."""
    for _ in range(20):
        copies = _any_copies(draw, colours)
        cards = ranks * sum(copies.values())
        if cards <= MOST_CARDS and cards > players * _hand(cards, players, deal):
            return copies
    copies = dict.fromkeys(colours, 6)
    while ranks * sum(copies.values()) > MOST_CARDS and max(copies.values()) > 1:
        copies[max(copies, key=lambda colour: copies[colour])] -= 1
    cards = ranks * sum(copies.values())
    most = max(5, (cards - 1) // players)
    deal["at_least"], deal["below"] = min(deal["at_least"], most), min(deal["below"], most)
    return copies


def _hand(cards: int, players: int, deal: Mapping[str, Any]) -> int:
    """N-4.2"""
    if str(players) in deal.get("by_players", {}):
        return int(deal["by_players"][str(players)])
    return int(deal["at_least"] if cards >= deal["threshold"] * players else deal["below"])


def _melds(draw: Draws, colours: int, wild_pairs: bool) -> dict[str, list[int]]:
    """Draw one to three kinds of meld, small sizes mostly. With wild cards in pairs, two entries of the table must not
    be the same cards: a SAME and a SAI of two, or a RUN and an AYA of two."""
    least = 3 if wild_pairs else 2
    sizes = {
        "SAME": draw.some((2, 2, 3, 3, 4, 5, 6), 1, 3),
        "RUN": draw.some((2, 3, 3, 4, 5, 6), 1, 3),
        "SAI": draw.some(range(least, colours + 1), 1, 3),
        "AYA": draw.some((*range(least, 5), 3, 5, 6), 1, 3),
        "JUU": draw.some((4, 4, 6, 8), 1, 3),
    }
    known = [kind for kind in sizes if colours >= 3 or kind not in ("AYA", "JUU")]
    chosen = draw.some(known, 1, 3)
    melds = {kind: list(dict.fromkeys(sizes[kind])) for kind in sizes if kind in chosen}
    return {kind: listed for kind, listed in melds.items() if listed}


def _points(draw: Draws, melds: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """Draw points for every key that can occur, and a few for keys that can't."""
    suffixes = {"SAME": ("", "h", "w"), "RUN": ("", "w")}
    keys = [f"{kind}{size}{suffix}" for kind in melds for size in melds[kind] for suffix in suffixes.get(kind, ("",))]
    spare = [key for key in ("SAME2", "RUN6w", "JUU8", "SAI5") if key not in keys and draw.once_in(8)]
    return {key: [draw.usual(0, 999, 20), draw.usual(0, 999, 20)] for key in [*keys, *spare]}


def _has_a_meld(rules: Mapping[str, Any], copies: Mapping[str, int]) -> bool:
    """Return whether the deck holds the cards of some meld (N-2.3)."""
    ranks = rules["ranks"]
    longest = length = 1
    for one, two in pairwise(ranks):
        length = length + 1 if two == one + 1 else 1
        longest = max(longest, length)
    counts = _counts(copies, len(ranks))
    most, least = max(counts), min(counts)

    def some_fits(kind: str, size: int) -> bool:
        if kind == "SAME":
            return size <= most
        if kind == "JUU":
            return size // 2 <= longest and least >= 2
        return kind == "SAI" or size <= longest

    return any(some_fits(kind, size) for kind, sizes in rules["melds"].items() if kind != "OWN" for size in sizes)


# What a rule set says in its own words (N-2.4 to N-2.8)


def _add_own_words(draw: Draws, rules: dict[str, Any]) -> dict[str, Any]:
    """Add optional entries (N-2.4 to N-2.8), each sometimes."""
    if draw.once_in(2):
        name = rules.pop("ja")
        rules["name"] = draw.one_of((name, {"en": name}, {"en": "x", "ja": name}))
    if draw.once_in(2):
        rules["melds"]["OWN"] = _own_melds(draw, rules)
        for name in rules["melds"]["OWN"]:
            rules["points"][name] = [draw.usual(0, 999, 20), draw.usual(0, 999, 20)]
    if draw.once_in(2):
        for key in draw.some(list(rules["points"]), 1, 4):
            rules["points"][key] = _special_points(draw, rules, key)
    if draw.once_in(2):
        rules["combos"] |= {name: _own_combo(draw, rules) for name in draw.some(("OWN1", "ALLAYA", "Z9", "RUNS"), 1, 3)}
    if draw.once_in(3):
        colour = draw.one_of(rules["colours"])
        most = rules["copies"][colour]
        rules["copies"][colour] = [draw.between(max(1, most - 2), most) for _ in rules["ranks"]]
    if draw.once_in(4):
        most = min(rules["deal"]["at_least"], rules["deal"]["below"])
        players = draw.some((2, 3, 4, 5), 1, 4)
        rules["deal"]["by_players"] = {str(n): min(most, draw.between(5, 16)) for n in players}
    if draw.once_in(3):
        rules["payments"] = {key: draw.between(1, 4) for key in ("closed", "deal_in", "riichi")}
    if draw.once_in(3):
        rules["switches"]["riichi_row"] = draw.once_in(4)
    return rules


def _own_melds(draw: Draws, rules: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """Draw melds that no form can have: two cards of one rank, and one card more of another."""
    colours, ranks = rules["colours"], rules["ranks"]
    seen = set()
    melds: dict[str, list[list[str]]] = {name: [] for name in draw.some(("A3", "B", "ZIG", "X2"), 1, 3)}
    for listed in melds.values():
        for _ in range(draw.usual(1, 40, 6)):
            rank, other = draw.some(ranks, 2, 2)
            meld = [f"{draw.one_of(colours)}{rank}" for _ in range(draw.usual(2, 6, 3))]
            meld.append(f"{draw.one_of(colours)}{other}")
            if tuple(sorted(meld)) not in seen:
                seen.add(tuple(sorted(meld)))
                listed.append(meld)
    return {name: listed for name, listed in melds.items() if listed}


def _special_points(draw: Draws, rules: Mapping[str, Any], key: str) -> dict[str, list[int]]:
    """Draw points by rank, colour and meld for a key."""
    kinds = [f"{colour}{rank}" for colour in rules["colours"] for rank in rules["ranks"]]
    words = [*map(str, draw.some(rules["ranks"], 0, 3)), *draw.some(rules["colours"], 0, 2)]
    for meld in draw.some(rules["melds"].get("OWN", {}).get(key, []), 0, 2):
        words.append(".".join(sorted(meld, key=kinds.index)))
    same = [f"SAME{size}" for size in rules["melds"].get("SAME", [])]
    if draw.once_in(3) and key in same and rules["honour"] is None:
        words.append(".".join([draw.one_of(kinds)] * int(key[-1])))
    return {word: [draw.usual(0, 999, 20), draw.usual(0, 999, 20)] for word in draw.some([*words, "other"], 8, 8)}


def _own_combo(draw: Draws, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Draw a combination with one to three conditions."""

    def conditions() -> dict[str, Any]:
        forms = ["SAME", "RUN", "SAI", "AYA", "JUU", *rules["melds"].get("OWN", {})]
        drawn = {
            "forms": draw.some(forms, 1, len(forms)),
            "sizes": draw.some(range(2, 9), 1, 7),
            "ranks": draw.some(rules["ranks"], len(rules["ranks"]) // 2, len(rules["ranks"])),
            "colours": draw.some(rules["colours"], 1, 6),
        }
        return {key: drawn[key] for key in draw.some(list(drawn), 1, 2)}

    combo: dict[str, Any] = {"points": draw.usual(0, 999, 20)}
    for key in draw.some(("all", "some", "number_of_colours"), 1, 3):
        if key == "number_of_colours":
            combo[key] = sorted(draw.between(1, len(rules["colours"])) for _ in range(2))
        else:
            combo[key] = conditions()
    if "some" in combo and draw.once_in(2):
        combo["at_least"] = draw.usual(1, 16, 3)
    return combo


@hook
def builtin_data(option: str, name: str) -> Any:
    """The option is `"variant"`.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.builtin_data("variant", "aranami")["name"]["ja"]
    '荒波'
    """
    if option != "variant" or name not in VARIANTS:
        raise KeyError(option, name)
    return rule_set(name)


@hook
def random_options(rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Half of the rule sets are random, half are built-in ones."""
    draw = Draws(rng)
    players = fixed.get("players", draw.between(2, 5))
    drawn = (random_rule_set, random_own_rule_set)[draw.below(2)](rng, players)
    custom = drawn if draw.once_in(2) else draw.one_of(VARIANTS)
    draws: dict[str, Draw] = {"games": (1, 2), "first_seat": range(-1, players)}
    return random_values("namima", rng, {"variant": custom, "players": players}, draws) | dict(fixed)
