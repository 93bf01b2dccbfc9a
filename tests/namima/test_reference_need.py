"""Namima's reference: the distance to a win against its definition on small rule sets, and the identities of section 11."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

import uneri
from uneri.reference import namima
from uneri.testing import SplitMix64

VARIANTS = ("sazanami", "shiranami", "shikinami", "aranami", "ayanami", "juuayanami")

WILD: dict[str, Any] = {
    "colours": ["A", "Z"],
    "ranks": [1, 2, 3, 5],
    "copies": {"A": 3, "Z": 3},
    "melds": {"SAME": [2, 3], "RUN": [2, 3]},
    "wild": {"colour": "Z", "max_per_meld": 1, "min_meld_size": 2},
    "points": {k: [1, 2] for k in ("SAME2", "SAME3", "SAME2w", "SAME3w", "RUN2", "RUN3", "RUN2w", "RUN3w")},
    "combos": {},
    "penalty": {"A": 1, "Z": 3},
    "deal": {"threshold": 0, "at_least": 5, "below": 5},
}
FAR: dict[str, Any] = {
    "colours": ["A", "B", "C"],
    "ranks": [1, 2, 3, 5],
    "copies": {"A": 4, "B": 2, "C": 3},
    "melds": {"SAME": [3, 4], "RUN": [3], "AYA": [3], "JUU": [4]},
    "cycle": ["A", "C", "B"],
    "points": {k: [1, 2] for k in ("SAME3", "SAME4", "RUN3", "AYA3", "JUU4")},
    "combos": {},
    "penalty": {"A": 1, "B": 1, "C": 1},
    "deal": {"threshold": 0, "at_least": 5, "below": 5},
}


def brute_need(
    tables: Any, hand: tuple[int, ...], exposed: tuple[int, ...], size: int, new: int, visible: tuple[int, ...]
) -> int:
    """11.4 word for word: every multiset of melds, every way to lay off, whatever it costs."""
    kinds = range(len(hand))
    avail = [tables.cap[k] - visible[k] - sum(tables.counts[m][k] for m in exposed) for k in kinds]
    laid_off = {(0,) * len(hand)}
    for m in exposed:
        laid_off = {tuple(a + b for a, b in zip(x, y, strict=True)) for x in laid_off for _, y in tables.grown[m]}
    costs = [99]
    for number in range(new, size // min(meld.size for meld in tables.melds) + 1):
        for melds in combinations_with_replacement(tables.counts, number):
            cards = [sum(counts) for counts in zip(*melds, strict=True)] or [0] * len(hand)
            for added in laid_off:
                total = [c + a for c, a in zip(cards, added, strict=True)]
                if sum(total) == size and all(t <= a for t, a in zip(total, avail, strict=True)):
                    costs.append(sum(max(0, t - h) for t, h in zip(total, hand, strict=True)))
    return min(costs)


@pytest.mark.parametrize(("rule_set", "hands"), [(WILD, 15), (FAR, 40)])
def test_need_by_brute_force(rule_set: dict[str, Any], hands: int) -> None:
    rules = uneri.load_game("namima", backend="reference", variant=rule_set, players=2).rules
    tables, rng = rules.tables, SplitMix64(5)
    answers = set()
    for _ in range(hands):
        deck = [kind for kind, copies in enumerate(tables.cap) for _ in range(copies)]
        exposed: tuple[int, ...] = ()
        if rng.below(2):
            exposed = (rng.below(len(tables.melds)),)
            for kind in tables.melds[exposed[0]].cards:
                deck.remove(kind)
        drawn = [deck.pop(rng.below(len(deck))) for _ in range(2 + rng.below(4))]
        seen = [deck.pop(rng.below(len(deck))) for _ in range(rng.below(6))]
        hand = tuple(drawn.count(kind) for kind in range(len(tables.cap)))
        visible = tuple(seen.count(kind) for kind in range(len(tables.cap)))
        for size, new in ((len(drawn), 0), (len(drawn) + 1, 0), (len(drawn) + 2, 2)):
            if size <= 6:
                answer = namima.need(rules, hand, size, exposed, new, visible)
                assert answer == brute_need(tables, hand, exposed, size, new, visible), (drawn, exposed, seen, size)
                answers.add(answer)
    assert len(answers) >= 3


@pytest.mark.parametrize("variant", VARIANTS)
def test_identities_of_section_11(variant: str) -> None:
    """A card drawn brings a hand one step nearer at best, and some card does; without growth the distance in ACT is one
    need; the cards accepted are those that bring it nearer."""
    rules = uneri.load_game("namima", backend="reference", variant=variant).rules
    cap, rng = rules.tables.cap, SplitMix64(11)
    for cards in (3, 4, 5):
        deck = [kind for kind, copies in enumerate(cap) for _ in range(copies)]
        drawn = [deck.pop(rng.below(len(deck))) for _ in range(cards)]
        hand = [drawn.count(kind) for kind in range(len(cap))]
        assert namima.deficiency_drawn(rules, hand, growth=0) == namima.need(rules, hand, cards)
        distance, steps = namima.deficiency(rules, hand), {}
        for kind in range(len(cap)):
            if cap[kind] > hand[kind]:
                after = [count + (k == kind) for k, count in enumerate(hand)]
                steps[kind] = namima.deficiency_drawn(rules, after)
        assert distance == 1 + min(steps.values())
        nearer = [(kind, cap[kind] - hand[kind]) for kind, step in steps.items() if step < distance]
        assert namima.acceptance(rules, hand) == nearer
