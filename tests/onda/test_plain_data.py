"""Plain data of ONDA that no play can meet is refused, on both backends."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import uneri


def some_states(backend: str) -> list[Any]:
    state = uneri.load_game("onda", backend=backend, reveal_returned=True, rounds=2).new_initial_state()
    states, step = [], 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[(7 * step) % len(legal)])
        step += 1
        if step % 23 == 0 or state.is_terminal():
            states.append(state.clone())
    return states


WRONG: list[Any] = [None, -2, 99, 10**30, 1.0, True, "x", [], {}, [[]], [None] * 4, [-1] * 4, [3] * 30, [[3] * 30] * 4]


def test_every_field_is_checked(backend: str) -> None:
    """A field with a value that is not in its domain is refused by its name; the others stay."""
    for state in some_states(backend):
        data = state.to_dict()
        for field, good in data.items():
            for value in WRONG:
                if value == good and type(value) is type(good):
                    continue
                wrong = {**copy.deepcopy(data), field: value}
                try:
                    accepted = state.game.state_from_dict(wrong)
                except ValueError as error:
                    message = str(error)
                    accepted = None
                if accepted is None:
                    assert "onda: " in message
                    assert "field" in message
                else:  # another state that play can meet, such as no pending seat
                    assert accepted.to_dict()[field] == value
                    while not accepted.is_terminal():
                        accepted.apply_action(accepted.legal_actions()[0])


def test_both_backends_accept_the_same_data() -> None:
    """Small changes to states of play: refused by both, or the same state in both."""
    core, reference = (some_states(backend) for backend in ("core", "reference"))
    refused = accepted = 0
    for ours, theirs in zip(core, reference, strict=True):
        data = ours.to_dict()
        assert data == theirs.to_dict()
        changes: list[tuple[str, Any]] = [
            (f, v) for f in ("tide", "status", "dial", "to_act", "leader", "round") for v in range(3)
        ]
        changes += [("phase", p) for p in ("FIRST", "DEAL", "DIAL", "HIDE", "ACT", "SLOT", "REPLY", "OVER")]
        changes += [("pending", p) for p in (None, "JOKER", "TURN")] + [("bomb_used", b) for b in (False, True)]
        changes += [("table", None), ("passed", [True, False, False, False]), ("prev_winner", 1), ("starter", 2)]
        changes += [("round_wins", [1, 0, 0, 0]), ("scores", [3, 0, 0, -50]), ("known", [[1], [], [], []])]
        for field, value in changes:
            wrong = {**data, field: value}
            results = []
            for game in (ours.game, theirs.game):
                try:
                    results.append(game.state_from_dict(wrong).to_dict())
                except ValueError:
                    results.append(None)
            assert results[0] == results[1], (field, value, data["phase"])
            refused, accepted = refused + (results[0] is None), accepted + (results[0] is not None)
    assert refused > 100
    assert accepted > 100


def test_cards_are_conserved(backend: str) -> None:
    for state in some_states(backend):
        data = state.to_dict()
        if data["phase"] == "DEAL":
            continue
        wrong = copy.deepcopy(data)
        kind = next(k for k in range(30) if wrong["played"][k] < 2)
        wrong["played"][kind] += 1
        with pytest.raises(ValueError, match="field"):
            state.game.state_from_dict(wrong)
