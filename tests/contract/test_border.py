"""The border of the library, where both backends must refuse or accept alike."""

from __future__ import annotations

import collections
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import uneri
from _bytes import sealed


def test_the_order_of_keys_says_nothing(name: str, backend: str) -> None:
    """Plain data that went through a JSON file with sorted keys is the same data."""
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    again = json.loads(json.dumps(state.to_dict(), sort_keys=True))
    assert state.game.state_from_dict(again) == state


@pytest.mark.parametrize("kind", [collections.UserDict, collections.ChainMap])
def test_any_mapping_is_plain_data(name: str, backend: str, kind: Any) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    assert state.game.state_from_dict(kind(state.to_dict())) == state


def test_data_of_numpy_is_treated_alike(name: str) -> None:
    """An integer of numpy is an integer or is none, on both backends; an array is refused as any wrong value is."""
    taken = []
    for backend in ("core", "reference"):
        game = uneri.load_game(name, backend=backend)
        data = game.new_initial_state(seed=1).to_dict()
        for field, value in data.items():
            if isinstance(value, list):
                with pytest.raises(ValueError, match=field):
                    game.state_from_dict({**data, field: np.zeros(len(value), np.int64)})
        number = next(field for field, value in data.items() if type(value) is int and field != "rng")
        try:
            game.state_from_dict({**data, number: np.int64(data[number])})
            taken.append(True)
        except ValueError:
            taken.append(False)
    assert taken[0] == taken[1]


@pytest.mark.parametrize(
    ("text", "error"),
    [("\ud800", ValueError), (None, TypeError), (5, TypeError), (b"PASS", TypeError), (["PASS"], TypeError)],
)
def test_what_is_no_name_of_an_action(name: str, backend: str, text: Any, error: type[Exception]) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    for call in (state.parse_action, state.game.parse_action):
        with pytest.raises(error):
            call(text)


def test_legal_actions_are_those_of_a_seat_or_of_nobody(name: str, backend: str) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state()
    seats = state.game.num_players
    found = {player: state.legal_actions(player) for player in (*range(seats), uneri.CHANCE, uneri.TERMINAL)}
    assert [player for player, actions in found.items() if actions] == [state.current_player()]
    for player in (-2, -3):  # OpenSpiel's names for what these games don't have
        with pytest.raises(ValueError, match=f"^player is {player}; allowed: 0 to {seats - 1}, -1, -4$"):
            state.legal_actions(player)
    for player in (-5, seats):
        with pytest.raises(ValueError, match=f"player is {player}; allowed: "):
            state.legal_actions(player)


@pytest.mark.parametrize("kind", [bytearray, memoryview, list, bytes.hex])
def test_a_state_is_read_from_bytes_alone(name: str, backend: str, kind: Any) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    data = kind(state.serialize())
    with pytest.raises(TypeError, match=f"^data must be bytes, not a {type(data).__name__}$"):
        state.game.deserialize_state(data)


def test_deep_data_is_refused(name: str, backend: str) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    game = uneri.load_game(name, backend=backend)
    data = game.new_initial_state().to_dict()
    for field in data:
        with pytest.raises(ValueError, match=name):
            game.state_from_dict({**data, field: deep})
    for option in game.options:
        for value in (deep, np.array([1, 2])):
            with pytest.raises(ValueError, match=option):
                uneri.load_game(name, backend=backend, **{option: value})


def test_sealed_nonsense_of_the_reference_is_refused(name: str) -> None:
    game = uneri.load_game(name, backend="reference")
    head = game.new_initial_state(1).serialize()[:6]
    for state in ("5", "null", "[]", '"x"', "{}", "true"):
        text = f'{{"game":{json.dumps(str(game))},"state":{state},"before":[0]}}'
        with pytest.raises(ValueError, match=name):
            game.deserialize_state(sealed(head + text.encode()))


def test_errors_name_the_game_even_if_the_bytes_are_no_text(name: str) -> None:
    """Bytes that can't be decoded are told in words of ours."""
    game = uneri.load_game(name)
    body = bytearray(game.new_initial_state(1).serialize()[:-8])
    body[body.index(name.encode())] = 0xFF
    with pytest.raises(ValueError, match=name):
        game.deserialize_state(sealed(bytes(body)))


# Every class that the extension binds, made without its constructor or refused; then every member, with arguments of all
# kinds that members take. Whoever gets past the class is in memory that nobody has filled.
UNMADE = """
import itertools, types
import uneri
from uneri import _core

def bound(module):
    for value in vars(module).values():
        if isinstance(value, types.ModuleType) and value.__name__.startswith(module.__name__ + "."):
            yield from bound(value)
        elif isinstance(value, type) and type(value).__name__ == "pybind11_type":
            yield value

def refused(ask, *arguments):
    try:
        ask(*arguments)
    except (TypeError, RuntimeError):  # RuntimeError is pybind11's, where a method shares its object
        return
    raise AssertionError((ask, arguments))

classes, members = list(bound(_core)), 0
for kind in classes:
    try:
        made = kind.__new__(kind)
    except TypeError:
        continue
    name = kind.__module__.rpartition(".")[2]
    state = uneri.load_game(name if name in uneri.games() else "onda").new_initial_state(seed=1)
    given = [state, state.game, None, 0, {}, b"", ""]
    for member, value in vars(kind).items():
        if member in ("__init__", "__new__", "_pybind11_conduit_v1_"):
            continue
        if isinstance(value, property):
            refused(getattr, made, member)
        elif callable(value):
            for count in range(4):
                for arguments in itertools.product(given, repeat=count):
                    refused(value, made, *arguments)
        else:
            continue
        members += 1
print(len(classes), members)
"""


@pytest.mark.subprocess
def test_an_object_made_without_its_constructor_is_no_crash() -> None:
    done = subprocess.run([sys.executable, "-c", UNMADE], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    classes, members = map(int, done.stdout.split())
    assert classes >= 4 * len(uneri.games())
    assert members >= 20 * len(uneri.games())


def test_classes_are_bound_in_one_way() -> None:
    """By `GuardedClass`, which sees to that."""
    folder = Path(__file__).resolve().parents[2] / "cpp" / "bindings"
    found = {path.name for path in folder.iterdir() if "py::class_<" in path.read_text("utf-8")}
    assert found == {"classes.hpp"}


def test_plain_data_leads_back_to_an_equal_state(name: str, backend: str) -> None:
    """`state_from_dict` is the inverse of `to_dict`, also where the last action scored."""
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
        again = state.game.state_from_dict(state.to_dict())
        assert again == state
        assert hash(again) == hash(state)
