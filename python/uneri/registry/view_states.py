"""`Game.state_from_view`, for the games of both backends."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, SupportsIndex

from .._util.checks import integer, seed_of
from .._util.strict_json import JSONError, read_json
from ..contract import Game, State
from .outside import game_module


def state_from_view(
    self: Any, view: Mapping[str, Any] | str, seat: SupportsIndex, *, seed: SupportsIndex | None = None
) -> State:
    """Complete the view to any state that fits, check it as others are, and draw the world from it (R-7)."""
    name, number = self.name, integer(seat, "seat")
    if not 0 <= number < self.num_players:
        raise ValueError(f"{name}: seat is {number}; allowed: 0 to {self.num_players - 1}")
    drawn = 0 if seed is None else seed_of(seed)
    if isinstance(view, str):
        try:
            view = read_json(view)
        except JSONError as error:
            raise ValueError(f"{name}: the view is no JSON: {error}") from None
    if not isinstance(view, Mapping):
        raise TypeError(f"{name}: the view is no mapping of field names to values")
    if view.get("rng") is not None:
        raise ValueError(f"{name}: field 'rng' is set; allowed: None, since no seat sees the generator")
    fields = dict(view)
    if "options" not in fields:
        fields["options"] = self.options
    complete = game_module(name).complete_view(self, fields, number)
    world: State = self.state_from_dict(complete).resample_from_infostate(number, drawn)
    return world


state_from_view.__doc__ = Game.state_from_view.__doc__
state_from_view.__qualname__ = "Game.state_from_view"


def add_view_states(core: ModuleType) -> None:
    """Give the games of the core the method."""
    core._bound.Game.state_from_view = state_from_view
