"""Dictionaries that are no state: for every damage both backends accept alike, or refuse with the same type and words."""

from __future__ import annotations

import copy
import importlib
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import uneri
from uneri.testing import stream

BACKENDS = ("core", "reference")
LEAST_REFUSED = 1000  # damages of a game, so that a walk that stops early is noticed
BETWEEN = 2  # states of a walk beside the first and the last
MIXED = 40  # states that take each field from one of two others
MOST_ENTRIES = 3  # of a long list are damaged: the first, the last and one between

# What no field allows, or few do: other types, numbers beyond every range, long and nested things.
STRANGERS: list[Any] = [
    *(None, True, False, 0, -1, 1.5, float("nan"), 1e300, "", "none", "x" * 300, b"x", [], {}, {"a": [1]}),
    *(255, 256, 2**31, -(2**63), 2**63, 10**5000, "\x1b[2J", (), object, range(2), np.int64(1), np.arange(3)),
]
INSIDE: list[Any] = [None, True, -1, 1.5, "x", [], {}, 256, 2**63, 10**5000]  # the same inside lists and mappings


def walk(name: str, index: int) -> list[Any]:
    """The states of a random game of the core, as dictionaries: default options first, then random ones."""
    module = importlib.import_module(f"uneri.{name}")
    options = module.random_options(stream(5, index), {}) if index > 1 else {}
    game = uneri.load_game(name, **options)
    choice = random.Random(index)
    state = game.new_initial_state(index if index % 2 == 0 else None)
    states = [state.to_dict()]
    while not state.is_terminal() and len(states) < 400:
        state.apply_action(choice.choice(state.legal_actions()))
        states.append(state.to_dict())
    return states


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every field and every entry inside it; of a long list to a few entries."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif isinstance(value, list):
        few = range(len(value)) if len(value) <= MOST_ENTRIES else (0, len(value) // 2, len(value) - 1)
        for index in few:
            yield from places(value[index], (*path, index))


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with another value at the place."""
    if not path:
        return value
    copied = copy.copy(data)
    copied[path[0]] = changed(data[path[0]], path[1:], value)
    return copied


def found(data: Any, path: tuple[Any, ...]) -> Any:
    """What stands at the place."""
    for step in path:
        data = data[step]
    return data


def damages_of_value(value: Any) -> Iterator[Any]:
    """What may stand there instead: a little off, too short, too long, in another order."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, value + 2, value + 100, float(value), str(value))
    elif isinstance(value, str):
        yield from (value + "x", value.lower(), [value])
    elif isinstance(value, list):
        yield from ([*value, 0], value + value[:1], value[:-1], value[1:], value[::-1], tuple(value), [value])
        yield dict(enumerate(value))
        if value:
            yield [value[-1]] * len(value)
            yield value[1:] + value[:1]
    elif isinstance(value, dict):
        yield {**value, "extra": 1}
        yield {**value, 7: 1}
        yield list(value.items())
        for key in value:
            yield {other: item for other, item in value.items() if other != key}


def damages(data: dict[str, Any], others: list[dict[str, Any]], choice: random.Random) -> Iterator[tuple[str, Any]]:
    """Every field taken away, more than there are, every value inside changed, and fields of other states."""
    for name in data:
        yield f"without {name}", {key: value for key, value in data.items() if key != name}
    for key in ("extra", "Round", "x" * 500, 3, None, "\x1b]0;x\x07"):
        yield f"with {key!r}", {**data, key: 1}
    for path in places(data):
        for value in (*damages_of_value(found(data, path)), *(STRANGERS if len(path) == 1 else INSIDE)):
            yield f"{path} = {type(value).__name__}", changed(data, path, value)
    for number, other in enumerate(others):
        for name, value in other.items():
            if data[name] != value:
                yield f"{name} of state {number}", {**data, name: value}
    for _ in range(MIXED):
        other = choice.choice(others)
        yield "a mixture", {name: choice.choice((data, other))[name] for name in data}


def answer(game: Any, data: Any) -> tuple[str, Any]:
    """The error's type and words, or the state that was read."""
    try:
        state = game.state_from_dict(data)
    except Exception as error:  # noqa: BLE001  # the comparison judges it
        return type(error).__name__, str(error)
    return "state", state.to_dict()


@pytest.mark.slow
@pytest.mark.parametrize("index", range(3))
def test_backends_refuse_in_the_same_words(name: str, index: int) -> None:
    states = walk(name, index)
    choice = random.Random(99 + index)
    games = [uneri.load_game(name, backend=backend, **states[0]["options"]) for backend in BACKENDS]
    refused = 0
    for data in [states[0], states[-1], *choice.sample(states, BETWEEN)]:
        for what, wrong in damages(data, choice.sample(states, 4), choice):
            core, reference = (answer(game, wrong) for game in games)
            assert core == reference, what
            assert core[0] in ("state", "ValueError", "TypeError"), what
            refused += core[0] != "state"
    assert refused >= LEAST_REFUSED


@pytest.mark.parametrize("wrong", [None, 3, "text", [], [("round", 1)], b"", {}, {1: 2}], ids=repr)
def test_what_is_no_mapping_of_fields(name: str, wrong: Any) -> None:
    core, reference = (answer(uneri.load_game(name, backend=backend), wrong) for backend in BACKENDS)
    assert core == reference
    assert core[0] in ("ValueError", "TypeError")
