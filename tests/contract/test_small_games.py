"""Core and reference in every state of the games that are small enough to be solved."""

from __future__ import annotations

from typing import Any

import pytest

import uneri
from uneri.registry import game_module
from uneri.testing import LockstepMismatch, lockstep_tree


def both(text: str) -> tuple[Any, Any]:
    core, reference = (uneri.load_game(text, backend=backend) for backend in ("core", "reference"))
    return core, reference


STATES = {"namima": 3578, "onda": 8272, "solo": 12154, "tacta": 5824, "tidal": 41878}
"""How many states a small game has."""


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
def test_core_and_reference_agree_everywhere(name: str) -> None:
    report = lockstep_tree(*both(game_module(name).SMALL))
    assert report.nodes == STATES[name]


def test_a_difference_is_found_and_large_games_are_refused() -> None:
    core, other = both(game_module("onda").SMALL)
    with pytest.raises(ValueError, match="more than 50 states, the limit"):
        lockstep_tree(core, other, max_states=50)
    other.rules.highest = 2  # the reference now plays by a rule of its own: no joker is a three
    with pytest.raises(LockstepMismatch, match="legal_actions differs after"):
        lockstep_tree(core, other)
