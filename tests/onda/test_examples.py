"""The worked examples of the ONDA rules by number, on both backends.

Unless an example says otherwise: four seats, round 1, High, changeable, dial at RUN2, seat 0 to act. The other seats hold
three cards worth one dot each and two face-down cards; which ones they are does not matter to the examples.
"""

from __future__ import annotations

from typing import Any

import pytest

import uneri
import uneri.onda
from _play import act
from uneri.onda import KIND_NAMES, parse_hand
from uneri.onda import play as play_id

BACKENDS = ("core", "reference")


@pytest.fixture(params=BACKENDS)
def load(request: pytest.FixtureRequest) -> Any:
    def load_game(**options: Any) -> Any:
        return uneri.load_game("onda", backend=request.param, **options)

    return load_game


def deal_rest(n: int, mine: list[str], used: list[str]) -> tuple[list[str], list[str]]:
    """Hands of three and two face-down cards of one dot each for the seats that an example does not describe."""
    left = list(2 - sum(parse_hand(text).astype(int) for text in [*mine, *used]))
    cards = [kind for kind in range(30) for _ in range(left[kind]) if 4 <= kind % 15 <= 10]
    hands, downs = [], []
    for _ in range(n):
        hands.append(" ".join(KIND_NAMES[k] for k in sorted(cards[:3])))
        downs.append(" ".join(KIND_NAMES[k] for k in sorted(cards[3:5])))
        cards = cards[5:]
    return hands, downs


def at(
    game: Any,
    hand: str,
    down: str = "",
    others: dict[int, tuple[str, str]] | None = None,
    table: str | None = None,
    **more: Any,
) -> Any:
    """A position with seat 0's cards; `others` gives cards and face-down cards of further seats."""
    described = {0: (hand, down), **(others or {})}
    texts = [text for pair in described.values() for text in pair]
    on_table = natural_cards(table) if table else ""
    if table:
        more.setdefault("table_owner", 3)
    free = [seat for seat in range(game.num_players) if seat not in described]
    hands, downs = deal_rest(len(free), texts, [on_table])
    for seat, cards, hidden in zip(free, hands, downs, strict=True):
        described[seat] = (cards, hidden)
    seats = range(game.num_players)
    return uneri.onda.position(
        game, hands=[described[s][0] for s in seats], down=[described[s][1] for s in seats], table=table, **more
    )


def natural_cards(play: str) -> str:
    """The natural cards of a play's name."""
    shape, what, *rest = play.split()
    if shape == "SINGLE":
        return what
    if shape.startswith("RUN"):
        low, length = int(what[1:]), int(shape[3])
        return " ".join(f"{what[0]}{low + i}" for i in range(length))
    return " ".join(f"{suit}{what}" for suit in rest[0])


def ids(*names: str) -> list[int]:
    return sorted(play_id(name) for name in names)


def table_of(state: Any) -> tuple[str, int]:
    table = state.to_dict()["table"]
    return uneri.onda.play_name(table["play"]), table["owner"]


def test_example_01(load: Any) -> None:
    state = at(load(), "b1 b4 b5 b6 b7 b9 b10 b11", table="RUN3 g4", table_owner=3)
    assert state.legal_actions() == [0, 69, 70, 71, 74, 75, 98, 102]
    act(state, 102)
    data = state.to_dict()
    assert table_of(state) == ("RUN3 b9", 0)
    assert data["bomb_used"] is False
    assert state.current_player() == 1


def test_example_02(load: Any) -> None:
    state = at(load(), "b1 g1 g2 g2 b12", table="SET2 2 bb", table_owner=3, tide="low")
    assert state.legal_actions() == [0, 80, 145]  # O-6.1


def test_example_03(load: Any) -> None:
    state = at(load(), "b9 b9 g9 g2", table="SET2 3 bg", table_owner=3)
    assert state.legal_actions() == [0, 168, 169]


def test_example_04(load: Any) -> None:
    assert at(load(), "b7 b7 g7").legal_actions() == [42, 57, 162, 163, 201]


def test_example_05(load: Any) -> None:
    assert at(load(), "b1 b2 b3 b4 b5").legal_actions() == [*range(36, 41), *range(66, 70), 94, 95, 96, 120, 121]


def test_example_06(load: Any) -> None:
    state = act(at(load(), "b5 g9"), 40, "PASS", "PASS", "PASS")
    data = state.to_dict()
    assert state.current_player() == 0
    assert (data["table"], data["status"], data["dial"], data["leader"]) == (None, 0, 0, 0)  # O-1.5


def test_example_07(load: Any) -> None:
    legal = at(load(), "b4 b5 g12", "g9").legal_actions()
    assert [a for a in legal if 305 <= a <= 382 and "b" in uneri.onda.play_name(a)] == [311, 316]


def test_example_08(load: Any) -> None:
    legal = at(load(), "b5 g12", "g9").legal_actions()
    assert {255, 258} <= set(legal)


def test_example_09(load: Any) -> None:
    legal = at(load(), "b15 b1 g8", "g2").legal_actions()
    assert [a for a in legal if 66 <= a <= 93 or 249 <= a <= 304] == [250, 275, 289, 292]


def test_example_10(load: Any) -> None:
    state = at(load(rounds=1), "b3 b5 b6", "b9 g15", table="RUN4 g1", table_owner=3)
    act(state, 392)
    assert state.is_terminal()
    assert state.returns() == [3, -9, -9, -9]
    assert len(state.to_dict()["down"][0]) == 1


def test_example_11(load: Any) -> None:
    state = at(load(), "b8 b9", "b1 g1", table="SINGLE b14", table_owner=3)
    assert state.legal_actions() == [0, 1, 73, 248, 261, 263, 264, 266]
    act(state, 248)
    assert state.legal_actions() == [2, 3]
    act(state, "SLOT_LOW")
    data = state.to_dict()
    assert (data["spent"][0], data["down"][0], data["hand_total"][0]) == ([0], [15], 2)
    assert table_of(state) == ("SINGLE J=15", 0)


def test_example_12(load: Any) -> None:
    state = at(load(), "b9", "g2", table="SINGLE b8", table_owner=3)
    other = state.clone()
    act(state, 243)
    assert (state.current_player(), state.to_dict()["hand_total"][0]) == (1, 1)
    act(other, 44)
    assert other.to_dict()["scores"][0] == 3
    assert other.to_dict()["round"] == 2


def test_example_13(load: Any) -> None:
    state = act(at(load(), "b8 b12", "g9 g9", table="SINGLE b5", table_owner=1), 248)
    assert state.legal_actions() == [2]


def test_example_14(load: Any) -> None:
    legal = at(load(), "b4 b5 b6 g1", "g9").legal_actions()
    assert [a for a in legal if 94 <= a <= 119 or 305 <= a <= 382] == [97, 311, 314, 315, 316, 319]


def test_example_15(load: Any) -> None:
    assert 566 in at(load(), "b7 b7 g7 g1", "g7").legal_actions()
    assert all(uneri.onda.play_name(a).count("J") <= 1 for a in range(36, 584))


def test_example_16(load: Any) -> None:
    state = at(load(), "b8", "g2", table="SINGLE b15", table_owner=3)
    assert state.legal_actions() == [0, 1, 261, 264]
    act(state, "TURN")
    assert state.legal_actions() == ids("SINGLE b8", "SINGLE g2")
    assert state.to_dict()["tide"] == 1


def test_example_17(load: Any) -> None:
    state = at(load(), "b8", "g2", table="SINGLE b1", table_owner=3, tide="low", dial=3)
    assert state.legal_actions() == [0, 1]


def test_example_18_19(load: Any) -> None:
    state = at(load(), "b3 g3 b5 g7", "b9 g15", table="SET2 14 bb", table_owner=3)
    act(state, "TURN")
    assert state.legal_actions() == [2, 3]
    act(state, "SLOT_HIGH")
    data = state.to_dict()
    assert (data["tide"], data["status"], data["phase"]) == (1, 1, "REPLY")
    assert state.legal_actions() == [151]  # 19: no joker id, no RUN2
    act(state, 151)
    data = state.to_dict()
    assert table_of(state) == ("SET2 3 bg", 0)
    assert uneri.onda.format_hand(data["hand"][0]) == "b5 g7 g15"
    assert data["down"][0] == [8]
    assert state.current_player() == 1


def test_example_20(load: Any) -> None:
    state = act(at(load(), "b3 b5 g7", "g3 g9", table="SET2 14 bb"), "TURN")
    assert state.legal_actions() == [2]
    assert act(state, 2).legal_actions() == [151]


def test_example_21(load: Any) -> None:
    state = at(load(), "b3 g3 b12 g12", "b1 g1", table="SET2 1 bg", table_owner=3)
    legal = state.legal_actions()
    assert 1 not in legal
    assert {151, 178} <= set(legal)


def test_example_22(load: Any) -> None:
    state = at(load(), "b3 g3", "b9", table="SET2 14 bb", status=1)
    assert state.legal_actions() == [0, 251, 254, 279, 282]


def test_example_23(load: Any) -> None:
    assert at(load(), "b3 g3 g9", table="SET2 14 bb").legal_actions() == [0]


def test_example_24(load: Any) -> None:
    state = at(load(), "b4 b5 g4", "b12")
    assert 1 in state.legal_actions()
    act(state, "TURN")
    data = state.to_dict()
    assert (data["tide"], data["status"]) == (1, 1)
    assert state.legal_actions() == [39, 40, 47, 54, 154]


def test_example_25(load: Any) -> None:
    state = at(load(), "b4 b5", table="SINGLE b3", table_owner=3, tide="low", status=1, passed=[1, 2])
    act(state, "PASS")
    data = state.to_dict()
    assert (data["tide"], data["status"], data["table"]) == (1, 0, None)


def test_example_26(load: Any) -> None:
    others = {1: ("b2 b3 b6 b7 b11 g11 g11 g12", "")}
    state = at(load(), "g4 g5 b1", table="SET3 10 bbg", table_owner=3, others=others)
    assert state.legal_actions() == [0, 83]
    act(state, 83)
    assert state.to_dict()["bomb_used"] is True
    assert table_of(state) == ("RUN2 g4", 0)
    assert state.legal_actions() == [0, 71, 90]


def test_example_27(load: Any) -> None:
    state = at(load(), "b2 b3 b6 b7 g1", "g9", table="RUN2 g4", table_owner=3, bomb_used=True)
    act(state, "TURN")
    assert state.legal_actions() == [67]
    act(state, 67)
    assert state.to_dict()["bomb_used"] is True
    assert state.to_dict()["dial"] == 0


def test_example_28(load: Any) -> None:
    state = at(load(), "b1 b9 g4", "b2 g2", table="SET3 10 bbg", table_owner=3)
    assert [a for a in state.legal_actions() if a >= 234] == [250, 263, 266, 281, 284]
    act(state, 284)
    data = state.to_dict()
    assert (data["phase"], data["pending"], data["bomb_used"]) == ("SLOT", "JOKER", True)


def test_example_29(load: Any) -> None:
    state = at(load(), "b4 b5 b10 b11 g1", table="RUN2 g9", table_owner=3, bomb_used=True)
    assert state.legal_actions() == [0, 75]


def test_example_30(load: Any) -> None:
    state = act(at(load(), "b4 b5 b10"), 69)
    assert state.to_dict()["bomb_used"] is True
    assert act(state, 0, 0, 0).to_dict()["dial"] == 1


def test_example_31(load: Any) -> None:
    state = at(load(lead_of_bomb_shape="plain"), "b4 b5 b10", others={1: ("b2 b3 b6 b7 g1", "")})
    act(state, 69)
    assert state.to_dict()["bomb_used"] is False
    assert state.legal_actions() == [0, 67, 71]
    assert uneri.onda.is_bomb(state, 67)
    assert not uneri.onda.is_bomb(state, 71)
    assert act(state.clone(), 67).to_dict()["bomb_used"] is True
    assert act(state.clone(), 71).to_dict()["bomb_used"] is False


def test_example_32(load: Any) -> None:
    state = at(load(), "b1 b7 b7 g7 g7", table="SINGLE b3", table_owner=3, dial=5)
    act(state, 225)
    assert state.to_dict()["bomb_used"] is True
    assert act(state, 0, 0, 0).to_dict()["dial"] == 0


def test_example_33(load: Any) -> None:
    state = at(load(), "b8 g8", table="SINGLE b5", table_owner=1, dial=1)
    act(state, 166)
    data = state.to_dict()
    assert (data["scores"][0], data["round"], data["dial"]) == (3, 2, 2)


def play_deal(state: Any) -> Any:
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def test_example_34(load: Any) -> None:
    state = act(at(load(), "b8 b9", table="SINGLE b5", table_owner=1), "RUN2 b8")
    data = state.to_dict()
    assert (data["round"], data["dial"]) == (2, 1)
    play_deal(state)
    assert (state.to_dict()["phase"], state.current_player()) == ("DIAL", state.to_dict()["starter"])
    assert act(state.clone(), "DIAL_ADVANCE").to_dict()["dial"] == 2
    assert act(state.clone(), "DIAL_KEEP").to_dict()["dial"] == 1


def test_example_35(load: Any) -> None:
    state = load(first_seat=2).new_initial_state(seed=1)
    assert (state.to_dict()["phase"], state.current_player()) == ("HIDE", 2)


def test_example_36(load: Any) -> None:
    others = {seat: (f"b{seat + 5} g{seat + 5} b{seat + 9} g{seat + 9}", "") for seat in (1, 2, 3)}
    state = at(load(), "b3 b3 g9 g15", phase="HIDE", others=others)
    assert state.legal_actions() == [8, 29]
    assert act(state.clone(), 29).legal_actions() == [35]
    assert act(state.clone(), 8).legal_actions() == [8, 29, 35]


def test_example_37(load: Any) -> None:
    state = load().new_initial_state(seed=1)
    first = state.legal_actions()[0]
    act(state, first)
    act(state, state.legal_actions()[0])
    down = state.to_dict()["down"][0]
    assert state.to_dict(1)["down"][0] == [None, None]
    for _ in range(40):
        if state.is_terminal() or state.to_dict()["round"] > 1 or len(state.to_dict()["down"][0]) < 2:
            break
        assert state.to_dict(0)["down"][0] == down
        act(state, state.legal_actions()[0])


@pytest.mark.parametrize("reveal", ["never", "on_discard", "on_play"])
def test_example_38(load: Any, reveal: str) -> None:
    g9 = 15 + 8
    state = at(
        load(reveal_jokers=reveal), "b8 b12", "g9", others={1: ("b15 b2 b3", "")}, table="SINGLE b5", table_owner=3
    )
    before = state.to_dict(1)["played"][g9]
    act(state, "SINGLE J=14")
    unseen = uneri.onda.unseen(state, 1)[g9]
    act(state, "SINGLE b15")  # seat 1 beats it: the joker's combination is discarded
    after = uneri.onda.unseen(state, 1)[g9]
    assert state.to_dict(1)["played"][g9] == before
    assert state.to_dict(1)["spent"][0] == ([None] if reveal == "never" else [g9])
    assert unseen - after == (1 if reveal == "on_discard" else 0)


def test_example_39(load: Any) -> None:
    state = at(load(), "b5 b9", table="SINGLE b4", table_owner=3, passed=[1], others={2: ("b12 b13", "")})
    act(state, "SINGLE b5")
    assert state.current_player() == 2
    act(state, "SINGLE b12", "PASS", "PASS")
    assert state.current_player() == 2  # seat 1 was skipped and the trick ended


EXAMPLE_40 = {1: ("b1 g5 g13", "b9"), 2: ("b15 b15", "b3 g4"), 3: ("g2 g6 g12 b11", "")}


def test_example_40(load: Any) -> None:
    state = act(at(load(), "b9", table="SINGLE b8", table_owner=3, others=EXAMPLE_40), 44)
    data = state.to_dict()
    assert data["scores"] == [3, -9, -12, -6]
    assert state.rewards() == [3, -9, -12, -6]
    assert (data["starter"], data["prev_winner"], data["round_wins"]) == (2, 0, [1, 0, 0, 0])


def test_example_41(load: Any) -> None:
    state = at(load(), "b9", table="SINGLE b8", table_owner=3, others=EXAMPLE_40, scores=[0, 0, 0, -6])
    data = act(state, 44).to_dict()
    assert (data["scores"], data["starter"]) == ([3, -9, -12, -12], 2)


def test_example_42(load: Any) -> None:
    others = {1: ("b5", ""), 2: ("b6", ""), 3: ("b1 b2 b3 b13", "")}  # 1, 1 and 9 dots
    state = at(load(), "b9", table="SINGLE b8", table_owner=3, others=others, scores=[-12, 0, 0, 0])
    data = act(state, 44).to_dict()
    assert data["scores"] == [-9, -1, -1, -9]  # O-7.5
    assert data["starter"] == 3
    assert (data["passed"], data["status"], data["table"], data["bomb_used"]) == ([False] * 4, 0, None, False)  # O-2.4


@pytest.mark.parametrize(
    ("wins", "utilities"), [([1, 1, 1, 0], [1, 0, 0, 0]), ([1, 2, 0, 0], [0.5, 0.5, 0, 0])], ids=["wins", "shared"]
)
def test_example_43(load: Any, wins: list[int], utilities: list[float]) -> None:
    others = {1: ("b5", ""), 2: ("b6", ""), 3: ("b7", "")}
    state = at(
        load(utility="win"),
        "b9",
        table="SINGLE b8",
        table_owner=3,
        others=others,
        round=4,
        scores=[2, 6, -2, -19],
        round_wins=wins,
        prev_winner=1,
    )
    act(state, 44)
    assert state.is_terminal()
    assert state.to_dict()["scores"] == [5, 5, -3, -20]
    assert state.returns() == utilities


def test_example_44(load: Any) -> None:
    two = load(players=2).new_initial_state(seed=1).to_dict()
    assert (two["hand_total"], sum(two["deck"])) == ([15, 15], 30)
    state = at(load(players=2), "b5 g9", table="SINGLE b4", table_owner=1)
    assert act(state, "PASS").current_player() == 1
    assert state.to_dict()["table"] is None
    five = load(players=5).new_initial_state(seed=1)
    assert (five.to_dict()["hand_total"], sum(five.to_dict()["deck"])) == ([12] * 5, 0)
    while five.to_dict()["phase"] == "HIDE":
        act(five, five.legal_actions()[0])
    assert five.to_dict()["hand_total"] == [10] * 5


def test_example_45(load: Any) -> None:
    state = at(load(rounds=3), "b9", table="SINGLE b8", table_owner=3, round=3, round_wins=[1, 1, 0, 0], prev_winner=1)
    act(state, 44)
    assert state.is_terminal()
    assert state.to_dict()["round"] == 3
    assert state.to_dict(1)["hand"] == state.to_dict()["hand"]  # O-8.6


def test_example_46(load: Any) -> None:
    state = at(load(lead_of_bomb_shape="plain"), "b4 b5 g4", "b12")
    act(state, "TURN")
    assert state.legal_actions() == [39, 40, 47, 54, 69, 154]
    assert act(state, 69).to_dict()["bomb_used"] is False
    state = at(load(lead_of_bomb_shape="plain", leader_may_turn=False), "b4 b5 g4", "b12")
    assert 1 not in state.legal_actions()


def test_example_47(load: Any) -> None:
    state = at(load(reveal_returned=True), "b3 g3 b9", "b9", table="SINGLE b10", table_owner=3)
    act(state, "TURN")
    assert state.to_dict(1)["known"][0] == [8]
    assert uneri.onda.unseen(state, 1)[8] == 1
    act(state, 44)
    assert state.to_dict()["known"][0] == []
    assert state.to_dict()["hand"][0][8] == 1


def test_example_48(load: Any) -> None:
    others = {seat: (f"b{seat + 5} g{seat + 5} b{seat + 9} g{seat + 9}", "") for seat in (1, 2, 3)}
    state = act(at(load(), "b3 b3 g9 g15", phase="HIDE", others=others), 29)
    for seed in range(300):
        data = state.resample_from_infostate(1, seed).to_dict()
        (pick,) = data["down"][0]
        assert any(count and kind >= pick for kind, count in enumerate(data["hand"][0]))


# --- the rest of the text's figures -----------------------------------------------------------------------------------

SEED_1_HANDS = [
    "b1 b3 b6 b6 b10 b13 b15 g3 g3 g4 g6 g7 g9 g10 g13",
    "b3 b4 b5 b7 b8 b9 b9 b10 b13 b14 g1 g2 g8 g11 g14",
    "b1 b2 b4 b5 b7 b8 b11 b15 g1 g2 g4 g5 g6 g12 g13",
    "b2 b11 b12 b12 b14 g5 g7 g8 g9 g10 g11 g12 g14 g15 g15",
]


def test_a_deal_goes_seat_by_seat(load: Any) -> None:
    """R-2"""
    state = load().new_initial_state()
    assert state.chance_weights() == [(kind, 2) for kind in range(30)]
    for card in (0, 1):
        act(state, *range(card, 30, 2))
        assert state.to_dict()["hand_total"] == [15 * (card + 1 > seat) for seat in range(4)]
    assert state.chance_weights() == [(kind, 1) for kind in range(30)]


def test_seeded_deal(load: Any) -> None:
    """2.1: the default game's deal under seed 1."""
    state = load().new_initial_state(seed=1)
    data, seen = state.to_dict(), state.to_dict(1)
    assert [uneri.onda.format_hand(hand) for hand in data["hand"]] == SEED_1_HANDS
    assert (data["scores"], data["round_wins"]) == ([0] * 4, [0] * 4)  # O-2.1
    assert seen["hand_total"] == [15] * 4  # O-8.2
    assert (seen["hand"][0], seen["deck"]) == (None, None)  # O-8.5


GOLDEN_WALKS = [
    ({}, 1, 577, "ef1a3ab03347e1bc", [-19, 4, -5, -15]),
    ({}, 2, 565, "0a8f157be2a10081", [-20, -17, -12, 0]),
    ({"players": 2}, 3, 256, "92716721c747d4ee", [-10, 8]),
    ({"players": 3}, 4, 421, "5fe715d533c8a8cc", [-6, -13, -9]),
    ({"players": 5}, 5, 629, "1d4ed2a28ddecbdf", [-14, -24, -17, -1, -3]),
    ({"players": 4, "rounds": 1}, 6, 155, "2d60d511fd0f515f", [3, -7, -3, -2]),
    ({"players": 3, "rounds": 6, "first_seat": -1}, 7, 604, "1d09ccc0d5ec944a", [-35, -18, -17]),
    (
        {"players": 4, "bomb_sequence": "runs_first", "tide_start": "low", "tide_reset": "round"},
        8,
        585,
        "427c6cf4edae8ab0",
        [-12, -1, -19, -20],
    ),
    (
        {"players": 4, "lead_of_bomb_shape": "plain", "tide_reset": "trick"},
        9,
        590,
        "50a510b0829bd208",
        [-3, -14, -28, -13],
    ),
    (
        {"players": 5, "leader_may_turn": False, "reveal_jokers": "on_discard", "reveal_returned": True},
        10,
        567,
        "5942b9249e3fd6f8",
        [-21, -32, -8, -15, -26],
    ),
    (
        {"players": 2, "rounds": 3, "lead_of_bomb_shape": "plain", "leader_may_turn": False, "first_seat": 1},
        11,
        203,
        "db0c36a24af9e3ce",
        [3, -8],
    ),
    (
        {"players": 5, "rounds": 3, "bomb_sequence": [2, 6, 1], "lead_of_bomb_shape": "plain", "first_seat": -1},
        12,
        461,
        "1ddda8afc9006372",
        [-26, -2, -19, -5, -4],
    ),
]


class Walk:
    """R-6, from the text: its own generator and its own hash, so that the library's are tested, too."""

    def __init__(self, seed: int) -> None:
        self.state, self.hash = seed, 0xCBF29CE484222325

    def next(self) -> int:
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        return z ^ z >> 31

    def below(self, bound: int) -> int:
        while (x := self.next()) < (1 << 64) % bound:
            pass
        return x % bound

    def add(self, number: int, size: int) -> None:
        for byte in (number & ((1 << 8 * size) - 1)).to_bytes(size, "little"):
            self.hash = (self.hash ^ byte) * 0x100000001B3 & ((1 << 64) - 1)


def test_generator_vector() -> None:
    """R-3: the first three outputs for seed 1."""
    walk = Walk(1)
    assert [walk.next() for _ in range(3)] == [0x910A2DEC89025CC1, 0xBEEB8DA1658EEC67, 0xF893A2EEFB32555E]


@pytest.mark.parametrize(
    ("options", "seed", "nodes", "digest", "scores"), GOLDEN_WALKS, ids=[str(w[1]) for w in GOLDEN_WALKS]
)
def test_golden_walk(load: Any, options: dict[str, Any], seed: int, nodes: int, digest: str, scores: list[int]) -> None:
    state, walk, count = load(**options).new_initial_state(), Walk(seed), 0
    while not state.is_terminal():
        legal = state.legal_actions()
        action = legal[walk.below(len(legal))]
        walk.add(state.current_player(), 1)
        walk.add(len(legal), 4)
        for a in [*legal, action]:
            walk.add(a, 4)
        state.apply_action(action)
        count += 1
    for points in state.returns():
        walk.add(round(points * 1000), 8)
    assert (count, f"{walk.hash:016x}", state.returns()) == (nodes, digest, scores)


MIN_PLAYS = [  # section 9: hand, jokers, plays
    ("b4 b6", 0, 2), ("b4 b6", 1, 1), ("b1 b2 b3 b4 b5", 0, 2), ("b1 b2 b3 b4 b5 b6 b7", 0, 2),
    ("b7 g7 b8 g8 b9 g9", 0, 2), ("b7 b7 g7 g7 b8", 0, 2), ("b3 g3 b4 g4", 0, 2),
    ("b2 b4 b6 b8", 0, 4), ("b2 b4 b6 b8", 1, 3), ("b2 b4 b6 b8", 2, 2),
    ("b3 b5 b6", 0, 2), ("b3 b5 b6", 1, 1),
    ("b1 b3 g10 g12", 0, 4), ("b1 b3 g10 g12", 1, 3), ("b1 b3 g10 g12", 2, 2),
    *[("b1 g15", j, 2) for j in range(5)],
    ("b1 b2 b3 b4 g5 g6 b9 g9 b12 b13 g13 g14 g15", 0, 5), ("b1 b2 b3 b4 g5 g6 b9 g9 b12 b13 g13 g14 g15", 2, 5),
    ("", 0, 0), ("", 2, 0),
]  # fmt: skip


@pytest.mark.unsanitized
@pytest.mark.parametrize(("hand", "jokers", "plays"), MIN_PLAYS)
def test_min_plays_values(hand: str, jokers: int, plays: int) -> None:
    assert uneri.onda.min_plays(hand, jokers) == plays
    from uneri.reference.onda import plays as reference

    assert reference.min_plays(parse_hand(hand).tolist(), jokers) == plays


@pytest.mark.parametrize(
    ("hand", "jokers", "count"),
    [
        ("b4 b5 g4", 0, 5),
        ("b4 b5 g4", 1, 32),
        ("b7 b7 g7 g7", 0, 8),
        ("b1 b2 b3 b4 b5", 0, 14),
        ("b9", 0, 1),
        ("b9", 1, 19),
    ],
)
def test_all_combos_counts(hand: str, jokers: int, count: int) -> None:
    assert len(uneri.onda.all_combos(hand, jokers)) == count
    from uneri.reference.onda import plays as reference

    assert len(reference.all_combos(parse_hand(hand).tolist(), jokers)) == count


@pytest.mark.parametrize(("players", "decisions"), [(2, 71), (3, 151), (4, 261), (5, 326)])
def test_bounds(load: Any, players: int, decisions: int) -> None:
    """O-7.11"""
    game = load(players=players, rounds=1)
    assert game.max_game_length == decisions
    assert game.max_chance_nodes == players * (12 if players == 5 else 15)
    assert (game.min_utility, game.max_utility) == (-34 if players == 5 else -40, 3)
    assert game.max_legal_actions == 549
    assert game.num_distinct_actions == 584
    longest = at(load(), " ".join(f"b{v}" for v in range(1, 15)), "g15", others={s: (f"g{s}", "") for s in (1, 2, 3)})
    assert longest.num_legal_actions() == 189
