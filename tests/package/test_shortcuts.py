"""Hand functions with a shortcut (cpp/bindings/shortcut.hpp) look and behave like the Python functions behind them."""

from __future__ import annotations

import copy
import gc
import inspect
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from uneri import _core, namima, onda
from uneri._core import namima as core

FUNCTIONS: list[Callable[..., Any]] = [
    namima.is_complete, namima.best, namima.arrangements, namima.penalty, namima.min_penalty, namima.need,
    namima.deficiency, namima.deficiency_drawn, namima.waits, namima.acceptance, namima.discard_table,
    namima.call_acceptance, onda.min_plays,
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
    assert function.__module__ == f"uneri.{'onda' if function is onda.min_plays else 'namima'}"
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


def test_names_that_are_not_interned_are_known() -> None:
    name = str(b"variant", "ascii")
    variant = str(b"sazanami", "ascii")
    for _ in range(2):
        assert namima.deficiency("B12 R44", **{name: variant}) == 1  # type: ignore[arg-type]


def test_rule_sets_are_kept_apart() -> None:
    """More of them than are remembered, asked by name and by game."""
    import uneri

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
    with pytest.raises(TypeError, match="penalty has other parameters; allowed: hand dora variant players"):
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
