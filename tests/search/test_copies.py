"""Players that follow a game are copied and pickled with their trees."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import uneri
from _bytes import sealed
from uneri import bots, search


@pytest.mark.parametrize("cheat", [False, True])
def test_followers_travel_with_their_trees(name: str, cheat: bool) -> None:
    """Whenever a copy is made, it finds what the original finds, and neither knows of the other."""
    state = uneri.load_game(name, players=2).new_initial_state(seed=7)
    player = search.ISMCTS(120, rollout="uniform", depth=40, trees=2, cheat=cheat).follow()
    seat, reused, line = state.current_player(), 0, tuple[str, ...]()
    for step in range(24):
        if state.is_terminal():
            break
        twins = [copy.copy(player), copy.deepcopy(player), *(pickle.loads(pickle.dumps(player, p)) for p in (0, 5))]
        turn, legal = state.current_player(), state.legal_actions()
        action = next(
            (a for a in legal if f"{turn}: {state.action_to_string(a)}" in line), legal[0]
        )  # what the trees know
        if turn == seat:
            result = player.run(state)
            action, reused, line = result.action, reused + result.reused, result.principal_variation
            for twin in twins:
                found = twin.run(state)
                assert (found.stats, found.tree, found.reused) == (result.stats, result.tree, result.reused), step
        for one in (player, *twins):
            one.see(state, action)
        state.apply_action(action)
        if step % 3 == 0:
            player = twins[step % len(twins)]
    assert reused > 0


def test_a_player_that_was_told_travels() -> None:
    """`watch` leaves the positions between unknown: the next one, whatever it is, goes on."""
    state = uneri.load_game("solo", players=2).new_initial_state(seed=3)
    player, seat, runs = search.ISMCTS(60, rollout="uniform").follow(), state.current_player(), 0
    while runs < 6 and not state.is_terminal():
        action = state.legal_actions()[0]
        if state.current_player() == seat:
            twin, result = pickle.loads(pickle.dumps(player)), player.run(state)
            assert twin.run(state).stats == result.stats
            runs += 1
        bots.tell(player, seat, state, action)
        state.apply_action(action)


def kept_search() -> tuple[Any, Any, bytes]:
    """A search of the core that comes to its second decision, the position there, and its bytes."""
    state = uneri.load_game("solo", players=2).new_initial_state(seed=3)
    player, seat = search.ISMCTS(60, rollout="uniform", depth=20).follow(), state.current_player()
    while state.current_player() != seat or state.num_legal_actions() == 1 or player._kept is None:
        action = player.run(state).action if state.current_player() == seat else state.legal_actions()[0]
        player.see(state, action)
        state.apply_action(action)
    return player._kept, state, player._kept.save()[1]


def test_damaged_trees_are_refused() -> None:
    kept, state, data = kept_search()
    for wrong in (b"", data[:7], data[:-1], data + b"\0", *(flipped(data, at) for at in range(0, len(data), 97))):
        with pytest.raises(ValueError, match="solo: bytes are not a search that follows a game: "):
            kept.load(state.game, wrong)
    kept.load(state.game, data)
    assert kept.save()[1] == data
    assert kept.run(state, None)["reused"] > 0


def test_forged_trees_are_refused_or_searched() -> None:
    """With a checksum that fits, a tree that leads in circles or out of its memory is no tree."""
    kept, state, data = kept_search()
    refused = reused = 0
    for at in range(len(data) - 8):
        forged = bytearray(data[:-8])
        forged[at] ^= (1, 128, 255)[at % 3]
        try:
            kept.load(state.game, sealed(bytes(forged)))
        except ValueError as error:
            assert "solo: bytes are not a search that follows a game: " in str(error)  # noqa: PT017
            refused += 1
        else:
            reused += kept.run(state, None)["reused"] > 0
    assert refused > len(data) // 4
    assert reused > len(data) // 4


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]
