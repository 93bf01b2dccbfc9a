"""The option `values` of TACTA (2.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import uneri
from uneri import tacta
from uneri.testing import walk_digest


def small(backend: str, **options: Any) -> uneri.Game:
    return uneri.load_game("tacta", backend=backend, **{"mode": "quick", "suits": "s", "values": 3, **options})


def test_cards_above_the_value_are_out_of_play(backend: str) -> None:
    game = small(backend)
    data = game.new_initial_state().to_dict()
    names = [[tacta.card_name(coloured) for coloured in pool] for pool in data["pools"]]
    assert names == [["0s1", "0s2", "0s3"], ["1s1", "1s2", "1s3"]]
    assert data["hidden"] == [3, 3]
    assert (game.max_game_length, game.max_chance_nodes, game.max_utility) == (12, 6, 1 + 2 + 3)


def test_points_and_rounds_follow_the_values(backend: str) -> None:
    game = uneri.load_game("tacta", backend=backend, mode="limited_space", values=2)
    assert game.max_utility == 3 * (1 + 2)
    state = game.new_initial_state()
    for suit in "cst":
        pools = [[tacta.card_name(coloured) for coloured in pool] for pool in state.to_dict()["pools"]]
        assert pools == [[f"{colour}{suit}1", f"{colour}{suit}2"] for colour in range(2)]
        number = state.to_dict()["round"]
        while not state.is_terminal() and state.to_dict()["round"] == number:
            state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()


def test_sabotage_hands_over_what_is_in_play(backend: str) -> None:
    state = uneri.load_game("tacta", backend=backend, mode="sabotage", values=2).new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    assert [len(pool) for pool in state.to_dict()["pools"]] == [4, 4]


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"values": 1}, "2 to 6"),
        ({"values": 7}, "2 to 6"),
        ({"values": True}, "2 to 6"),
        ({"mode": "team_up", "values": 3}, "4, 6"),
        ({"mode": "team_up", "values": 2}, "4, 6"),
    ],
)
def test_values_that_cannot_be_played(refused: Callable[..., str], options: dict[str, Any], allowed: str) -> None:
    said = refused("tacta", **{"mode": "quick", "suits": "s", **options})
    assert said.startswith("tacta: option 'values'")
    assert said.endswith(f"allowed: {allowed}")


def test_positions_keep_to_the_values(backend: str) -> None:
    with pytest.raises(ValueError, match="card is s4, but only the values 1 to 3 are in play"):
        tacta.position(small(backend), ends=["s1 s4", "s2 s3"])
    assert tacta.position(small(backend), ends=["s1 s3", "s2 s3"]).to_dict()["pools"] == [[7], [24]]


@pytest.mark.parametrize(
    ("options", "seed", "digest"),
    [
        ({}, 1, "1a09e1169757b08f"),
        ({"mode": "team_up", "values": 4, "suits": "st"}, 2, "fc01907890bd28ef"),
        ({"mode": "sabotage", "suits": "ct", "outer_cards": "owner"}, 3, "69846e595a57b298"),
        ({"mode": "free_play", "values": 2, "suits": "cst", "players": 3}, 4, "a91e7551fa21e8b2"),
    ],
)
def test_walks(backend: str, options: dict[str, Any], seed: int, digest: str) -> None:
    assert walk_digest(small(backend, **options), seed).digest == digest
