"""The functions `to_svg` of games: their shared parameters, checks and docstring."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, SupportsIndex, TypeVar

from ..contract import State
from .frame import Look, Svg, look_at
from .palette import Colors

if TYPE_CHECKING:
    from .. import contract

F = TypeVar("F", bound=Callable[..., Svg])

_PARAMETERS, _RETURNS, _RAISES = (f"{name}\n{'-' * len(name)}\n" for name in ("Parameters", "Returns", "Raises"))
_EXAMPLE = """Examples
--------
>>> import uneri
>>> state = uneri.load_game("{game}").new_initial_state(seed=1)
>>> uneri.{game}.to_svg(state, 0)[:4]
'<svg'"""


class Drawing(Protocol):
    """A game's `to_svg`."""

    def __call__(
        self,
        state: contract.State,
        seat: SupportsIndex | None = None,
        *,
        last: tuple[SupportsIndex, SupportsIndex] | None = None,
        moves: Iterable[SupportsIndex] | None = None,
        names: Sequence[str] | None = None,
        theme: str = "auto",
        colors: Colors | None = None,
    ) -> Svg:
        """Draw a position."""


def drawing(game: str) -> Callable[[Callable[[Look], Svg]], Drawing]:
    """Make `to_svg` from a function that draws a `Look`."""

    def decorate(draw: Callable[[Look], Svg]) -> Drawing:
        def to_svg(
            state: contract.State,
            seat: SupportsIndex | None = None,
            *,
            last: tuple[SupportsIndex, SupportsIndex] | None = None,
            moves: Iterable[SupportsIndex] | None = None,
            names: Sequence[str] | None = None,
            theme: str = "auto",
            colors: Colors | None = None,
        ) -> Svg:
            return draw(look_at(state, game, seat, last, moves, names, theme, colors))

        to_svg.__module__, to_svg.__qualname__, to_svg.__doc__ = draw.__module__, draw.__qualname__, draw.__doc__
        return documented(game)(to_svg)

    return decorate


def documented(game: str) -> Callable[[F], F]:
    """Add to the docstring of a game's `to_svg` what the contract says, an example, and the texts of `state` and `Svg`.

    The function's own text describes the drawing and, under `Parameters`, those parameters that the contract lacks.
    """

    def decorate(function: F) -> F:
        about, _, own = (inspect.getdoc(function) or "").partition(_PARAMETERS)
        shared, _, after = (inspect.getdoc(State.to_svg) or "").partition(_PARAMETERS)[2].partition(_RETURNS)
        raises = after.partition(_RAISES)[2]
        function.__doc__ = "\n\n".join(
            [
                about.strip(),
                f"{_PARAMETERS}state\n    A state of either backend.\n{f'{shared}{own}'.strip().replace(chr(10) * 2, chr(10))}",
                f"{_RETURNS}Svg\n    The picture, a text that notebooks show as one.",
                f"{_RAISES}{raises.strip()}",
                _EXAMPLE.format(game=game),
            ]
        )
        return function

    return decorate
