"""Self-play: games by bots, written as shards."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

import numpy as np

from .._util.checks import MOST_MS, bounded, seed_of
from .._util.interrupts import Interrupts
from .._util.progress import Progress, Report
from .._util.rng import stream
from .._util.work import Executor, Storage, Unit, content_id, executor_for
from .._util.work.lock import FolderLock
from ..arena.play import check_specs, try_bots
from ..bots import BotSpec, spec_text
from ..bots.bench import Bench
from ..bots.errors import encodable, reason_text
from ..bots.external import DEFAULT_TIMEOUT_MS
from ..contract import Game
from ..reference.words import brief
from ..registry import load_game
from .shards import FORMAT, SETTINGS, SHARDS, arrow, settings_in, shard_of
from .tables import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_GAMES = 10**12


@dataclass(frozen=True)
class Made:
    """What a run of self-play left in its folder."""

    place: str
    games: int
    decisions: int
    size: int
    """Bytes of all shards."""
    kept: int
    """Games that an earlier run had finished."""


@dataclass(frozen=True)
class Playing:
    """The work of a run: what each worker must know."""

    settings: dict[str, Any]
    game: Game
    specs: tuple[BotSpec, ...]
    storage: Storage

    def units(self, games: int) -> Iterator[Unit]:
        """The games in units."""
        size = self.settings["unit"]
        for number, first in enumerate(range(0, games, size)):
            span = (first, min(first + size, games))
            yield Unit(number, span, content_id([self.settings, *span]))

    def __call__(self, unit: Unit) -> tuple[int, int]:
        """Plays a unit and writes its shard. Returns its decisions and bytes."""
        numbers = range(*unit.data)
        tables = Tables(self.game, self.specs, numbers, game_seeds(self.settings["seed"], numbers))
        tables.play(self.settings["timeout_ms"])
        content = shard_of(tables, {**self.settings, "first": numbers.start, "last": numbers.stop, "unit": unit.id})
        self.storage.write(shard_name(unit), content)
        return len(tables.decisions.column("game")), len(content)


def shard_name(unit: Unit) -> str:
    """The file of a unit."""
    return f"{SHARDS}/{unit.name}.parquet"


def game_seeds(seed: int, numbers: range) -> NDArray[np.uint64]:
    """The seeds of games of a run."""
    return np.array([stream(seed, number).next() for number in numbers], np.uint64)


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
) -> Made:
    """Let bots play games, and write every decision to Parquet files.

    A game depends on the game's options, the bots, `seed` and its number alone. The files are the same byte for byte
    whoever plays them and in whatever order, as long as the bots' answers depend on the game and their seed alone.

    Before the first game every bot is made and asked for one move. A bot that fails later on ends the run with an error
    that names the game; shards that are finished stay.

    Parameters
    ----------
    game
        A game or its string form.
    bots
        1 to 1000 bots: texts as for `uneri.bots.make_bot`, or classes or functions that make a bot. On seat s of game g
        sits bot s + g, counted around the list. `["greedy"]` and `["random"]` play in the core.
    games
        The number of games, 1 to 10^12.
    out
        A folder for the files, or an address that `pyarrow.fs` knows (`s3://bucket/folder`). Workers on other machines
        write to it themselves.
    seed
        An integer from 0 (default) to 2^64 - 1. Game g has the seed of its number's stream: see `game_seed` of the data
        set.
    resume
        True goes on with the run in `out`, and refuses if its settings differ. `games` may grow. Default False.
    jobs
        Processes on this machine, 1 (default) to 256.
    ray
        The address of a Ray cluster; or True for the one of the environment variable `RAY_ADDRESS`, else a new one on
        this machine. False (default): no Ray.
    unit_games
        Games in a shard, 1 to 1,000,000 (default 256): what a worker does in one go, and what a run that is stopped
        loses.
    unit_seconds
        What a shard may take, 0.01 to 10^7 seconds. A worker that takes longer is ended, and another one plays the shard;
        after four times the run ends with an error that names it. None (default): no limit.
    timeout_ms
        For bots that are programs: milliseconds for an answer, 1 to 86,400,000 (a day; default 10,000).
    progress
        As in `uneri.perft`.

    Returns
    -------
    Made
        How much there is now.

    Raises
    ------
    ValueError
        If an argument isn't allowed, a bot cannot be made or cannot play, or `out` is in use or holds something else.
    TypeError
        If an argument has a type that isn't allowed.
    ImportError
        If pyarrow is missing (extra `data`), or Ray (extra `ray`).
    OSError
        If a file cannot be written; the error names it.
    RuntimeError
        If a bot fails, or the workers of a unit die again and again; the message names the unit.

    Examples
    --------
    >>> import tempfile
    >>> from uneri import data
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = data.selfplay("onda(players=2,rounds=1)", ["greedy"], 8, out=folder, seed=1)
    ...     len(data.load(folder)) == made.decisions
    True
    """
    work, count = _prepared(game, bots, games, out, seed, unit_games, timeout_ms)
    executor = executor_for(jobs, ray, unit_seconds)
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
        _begin(work, resume=resume)
        return _played(work, count, executor, progress)
    finally:
        if lock is not None:
            lock.release()


def _prepared(
    game: Any, bots: Any, games: Any, out: Any, seed: Any, unit_games: Any, timeout_ms: Any
) -> tuple[Playing, int]:
    from .. import _core

    rules = load_game(game) if isinstance(game, str) else game
    if not isinstance(rules, Game):
        raise TypeError(f"game is {brief(game)} ({type(game).__name__}); allowed: a game, or its name with options")
    if isinstance(bots, str | Mapping) or not isinstance(bots, Sequence):
        raise TypeError(f"bots is {brief(bots)} ({type(bots).__name__}); allowed: a list of bots")
    if not 1 <= len(bots) <= 1000:
        raise ValueError(f"bots has {len(bots)}; allowed: 1 to 1000")
    limit = bounded(timeout_ms, "timeout_ms", 1, MOST_MS)
    specs = tuple(spec.strip() if isinstance(spec, str) else spec for spec in bots)
    check_specs(specs, limit)
    settings = {
        "format": FORMAT,
        "version": _core.__version__,
        "game": rules.name,
        "backend": rules.backend,
        "options": rules.options,
        "seats": rules.num_players,
        "actions": rules.num_distinct_actions,
        "layout": [[name, start, list(shape)] for name, start, shape in rules.observation_layout],
        "bots": [encodable(spec_text(spec)) for spec in specs],
        "seed": seed_of(seed),
        "unit": bounded(unit_games, "unit_games", 1, 1_000_000),
        "timeout_ms": limit,
    }
    settings = json.loads(json.dumps(settings))
    return Playing(settings, rules, specs, Storage(out)), bounded(games, "games", 1, _MOST_GAMES)


def _begin(work: Playing, *, resume: bool) -> None:
    """Looks at the folder, tries the bots, and writes the settings."""
    storage, settings = work.storage, work.settings
    there = storage.read(SETTINGS)
    if there is not None:
        if not resume:
            raise ValueError(f"{storage} holds a run already; allowed: resume=True to go on with it, or another folder")
        _check_same(str(storage), there, settings)
    elif found := [name for name in storage.names("") if name != "lock"]:
        raise ValueError(f"{storage} holds something else ({brief(found[0])}); allowed: a new or empty folder")
    with Interrupts() as interrupts, Bench(work.specs, settings["timeout_ms"], interrupts=interrupts) as bench:
        failure = try_bots(settings["seed"], work.game, work.specs, bench)
    if failure is not None:
        raise ValueError(f"bot {settings['bots'][failure[0]]} cannot play: {reason_text(failure[1])}")
    if there is None:
        storage.write(SETTINGS, (json.dumps(settings, indent=1) + "\n").encode())
    storage.sweep(SHARDS)


def _check_same(place: str, there: bytes, settings: dict[str, Any]) -> None:
    known = settings_in(place, there)
    for name in {**known, **settings}:
        if known.get(name) != settings.get(name):
            raise ValueError(
                f"{place} holds another run: {name} is {brief(known.get(name))} there and {brief(settings.get(name))} here; "
                "allowed: the same settings, or another folder"
            )


def _played(work: Playing, games: int, executor: Executor, progress: Report) -> Made:
    """Plays what isn't there yet."""
    there = set(work.storage.names(SHARDS))
    parquet = arrow("parquet")
    done = kept = decisions = size = 0
    missing = []
    for unit in work.units(games):
        name = shard_name(unit)
        if name.rpartition("/")[2] not in there:
            missing.append(unit)
            continue
        content = work.storage.read(name) or b""
        decisions += parquet.read_metadata(io.BytesIO(content)).num_rows
        size += len(content)
        kept += unit.data[1] - unit.data[0]
    done = kept
    with Progress(f"self-play {work.game.name}", progress) as report:
        running = executor.run(work, missing)
        try:
            for unit, (rows, written) in running:
                decisions, size = decisions + rows, size + written
                done += unit.data[1] - unit.data[0]
                report(done / games, f"{decisions:,} decisions")
        finally:
            running.close()
    return Made(str(work.storage), games, decisions, size, kept)
