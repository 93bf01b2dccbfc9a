"""The worked examples of the Namima rules by number, on both backends.

Positions are set up by hand: the cards that an example does not mention are the wall, or, where it is empty, unclaimed
discards of seat 0. Seats that an example leaves out hold two cards that nobody can use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import uneri
import uneri.namima
from _play import act


def ask(game: Any, function: str, *arguments: Any, **more: Any) -> Any:
    """An analysis function of `uneri.namima`, asked of the game's backend, with ids for the names that it gives."""
    answer = getattr(uneri.namima, function)(*arguments, variant=game, **more)
    if function == "best" and answer is not None:
        claimed = -1 if answer.claimed_meld is None else meld_id(game, answer.claimed_meld)
        ids = {"new": meld_ids(game, answer.melds), "exposed": meld_ids(game, answer.exposed), "claimed_meld": claimed}
        return answer._asdict() | ids
    if function == "arrangements":
        return [(meld_ids(game, new), meld_ids(game, grown)) for new, grown in answer]
    if function == "waits":
        names = kind_names(game)
        return tuple([names.index(name) for name in kinds] for kinds in answer)
    if function in ("acceptance", "discard_table"):
        names = kind_names(game)
        return [(names.index(kind), *rest) for kind, *rest in answer]
    if function == "call_acceptance":
        names = kind_names(game)
        return [(names.index(call.kind), call.copies, meld_ids(game, call.melds)) for call in answer]
    return answer


def meld_ids(game: Any, melds: Sequence[str]) -> list[int]:
    return [meld_id(game, meld) for meld in melds]


def kind_names(game: Any) -> list[str]:
    first_meld = next(a for a in range(game.num_distinct_actions) if game.action_to_string(0, a).startswith("M "))
    return [game.action_to_string(0, a)[2:] for a in range(2, first_meld)]


def meld_names(game: Any, ids: Sequence[int]) -> list[str]:
    first = 2 + len(kind_names(game))
    return [game.action_to_string(0, first + m)[2:] for m in ids]


def meld_id(game: Any, cards: str) -> int:
    return int(game.parse_action(f"M {cards}")) - 2 - len(kind_names(game))


def cards_of(text: str) -> list[str]:
    """`B12 R4` -> B1, B2, R4."""
    return [token[0] + rank for token in text.split() for rank in token[1:]]


def counts(game: Any, text: str) -> list[int]:
    listed = cards_of(text)
    return [listed.count(name) for name in kind_names(game)]


def less(rest: list[int], taken: Sequence[int]) -> None:
    for kind, count in enumerate(taken):
        rest[kind] -= count
        assert rest[kind] >= 0, "an example needs more cards than there are"


def deck(game: Any) -> list[int]:
    return list(game.new_initial_state().to_dict()["wall"])


def at(
    game: Any,
    /,
    *hands: str,
    exposed: Mapping[int, Sequence[str]] | None = None,
    thrown: Mapping[int, str] | None = None,
    turn: int = 0,
    drawn: str = "",
    empty_wall: bool = False,
    **fields: Any,
) -> Any:
    """The seat `turn` has drawn and is to act."""
    n, kinds = game.num_players, len(kind_names(game))
    rest = deck(game)
    melds = [list((exposed or {}).get(seat, ())) for seat in range(n)]
    piles = [counts(game, (thrown or {}).get(seat, "")) for seat in range(n)]
    held = [counts(game, hand) for hand in hands]
    for taken in (*held, *piles, *(counts(game, meld) for row in melds for meld in row)):
        less(rest, taken)
    for _ in range(n - len(hands)):
        spare = [0] * kinds
        for kind in [k for k in range(kinds) if rest[k] > 1][-2:]:
            spare[kind] += 1
        less(rest, spare)
        held.append(spare)
    if empty_wall:
        piles[0] = [pile + left for pile, left in zip(piles[0], rest, strict=True)]
        rest = [0] * kinds
    names = kind_names(game)
    card = drawn or cards_of(hands[turn])[-1]
    data: dict[str, Any] = {
        "options": game.options,
        "game": 0,
        "score": [0] * n,
        "pot": 0,
        "dealer": 0,
        "turn": turn,
        "phase": "ACT",
        "to_act": turn,
        "hand": held,
        "hand_total": [sum(hand) for hand in held],
        "exposed": [[meld_id(game, meld) for meld in row] for row in melds],
        "thrown": piles,
        "lying": [sum(column) for column in zip(*piles, strict=True)],
        "wall": rest,
        "wall_total": sum(rest),
        "drawn": names.index(card),
        "claim": -1,
        "declared": [False] * n,
        "dora": -1,
    }
    return game.state_from_dict({**data, **fields, "rng": None})


def legal(state: Any) -> set[str]:
    return {state.action_to_string(a) for a in state.legal_actions()}


def node(state: Any) -> tuple[str, int]:
    """Phase and seat to act."""
    return state.to_dict()["phase"], state.current_player()


def pile(game: Any, values: Sequence[int]) -> list[str]:
    return [name for name, count in zip(kind_names(game), values, strict=True) for _ in range(count)]


def points(game: Any, *arguments: Any, **more: Any) -> int:
    return int(ask(game, "best", *arguments, **more)["points"])


def listed(game: Any, pairs: Sequence[tuple[int, int]]) -> dict[str, int]:
    """Kinds by name with their copies."""
    names = kind_names(game)
    return {names[kind]: copies for kind, copies in pairs}


def waits(game: Any, *arguments: Any, **more: Any) -> tuple[list[str], list[str]]:
    drawn, claimed = ask(game, "waits", *arguments, **more)
    names = kind_names(game)
    return [names[k] for k in drawn], [names[k] for k in claimed]


# 12.1 Melds

MELDS = [
    (1, "sazanami", {"B44": "SAME2", "R333": "SAME3", "K8888": "SAME4", "R3 B3": None, "R3 B3 Y3": None}),
    (2, "sazanami", {"Y123": "RUN3", "Y1234": "RUN4", "Y678": "RUN3", "Y346": None, "Y78 Y1": None}),
    (2, "sazanami", {"Y12": None, "Y12 R3": None}),
    (3, "shiranami", {"W22": "SAME2h", "W222": "SAME3h", "W2222": "SAME4h", "W123": None}),
    (3, "shikinami", {"W123": "RUN3", "W222": "SAME3"}),
    (4, "shikinami", {"B2 R2 Y2": None, "B2 R2 Y2 W2": "SAI4", "B2 R2 Y2 K2 W2": "SAI5", "B2 R22 Y2": None}),
    (4, "shiranami", {"B2 R2 Y2 W2": None}),
    (5, "aranami", {"R1 W2 R3": "RUN3w", "W1 R23 R4": "RUN4w", "R33 W3": "SAME3w", "R333 W3": "SAME4w"}),
    (5, "aranami", {"W33": "SAME2", "W234": "RUN3", "R3 W3": None, "R3 W33": None, "R1 W23": None, "R12 W4": None}),
    (6, "ayanami", {"B1 R2 Y3": "AYA3", "Y1 R2 B3": "AYA3", "Y1 W2 K3": "AYA3", "K1 B2 R3": "AYA3"}),
    (6, "ayanami", {"B1 R2 Y3 W4": "AYA4", "W6 Y7 R8": "AYA3", "B1 R2 B3": None, "B1 Y2 K3": None}),
    (6, "ayanami", {"Y3 W4 K6": None, "B111": None, "Y1 K2 W3": None}),
    (7, "juuayanami", {"B11 R22": "JUU4", "B11 R22 Y33": "JUU6", "K66 W77": "JUU4", "B11 Y22": None}),
    (7, "juuayanami", {"B11 R11": None, "B11 R2 Y3": None}),
    (7, "ayanami", {"B11 R22": None}),
]


@pytest.mark.parametrize(("number", "variant", "keys"), MELDS)
def test_examples_01_to_07(load: Any, number: int, variant: str, keys: dict[str, str | None]) -> None:
    game = load(variant)
    assert {cards: ask(game, "meld_key", cards) for cards in keys} == keys


# 12.2 Arrangements and completeness


def test_example_08(load: Any) -> None:
    game = load()
    found = [(meld_names(game, new), list(laid)) for new, laid in ask(game, "arrangements", "B111222333 R66 K88")]
    pairs = ["R6.R6", "K8.K8"]
    expected: list[tuple[list[str], list[int]]] = [
        (["B1.B1", "B2.B2", "B3.B3", *pairs, "B1.B2.B3"], []),
        ([*pairs, "B1.B1.B1", "B2.B2.B2", "B3.B3.B3"], []),
        ([*pairs, "B1.B2.B3", "B1.B2.B3", "B1.B2.B3"], []),
    ]
    assert sorted((sorted(new), laid) for new, laid in found) == sorted((sorted(new), laid) for new, laid in expected)


def test_example_09(load: Any) -> None:
    assert len(ask(load(), "arrangements", "B1234 B678 B1234 B22")) == 5


def test_example_10(load: Any) -> None:
    game = load()
    found = ask(game, "arrangements", "B1234 R123 Y678 K678")
    assert [sorted(len(name.split(".")) for name in meld_names(game, new)) for new, _ in found] == [[3, 3, 3, 4]]
    called = ["Y123", "Y678"]
    assert ask(game, "is_complete", "B123 R123 K123", called)
    assert not ask(game, "is_complete", "B123 R123 K12", called)


def test_example_11(load: Any) -> None:
    game = load()
    best = ask(game, "best", "B66 R4", ["R123"])
    assert meld_names(game, best["new"]) == ["B6.B6"]
    assert meld_names(game, best["exposed"]) == ["R1.R2.R3.R4"]
    assert best["points"] == 4


def test_example_12(load: Any) -> None:
    game = load()
    assert waits(game, "B66", ["R123"]) == (["B6", "R4"], ["B6"])
    assert not ask(game, "is_complete", "B66 R4", ["R123"], claimed="R4")
    best = ask(game, "best", "B666", ["R123"], claimed="B6")
    assert (best["points"], best["combinations"]) == (9, {"NOPAIR": 4})


def test_example_13(load: Any) -> None:
    game = load("aranami")
    (arrangement,) = ask(game, "arrangements", "R3 W3", ["R33"])
    assert (list(arrangement[0]), meld_names(game, arrangement[1])) == ([], ["R3.R3.R3.W3"])
    assert ask(game, "is_complete", "W3 B66", ["R33"])
    assert ask(game, "is_complete", "W1 B66", ["R234"])
    assert not ask(game, "is_complete", "W1 B66", ["R2 R4 W3"])
    assert not ask(load("juuayanami"), "is_complete", "Y33 B6 R7 Y8", ["B11 R22"])


# 12.3 Points

HANDS = [
    (14, "sazanami", "B111222333 R66 K88", 17, {"TWIN": 8}),
    (15, "sazanami", "B1234 B678 B1234 B22", 45, {"PURE": 20, "TWIN": 4, "THROUGH": 6}),
    (16, "sazanami", "B111 R222 Y3333 K444", 43, {"ALLSAME": 12, "NOPAIR": 4}),
    (17, "shiranami", "R1234 R678 W222 W88 R44", 35, {"MIXED": 8, "THROUGH": 6}),
    (18, "shiranami", "B123 R678 Y222 K444 W3333", 50, {"NOPAIR": 4, "FIVE": 6}),
    (
        19,
        "shikinami",
        "B1234678 R1234678 W1234678",
        66,
        {"ALLRUN": 5, "NOPAIR": 4, "THROUGH": 18, "SANJUN": 12},
    ),
    (20, "shikinami", "B222 R222 Y222 W678", 31, {"NOPAIR": 4, "SANDOU": 9}),
    (21, "shikinami", "B3 R3 Y3 K3 W3 B6 R6 Y6 K6 B8 R8 Y8 K8", 35, {"ALLSAI": 12, "NOPAIR": 4}),
    (22, "aranami", "R134 W2 B66 W6 Y77 K123", 8, {}),
    (23, "ayanami", "B1 R2 Y3 Y1 R2 B3 K6 B7 R8 W1 K2 B3 R4", 20, {"CROSS": 3}),
    (24, "juuayanami", "B11 R22 Y33 B6 R7 Y8 K1 B2 R3 Y4", 26, {}),
    (25, "sazanami", "B777 R123 Y678 K1234", 21, {"NOPAIR": 4}),
]


@pytest.mark.parametrize(("number", "variant", "hand", "total", "combinations"), HANDS)
def test_examples_14_to_25(
    load: Any, number: int, variant: str, hand: str, total: int, combinations: dict[str, int]
) -> None:
    best = ask(load(variant), "best", hand)
    assert (best["points"], best["combinations"]) == (total, combinations)
    assert best["points"] == best["meld_points"] + sum(combinations.values())


def test_example_25_won(load: Any) -> None:
    game = load()
    best = ask(game, "best", "B777 R123 Y678 K1234", claimed="B7")
    assert (best["points"], meld_names(game, [best["claimed_meld"]])) == (19, ["B7.B7.B7"])


def test_example_26(load: Any) -> None:
    game = load()
    best = ask(game, "best", "B67778 R66 Y666", claimed="B7")
    assert (best["points"], meld_names(game, [best["claimed_meld"]])) == (8, ["B7.B7"])
    best = ask(game, "best", "B67778 R66 Y666", claimed="B6")
    assert (best["points"], meld_names(game, [best["claimed_meld"]])) == (7, ["B6.B7.B8"])


def test_example_27(load: Any) -> None:
    game = load()
    assert points(game, "B777 Y678 K1234", ["Y123"]) == 20
    assert points(game, "B777 Y678 K1234", ["Y123"], dora="Y") == 26


# 12.4 Penalties and payments


def test_example_28(load: Any) -> None:
    assert ask(load(), "penalty", "R123 B66") == 5
    game = load("aranami")
    assert [ask(game, "penalty", "R123 W24 B66", dora=dora) for dora in (None, "W", "R")] == [9, 11, 12]


def test_example_29(load: Any) -> None:
    state = at(load(), "B777 R123 Y678 K1234", "R1 B2 Y3", "R1 B2 Y3 K46", "R6 B8")
    act(state, "WIN")
    assert state.is_terminal()
    assert state.returns() == [83, -27, -31, -25]


def test_example_30(load: Any) -> None:
    game = load()
    state = at(game, "B77 R123 Y678 K1234", "B7 R1 B2 Y3", "R1 B2 Y3 K46", "R6 B8", turn=1)
    act(state, "D B7")
    assert (node(state), legal(state)) == (("WON", 0), {"PASS", "WIN"})
    act(state, "WIN")
    assert state.returns() == [96, -44, -29, -23]
    data = state.to_dict()
    assert pile(game, data["hand"][0]) == cards_of("B777 R123 Y678 K1234")
    assert (sum(data["lying"]), pile(game, data["thrown"][1])) == (0, ["B7"])


def test_example_31(load: Any) -> None:
    state = at(load(), "B77 R123 Y678", "B7 R1 B2 Y3", "R1 B2 Y3 K46", "R6 B8", exposed={0: ["K1234"]}, turn=1)
    act(state, "D B7", "WIN")
    assert state.returns() == [78, -37, -22, -19]


def test_example_32(load: Any) -> None:
    game = load("aranami", players=3)
    state = at(game, "R13 B66 W2", "W1 R4 B7", "W34 Y1", exposed={1: ["K678"], 2: ["Y66"]})
    act(state, "WIN")
    assert state.returns() == [20, -9, -11]


def test_example_33(load: Any) -> None:
    game = load(players=3, games=2)
    state = at(game, "B1 R4", "Y66 K1", "R3 K8 Y1", turn=2, empty_wall=True)
    act(state, "D Y1")
    data = state.to_dict()
    assert (data["phase"], data["game"], data["dealer"]) == ("DEAL", 1, 1)
    assert (data["score"], data["pot"]) == ([-2, -3, -2], 7)


def test_example_34(load: Any) -> None:
    game = load(players=3, games=2)
    position: dict[str, Any] = {"game": 1, "dealer": 1, "score": [-2, -3, -2], "pot": 7}
    state = at(game, "B1", "R2", "Y666 K123", exposed={2: ["B22"]}, turn=2, **position)
    act(state, "WIN")
    assert state.is_terminal()
    assert state.returns() == [-11, -12, 23]
    assert state.to_dict()["pot"] == 0


def test_example_35(load: Any) -> None:
    state = at(load(players=3), "B1 R4", "Y6", "Y1 R3", turn=2, empty_wall=True)
    act(state, "D R3")
    assert state.is_terminal()
    assert state.returns() == [-2, 3, -1]


# 12.5 State machine


def test_example_36(load: Any) -> None:
    game = load()
    state = at(game, "B1 R3 K7", "R33 K8", "R12", "R3 Y3")
    act(state, "D R3")
    assert (node(state), legal(state)) == (("ME", 1), {"PASS", "M R3.R3", "M R3.R3.R3"})
    act(state, "PASS")
    assert (node(state), legal(state)) == (("WON", 2), {"PASS", "WIN"})
    act(state, "PASS")
    assert (node(state), legal(state)) == (("ME", 3), {"PASS", "M R3.R3"})
    act(state, "M R3.R3")
    data = state.to_dict()
    assert (data["phase"], data["turn"], data["hand_total"][3]) == ("DRAW", 1, 1)
    assert meld_names(game, data["exposed"][3]) == ["R3.R3"]
    assert (pile(game, data["thrown"][0]), sum(data["lying"])) == (["R3"], 0)


def test_example_36_won_first(load: Any, switched: Any) -> None:
    state = at(load(switched("sazanami", won_first=True)), "B1 R3 K7", "R33 K8", "R12", "R3 Y3")
    act(state, "D R3")
    assert (node(state), legal(state)) == (("WON", 2), {"PASS", "WIN"})
    act(state, "PASS")
    assert (node(state), legal(state)) == (("ME", 1), {"PASS", "M R3.R3", "M R3.R3.R3"})
    act(state, "PASS")
    assert (node(state), legal(state)) == (("ME", 3), {"PASS", "M R3.R3"})


def test_example_37(load: Any) -> None:
    state = at(load(), "B1 R3 K7", "R12", "B8 K6", "R12 R44")
    act(state, "D R3")
    assert node(state) == ("WON", 1)
    act(state, "PASS")
    assert node(state) == ("WON", 3)
    act(state, "WIN")
    assert state.is_terminal()
    assert [seat for seat, total in enumerate(state.returns()) if total > 0] == [3]


def test_example_38(load: Any) -> None:
    game = load(players=3)
    state = at(game, "B123 R66 Y8", "Y1 K2", "Y2 K4")
    assert legal(state) == {"D B1", "D B2", "D B3", "D R6", "D Y8", "M R6.R6", "M B1.B2.B3"}
    act(state, "M B1.B2.B3")
    data = state.to_dict()
    assert (data["phase"], data["turn"]) == ("DRAW", 1)
    assert (data["hand_total"][0], meld_names(game, data["exposed"][0])) == (3, ["B1.B2.B3"])
    assert (sum(map(sum, data["thrown"])), sum(data["lying"])) == (0, 0)


def test_example_39(load: Any) -> None:
    game = load(players=3)
    others = ("Y1 K2", "Y2 K4")
    exposed = {0: ["R123"]}
    lay_off = "L R4>R1.R2.R3.R4"
    assert legal(at(game, "R4 B6", *others, exposed=exposed)) == {"D B6", "D R4"}
    state = at(game, "R4 B68", *others, exposed=exposed)
    assert legal(state) == {"D R4", "D B6", "D B8", lay_off}
    act(state, lay_off)
    assert (node(state), legal(state)) == (("ACT", 0), {"D B6", "D B8"})
    assert legal(at(game, "R4 B66", *others, exposed=exposed)) == {"WIN", "D B6", "D R4", "M B6.B6", lay_off}


def test_example_40(load: Any) -> None:
    state = at(load(players=2), "R4 K7", "R123 B8")
    act(state, "D R4")
    assert (node(state), legal(state)) == (("ME", 1), {"PASS", "M R2.R3.R4", "M R1.R2.R3.R4"})


def test_example_41(load: Any) -> None:
    state = at(load(players=2), "R4 K7", "B88", exposed={1: ["R123"]})
    act(state, "D R4")
    assert node(state) == ("DRAW", uneri.CHANCE)


def test_example_42(load: Any) -> None:
    state = at(load(players=2), "R4 K7", "R4", exposed={1: ["R123"]})
    act(state, "D R4")
    assert (node(state), legal(state)) == (("WON", 1), {"PASS", "WIN"})
    act(state, "PASS")
    assert node(state) == ("DRAW", uneri.CHANCE)


def test_example_43(load: Any) -> None:
    game = load(players=2, riichi=True, dora=True)
    state = at(game, "B123 R66 Y78 K1", "R6 B8 K123")
    assert {action for action in legal(state) if action.startswith("Z")} == {"Z K1"}
    act(state, "Z K1")
    data = state.to_dict()
    assert (data["dora"], data["declared"]) == (3, [True, False])
    assert (node(state), legal(state)) == (("ME", 1), {"PASS", "M K1.K1", "M K1.K2.K3"})
    act(state, "PASS", "Y6", "D Y6")
    assert node(state) == ("WON", 0)
    act(state, "WIN")
    assert state.returns() == [36, -36]


def test_example_44(load: Any) -> None:
    game = load(players=2, riichi=True, dora=True)
    state = at(game, "B123 R66 Y78 K1", "R6 B8 K123", thrown={0: "Y6"}, dora=2)
    assert not [action for action in legal(state) if action.startswith("Z")]


def test_example_45(load: Any) -> None:
    game = load(players=2, riichi=True)
    state = at(game, "B123 Y66 R23 K8", "R14 K2", thrown={0: "R1"})
    assert "Z K8" in legal(state)
    act(state, "Z K8", "B7")
    asked = state.clone()
    act(state, "D R1")
    assert node(state) == ("DRAW", uneri.CHANCE)
    act(asked, "D R4")
    assert node(asked) == ("WON", 0)


@pytest.mark.parametrize(("dora", "paid"), [(False, 20), (True, 26)])
def test_example_46(load: Any, dora: bool, paid: int) -> None:
    game = load(players=2, riichi=True, dora=dora)
    more: dict[str, Any] = {"dora": 1} if dora else {}
    state = at(game, "B123 Y66 R23 K8", "B8 K123", thrown={0: "R1"}, **more)
    act(state, "Z K8")
    while node(state)[0] in ("WON", "ME"):
        act(state, "PASS")
    act(state, "B7", "D B7")
    while node(state)[0] in ("WON", "ME"):
        act(state, "PASS")
    act(state, "B6")
    assert legal(state) == {"D B6"}
    act(state, "D B6")
    while node(state)[0] in ("WON", "ME"):
        act(state, "PASS")
    act(state, "B7", "D B7", "R1")
    assert legal(state) == {"WIN", "D R1"}
    act(state, "WIN")
    assert state.returns() == [paid, -paid]


# 12.6 Analysis


def test_example_47(load: Any) -> None:
    game = load()
    hand = "B1234 R222 Y678 K11"
    assert ask(game, "deficiency", hand) == 1
    assert waits(game, hand) == (["B1", "B4", "R2", "K1"],) * 2
    assert listed(game, ask(game, "acceptance", hand)) == {"B1": 3, "B4": 3, "R2": 1, "K1": 2}
    assert listed(game, ask(game, "acceptance", hand, visible="R2 B11")) == {"B1": 1, "B4": 3, "K1": 2}


def test_example_48(load: Any) -> None:
    game = load()
    assert ask(game, "deficiency", "B1111 R1111 Y1111") == 2
    assert waits(game, "B1111 R1111 Y1111") == ([], [])


def test_example_49(load: Any) -> None:
    game, hand = load("ayanami"), "B6 R7 Y8 R6 Y7 W8 Y6 W7 K8 W6 K7 B8"
    assert ask(game, "deficiency", hand) == 3
    assert ask(game, "deficiency", hand, growth=0) == 4


def test_example_50(load: Any) -> None:
    assert ask(load("ayanami"), "deficiency", "B6", ["B1 R2 Y3"]) == 99
    assert ask(load(), "deficiency", "B6", ["Y123"]) == 1


def test_example_51(load: Any) -> None:
    game = load("ayanami")
    assert ask(game, "deficiency", "W4 K6 B7", ["B1 R2 Y3"]) == 1
    assert waits(game, "W4 K6 B7", ["B1 R2 Y3"]) == (["R8"], ["R8"])


def test_example_52(load: Any) -> None:
    game = load("aranami")
    assert waits(game, "R13 B66 K678")[0] == ["R2", "W2"]
    assert waits(game, "W2 R13 B66 K678")[0] == ["B6", "R4", "W6"]


def test_example_53(load: Any) -> None:
    game = load("juuayanami")
    assert waits(game, "B11 R22 Y3")[0] == ["Y3"]
    assert waits(game, "B111 R22 Y3")[0] == ["R2"]


def test_example_54(load: Any) -> None:
    expected = ["B1", "B4", "R1", "R4", "Y1", "Y4", "K1", "K4", "W1", "W4"]
    assert waits(load("shikinami"), "B1 R1 Y1 B2 R2 Y2 B3 R3 Y3 B4 R4 Y4")[0] == expected


def test_example_55(load: Any) -> None:
    assert ask(load(), "deficiency", "B1 R2 Y3 K4 B6 R7 Y8 K1 B3 R4 Y6 K7") == 5
    assert ask(load("shikinami"), "deficiency", "B1 R2 Y3 K4 W6 B7 R8 Y1 K2 W3 B4 R6 Y7 K8 W1") == 6


def test_example_56(load: Any) -> None:
    game, hand = load(), "B12 R33 Y6 K8"
    assert ask(game, "deficiency", hand) == 2
    assert listed(game, ask(game, "acceptance", hand)) == {"B3": 4, "Y6": 3, "K8": 3}
    assert ask(game, "call_acceptance", hand) == []
    assert [ask(game, "deficiency", drawn) for drawn in ("B123 R33 Y6", "B123 R33 K8")] == [1, 1]
    assert ask(game, "deficiency", "R33 Y6 K8", ["B123"]) == 2


def test_example_57(load: Any) -> None:
    game = load()
    hand = "B1234 R333 Y6 K8"
    assert [ask(game, "min_penalty", hand, exposures=most) for most in (None, 1, 0)] == [2, 5, 9]
    assert ask(game, "min_penalty", "B4 R4 Y6", ["R123"], exposures=0) == 2
    assert ask(load("aranami"), "min_penalty", "W2 R13 W4 B6", exposures=1) == 3


def test_example_58(load: Any) -> None:
    game, hand = load(), "B12 R33 Y66 K8"
    assert ask(game, "deficiency", hand) == 2
    expected = {"B1": 3, "B2": 3, "B3": 4, "B4": 4, "R3": 2, "Y6": 2, "K8": 3}
    assert listed(game, ask(game, "acceptance", hand)) == expected
    names = kind_names(game)
    calls = [(names[kind], copies, meld_names(game, ids)) for kind, copies, ids in ask(game, "call_acceptance", hand)]
    assert calls == [("B3", 4, ["B1.B2.B3"]), ("K8", 3, ["K8.K8"])]


def table(game: Any, hand: str) -> dict[str, str]:
    names = kind_names(game)
    return {names[k]: f"{distance}/{copies}" for k, distance, copies in ask(game, "discard_table", hand)}


def test_example_59(load: Any) -> None:
    expected = {"B1": "2/11", "B2": "2/7", "B3": "2/7", "R3": "2/9", "Y6": "2/27", "Y7": "2/27", "K8": "1/4"}
    assert table(load(), "B123 R33 Y67 K8") == expected


def test_example_60(load: Any) -> None:
    expected = {
        "B1": "3/39", "B3": "3/38", "B6": "3/23", "R2": "4/54", "R7": "3/23", "Y3": "4/54", "K6": "3/42", "W4": "3/39",
    }  # fmt: skip
    assert table(load("ayanami"), "B1 R2 Y3 W4 B6 R7 K6 B3") == expected


# Rules that no example above asks for


def test_kinds_go_by_colour_and_rank(load: Any) -> None:
    game = load("aranami")
    kinds = [f"{colour}{rank}" for colour in "BRYKW" for rank in (1, 2, 3, 4, 6, 7, 8)]  # N-1.1
    assert [game.action_to_string(0, 2 + kind) for kind in range(35)] == [f"D {name}" for name in kinds]  # N-1.4


def test_melds_need_their_copies(load: Any) -> None:
    """N-2.3: two copies of each blue card cannot make a triple."""
    rules = uneri.namima.rule_set("sazanami")
    rules["copies"]["B"] = 2
    game = load(rules)
    assert game.parse_action("M R1.R1.R1") > game.parse_action("M B1.B1")
    with pytest.raises(ValueError, match="no action"):
        game.parse_action("M B1.B1.B1")


def test_a_wild_card_gives_its_own_colour_to_the_dora(load: Any) -> None:
    state = act(at(load("aranami", players=2, dora=True), "W1 R44", "B8 K8"), "D W1")
    assert state.to_dict()["dora"] == 4  # N-9.7


@pytest.mark.parametrize(("players", "games"), [(4, 12), (5, 10)])
def test_games_of_a_match(load: Any, players: int, games: int) -> None:
    """N-8.1"""
    one, match = load(players=players, games=1), load(players=players, games=0)
    assert match.max_chance_nodes == games * one.max_chance_nodes


def test_what_a_seat_sees(load: Any) -> None:
    state = at(load(players=2), "B123", "R4 K7")
    data, seen = state.to_dict(), state.to_dict(1)
    assert [seen[key] for key in ("score", "hand_total", "wall_total")] == [
        data[key] for key in ("score", "hand_total", "wall_total")
    ]  # N-10.1
    assert (seen["drawn"], seen["hand"][0], seen["wall"]) == (None, None, None)  # N-10.2
    places = [*data["hand"], data["lying"], data["wall"]]
    assert [sum(copies) for copies in zip(*places, strict=True)] == [4] * 28  # N-5.1
    act(state, "WIN")
    assert state.to_dict(1)["hand"] == state.to_dict()["hand"]  # N-10.4
