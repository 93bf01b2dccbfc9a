"""`to_svg` and `_repr_svg_` of states: the function `to_svg` of the state's game, loaded at the first access."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import MethodType, ModuleType
from typing import Any

from ..contract import State
from .outside import game_module


class DrawnBy:
    """A method of states that calls their game's module. A core's class knows its game, other classes don't."""

    def __init__(self, name: str, game: str | None = None) -> None:
        self._name, self._game = name, game

    def __get__(self, state: Any, owner: type | None = None) -> Callable[..., Any]:
        """Return the function, bound to a state; for the class itself, a function that looks the state's game up."""
        if state is None:
            return _make_unbound(self._name, self._game)
        function = _find_function(self._name, state.game.name)
        bound: Callable[..., Any] = MethodType(function, state)
        return bound


def add_pictures(core: ModuleType) -> None:
    """Give the states of the core their pictures."""
    for game in core.GAMES:
        for name in ("to_svg", "_repr_svg_"):
            setattr(getattr(core, game).State, name, DrawnBy(name, game))
    for name in ("to_svg", "_repr_svg_"):  # the base of the classes of games from outside
        setattr(core._bound.State, name, DrawnBy(name))


def _find_function(name: str, game: str) -> Callable[..., Any]:
    drawn: Callable[..., str] = game_module(game).to_svg
    if name == "to_svg":
        # `help(state.to_svg)` shows the contract's text and the parameters of the game

        def to_svg(state: Any, *arguments: Any, **named: Any) -> str:
            return drawn(state, *arguments, **named)

        return _name(to_svg, name, inspect.signature(drawn))
    return _name(lambda self: str(drawn(self)), name, inspect.signature(State._repr_svg_))


def _make_unbound(name: str, game: str | None) -> Callable[..., Any]:
    if game is not None:
        return _find_function(name, game)
    model = getattr(State, name)
    return _name(lambda self, *args, **more: getattr(self, name)(*args, **more), name, inspect.signature(model))


def _name(function: Any, name: str, signature: inspect.Signature) -> Callable[..., Any]:
    """Return the function with the name, the docstring and the parameters to show."""
    parameters = list(signature.parameters.values())
    function.__signature__ = signature.replace(parameters=[parameters[0].replace(name="self"), *parameters[1:]])
    function.__name__, function.__qualname__ = name, f"State.{name}"
    function.__doc__ = getattr(State, name).__doc__
    made: Callable[..., Any] = function
    return made
