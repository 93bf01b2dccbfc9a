"""Namima's call window: who is asked, in which order, in both priorities of N-5.6, on both backends.

A window is compared with its definition: the calls of every seat by hand analysis alone, put in the order of the rules.
"""

from __future__ import annotations

from typing import Any

import pytest

from _play import act
from uneri import namima
from uneri.testing import SplitMix64

Question = tuple[str, int]


@pytest.fixture(params=[False, True], ids=["nearest_first", "won_first"])
def won_first(request: pytest.FixtureRequest) -> bool:
    """The switch."""
    return bool(request.param)


def in_order(turn: int, n: int, won_first: bool) -> list[Question]:
    """All questions after a discard of `turn`, the strongest claim first (N-5.6)."""
    seats = [(turn + i) % n for i in range(1, n)]
    if won_first:
        return [("WON", seat) for seat in seats] + [("ME", seat) for seat in seats]
    questions = []
    for seat in seats:
        questions += [("WON", seat), ("ME", seat)]
    return questions


def has_call(game: Any, data: dict[str, Any], question: Question) -> bool:
    """N-5.7, N-5.8, N-9.5 from the hand of the seat."""
    phase, seat = question
    hand, exposed, claim = data["hand"][seat], data["exposed"][seat], data["claim"]
    if phase == "ME":
        return not data["declared"][seat] and namima.legal_melds(hand, claim, variant=game) != []
    if data["declared"][seat] and data["thrown"][seat][claim] > 0:
        return False
    taken = [count + (kind == claim) for kind, count in enumerate(hand)]
    return namima.is_complete(taken, exposed, claim, variant=game)


def asked(state: Any) -> list[Question]:
    """The nodes from this one to the end of the window if everybody passes."""
    state, found = state.clone(), []
    while state.to_dict()["phase"] in ("WON", "ME"):
        found.append((state.to_dict()["phase"], state.current_player()))
        state.apply_action(0)
    return found


def window(hands: list[str], claim: str, game: Any) -> Any:
    """Seat 0 discards the card; the state after it."""
    state = namima.position(game, hands=hands, drawn=claim)
    state.apply_action(state.parse_action(f"D {claim}"))
    return state


def node(state: Any) -> Question:
    return state.to_dict()["phase"], state.current_player()


# Single windows of four seats: `R12 R44` wins with R3 and can make a meld with it; `R33 K8` can only make a meld

BOTH = "R12 R44"
MELD = "R33 K8"


def test_a_seat_is_asked_won_before_its_own_me(load: Any, switched: Any, won_first: bool) -> None:
    game = load(switched("sazanami", won_first=won_first))
    state = window(["B1 R3 K7", "B8 K6", BOTH, MELD], "R3", game)
    nearest = [("WON", 2), ("ME", 2), ("ME", 3)]
    assert asked(state) == nearest
    state = window(["B1 R3 K7", MELD, "B8 K6", BOTH], "R3", game)
    assert asked(state) == ([("WON", 3), ("ME", 1), ("ME", 3)] if won_first else [("ME", 1), ("WON", 3), ("ME", 3)])


def test_the_order_goes_round_the_table(load: Any, switched: Any, won_first: bool) -> None:
    """The discarder is seat 2: the nearest is seat 3, the farthest seat 1."""
    game = load(switched("sazanami", won_first=won_first))
    state = namima.position(game, hands=["B66 R12", BOTH, "B1 R3 K7", "K8 R12"], turn=2, drawn="R3")
    act(state, "D R3")
    expected = {
        False: [("ME", 3), ("WON", 0), ("ME", 0), ("WON", 1), ("ME", 1)],
        True: [("WON", 0), ("WON", 1), ("ME", 3), ("ME", 0), ("ME", 1)],
    }
    assert asked(state) == expected[won_first]


def test_a_near_meld_takes_the_card_from_a_far_win(load: Any, switched: Any) -> None:
    state = window(["B1 R3 K7", MELD, BOTH, "B8 K6"], "R3", load())
    act(state, "M R3.R3.R3")
    data = state.to_dict()
    assert (data["phase"], data["turn"], sum(data["lying"])) == ("DRAW", 1, 0)
    state = window(["B1 R3 K7", MELD, BOTH, "B8 K6"], "R3", load(switched("sazanami", won_first=True)))
    assert node(state) == ("WON", 2)
    act(state, "WIN")
    assert state.is_terminal()
    assert [seat for seat, points in enumerate(state.returns()) if points > 0] == [2]


def test_a_near_win_ends_the_window(load: Any, switched: Any, won_first: bool) -> None:
    state = window(["B1 R3 K7", BOTH, MELD, BOTH], "R3", load(switched("sazanami", won_first=won_first)))
    assert asked(state)[0] == ("WON", 1)
    act(state, "WIN")
    assert state.is_terminal()
    assert [seat for seat, points in enumerate(state.returns()) if points > 0] == [1]


# Windows along games

GAMES = [
    {"variant": "sazanami", "players": 4, "riichi": True},
    {"variant": "shikinami", "players": 5},
    {"variant": "aranami", "players": 3, "riichi": True, "dora": True},
    {"variant": "juuayanami", "players": 2},
]


def windows(game: Any, seed: int) -> list[Any]:
    """All nodes of call windows of a game at random, in which winning is put off and riichi is liked."""
    rng, state, found = SplitMix64(seed), game.new_initial_state(), []
    while not state.is_terminal():
        if state.to_dict()["phase"] in ("WON", "ME"):
            found.append(state.clone())
        legal = state.legal_actions()
        names = [state.action_to_string(a) for a in legal]
        riichi = [a for a, name in zip(legal, names, strict=True) if name.startswith("Z")]
        other = [a for a, name in zip(legal, names, strict=True) if name != "WIN"]
        choice = riichi or other
        state.apply_action(choice[rng.below(len(choice))])
    return found


@pytest.mark.parametrize("options", GAMES, ids=[g["variant"] for g in GAMES])
def test_windows_are_as_defined(load: Any, switched: Any, won_first: bool, options: dict[str, Any]) -> None:
    game = load(
        switched(options["variant"], won_first=won_first), **{k: v for k, v in options.items() if k != "variant"}
    )
    n, seen = game.num_players, 0
    for state in [*windows(game, 3), *windows(game, 4)]:
        data = state.to_dict()
        order = in_order(data["turn"], n, won_first)
        rest = order[order.index(node(state)) :]
        assert asked(state) == [question for question in rest if has_call(game, data, question)]
        seen += 1
    assert seen > 10


def test_windows_of_other_worlds(load: Any, switched: Any, won_first: bool) -> None:
    """N-10.5: a world keeps the node. The seat asked may have nothing but PASS, and whoever comes later in the order is asked by
    the cards of the world."""
    game, rng, bare = load(switched("sazanami", won_first=won_first), players=4), SplitMix64(7), 0
    for state in windows(game, 5):
        for seat in range(4):
            world = state.resample_from_infostate(seat, rng.next())
            data = world.to_dict()
            assert node(world) == node(state)
            assert data["claim"] == state.to_dict()["claim"]
            assert game.state_from_dict(data) == world
            assert world.observation_string(seat) == state.observation_string(seat)
            order = in_order(data["turn"], 4, won_first)
            here, *later = order[order.index(node(world)) :]
            assert (len(world.legal_actions()) > 1) == has_call(game, data, here)
            bare += not has_call(game, data, here)
            assert asked(world) == [here, *(question for question in later if has_call(game, data, question))]
    assert bare > 10


def test_nobody_sees_whether_another_seat_is_asked(load: Any, switched: Any, won_first: bool) -> None:
    """N-10.3: until it is asked itself, a seat sees the draw that follows if nobody takes the card."""
    game, compared = load(switched("sazanami", won_first=won_first), players=4), 0
    for state in windows(game, 1):
        after = state.clone()
        while after.current_player() >= 0:
            after.apply_action(0)
        if after.is_terminal():
            continue
        for seat in range(4):
            same = state.observation_string(seat) == after.observation_string(seat)
            assert same == (seat != state.current_player())
            compared += 1
    assert compared > 40


def test_any_question_can_be_read_back(load: Any, switched: Any, won_first: bool) -> None:
    """Which questions came before is in no field (5.1), so each is a state by itself in both priorities."""
    game = load(switched("sazanami", won_first=won_first))
    hands = ["B1 K7", BOTH, BOTH, MELD]
    calls = [("WON", 1), ("ME", 1), ("WON", 2), ("ME", 2), ("ME", 3)]
    for phase, seat in calls:
        state = namima.position(game, hands=hands, thrown={0: "R3"}, phase=phase, to_act=seat, claim="R3")
        order = in_order(0, 4, won_first)
        assert asked(state) == [question for question in order[order.index((phase, seat)) :] if question in calls]
        assert game.deserialize_state(state.serialize()) == state
