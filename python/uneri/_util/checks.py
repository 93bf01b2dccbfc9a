"""Checks that the Python side makes at its border, with the wording of the core."""

from __future__ import annotations

import operator
from typing import Any

from ..reference.words import brief

MOST_PLAYOUTS = 100_000_000
DEEPEST_PERFT = 1000
MOST_THREADS = 256
MOST_MS = 86_400_000
"""A day."""
_MOST_SEED = (1 << 64) - 1


def integer(value: Any, what: str) -> int:
    """`value` as an int if it is of an integer type; floats, bools and arrays are a TypeError."""
    number = index_of(value)
    if number is None:
        raise TypeError(f"{what} is {brief(value)} ({type(value).__name__}); allowed: an integer")
    return number


def index_of(value: Any) -> int | None:
    """`value` as an int, or None if it is not of an integer type. Nothing else of it is used, not even its `repr`."""
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return None
    try:
        return operator.index(value)
    except TypeError:  # no integer type, or an array
        return None


def bounded(value: Any, what: str, low: int, high: int) -> int:
    """An integer in low..high."""
    if type(value) is int and low <= value <= high:  # the usual case
        return value
    number = integer(value, what)
    if not low <= number <= high:
        raise ValueError(f"{what} is {brief(number)}; allowed: {low} to {high}")
    return number


def number(value: Any, what: str, low: float, high: float) -> float:
    """A number in low..high."""
    if isinstance(value, bool) or hasattr(value, "__len__") or not hasattr(value, "__float__"):
        raise TypeError(f"{what} is {brief(value)} ({type(value).__name__}); allowed: a number")
    number = (
        float(value) if isinstance(value, float) or not hasattr(value, "__index__") else float(integer(value, what))
    )
    if not low <= number <= high:  # NaN, too
        raise ValueError(f"{what} is {brief(value)}; allowed: {low} to {high}")
    return number


def seed_of(value: Any) -> int:
    """A 64-bit seed."""
    number = integer(value, "seed")
    if not 0 <= number <= _MOST_SEED:
        raise ValueError(f"seed is {brief(number)}; allowed: 0 to 2^64 - 1")
    return number


def choice(value: Any, what: str, allowed: tuple[str | None, ...]) -> Any:
    """One of some words."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{what} is {brief(value)} ({type(value).__name__}); allowed: {', '.join(map(repr, allowed))}")
    if value not in allowed:
        raise ValueError(f"{what} is {brief(value)}; allowed: {', '.join(map(repr, allowed))}")
    return value
