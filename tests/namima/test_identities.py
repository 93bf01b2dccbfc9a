"""Namima's hand analysis by its definitions (11.1 to 11.8): each function of the core from the others, and what hands are
worth from the reference, over many hands at random.

`UNERI_HANDS=20000` makes the comparisons longer.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import uneri
from _namima_hands import Hands, both
from uneri import namima
from uneri.namima.cards import tables_of
from uneri.testing import SplitMix64

HANDS = int(os.environ.get("UNERI_HANDS", "0"))
GROWTHS = (None, None, 0, 1, 2)


def random_game(seed: int) -> uneri.Game:
    return uneri.load_game("namima", variant=namima.random_rule_set(SplitMix64(seed), 3), players=3)


GAMES = [
    *(pytest.param({"variant": variant}, id=variant) for variant in namima.VARIANTS),
    *(pytest.param({"seed": seed}, id=f"random{seed}") for seed in range(12)),
]


def load_one(variant: str = "", seed: int = 0) -> uneri.Game:
    return uneri.load_game("namima", variant=variant) if variant else random_game(seed)


# --- what hands are worth --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", namima.VARIANTS)
def test_points_and_penalties_are_those_of_the_reference(variant: str) -> None:
    core, reference = both(variant)
    hands, rng = Hands(core, 21), random.Random(21)
    colours = len({name[0] for name in hands.tables.kinds})
    complete = 0
    for number in range(max(60, HANDS)):
        hand, exposed, _ = hands.one(2 + number % 13)
        kinds = np.flatnonzero(hand).tolist()
        claimed = rng.choice([None, None, *kinds])
        dora = rng.choice([None, *range(colours)])
        exposures = rng.choice([None, 0, 1, 2])
        for name, arguments in (
            ("is_complete", (hand, exposed, claimed)),
            ("arrangements", (hand, exposed)),
            ("best", (hand, exposed, claimed, dora)),
            ("min_penalty", (hand, exposed, exposures, dora)),
            ("penalty", (hand, dora)),
        ):
            function = getattr(namima, name)
            ours, theirs = (function(*arguments, variant=game) for game in (core, reference))
            assert ours == theirs, (name, arguments)
        complete += namima.is_complete(hand, exposed, variant=core)
    assert complete > 10


def test_points_where_nearly_everything_is_a_meld() -> None:
    """Hands with more arrangements than `best` tries one by one."""
    sizes = {"SAME": [2], "RUN": [2, 3, 4], "SAI": [2, 3, 4], "AYA": [3, 4]}
    names = [f"{kind}{size}" for kind in sizes for size in sizes[kind]]
    colours, rng = list("ABCD"), random.Random(5)
    for claimed, more in ((None, ""), ("C2", " B5")):
        rules = {
            "colours": colours,
            "ranks": [1, 2, 3, 4, 5],
            "copies": dict.fromkeys(colours, 2),
            "melds": sizes,
            "cycle": colours,
            "points": {name: [rng.randrange(1, 30), rng.randrange(1, 30)] for name in names},
            "combos": {"ALLRUN": 5, "TWIN": 3, "SANJUN": 4, "FIVE": 6, "CROSS": 2},
            "penalty": dict.fromkeys(colours, 1),
            "deal": {"threshold": 0, "at_least": 5, "below": 5},
        }
        core, reference = both(rules, 2)
        hand = namima.parse_hand("A1234 B1234 C1234 D1234" + more, variant=core)
        assert len(namima.arrangements(hand, variant=core)) > 1000
        worth = namima.best(hand, claimed=claimed, variant=core)
        assert worth == namima.best(hand, claimed=claimed, variant=reference)


# --- batches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES)
def test_batches_are_single_hands(options: dict[str, Any]) -> None:
    """Whether hands are complete, and their waits: the kernels of many hands don't try melds."""
    game = load_one(**options)
    hands, tables = Hands(game, 23), tables_of(game)
    drawn = [hands.one(1 + number % 16) for number in range(max(300, HANDS))]
    drawn = [entry for entry in drawn if entry[0].sum() <= 20]
    rows, exposed = np.array([entry[0] for entry in drawn]), [entry[1] for entry in drawn]
    for melds in (exposed, ()):
        complete = namima.is_complete(rows, melds, variant=game)
        claimable = [flags.tolist() for flags in namima.waits(rows, melds, variant=game)]
        for i, hand in enumerate(rows):
            own = melds[i] if melds else ()
            assert complete[i] == namima.is_complete(hand, own, variant=game)
            names = [[tables.kinds[k] for k in np.flatnonzero(flags[i])] for flags in claimable]
            assert tuple(names) == namima.waits(hand, own, variant=game)
    assert 0 < complete.sum() < len(rows)


@pytest.mark.parametrize("options", GAMES)
def test_waits_complete_the_hand(options: dict[str, Any]) -> None:
    game = load_one(**options)
    hands, tables = Hands(game, 24), tables_of(game)
    for number in range(max(100, HANDS // 10)):
        hand, exposed, visible = hands.one(1 + number % 12)
        left = tables.copies - hand - visible - sum((tables.meld_cards(meld) for meld in exposed), np.zeros_like(hand))
        drawn, claimed = namima.waits(hand, exposed, visible, variant=game)
        for kind, name in enumerate(tables.kinds):
            more = hand.copy()
            more[kind] += left[kind] > 0
            can = left[kind] > 0 and namima.is_complete(more, exposed, variant=game)
            assert (name in drawn) == can
            assert (name in claimed) == (can and namima.is_complete(more, exposed, kind, variant=game))


# --- distances -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES)
def test_the_deficiency_is_the_least_need(options: dict[str, Any]) -> None:
    """11.4 by the plain search over melds alone, which `need` is."""
    game = load_one(**options)
    hands = Hands(game, 12)
    smallest = min(int(cards.sum()) for cards in hands.melds)
    for number in range(max(100, HANDS // 10)):
        hand, exposed, visible = hands.one(1 + number % 14)
        cards, growth = int(hand.sum()), GROWTHS[number % len(GROWTHS)]
        if cards > 20:
            continue
        found = namima.deficiency(hand, exposed, growth, visible, variant=game)
        least = namima.need(hand, cards + 1, exposed, 0, visible, variant=game)
        calls = 1
        while growth is None or calls <= growth:
            if calls + 1 >= least or (calls + 1) * smallest > cards + 1 + calls:
                break
            least = min(least, namima.need(hand, cards + 1 + calls, exposed, calls + 1, visible, variant=game))
            calls += 1
        assert found == least, (hand.tolist(), exposed, visible.tolist(), growth)
        rows = np.array([hand, hand])
        assert (namima.deficiency(rows, exposed, growth, visible, variant=game) == found).all()


class Definitions:
    """Functions of one hand by one another, as the text defines them."""

    def __init__(
        self, game: uneri.Game, hand: NDArray[np.uint8], exposed: list[int], visible: NDArray[np.uint8]
    ) -> None:
        self.game, self.tables = game, tables_of(game)
        self.hand, self.exposed, self.visible = hand, exposed, visible
        self.melds = [self.tables.meld_cards(meld) for meld in range(len(self.tables.melds))]
        held = (
            hand.astype(int)
            + visible
            + sum((self.melds[meld].astype(int) for meld in exposed), np.zeros(len(hand), int))
        )
        self.spare = self.tables.copies.astype(int) - held

    def moved(self, kind: int, by: int) -> NDArray[np.uint8]:
        """The hand with a card more or fewer."""
        hand = self.hand.copy()
        hand[kind] = int(hand[kind]) + by
        return hand

    def without(self, kind: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """The hand without a card, which is then visible."""
        seen = self.visible.copy()
        seen[kind] += 1
        return self.moved(kind, -1), seen

    def after_call(self, hand: NDArray[np.uint8], meld: int, growth: int | None) -> int | None:
        """The deficiency once the meld lies on the table; None if it can't, or leaves no card."""
        cards = self.melds[meld]
        if growth == 0 or not (cards <= hand).all() or (cards == hand).all():
            return None
        fewer = None if growth is None else growth - 1
        return namima.deficiency(hand - cards, [*self.exposed, meld], fewer, self.visible, variant=self.game)

    def check_drawn(self, growth: int | None) -> None:
        """In ACT: a discard or a self-call."""
        here = namima.deficiency_drawn(self.hand, self.exposed, growth, self.visible, variant=self.game)
        if namima.is_complete(self.hand, self.exposed, variant=self.game):
            assert here == 0
            return
        least = [namima.INF]
        for kind in np.flatnonzero(self.hand).tolist():
            hand, seen = self.without(kind)
            least.append(namima.deficiency(hand, self.exposed, growth, seen, variant=self.game))
        called = (self.after_call(self.hand, meld, growth) for meld in range(len(self.melds)))
        assert here == min([*least, *(far for far in called if far is not None)])

    def check_draws(self, growth: int | None) -> None:
        """At rest: the cards to draw."""
        here = namima.deficiency(self.hand, self.exposed, growth, self.visible, variant=self.game)
        after = {
            kind: namima.deficiency_drawn(self.moved(kind, 1), self.exposed, growth, self.visible, variant=self.game)
            for kind in np.flatnonzero(self.spare > 0).tolist()
        }
        least = min(after.values(), default=namima.INF)
        assert here == (namima.INF if least == namima.INF else least + 1)
        nearer = [(self.tables.kinds[kind], int(self.spare[kind])) for kind, far in after.items() if far < here]
        assert namima.acceptance(self.hand, self.exposed, growth, self.visible, variant=self.game) == nearer
        drawn, _ = namima.waits(self.hand, self.exposed, self.visible, variant=self.game)
        assert (here == 1) == bool(drawn)
        assert here != 1 or drawn == [name for name, _ in nearer]

    def check_calls(self, growth: int | None) -> None:
        """The cards to claim."""
        here = namima.deficiency(self.hand, self.exposed, growth, self.visible, variant=self.game)
        expected = []
        for kind in np.flatnonzero(self.spare > 0).tolist():
            name, copies, more = self.tables.kinds[kind], int(self.spare[kind]), self.moved(kind, 1)
            if here == 1:
                if namima.is_complete(more, self.exposed, kind, variant=self.game):
                    expected.append((name, copies, ()))
                continue
            holding = [meld for meld, cards in enumerate(self.melds) if cards[kind] > 0]
            far = {meld: self.after_call(more, meld, growth) for meld in holding}
            useful = tuple(self.tables.melds[meld] for meld, left in far.items() if left is not None and left < here)
            if useful:
                expected.append((name, copies, useful))
        found = namima.call_acceptance(self.hand, self.exposed, growth, self.visible, variant=self.game)
        assert [tuple(call) for call in found] == expected

    def check_discards(self, growth: int | None) -> None:
        """11.8, discard by discard."""
        table = namima.discard_table(self.hand, self.exposed, growth, self.visible, variant=self.game)
        assert [name for name, _, _ in table] == [self.tables.kinds[kind] for kind in np.flatnonzero(self.hand)]
        for kind, (_, far, copies) in zip(np.flatnonzero(self.hand).tolist(), table, strict=True):
            hand, seen = self.without(kind)
            assert far == namima.deficiency(hand, self.exposed, growth, seen, variant=self.game)
            helps = namima.acceptance(hand, self.exposed, growth, seen, variant=self.game)
            assert copies == sum(left for _, left in helps)

    def check(self, growth: int | None) -> None:
        self.check_drawn(growth)
        self.check_draws(growth)
        self.check_calls(growth)
        self.check_discards(growth)


@pytest.mark.parametrize("options", GAMES)
def test_each_function_is_its_definition(options: dict[str, Any]) -> None:
    game = load_one(**options)
    hands = Hands(game, 13)
    for number in range(max(30, HANDS // 20)):
        hand, exposed, visible = hands.one(2 + number % 14)
        if 0 < hand.sum() < 20:
            Definitions(game, hand, exposed, visible).check(GROWTHS[number % len(GROWTHS)])


@pytest.mark.parametrize("variant", namima.VARIANTS)
def test_discards_of_dealt_hands(variant: str) -> None:
    """Far from complete: where the search of discards cuts most."""
    game = uneri.load_game("namima", variant=variant)
    copies = tables_of(game).copies
    rng = np.random.default_rng(14)
    for number in range(max(40, HANDS // 20)):
        hand = rng.multivariate_hypergeometric(copies, 12 + number % 5).astype(np.uint8)
        Definitions(game, hand, [], np.zeros_like(hand)).check_discards(GROWTHS[number % len(GROWTHS)])


def test_hands_that_hold_all_cards_of_a_kind() -> None:
    """Melds that lack a substitute for a card of which none is left."""
    game = uneri.load_game("namima", variant="aranami")
    tables, rng = tables_of(game), random.Random(19)
    wild = [kind for kind, name in enumerate(tables.kinds) if name[0] == "W"]
    for number in range(max(100, HANDS // 20)):
        hand: Counter[int] = Counter()
        kind = rng.randrange(len(tables.kinds))
        hand[kind] = int(tables.copies[kind])
        for more in [*rng.sample(wild, rng.randrange(4)), *rng.sample(range(len(tables.kinds)), rng.randrange(8))]:
            hand[more] = max(hand[more], 1)
        row = np.array([hand[kind] for kind in range(len(tables.kinds))], np.uint8)
        Definitions(game, row, [], np.zeros_like(row)).check(GROWTHS[number % len(GROWTHS)])
