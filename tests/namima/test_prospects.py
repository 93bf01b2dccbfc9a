"""`namima.prospects` against a player with full memory who tries everything, on a small deck; and its form."""

from __future__ import annotations

import json
import random
import re
import signal
import threading
import time
from typing import Any, NamedTuple

import numpy as np
import pytest

import uneri
from _namima_prospects import SMALL_DECK, Player
from uneri import namima
from uneri.reference.namima.tables import Tables

HAND = "B1234 R33 Y678 K1267"
SMALL = uneri.load_game("namima", variant=SMALL_DECK, players=2, games=1)


class Row(NamedTuple):
    """Hands of one deficiency, and how near the answers must be."""

    hands: int
    lacking: int
    turns: int
    calls: float
    error: float
    found: float
    """The share of hands whose best discard is named, nearly."""
    more: dict[str, Any]


BARS = [
    Row(20, 1, 3, 0, 0.001, 0.9, {}),
    Row(20, 2, 3, 0, 0.001, 0.9, {}),
    Row(8, 3, 2, 0, 0.001, 0.9, {}),
    Row(5, 1, 2, 1, 0.008, 0.8, {}),
    Row(5, 2, 2, 1, 0.008, 0.8, {}),
    Row(5, 1, 2, 0.6, 0.008, 0.8, {"rivals": 0.1}),
    Row(5, 1, 2, 1, 0.08, 0.8, {"goal": "points"}),
]


@pytest.fixture(scope="module")
def tables() -> Tables:
    """Of the small deck."""
    game = uneri.load_game("namima", variant=SMALL_DECK, players=2, games=1, backend="reference")
    found: Tables = game.rules.tables  # type: ignore[attr-defined]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("bar", BARS, ids=lambda bar: f"{bar.lacking}-{bar.calls}-{'-'.join(bar.more) or 'win'}")
def test_it_is_near_the_definition(tables: Tables, bar: Row) -> None:
    check(tables, bar)


def test_a_few_hands_are_near_the_definition(tables: Tables) -> None:
    check(tables, BARS[0]._replace(hands=5, found=0.8))
    check(tables, BARS[3]._replace(hands=1))


def check(tables: Tables, bar: Row) -> None:
    rng = random.Random(f"{bar.lacking}{bar.calls}")
    errors: list[float] = []
    found = 0
    for _ in range(bar.hands):
        hand, visible, unseen = deal(tables, rng, bar)
        given = {"rivals": 0} | bar.more
        answer = namima.prospects(
            hand, visible=visible, turns=bar.turns, calls=bar.calls, variant=SMALL, drawn=True,
            exchanges=1, slack=9, hands=10**7, **given,
        )  # fmt: skip
        assert (answer.exchanges, answer.complete) == (1, True)
        points = given.get("goal") == "points"
        player = Player(tables, bar.turns, calls=bar.calls, rivals=given["rivals"], points=points)
        said, true = {}, {}
        for row in answer.rows:
            assert list(row.win) == sorted(row.win)
            assert row.win[-1] <= 1
            if row.move in tables.names:
                kind = tables.names.index(row.move)
                said[kind] = (row.points if points else row.win)[-1]
                rest = [count - (i == kind) for i, count in enumerate(hand)]
                true[kind] = player.value(tuple(rest), (), unseen, 0)
        assert set(said) == {kind for kind, count in enumerate(hand) if count}
        errors += [abs(said[kind] - true[kind]) for kind in said]
        found += true[max(said, key=lambda kind: said[kind])] > max(true.values()) - 1e-4
    assert np.mean(errors) <= bar.error
    assert found >= bar.found * bar.hands


def deal(tables: Tables, rng: random.Random, bar: Row) -> tuple[list[int], list[int], tuple[int, ...]]:
    """A hand of six cards with this deficiency, up to seven visible cards, and the others."""
    while True:
        deck = [kind for kind, copies in enumerate(tables.cap) for _ in range(copies)]
        rng.shuffle(deck)
        counts = [
            [part.count(kind) for kind in range(len(tables.cap))] for part in (deck[:6], deck[6 : 6 + rng.randrange(8)])
        ]
        hand, visible = counts
        growth = None if bar.calls else 0
        if namima.deficiency_drawn(hand, (), growth, visible, variant=SMALL) == bar.lacking:
            unseen = tuple(cap - a - b for cap, a, b in zip(tables.cap, hand, visible, strict=True))
            return hand, visible, unseen


def test_waits_alone_are_a_draw_without_return() -> None:
    """A ready hand that only draws: the chance that none of its cards comes is a product."""
    found = namima.prospects("B12 R44", drawn=False, turns=3, calls=0, rivals=0, exchanges=0).rows
    missing = [1.0]
    for turn in range(3):
        missing.append(missing[-1] * (1 - 4 / (136 - turn)))
    assert [row.move for row in found] == ["wait"]
    assert found[0].win == pytest.approx([1 - chance for chance in missing[1:]], abs=1e-6)


def test_rivals_end_the_game() -> None:
    free = namima.prospects(HAND, variant="sazanami", rivals=0, exchanges=0).rows
    usual = namima.prospects(HAND, variant="sazanami", exchanges=0)
    later = namima.prospects(HAND, variant="sazanami", played=5, exchanges=0)
    assert free[0].win[-1] > usual.rows[0].win[-1] > later.rows[0].win[-1]
    assert usual.rivals == pytest.approx([0.0173 * turn for turn in range(6)])
    certain = namima.prospects(HAND, variant="sazanami", rivals=[0, 1, 0, 0, 0, 0], exchanges=0).rows
    once = namima.prospects(HAND, variant="sazanami", turns=1, rivals=0, exchanges=0).rows
    assert certain[0].win[0] == certain[0].win[-1] == once[0].win[0]


def test_a_claim_is_won_called_or_passed() -> None:
    rows = {row.move: row for row in namima.prospects("B12 R44", claim="B3").rows}
    assert set(rows) == {"win", "pass", "B1.B2.B3"}
    assert rows["win"].win == (1,) * 6
    assert rows["win"].points[0] == namima.best("B123 R44", claimed="B3").points  # type: ignore[union-attr]
    assert [choice.move for choice in namima.call_table("B12 R44", "B3")] == ["win", "pass", "B1.B2.B3"]


def test_a_batch_gives_the_same_on_all_threads() -> None:
    hands = np.array(
        [namima.parse_hand(text, variant="sazanami") for text in (HAND, "B123 R44 Y678 K1267 B4")] * 3, np.uint8
    )
    one = namima.prospects(hands, variant="sazanami", turns=4, exchanges=0)
    two = namima.prospects(hands, variant="sazanami", turns=4, exchanges=0, threads=2)
    for a, b in zip(one, two, strict=True):
        np.testing.assert_array_equal(a, b)
    single = namima.prospects(HAND, variant="sazanami", turns=4, exchanges=0)
    for row in single.rows:
        if "." not in row.move:
            kind = int(np.flatnonzero(namima.parse_hand(row.move, variant="sazanami"))[0])
            assert one.win[0, kind].tolist() == list(row.win)
            assert one.points[2, kind].tolist() == list(row.points)
    assert one.complete.all()


def test_too_many_hands_are_named() -> None:
    full = namima.prospects(HAND, variant="sazanami", exchanges=1, hands=10**6)
    fewer = namima.prospects(HAND, variant="sazanami", exchanges=1, hands=1000)
    cut = namima.prospects(HAND, variant="sazanami", hands=10)
    assert (full.exchanges, full.complete) == (1, True)
    assert (fewer.exchanges, fewer.complete) == (0, True)
    assert (cut.exchanges, cut.complete) == (0, False)
    texts = [answer.describe().split(", ")[-1] for answer in (full, fewer, cut)]
    assert texts == ["one exchange", "no exchange", "so too low"]
    assert full.rows[0].win[-1] >= fewer.rows[0].win[-1] > cut.rows[0].win[-1]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"turns": 0}, "turns is 0; allowed: 1 to 20"),
        ({"calls": 2}, "calls is 2; allowed: 0 to 1"),
        ({"rivals": "none"}, "rivals is 'none'; allowed: 'usual'"),
        ({"rivals": [0.1]}, "rivals has 1 numbers; allowed: 6, one for each turn"),
        ({"goal": "income"}, "goal is 'income'; allowed: 'win', 'points'"),
        ({"exchanges": 4}, "exchanges is 4; allowed: 0 to 3"),
        ({"hand": ""}, "hand must have 1 to 20 cards"),
        ({"visible": "R3333", "claim": "R3"}, "R3"),
        ({"claim": "B1", "drawn": True}, "claim and drawn: a hand that may claim a card waits"),
        ({"variant": uneri.load_game("namima", backend="reference")}, "variant is a game of the reference"),
    ],
)  # fmt: skip
def test_other_arguments_are_refused(given: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        namima.prospects(**({"hand": HAND} | given))


@pytest.mark.slow
def test_an_interrupt_ends_it_soon() -> None:
    hands = np.array([namima.parse_hand("B1234 R36 Y628 K1247")] * 400, np.uint8)
    for given in (hands, hands[0]):
        timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
        timer.start()
        started = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            namima.prospects(given, exchanges=3, slack=5, hands=10**7, progress=False)
        assert time.monotonic() - started < 5


def test_calls_at_equal_deficiency_are_listed_by_both_backends() -> None:
    reference = uneri.load_game("namima", backend="reference")
    for hand, exposed, visible in (("B12 R46 Y7", [], "B3"), ("B13 R4 Y78", ["K123"], ""), ("B12 R44", [], "")):
        for growth in (None, 0, 1):
            answers = [
                namima.call_acceptance(hand, exposed, growth, visible, level=True, variant=variant)
                for variant in ("shikinami", reference)
            ]
            assert answers[0] == answers[1]
            nearer = namima.call_acceptance(hand, exposed, growth, visible)
            listed = {call.kind: call for call in answers[0]}
            assert all(set(call.melds) <= set(listed[call.kind].melds) for call in nearer)
        tables = [namima.call_table(hand, "R4", exposed, visible=visible, variant=v) for v in ("shikinami", reference)]
        assert tables[0] == tables[1]
    calls = namima.call_acceptance("B12 R46 Y7", level=True)
    assert json.dumps(calls).count("R4.R4") == 1
