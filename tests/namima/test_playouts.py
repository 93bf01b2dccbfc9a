"""Random play of the core keeps notes of the melds that touch each hand; that of the reference lists all actions."""

from __future__ import annotations

import numpy as np
import pytest

import uneri
from uneri import namima


@pytest.mark.unsanitized
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", namima.VARIANTS)
def test_playouts_are_equal_on_both_backends(variant: str, players: int) -> None:
    more = {"riichi": True, "dora": True, "first_seat": -1} if players % 2 == 0 else {}
    game, slow = (
        uneri.load_game("namima", backend=backend, variant=variant, players=players, games=2, **more)
        for backend in ("core", "reference")
    )
    ours, theirs = (uneri.playouts(g, 3, seed=4) for g in (game, slow))
    assert np.array_equal(ours.returns, theirs.returns)
    assert np.array_equal(ours.lengths, theirs.lengths)


@pytest.mark.unsanitized
@pytest.mark.parametrize("variant", namima.VARIANTS)
def test_playouts_from_worlds_are_equal_on_both_backends(variant: str) -> None:
    """In a world, the seat that is asked may have no call."""
    game, slow = (
        uneri.load_game("namima", backend=backend, variant=variant, games=1) for backend in ("core", "reference")
    )
    state, seed = game.new_initial_state(seed=6), 0
    while not state.is_terminal():
        seed += 1
        world = state.resample_from_infostate((state.current_player() + 1) % 4, seed=seed)
        if seed % 25 == 0 or (state.to_dict()["phase"] in ("WON", "ME") and seed % 3 == 0):
            same = slow.state_from_dict(world.to_dict())
            ours, theirs = (uneri.playouts(s, 1, seed=seed) for s in (world, same))
            assert np.array_equal(ours.returns, theirs.returns)
            assert np.array_equal(ours.lengths, theirs.lengths)
        legal = state.legal_actions()
        state.apply_action(legal[seed % len(legal)])
    assert seed > 50
