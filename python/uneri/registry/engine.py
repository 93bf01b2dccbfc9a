"""perft and playouts: in the core for its own states, in plain Python for any other state of the contract.

Both ways give the same numbers. The core releases the GIL, takes `threads` and stops at Ctrl-C.
"""

from __future__ import annotations

import importlib
import time
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsFloat, SupportsIndex, cast

from .._util.checks import (
    DEEPEST_PERFT,
    MOST_PLAYOUTS,
    MOST_THREADS,
    bounded,
    check_any_state,
    is_game,
    is_state,
    seed_of,
)
from .._util.progress import Progress, Report
from .._util.public import publish
from .._util.rng import Generator, SplitMix64, stream
from ..contract import CHANCE, TERMINAL, Game, State
from ..reference.words import brief
from . import core_module

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray


__all__ = ["Playouts", "draw_chance", "perft", "perft_divide", "play_rows", "playouts", "unseeded"]


class Playouts(NamedTuple):
    """The results of `playouts`: one row for each game."""

    returns: NDArray[np.float64]
    """`float64[n, seats]`: the returns at the end, in units of the option `utility`."""
    lengths: NDArray[np.int32]
    """`int32[n]`: decisions of seats; chance nodes aren't counted."""

    # A tuple would compare its arrays, which have no one truth.
    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)

    def _repr_html_(self) -> str:
        import numpy as np

        from ..view.page import block, interval, paragraph, reach, table  # only notebooks need it

        games, seats = self.returns.shape
        means = self.returns.mean(axis=0) if games else np.zeros(seats)
        errors = self.returns.std(axis=0, ddof=1) / games**0.5 if games > 1 else np.zeros(seats)
        ends = [(float(mean - 2 * error), float(mean + 2 * error)) for mean, error in zip(means, errors, strict=True)]
        least, most = reach([end for pair in ends for end in pair])
        rows = [
            (seat, f"{means[seat]:.3f}", f"{errors[seat]:.3f}", interval(low, float(means[seat]), high, least, most))
            for seat, (low, high) in enumerate(ends)
        ]
        length = f", {self.lengths.mean():.1f} decisions on average" if games else ""
        found = table(("seat", "mean return", "±", "mean ± 2 errors"), rows, right=(True, True, True))
        return block(found, paragraph(f"{games:,} playouts{length}"))


def perft(
    state: State,
    depth: SupportsIndex,
    *,
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
    threads
        1 (default) to 256. It changes the time, never the result. The reference backend uses one.
    jobs
        Processes on this machine that do parts of the work, 1 (default) to 256; each has `threads`.
    ray
        The address of a Ray cluster that does the parts; or True for the one of the environment variable `RAY_ADDRESS`,
        else a new one on this machine. False (default): no Ray.
    out
        A folder, or an address that `pyarrow.fs` knows, for the results of the parts. What is there is not done again.
        None (default): they are kept in memory.
    unit_seconds
        What a part may take, 0.01 to 10^7 seconds. A worker that takes longer is ended, and another one does the part;
        after four times the call ends with an error that names it. None (default): no limit.
    progress
        None shows a line on a terminal after a second, False shows nothing. A function is called with the share done.

    Returns
    -------
    int
        The number of paths.

    Raises
    ------
    ValueError
        If a number is out of range.
    TypeError
        If `state` is not a state, or a number is not an integer.
    RuntimeError
        If the workers of a part die or take too long again and again.

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
        if (spread := _spread_of(jobs, ray, out, unit_seconds)) is not None:
            return sum(paths for _, paths in _spread().spread_perft(state, depth, threads, spread, report, 0))
        if _is_core(state):
            count = core_module(state.game.name).perft(state, depth, threads, report if report.wanted else None)
            return cast("int", count)
        bounded(threads, "threads", 1, MOST_THREADS)
        levels = bounded(depth, "depth", 0, DEEPEST_PERFT)
        if levels == 0:
            return 1
        return sum(nodes for _, nodes in _divide(unseeded(state), levels, report))


def perft_divide(
    state: State,
    depth: SupportsIndex,
    *,
    threads: SupportsIndex = 1,
    jobs: SupportsIndex = 1,
    ray: str | bool = False,
    out: str | os.PathLike[str] | None = None,
    unit_seconds: SupportsFloat | None = None,
    progress: Report = None,
) -> list[tuple[int, int]]:
    """Count the action paths of exactly `depth` actions by their first action.

    Parameters
    ----------
    state
        The state to start from. It stays as it is.
    depth
        The number of actions of a path, 1 to 1000.
    threads, jobs, ray, out, unit_seconds, progress
        As in `perft`.

    Returns
    -------
    list of tuple
        `(action, paths)` for every legal action, ascending.

    Raises
    ------
    ValueError
        If `depth` or `threads` is out of range.
    TypeError
        If `state` is not a state, or a number is not an integer.
    """
    check_any_state(state)
    with Progress("perft", progress) as report:
        if (spread := _spread_of(jobs, ray, out, unit_seconds)) is not None:
            found: list[tuple[int, int]] = _spread().spread_perft(state, depth, threads, spread, report, 1)
            return found
        if _is_core(state):
            divided = core_module(state.game.name).perft_divide(
                state, depth, threads, report if report.wanted else None
            )
            return cast("list[tuple[int, int]]", divided)
        bounded(threads, "threads", 1, MOST_THREADS)
        return _divide(unseeded(state), bounded(depth, "depth", 1, DEEPEST_PERFT), report)


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
    """Play games to their ends by uniformly random legal actions.

    Playout i takes all its numbers, chance included, from a stream of its own made of `seed` and i, whether the state
    is seeded or not. So the result is the same on both backends and for any number of threads.

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
        As in `perft`. Results in memory take 8 bytes a seat and 4 bytes a playout.

    Returns
    -------
    Playouts
        Returns and lengths, one row for each playout.

    Raises
    ------
    ValueError
        If `n`, `seed` or `threads` is out of range.
    TypeError
        If `state_or_game` is neither a state nor a game, or a number is not an integer.

    Examples
    --------
    >>> import uneri
    >>> found = uneri.playouts(uneri.load_game("onda", players=2, rounds=1), 100, seed=7)
    >>> found.returns.shape, found.lengths.shape
    ((100, 2), (100,))
    """
    with Progress("playouts", progress) as report:
        game = _game_of(state_or_game)
        if (spread := _spread_of(jobs, ray, out, unit_seconds)) is not None:
            found: Playouts = _spread().spread_playouts(state_or_game, game, n, seed, threads, spread, report)
            return found
        return play_rows(state_or_game, 0, n, seed, threads, report if report.wanted else None)


def play_rows(
    state_or_game: State | Game,
    first: int,
    n: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    report: Callable[[float], object] | None,
) -> Playouts:
    """Play some of the playouts that a seed has.

    Parameters
    ----------
    state_or_game, n, seed, threads
        As in `playouts`.
    first
        The number of the first one, from 0.
    report
        Called with the share done. None: nothing is called.

    Returns
    -------
    Playouts
        Playouts `first` to `first + n - 1`.
    """
    game = _game_of(state_or_game)
    if _is_core(game):
        returns, lengths = core_module(game.name).playouts(state_or_game, n, seed, threads, report, first)
        return Playouts(returns, lengths)
    import numpy as np  # here, so that `import uneri` does without

    count = bounded(n, "n", 0, MOST_PLAYOUTS)
    number = seed_of(seed)
    bounded(threads, "threads", 1, MOST_THREADS)
    root = game.new_initial_state() if game is state_or_game else unseeded(cast("State", state_or_game))
    returns = np.empty((count, game.num_players), np.float64)
    lengths = np.empty(count, np.int32)
    pace = _Pace(report or (lambda _: None))
    for index in range(count):
        state = root.clone()
        lengths[index] = _play_out(state, stream(number, first + index))
        returns[index] = state.returns()
        pace(index / count)
    return Playouts(returns, lengths)


def draw_chance(state: State, generator: Generator) -> int:
    """Draw an outcome of a chance node by R-3.

    It is the first outcome whose cumulative weight exceeds a number below the total weight.

    Parameters
    ----------
    state
        A state at a chance node. Nothing is applied to it.
    generator
        Where the number comes from.

    Returns
    -------
    int
        The outcome.

    Raises
    ------
    TypeError
        If `state` is not a state.
    """
    check_any_state(state)
    weights = state.chance_weights()
    number = generator.below(sum(weight for _, weight in weights))
    for outcome, weight in weights:
        number -= weight
        if number < 0:
            return outcome
    raise AssertionError


def unseeded(state: State) -> State:
    """The same position, with chance shown.

    Parameters
    ----------
    state
        Any state. It stays as it is.

    Returns
    -------
    State
        A copy without the generator if the state is seeded, else the state itself.

    Raises
    ------
    TypeError
        If `state` is not a state.
    """
    check_any_state(state)
    if not state.seeded:
        return state
    return state.game.state_from_dict({**state.to_dict(), "rng": None})


def _spread_of(jobs: Any, ray: Any, out: Any, unit_seconds: Any) -> Any:
    """How the work is spread; None if the caller's own process does it all, which needs no more of this library."""
    if type(jobs) is int and jobs == 1 and ray is False and out is None and unit_seconds is None:
        return None
    return _spread().Spread(jobs, ray, out, unit_seconds)


def _spread() -> Any:
    return importlib.import_module(".spread", __package__)


class _Pace:
    """Passes the share done on about ten times a second."""

    def __init__(self, report: Callable[[float], object]) -> None:
        self._report, self._next = report, time.monotonic()

    def __call__(self, done: float) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + 0.1
            self._report(done)


def _game_of(state_or_game: Any) -> Game:
    """The game of a state, or the game itself."""
    if is_state(state_or_game):
        return cast("Game", state_or_game.game)
    if is_game(state_or_game):
        return cast("Game", state_or_game)
    raise TypeError(
        f"state_or_game is {brief(state_or_game)} ({type(state_or_game).__name__}); allowed: a state or a game"
    )


def _is_core(state_or_game: Any) -> bool:
    return getattr(_game_of(state_or_game), "backend", None) == "core"


def _play_out(state: State, generator: SplitMix64) -> int:
    decisions = 0
    while (player := state.current_player()) != TERMINAL:
        if player == CHANCE:
            state.apply_action(draw_chance(state, generator))
            continue
        legal = state.legal_actions()
        state.apply_action(legal[generator.below(len(legal))])
        decisions += 1
    return decisions


def _divide(state: State, depth: int, report: Callable[[float], object]) -> list[tuple[int, int]]:
    divided: list[tuple[int, int]] = []
    pace = _Pace(report)
    legal = state.legal_actions()
    for action in legal:
        after = state.clone()
        after.apply_action(action)
        divided.append((action, _count(after, depth - 1)))
        pace(len(divided) / len(legal))
    return divided


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    legal = state.legal_actions()
    if depth == 1:
        return len(legal)
    nodes = 0
    for action in legal:
        after = state.clone()
        after.apply_action(action)
        nodes += _count(after, depth - 1)
    return nodes


__dir__ = publish(globals())
