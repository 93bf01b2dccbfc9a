"""Hand functions with a shortcut (cpp/bindings/shortcut.hpp) look and behave like the Python functions behind them."""

from __future__ import annotations

import copy
import gc
import importlib
import inspect
import itertools
import pickle
import random
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import _core, namima, onda, solo, tidal
from uneri._core import namima as core

FUNCTIONS: list[Callable[..., Any]] = [
    namima.is_complete, namima.best, namima.arrangements, namima.penalty, namima.min_penalty, namima.need,
    namima.deficiency, namima.deficiency_drawn, namima.waits, namima.acceptance, namima.discard_table,
    namima.call_acceptance,
    onda.all_combos, onda.min_plays, onda.hand_points, onda.beats, onda.beaters, onda.is_boss,
    solo.matches, solo.playable, solo.extenders, solo.card_value, solo.hand_penalty, solo.colour_counts,
    tidal.strength, tidal.rank_bout, tidal.majority_points, tidal.feast_points,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_it_looks_like_the_function(function: Any) -> None:
    behind = function.__wrapped__
    assert inspect.isfunction(behind)
    assert not inspect.isfunction(function)
    assert inspect.isroutine(function)
    assert inspect.signature(function) == inspect.signature(behind)
    assert function.__doc__ == behind.__doc__
    assert (function.__name__, function.__qualname__) == (behind.__name__, behind.__qualname__)
    assert getattr(importlib.import_module(function.__module__), function.__name__) is function
    assert function.__annotations__ == behind.__annotations__
    assert repr(function) == repr(behind)
    assert pickle.loads(pickle.dumps(function)) is function
    assert copy.deepcopy(function) is copy.copy(function) is function
    assert weakref.ref(function)() is function


def test_calls_that_do_not_fit_are_refused_as_by_the_function() -> None:
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((), {}),
        (("B1",), {"hand": "B1"}),
        (("B1",), {"hands": "B1"}),
        (("B1", (), None, None, "shikinami"), {}),
        (("B1",), {"variant": "nonsense"}),
        (("B1",), {"players": 9}),
        (("B1",), {"players": True}),
        (("B1",), {"threads": 0}),
        (("B1",), {"threads": "2"}),
        (("B1",), {"growth": -1}),
        (("B1",), {"growth": "1"}),
    ]
    namima.deficiency("B1")
    for given, named in calls:
        told = []
        for function in (namima.deficiency, namima.deficiency.__wrapped__):  # type: ignore[attr-defined]
            with pytest.raises((TypeError, ValueError)) as raised:
                function(*given, **named)
            told.append((raised.type, str(raised.value)))
        assert told[0] == told[1]


ONDA_HANDS: list[Any] = [
    "b1 B1 g5, b2\tb3 g15", "", "b2 b4 b6 b8", onda.parse_hand("g1 g1 g2 b7"), [0, 1, 2] * 10, (2,) * 30,
    np.arange(30) % 3, [np.int64(1)] * 30, onda.parse_hand("b4 b5").astype(np.int32), np.zeros((2, 60), np.uint8)[0, ::2],
    "b16", "b1 b1 b1", "b1b2", "b\u00e4", "\u00e4", "x", b"b1", 5, None, [3] + [0] * 29, [0] * 29, [True] * 30, [1.0] * 30, [-1] * 30,
    [[0] * 30], np.full(30, 3, np.uint8), np.zeros(29, np.uint8), np.zeros(30), np.zeros((1, 30), np.uint8),
]  # fmt: skip
SOLO_HANDS: list[Any] = [
    "R1 rsk Wi, W4\tgd2", "", solo.parse_hand("R1 R1 R1 Wi Wi"), [0, 1, 2, 3, 0] * 11, (3,) * 52 + (7,) * 3,
    np.arange(55) % 3, solo.parse_hand("Y9 ST").astype(np.int64),
    "R1 R1 R1 R1", "R10", "q", 5, None, [4] + [0] * 54, [0] * 54, [True] * 55, np.full(55, 8, np.uint8), np.zeros(55),
    np.zeros((2, 55), np.uint8),
]  # fmt: skip
PLAYS: list[Any] = [
    36, 583, np.int64(316), "SINGLE b9", "single  B9", "RUN3 b4 J@6", "SET2 4 bg", 35, 584, "PASS", "nonsense", None, 36.0, True,
    1 << 80, "\u00e4",
]  # fmt: skip
TIDES: list[Any] = [0, 1, "high", "LOW", np.int32(1), 2, -1, "", "mid", None, True]
KINDS: list[Any] = [0, 54, "R7", "rsk", " W4 ", np.int8(3), 55, -1, "R0", "", None, True, 1.5, "\u00e4"]
COLOURS: list[Any] = [0, 4, "R", "yellow", "ANY", "Any", np.int64(2), 5, -1, "a", "", None, False, "redd"]


TIDAL: list[Any] = [
    *(uneri.load_game("tidal", players=3, backend=backend) for backend in ("core", "reference")),
    uneri.load_game("solo"), None, "tidal", uneri.load_game("tidal").new_initial_state(seed=1),
]  # fmt: skip
QUADRANTS: list[Any] = [0, 3, "teal", "ORANGE", np.int64(1), 4, -1, " teal", "red", None, True]
CARDS: list[Any] = [
    0,
    39,
    "T7",
    "o0",
    " P9 ",
    np.uint8(5),
    40,
    -1,
    "G1",
    "T10",
    "",
    None,
    False,
    np.array([3, 4]),
    "\u00e4",
]
BOUTS: list[Any] = [
    [3, 11], (3, "T7", "o0"), [0, 1, 2, 3, 4], "O9 T7 T8", np.array([3, 19]), np.array([[3, 19], [4, 5]]),
    [3], [], [0, 1, 2, 3, 4, 5], [3, 3], [3, "O3"], [3, 40], [3, None], {3, 4}, 3, None, [3, True], b"O9 T7", [[3], [4]],
]  # fmt: skip
COUNTS: list[Any] = [
    [3, 2], (0, 0, 0), [9999, 0, 1, 1, 3], [3, np.int64(2)], np.array([1, 2]), np.array([[1, 2], [3, 3]], np.int32),
    [1], [], [1] * 6, [10000, 0], [-1, 0], [1.0, 0], [True, 0], "12", None, {1, 2}, [None, 1],
]  # fmt: skip


def _told(function: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    try:
        found = function(*given)
    except (TypeError, ValueError) as error:
        return type(error), str(error)
    if isinstance(found, np.ndarray):
        return found.dtype, found.tolist()
    return type(found), [*map(type, found)] if isinstance(found, list) else None, found


@pytest.mark.parametrize(
    ("function", "choices"),
    [
        (onda.all_combos, [ONDA_HANDS, [0, 1, 60, 61, -1, "1", True]]),
        (onda.min_plays, [ONDA_HANDS, [0, 1, 2, 3, -1, None]]),
        (onda.hand_points, [ONDA_HANDS, [0, 1, 2, 3, -1, np.uint8(2), None]]),
        (onda.beats, [PLAYS, PLAYS, TIDES]),
        (onda.beaters, [PLAYS, TIDES, ONDA_HANDS]),
        (onda.is_boss, [PLAYS, TIDES, ONDA_HANDS]),
        (solo.matches, [KINDS, KINDS, COLOURS]),
        (solo.playable, [SOLO_HANDS, KINDS, COLOURS]),
        (solo.extenders, [SOLO_HANDS, KINDS, COLOURS, [None, "D2", "W4", "d2", "", 1], [True, False, 1, None]]),
        (solo.card_value, [KINDS]),
        (solo.hand_penalty, [SOLO_HANDS]),
        (solo.colour_counts, [SOLO_HANDS]),
        (tidal.strength, [TIDAL, QUADRANTS, CARDS]),
        (tidal.rank_bout, [TIDAL, QUADRANTS, BOUTS]),
        (tidal.majority_points, [TIDAL, COUNTS]),
        (tidal.feast_points, [COUNTS]),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_hands_of_every_form_get_the_answer_or_the_words_of_the_function(
    function: Any, choices: list[list[Any]]
) -> None:
    """All arguments with each other, or 3,000 of them."""
    every = list(itertools.product(*choices))
    for given in every if len(every) <= 3000 else random.Random(1).sample(every, 3000):
        assert _told(function, given) == _told(function.__wrapped__, given), given


def test_names_that_are_not_interned_are_known() -> None:
    name = str(b"variant", "ascii")
    variant = str(b"sazanami", "ascii")
    for _ in range(2):
        assert namima.deficiency("B12 R44", **{name: variant}) == 1  # type: ignore[arg-type]


def test_rule_sets_are_kept_apart() -> None:
    """More of them than are remembered, asked by name and by game."""

    hand = "B123 R44"
    for _ in range(2):
        for seats in (2, 3, 4, 5):
            for variant in namima.VARIANTS:
                game = uneri.load_game("namima", variant=variant, players=seats)
                row = np.array(namima.parse_hand(hand, variant=variant), np.uint8)
                for of in (variant, game):
                    asked: Any = namima.waits("B12 R44", variant=of, players=seats)
                    assert asked == namima.waits.__wrapped__("B12 R44", variant=of, players=seats)  # type: ignore[attr-defined]
                    asked = namima.is_complete(row, variant=of, players=seats)
                    assert asked == namima.is_complete.__wrapped__(row, variant=of, players=seats)  # type: ignore[attr-defined]


def test_it_becomes_a_method_in_a_class() -> None:
    class Hand(str):
        __slots__ = ()
        lacks = namima.deficiency

    assert Hand.lacks("B12 R44") == 1
    assert Hand("B12 R44").lacks() == 1


def test_it_is_made_for_known_functions_alone() -> None:
    def penalty(hand: Any, dora: Any = None) -> None:
        """Has other parameters."""

    with pytest.raises(ValueError, match="no shortcut for other"):
        core.shortcut()(type("other", (), {"__name__": "other"}))
    with pytest.raises(TypeError, match="penalty must have the parameters hand dora variant players"):
        core.shortcut()(penalty)


def test_it_is_freed() -> None:
    class Made:
        pass

    def penalty(hand: Any, dora: Any = None, *, variant: Any = "shikinami", players: Any = Made()) -> Any:  # noqa: B008
        return hand, dora

    made: Any = core.shortcut()(penalty)
    assert made(1) == (1, None)
    freed = weakref.ref(penalty.__kwdefaults__["players"])  # type: ignore[index]
    made.itself = made
    del made, penalty
    gc.collect()
    assert freed() is None
    assert type(namima.deficiency).__name__ == "Shortcut"
    assert not hasattr(_core, "Shortcut")
