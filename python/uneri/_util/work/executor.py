"""Who does the units."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from typing import Any, Protocol, SupportsFloat, SupportsIndex

from ..._util.messages import brief
from ..checks import MOST_THREADS, bounded, number
from .cluster import Ray
from .processes import Processes
from .unit import Unit, Work


class Executor(Protocol):
    """Does units: `Processes` and `Ray` are two."""

    def run(self, work: Work, units: Iterable[Unit]) -> Generator[tuple[Unit, Any]]:
        """Does the units.

        Parameters
        ----------
        work
            A function of a unit.
        units
            The units. They are taken as workers become free.

        Yields
        ------
        tuple
            A unit and its result, in the order in which they are finished. Closing the iterator ends all workers.

        Raises
        ------
        WorkError
            If a unit raises an error, or its workers die again and again.
        OSError
            If a unit cannot write its results.
        """


def executor_for(
    jobs: SupportsIndex = 1, ray: str | bool = False, unit_seconds: SupportsFloat | None = None
) -> Executor:
    """Choose an executor as the command line does.

    Parameters
    ----------
    jobs
        Processes on this machine, 1 (default) to 256.
    ray
        The address of a Ray cluster; or True for the one of `RAY_ADDRESS`, else a new one on this machine with `jobs`
        processes. False (default): no Ray.
    unit_seconds
        What a unit may take, 0.01 to 10^7; the worker is ended then, and another one does the unit. None (default): no
        limit.

    Returns
    -------
    Executor
        `Processes` or `Ray`.

    Raises
    ------
    ValueError
        If `jobs` or `unit_seconds` is out of range.
    TypeError
        If `jobs` is not an integer, or `ray` neither a text nor a bool.

    Examples
    --------
    >>> from uneri._util.work import executor_for
    >>> executor_for(2)
    Processes(jobs=2, seconds=None)
    """
    count = bounded(jobs, "jobs", 1, MOST_THREADS)
    seconds = None if unit_seconds is None else number(unit_seconds, "unit_seconds", 0.01, 1e7)
    if isinstance(ray, str) and ray:
        return Ray(ray, seconds=seconds)
    if not isinstance(ray, bool):
        raise TypeError(f"ray is {brief(ray)} ({type(ray).__name__}); allowed: an address, True, False")
    return Ray(os.environ.get("RAY_ADDRESS"), count, seconds) if ray else Processes(count, seconds)
