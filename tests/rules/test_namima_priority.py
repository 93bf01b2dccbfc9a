"""Who has priority for a discard (N-5.6), by either value of `won_first`, and what seats see of it (N-10.3), on both
backends."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import uneri
from uneri import namima

HANDS = ("B1 R3 K7", "R33 K8", "R12", "R3 Y3")
"""Worked example 36: seat 0 discards R3."""
SEAT_1 = (1, "ME", ["PASS", "M R3.R3", "M R3.R3.R3"])
SEAT_2 = (2, "WON", ["PASS", "WIN"])
SEAT_3 = (3, "ME", ["PASS", "M R3.R3"])


def table(backend: str, won_first: bool, variant: str = "sazanami", **options: Any) -> Any:
    rules = namima.rule_set(variant)
    assert rules["switches"]["won_first"] is False
    rules["switches"]["won_first"] = won_first
    return uneri.load_game("namima", backend=backend, variant=rules, **options)


def after_discard(game: Any, hands: tuple[str, ...], text: str, **fields: Any) -> Any:
    state = namima.position(game, hands=hands, **fields)
    state.apply_action(state.parse_action(text))
    return state


def question(state: Any) -> tuple[int, str, list[str]]:
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    return state.current_player(), state.to_dict()["phase"], texts


def questions(state: Any) -> list[tuple[int, str, list[str]]]:
    """What is asked while everybody passes."""
    state, found = state.clone(), []
    while not state.is_terminal() and state.to_dict()["claim"] >= 0:
        found.append(question(state))
        state.apply_action(state.parse_action("PASS"))
    return found


def test_worked_example_36(backend: str) -> None:
    state = after_discard(table(backend, False), HANDS, "D R3")
    assert questions(state) == [SEAT_1, SEAT_2, SEAT_3]
    assert questions(after_discard(table(backend, True), HANDS, "D R3")) == [SEAT_2, SEAT_1, SEAT_3]
    state.apply_action(state.parse_action("M R3.R3"))
    seen = state.to_dict()
    assert (seen["phase"], seen["turn"], seen["hand_total"]) == ("DRAW", 1, [2, 2, 2, 2])
    assert sum(seen["lying"]) == 0
    assert sum(seen["thrown"][0]) == 1


def test_a_seat_that_passes_its_win_may_make_a_meld(backend: str) -> None:
    """Seat 1 wins with Y3, or takes the pair. So does seat 2. Only the order of the questions changes."""
    hands = ("B1 Y3 K7", "Y33 B66", "Y3 R66")
    both = ["PASS", "WIN"]
    near = [(1, "WON", both), (1, "ME", ["PASS", "M Y3.Y3", "M Y3.Y3.Y3"])]
    far = [(2, "WON", both), (2, "ME", ["PASS", "M Y3.Y3"])]
    state = after_discard(table(backend, False, players=3), hands, "D Y3")
    assert questions(state) == near + far
    state.apply_action(0)
    before, after = state.clone(), state.clone()
    after.apply_action(0)
    assert question(before)[:2] == (1, "ME")
    assert before.to_dict(2)["phase"] == "DRAW"
    assert after.to_dict(0) == before.to_dict(0)  # the discarder sees nobody asked
    mahjong = after_discard(table(backend, True, players=3), hands, "D Y3")
    assert questions(mahjong) == [near[0], far[0], near[1], far[1]]


def test_no_meld_after_riichi_and_no_own_discard_stops_the_window(backend: str) -> None:
    """Seat 1 has declared: it is asked for its win alone. With R3 in its own pile it isn't asked at all."""
    hands = ("R3 K7 K8", "R33 B66", "R3 Y66")
    options = {"players": 3, "riichi": True, "games": 1}
    waiting = after_discard(table(backend, False, **options), hands, "D R3", thrown={1: "K6"}, declared=(1,))
    assert [found[:2] for found in questions(waiting)] == [(1, "WON"), (2, "WON"), (2, "ME")]
    hands = ("R3 K7 K8", "R12 B66", "R3 Y66")
    barred = after_discard(table(backend, False, **options), hands, "D R3", thrown={1: "R3"}, declared=(1,))
    assert [found[:2] for found in questions(barred)] == [(2, "WON"), (2, "ME")]


@pytest.mark.parametrize("won_first", [False, True])
@pytest.mark.parametrize("variant", ["sazanami", "juuayanami"])
def test_nobody_sees_who_is_asked(backend: str, variant: str, won_first: bool) -> None:
    """From discard to draw a seat that isn't asked sees one and the same thing, and the seat that is asked sees only its
    own cards decide: in every world of its own it has the same question."""
    game, numbers = table(backend, won_first, variant, games=1, riichi=True, dora=True), random.Random(7)
    asked = 0
    for _ in range(4 if backend == "core" else 1):
        state = game.new_initial_state(numbers.randrange(1000))
        views: dict[int, Any] = {}
        while not state.is_terminal():
            now = state.to_dict()
            if now["claim"] < 0:
                views = {}
            else:
                asked += 1
                who = state.current_player()
                for seat in range(4):
                    view = state.to_dict(seat)
                    if seat != who:
                        assert view == views.setdefault(seat, copy.deepcopy(view))
                        assert (view["phase"], view["claim"], view["to_act"]) == ("DRAW", -1, -1)
                        assert view["turn"] == (now["turn"] + 1) % 4
                world = state.resample_from_infostate(who, numbers.randrange(1 << 30))
                assert world.to_dict(who) == state.to_dict(who)
                assert question(world) == question(state)
                for found in questions(world):
                    assert found[2][0] == "PASS"
            legal = state.legal_actions()
            passes = now["claim"] >= 0 and numbers.random() < 0.8
            state.apply_action(0 if passes else numbers.choice(legal))
    assert asked > (10 if backend == "core" else 3)


def test_bytes_of_the_other_order_are_refused(backend: str) -> None:
    """A window's bytes of version 1 say less about who may still be asked: they are refused, not read otherwise."""
    state = after_discard(uneri.load_game("namima", backend=backend, variant="sazanami"), HANDS, "D R3")
    data = bytearray(state.serialize()[:-8])
    at = 6 if backend == "core" else 4  # of the state's layout; the reference has one version for all
    assert data[at] == 2
    data[at] = 1
    number = 0xCBF29CE484222325
    for byte in data:
        number = ((number ^ byte) * 0x100000001B3) & ((1 << 64) - 1)
    with pytest.raises(ValueError, match="version 1"):
        state.game.deserialize_state(bytes(data) + number.to_bytes(8, "little"))
