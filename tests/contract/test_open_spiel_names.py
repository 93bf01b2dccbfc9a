"""What README and quickstart promise of OpenSpiel's interface is there, on both backends and for every game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import uneri
from uneri import contract

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"`(?:state\.)?([a-z_]+)\((.*?)\)`")


def walk(name: str, backend: str, seed: int | None = None, steps: int = 30) -> list[Any]:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed)
    states = [state.clone()]
    for step in range(steps):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        state.apply_action(legal[step % len(legal)])
        states.append(state.clone())
    return states


def promised() -> dict[str, str]:
    """Methods of states by their parameters, out of the paragraph of the quickstart."""
    text = (ROOT / "docs" / "quickstart.md").read_text("utf-8")
    (paragraph,) = (part for part in text.split("\n\n") if part.startswith("Method names are OpenSpiel's"))
    there, _, _ = paragraph.partition("A state stores no history")
    return dict(NAMED.findall(there))


def test_promised_names_are_there(name: str, backend: str) -> None:
    found = promised()
    assert {"child", "legal_actions", "player_return", "player_reward", "is_simultaneous_node"} <= set(found)
    state = walk(name, backend, seed=1, steps=3)[-1]
    given = {"": (), "player": (state.current_player(),), "seat": (0,), "action": (state.legal_actions()[0],)}
    for member, parameters in found.items():
        assert callable(getattr(contract.State, member)), member
        getattr(state.clone(), member)(*given[parameters])


def test_what_is_not_promised_is_not_there(name: str, backend: str) -> None:
    """The docs say of `history` and its kin that states have none."""
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    for member in ("history", "information_state_string", "undo_action"):
        assert not hasattr(state, member)
        assert not hasattr(contract.State, member)


@pytest.mark.parametrize("seed", [None, 5])
def test_a_child_is_the_state_after_an_action(name: str, backend: str, seed: int | None) -> None:
    for state in walk(name, backend, seed):
        before = state.clone()
        for action in state.legal_actions()[:3]:
            after = state.clone()
            after.apply_action(action)
            child = state.child(action)
            assert child == after
            assert child.rewards() == after.rewards()
            assert type(child) is type(state)
        assert state == before


def test_illegal_children_are_refused_as_actions_are(name: str) -> None:
    said = set()
    for backend in ("core", "reference"):
        state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
        illegal = next(action for action in range(100_000) if not state.is_legal(action))
        with pytest.raises(ValueError, match="is not legal here") as caught:
            state.child(illegal)
        with pytest.raises(ValueError) as other:  # noqa: PT011 (compared below)
            state.apply_action(illegal)
        said |= {str(caught.value), str(other.value)}
        for wrong in (1.0, True, None, "0"):
            with pytest.raises(TypeError):
                state.child(wrong)
    assert len(said) == 1


@pytest.mark.parametrize("seed", [None, 5])
def test_only_who_is_to_act_has_legal_actions(name: str, backend: str, seed: int | None) -> None:
    for state in walk(name, backend, seed, steps=400):
        turn = state.current_player()
        for player in (contract.TERMINAL, contract.CHANCE, *range(state.game.num_players)):
            assert state.legal_actions(player) == (state.legal_actions() if player == turn else [])
        assert state.legal_actions(player=None) == state.legal_actions()


def test_players_that_are_none_are_refused_alike(name: str) -> None:
    for wrong, error in ((-5, ValueError), (2, ValueError), (1 << 70, ValueError), (0.0, TypeError), ("0", TypeError)):
        said = set()
        for backend in ("core", "reference"):
            state = uneri.load_game(name, backend=backend, players=2).new_initial_state(seed=1)
            with pytest.raises(error, match=r"player (is|must be) ") as caught:
                state.legal_actions(wrong)
            said.add(str(caught.value))
        assert len(said) == 1, said


def test_a_seats_share_of_returns_and_rewards(name: str, backend: str) -> None:
    for state in walk(name, backend, seed=5, steps=400):
        seats = range(state.game.num_players)
        assert [state.player_return(seat) for seat in seats] == state.returns()
        assert [state.player_reward(seat) for seat in seats] == state.rewards()
        assert state.is_simultaneous_node() is False
    for member in (state.player_return, state.player_reward):
        for wrong in (-1, len(seats)):
            with pytest.raises(ValueError, match=f"{name}: seat is {wrong}; allowed: 0 to {len(seats) - 1}"):
                member(wrong)
