"""The worked examples E01 to E44 of the rules of Tidal Blades: Banner Festival by number, on both backends.

Unless an example says otherwise: four seats, the board empty, boats on space 1, no character card face up. Quadrants by
gate: 1 and 2 orange, 3 and 4 yellow, 5 and 6 teal, 7 and 8 purple.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import tidal
from uneri.reference import tidal as reference

EVEN, ODD, SUIT, FAR = range(4)  # the docks of every quadrant, from the ring
TOWER, NOWHERE = tidal.TOWER, tidal.NOWHERE
EVEN_FILLED = {"yellow": {EVEN: {3: 1}}}


@pytest.fixture
def load(backend: str) -> Any:
    def load_game(players: int = 4, **options: Any) -> Any:
        return uneri.load_game("tidal", backend=backend, players=players, **options)

    return load_game


class Played:
    """A bout: the report on it, and the plain data before and after, which must agree with the report."""

    def __init__(self, game: Any, cards: str, **fields: Any) -> None:
        ids = tidal.parse_cards(cards)
        self.state = tidal.position(game, hands=[[card] for card in ids], **fields)
        self.before = self.state.to_dict()
        self.report = tidal.resolve_bout(self.state, cards)
        self.seats = self.report["seats"]
        for card in ids:
            self.state.apply_action(card)
        self.after = self.state.to_dict()
        self._check_report(ids)

    def _check_report(self, cards: list[int]) -> None:
        before, after, seats = self.before, self.after, self.seats
        assert after["boat"] == [s["space"] for s in seats]
        assert after["lead"] == self.report["lead"] == self.report["ranking"][-1]
        assert [s["role"] for s in seats].count("highest") == 1
        assert [s["role"] for s in seats].count("lowest") == 1
        assert after["faceup"] == [up + s["turned"] for up, s in zip(before["faceup"], seats, strict=True)]
        assert after["pool"] == self.report["pool"]
        if after["round"] == before["round"]:
            assert after["played"][-1] == cards
            assert after["supply"] == [left - s["banners"] for left, s in zip(before["supply"], seats, strict=True)]
        paid = self.report["feast_points"]
        assert after["profit_feast"] == [old + new for old, new in zip(before["profit_feast"], paid, strict=True)]
        if not self.report["feast"]:
            assert after["fruit"] == [old + s["fruit"] for old, s in zip(before["fruit"], seats, strict=True)]

    def put(self, seat: int) -> tuple[int, int, int]:
        """Place, banners, fruit."""
        s = self.seats[seat]
        return s["place"], s["banners"], s["fruit"]

    def sailed(self, seat: int) -> tuple[int, int, int, int]:
        """Steps, where it ended, crossings, cards turned."""
        s = self.seats[seat]
        return s["steps"], s["space"], s["crossings"], s["turned"]

    def roles(self) -> list[str]:
        return [s["role"] for s in self.seats]

    def dock(self, colour: str, dock: int) -> list[int]:
        """Banners by owner, the neutral one last."""
        owners: list[int] = self.after["dock"][tidal.quadrant(colour)][dock]
        return owners


# --- ranking (6.1) -----------------------------------------------------------------------------------------------------


def ranked(game: Any, q: str, cards: str) -> str:
    ids = tidal.parse_cards(cards)
    return tidal.format_cards([ids[seat] for seat in tidal.rank_bout(game, q, cards)])


def test_e01(load: Any) -> None:
    game = load()
    assert ranked(game, "yellow", "P9 Y3 O2 O5") == "Y3 P9 O5 O2"
    assert [tidal.strength(game, "yellow", card) for card in ("Y3", "P9", "O5", "O2")] == [33, 19, 5, 2]


@pytest.mark.parametrize(
    ("q", "order"),
    [("orange", "O8 Y9 T1 P5"), ("yellow", "Y9 T1 P5 O8"), ("teal", "T1 P5 O8 Y9"), ("purple", "P5 O8 Y9 T1")],
)
def test_e02(load: Any, q: str, order: str) -> None:
    assert ranked(load(), q, "O8 Y9 T1 P5") == order


@pytest.mark.parametrize("q", tidal.SUITS)
def test_e03(load: Any, q: str) -> None:
    assert ranked(load(), q, "T5 T1 T8 T2") == "T8 T5 T2 T1"


# --- whole bouts: middle seats put down banners (6.5) ------------------------------------------------------------------


def test_e04(load: Any) -> None:
    bout = Played(load(), "Y9 P4 T6 Y7", gate=8, docks={"purple": {ODD: {3: 1}}})
    assert bout.roles() == ["middle", "highest", "lowest", "middle"]
    assert bout.put(0) == bout.put(3) == (FAR, 1, 2)
    assert bout.dock("purple", FAR) == [1, 0, 0, 1, 0, 0]
    assert bout.sailed(1)[:2] == (7, 8)
    assert bout.sailed(2)[:2] == (2, 3)
    assert bout.after["fruit"] == [2, 0, 0, 2]


def test_e05(load: Any) -> None:
    game = load(5)
    bout = Played(game, "P9 Y7 Y4 O6 T5", gate=7, docks={"purple": {EVEN: {4: 1}, ODD: {4: 1}}})
    assert bout.roles() == ["highest", "middle", "middle", "middle", "lowest"]
    assert bout.put(3) == (SUIT, 2, 0)
    assert bout.put(1) == bout.put(2) == (FAR, 1, 2)
    assert bout.put(4) == (TOWER, 1, 0)
    assert bout.after["tower"] == [[0] * 5, [0, 0, 0, 0, 1]]
    assert [tidal.dock_for(bout.state, "purple", card) for card in ("Y3", "O3")] == [TOWER, TOWER]


def test_e06(load: Any) -> None:
    bout = Played(load(), "T9 P4 O3 Y5", gate=5)
    assert bout.put(1) == (EVEN, 1, 1)
    assert bout.put(2) == (ODD, 1, 1)


def test_e07(load: Any) -> None:
    bout = Played(load(), "Y1 T4 T2 O6", gate=3, docks=EVEN_FILLED)
    assert bout.put(1) == bout.put(2) == (SUIT, 2, 0)
    assert bout.dock("yellow", SUIT) == [0, 2, 2, 0, 0, 0]
    assert bout.after["supply"][1:3] == [12, 12]


def test_e08(load: Any) -> None:
    bout = Played(load(), "Y8 Y4 P5 O6", gate=4, docks=EVEN_FILLED)
    assert bout.put(1) == (TOWER, 1, 0)
    assert bout.after["tower"][0] == [0, 1, 0, 0, 0]
    assert bout.put(2) == (ODD, 1, 1)


def test_e09(load: Any) -> None:
    bout = Played(load(5), "Y9 T7 P3 P2 O8", gate=4)
    assert bout.put(1) == bout.put(2) == (ODD, 1, 1)
    assert bout.dock("yellow", ODD) == [0, 1, 1, 0, 0, 0]
    assert bout.put(3) == (EVEN, 1, 1)
    assert bout.roles()[4] == "lowest"
    assert bout.put(4) == (TOWER, 2, 0)
    assert bout.after["tower"][0] == [0, 0, 0, 0, 2]


# --- the highest races to the gate (6.3, 6.4) --------------------------------------------------------------------------


def race(game: Any, boat: int, gate: int, faceup: int = 0) -> Played:
    """A bout in which seat 0 is the highest."""
    own = "OYTP"[(gate - 1) // 2]
    others = " ".join(f"{suit}5" for suit in "OYTP" if suit != own)
    bout = Played(game, f"{own}9 {others}", gate=gate, boat=[boat, 1, 1, 1], faceup=[faceup, 0, 0, 0])
    assert bout.roles()[0] == "highest"
    return bout


def test_e10(load: Any) -> None:
    assert race(load(), 1, 4).sailed(0) == (3, 4, 0, 0)


def test_e11(load: Any) -> None:
    bout = race(load(), 6, 6)
    assert bout.sailed(0) == (8, 6, 1, 1)
    assert tidal.breakdown(bout.state)["character"] == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("boat", "gate", "crossings"), [(7, 2, 1), (5, 8, 0), (8, 1, 1), (8, 8, 1), (1, 1, 1), (1, 8, 0)]
)
def test_e12(load: Any, boat: int, gate: int, crossings: int) -> None:
    bout = race(load(), boat, gate)
    assert bout.sailed(0)[1:] == (gate, crossings, crossings)


def test_e13(load: Any) -> None:
    game = load()
    bout = race(game, 1, 5)
    assert (bout.seats[0]["fruit"], bout.after["faceup"][0]) == (0, 0)
    bout = race(game, 2, 5, faceup=1)
    assert (bout.seats[0]["fruit"], bout.after["faceup"][0]) == (1, 1)


def test_e14(load: Any) -> None:
    game = load()
    bout = race(game, 7, 2, faceup=2)
    assert (bout.seats[0]["fruit"], bout.after["faceup"][0]) == (1, 3)
    bout = race(game, 7, 2, faceup=1)
    assert (bout.seats[0]["fruit"], bout.after["faceup"][0]) == (0, 2)


def test_e15(load: Any) -> None:
    bout = race(load(), 6, 3, faceup=7)
    assert (bout.seats[0]["fruit"], bout.after["faceup"][0]) == (4, 7)
    assert tidal.breakdown(bout.state)["character"][0] == 28
    sail = tidal.sail_preview(tidal.position(load(), boat=[6, 1, 1, 1], faceup=[7, 0, 0, 0]), 0, 5)
    assert sail == {"steps": 5, "space": 3, "crossings": 1, "stunt": True, "turned": 0, "fruit": 4}


def test_e16(load: Any) -> None:
    bout = Played(load(5), "P9 T0 P1 O2 Y3", gate=8, boat=[3, 8, 1, 1, 1])
    assert bout.sailed(0)[:2] == (5, 8)
    assert bout.roles()[1] == "lowest"
    assert bout.sailed(1) == (8, 8, 1, 1)
    assert [bout.seats[seat]["place"] for seat in (3, 2, 4)] == [EVEN, ODD, ODD]


# --- abilities of the lowest (6.6) -------------------------------------------------------------------------------------


def test_e17(load: Any) -> None:
    bout = Played(load(), "O3 O1 T2 P1", gate=1, boat=[1, 1, 1, 8])
    assert bout.roles()[3] == "lowest"
    assert bout.sailed(3) == (2, 2, 1, 1)
    assert bout.seats[3]["fruit"] == 1


def test_e18(load: Any) -> None:
    bout = Played(load(), "Y9 T7 P8 O2", gate=4, docks=EVEN_FILLED)
    assert bout.put(1) == (ODD, 1, 1)
    assert bout.put(2) == (FAR, 1, 2)
    assert bout.put(3) == (ODD, 1, 1)
    assert bout.roles()[3] == "lowest"
    assert bout.dock("yellow", ODD) == [0, 1, 0, 1, 0, 0]


def test_e19(load: Any) -> None:
    full = {"yellow": {dock: {0: 1} for dock in range(4)}}
    bout = Played(load(), "Y9 T7 P8 O2", gate=4, docks=full)
    assert [bout.put(seat) for seat in (1, 2, 3)] == [(TOWER, 1, 0)] * 3
    assert bout.after["tower"][0] == [0, 1, 1, 1, 0]


def lowest(game: Any, card: str, boat: int = 1, faceup: int = 0, **fields: Any) -> Played:
    """A bout in yellow in which seat 3 plays `card` as the lowest; the preview says what it does."""
    bout = Played(game, f"Y9 T9 P8 {card}", gate=4, boat=[1, 1, 1, boat], faceup=[0, 0, 0, faceup], **fields)
    assert bout.roles()[3] == "lowest"
    before = game.state_from_dict(bout.before)
    seat = bout.seats[3]
    expected = {key: seat[key] for key in ("fruit", "steps", "banners", "place")}
    assert tidal.ability_preview(before, 3, card) == expected
    if seat["steps"]:
        sail = tidal.sail_preview(before, 3, seat["steps"])
        assert (sail["space"], sail["crossings"], sail["turned"]) == bout.sailed(3)[1:]
    return bout


def towers(zero: int, one: int = 0) -> list[list[int]]:
    """Banners of seat 3."""
    return [[0, 0, 0, zero], [0, 0, 0, one]]


def test_e20(load: Any) -> None:
    game = load()
    assert lowest(game, "O3").sailed(3)[0] == 1
    docks = {"orange": {0: {3: 1}}, "yellow": {0: {3: 1}}}
    assert lowest(game, "O3", docks=docks, towers=towers(2, 5)).sailed(3)[0] == 4


@pytest.mark.parametrize(("docks", "tower", "fruit"), [(0, 0, 1), (1, 1, 2), (3, 1, 4), (5, 1, 4)])
def test_e21(load: Any, docks: int, tower: int, fruit: int) -> None:
    banners = {"yellow": {EVEN: {3: docks}}, "orange": {ODD: {3: 2}}}
    assert lowest(load(), "O4", docks=banners, towers=towers(tower)).seats[3]["fruit"] == fruit


def test_e22(load: Any) -> None:
    bout = Played(load(), "P9 P8 P7 T5", gate=7)
    assert bout.roles()[3] == "lowest"
    assert bout.put(3) == (TOWER, 1, 0)
    assert bout.after["tower"] == [[0] * 5, [0, 0, 0, 1, 0]]


def test_e23(load: Any) -> None:
    game = load()
    assert lowest(game, "O6", boat=7).sailed(3) == (2, 1, 1, 1)
    assert lowest(game, "O6", boat=6, towers=towers(5)).sailed(3)[:3] == (10, 8, 1)


def test_e24(load: Any) -> None:
    bout = lowest(load(), "O6", boat=8, faceup=6, towers=towers(9))
    assert bout.sailed(3) == (18, 2, 3, 1)
    assert bout.seats[3]["fruit"] == 6
    assert tidal.breakdown(bout.state)["character"][3] == 28


@pytest.mark.parametrize(("count", "fruit"), [(0, 1), (3, 3), (9, 6)])
def test_e25(load: Any, count: int, fruit: int) -> None:
    bout = lowest(load(), "O7", docks={"orange": {EVEN: {3: count // 3}}}, towers=towers(count - count // 3))
    assert bout.seats[3]["fruit"] == fruit


@pytest.mark.parametrize(("supply", "banners"), [(14, 2), (1, 1), (0, 0)])
def test_e26(load: Any, supply: int, banners: int) -> None:
    bout = lowest(load(), "O8", towers=towers(0, 14 - supply))
    assert bout.put(3) == (TOWER if banners else NOWHERE, banners, 0)
    assert bout.after["tower"][0][3] == banners


def test_e27(load: Any) -> None:
    game = load()
    bout = Played(game, "Y9 T9 P8 O9", gate=4)
    assert bout.after["keeper"] == [3, -1, -1, -1]
    assert bout.state.returns() == [0, 0, 0, 5]
    assert bout.put(3) == (NOWHERE, 0, 0)
    last = Played(game, "Y9 T9 P8 O9", gate=4, bout=8, lead=1)
    assert last.after["phase"] == "DEAL"
    deck = last.state.legal_actions()
    assert deck == [card for card in range(40) if card % 10 and card != tidal.card("O9")]
    assert len(deck) == 35
    assert {tidal.card("T9"), tidal.card("Y9")} <= set(deck)


# --- feasts and majorities (8.1, 8.2) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fruit", "points"), [([4, 4, 3], [4, 4, 2]), ([5, 1, 0, 5, 2], [5, 1, 0, 5, 1]), ([0, 0], [0, 0])]
)
def test_e28(fruit: list[int], points: list[int]) -> None:
    assert tidal.feast_points(fruit) == points
    assert tidal.feast_points(np.array([fruit])).tolist() == [points]
    assert reference.feast_points(fruit) == points


def test_e29(load: Any) -> None:
    game = load()
    bout = Played(game, "Y9 T7 P8 O1", gate=4, fruit=[4, 3, 0, 1])
    assert bout.before["pool"] == 3
    assert [s["fruit"] for s in bout.seats] == [0, 1, 1, 1]
    assert bout.report["feast"]
    assert bout.after["profit_feast"] == [4, 4, 1, 1]
    assert (bout.after["fruit"], bout.after["pool"]) == ([0, 0, 0, 0], 11)
    bout = Played(game, "Y9 T7 P8 O7", gate=4, fruit=[4, 3, 0, 3], towers=[[0, 0, 0, 6], [0] * 4])
    assert bout.before["pool"] == 1
    assert [s["fruit"] for s in bout.seats] == [0, 1, 1, 6]
    assert bout.after["profit_feast"] == [2, 2, 1, 9]
    assert (bout.after["fruit"], bout.after["pool"]) == ([0, 0, 0, 0], 11)


def test_e30(load: Any) -> None:
    bout = Played(load(), "Y9 T7 P8 O1", gate=4, fruit=[3, 3, 0, 1])
    assert (bout.before["pool"], bout.after["pool"]) == (4, 1)
    assert not bout.report["feast"]
    assert bout.after["fruit"] == [3, 4, 1, 2]
    assert bout.after["profit_feast"] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ([4, 4, 3, 0], [6, 6, 1, 0]),
        ([5, 3, 3, 1], [6, 3, 3, 0]),
        ([2, 2, 2, 1, 0], [6, 6, 6, 0, 0]),
        ([3, 0], [6, 0]),
        ([0, 0, 0], [0, 0, 0]),
        ([7, 5, 2, 2, 2], [6, 3, 1, 1, 1]),
    ],
)
def test_e31(load: Any, counts: list[int], points: list[int]) -> None:
    assert tidal.majority_points(load(), counts) == points
    assert tidal.majority_points(load(), np.array([counts, counts])).tolist() == [points, points]


# --- two and three seats, rounds, whole games (3, 5, 8) ----------------------------------------------------------------


def test_e32(load: Any) -> None:
    game = load(3)
    start = game.new_initial_state().to_dict()
    assert sum(owners[tidal.NEUTRAL] for docks in start["dock"] for owners in docks) == 8
    bout = Played(game, "Y9 Y4 O5", gate=4)
    assert bout.put(1) == bout.put(2) == (TOWER, 1, 0)
    assert bout.after["tower"][0] == [0, 1, 1, 0, 0]
    bout = Played(game, "Y9 T4 O2", gate=4)
    assert bout.put(1) == bout.put(2) == (SUIT, 2, 0)
    assert bout.dock("yellow", SUIT) == [0, 2, 2, 0, 0, 0]
    assert tidal.region_counts(bout.state)[0] == [0, 2, 2]


def test_e33(load: Any) -> None:
    bout = Played(load(2), "P2 P6", gate=4)
    assert bout.roles() == ["lowest", "highest"]
    assert bout.sailed(1)[:2] == (3, 4)
    assert bout.put(0) == (SUIT, 2, 0)


def rounds(game: Any, seed: int) -> list[dict[str, Any]]:
    """The states in which rounds of a random game begin, after the first one."""
    state, found = game.new_initial_state(seed), []
    generator = np.random.default_rng(seed)
    while not state.is_terminal():
        before = state.to_dict()["round"]
        state.apply_action(int(generator.choice(state.legal_actions())))
        if state.to_dict()["round"] > before:
            found.append(state.to_dict())
    return found


def test_a_0_is_even(load: Any) -> None:
    """R27"""
    bout = Played(load(5), "P9 O0 Y3 Y5 T1", gate=8)
    assert bout.put(1) == (EVEN, 1, 1)


def test_e34(load: Any) -> None:
    started = rounds(load(3), 5)
    assert [data["round"] for data in started] == [2, 3]
    for data in started:
        assert all(owners[:5] == [0] * 5 for docks in data["dock"] for owners in docks)
        assert sum(owners[tidal.NEUTRAL] for docks in data["dock"] for owners in docks) == 8
        banners = [data["supply"][s] + data["tower"][0][s] + data["tower"][1][s] for s in range(3)]
        assert banners == [14, 14, 14]
        assert [len(hand) for hand in data["hand"]] == [8, 8, 8]
        assert (data["phase"], data["actor"]) == ("GATE", data["lead"])


def test_e35(load: Any) -> None:
    state = tidal.position(load(), gate=7)
    options = tidal.gate_options(state)
    assert [option["move"] for option in options] == [1, 2, 3, 4]
    assert [option["space"] for option in options] == [8, 1, 2, 3]
    assert [tidal.SUITS[option["quadrant"]] for option in options] == ["purple", "orange", "orange", "yellow"]
    assert [option["region"] for option in options] == [1, 0, 0, 0]
    assert options[3]["order"] == [tidal.YELLOW, tidal.TEAL, tidal.PURPLE, tidal.ORANGE]
    assert [option["race"][0] for option in options] == [7, 8, 1, 2]
    for move, space in ((1, 8), (2, 1), (3, 2), (4, 3)):
        moved = tidal.position(load(), phase="GATE", bout=2, gate=7)
        moved.apply_action(moved.parse_action(f"G{move}"))
        assert moved.to_dict()["gate"] == space


@pytest.mark.parametrize(("players", "moves"), [(2, 23), (3, 23), (4, 23), (5, 20)])
def test_e36(load: Any, players: int, moves: int) -> None:
    state, before = load(players).new_initial_state(seed=5), []
    while not state.is_terminal():
        action = state.legal_actions()[-1]
        if action >= tidal.GATE:
            data = state.to_dict()
            before.append((data["round"], data["bout"]))
        state.apply_action(action)
    hand = 7 if players == 5 else 8
    assert before == [(r, b) for r in (1, 2, 3) for b in range(1, hand + 1)][1:]
    assert len(before) == moves


def test_e37(load: Any) -> None:
    bout = Played(load(), "Y9 T7 T8 O9", gate=4, docks=EVEN_FILLED, towers=[[0] * 4, [0, 14, 13, 0]])
    assert bout.before["supply"] == [14, 0, 1, 13]
    assert bout.put(2) == (SUIT, 1, 0)
    assert bout.put(1) == (NOWHERE, 0, 0)


@pytest.mark.parametrize(
    ("banners", "places"), [([3, 4, 3, 0], [3, 2, 4, 1]), ([4, 4, 3, 0], [2, 2, 4, 1]), ([4, 3, 3, 0], [2, 3, 4, 1])]
)
def test_e38(load: Any, banners: list[int], places: list[int]) -> None:
    """R18"""
    end = tidal.position(
        load(),
        phase="END",
        round=3,
        profit_majority=[18, 9, 20, 3],
        profit_feast=[7, 6, 4, 2],
        faceup=[4, 5, 3, 6],
        keeper={"orange": 1, "yellow": 3, "teal": 3},
        towers=[banners, [0] * 4],
    )
    assert tidal.breakdown(end) == {
        "majority": [18, 9, 20, 3],
        "feast": [7, 6, 4, 2],
        "character": [10, 15, 6, 21],
        "kept": [0, 5, 0, 10],
        "total": [35, 35, 30, 36],
        "tower": banners,
        "place": places,
    }


@pytest.mark.parametrize(
    ("q", "card", "k", "chances"),
    [
        ("yellow", "P5", 3, (Fraction(1, 20), Fraction(18, 20), Fraction(1, 20))),
        ("yellow", "Y8", 2, (Fraction(2, 3), Fraction(1, 3), Fraction(0))),
        ("purple", "T7", 1, (Fraction(0), Fraction(0), Fraction(1))),
    ],
)
def test_e39(load: Any, q: str, card: str, k: int, chances: tuple[Fraction, ...]) -> None:
    odds = tidal.role_odds(load(), q, card, "Y9 T9 T8 P2 O3 O1", k)
    assert list(odds) == ["highest", "middle", "lowest"]
    assert list(odds.values()) == [float(chance) for chance in chances]


def test_e40(load: Any) -> None:
    one, two = (load().new_initial_state(seed=3) for _ in range(2))
    one.apply_action(one.legal_actions()[0])
    two.apply_action(two.legal_actions()[1])
    assert one.observation_string(0) != two.observation_string(0)
    for seat in (1, 2, 3):
        assert one.observation_string(seat) == two.observation_string(seat)
        assert np.array_equal(one.observation_tensor(seat), two.observation_tensor(seat))
    assert len(tidal.unknown(one, 1)) == len(tidal.unknown(two, 1)) == 3 * 8 + 4


def test_e41(load: Any) -> None:
    state = load(rounds=1).new_initial_state()
    chance = decisions = gates = 0
    last: dict[str, Any] = {}
    while not state.is_terminal():
        last = state.to_dict()
        legal = state.legal_actions()
        chance += state.is_chance_node()
        decisions += not state.is_chance_node()
        gates += legal[0] >= tidal.GATE
        state.apply_action(legal[len(legal) // 2])
    data = state.to_dict()
    assert (chance, decisions, gates) == (32, 39, 7)
    assert (data["phase"], data["round"], data["bout"]) == ("END", 1, 8)
    assert (data["pool"], data["fruit"]) == (11, [0, 0, 0, 0])
    assert not any(count for docks in data["dock"] for owners in docks for count in owners)
    assert sum(last["profit_majority"]) == 0
    assert sum(data["profit_majority"]) > 0
    assert len(data["played"]) == 8
    assert data["hand"] == [[], [], [], []]


def test_e42(load: Any) -> None:
    state = load().new_initial_state()
    assert state.chance_weights() == [(card, 1) for card in range(40) if card % 10]
    assert len(state.legal_actions()) == 36
    for card in tidal.parse_cards("O1 O2 O3 O4 O5 O6 O7 O8"):
        assert state.to_dict()["hand_total"][1:] == [0, 0, 0]
        state.apply_action(card)
    assert len(state.legal_actions()) == 28
    state.apply_action(state.legal_actions()[0])
    assert state.to_dict()["hand_total"] == [8, 1, 0, 0]
    keeper = {"orange": 0, "yellow": 1, "teal": 1, "purple": 3}
    state = tidal.position(load(), phase="DEAL", round=3, keeper=keeper, lead=2)
    for left in range(32, 0, -1):
        assert len(state.legal_actions()) == left
        state.apply_action(state.legal_actions()[-1])
    assert (state.to_dict()["phase"], state.current_player()) == ("GATE", 2)


# --- payoffs and worlds (8.4, 9) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("utility", "returns"), [("score", [18, 10, 8, 0]), ("margin", [9, 1, -1, -9]), ("win", [0, 0, 0, 0])]
)
def test_e43(load: Any, utility: str, returns: list[float]) -> None:
    state = tidal.position(
        load(utility=utility),
        bout=2,
        phase="GATE",
        profit_majority=[6, 9, 0, 0],
        profit_feast=[4, 1, 7, 0],
        faceup=[2, 0, 1, 0],
        keeper={"orange": 0},
        fruit=[5, 0, 1, 3],
    )
    assert (state.to_dict()["round"], state.to_dict()["pool"]) == (1, 2)
    assert state.returns() == returns


def test_e43_at_the_end(load: Any) -> None:
    end = tidal.position(
        load(utility="win"), phase="END", round=3, profit_majority=[9, 9, 9, 3], towers=[[3, 3, 2, 0], [0] * 4]
    )
    assert tidal.breakdown(end)["total"] == [9, 9, 9, 3]
    assert end.returns() == [0.5, 0.5, 0, 0]


def test_e44(load: Any) -> None:
    state = tidal.position(load(2), hands=["O1 O2 O3 O4 O5 O6 O7 O8", "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8"])
    state.apply_action(tidal.card("O3"))
    unknown = tidal.unknown(state, 1)
    assert len(unknown) == 28
    assert tidal.card("O3") in unknown
    draws = 2800
    counts = dict.fromkeys(unknown, 0)
    for seed in range(draws):
        world = state.resample_from_infostate(1, seed).to_dict()
        assert len(world["hand"][0]) == 7
        assert len(set(unknown) - set(world["hand"][0]) - {world["pending"][0]}) == 20
        counts[world["pending"][0]] += 1
    # Chi-square with 27 degrees of freedom exceeds 78 with probability 10^-6; the seeds are fixed.
    assert sum((count - draws / 28) ** 2 for count in counts.values()) / (draws / 28) < 78
