"""The hand calculator of Namima: it says what the analysis functions say, on the worked examples and on random hands."""

from __future__ import annotations

import dataclasses
import json
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import namima
from uneri.namima.options import random_rule_set
from uneri.testing import SplitMix64, stream

SMALL: dict[str, Any] = {
    "colours": ["B", "R", "Y"],
    "ranks": [8, 9, 10, 11],
    "copies": {"B": 3, "R": 3, "Y": 3},
    "melds": {"SAME": [2, 3], "RUN": [3]},
    "points": {"SAME2": [0, 1], "SAME3": [4, 6], "RUN3": [1, 2]},
    "combos": {"TWIN": 3},
    "penalty": {"B": 1, "R": 1, "Y": 2},
    "deal": {"threshold": 0, "at_least": 5, "below": 5},
    "switches": {"won_by_layoff": True, "won_meld_open": True, "won_first": False},
}


def random_hand(rng: SplitMix64, game: Any, size: int) -> str:
    """Cards from the deck."""
    kinds = [game.action_to_string(-1, kind) for kind in range(game.max_chance_outcomes)]
    deck = [
        kind
        for kind, count in zip(kinds, game.new_initial_state().to_dict()["wall"], strict=True)
        for _ in range(count)
    ]
    return " ".join(deck.pop(rng.below(len(deck))) for _ in range(size))


# The worked examples (12.3, 12.6 of the rules text)


def test_waiting_hands() -> None:
    found = namima.analyse("B1234 R222 Y678 K11", variant="sazanami")  # 47
    assert (found.drawn, found.complete, found.deficiency, found.size, found.hand_size) == (False, False, 1, 12, 12)
    assert found.waits == (("B1", 3, True), ("B4", 3, True), ("R2", 1, True), ("K1", 2, True))
    assert found.acceptance == (("B1", 3), ("B4", 3), ("R2", 1), ("K1", 2))
    assert (found.calls, found.discards, found.self_calls, found.best) == ((), (), (), None)
    found = namima.analyse("B1234 R222 Y678 K11", variant="sazanami", visible="R2 B11")
    assert found.acceptance == (("B1", 1), ("B4", 3), ("K1", 2))
    found = namima.analyse("B1111 R1111 Y1111", variant="sazanami")  # 48
    assert (found.deficiency, found.waits, found.complete, found.arrangements) == (2, (), False, ())
    found = namima.analyse("B12 R33 Y66 K8", variant="sazanami", drawn=False)  # 58
    assert found.deficiency == 2
    assert sum(card.copies for card in found.acceptance) == 21
    assert found.calls == (("B3", 4, ("B1.B2.B3",)), ("K8", 3, ("K8.K8",)))


def test_waits_that_only_a_draw_fills() -> None:
    found = namima.analyse("B66", ["R123"], variant="sazanami", drawn=False)  # 12
    assert found.waits == (("B6", 2, True), ("R4", 4, False))
    assert found.hand_size == 12 + 1 - 3
    assert "R4       4  drawn only" in str(found)


def test_hopeless_hands() -> None:
    found = namima.analyse("B6", ["B1.R2.Y3"], variant="ayanami")  # 50
    assert (found.drawn, found.deficiency, found.acceptance) == (False, namima.INF, ())
    assert "hopeless" in str(found)


def test_discards() -> None:
    found = namima.analyse("B123 R33 Y67 K8", variant="sazanami")  # 59
    rows = [(move.text, move.deficiency, move.copies) for move in found.discards]
    assert rows[0] == ("K8", 1, 4)
    assert sorted(rows[1:]) == sorted(
        [("B1", 2, 11), ("B2", 2, 7), ("B3", 2, 7), ("R3", 2, 9), ("Y6", 2, 27), ("Y7", 2, 27)]
    )
    assert rows == sorted(rows, key=lambda row: (row[1], -row[2]))
    assert found.discards[0].cards == (("Y8", 4),)
    assert found.self_calls == ()  # they leave 2
    assert (found.deficiency, found.drawn, found.complete) == (1, True, False)


@pytest.mark.parametrize(
    ("hand", "exposed", "more", "points", "claimed_meld"),
    [
        ("B111222333 R66 K88", "", {}, 17, None),
        ("B66 R4", "R123", {}, 4, None),
        ("B777 R123 Y678 K1234", "", {}, 21, None),
        ("B777 R123 Y678 K1234", "", {"claimed": "B7"}, 19, "B7.B7.B7"),
        ("B67778 R66 Y666", "", {"claimed": "B7"}, 8, "B7.B7"),
        ("B777 Y678 K1234", "Y123", {"dora": "Y", "drawn": True}, 26, None),
    ],
)
def test_complete_hands(hand: str, exposed: str, more: dict[str, Any], points: int, claimed_meld: str | None) -> None:
    found = namima.analyse(hand, exposed, variant="sazanami", **more)
    assert (found.complete, found.deficiency) == (True, 0)
    assert found.best is not None
    assert (found.best.points, found.best.claimed_meld) == (points, claimed_meld)
    assert (found.best.melds, found.best.exposed) in found.arrangements
    assert f"complete: {points} points" in str(found)


def test_a_claimed_card_that_does_not_win() -> None:
    found = namima.analyse("B66 R4", ["R123"], variant="sazanami", claimed="R4")
    assert (found.complete, found.best, found.arrangements, found.discards) == (False, None, (), ())
    assert (found.deficiency, found.waits) == (1, (("B6", 2, True), ("R4", 4, False)))
    assert "not complete; without it ready" in str(found)
    lenient = namima.rule_set("sazanami") | {
        "switches": {"won_by_layoff": True, "won_meld_open": True, "won_first": False}
    }
    found = namima.analyse("B66 R4", ["R123"], lenient, claimed="R4")
    assert found.complete
    assert len(found.arrangements) == 1


@pytest.mark.parametrize("hand", ["B12", "B124 R44", "B123 R44 Y678 K12"])
@pytest.mark.parametrize("variant", ["sazanami", "shikinami"])
def test_a_claimed_card_does_not_count_among_what_waits(hand: str, variant: str) -> None:
    """A hand with any claimed card that does not win waits as it did before, for the same points."""
    before = namima.analyse(hand, variant=variant, drawn=False, dora="B")
    counts = namima.parse_hand(hand, variant=variant)
    for kind in range(len(counts)):
        more = counts.copy()
        more[kind] += 1
        after = namima.analyse(more, variant=variant, claimed=kind, dora="B")
        if not after.complete:
            assert after.deficiency == before.deficiency
            assert set(after.wait_worths) <= set(before.wait_worths)  # the claimed card may have been a kind's last
            str(after)


def test_growth_and_penalty() -> None:
    hand = "B6 R7 Y8 R6 Y7 W8 Y6 W7 K8 W6 K7 B8"  # 49
    free, closed = (namima.analyse(hand, variant="ayanami", growth=growth, drawn=False) for growth in (None, 0))
    assert (free.deficiency, closed.deficiency, closed.calls) == (3, 4, ())
    found = namima.analyse(f"{hand} B1", variant="ayanami", growth=0)
    assert found.self_calls == ()
    assert "no more calls" in str(found)
    assert "at most 1 more call" in str(namima.analyse("B12 R33", variant="sazanami", growth=1))
    found = namima.analyse("W2 R13 W4 B6", variant="aranami", dora="W")
    assert found.penalty == 3 + 1 + 1 + 3 + 1
    assert found.min_penalty == namima.min_penalty("W2 R13 W4 B6", dora="W", variant="aranami")


# On random hands it agrees with the functions


@pytest.mark.parametrize("variant", ["sazanami", "shiranami", "shikinami", "aranami", "ayanami", "juuayanami"])
def test_it_says_what_the_functions_say(variant: str) -> None:
    rng, game = stream(5, len(variant)), uneri.load_game("namima", variant=variant)
    for size in (2, 5, 8, 11, 14, 15, 16):
        hand = random_hand(rng, game, size)
        compare(namima.analyse(hand, variant=variant), variant)
        compare(namima.analyse(hand, variant=variant, growth=0, drawn=False), variant)


@pytest.mark.parametrize("backend", ["core", "reference"])
@pytest.mark.parametrize("index", range(6))
def test_rule_sets_of_ones_own(index: int, backend: str) -> None:
    rng = stream(6, index)
    rules = SMALL if index == 0 else random_rule_set(rng, 2)
    game = uneri.load_game("namima", variant=rules, players=2, backend=backend)
    for size in (2, 3, 4):
        hand = random_hand(rng, game, size)
        found = namima.analyse(hand, variant=game)
        compare(found, game)
        assert found == namima.analyse(hand, variant=rules, players=2)
        assert found.players == 2


def compare(found: Any, variant: Any) -> None:
    hand, more = found.hand, {"variant": variant}
    growing = {"growth": found.growth, **more}
    assert found.penalty == namima.penalty(hand, **more)
    assert found.min_penalty == namima.min_penalty(hand, **more)
    if found.drawn:
        assert found.complete == namima.is_complete(hand, **more)
        assert found.deficiency == namima.deficiency_drawn(hand, **growing)
        assert sorted((move.text, move.deficiency, move.copies) for move in found.discards) == sorted(
            namima.discard_table(hand, **growing)
        )
        for move in (*found.discards, *found.self_calls):
            assert move.copies == sum(card.copies for card in move.cards)
        assert {move.text: move.deficiency for move in found.self_calls} == self_calls(found, variant)
    else:
        assert found.deficiency == namima.deficiency(hand, **growing)
        assert list(found.acceptance) == namima.acceptance(hand, **growing)
        drawn, claimed = namima.waits(hand, **more)
        if found.deficiency == 1:
            assert [wait.kind for wait in found.waits] == drawn
            assert [wait.kind for wait in found.waits if wait.claimed] == claimed
        else:
            assert list(found.calls) == namima.call_acceptance(hand, **growing)
    shown(found)


def self_calls(found: Any, variant: Any) -> dict[str, int]:
    """The melds to expose that leave no more than the best discard, one by one."""
    if found.growth == 0:
        return {}
    hand, least = namima.parse_hand(found.hand, variant=variant), min(move.deficiency for move in found.discards)
    leave = {}
    for meld in namima.legal_melds(hand, variant=variant):
        rest = hand - namima.parse_hand(meld, variant=variant)
        left = namima.deficiency(rest, [*found.exposed, meld], None, found.visible, variant=variant)
        if left <= least:
            leave[meld] = left
    return leave


def test_self_calls_that_lose_nothing() -> None:
    found = namima.analyse("B1 R2 Y3 W4 B6 R7 K6 B3", variant="ayanami")  # 60
    assert [(move.text, move.deficiency) for move in found.self_calls] == [
        ("B1.R2.Y3", 3),
        ("R2.Y3.W4", 3),
        ("B1.R2.Y3.W4", 3),
    ]
    assert "or expose" in str(found)
    hand = "B6 R7 Y8 R6 Y7 W8 Y6 W7 K8 W6 K7 B8 B1"
    free = namima.analyse(hand, variant="ayanami", growth=2)
    assert {move.text for move in free.self_calls} >= {"B6.R7.Y8"}
    assert namima.analyse(hand, variant="ayanami", growth=0).self_calls == ()


class Cells(HTMLParser):
    """The tags of a page, which must nest, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(found: Any) -> None:
    """Text, page and plain data have all of it."""
    data = json.loads(json.dumps(found.to_dict()))
    assert set(data) == {field.name for field in dataclasses.fields(found)}
    assert data["hand"] == found.hand
    assert len(data["discards"]) == len(found.discards)
    text, page = str(found), Cells(found._repr_html_()).text
    for line in (found.hand, *(move.text for move in found.discards), *(wait.kind for wait in found.waits)):
        assert line in text
        assert line in page
    assert all(line == line.rstrip() for line in text.splitlines())


def test_a_page_escapes_names() -> None:
    rules = {**SMALL, "name": "<b>&"}
    found = namima.analyse("B8 B9 B10", variant=rules, players=2)
    assert found.variant == "<b>&"
    assert "<b>&amp;" not in found._repr_html_().replace("&lt;b&gt;&amp;", "")
    assert "<b>&" in Cells(found._repr_html_()).text
    assert found.hand == "B8 B9 B10"
    assert found.complete


# Arguments


def test_counts_and_ids() -> None:
    hand = namima.parse_hand("B66 R4", variant="sazanami")
    found = namima.analyse(hand, "R1.R2.R3", variant="sazanami", visible=np.zeros(28, np.uint8))
    assert found == namima.analyse("b6,b6 r4", ["r123"], variant="sazanami", visible=" ")
    assert found == namima.analyse("B66 R4", ["R123"], variant=uneri.load_game("namima", variant="sazanami"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hand": ""}, "hand must have 1 to 20 cards, not 0"),
        ({"hand": "B5"}, "no card 'B5'"),
        ({"hand": "B11111"}, "B1"),
        ({"hand": "B" + "1234678" * 3}, "hand must have at most 20 cards, not 21|more than 4 times"),
        ({"hand": "B1", "drawn": True}, "hand must have 2 to 20 cards"),
        ({"hand": "B11", "visible": "B111"}, "B1; allowed: 0 to 4"),
        ({"hand": "B11", "exposed": ["B111"]}, "B1; allowed: 0 to 4"),
        ({"hand": "B1", "exposed": ["R124"]}, "R124"),
        (
            {
                "hand": "B1",
                "exposed": ["R11", "R22", "R33", "R44", "R66", "R77", "R88", "Y11", "Y22", "Y33", "Y44", "Y66"],
            },
            "must have at most 11 melds",
        ),
        ({"hand": "B12", "claimed": "B3"}, "claimed must be a card of the hand, not B3"),
        ({"hand": "B12", "claimed": "G3"}, "claimed"),
        ({"hand": "B12", "dora": "G"}, "dora is 'G'"),
        ({"hand": "B12", "growth": -1}, "growth is -1"),
        ({"hand": "B12", "players": 6}, "players is 6"),
        ({"hand": "B12", "variant": "no such"}, "no such"),
        ({"hand": np.zeros((2, 28), np.uint8)}, "hand must have shape|hand must be"),
    ],
    ids=range(16),
)
def test_bad_arguments_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        namima.analyse(**{"variant": "sazanami", **arguments})
    with pytest.raises(TypeError):
        namima.analyse(7)  # type: ignore[arg-type]


def test_prospects_and_answers_to_a_discard_are_tables() -> None:
    found = namima.analyse("B123 R46 Y7 K333", ["R123"], claimed="B3", turns=20)
    assert [choice.move for choice in found.call_choices] == ["pass", "B1.B2.B3"]
    assert found.prospects is not None
    assert {row.move for row in found.prospects.rows} == {"pass", "B1.B2.B3"}
    lines = str(found).splitlines()
    assert any(line.startswith("won by turn: 20 turns, calls 85%") for line in lines)
    assert max(map(len, lines)) <= 80
    data = found.to_dict()
    assert data["prospects"]["rows"][0]["win"] == list(found.prospects.rows[0].win)
    assert data["call_choices"][0]["move"] == "pass"
    assert namima.analyse("B123 R46 Y7 K333", ["R123"]).prospects is None
