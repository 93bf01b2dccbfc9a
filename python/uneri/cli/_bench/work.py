"""What is measured: a name, a unit, and a function that does some of the work."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple


class Missing(Exception):
    """Something that a work needs is not installed; the text names it."""


class Timed(NamedTuple):
    """What a work returns that takes its time itself."""

    units: float
    seconds: float


Run = Callable[[], int | Timed]
"""Does some of the work, some milliseconds of it or more. Returns how many units that was."""


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
    """A module of a library that may be missing."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Missing((error.name or name).partition(".")[0]) from error


def calls(functions: Sequence[Callable[[], object]], times: int = 1) -> Run:
    """A run that calls each function so many times."""

    def run() -> int:
        for _ in range(times):
            for function in functions:
                function()
        return times * len(functions)

    return run


def listings(lists: Sequence[Callable[[], Sequence[int]]], times: int) -> Run:
    """The same for lists of actions: a unit is an action in a list."""
    run, listed = calls(lists, times), times * sum(len(actions()) for actions in lists)

    def count() -> int:
        run()
        return listed

    return count
