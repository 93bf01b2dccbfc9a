"""The worked examples of the SOLO rules by number, on both backends.

Unless an example says otherwise: four seats, seat 0 to act in TURN, the other seats hold `Y7 Y8 Y9`, the draw pile is
`Y1 Y2 Y3 Y4 Y5 Y6`, the discard pile is its top card, everybody has 200 points. Cards drawn are chosen as outcomes.
"""

from __future__ import annotations

from typing import Any

import pytest

import uneri
from _play import act

BACKENDS = ("core", "reference")
SYMBOLS = (*"123456789", "Sk", "Rv", "D2", "Sw")
KINDS = [*(colour + symbol for colour in "RGBY" for symbol in SYMBOLS), "Wi", "W4", "ST"]
RED, GREEN, BLUE, YELLOW, ANY = range(5)
OTHERS = "Y7 Y8 Y9"
PILE = "Y1 Y2 Y3 Y4 Y5 Y6"
SEVEN = "G1 G2 G3 G4 G5 G6 G7"


@pytest.fixture(params=BACKENDS)
def load(request: pytest.FixtureRequest) -> Any:
    def load_game(**options: Any) -> Any:
        return uneri.load_game("solo", backend=request.param, **options)

    return load_game


def counts(text: str) -> list[int]:
    """Named cards as counts of kinds."""
    names = text.split()
    assert set(names) <= set(KINDS)
    return [names.count(kind) for kind in KINDS]


def cards(hand: list[int]) -> str:
    """Counts of kinds as named cards, in the order of the kinds."""
    return " ".join(kind for kind, count in zip(KINDS, hand, strict=True) for _ in range(count))


def at(game: Any, top: str, *hands: str, pile: str = PILE, under: str = "", **fields: Any) -> Any:
    """A position with `top` on the discard pile and `under` beneath it; seats without a hand get the usual one."""
    n = game.num_players
    held = [counts(text) for text in [*hands, *[OTHERS] * (n - len(hands))]]
    kind = KINDS.index(top)
    data = {
        "options": game.options,
        "round": 1,
        "points": [game.options["start_points"]] * n,
        "starter": 0,
        "dir": 1,
        "hand": held,
        "hand_total": [sum(hand) for hand in held],
        "known": [[counts("")] * n] * n,
        "draw_pile": counts(pile),
        "draw_total": len(pile.split()),
        "discard": counts(f"{under} {top}"),
        "top": kind,
        "active_colour": kind // 13,
        "pending": 0,
        "chain": None,
        "last": -1,
        "due": False,
        "phase": "TURN",
        "to_act": 0,
        "left": 0,
        "why": None,
        "drawn": -1,
        "want": -1,
        "next_turn": -1,
        "ended": -1,
        "turns": 1,
        "dead": 0,
    }
    assert set(fields) <= set(data)
    return game.state_from_dict({**data, **fields})


def node(state: Any) -> tuple[str, int]:
    """The phase and the seat that acts or gets the card."""
    data = state.to_dict()
    return data["phase"], data["to_act"]


def top(state: Any) -> tuple[str, int]:
    """The top card and the active colour."""
    data = state.to_dict()
    return KINDS[data["top"]], data["active_colour"]


def chain(state: Any) -> tuple[int, str | None]:
    """What is pending."""
    data = state.to_dict()
    return data["pending"], data["chain"]


def hand(state: Any, seat: int) -> str:
    return cards(state.to_dict()["hand"][seat])


def sizes(state: Any) -> list[int]:
    totals: list[int] = state.to_dict()["hand_total"]
    return totals


def debt(state: Any) -> tuple[bool, int]:
    """Whether a penalty is owed, and the seat that put down the last card (and would owe it)."""
    data = state.to_dict()
    return data["due"], data["last"]


def known(state: Any, p: int, q: int) -> str:
    """What seat p knows that q holds."""
    return cards(state.to_dict()["known"][p][q])


def next_round(state: Any) -> tuple[list[float], int]:
    """The points and the starter of the second round, which has just begun with the deal."""
    data = state.to_dict()
    assert (data["round"], node(state), data["left"]) == (2, ("DEAL", 0), 8)
    return state.returns(), data["starter"]


# --- matching, drawing -----------------------------------------------------------------------------------------------


def test_example_01(load: Any) -> None:
    state = at(load(), "R9", "R1 RSk B9 G3 Wi W4 ST BRv")
    assert state.legal_actions() == [0, 9, 34, 52, 53, 54, 55]


def test_example_02(load: Any) -> None:
    state = at(load(), "R9", "R1 RSk B9 G3 Wi W4 ST BRv", "R1 R9 G3 B2 BD2 Wi")
    state.apply_action(34)
    assert top(state) == ("B9", BLUE)
    assert node(state) == ("TURN", 1)
    assert state.legal_actions() == [8, 27, 37, 52, 55]


def test_example_03(load: Any) -> None:
    assert at(load(), "RSk", "R1 B5 BSk").legal_actions() == [0, 35, 55]


def test_example_04(load: Any) -> None:
    """Seat 2 holds the other G4: it would be asked if the first card opened a window."""
    state = load().new_initial_state()
    dealt = "R1 R1 R2 R2 R3 R3 R4 R4 B1 B1 B2 B2 B3 B3 B4 B4 G4 Y1 Y2 Y2 Y3 Y3 Y4 Y4 G1 G1 G2 G2 G3 G3 Y5 Y5"
    act(state, *dealt.split())
    assert node(state) == ("FLIP", -1)
    act(state, "RSk", "Wi", "G4")
    data = state.to_dict()
    assert data["discard"] == counts("RSk Wi G4")
    assert top(state) == ("G4", GREEN)
    assert (node(state), data["starter"], data["dir"]) == (("TURN", 0), 0, 1)
    assert (sizes(state), chain(state)) == ([8, 8, 8, 8], (0, None))
    assert state.legal_actions() == [3, 55]  # R4 matches G4


def test_example_05(load: Any) -> None:
    state = act(at(load(), "R9", "R4 B1 B2", pile=f"{PILE} G9"), "DRAW", "G9")
    assert (node(state), state.legal_actions()) == (("DRAWN", 0), [57, 58])
    act(state, "PLAY_DRAWN")
    assert (top(state), node(state)) == (("G9", GREEN), ("TURN", 1))
    assert hand(state, 0) == "R4 B1 B2"


def test_example_06(load: Any) -> None:
    state = act(at(load(), "R9", "R4 B1 B2", pile=f"{PILE} G9"), "DRAW", "G9")
    state.apply_action(58)
    assert (hand(state, 0), node(state), top(state)) == ("R4 G9 B1 B2", ("TURN", 1), ("R9", RED))


def test_example_07(load: Any) -> None:
    state = at(load(), "R9", "R4 G1 B2", pile=f"{PILE} G8")
    assert state.legal_actions() == [3, 55]
    act(state, "DRAW", "G8")
    assert (hand(state, 0), node(state), top(state)) == ("R4 G1 G8 B2", ("TURN", 1), ("R9", RED))


def test_example_08(load: Any) -> None:
    state = act(at(load(), "R9", "R4 G1 B2", pile=f"{PILE} G9"), "DRAW", "G9")
    assert (node(state), state.legal_actions(), state.is_legal(3)) == (("DRAWN", 0), [57, 58], False)
    act(state, "PLAY_DRAWN")
    assert top(state) == ("G9", GREEN)


def test_example_09(load: Any) -> None:
    state = act(at(load(), "R7", "G5 B1 B2", pile="", under="Y1 W4 B3"), "DRAW")
    assert (node(state), state.legal_actions()) == (("PULL", 0), [28, 39, 53])
    assert (top(state), state.to_dict()["discard"]) == (("R7", RED), counts("R7"))
    act(state, "Y1")
    assert (state.to_dict()["draw_total"], top(state)) == (2, ("R7", RED))


@pytest.mark.parametrize("next_starter", ["rotate", "winner", "left_of_winner"])
def test_example_10(load: Any, next_starter: str) -> None:
    """With no round winner the starter always rotates."""
    state = at(load(next_starter=next_starter), "R7", "G5 B1 B2", "G1 G2", "G3", "G4", pile="")
    act(state, "DRAW", "DRAW", "DRAW")
    assert (node(state), state.to_dict()["dead"]) == (("TURN", 3), 3)
    act(state, "DRAW")
    assert next_round(state) == ([192, 197, 197, 196], 1)


def test_example_11(load: Any) -> None:
    state = act(at(load(players=3), "R7", "RD2 B1 B2", pile="G1"), "RD2", "TAKE")
    assert (node(state), state.legal_actions()) == (("PULL", 1), [13])
    act(state, "G1")
    assert (node(state), state.legal_actions()) == (("PULL", 1), [6])
    act(state, "R7")
    data = state.to_dict()
    assert (node(state), data["draw_total"], cards(data["discard"])) == (("TURN", 1), 0, "RD2")
    assert hand(state, 1) == "R7 G1 Y7 Y8 Y9"


# --- action cards ----------------------------------------------------------------------------------------------------


def test_example_12(load: Any) -> None:
    assert node(act(at(load(), "R7", "RSk R1 B2"), "RSk")) == ("TURN", 2)


def test_example_13(load: Any) -> None:
    state = act(at(load(), "R7", "RRv R1 B2"), "RRv")
    assert (state.to_dict()["dir"], node(state)) == (-1, ("TURN", 3))


def test_example_14(load: Any) -> None:
    assert node(act(at(load(players=2), "R7", "RRv R1 B2"), "RRv")) == ("TURN", 0)
    assert node(act(at(load(players=2, reverse_two_player="plain"), "R7", "RRv R1 B2"), "RRv")) == ("TURN", 1)
    assert node(act(at(load(players=2), "R7", "RSk R1 B2"), "RSk")) == ("TURN", 0)


@pytest.mark.parametrize(("drawn", "legal"), [("Y1 Y2", [3, 53, 55]), ("Y1 BD2", [3, 37, 53, 55])])
def test_example_15(load: Any, drawn: str, legal: list[int]) -> None:
    state = act(at(load(), "R7", "RD2 B1 B2", "R4 G3 W4", pile=f"{PILE} BD2"), "RD2")
    assert (node(state), state.legal_actions()) == (("RESPOND", 1), [56])
    act(state, "TAKE", *drawn.split())
    assert (node(state), sizes(state)[1], top(state)) == (("TURN", 1), 5, ("RD2", RED))
    assert state.legal_actions() == legal


def test_example_16(load: Any) -> None:
    state = act(at(load(), "R7", "RD2 B1 B2", "GD2 G3 W4"), "RD2")
    assert (node(state), state.legal_actions()) == (("RESPOND", 1), [24, 56])
    act(state, "GD2")
    assert (chain(state), top(state), node(state)) == ((4, "D2"), ("GD2", GREEN), ("RESPOND", 2))
    act(state, "TAKE", "Y1", "Y2", "Y3", "Y4")
    assert (node(state), sizes(state)[2], chain(state)) == (("TURN", 2), 7, (0, None))


def test_example_17(load: Any) -> None:
    state = act(at(load(), "R7", "RD2 B1 B2", "GD2 B3 B4", "YD2 B5 B6"), "RD2", "GD2", "YD2")
    assert (node(state), chain(state)) == (("RESPOND", 3), (6, "D2"))


def test_example_18(load: Any) -> None:
    hands = ("RD2 B1 B2", "GD2 Wi W4 ST", "YD2 G5 Wi W4 ST")
    assert act(at(load(), "R7", *hands), "RD2").legal_actions() == [24, 56]
    state = act(at(load(extend_any_wild=True), "R7", *hands), "RD2")
    assert state.legal_actions() == [24, 52, 53, 54, 56]
    act(state, "W4", "COLOUR G")
    assert (chain(state), node(state)) == ((6, "W4"), ("RESPOND", 2))
    assert state.legal_actions() == [52, 53, 54, 56]


def test_example_19(load: Any) -> None:
    state = at(load(extend_any_wild=True), "R7", "RD2 B1 B2", "Wi B3 B4", "G2 BD2 Y4 YD2")
    act(state, "RD2", "Wi", "COLOUR B")
    assert (chain(state), node(state)) == ((2, "D2"), ("RESPOND", 2))
    assert state.legal_actions() == [37, 56]


def test_example_20(load: Any) -> None:
    state = at(load(extend_any_wild=True), "R7", "RD2 R1 B5", "Wi W4 ST", "G2 BD2 Y4 YD2", "R3 R4 R5 R6")
    act(state, "RD2", "ST")
    assert [hand(state, q) for q in range(4)] == ["R3 R4 R5 R6", "R1 B5", "Wi W4", "G2 BD2 Y4 YD2"]
    assert (chain(state), node(state), top(state)) == ((2, "D2"), ("RESPOND", 2), ("ST", ANY))


def test_example_21(load: Any) -> None:
    state = at(load(), "R7", "RD2 B1 B2", "R4 G3 W4", pile=f"{PILE} BD2")
    act(state, "RD2", "TAKE", "BD2", "Y1")
    assert (node(state), state.is_legal(37), chain(state)) == (("TURN", 1), True, (0, None))
    act(state, "BD2")
    assert (chain(state), node(state)) == ((2, "D2"), ("RESPOND", 2))


def test_example_22(load: Any) -> None:
    state = act(at(load(), "R7", "Wi R1 G2", "R5 B3 Wi W4"), "Wi")
    assert (node(state), state.legal_actions()) == (("COLOUR", 0), [59, 60, 61, 62])
    state.apply_action(61)
    assert (node(state), top(state)) == (("TURN", 1), ("Wi", BLUE))
    assert state.legal_actions() == [28, 52, 53, 55]


def test_example_23(load: Any) -> None:
    state = act(at(load(), "R7", "W4 R1 B2", "R2 G4 Wi"), "W4")
    state.apply_action(60)
    assert (node(state), state.legal_actions(), chain(state)) == (("RESPOND", 1), [56], (4, "W4"))
    act(state, "TAKE", "Y1", "Y2", "Y3", "Y4")
    assert (node(state), sizes(state)[1], top(state)) == (("TURN", 1), 7, ("W4", GREEN))
    assert state.legal_actions() == [16, 52, 55]


def test_example_24(load: Any) -> None:
    state = act(at(load(), "R7", "W4 R1 B2", "R2 R3 W4"), "W4", "COLOUR G")
    assert (node(state), state.legal_actions()) == (("RESPOND", 1), [53, 56])
    act(state, "W4", "COLOUR Y")
    assert (chain(state), node(state), top(state)) == ((8, "W4"), ("RESPOND", 2), ("W4", YELLOW))


def test_example_25(load: Any) -> None:
    state = act(at(load(), "R7", "R1 R2 B5 RSw", OTHERS, SEVEN), "RSw")
    assert (node(state), state.legal_actions()) == (("SWAP", 0), [63, 64, 65])
    state.apply_action(64)
    assert (hand(state, 0), hand(state, 2)) == (SEVEN, "R1 R2 B5")
    assert (sizes(state), node(state), top(state)) == ([7, 3, 3, 3], ("TURN", 1), ("RSw", RED))


SIT_HANDS = ("ST B5 R1", "R5 W4 B3 Wi", "Y4 RD2", "R3 R4 R5 R6 R8")


def test_example_26(load: Any) -> None:
    state = act(at(load(), "R7", *SIT_HANDS), "ST")
    assert sizes(state) == [5, 2, 4, 2]
    assert (node(state), hand(state, 1), top(state)) == (("TURN", 1), "R1 B5", ("ST", ANY))
    assert state.legal_actions() == [0, 30, 55]


def test_example_27(load: Any) -> None:
    state = act(at(load(), "R7", *SIT_HANDS), "ST", "DRAW", "Y1", "KEEP")
    assert (node(state), top(state), hand(state, 2)) == (("TURN", 2), ("ST", ANY), "R5 B3 Wi W4")
    assert state.legal_actions() == [4, 28, 52, 53, 55]


def test_example_28(load: Any) -> None:
    state = act(at(load(), "R7", *SIT_HANDS, dir=-1), "ST")
    assert (hand(state, 3), node(state), sizes(state)) == ("R1 B5", ("TURN", 3), [4, 2, 5, 2])


# --- jumping in ------------------------------------------------------------------------------------------------------


def test_example_29(load: Any) -> None:
    state = act(at(load(), "B7", "B4 R1 R2", OTHERS, "B4 G1 G2"), "B4")
    assert (node(state), state.legal_actions()) == (("JUMP", 2), [74, 75])
    act(state, "JUMP")
    assert (top(state), node(state), hand(state, 2)) == (("B4", BLUE), ("TURN", 3), "G1 G2")


def test_example_30(load: Any) -> None:
    state = act(at(load(), "B7", "B4 R1 R2", "B4 G1 G2"), "B4")
    assert (node(state), state.is_legal(29)) == (("TURN", 1), True)


def test_example_31(load: Any) -> None:
    state = act(at(load(), "R7", "RRv R1 R2", OTHERS, "RRv G1 G2"), "RRv")
    data = state.to_dict()
    assert (node(state), data["dir"], data["next_turn"]) == (("JUMP", 2), -1, 3)
    act(state, "JUMP")
    assert (state.to_dict()["dir"], node(state)) == (1, ("TURN", 3))


def test_example_32(load: Any) -> None:
    state = act(at(load(), "R7", "RSk R1 R2", "RSk G1 G2"), "RSk")
    assert (node(state), state.to_dict()["next_turn"]) == (("JUMP", 1), 2)
    assert node(act(state.clone(), "JUMP")) == ("TURN", 3)
    assert node(act(state.clone(), "NO_JUMP")) == ("TURN", 2)


def test_example_33(load: Any) -> None:
    state = act(at(load(), "R7", "RD2 R1 R2", OTHERS, "RD2 G1 G2"), "RD2")
    assert (node(state), chain(state), state.to_dict()["next_turn"]) == (("JUMP", 2), (2, "D2"), 1)
    act(state, "JUMP")
    assert (node(state), chain(state), hand(state, 1)) == (("RESPOND", 3), (4, "D2"), OTHERS)


def test_example_34(load: Any) -> None:
    state = act(at(load(), "R7", "W4 R1 R2", "W4 G1 G2", "W4 G3 G4"), "W4", "COLOUR B")
    assert (node(state), chain(state), state.to_dict()["next_turn"]) == (("JUMP", 2), (4, "W4"), 1)
    act(state, "JUMP", "COLOUR Y")
    assert (node(state), chain(state), state.to_dict()["next_turn"]) == (("JUMP", 1), (8, "W4"), 3)
    assert node(act(state, "NO_JUMP")) == ("RESPOND", 3)


def test_example_35(load: Any) -> None:
    state = act(at(load(), "R7", "Wi R1 R2", OTHERS, "Wi G3 G4"), "Wi", "COLOUR R")
    assert (node(state), top(state)) == (("JUMP", 2), ("Wi", RED))
    act(state, "JUMP")
    assert node(state) == ("COLOUR", 2)
    act(state, "COLOUR B")
    assert (node(state), top(state)) == (("TURN", 3), ("Wi", BLUE))


def test_example_36(load: Any) -> None:
    state = act(at(load(), "B7", "B4 B5 R1", "Y1 Y2 G3", "B4", "R3 R4 R5"), "B4")
    assert (node(state), hand(state, 0)) == (("JUMP", 2), "R1 B5")
    act(state, "JUMP")
    assert next_round(state) == ([194, 194, 200, 188], 1)


def test_example_37(load: Any) -> None:
    state = at(load(jump_in="numbers"), "R7", "RSk R1 R2", "RSk G1 G2")
    assert node(act(state, "RSk")) == ("TURN", 2)


def test_example_38(load: Any) -> None:
    state = act(at(load(self_jump_in=True), "R7", "R5 R5 B1"), "R5")
    assert (node(state), state.to_dict()["next_turn"]) == (("JUMP", 0), 1)
    act(state, "JUMP")
    assert (node(state), state.legal_actions()) == (("SOLO", 0), [72, 73])
    act(state, "SOLO_DECLARE")
    assert (top(state), hand(state, 0), node(state)) == (("R5", RED), "B1", ("TURN", 1))
    assert node(act(at(load(), "R7", "R5 R5 B1"), "R5")) == ("TURN", 1)


def declined_once(game: Any) -> Any:
    """Examples 39 and 40: seat 3 does not put its R5 on seat 0's, and seat 1 draws a card that it cannot play."""
    state = act(at(game, "R7", "R5 R1 B2", OTHERS, OTHERS, "R5 G1 G2"), "R5")
    assert (node(state), state.to_dict()["next_turn"]) == (("JUMP", 3), 1)
    act(state, "NO_JUMP")
    assert node(state) == ("TURN", 1)
    return act(state, "DRAW", "Y1")


def test_example_39(load: Any) -> None:
    assert node(declined_once(load())) == ("TURN", 2)
    state = declined_once(load(jump_window="every_turn"))
    data = state.to_dict()
    assert (node(state), data["ended"], data["next_turn"]) == (("JUMP", 3), 1, 2)
    assert node(act(state.clone(), "NO_JUMP")) == ("TURN", 2)
    assert node(act(state, "JUMP")) == ("TURN", 0)


def test_example_40(load: Any) -> None:
    game = load(jump_window="every_turn")
    first = act(at(game, "R7", "R5 R1 B2", OTHERS, OTHERS, "R5 G1 G2"), "R5")
    for asked, turn_of in ((first, 1), (declined_once(game), 2)):
        assert node(asked) == ("JUMP", 3)
        after = act(asked.clone(), "NO_JUMP")
        assert node(after) == ("TURN", turn_of)
        for seat in range(4):
            same = seat != 3
            assert (asked.observation_string(seat) == after.observation_string(seat)) is same
            assert bool((asked.observation_tensor(seat) == after.observation_tensor(seat)).all()) is same


# --- Solo ------------------------------------------------------------------------------------------------------------


def test_example_41(load: Any) -> None:
    state = act(at(load(), "R7", "R5 B5"), "R5")
    assert (node(state), state.legal_actions()) == (("SOLO", 0), [72, 73])
    assert (KINDS[state.to_dict()["want"]], hand(state, 0), top(state)) == ("R5", "R5 B5", ("R7", RED))
    state.apply_action(72)
    assert (top(state), hand(state, 0), debt(state)) == (("R5", RED), "B5", (False, 0))


def silent(game: Any, *others: str, pile: str = PILE) -> Any:
    """Seat 0 has put down R5 in silence and holds B5."""
    state = act(at(game, "R7", "R5 B5", *others, pile=pile), "R5", "SOLO_SILENT")
    assert (debt(state), hand(state, 0)) == ((True, 0), "B5")
    return state


def test_example_42(load: Any) -> None:
    state = act(silent(load(), "R6 G1 G2"), "R6")
    assert (node(state), state.to_dict()["left"], state.to_dict()["why"]) == (("PULL", 0), 2, "penalty")
    act(state, "Y1", "Y2")
    assert (hand(state, 0), node(state), debt(state)) == ("B5 Y1 Y2", ("TURN", 2), (False, 1))


def test_example_43(load: Any) -> None:
    state = act(silent(load(), OTHERS, "RRv G1 G2"), "DRAW", "Y1")
    assert (node(state), hand(state, 0), debt(state)) == (("TURN", 2), "B5", (True, 0))
    act(state, "RRv", "Y2", "Y3")
    assert (hand(state, 0), debt(state), node(state)) == ("B5 Y2 Y3", (False, 2), ("TURN", 1))


def test_example_44(load: Any) -> None:
    state = act(silent(load(), "R6"), "R6")
    assert (node(state), state.returns()[0]) == (("PULL", 0), 200)
    act(state, "Y1", "Y2")
    assert next_round(state) == ([192, 200, 176, 176], 1)


def test_example_45(load: Any) -> None:
    state = silent(load(), OTHERS, "R5 G1 G2")
    assert node(state) == ("JUMP", 2)
    act(state, "JUMP")
    assert (node(state), state.to_dict()["left"]) == (("PULL", 0), 2)
    act(state, "Y1", "Y2")
    assert (hand(state, 0), node(state)) == ("B5 Y1 Y2", ("TURN", 3))


def test_example_46(load: Any) -> None:
    state = act(at(load(), "R7", "RSw B5", "R6 B1 B2", SEVEN), "RSw")
    assert (node(state), top(state)) == (("SOLO", 0), ("R7", RED))
    act(state, "SOLO_SILENT")
    assert node(state) == ("SWAP", 0)
    act(state, "SWAP 2")
    assert (hand(state, 0), hand(state, 2), debt(state)) == (SEVEN, "B5", (True, 0))
    act(state, "R6")
    assert (node(state), state.to_dict()["left"]) == (("PULL", 0), 2)
    act(state, "Y1", "Y2")
    assert (sizes(state), debt(state), node(state)) == ([9, 2, 1, 3], (False, 1), ("TURN", 2))


def test_example_47(load: Any) -> None:
    state = act(at(load(), "R7", "B5", pile=f"{PILE} R9"), "DRAW", "R9", "PLAY_DRAWN")
    assert (node(state), state.legal_actions(), hand(state, 0)) == (("SOLO", 0), [72, 73], "R9 B5")


def test_example_48(load: Any) -> None:
    state = act(at(load(solo_call="auto"), "R7", "R5 B5", "R6 G1"), "R5")
    assert (node(state), debt(state), hand(state, 0)) == (("TURN", 1), (False, 0), "B5")
    act(state, "R6")
    assert (node(state), sizes(state), debt(state)) == (("TURN", 2), [1, 1, 3, 3], (False, 1))


# --- scoring and end -------------------------------------------------------------------------------------------------


def test_example_49(load: Any) -> None:
    state = act(at(load(), "R7", "W4", "R6", "Y4", "R3"), "W4")
    assert next_round(state) == ([200, 194, 196, 197], 1)


def test_example_50(load: Any) -> None:
    state = act(at(load(last_card_draws=True), "R7", "RD2", "R6 B3 W4"), "RD2")
    assert (node(state), state.to_dict()["left"], state.to_dict()["why"]) == (("PULL", 1), 2, "last")
    act(state, "Y1", "Y2")
    assert next_round(state) == ([200, 138, 176, 176], 1)


def test_example_51(load: Any) -> None:
    state = act(at(load(), "R7", "R1", "R6", points=[200, 6, 200, 200]), "R1")
    assert next_round(state) == ([200, 0, 176, 176], 1)
    state = act(at(load(), "R7", "R1", "R6", points=[200, 5, 200, 200]), "R1")
    assert (state.is_terminal(), state.returns()) == (True, [200, -1, 176, 176])


def test_example_52(load: Any) -> None:
    state = act(at(load(max_rounds=1), "R7", "R1", "R6"), "R1")
    assert (state.is_terminal(), state.returns()) == (True, [200, 194, 176, 176])


def test_example_53(load: Any) -> None:
    state = at(load(utility="win"), "R7", "R1", "G1 G9", "G7", "GRv", points=[120, 130, 3, 70])
    assert state.returns() == [0, 0, 0, 0]
    act(state, "R1")
    assert state.is_terminal()
    assert (state.to_dict()["points"], state.returns()) == ([120, 120, -4, 60], [0.5, 0.5, 0, 0])


# --- counters and information ----------------------------------------------------------------------------------------


def drew(game: Any, card: str) -> Any:
    """Examples 54 and 55. Seat 3's hand has the usual worth, but four times Y7 and Y8 would be more than a position may have."""
    state = at(game, "R9", "R4 Y7 Y8", OTHERS, OTHERS, "B7 B8 B9", pile=f"{PILE} G8 G9")
    return act(state, "DRAW", card)


def test_example_54(load: Any) -> None:
    playable, unplayable = drew(load(), "G9"), drew(load(), "G8")
    assert (node(playable), node(unplayable)) == (("DRAWN", 0), ("TURN", 1))
    for seat in range(4):
        same = seat != 0
        assert (playable.observation_string(seat) == unplayable.observation_string(seat)) is same
        assert bool((playable.observation_tensor(seat) == unplayable.observation_tensor(seat)).all()) is same


def test_example_55(load: Any) -> None:
    assert next_round(drew(load(turn_cap=1), "G9")) == ([172, 176, 176, 176], 1)


def test_example_56(load: Any) -> None:
    state = act(at(load(turn_cap=1), "R9", "R4 R5 Y8", OTHERS, "R4 G1 G2"), "R4")
    assert next_round(state) == ([187, 176, 193, 176], 1)


def test_example_57(load: Any) -> None:
    state = at(load(), "R9", "RSw R1 G9", "B1 B2 B3", pile=f"{PILE} R2")
    act(state, "RSw", "SWAP 1", "DRAW", "R2")
    assert (node(state), known(state, 0, 1), known(state, 1, 0)) == (("DRAWN", 1), "R1 G9", "B1 B2 B3")
    assert known(act(state.clone(), "PLAY_DRAWN"), 0, 1) == "R1 G9"
    act(state, "KEEP", "DRAW", "Y1", "DRAW", "Y2", "DRAW", "Y3")
    assert (node(state), known(state, 0, 1)) == (("TURN", 1), "R1 G9")
    act(state, "R1")
    assert known(state, 0, 1) == "G9"


def test_example_58(load: Any) -> None:
    state = at(load(players=2), "R9", "G1 G2", "B1 B2", pile="", under="R1 R2")
    assert (known(state, 0, 1), known(state, 1, 0)) == ("", "")
    act(state, "DRAW")
    assert (node(state), state.legal_actions()) == (("PULL", 0), [0, 1])
    assert (known(state, 0, 1), known(state, 1, 0)) == ("B1 B2", "G1 G2")
    act(state, "R1")
    assert (known(state, 0, 1), known(state, 1, 0)) == ("B1 B2", "G1 G2")


def test_example_59(load: Any) -> None:
    state = act(at(load(), "R7", "Wi R1 R2", OTHERS, "Wi G1 G2", "Wi G3 G4"), "Wi", "COLOUR R")
    assert node(state) == ("JUMP", 2)
    views = [state.to_dict(seat) for seat in range(4)]
    seen = [(view["phase"], view["to_act"], view["next_turn"], view["ended"]) for view in views]
    assert seen == [("TURN", 1, -1, -1), ("TURN", 1, -1, -1), ("JUMP", 2, 1, -1), ("JUMP", 3, 1, -1)]


# --- rules that no example above asks for ------------------------------------------------------------------------------


def test_a_hand_may_have_any_size(load: Any) -> None:
    """S-5.14"""
    names = " ".join(f"{colour}{symbol}" for colour in "RGB" for symbol in ("Sk", "Rv", "D2", *range(1, 9)))
    state = act(at(load(), "R9", names, pile="Y1"), "DRAW", "Y1")
    assert state.to_dict()["hand_total"][0] == 34


def test_what_everybody_sees(load: Any) -> None:
    state = act(at(load(max_rounds=1), "R7", "R5 B5"), "R5", "SOLO_SILENT")
    views = [state.to_dict(seat) for seat in range(4)]
    assert [view["due"] for view in views] == [True] * 4  # S-5.17
    assert [view["hand_total"] for view in views] == [state.to_dict()["hand_total"]] * 4  # S-8.1
    over = act(at(load(max_rounds=1), "R7", "R5"), "R5")
    assert over.is_terminal()
    assert over.to_dict(1)["hand"] == over.to_dict()["hand"]  # S-8.5
