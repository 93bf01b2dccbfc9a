"""Checks the arguments of the adapters with the library's own checks before they are used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import contract
from .._util.checks import integer
from .._util.messages import brief
from ..registry import game_of, load_game


def read_game(game: Any, options: Mapping[str, Any]) -> contract.Game:
    """Return a game unchanged, or load the one that a text and options name."""
    if isinstance(game, str):
        return load_game(game, **options)
    played: contract.Game = game_of(game)
    if options:
        raise ValueError(f"options can be given only with a game's name, not {brief(dict(options))} with a loaded game")
    return played


def read_seat(seat: Any, players: int) -> int:
    """Check a seat. The message also allows None, which callers handle themselves."""
    number = integer(seat, "seat")
    if not 0 <= number < players:
        raise ValueError(f"seat is {brief(number)}; allowed: 0 to {players - 1}, None")
    return number


def reset_options(options: Any, allowed: tuple[str, ...]) -> dict[str, Any]:
    """Check the `options` of `reset`. Unknown ones raise ValueError."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f"options must be a mapping or None, not {brief(options)} ({type(options).__name__})")
    for option in options:
        if option not in allowed:
            raise ValueError(f"options has {brief(option)}; allowed: {', '.join(allowed) or 'nothing'}")
    return dict(options)


def check_word(value: Any, what: str, allowed: tuple[str, ...], *more: str) -> str:
    """Check for one of the allowed words. `more` lists what else the message allows."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{what} is {brief(value)}; allowed: {', '.join((*more, *allowed))}")
    return value


def get_begun(state: contract.State | None) -> contract.State:
    """Return the position of a game; ValueError before `reset` has begun one."""
    if state is None:
        raise ValueError("no game has begun; call reset() first")
    return state
