"""Functions of a game's module refuse what is not theirs: states and games of another game, seats that aren't there, and
cards that are no text."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import uneri

# What the other parameters get, by name: something that every game takes.
OTHERS: dict[str, Any] = {
    "U": [1, 2], "a": 40, "action": 40, "actions": [0], "card": 3, "cards": [3, 4], "colour": 0, "counts": [1, 0],
    "hands": ["", ""], "k": 1, "p": 0, "q": 0, "seat": 0, "shape": 0, "slot": 0, "steps": 1, "target": 1, "view": {},
}  # fmt: skip


def _functions() -> Iterator[Any]:
    for game in uneri.games():
        module = getattr(uneri, game)
        for name, function in inspect.getmembers(module, inspect.isroutine):
            first = next(iter(inspect.signature(function).parameters), None)
            if first in ("state", "game") and not name.startswith("_"):
                yield pytest.param(game, function, first, id=f"{game}-{name}")


@pytest.mark.parametrize(("game", "function", "wanted"), list(_functions()))
def test_another_state_or_game_is_a_type_error(game: str, function: Any, wanted: str) -> None:
    parameters = list(inspect.signature(function).parameters.values())[1:]
    more = {one.name: OTHERS[one.name] for one in parameters if one.default is one.empty}
    wrong: list[Any] = [None, 5, "x", b"", np.zeros(3), object(), game, {}]
    for backend in ("core", "reference"):
        for name in uneri.games():
            loaded = uneri.load_game(name, backend=backend)
            state = loaded.new_initial_state(seed=1)
            wrong += [loaded, state] if name != game else [loaded if wanted == "state" else state]
    for value in wrong:
        with pytest.raises(TypeError, match=rf"^{wanted} must be ") as raised:
            function(value, **more)
        assert f"a {wanted} of {game}" in str(raised.value)


@pytest.mark.parametrize(
    ("game", "field", "wrong"),
    [
        ("onda", "passed", [[4], [-1], [True], ["x"], [None], [0, 9]]),
        ("namima", "declared", [[4], [-1], [True], ["x"], [None], [0, 9]]),
        (
            "solo",
            "known",
            [{(0, 4): "R1"}, {(-1, 0): "R1"}, {0: "R1"}, {(0, 1, 2): "R1"}, {"01": "R1"}, {(0, True): "R1"}],
        ),
    ],
)
def test_a_position_names_no_other_seats(game: str, field: str, wrong: list[Any], backend: str) -> None:
    loaded = uneri.load_game(game, backend=backend)
    hands = {"onda": ["b4 b5", "g1", "g2", "g3"], "solo": ["R1 R3", "G5", "B2 B2", "Wi"], "namima": ()}[game]
    position = getattr(uneri, game).position
    for value in wrong:
        with pytest.raises((TypeError, ValueError), match=rf"{field}.*(; allowed: .| must be .)"):
            position(loaded, hands=hands, **{field: value})


@pytest.mark.parametrize("read", ["onda.parse_hand", "solo.parse_hand", "namima.parse_hand", "tidal.parse_cards"])
def test_cards_are_read_from_text_alone(read: str) -> None:
    game, function = read.split(".")
    for value in (None, 5, b"R1", ["R1"], np.zeros(3)):
        with pytest.raises(TypeError, match="must be a string"):
            getattr(getattr(uneri, game), function)(value)


def test_seats_of_a_bout_have_an_order() -> None:
    for cards in ({"O1", "T7"}, frozenset({1, 2})):
        with pytest.raises(TypeError, match="must be cards in the order of the seats"):
            uneri.tidal.rank_bout(uneri.load_game("tidal"), 0, cards)  # type: ignore[arg-type]
