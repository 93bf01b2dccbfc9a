"""The option `pack` of Tidal (2.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import uneri
from uneri import tidal
from uneri.testing import walk_digest

DATA = {"deal": 3, "cards": ["P9", "O0", "Y1", "T2", "P3", "O4", "Y5", "Y9"]}


def small(backend: str, **options: Any) -> uneri.Game:
    return uneri.load_game("tidal", backend=backend, **{"players": 2, "rounds": 1, "pack": "small", **options})


def test_the_small_pack(backend: str) -> None:
    state = small(backend).new_initial_state()
    names = [state.action_to_string(card) for card in state.legal_actions()]
    assert names == ["O1", "O4", "Y2", "Y5", "Y9", "T3", "T7", "P6", "P8"]
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    data = state.to_dict()
    assert (data["phase"], data["hand_total"]) == ("PLAY", [2, 2])
    assert "bout 1 of 2" in tidal.render(data)


def test_zeros_are_in_the_pack_or_not(backend: str) -> None:
    """The pack decides, whatever the number of seats."""
    state = small(backend, pack=DATA).new_initial_state()
    assert state.is_legal(0)
    assert not state.is_legal(10)
    assert not small(backend).new_initial_state().is_legal(0)


def test_kept_nines_leave_the_pack(backend: str) -> None:
    """Six cards are left when both 9s are kept, just enough for two hands of three."""
    game = small(backend, pack=DATA, rounds=2)
    state = tidal.position(game, phase="DEAL", round=2, lead=0, keeper={"yellow": 0, "purple": 1})
    assert [state.action_to_string(card) for card in state.legal_actions()] == ["O0", "O4", "Y1", "Y5", "T2", "P3"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pack": 7}, "option 'pack' is 7; allowed: full, small, a mapping of deal"),
        ({"pack": ["O1"]}, "option 'pack' is ['O1']; allowed: full, small"),
        ({"pack": {**DATA, "deal": 0}}, "allowed: full, small"),
        ({"pack": {**DATA, "deal": 19}}, "allowed: full, small"),
        ({"pack": {**DATA, "deal": True}}, "allowed: full, small"),
        ({"pack": {**DATA, "cards": ["O1", "O1"]}}, "a list of different names"),
        ({"pack": {**DATA, "cards": ["o1"]}}, "names such as O7"),
        ({"pack": {**DATA, "cards": ["G1"]}}, "names such as O7"),
        ({"pack": {**DATA, "cards": "O1 O2"}}, "names such as O7"),
        ({"pack": {**DATA, "more": 1}}, "a mapping of deal"),
        ({"pack": {**DATA, "deal": 4}}, "allowed: a pack of at least 8 cards beside the 9s for 2 players"),
        ({"players": 5}, "option 'pack' is 'small' (str); allowed: a pack of at least 10 cards beside the 9s for 5"),
    ],
)
def test_packs_that_cannot_be_played(refused: Callable[..., str], options: dict[str, Any], message: str) -> None:
    said = refused("tidal", **{"players": 2, "pack": "small", **options})
    assert said.startswith("tidal: option 'pack'")
    assert message in said


def test_cards_that_the_pack_lacks_are_refused(backend: str) -> None:
    with pytest.raises(ValueError, match="P9, which is elsewhere or not in the deck"):
        tidal.position(small(backend), hands=["O1 P9", "O4 Y2"])
    data = small(backend).new_initial_state(seed=1).to_dict()
    data["hand"][0] = [0, 39]
    with pytest.raises(ValueError, match="'hand'"):
        small(backend).state_from_dict(data)


@pytest.mark.parametrize(
    ("options", "seed", "digest"),
    [({}, 1, "21f8f48fd63a29cd"), ({"rounds": 3}, 2, "41d7f23f06ba3df5"), ({"pack": DATA}, 3, "2406fa21853e0a6c")],
)
def test_walks(backend: str, options: dict[str, Any], seed: int, digest: str) -> None:
    assert walk_digest(small(backend, **options), seed).digest == digest
