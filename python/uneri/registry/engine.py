"""perft and playouts, in this process or distributed over several.

All of these return the same numbers. The core releases the GIL, takes `threads` and stops at Ctrl-C.
"""

from __future__ import annotations

import os
from typing import Any, SupportsFloat, SupportsIndex

from .._util.checks import check_any_state
from .._util.progress import Progress, Report
from .._util.public import publish
from ..contract import Game, State
from .in_process import Playouts, count_paths, divide_paths, find_played_game, play_rows

__all__ = ["Playouts", "perft", "perft_divide", "playouts"]


def perft(
    state: State,
    depth: SupportsIndex,
    *,
    by: str = "legal_actions",
    threads: SupportsIndex = 1,
    jobs: SupportsIndex = 1,
    ray: str | bool = False,
    out: str | os.PathLike[str] | None = None,
    unit_seconds: SupportsFloat | None = None,
    progress: Report = None,
) -> int:
    """Count the action paths of exactly `depth` actions.

    A chance outcome counts as an action, also from a seeded state. Paths that end earlier are not counted.

    Parameters
    ----------
    state
        The state to start from. It stays as it is.
    depth
        The number of actions of a path, 0 to 1000.
    by
        "legal_actions" (default): a state lists its actions. "is_legal": every id of the action space is
        tested. In the core, the two share no rule, so equal counts confirm each other; the second is much slower.
    threads
        1 (default) to 256. It changes the time, never the result. The reference backend uses one.
    jobs
        Processes on this machine that do parts of the work, 1 (default) to 256; each has `threads`.
    ray
        The address of a Ray cluster that does the parts; or True for the one of the environment variable `RAY_ADDRESS`,
        else a new one on this machine. False (default): no Ray.
    out
        A folder, or an address that `pyarrow.fs` knows, for the results of the parts. Parts that it holds are not computed again.
        None (default): they are kept in memory.
    unit_seconds
        The time limit of a part, 0.01 to 10^7 seconds. A worker that takes longer is killed, and another one does the part;
        after four attempts the call ends with an error that names it. None (default): no limit.
    progress
        None shows a line on a terminal after a second, False shows nothing. A function is called with the share done.

    Raises
    ------
    ValueError
        If a number is out of range.
    RuntimeError
        If the workers of a part keep dying or taking too long.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("onda", players=2, rounds=1).new_initial_state(seed=7)
    >>> uneri.perft(state, 0)
    1
    >>> uneri.perft(state, 2) == sum(paths for _, paths in uneri.perft_divide(state, 2))
    True
    """
    check_any_state(state)
    with Progress("perft", progress) as report:
        if _is_alone(jobs, ray, out, unit_seconds):
            return count_paths(state, depth, threads, report if report.wanted else None, by)
        from .distributed import Distribution, distribute_perft

        distribution = Distribution(jobs, ray, out, unit_seconds)
        return sum(paths for _, paths in distribute_perft(state, depth, by, threads, distribution, report, 0))


def perft_divide(
    state: State,
    depth: SupportsIndex,
    *,
    by: str = "legal_actions",
    threads: SupportsIndex = 1,
    jobs: SupportsIndex = 1,
    ray: str | bool = False,
    out: str | os.PathLike[str] | None = None,
    unit_seconds: SupportsFloat | None = None,
    progress: Report = None,
) -> list[tuple[int, int]]:
    """Count the action paths of exactly `depth` actions by their first action: `(action, paths)`, actions ascending.

    ValueError if `depth` or `threads` is out of range.

    Parameters
    ----------
    state
        The state to start from. It stays as it is.
    depth
        The number of actions of a path, 1 to 1000.
    by, threads, jobs, ray, out, unit_seconds, progress
        As in `perft`.
    """
    check_any_state(state)
    with Progress("perft", progress) as report:
        if _is_alone(jobs, ray, out, unit_seconds):
            return divide_paths(state, depth, threads, report if report.wanted else None, by)
        from .distributed import Distribution, distribute_perft

        return distribute_perft(state, depth, by, threads, Distribution(jobs, ray, out, unit_seconds), report, 1)


def playouts(
    state_or_game: State | Game,
    n: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    jobs: SupportsIndex = 1,
    ray: str | bool = False,
    out: str | os.PathLike[str] | None = None,
    unit_seconds: SupportsFloat | None = None,
    progress: Report = None,
) -> Playouts:
    """Play games to their ends by uniformly random legal actions: returns and lengths, one row for each playout.

    Playout i takes all its numbers, chance included, from its own stream, made from `seed` and i, whether the state is
    seeded or not. So the result is the same on both backends and for any number of threads. ValueError if `n`, `seed`
    or `threads` is out of range.

    Parameters
    ----------
    state_or_game
        The state to start from, which stays as it is, or a game: then playouts start with a new game.
    n
        The number of playouts, 0 to 10^8.
    seed
        An integer from 0 (default) to 2^64 - 1.
    threads
        1 (default) to 256. The reference backend uses one.
    jobs, ray, out, unit_seconds, progress
        As in `perft`. Results in memory take 8 bytes per seat and 4 bytes per playout.

    Examples
    --------
    >>> import uneri
    >>> found = uneri.playouts(uneri.load_game("onda", players=2, rounds=1), 100, seed=7)
    >>> found.returns.shape, found.lengths.shape
    ((100, 2), (100,))
    """
    with Progress("playouts", progress) as report:
        game = find_played_game(state_or_game)
        if _is_alone(jobs, ray, out, unit_seconds):
            return play_rows(state_or_game, 0, n, seed, threads, report if report.wanted else None)
        from .distributed import Distribution, distribute_playouts

        return distribute_playouts(
            state_or_game, game, n, seed, threads, Distribution(jobs, ray, out, unit_seconds), report
        )


def _is_alone(jobs: Any, ray: Any, out: Any, unit_seconds: Any) -> bool:
    """Return whether the caller's process does all the work, which needs no other part of this library."""
    return type(jobs) is int and jobs == 1 and ray is False and out is None and unit_seconds is None


__dir__ = publish(globals())
