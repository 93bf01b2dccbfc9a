"""The option `pack` of ONDA (O-1.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import uneri
from uneri import onda
from uneri.testing import walk_digest

DATA = {"deal": 4, "down": 2, "cards": ["g3", "b1", "b2", "b2", "b3", "g1", "g1", "g4"]}


def small(backend: str, **options: Any) -> uneri.Game:
    return uneri.load_game("onda", backend=backend, **{"players": 2, "rounds": 1, "pack": "small", **options})


def hidden(state: uneri.State) -> uneri.State:
    """The state after everybody has hidden its lowest cards."""
    while state.to_dict()["phase"] == "HIDE":
        state.apply_action(state.legal_actions()[0])
    return state


def test_the_small_pack(backend: str) -> None:
    game = small(backend)
    data = game.new_initial_state().to_dict()
    assert {onda.KIND_NAMES[kind]: count for kind, count in enumerate(data["deck"]) if count} == dict.fromkeys(
        ["b1", "b2", "b3"], 2
    )
    assert game.max_chance_nodes == 6
    # the worst: one card face down, b1 and b1 in hand
    assert (game.min_utility, game.max_utility) == (-(3 + 3 + 3), 3)
    state = hidden(game.new_initial_state(seed=1))
    data = state.to_dict()
    assert data["phase"] == "ACT"
    assert data["hand_total"] == [2, 2]
    assert [len(cards) for cards in data["down"]] == [1, 1]


def test_a_single_hidden_card_may_be_any(backend: str) -> None:
    """With one card to hide the highest may be hidden, too; with two it is no first pick (O-4.2)."""
    game = small(backend)
    state = onda.position(game, hands=["b1 b2 b3", "b1 b2 b3"], phase="HIDE", played="")
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["HIDE b1", "HIDE b2", "HIDE b3"]
    game = small(backend, pack=DATA)
    state = onda.position(game, hands=["b1 b2 b3 g4", "b2 g1 g1 g3"], phase="HIDE", played="")
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["HIDE b1", "HIDE b2", "HIDE b3"]


def test_jokers_end_at_the_highest_number(backend: str) -> None:
    """O-1.7: nobody has a 5 here, so no joker is one; the full pack has them up to 15."""
    state = onda.position(small(backend, pack=DATA), hands=["b2 b3", "g1"], down=["g4", "g3"])
    jokers = [state.action_to_string(action) for action in state.legal_actions() if action >= 234]
    assert [name for name in jokers if name.startswith("SINGLE")] == [f"SINGLE J={number}" for number in range(1, 5)]
    assert [name for name in jokers if name.startswith("RUN3")] == ["RUN3 b1 J@1", "RUN3 b2 J@4"]
    assert not state.is_legal(state.parse_action("RUN2 b4 J@5"))
    full = onda.position(uneri.load_game("onda", players=2, backend=backend), hands=["b2 b3", "g1"], down=["g4", "g3"])
    assert full.is_legal(full.parse_action("SINGLE J=15"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pack": 7}, "option 'pack' is 7; allowed: full, small, a mapping of down"),
        ({"pack": ["b1"]}, "option 'pack' is ['b1']; allowed: full, small"),
        ({"pack": {**DATA, "deal": 2}}, "allowed: full, small"),
        ({"pack": {**DATA, "deal": 16}}, "allowed: full, small"),
        ({"pack": {**DATA, "down": 0}}, "allowed: full, small"),
        ({"pack": {**DATA, "down": 3}}, "allowed: full, small"),
        ({"pack": {**DATA, "down": True}}, "allowed: full, small"),
        ({"pack": {**DATA, "cards": ["b1"] * 3}}, "each at most twice"),
        ({"pack": {**DATA, "cards": ["B1"]}}, "names such as b7"),
        ({"pack": {**DATA, "cards": "b1 b2"}}, "names such as b7"),
        ({"pack": {**DATA, "more": 1}}, "a mapping of down"),
        ({"pack": DATA, "players": 3}, "allowed: a pack of at least 12 cards for 3 players"),
        ({"players": 3}, "option 'pack' is 'small' (str); allowed: a pack of at least 9 cards for 3 players"),
    ],
)
def test_packs_that_cannot_be_played(refused: Callable[..., str], options: dict[str, Any], message: str) -> None:
    said = refused("onda", **{"players": 2, "pack": "small", **options})
    assert said.startswith("onda: option 'pack'")
    assert message in said


def test_cards_that_the_pack_lacks_are_refused(backend: str) -> None:
    state = small(backend).new_initial_state(seed=4)
    data = state.to_dict()
    kind = next(kind for kind, count in enumerate(data["hand"][0]) if count)
    data["hand"][0][kind] -= 1
    data["hand"][0][onda.KIND_NAMES.index("b5")] += 1
    with pytest.raises(ValueError, match=r"field 'hand' and .* together"):
        small(backend).state_from_dict(data)


@pytest.mark.parametrize(
    ("options", "seed", "digest"),
    [
        ({}, 1, "104301f056ed7b2b"),
        ({"first_seat": -1, "rounds": 3}, 2, "445af364c5aec58d"),
        ({"pack": DATA, "rounds": 2}, 3, "2efed8193d5fe699"),
    ],
)
def test_walks(backend: str, options: dict[str, Any], seed: int, digest: str) -> None:
    assert walk_digest(small(backend, **options), seed).digest == digest
