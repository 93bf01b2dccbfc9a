"""Hand analysis of Namima on readable values: section 11 of the rules text.

A hand is text (`"B123 R44"`) or one count for each kind, a meld its id or its cards (`"R123"`), a kind its number or
its name, a colour its index or letter. The searches themselves are in `melds.py` and `need.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..._util.messages import shown
from ..reader import is_int
from . import melds as partition
from . import need as distance
from .melds import Ids
from .rules import Rules
from .ruleset import GAME
from .state import State
from .tables import Counts, Tables
from .text import parse_cards, parse_hand

Hand = str | Sequence[int]
Melds = Sequence[int | str]
Kind = int | str


# Arguments


def _hand(tables: Tables, hand: Hand | None) -> Counts:
    """Return the counts of a hand; None means no cards."""
    if hand is None:
        return (0,) * len(tables.cap)
    if isinstance(hand, str):
        return parse_hand(tables, hand)
    counts = tuple(hand)
    if len(counts) != len(tables.cap) or not all(is_int(count) and count >= 0 for count in counts):
        raise ValueError(f"{GAME}: hand is {shown(hand)}; allowed: {len(tables.cap)} counts, text such as 'B123 R44'")
    return counts


def _melds(tables: Tables, melds: Melds) -> Ids:
    """Return meld ids, ascending."""
    ids = []
    for meld in melds:
        found = tables.find_meld(parse_cards(tables, meld)) if isinstance(meld, str) else meld
        if found is None or not is_int(found) or not 0 <= found < len(tables.melds):
            raise ValueError(f"{GAME}: meld is {shown(meld)}; allowed: 0 to {len(tables.melds) - 1}, cards of a meld")
        ids.append(found)
    return tuple(sorted(ids))


def _index(what: str, names: Sequence[str], value: Kind | None) -> int | None:
    """Return the index of a name; a number stays as it is."""
    if value is None:
        return None
    index = names.index(value.upper()) if isinstance(value, str) and value.upper() in names else value
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(names):
        raise ValueError(f"{GAME}: {what} is {shown(value)}; allowed: 0 to {len(names) - 1}, {names[0]} to {names[-1]}")
    return index


def _claimed(tables: Tables, hand: Counts, claimed: Kind | None) -> int | None:
    """Return the claimed kind, which is a card of the hand (N-3.18)."""
    kind = _index("claimed", tables.names, claimed)
    if kind is not None and hand[kind] == 0:
        raise ValueError(f"{GAME}: claimed is {tables.names[kind]}; allowed: a card of the hand")
    return kind


# Melds and points (11.1 to 11.3)


def meld_key(rules: Rules, cards: Hand) -> str | None:
    """Return the key of the meld of exactly these cards, such as `SAME3w`; None if they don't form a meld."""
    hand = _hand(rules.tables, cards)
    meld = rules.tables.find_meld([kind for kind, count in enumerate(hand) for _ in range(count)])
    return None if meld is None else rules.tables.melds[meld].key


def arrangements(rules: Rules, hand: Hand, exposed: Melds = ()) -> list[tuple[Ids, Ids]]:
    """11.1: list new melds and exposed melds after lay-offs, sorted."""
    tables = rules.tables
    found = partition.arrangements(tables, _hand(tables, hand), _melds(tables, exposed))
    return sorted((arrangement.new, arrangement.exposed) for arrangement in found)


def is_complete(rules: Rules, hand: Hand, exposed: Melds = (), claimed: Kind | None = None) -> bool:
    """11.1"""
    tables, counts = rules.tables, _hand(rules.tables, hand)
    return partition.is_complete(tables, counts, _melds(tables, exposed), _claimed(tables, counts, claimed))


def best(
    rules: Rules, hand: Hand, exposed: Melds = (), claimed: Kind | None = None, dora: Kind | None = None
) -> dict[str, object] | None:
    """11.2: return the worth of the hand before riichi doubles it; None if it isn't complete."""
    tables, counts = rules.tables, _hand(rules.tables, hand)
    colour = _index("dora", tables.rules.colours, dora)
    worth = partition.best(tables, counts, _melds(tables, exposed), _claimed(tables, counts, claimed), colour)
    if worth is None:
        return None
    return {
        "points": worth.points,
        "new": list(worth.arrangement.new),
        "exposed": list(worth.arrangement.exposed),
        "claimed_meld": worth.claimed_meld,
        "combinations": worth.combinations,
        "meld_points": worth.meld_points,
        "dora_points": worth.dora_points,
    }


def penalty(rules: Rules, hand: Hand, dora: Kind | None = None) -> int:
    """11.2"""
    tables = rules.tables
    return partition.penalty(tables, _hand(tables, hand), _index("dora", tables.rules.colours, dora))


def min_penalty(
    rules: Rules, hand: Hand, exposed: Melds = (), exposures: int | None = None, dora: Kind | None = None
) -> int:
    """11.3"""
    tables = rules.tables
    colour = _index("dora", tables.rules.colours, dora)
    return partition.min_penalty(tables, _hand(tables, hand), _melds(tables, exposed), exposures, colour)


# The distance to a win (11.4 to 11.8)


def need(
    rules: Rules, hand: Hand, size: int, exposed: Melds = (), min_new: int = 0, visible: Hand | None = None
) -> int:
    """11.4"""
    tables = rules.tables
    counts, melds = _hand(tables, hand), _melds(tables, exposed)
    return distance.need(tables, counts, melds, size, min_new, _hand(tables, visible))


def _position(rules: Rules, hand: Hand, exposed: Melds, growth: int | None, visible: Hand | None) -> distance.Position:
    tables = rules.tables
    return distance.Position(_hand(tables, hand), _melds(tables, exposed), growth, _hand(tables, visible))


def deficiency(
    rules: Rules, hand: Hand, exposed: Melds = (), growth: int | None = None, visible: Hand | None = None
) -> int:
    """11.4, at rest."""
    return distance.deficiency(rules.tables, _position(rules, hand, exposed, growth, visible))


def deficiency_drawn(
    rules: Rules, hand: Hand, exposed: Melds = (), growth: int | None = None, visible: Hand | None = None
) -> int:
    """11.4, in ACT."""
    return distance.deficiency_drawn(rules.tables, _position(rules, hand, exposed, growth, visible))


def waits(rules: Rules, hand: Hand, exposed: Melds = (), visible: Hand | None = None) -> tuple[list[int], list[int]]:
    """11.5: drawn, claimed."""
    return distance.waits(rules.tables, _position(rules, hand, exposed, None, visible))


def acceptance(
    rules: Rules, hand: Hand, exposed: Melds = (), growth: int | None = None, visible: Hand | None = None
) -> list[tuple[int, int]]:
    """11.6: kind, copies left."""
    return distance.acceptance(rules.tables, _position(rules, hand, exposed, growth, visible))


def call_acceptance(
    rules: Rules,
    hand: Hand,
    exposed: Melds = (),
    growth: int | None = None,
    visible: Hand | None = None,
    *,
    level: bool = False,
) -> list[tuple[int, int, list[int]]]:
    """11.7: kind, copies left, melds."""
    return distance.call_acceptance(rules.tables, _position(rules, hand, exposed, growth, visible), level=level)


def discard_table(
    rules: Rules, hand: Hand, exposed: Melds = (), growth: int | None = None, visible: Hand | None = None
) -> list[tuple[int, int, int]]:
    """11.8: kind, deficiency after discarding it, copies that would then reduce it."""
    return distance.discard_table(rules.tables, _position(rules, hand, exposed, growth, visible))


# 11.9


def unseen(rules: Rules, s: State, p: int) -> list[int]:
    """N-10.5"""
    return list(rules.unseen(s, p))


def legal_melds(rules: Rules, hand: Hand, exposed: Melds = (), discard: Kind | None = None) -> list[int]:
    """List the melds that a seat may expose in ACT, or in ME with a discard. Its exposed melds make no difference."""
    tables = rules.tables
    _melds(tables, exposed)
    return distance.legal_melds(tables, _hand(tables, hand), _index("discard", tables.names, discard))
