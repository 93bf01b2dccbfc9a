"""Splits perft and playouts into work units for processes and clusters. Results equal those of a single process."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

from .._util.checks import DEEPEST_PERFT, MOST_PLAYOUTS, MOST_THREADS, bounded, choice, seed_of
from .._util.jobs import Executor, Task, executor_for, make_content_id, run_tasks
from .._util.public import publish
from ..contract import Game, State
from .in_process import FINDINGS, Playouts, count_paths, drop_seed, find_actions, play_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Distribution", "PerftPart", "PlayoutPart", "distribute_perft", "distribute_playouts"]

_GAMES = 16_384  # playouts per unit
_PATHS = 64  # the least number of units of a perft, if there are enough paths
_LONGEST = 3  # the largest number of actions that distinguish units of a perft

_MOST_DIGITS = 21  # of a number of paths, with its line end

Report = Callable[[float], object]


@dataclass(frozen=True)
class Distribution:
    """The executor of a call's units, and the storage of their results."""

    jobs: SupportsIndex = 1
    ray: str | bool = False
    out: str | os.PathLike[str] | None = None
    unit_seconds: SupportsFloat | None = None

    def make_executor(self) -> Executor:
        """Return the executor. Raise ValueError and TypeError like `executor_for`."""
        return executor_for(self.jobs, self.ray, self.unit_seconds)


@dataclass(frozen=True)
class PlayoutPart:
    """The work of a unit of playouts: the rows `unit.data[0]` to `unit.data[1]` - 1 as an array of numpy's format."""

    start: State | Game
    seed: int
    threads: int

    def __call__(self, unit: Task) -> bytes:
        """Return one row per game: returns, then the length."""
        import numpy as np

        first, last = unit.data
        played = play_rows(self.start, first, last - first, self.seed, self.threads, None)
        file = io.BytesIO()
        np.save(file, np.concatenate([played.returns, played.lengths[:, None]], axis=1))
        return file.getvalue()


@dataclass(frozen=True)
class PerftPart:
    """The work in one unit of a perft: the paths that begin with `unit.data`, as digits."""

    root: State
    depth: int
    by: str
    threads: int

    @property
    def asks(self) -> bool:
        """Return whether paths are counted by asking for each id."""
        return self.by == "is_legal"

    def __call__(self, unit: Task) -> bytes:
        """Count them."""
        return b"%d\n" % count_paths(
            _play_path(self.root, unit.data), self.depth - len(unit.data), self.threads, None, self.by
        )


def distribute_playouts(
    start: State | Game,
    game: Game,
    n: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    distribution: Distribution,
    report: Report,
) -> Playouts:
    """Play like `uneri.playouts`, by an executor."""
    import numpy as np

    count = bounded(n, "n", 0, MOST_PLAYOUTS)
    work = PlayoutPart(start, seed_of(seed), bounded(threads, "threads", 1, MOST_THREADS))
    root = game.new_initial_state() if start is game else drop_seed(start)  # type: ignore[arg-type]
    what = _name_task(root, "playouts", work.seed)
    units = [
        Task(number, (first, min(first + _GAMES, count)), make_content_id([what, first, min(first + _GAMES, count)]))
        for number, first in enumerate(range(0, count, _GAMES))
    ]
    returns = np.empty((count, game.num_players), np.float64)
    lengths = np.empty(count, np.int32)
    results = run_tasks(work, units, distribution.make_executor(), distribution.out, report)
    for unit, content in zip(units, results, strict=True):
        rows = _read_rows(content, unit, game.num_players + 1)
        returns[slice(*unit.data)], lengths[slice(*unit.data)] = rows[:, :-1], rows[:, -1]
    return Playouts(returns, lengths)


def distribute_perft(
    state: State,
    depth: SupportsIndex,
    by: str,
    threads: SupportsIndex,
    distribution: Distribution,
    report: Report,
    fewest: int,
) -> list[tuple[int, int]]:
    """Count like `uneri.perft_divide`, by an executor; for depth 0 there is one pair, whose action is -1."""
    levels = bounded(depth, "depth", fewest, DEEPEST_PERFT)
    work = PerftPart(drop_seed(state), levels, choice(by, "by", FINDINGS), bounded(threads, "threads", 1, MOST_THREADS))
    executor = distribution.make_executor()
    if levels == 0:
        return [(-1, 1)]
    what = _name_task(work.root, "perft" if by == FINDINGS[0] else f"perft by {by}", levels)
    units = [Task(number, path, make_content_id([what, path])) for number, path in enumerate(_list_paths(work))]
    counts = dict.fromkeys(find_actions(work.root, work.asks), 0)
    for unit, content in zip(units, run_tasks(work, units, executor, distribution.out, report), strict=True):
        if len(content) > _MOST_DIGITS or not content.strip().isdigit():
            raise ValueError(f"{distribution.out}: the file of unit {unit.name} is damaged: it holds no number")
        counts[unit.data[0]] += int(content)
    return sorted(counts.items())


def _list_paths(work: PerftPart) -> list[list[int]]:
    """List the beginnings of all paths that are long enough, each as short as allows many units."""
    paths = [[action] for action in find_actions(work.root, work.asks)]
    for _ in range(1, min(_LONGEST, work.depth - 1)):
        if len(paths) >= _PATHS:
            break
        paths = [[*path, action] for path in paths for action in find_actions(_play_path(work.root, path), work.asks)]
    return paths


def _play_path(root: State, path: list[int]) -> State:
    state = root.clone()
    for action in path:
        state.apply_action(action)
    return state


def _name_task(root: State, *more: Any) -> str:
    """Return the content id of all that a call depends on."""
    from .. import _core

    return make_content_id([_core.__version__, str(root.game), root.game.backend, root.to_dict(), *more])


def _read_rows(content: bytes, unit: Task, columns: int) -> NDArray[np.float64]:
    import numpy as np

    # Not by np.load, which trusts the header, and also reads other formats.
    file, shape = io.BytesIO(content), (unit.data[1] - unit.data[0], columns)
    try:
        if np.lib.format.read_magic(file) != (1, 0):
            raise ValueError("it has another version of numpy's format")
        found = np.lib.format.read_array_header_1_0(file)
        if found != (shape, False, np.dtype(np.float64)):
            raise ValueError(f"it has {found[2]}{list(found[0])}")
        return np.frombuffer(content, np.float64, offset=file.tell()).reshape(shape)
    except ValueError as error:
        raise ValueError(f"the file of unit {unit.name} is damaged: {error}") from None


__dir__ = publish(globals())
