"""`State.view`, `Game.state_from_view` and pictures for both backends, and the tools with which the hooks
`complete_view` read a view.

`to_svg` and `_repr_svg_` of states are the function `to_svg` of the state's game, loaded at the first access.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, repeat
from operator import sub
from types import MethodType, ModuleType, NoneType
from typing import Any, SupportsIndex, TypeVar, cast

from .._util.checks import check_game, integer, seed_of
from .._util.messages import shown
from .._util.plain_data import plain
from .._util.strict_json import read_json
from ..contract import Game, SeatView, State
from .outside import game_module

_Read = TypeVar("_Read")
_NUMBERS = frozenset((int,))
_GAPS = frozenset((int, NoneType))


class View:
    """The fields of a view, for changing. An error names the field, what it holds and what is allowed."""

    def __init__(self, name: str, game: Game, view: Mapping[str, Any], seat: int) -> None:
        check_game(game, name)
        self.name, self.seats, self.seat, self.fields = name, game.num_players, seat, dict(view)

    def bad(self, field: str, allowed: str) -> ValueError:
        """Make the error for a wrong field."""
        return ValueError(f"{self.name}: field {field!r} is {shown(self.fields.get(field))}; allowed: {allowed}")

    def index(self, field: str, size: int) -> int | None:
        """Return a field if it is 0 to `size - 1`, else None."""
        value = self.fields.get(field)
        return value if type(value) is int and 0 <= value < size else None

    def by_seat(self, field: str) -> list[Any]:
        """Copy a field with an entry for every seat; all are None if it is missing."""
        return self.entries(field, self.fields.get(field))

    def entries(self, field: str, value: Any) -> list[Any]:
        """Copy a list with an entry for every seat; all are None for None."""
        if value is None:
            return [None] * self.seats
        if not isinstance(value, list | tuple) or len(value) != self.seats:
            raise self.bad(field, f"a list of {self.seats} entries, one for every seat")
        return list(value)

    def hands(self, is_open: bool) -> list[Any]:
        """Return the field `hand`, with None for the hands that the seat doesn't see. Its own is never None."""
        hands = self.by_seat("hand")
        for q, hand in enumerate(hands):
            if (hand is None) is (is_open or q == self.seat):
                raise self.bad("hand", "the cards that the seat sees, None for other hands")
        return hands

    def none_if_missing(self, *fields: str) -> None:
        """Fields that may be None may be left out."""
        for field in fields:
            self.fields.setdefault(field, None)

    def hide(self, field: str) -> None:
        """Check that a field is empty, as no seat sees it."""
        if self.fields.get(field) is not None:
            raise self.bad(field, "None, since no seat sees it")

    def read(self, field: str, value: Any, parse: Callable[[str], Any]) -> Any:
        """Read a text as cards; return anything else unchanged."""
        if not isinstance(value, str):
            return value
        try:
            return parse(value)
        except ValueError as error:
            raise ValueError(f"{self.name}: field {field!r}: {error}") from None

    def read_fields(self, parse: Callable[[str], Any], *fields: str) -> None:
        """Replace fields that are text by the values that it stands for."""
        for field in fields:
            if isinstance(self.fields.get(field), str):
                self.fields[field] = self.read(field, self.fields[field], parse)

    def sizes(self, hands: Sequence[list[int] | None], cards: int, rest: Any, name: str) -> tuple[list[int], int]:
        """Count the cards that every seat and `rest` hold, of `cards` in all. Errors call `rest` by `name`.

        One number that is missing follows from the others.
        """
        numbers = [*self.by_seat("hand_total"), rest]
        for seat, hand in enumerate(hands):
            if hand is not None and numbers[seat] is None:
                numbers[seat] = sum(hand)
        if _GAPS.issuperset(map(type, numbers)) and numbers.count(None) <= 1:
            if None in numbers:
                numbers[numbers.index(None)] = cards - sum(number for number in numbers if number is not None)
            if min(numbers) >= 0 and sum(numbers) == cards:
                return numbers[:-1], numbers[-1]
        raise self.bad("hand_total", f"a number of cards for every seat; with {name} they add up to {cards}")


class Unseen:
    """The cards of a pack, by kind; those that a view shows are taken out."""

    def __init__(self, view: View, pack: Sequence[int], parse: Callable[[str], Any]) -> None:
        self._view, self._left, self._parse, self._none = view, list(pack), parse, [0] * len(pack)

    @property
    def total(self) -> int:
        """Count the cards that are left."""
        return sum(self._left)

    def hands(self, is_open: bool) -> list[Any]:
        """Take the hands out of the pack as counts, with None for those that the seat doesn't see."""
        return [hand if hand is None else self.counts("hand", hand) for hand in self._view.hands(is_open)]

    def counts(self, field: str, value: Any) -> list[int]:
        """Take counts of kinds out, which may be cards in notation."""
        if type(value) is not list:
            value = plain(self._view.read(field, value, lambda text: self._parse(text).tolist()))
        if isinstance(value, list) and len(value) == len(self._left):
            if value == self._none:
                return self._none
            if not _NUMBERS.issuperset(map(type, value)):
                value = plain(value)
            if _NUMBERS.issuperset(map(type, value)) and min(value) >= 0:
                left = list(map(sub, self._left, value))
                if min(left) >= 0:
                    self._left = left
                    return cast("list[int]", value)
        raise self._view.bad(field, f"{len(self._left)} counts, or cards in notation, of what is nowhere else")

    def kinds(self, field: str, value: Any) -> tuple[list[int], int]:
        """Take a list of kinds out, which may be cards in notation; and the number of its Nones."""
        if value is None or value == []:
            return [], 0
        if isinstance(value, str):
            value = cards_of(self._view.read(field, value, self._parse).tolist())
        known = [-1]
        if isinstance(value, list | tuple):
            known = [kind for kind in value if kind is not None]
        if all(type(k) is int and 0 <= k < len(self._left) and known.count(k) <= self._left[k] for k in known):
            for kind in known:
                self._left[kind] -= 1
            return known, len(value) - len(known)
        raise self._view.bad(field, "lists of kinds, or cards in notation, of what is nowhere else")

    def cards(self) -> list[int]:
        """Return the cards that are left, ascending."""
        return cards_of(self._left)


def cards_of(counts: Sequence[int]) -> list[int]:
    """Turn counts into a list of kinds."""
    return list(chain.from_iterable(map(repeat, range(len(counts)), counts)))


def take(pool: list[int], size: int) -> list[int]:
    """Take the first cards of a pool."""
    taken = pool[:size]
    del pool[:size]
    return taken


def counted(kinds: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Add cards to counts."""
    more = list(counts)
    for kind in kinds:
        more[kind] += 1
    return more


def per_game(read: Callable[[Game], _Read]) -> Callable[[Game], _Read]:
    """Cache what a function reads from a game; callers must not change it."""
    return cast("Callable[[Game], _Read]", lru_cache(64)(read))


def state_from_view(
    self: Any, view: Mapping[str, Any] | str, seat: SupportsIndex, *, seed: SupportsIndex | None = None
) -> State:
    """Complete the view to any state that fits, check it as others are, and draw the world from it (R-7)."""
    name, number = self.name, integer(seat, "seat")
    if not 0 <= number < self.num_players:
        raise ValueError(f"{name}: seat is {number}; allowed: 0 to {self.num_players - 1}")
    drawn = 0 if seed is None else seed_of(seed)
    if isinstance(view, str):
        view = read_json(view, f"{name}: the view")
    if not isinstance(view, Mapping):
        raise TypeError(f"{name}: the view is not a mapping of field names to values")
    if view.get("rng") is not None:
        raise ValueError(f"{name}: field 'rng' must be None, since no seat sees the generator")
    fields = dict(view)
    if "options" not in fields:
        fields["options"] = self.options
    complete = game_module(name).complete_view(self, fields, number)
    world: State = self.state_from_dict(complete).resample_from_infostate(number, drawn)
    return world


state_from_view.__doc__ = Game.state_from_view.__doc__
state_from_view.__qualname__ = "Game.state_from_view"


def view(self: Any, seat: SupportsIndex) -> SeatView:
    """Return what a seat sees."""
    number = integer(seat, "seat")
    return SeatView(self.game, number, self.to_dict(number))


view.__doc__ = State.view.__doc__
view.__qualname__ = "State.view"


def add_views(core: ModuleType) -> None:
    """Add the methods to the games and states of the core."""
    core._bound.Game.state_from_view = state_from_view
    core._bound.State.view = view


class DrawnBy:
    """A method of states that calls their game's module. A core's class knows its game, other classes don't."""

    def __init__(self, name: str, game: str | None = None) -> None:
        self._name, self._game = name, game

    def __get__(self, state: Any, owner: type | None = None) -> Callable[..., Any]:
        """Return the function bound to a state; for the class itself, a function that looks up the state's game."""
        if state is None:
            return _make_unbound(self._name, self._game)
        function = _find_function(self._name, state.game.name)
        bound: Callable[..., Any] = MethodType(function, state)
        return bound


def add_pictures(core: ModuleType) -> None:
    """Add the pictures to the states of the core."""
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
