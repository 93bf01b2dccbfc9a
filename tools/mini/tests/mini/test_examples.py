"""The worked examples of MINI, on both backends."""

from __future__ import annotations

from typing import Any

import uneri
from _play import act


def dealt(backend: str, *cards: str, **options: Any) -> Any:
    return act(uneri.load_game("mini", backend=backend, **options).new_initial_state(), *cards)


def test_the_highest_card_wins_and_leads(backend: str) -> None:  # M-3, M-4
    state = act(dealt(backend, "1", "3", "5", "2", "4", "6"), "PLAY 3", "PLAY 4")
    assert (state.current_player(), state.to_dict()["scores"], state.returns()) == (1, [0, 1], [0.0, 1.0])


def test_of_equal_cards_the_first_wins(backend: str) -> None:  # M-4
    state = act(dealt(backend, "4", "4", players=2, hand=1), "PLAY 4", "PLAY 4")
    assert state.is_terminal()
    assert state.returns() == [1.0, 0.0]


def test_a_seat_sees_its_own_hand(backend: str) -> None:
    state = dealt(backend, "1", "3", "5", "2", "4", "6")
    assert state.to_dict(0)["hand"] == [[1, 0, 1, 0, 1, 0], None]
    assert state.to_dict(0)["deck"] is None
