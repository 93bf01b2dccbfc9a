"""What the order of calls (N-5.6) has to do with the rest: what seats see, riichi, saved states. On both backends; the
order itself is in test_call_window.py."""

from __future__ import annotations

from typing import Any

import pytest

import uneri
from uneri import namima


def after_discard(game: Any, hands: tuple[str, ...], text: str, **fields: Any) -> Any:
    state = namima.position(game, hands=hands, **fields)
    state.apply_action(state.parse_action(text))
    return state


def questions(state: Any) -> list[tuple[int, str]]:
    """Who is asked for what while everybody passes."""
    state, found = state.clone(), []
    while not state.is_terminal() and state.to_dict()["claim"] >= 0:
        found.append((state.current_player(), state.to_dict()["phase"]))
        state.apply_action(state.parse_action("PASS"))
    return found


def test_a_seat_that_passes_its_win_may_make_a_meld(backend: str, switched: Any) -> None:
    """Seat 1 wins with Y3, or takes it for a meld, and so does seat 2. Between its two questions nobody else is asked,
    and nobody, the seat itself aside, sees that there were two."""
    hands = ("B1 Y3 K7", "Y33 B66", "Y3 R66")
    game = uneri.load_game("namima", variant="sazanami", players=3, backend=backend)
    won = after_discard(game, hands, "D Y3")
    assert questions(won) == [(1, "WON"), (1, "ME"), (2, "WON"), (2, "ME")]
    me = won.clone()
    me.apply_action(0)
    assert [won.to_dict(seat) == me.to_dict(seat) for seat in range(3)] == [True, False, True]
    assert me.to_dict(1) == won.to_dict(1) | {"phase": "ME"}
    assert me.to_dict(2)["phase"] == "DRAW"
    mahjong = uneri.load_game("namima", variant=switched("sazanami", won_first=True), players=3, backend=backend)
    assert questions(after_discard(mahjong, hands, "D Y3")) == [(1, "WON"), (2, "WON"), (1, "ME"), (2, "ME")]


def test_riichi_leaves_a_seat_its_win_alone(backend: str, switched: Any) -> None:
    """A declared seat has no `me` after its `won`; with the card in its own pile it isn't asked at all (N-5.8, N-9.5)."""
    hands = ("R3 K7 K8", "R33 B66", "R3 Y66")
    game = uneri.load_game("namima", variant="sazanami", players=3, riichi=True, backend=backend)
    free = after_discard(game, hands, "D R3", thrown={1: "K6"}, declared=(1,))
    assert questions(free) == [(1, "WON"), (2, "WON"), (2, "ME")]
    hands = ("R3 K7 K8", "R12 B66", "R3 Y66")
    barred = after_discard(game, hands, "D R3", thrown={1: "R3"}, declared=(1,))
    assert questions(barred) == [(2, "WON"), (2, "ME")]


def test_bytes_of_the_other_order_are_refused(backend: str) -> None:
    """Bytes of version 1 were written when all seats had been asked WON before any was asked ME: they are refused, not
    played on by the other order."""
    game = uneri.load_game("namima", variant="sazanami", backend=backend)
    state = after_discard(game, ("B1 R3 K7", "R33 K8", "R12", "R3 Y3"), "D R3")
    data = state.serialize()[:-8]
    if backend == "core":
        assert data[6] == 2  # the layout of states
        data = data[:6] + b"\x01" + data[7:]
    else:
        assert data.count(b',"codec":2') == 1  # the first layout is written without a number
        data = data.replace(b',"codec":2', b"")
    number = 0xCBF29CE484222325  # FNV-1a 64
    for byte in data:
        number = ((number ^ byte) * 0x100000001B3) & ((1 << 64) - 1)
    with pytest.raises(ValueError, match="version 1"):
        game.deserialize_state(data + number.to_bytes(8, "little"))
