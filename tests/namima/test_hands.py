"""Namima's hand analysis: core against reference, batches against single hands, identities, bad input.

`UNERI_HANDS=20000` makes the comparisons longer.
"""

from __future__ import annotations

import itertools
import os
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import uneri
from _namima_hands import Hands, both
from uneri import namima
from uneri.namima.cards import tables_of

HANDS = int(os.environ.get("UNERI_HANDS", "0"))
VARIANTS = namima.VARIANTS

# Every hand of it can be looked at: two colours, three ranks, two copies.
SMALL = {
    "colours": ["A", "B"],
    "ranks": [1, 2, 3],
    "copies": {"A": 2, "B": 2},
    "melds": {"SAME": [2], "RUN": [2, 3], "SAI": [2]},
    "points": {"SAME2": [1, 2], "RUN2": [1, 1], "RUN3": [3, 5], "SAI2": [2, 3]},
    "combos": {"ALLRUN": 4, "TWIN": 3, "PURE": 6, "FIVE": 1},
    "penalty": {"A": 1, "B": 2},
    "deal": {"threshold": 0, "at_least": 5, "below": 5},
}


def compare_all(core: uneri.Game, reference: uneri.Game, hand: Any, exposed: Any, visible: Any, growth: Any) -> None:
    """Every function of one hand, at rest and as if it held the drawn card."""
    for name, arguments in (
        ("is_complete", (hand, exposed)),
        ("arrangements", (hand, exposed)),
        ("best", (hand, exposed)),
        ("min_penalty", (hand, exposed)),
        ("min_penalty", (hand, exposed, 1, 0)),
        ("penalty", (hand, 1)),
        ("waits", (hand, exposed, visible)),
        ("deficiency", (hand, exposed, growth, visible)),
        ("deficiency_drawn", (hand, exposed, growth, visible)),
        ("acceptance", (hand, exposed, growth, visible)),
        ("call_acceptance", (hand, exposed, growth, visible)),
        ("discard_table", (hand, exposed, growth, visible)),
        ("need", (hand, int(hand.sum()) + 1, exposed, 1, visible)),
    ):
        function = getattr(namima, name)
        ours, theirs = function(*arguments, variant=core), function(*arguments, variant=reference)
        assert ours == theirs, (name, namima.format_hand(hand, variant=core), exposed, visible.tolist(), growth)
    for kind in np.flatnonzero(hand).tolist()[:3]:
        for name in ("is_complete", "best"):
            function = getattr(namima, name)
            ours, theirs = (function(hand, exposed, kind, variant=game) for game in (core, reference))
            assert ours == theirs, (name, namima.format_hand(hand, variant=core), exposed, kind)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_core_and_reference_agree(variant: str) -> None:
    core, reference = both(variant)
    hands = Hands(core, 1)
    for number in range(max(8, HANDS // 100)):
        hand, exposed, visible = hands.one(4 + number % 4)
        compare_all(core, reference, hand, exposed, visible, (None, 0, 1, 2)[number % 4])


@pytest.mark.unsanitized
@pytest.mark.parametrize("seed", [0, 1, 2, 3, pytest.param(4, marks=pytest.mark.slow), 5])
def test_they_agree_on_random_rule_sets(seed: int) -> None:
    from uneri.testing import SplitMix64

    rules = namima.random_rule_set(SplitMix64(seed), 3)
    core, reference = both(rules, 3)
    hands = Hands(core, seed)
    for number in range(max(6, HANDS // 200)):
        hand, exposed, visible = hands.one(2 + number % 3)  # the reference is slow where melds are many
        compare_all(core, reference, hand, exposed[:1], visible, number % 2)


# One of each shape that the kernels tell apart, so small that every hand of it can be looked at.
APART = SMALL | {"melds": {"SAME": [2], "RUN": [3]}, "points": {"SAME2": [1, 2], "RUN3": [3, 5]}}
WILD = SMALL | {
    "ranks": [1, 2, 3, 4],
    "copies": {"A": 2, "B": 1},
    "melds": {"SAME": [2, 3], "RUN": [3]},
    "wild": {"colour": "B", "max_per_meld": 1, "min_meld_size": 3},
    "points": {name: [1, 2] for name in ("SAME2", "SAME3", "SAME3w", "RUN3", "RUN3w")},
}
DIAGONALS = SMALL | {
    "colours": ["A", "B", "C"],
    "copies": {"A": 1, "B": 2, "C": 1},
    "cycle": ["A", "B", "C"],
    "melds": {"AYA": [3], "JUU": [4]},
    "points": {"AYA3": [1, 2], "JUU4": [2, 3]},
    "penalty": {"A": 1, "B": 2, "C": 1},
}


@pytest.mark.unsanitized
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(SMALL, id="lines"),
        pytest.param(APART, id="apart"),
        pytest.param(WILD, id="wild", marks=pytest.mark.slow),
        pytest.param(DIAGONALS, id="diagonals", marks=pytest.mark.slow),
    ],
)
def test_they_agree_on_every_hand_of_a_small_rule_set(rules: dict[str, Any]) -> None:
    core, reference = both(rules, 2)
    copies = tables_of(core).copies
    none = np.zeros_like(copies)
    hands = [hand for hand in itertools.product(*(range(count + 1) for count in copies)) if 0 < sum(hand) <= 7]
    for hand in hands:
        compare_all(core, reference, np.array(hand, np.uint8), (), none, None)
    complete = namima.is_complete(np.array(hands, np.uint8), variant=core)
    assert (complete == [namima.is_complete(np.array(hand, np.uint8), variant=reference) for hand in hands]).all()


def test_spare_melds_of_sizes_that_no_other_part_has() -> None:
    """Runs of two lie among the ranks 1, 2, 3, and fours of a kind anywhere: the core once knew of one of these alone
    where it bounds what melds of spare cards may add, and told 3 for such hands."""
    colours = list("BRYKWG")
    sizes = {"SAME": [4], "RUN": [2, 5], "SAI": [3], "AYA": [3, 4, 5], "JUU": [6]}
    core, reference = both(
        {
            "colours": colours,
            "ranks": [1, 2, 3, 5],
            "copies": dict.fromkeys(colours, 4),
            "melds": sizes,
            "cycle": colours,
            "points": {f"{kind}{size}": [1, 1] for kind in sizes for size in sizes[kind]},
            "combos": {},
            "penalty": dict.fromkeys(colours, 1),
        },
        players=2,
    )
    for hand in ("B5 R5 Y5", "B5 R5 G5", "R5 K5 W5"):
        assert namima.deficiency(hand, variant=core) == namima.deficiency(hand, variant=reference) == 2
        assert namima.acceptance(hand, variant=core) == namima.acceptance(hand, variant=reference)
    rng = np.random.default_rng(1)
    copies = tables_of(core).copies
    for cards in (2, 3, 5, 6):
        for hand in rng.multivariate_hypergeometric(copies, cards, size=6).astype(np.uint8):
            assert namima.deficiency(hand, variant=core) == namima.deficiency(hand, variant=reference)


@pytest.mark.parametrize("variant", VARIANTS)
def test_batches_are_single_hands(variant: str) -> None:
    game = uneri.load_game("namima", variant=variant)
    hands = Hands(game, 2)
    drawn = [hands.one(9) for _ in range(60)]
    rows, visible = (np.array([entry[i] for entry in drawn], np.uint8) for i in (0, 2))
    exposed = [entry[1] for entry in drawn]
    tables = tables_of(game)

    def named(flags: NDArray[np.bool_]) -> list[str]:
        return [tables.kinds[kind] for kind in np.flatnonzero(flags)]

    complete = namima.is_complete(rows, exposed, variant=game)
    best = namima.best(rows, exposed, None, "B", variant=game)
    least = namima.min_penalty(rows, exposed, 2, variant=game)
    far = namima.deficiency(rows, exposed, 1, visible, variant=game)
    drawn_far = namima.deficiency_drawn(rows, exposed, None, visible, variant=game)
    missing = namima.need(rows, 10, exposed, 1, visible, variant=game)
    drawn_waits, claimed = namima.waits(rows, exposed, visible, variant=game)
    copies = namima.acceptance(rows, exposed, None, visible, variant=game)
    after, left = namima.discard_table(rows, exposed, None, visible, variant=game)
    assert (complete.dtype, best.dtype, far.dtype, left.dtype) == (np.bool_, np.int32, np.uint8, np.uint16)
    for i, (hand, melds, seen) in enumerate(drawn):
        assert complete[i] == namima.is_complete(hand, melds, variant=game)
        worth = namima.best(hand, melds, None, "B", variant=game)
        assert best[i] == (-1 if worth is None else worth.points)
        assert least[i] == namima.min_penalty(hand, melds, 2, variant=game)
        assert far[i] == namima.deficiency(hand, melds, 1, seen, variant=game)
        assert drawn_far[i] == namima.deficiency_drawn(hand, melds, None, seen, variant=game)
        assert missing[i] == namima.need(hand, 10, melds, 1, seen, variant=game)
        assert (named(drawn_waits[i]), named(claimed[i])) == namima.waits(hand, melds, seen, variant=game)
        helps = [(tables.kinds[kind], int(copies[i, kind])) for kind in np.flatnonzero(copies[i])]
        assert helps == namima.acceptance(hand, melds, None, seen, variant=game)
        table = [(tables.kinds[k], int(after[i, k]), int(left[i, k])) for k in np.flatnonzero(hand)]
        assert table == namima.discard_table(hand, melds, None, seen, variant=game)


@pytest.mark.parametrize("variant", VARIANTS)
def test_identities(variant: str) -> None:
    """The two identities of 11.4, in whole batches."""
    game = uneri.load_game("namima", variant=variant)
    tables, hands = tables_of(game), Hands(game, 3)
    rows = hands.rows(max(60, HANDS), 7)
    for growth in (None, 0):
        far = namima.deficiency(rows, growth=growth, variant=game)
        nearest = np.full(len(rows), namima.INF, np.uint8)
        for kind in range(len(tables.kinds)):
            more = rows.copy()
            more[:, kind] += 1
            can = np.flatnonzero(more[:, kind] <= tables.copies[kind])
            drawn = namima.deficiency_drawn(np.ascontiguousarray(more[can]), growth=growth, variant=game)
            nearest[can] = np.minimum(nearest[can], drawn)
        finite = far != namima.INF
        assert (far[finite] == 1 + nearest[finite]).all()
    totals = rows.sum(axis=1)
    for cards in np.unique(totals).tolist():
        same = np.ascontiguousarray(rows[totals == cards])
        closed = namima.deficiency_drawn(same, growth=0, variant=game)
        assert (closed == namima.need(same, cards, variant=game)).all()


def kinds_in(bits: NDArray[np.uint64], kinds: int) -> NDArray[np.bool_]:
    """Bits as a flag for each kind."""
    return (bits[:, None] >> np.arange(kinds, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)


def with_melds(
    game: uneri.Game, seed: int, count: int, cards: int = 9
) -> tuple[NDArray[np.uint8], list[list[int]], NDArray[np.uint8]]:
    """Hands with exposed melds and visible cards."""
    hands = [Hands(game, seed + i).one(cards) for i in range(count)]
    rows, lists, visible = zip(*hands, strict=True)
    return np.array(rows), list(lists), np.array(visible)


@pytest.mark.parametrize("variant", [*VARIANTS, SMALL])
def test_melds_in_arrays_are_those_in_lists(variant: Any) -> None:
    game, slow = both(variant, 2)
    rows, lists, visible = with_melds(game, 7, 40, 4 if variant is SMALL else 9)
    melds = namima.meld_lists(lists, variant=game)
    assert (melds.ids.dtype, melds.offsets.dtype) == (np.uint16, np.uint32)
    wide = namima.MeldLists(melds.ids.astype(np.int64), melds.offsets.astype(">i4"))
    for function, more in (
        (namima.is_complete, {}),
        (namima.best, {}),
        (namima.min_penalty, {}),
        (namima.deficiency, {"visible": visible}),
        (namima.deficiency_drawn, {"visible": visible}),
        (namima.acceptance, {"visible": visible}),
        (namima.waits, {"visible": visible}),
        (namima.waits, {"visible": visible, "as_bits": True}),
    ):
        expected = function(rows, lists, variant=game, **more)
        for given in (melds, wide):
            assert np.array_equal(function(rows, given, variant=game, **more), expected)
        cut = {key: value[:5] if key == "visible" else value for key, value in more.items()}
        early = namima.MeldLists(melds.ids, melds.offsets[:6])  # the first five hands of the same arrays
        shorter = function(rows[:5], early, variant=slow, **cut)
        parts = zip(shorter, expected, strict=True) if isinstance(expected, tuple) else [(shorter, expected)]
        assert all(np.array_equal(part, whole[:5]) for part, whole in parts)


@pytest.mark.parametrize("variant", VARIANTS)
def test_waits_as_bits(variant: str) -> None:
    game, slow = both(variant)
    rows, lists, visible = with_melds(game, 11, 60)
    kinds = rows.shape[1]
    for exposed, seen in (((), None), (lists, None), ((), visible), (lists, visible), ((), visible[0] * 0)):
        flags = namima.waits(rows, exposed, seen, variant=game)
        bits = namima.waits(rows, exposed, seen, variant=game, as_bits=True)
        assert all(part.dtype == np.uint64 and part.shape == (len(rows),) for part in bits)
        assert all(np.array_equal(kinds_in(part, kinds), flag) for part, flag in zip(bits, flags, strict=True))
        assert any(part.any() for part in bits)
        again = namima.waits(rows, exposed, seen, variant=slow, as_bits=True)
        assert all(np.array_equal(part, other) for part, other in zip(bits, again, strict=True))
        for row in range(0, 60, 7):
            own = exposed[row] if exposed else ()
            seen_by_one = None if seen is None else seen if seen.ndim == 1 else seen[row]
            one = namima.waits(rows[row], own, seen_by_one, variant=game, as_bits=True)
            assert one == (int(bits[0][row]), int(bits[1][row]))
            assert type(one[0]) is int
    for backend in (game, slow):
        empty = namima.waits(rows[:0], variant=backend, as_bits=True)
        assert [part.shape for part in empty] == [(0,), (0,)]


@pytest.mark.parametrize("backend", ["core", "reference"])
def test_wrong_melds_in_arrays(backend: str) -> None:
    game = uneri.load_game("namima", variant="sazanami", backend=backend)
    rows = np.zeros((2, 28), np.uint8)
    ids, offsets = np.array([0, 1], np.uint16), np.array([0, 1, 2], np.uint32)
    most = len(tables_of(game).melds) - 1

    def refused(error: type[Exception], ids: Any, offsets: Any, words: str, hands: Any = rows) -> None:
        with pytest.raises(error, match=words):
            namima.is_complete(hands, namima.MeldLists(ids, offsets), variant=game)

    refused(ValueError, ids + 1000, offsets, rf"exposed.ids\[0\] is 1000; allowed: 0 to {most}")
    refused(ValueError, ids, offsets[::-1].copy(), r"exposed.offsets\[1\] is 1; allowed: ascending numbers up to 2")
    refused(ValueError, ids, offsets + 1, r"exposed.offsets\[2\] is 3; allowed: ascending numbers up to 2")
    refused(ValueError, ids, offsets[:2], r"exposed.offsets must have shape \(3,\), not \(2,\)")
    refused(ValueError, ids[None], offsets, r"exposed.ids must have one dimension, not shape \(1, 2\)")
    refused(ValueError, np.array([0, -1]), offsets, "exposed.ids has numbers from -1 to 0; allowed: 0 to 65535")
    refused(TypeError, ids.astype(float), offsets, "exposed.ids must have an integer dtype, not float64")
    refused(TypeError, [0, 1], offsets, "exposed.ids must be an array of integers, not list")
    refused(ValueError, ids, offsets, "exposed must be one list of melds, not lists for many hands", rows[0])
    for wrong in ("R123", None, {"R123"}):
        with pytest.raises(TypeError, match=r"lists must be .*, not "):
            namima.meld_lists(wrong, variant=game)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"lists must hold .*, not int"):
        namima.meld_lists([3, 4], variant=game)  # type: ignore[list-item]
    assert namima.meld_lists([], variant=game).offsets.tolist() == [0]
    assert namima.meld_lists(["R123, B66", ""], variant=game).offsets.tolist() == [0, 2, 2]


def test_any_number_of_threads() -> None:
    rows = np.tile(Hands(uneri.load_game("namima"), 4).rows(50, 12), (100, 1))
    for function in (namima.is_complete, namima.deficiency, namima.best, namima.min_penalty):
        assert np.array_equal(function(rows, threads=1), function(rows, threads=4))


def test_an_array_may_change_while_it_is_read() -> None:
    """By another thread or, as here, by the progress function: each hand is read once, and what is read is checked."""
    game = uneri.load_game("namima", variant="juuayanami")
    copies = tables_of(game).copies
    shares: list[float] = []

    def change(share: float) -> None:
        shares.append(share)
        hands[:] = later

    size, later = 10_000, np.zeros(len(copies), np.uint8)
    while not shares or shares[0] == 1:  # so many that the call takes long enough for a report
        size *= 4
        hands = np.random.default_rng(1).multivariate_hypergeometric(copies, 13, size=size).astype(np.uint8)
        alone = namima.deficiency(hands, variant=game)
        shares.clear()
        found = namima.deficiency(hands, variant=game, progress=change)
    assert 0 < shares[0] < 1
    changed = int(np.argmax(found == namima.INF))  # a hand without cards
    assert 0 < changed < size
    assert np.array_equal(found[:changed], alone[:changed])
    assert (found[changed:] == namima.INF).all()

    hands = np.random.default_rng(1).multivariate_hypergeometric(copies, 13, size=size).astype(np.uint8)
    later = np.full(len(copies), 255, np.uint8)
    with pytest.raises(ValueError, match=r"hand\[\d+\] has 255 of "):
        namima.deficiency(hands, variant=game, progress=change)


def test_a_ready_hand_is_one_away() -> None:
    for variant in VARIANTS:
        game = uneri.load_game("namima", variant=variant)
        for _ in range(40):
            hand, exposed, visible = Hands(game, 5).one(8)
            drawn, _ = namima.waits(hand, exposed, visible, variant=game)
            ready = namima.deficiency(hand, exposed, 0, visible, variant=game) == 1
            assert ready == bool(drawn)


def test_wider_than_the_default() -> None:
    game = uneri.load_game("namima", variant="sazanami", players=2)
    assert namima.is_complete("b12.b3, R66") is True
    assert namima.best("B123 R66", dora="B", variant=game) == namima.best("B123 R66", dora=0, variant="sazanami")
    assert namima.legal_melds("B1234", variant=game) == ["B1.B2.B3", "B2.B3.B4"]
    assert namima.legal_melds("B12 R3", "B3", variant=game) == ["B1.B2.B3"]
    assert namima.parse_hand("B123 R44").tolist() == namima.parse_hand("r44, b1.b2.b3").tolist()
    assert namima.meld_key("R1 W2 R3", variant="aranami") == "RUN3w"
    state = game.new_initial_state(seed=1)
    assert namima.unseen(state, 0).sum() == 112 - 16 + (state.current_player() != 0)
    rules = namima.rule_set("sazanami")
    rules["penalty"]["R"] = 3
    assert namima.penalty("R1 B1", variant=rules) == 4


@pytest.mark.parametrize(
    ("hand", "visible", "expected"),
    [
        (
            "B167 R18 Y88 K8",
            "B11222233344446677788 R12223444466777888 Y112223333444466667788 K1112233446677788 W1112222333444666778888",
            7,
        ),
        (
            "B28 R236 Y188 K148 W66",
            (
                "B111122233334446667777888 R11112233344466777888 Y1122233334444666677778 "
                "K112233344666677788 W11112223334444667778888"
            ),
            6,
        ),
    ],
)
def test_far_hands_with_few_cards_left(hand: str, visible: str, expected: int) -> None:
    """Once a card or two too many: the tables of the core tell eight cards at most, and many cards are gone."""
    cards = int(namima.parse_hand(hand, variant="ayanami").sum())
    assert namima.need(hand, cards, visible=visible, variant="ayanami") == expected
    assert namima.deficiency_drawn(hand, growth=0, visible=visible, variant="ayanami") == expected


@pytest.mark.parametrize("exposed", [[], [0], [1], [1, 2]])
def test_exposed_melds_in_arrays(exposed: list[int]) -> None:
    """An array has no truth value, or that of its only entry: a quick path once took meld 0 alone for no meld."""
    laid = {"B1": exposed == [0], "B2": 1 in exposed, "B123": True, "R1": False}  # meld k is two of B(k + 1)
    for hand, complete in laid.items():
        row = namima.parse_hand(hand, variant="shikinami")
        for melds in (np.array(exposed, np.uint16), np.array(exposed, np.int64), exposed, tuple(exposed)):
            assert namima.is_complete(row, melds, variant="shikinami") is complete
            assert namima.is_complete(hand, melds, variant="shikinami") is complete


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: namima.deficiency("B9"),
            ValueError,
            "namima: no card 'B9'; allowed: B, R, Y, K, W with ranks 1 2 3 4 6 7 8",
        ),
        (lambda: namima.deficiency("B11111"), ValueError, "B1 occurs more than 4 times"),
        (lambda: namima.is_complete("B123", ["B45"]), ValueError, "meld is 'B45'|no card 'B45'"),
        (lambda: namima.is_complete("B123", [999]), ValueError, "meld is 999; allowed: 0 to 166, cards of a meld"),
        (lambda: namima.is_complete("B123", 7), TypeError, "exposed must be .*, not int"),
        (lambda: namima.is_complete(np.zeros(35, np.uint8), None), TypeError, "exposed must be .*, not NoneType"),  # type: ignore[call-overload]
        (lambda: namima.is_complete("B123", claimed="R1"), ValueError, "claimed must be a card of the hand, not R1"),
        (lambda: namima.deficiency("B12", visible="B1111"), ValueError, "with exposed and visible cards has 5 of B1"),
        (lambda: namima.deficiency("B12", growth=-1), ValueError, "growth is -1; allowed: 0 to 99"),
        (lambda: namima.deficiency("B12", variant="no_such"), ValueError, "no_such"),
        (lambda: namima.deficiency("B12", players=9), ValueError, "players is 9; allowed: 2 to 5"),
        (lambda: namima.need("B12", 41), ValueError, "size is 41; allowed: 0 to 40"),
        (lambda: namima.best("B12", dora="X"), ValueError, "dora is 'X'; allowed: B to W"),
        (lambda: namima.deficiency(np.zeros((2, 35), np.int64)), TypeError, "must have dtype uint8, not int64"),
        (lambda: namima.deficiency(np.zeros((2, 28), np.uint8)), ValueError, r"\(n, 35\)"),
        (lambda: namima.deficiency(np.zeros((35, 2), np.uint8).T), ValueError, "C-contiguous"),
        (lambda: namima.is_complete(np.full((3, 35), 5, np.uint8)), ValueError, "0 to 4"),
        (lambda: namima.is_complete(np.full(35, 5, np.uint8)), ValueError, "has 5 of B1; allowed: 0 to 4"),
        (lambda: namima.is_complete(np.zeros((2, 35), np.uint8), [["B11"]]), ValueError, "2 lists, one per hand"),
        (lambda: namima.arrangements(np.zeros((2, 35), np.uint8)), ValueError, "one hand"),
        (lambda: namima.deficiency("B1234 R1234 Y1234 K1234 W1234 B1"), ValueError, "at most 20"),
        (
            lambda: namima.is_complete("B1234 R1234 Y1234 K1234 W1234 B678 R67"),
            ValueError,
            "hand must have at most 24 cards, not 25",
        ),
        (
            lambda: namima.best(np.full((3, 35), 1, np.uint8)),
            ValueError,
            r"hands\[0\] must have at most 24 cards, not 35",
        ),
        (lambda: namima.is_complete(np.full(35, 4, np.uint8)), ValueError, "hand must have at most 24 cards, not 140"),
        (lambda: namima.deficiency(np.zeros((2, 35), np.uint8), threads=0), ValueError, "threads is 0"),
    ],
)
def test_bad_input(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
