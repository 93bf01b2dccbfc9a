"""Objects that no caller should pass, for every game on both backends: each is refused with an ordinary exception, and the
state is as it was."""

from __future__ import annotations

import array
import copy
import enum
import gc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import uneri


class Raising:
    def __index__(self) -> int:
        raise RuntimeError("no number today")


class Lying:
    def __index__(self) -> Any:
        return "6"  # noqa: PLE0305  # that is the point


class Meddling:
    """Plays on while it is asked for its number."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __index__(self) -> int:
        self.state.apply_action(self.state.legal_actions()[0])
        return 10**6


class Sub(int):
    pass


HUGE = 10**5000  # longer than Python is willing to print


def fresh(name: str, backend: str) -> Any:
    return uneri.load_game(name, backend=backend).new_initial_state(seed=1)


def ended(name: str, backend: str) -> Any:
    state = fresh(name, backend)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    return state


def number_takers(state: Any) -> dict[str, Callable[[Any], Any]]:
    """Every member that takes a number."""
    return {
        "apply_action": state.apply_action,
        "is_legal": state.is_legal,
        "action_to_string": state.action_to_string,
        "to_dict": state.to_dict,
        "observation_string": state.observation_string,
        "observation_tensor": state.observation_tensor,
        "resample seat": lambda x: state.resample_from_infostate(x, 0),
        "resample seed": lambda x: state.resample_from_infostate(0, x),
        "game.action_to_string player": lambda x: state.game.action_to_string(x, 0),
        "game.action_to_string action": lambda x: state.game.action_to_string(0, x),
        "new_initial_state": state.game.new_initial_state,
        "perft": lambda x: uneri.perft(state, x),
        "perft threads": lambda x: uneri.perft(state, 1, threads=x),
        "playouts": lambda x: uneri.playouts(state.game, x),
        "playouts seed": lambda x: uneri.playouts(state.game, 1, seed=x),
    }


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (Raising(), RuntimeError),
        (Lying(), TypeError),
        (1.0, TypeError),
        (float("nan"), TypeError),
        (True, TypeError),
        (np.True_, TypeError),
        (np.array(True), TypeError),
        (np.array(1.0), TypeError),
        (np.array([1]), TypeError),
        ("1", TypeError),
        (b"1", TypeError),
        ([1], TypeError),
        (object(), TypeError),
        (1 + 0j, TypeError),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else type(value).__name__,
)
def test_what_is_no_number_is_refused(name: str, backend: str, wrong: Any, error: type[Exception]) -> None:
    state = fresh(name, backend)
    before, bytes_before = state.clone(), state.serialize()
    for call in number_takers(state).values():
        with pytest.raises(error):
            call(wrong)
    assert state == before
    assert state.serialize() == bytes_before


@pytest.mark.parametrize("wrong", [HUGE, -HUGE, 1 << 64, -(1 << 63) - 1], ids=["huge", "-huge", "2^64", "-2^63-1"])
def test_numbers_out_of_any_range_are_refused(name: str, backend: str, wrong: int) -> None:
    state = fresh(name, backend)
    before = state.clone()
    for member, call in number_takers(state).items():
        if member == "is_legal":
            assert call(wrong) is False
        else:
            with pytest.raises(ValueError, match=r"."):
                call(wrong)
    assert state == before


def test_all_kinds_of_integers_are_numbers(name: str, backend: str) -> None:
    state = fresh(name, backend)
    action = state.legal_actions()[0]
    word = enum.IntEnum("word", {"FIRST": action})
    after = state.clone()
    after.apply_action(action)
    for kind in (Sub(action), word.FIRST, np.int16(action), np.array(action), np.array(action, ">i8")):
        assert state.is_legal(kind)
        assert state.action_to_string(kind) == state.action_to_string(action)
        twin = state.clone()
        twin.apply_action(kind)
        assert twin == after


def test_an_object_that_plays_while_it_is_asked(name: str, backend: str) -> None:
    """The state may move, but it stays sound."""
    state = fresh(name, backend)
    with pytest.raises(ValueError, match="not legal"):
        state.apply_action(Meddling(state))
    assert state.game.deserialize_state(state.serialize()) == state


def test_after_the_end(name: str, backend: str) -> None:
    state = ended(name, backend)
    before, returns = state.clone(), state.returns()
    assert state.legal_actions() == []
    assert state.num_legal_actions() == 0
    assert not state.legal_actions_mask().any()
    assert state.chance_outcomes() == []
    assert state.current_player() == uneri.TERMINAL
    for action in range(state.game.num_distinct_actions):
        assert not state.is_legal(action)
        with pytest.raises(ValueError, match="the game is over"):
            state.apply_action(action)
    with pytest.raises(ValueError, match="chance"):
        state.sample_chance(0)
    assert uneri.perft(state, 0) == 1
    assert uneri.perft(state, 1) == uneri.perft(state, 5) == 0
    played = uneri.playouts(state, 3)
    assert played.returns.tolist() == [returns] * 3
    assert played.lengths.tolist() == [0] * 3
    for seat in range(state.game.num_players):
        assert state.resample_from_infostate(seat, 3).returns() == returns
    assert state == before


def test_an_action_of_another_moment_is_refused(name: str, backend: str) -> None:
    """Actions that were legal before, or are for others, are not legal because they once were."""
    state = fresh(name, backend)
    played: list[int] = []
    refused = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        for action in played[-5:]:
            if action not in legal:
                before = state.clone()
                with pytest.raises(ValueError, match="not legal"):
                    state.apply_action(action)
                assert state == before
                refused += 1
        played.append(legal[len(played) % len(legal)])
        state.apply_action(played[-1])
    assert refused > 0


@pytest.mark.parametrize(
    "wrong",
    [
        memoryview(bytearray(4096)),
        array.array("B", bytes(64)),
        bytearray(64),
        np.empty((), np.uint8),
        np.empty(0, np.float32),
        np.empty(700, object),
        np.empty(700, "U1"),
        np.empty(700, [("a", np.uint8)]),
        object(),
        5,
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_buffer_is_refused(name: str, backend: str, wrong: Any) -> None:
    state = fresh(name, backend)
    for call in (state.legal_actions_mask, lambda out: state.observation_tensor(0, out)):
        with pytest.raises((TypeError, ValueError), match="out"):
            call(wrong)


def test_a_refused_buffer_is_left_alone_and_a_filled_one_is_filled_whole(name: str, backend: str) -> None:
    state = fresh(name, backend)
    size = state.game.observation_tensor_shape[0]
    wide = np.full(size + 2, 9, np.float32)
    part = wide[1:-1]  # contiguous, but not the owner of its memory
    assert state.observation_tensor(0, part) is part
    assert np.array_equal(part, state.observation_tensor(0))
    assert wide[0] == wide[-1] == 9
    strided = np.full(2 * size, 9, np.float32)
    with pytest.raises(ValueError, match="out"):
        state.observation_tensor(0, strided[::2])
    with pytest.raises(ValueError, match="seat"):
        state.observation_tensor(state.game.num_players, part)
    assert (strided == 9).all()
    assert np.array_equal(part, state.observation_tensor(0))
    mask = state.legal_actions_mask()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert np.flatnonzero(state.legal_actions_mask(mask)).tolist() == state.legal_actions()


def test_states_outlive_their_makers(name: str, backend: str) -> None:
    game = uneri.load_game(name, backend=backend)
    text = str(game)
    state = game.new_initial_state(seed=2)
    tensor, mask = state.observation_tensor(0), state.legal_actions_mask()
    kept = tensor.copy(), mask.copy()
    legal = state.legal_actions()
    del game
    gc.collect()
    assert str(state.game) == text
    twin = copy.deepcopy(state)
    del state
    gc.collect()
    assert twin.legal_actions() == legal
    assert np.array_equal(tensor, kept[0])
    assert np.array_equal(mask, kept[1])
    legal.clear()  # a list of the caller's own
    assert twin.legal_actions()


def test_plain_data_is_the_callers_own(name: str, backend: str) -> None:
    state = fresh(name, backend)
    before = state.clone()
    data = state.to_dict()
    for value in (data, data["options"]):
        value.clear()
    state.game.options.clear()
    state.game.observation_layout.clear()
    state.legal_actions().clear()
    assert state == before
    assert state.to_dict() == before.to_dict()
    assert state.to_dict()["options"] == before.game.options


@pytest.mark.parametrize(
    "wrong",
    [None, 5, "text", [], [("phase", 1)], b"{}", object(), {}, {1: 2}, {"phase": "ACT"}, {"": None}],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_plain_data_is_refused(name: str, backend: str, wrong: Any) -> None:
    game = uneri.load_game(name, backend=backend)
    with pytest.raises((TypeError, ValueError), match=name):
        game.state_from_dict(wrong)


def test_plain_data_that_holds_itself_is_refused(name: str, backend: str) -> None:
    game = uneri.load_game(name, backend=backend)
    data = game.new_initial_state().to_dict()
    knot: list[Any] = []
    knot.append(knot)
    for field in data:
        for value in (knot, data):
            with pytest.raises(ValueError, match=name):
                game.state_from_dict({**data, field: value})


def test_a_subclass_that_skips_the_constructor(name: str) -> None:
    """C++ objects can't be half made."""
    game = uneri.load_game(name)
    for kind in (type(game), type(game.new_initial_state())):
        hollow = type("Hollow", (kind,), {"__init__": lambda self: None})
        with pytest.raises(TypeError):
            hollow()
    with pytest.raises(TypeError):
        type(game.new_initial_state())()


def test_comparing_with_anything(name: str, backend: str) -> None:
    state = fresh(name, backend)
    other_backend = fresh(name, "reference" if backend == "core" else "core")
    for other in (None, 1, "state", object(), state.game, other_backend, np.array([1])):
        assert (state == other) is False
        assert (state != other) is True
        assert (state.game == other) is (other is state.game)
    assert {state: 1}[state.clone()] == 1
    assert {state.game: 1}[uneri.load_game(str(state.game), backend=backend)] == 1
