"""Positions that a caller may set up though no game meets them: a seat waits between the table's owner and the seat to act,
so that the owner itself comes to pass (worked examples 13 and 33 begin so). O-4.12 then says who wins the trick: the seat
that remains."""

from __future__ import annotations

import pytest

import uneri
from uneri import onda
from uneri.testing import SplitMix64


def test_the_seat_that_remains_wins_the_trick(backend: str) -> None:
    game = uneri.load_game("onda", backend=backend, players=3)
    state = onda.position(game, hands=["b1 b2", "b3 b4", "b6 b7"], table="SINGLE b9", table_owner=1, to_act=0)
    state.apply_action(0)
    assert state.current_player() == 1  # the owner: it has not passed
    state.apply_action(0)
    assert (state.current_player(), state.to_dict()["leader"], state.to_dict()["table"]) == (2, 2, None)


def test_a_trick_needs_two_seats(backend: str) -> None:
    """O-4.12: a trick ends when one seat remains. While a joker is chosen, the seat to act owns the table."""
    game = uneri.load_game("onda", backend=backend, players=3, rounds=1)
    found = 0
    for seed in range(40):
        rng, state = SplitMix64(seed), game.new_initial_state(seed=seed)
        while not state.is_terminal():
            if (data := state.to_dict())["pending"] == "JOKER":
                found += 1
                data["passed"] = [seat != data["to_act"] for seat in range(3)]
                with pytest.raises(ValueError, match="'passed' leaves one seat in the trick, which would be over"):
                    game.state_from_dict(data)
                data["passed"][(data["to_act"] + 1) % 3] = False
                one = game.state_from_dict(data)
                while not one.is_terminal():
                    one.apply_action(one.legal_actions()[0])
            legal = state.legal_actions()
            state.apply_action(legal[rng.below(len(legal))])
    assert found > 5
