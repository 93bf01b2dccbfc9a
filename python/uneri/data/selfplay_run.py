"""Self-play: games by bots, written as shards."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np

from .._util.checks import MOST_MS, bounded, flag, seed_of
from .._util.interrupts import Interrupts
from .._util.jobs import Executor, Storage, Task, executor_for
from .._util.jobs.lock import FolderLock
from .._util.messages import brief
from .._util.progress import Progress, Report
from .._util.rng import stream
from ..arena.play import try_bots
from ..bots import BotSpec, spec_text
from ..bots.external import DEFAULT_TIMEOUT_MS
from ..bots.lifecycle import BotPool
from ..bots.players import format_reason, make_encodable
from ..bots.specs import check_networks, find_networks, own_specs
from ..contract import Game
from ..registry import game_of
from .parallel_games import ParallelGames
from .shards import (
    FORMAT,
    MOST_BOTS,
    MOST_GAMES,
    MOST_UNIT,
    SETTINGS,
    SHARDS,
    Run,
    arrow,
    describe_game,
    make_shard,
    name_shard,
    read_settings_in,
    sort_shards,
)


@dataclass(frozen=True)
class SelfPlayResult:
    """The result of a self-play run in its folder."""

    place: str
    games: int
    """Games in the folder: the requested ones, and those of an earlier run beyond."""
    decisions: int
    size: int
    """Bytes of all shards."""
    kept: int
    """Games reused from an earlier run."""


@dataclass(frozen=True)
class Playing:
    """The work of a run: the data for each worker."""

    settings: dict[str, Any]
    game: Game
    specs: tuple[BotSpec, ...]
    storage: Storage

    @property
    def run(self) -> Run:
        """The data of the run, for a reader."""
        return Run(self.settings, self.game.observation_tensor_shape[0], self.game.max_game_length)

    def __call__(self, unit: Task) -> tuple[int, int]:
        """Play a unit and write its shard. Return the numbers of decisions and bytes."""
        numbers = range(*unit.data)
        seeds = np.array([stream(self.settings["seed"], number).next() for number in numbers], np.uint64)
        tables = ParallelGames(self.game, self.specs, numbers, seeds)
        tables.play(self.settings["timeout_ms"])
        content = make_shard(tables, {**self.settings, "first": numbers.start, "last": numbers.stop, "unit": unit.id})
        self.storage.write(name_shard(unit), content)
        return len(tables.decisions.column("game")), len(content)


def selfplay(
    game: Game | str,
    bots: Sequence[BotSpec],
    games: SupportsIndex,
    *,
    out: str | PathLike[str],
    seed: SupportsIndex = 0,
    resume: bool = False,
    jobs: SupportsIndex = 1,
    ray: str | bool = False,
    unit_games: SupportsIndex = 256,
    unit_seconds: SupportsFloat | None = None,
    timeout_ms: SupportsIndex = DEFAULT_TIMEOUT_MS,
    progress: Report = None,
) -> SelfPlayResult:
    """Let bots play games, and write every decision to Parquet files.

    A game depends on the game's options, the bots, `seed` and its number alone. The files are the same byte for byte
    for any workers and any order, as long as the bots' answers depend on the game and their seed alone.

    Before the first game every bot is made and asked for one move. A bot that fails later ends the run with an error
    that names the game; finished shards stay.

    Parameters
    ----------
    game
        A game or its string form.
    bots
        1 to 1000 bots: texts as for `uneri.bots.make_bot`, or classes or functions that make a bot. In game g, seat
        s has bot (s + g) mod n of the n bots. `["greedy"]` and `["random"]` play in the core.
    games
        The number of games, 1 to 10^12.
    out
        A folder for the files, or an address that `pyarrow.fs` knows (`s3://bucket/folder`). Workers on other machines
        write to it themselves.
    seed
        An integer from 0 (default) to 2^64 - 1. Game g has the seed of its number's stream: see `game_seed` of the data
        set.
    resume
        True resumes the run in `out`, and refuses if its settings differ, or the content of a network of this
        library's bots. Files read by your own programs and classes are not checked. Shards that are damaged are played
        again. `games` may grow: a short last shard is replaced by a larger one. With fewer games than there are, the
        data set keeps all its games. Default False.
    jobs, ray, unit_seconds
        As in `uneri.perft`; a part is a shard.
    unit_games
        Games in a shard, 1 to 1,000,000 (default 256): what a worker does in one go, and what a run that is stopped
        loses.
    timeout_ms
        For bots that are programs: milliseconds for an answer, 1 to 86,400,000 (a day; default 10,000).
    progress
        As in `uneri.perft`.

    Raises
    ------
    ValueError
        If an argument isn't allowed, a bot cannot be made or cannot play, or `out` is in use or holds something else: also a
        shard that isn't this run's, or one that is damaged and beyond `games`.
    ImportError
        If pyarrow is missing (extra `data`), or Ray (extra `ray`).
    OSError
        If a file cannot be written, or a folder in `out` is a link; the error names it.
    RuntimeError
        If a bot fails, or the workers of a unit keep dying; the message names the unit.

    Examples
    --------
    >>> import tempfile
    >>> from uneri import data
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = data.selfplay("onda(players=2,rounds=1)", ["greedy"], 8, out=folder, seed=1)
    ...     len(data.load(folder)) == made.decisions
    True
    """
    work, count = _prepare(game, bots, games, out, seed, unit_games, timeout_ms)
    executor, goes_on = executor_for(jobs, ray, unit_seconds), flag(resume, "resume")
    arrow()
    folder = work.storage.folder
    lock = None
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = FolderLock(folder)
        except OSError as error:
            raise ValueError(f"{folder} cannot be written: {error.strerror or error}") from None
    try:
        _begin(work, resume=goes_on)
        return _play(work, count, executor, progress)
    finally:
        if lock is not None:
            lock.release()


def _prepare(
    game: Any, bots: Any, games: Any, out: Any, seed: Any, unit_games: Any, timeout_ms: Any
) -> tuple[Playing, int]:
    from .. import _core

    rules = game_of(game)
    if isinstance(bots, str | Mapping) or not isinstance(bots, Sequence):
        raise TypeError(f"bots must be a list of bots, not {brief(bots)} ({type(bots).__name__})")
    if not 1 <= len(bots) <= MOST_BOTS:
        raise ValueError(f"bots must have 1 to {MOST_BOTS} entries, not {len(bots)}")
    limit = bounded(timeout_ms, "timeout_ms", 1, MOST_MS)
    specs = own_specs(bots, limit)
    networks = find_networks(specs, rules)
    settings = {
        "format": FORMAT,
        "version": _core.__version__,
        **describe_game(rules),
        "bots": [make_encodable(spec_text(spec)) for spec in specs],
        "seed": seed_of(seed),
        "unit": bounded(unit_games, "unit_games", 1, MOST_UNIT),
        "timeout_ms": limit,
        **({"networks": networks} if networks else {}),
    }
    settings = json.loads(json.dumps(settings))
    return Playing(settings, rules, specs, Storage(out)), bounded(games, "games", 1, MOST_GAMES)


def _begin(work: Playing, *, resume: bool) -> None:
    """Check the folder, try the bots, and write the settings."""
    storage, settings = work.storage, work.settings
    there = storage.read(SETTINGS)
    if there is not None:
        if not resume:
            raise ValueError(f"{storage} already holds a run; continue it with resume=True, or use another folder")
        _check_same(str(storage), there, settings)
    elif found := [name for name in storage.names("") if name != "lock"]:
        raise ValueError(f"{storage} holds something else ({brief(found[0])}); use a new or empty folder")
    with Interrupts() as interrupts, BotPool(work.specs, settings["timeout_ms"], interrupts=interrupts) as pool:
        failure = try_bots(settings["seed"], work.game, work.specs, pool)
    if failure is not None:
        raise ValueError(f"bot {settings['bots'][failure[0]]} cannot play: {format_reason(failure[1])}")
    if there is None:
        storage.write(SETTINGS, (json.dumps(settings, indent=1) + "\n").encode())
    storage.sweep(SHARDS)


def _check_same(place: str, there: bytes, settings: dict[str, Any]) -> None:
    known = read_settings_in(place, there).settings
    for name in {**known, **settings}:
        if known.get(name) != settings.get(name):
            if name == "networks":
                check_networks(known.get(name, {}), settings.get(name, {}), f"the run in {place}")
            raise ValueError(
                f"{place} holds another run: {name} is {brief(known.get(name))} there and {brief(settings.get(name))} here; "
                "use the same settings, or another folder"
            )


def _play(work: Playing, games: int, executor: Executor, progress: Report) -> SelfPlayResult:
    """Play the missing games."""
    kept, old = sort_shards(work.storage, work.run, games)
    missing = (unit for unit in work.run.units(games) if unit.number not in kept)
    beyond = sum(one.last - max(one.first, games) for one in kept.values() if one.last > games)
    done = before = sum(one.last - one.first for one in kept.values())
    decisions, size = sum(one.rows for one in kept.values()), sum(one.size for one in kept.values())
    with Progress(f"self-play {work.game.name}", progress) as report:
        running = executor.run(work, missing)
        try:
            for unit, (rows, written) in running:
                decisions, size = decisions + rows, size + written
                done += unit.data[1] - unit.data[0]
                report(done / (games + beyond), f"{decisions:,} decisions")
        finally:
            running.close()
    for name in old:  # a shard with the same games has replaced it
        with contextlib.suppress(OSError):  # readers ignore it
            work.storage.remove(name)
    return SelfPlayResult(str(work.storage), done, decisions, size, before)
