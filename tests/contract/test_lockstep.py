"""Core and reference in lockstep over random options: everything at every node. More with UNERI_LOCKSTEP_GAMES."""

from __future__ import annotations

import importlib
import os

import pytest

import uneri
from uneri.testing import LockstepMismatch, lockstep, stream

GAMES = int(os.environ.get("UNERI_LOCKSTEP_GAMES", "24"))


@pytest.mark.parametrize("index", range(GAMES))
def test_core_and_reference_agree(name: str, index: int) -> None:
    module = importlib.import_module(f"uneri.{name}")
    options = module.random_options(stream(77, index), {})
    core, reference = (uneri.load_game(name, backend=backend, **options) for backend in ("core", "reference"))
    report = lockstep(core, reference, index, max_moves=1500, seeded=index % 4 == 0)
    assert report.nodes > 1


def test_a_difference_is_found(name: str) -> None:
    """Two games that differ in an option are not the same game."""
    one, two = uneri.load_game(name, utility="score"), uneri.load_game(name, utility="win", backend="reference")
    with pytest.raises(LockstepMismatch, match=r"again: uneri.load_game"):
        lockstep(one, two, 1)
