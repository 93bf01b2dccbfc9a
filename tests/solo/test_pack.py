"""The option `pack` of SOLO (S-1.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import uneri
from uneri import solo
from uneri.testing import walk_digest

DATA = {"deal": 2, "cards": ["GSw", "R1", "R2", "Wi", "B3", "Wi", "R1", "Y9"]}


def small(backend: str, **options: Any) -> uneri.Game:
    return uneri.load_game("solo", backend=backend, **{"players": 2, "max_rounds": 1, "pack": "small", **options})


def test_the_small_pack(backend: str) -> None:
    state = small(backend).new_initial_state()
    assert solo.format_hand(state.to_dict()["draw_pile"]) == "R1 R1 R2 G1 G2 GD2"
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    data = state.to_dict()
    assert data["phase"] == "FLIP"
    assert [solo.format_hand(hand) for hand in data["hand"]] == ["R1 R1", "R2 G1"]


def test_later_rounds_use_the_pack_again(backend: str) -> None:
    game = small(backend, max_rounds=2, turn_cap=1)
    state = game.new_initial_state()
    while state.to_dict()["round"] == 1:
        state.apply_action(state.legal_actions()[0])
    assert solo.format_hand(state.to_dict()["draw_pile"]) == "R1 R1 R2 G1 G2 GD2"


def test_positions_draw_from_the_pack(backend: str) -> None:
    state = solo.position(small(backend, pack=DATA), hands=["R1", "Wi"], discard="R2")
    assert solo.format_hand(state.to_dict()["draw_pile"]) == "R1 GSw B3 Y9 Wi"


def test_all_cards_but_numbers_may_be_turned_over(backend: str) -> None:
    """48 of them, where the published cards have 40."""
    cards = [f"{colour}{symbol}" for colour in "RGBY" for symbol in [*range(1, 10), *["Sk", "Rv", "D2", "Sw"] * 3]]
    game = small(backend, pack={"deal": 8, "cards": cards}, turn_cap=10)
    assert game.max_chance_nodes == 2 * 8 + 48 + 1 + 112 + 10 * (112 + 1 + 2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pack": 7}, "option 'pack' is 7; allowed: full, small, a mapping of deal"),
        ({"pack": ["R1"]}, "option 'pack' is ['R1']; allowed: full, small"),
        ({"pack": {**DATA, "deal": 0}}, "allowed: full, small"),
        ({"pack": {**DATA, "deal": 31}}, "allowed: full, small"),
        ({"pack": {**DATA, "deal": True}}, "allowed: full, small"),
        ({"pack": {**DATA, "cards": ["GSw"] * 4}}, "at most three of a coloured card"),
        ({"pack": {**DATA, "cards": ["r1"]}}, "names such as R7"),
        ({"pack": {**DATA, "cards": "R1 R2"}}, "names such as R7"),
        ({"pack": {**DATA, "more": 1}}, "a mapping of deal"),
        ({"pack": DATA, "players": 3}, "allowed: a pack of at least 7 number cards for 3 players"),
        ({"players": 3}, "option 'pack' is 'small' (str); allowed: a pack of at least 7 number cards for 3 players"),
    ],
)
def test_packs_that_cannot_be_played(refused: Callable[..., str], options: dict[str, Any], message: str) -> None:
    said = refused("solo", **{"players": 2, "pack": "small", **options})
    assert said.startswith("solo: option 'pack'")
    assert message in said


def test_a_deal_of_other_cards_is_refused(backend: str) -> None:
    game = small(backend)
    data = game.new_initial_state().to_dict()
    data["draw_pile"] = small(backend, pack=DATA).new_initial_state().to_dict()["draw_pile"]
    data["draw_total"] = sum(data["draw_pile"])
    with pytest.raises(ValueError, match="'draw_pile'"):
        game.state_from_dict(data)


@pytest.mark.parametrize(
    ("options", "seed", "digest"),
    [
        ({}, 1, "699cfce9f1961410"),
        ({"first_seat": -1, "max_rounds": 3, "turn_cap": 30}, 2, "bcc5f66718607422"),
        ({"pack": DATA}, 3, "53c6a3c6fde1e3f6"),
    ],
)
def test_walks(backend: str, options: dict[str, Any], seed: int, digest: str) -> None:
    assert walk_digest(small(backend, **options), seed).digest == digest
