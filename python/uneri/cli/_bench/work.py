"""A work to measure: a name, a unit, and a function that does some of it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple


class Missing(Exception):
    """Raised if something that a work needs is not installed; the text names it."""


class Timed(NamedTuple):
    """The result of a work that measures its time itself."""

    units: float
    seconds: float


Run = Callable[[], int | Timed]
"""Does some of the work, for at least some milliseconds. Returns the number of units."""


@dataclass(frozen=True)
class Work:
    """Something to measure."""

    name: str
    unit: str
    start: Callable[[], Run]
    """Makes the data. Raises Missing."""
    beside: str = ""
    """The work of ours that this one is compared with."""
    clock: Literal["cpu", "wall"] = "cpu"


def library(name: str) -> Any:
    """Import a module of a library that may be missing."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Missing((error.name or name).partition(".")[0]) from error


def calls(functions: Sequence[Callable[[], object]], times: int = 1) -> Run:
    """Make a run that calls each function `times` times."""

    def run() -> int:
        for _ in range(times):
            for function in functions:
                function()
        return times * len(functions)

    return run


def listings(lists: Sequence[Callable[[], Sequence[int]]], times: int) -> Run:
    """Do the same for lists of actions: a unit is an action in a list."""
    run, listed = calls(lists, times), times * sum(len(actions()) for actions in lists)

    def count() -> int:
        run()
        return listed

    return count
