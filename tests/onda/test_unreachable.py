"""Positions that a caller may set up though no game meets them: a seat waits between the table's owner and the seat to act,
so that the owner itself comes to pass (worked examples 13 and 33 begin so). O-4.12 then says who wins the trick: the seat
that remains."""

from __future__ import annotations

import uneri
from uneri import onda


def test_the_seat_that_remains_wins_the_trick(backend: str) -> None:
    game = uneri.load_game("onda", backend=backend, players=3)
    state = onda.position(game, hands=["b1 b2", "b3 b4", "b6 b7"], table="SINGLE b9", table_owner=1, to_act=0)
    state.apply_action(0)
    assert state.current_player() == 1  # the owner: it has not passed
    state.apply_action(0)
    assert (state.current_player(), state.to_dict()["leader"], state.to_dict()["table"]) == (2, 2, None)
