"""Argument checks of the Python side, with the wording of the core."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Complex, Real
from typing import Any, SupportsIndex

from .._util.messages import brief

MOST_PLAYOUTS = 100_000_000
DEEPEST_PERFT = 1000
MOST_THREADS = 256
MOST_MS = 86_400_000
"""A day."""
_MOST_SEED = (1 << 64) - 1


def integer(value: Any, what: str) -> int:
    """Return `value` as an int if it is of an integer type; raise TypeError for floats, bools and arrays."""
    number = index_of(value)
    if number is None:
        raise TypeError(f"{what} must be an integer, not {brief(value)} ({type(value).__name__})")
    return number


def index_of(value: Any) -> int | None:
    """Return `value` as an int, or None if it is not of an integer type. Not even the value's `repr` is used."""
    if _is_bool(value):
        return None
    try:
        return operator.index(value)
    except TypeError:  # not an integer type, or an array
        return None


def bounded(value: Any, what: str, low: int, high: int) -> int:
    """Check an integer in low..high."""
    if type(value) is int and low <= value <= high:  # the usual case
        return value
    number = integer(value, what)
    if not low <= number <= high:
        raise ValueError(f"{what} is {brief(number)}; allowed: {low} to {high}")
    return number


def number(value: Any, what: str, low: float, high: float) -> float:
    """Check a number in low..high."""
    is_complex = isinstance(value, Complex) and not isinstance(value, Real)
    if _is_bool(value) or is_complex or hasattr(value, "__len__") or not hasattr(value, "__float__"):
        raise TypeError(f"{what} must be a number, not {brief(value)} ({type(value).__name__})")
    try:
        number = float(value if isinstance(value, float) or not hasattr(value, "__index__") else integer(value, what))
    except OverflowError:  # an int beyond any float
        number = math.inf
    if not low <= number <= high:  # NaN, too
        raise ValueError(f"{what} is {brief(value)}; allowed: {low} to {high}")
    return number


def _is_bool(value: Any) -> bool:
    """Return whether it is a bool, or numpy's, which this module does not import."""
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")


def flag(value: Any, what: str) -> bool:
    """Check for True or False, not just truthy; numpy's bools raise TypeError, too."""
    if not isinstance(value, bool):
        raise TypeError(f"{what} must be True or False, not {brief(value)} ({type(value).__name__})")
    return value


def check_text(value: Any, what: str = "text") -> str:
    """Check for a text."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a string, not {brief(value)} ({type(value).__name__})")
    return value


def seed_of(value: Any) -> int:
    """Check a 64-bit seed."""
    number = integer(value, "seed")
    if not 0 <= number <= _MOST_SEED:
        raise ValueError(f"seed is {brief(number)}; allowed: 0 to 2^64 - 1")
    return number


def word(value: Any, what: str, allowed: tuple[str, ...]) -> str:
    """Check for one of the allowed words; the message lists them without quotes."""
    checked: str = _one_of(value, what, allowed, ", ".join(allowed))
    return checked


def each(value: Any, what: str, allowed: str) -> Iterator[Any]:
    """Return an iterator over a value; raise TypeError if it isn't iterable."""
    try:
        return iter(value)
    except TypeError:
        raise TypeError(f"{what} must be {allowed}, not {brief(value)} ({type(value).__name__})") from None


def is_state(value: Any) -> bool:
    """Return whether it is a state. A batch, whose arrays have the same names, is not."""
    return hasattr(value, "legal_actions")


def check_any_state(value: Any) -> None:
    """Raise TypeError unless it is a state of some game."""
    if not is_state(value):
        raise TypeError(f"state must be a State, not {brief(value)} ({type(value).__name__})")


def is_game(value: Any) -> bool:
    """Return whether it is a game."""
    return hasattr(value, "new_initial_state")


def check_any_game(value: Any, what: str = "game") -> None:
    """Raise TypeError unless it is a game, of any name."""
    if not is_game(value):
        raise TypeError(f"{what} must be a game, not {brief(value)} ({type(value).__name__})")


def choice(value: Any, what: str, allowed: tuple[str | None, ...]) -> Any:
    """Check for one of the allowed words."""
    return _one_of(value, what, allowed, ", ".join(map(repr, allowed)))


def _one_of(value: Any, what: str, allowed: tuple[str | None, ...], words: str) -> Any:
    if not isinstance(value, str) and not (value is None and None in allowed):
        raise TypeError(f"{what} must be one of {words}, not {brief(value)} ({type(value).__name__})")
    if value not in allowed:
        raise ValueError(f"{what} is {brief(value)}; allowed: {words}")
    return value


def check_state(state: Any, game: str) -> None:
    """Raise TypeError unless it is a state of the game."""
    if not is_state(state) or state.game.name != game:
        raise TypeError(f"state must be a state of {game}, not {brief(state)}")


def check_game(value: Any, game: str) -> None:
    """Raise TypeError unless it is a loaded game of this name."""
    if not hasattr(value, "num_players") or getattr(value, "name", None) != game:
        raise TypeError(f"game must be a game of {game}, not {brief(value)}")


def seat_of(state: Any, game: str, seat: SupportsIndex) -> int:
    """Return the seat as a number, for a state of the game."""
    check_state(state, game)
    return bounded(seat, "seat", 0, state.game.num_players - 1)


def list_by_seat(entries: Any, what: str, seats: int, missing: Any, allowed: str) -> list[Any]:
    """Return an entry for each seat, from a sequence or a mapping; `missing` where there is none."""
    if isinstance(entries, str) or not isinstance(entries, Sequence | Mapping):
        raise TypeError(f"{what} must be {allowed}, not {brief(entries)}")
    if isinstance(entries, Mapping):
        for seat in entries:
            bounded(seat, f"seat in {what}", 0, seats - 1)
        return [entries.get(seat, missing) for seat in range(seats)]
    if len(entries) not in (0, seats):
        raise ValueError(f"{what} must have {seats} entries, one per seat, not {len(entries)}")
    return list(entries) if entries else [missing] * seats


def seat_flags(listed: Iterable[SupportsIndex], what: str, seats: int) -> list[bool]:
    """Return a flag for each seat: whether it is listed."""
    chosen = {bounded(seat, f"seat in {what}", 0, seats - 1) for seat in listed}
    return [seat in chosen for seat in range(seats)]
