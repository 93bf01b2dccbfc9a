"""Helpers that the games' modules share: they check which state is meant and call its own backend."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, SupportsIndex

from ..reference.words import brief
from ..registry import core_module, load_game, reference_module
from .checks import bounded, is_game, is_state


def check_state(state: Any, game: str) -> None:
    """TypeError if it is not a state of the game."""
    if not is_state(state) or state.game.name != game:
        raise TypeError(f"state is {brief(state)}; allowed: a state of {game}")


def game_of(game: Any) -> Any:
    """A game as it is, or the one that a text names."""
    if isinstance(game, str):
        return load_game(game)
    if not is_game(game):
        raise TypeError(f"game is {brief(game)} ({type(game).__name__}); allowed: a game, or its string form")
    return game


def check_game(value: Any, game: str) -> None:
    """TypeError if it is no loaded game of this name."""
    if not hasattr(value, "num_players") or getattr(value, "name", None) != game:
        raise TypeError(f"game is {brief(value)}; allowed: a game of {game}")


def seat_of(state: Any, seat: SupportsIndex) -> int:
    """The seat as a number."""
    return bounded(seat, "seat", 0, state.game.num_players - 1)


def seat_flags(listed: Iterable[SupportsIndex], what: str, seats: int) -> list[bool]:
    """A flag for each seat: is it listed?"""
    chosen = {bounded(seat, f"seat in {what}", 0, seats - 1) for seat in listed}
    return [seat in chosen for seat in range(seats)]


def ask(state: Any, function: str, *arguments: Any) -> Any:
    """Calls a function of the state's own backend on the state."""
    if state.game.backend == "core":
        return getattr(core_module(state.game.name), function)(state, *arguments)
    return getattr(reference_module(state.game.name), function)(state.game.rules, state.state, *arguments)
