"""Runs of an arena: arguments, missing games, and the result."""

from __future__ import annotations

import json
import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, SupportsFloat, SupportsIndex

from .._util.checks import MOST_MS, MOST_THREADS, bounded, flag, number, seed_of, word
from .._util.interrupts import ForkGuard
from .._util.jobs import Executor, executor_for
from .._util.messages import brief
from .._util.progress import Progress, Report
from ..bots import BotSpec, spec_text
from ..bots.external import DEFAULT_TIMEOUT_MS
from ..bots.players import make_encodable
from ..bots.specs import find_networks, own_specs
from ..contract import Game
from ..registry import game_of
from .play import check_unit_lines
from .ratings import Tally
from .result import Result, Snapshot, UnitGames
from .schedule import MOST_BOTS, MOST_SEATS, MOST_UNIT, SEATINGS, Settings, Unit, list_units
from .sprt import Sprt
from .store import MOST_DEALS, Store, open_folder, read_stored_settings
from .workers import POOLS, Job, check_bots, may_end_its_process, play_by, play_units


class _Run:
    """The results so far, counted in the order of the units, whichever finishes first."""

    def __init__(self, settings: Settings, store: Store | None, sprt: Sprt | None) -> None:
        self.settings, self.store, self.sprt = settings, store, sprt
        self.tally = Tally(settings.bots)
        self.counted: list[Unit] = []
        self._texts: dict[int, str] = {}  # of units that no file stores
        self._early: dict[int, tuple[Unit, str, bool]] = {}

    @property
    def decided(self) -> bool:
        """Whether the sequential test has ended."""
        return self.sprt is not None and self.sprt.state().accepted is not None

    def add(self, unit: Unit, text: str, *, stored: bool = False) -> bool:
        """Add a finished unit, and count all that are now contiguous. Return True if the sequential test has ended.

        A `stored` unit may come from outside: the ValueError names the file if it doesn't hold these games.
        """
        self._early[unit.number] = (unit, text, stored)
        while not self.decided and len(self.counted) in self._early:
            unit, text, stored = self._early.pop(len(self.counted))
            lines = self._check(unit, text) if stored else [json.loads(line) for line in text.split("\n")[:-1]]
            self.tally.add(lines)
            if self.sprt is not None:
                self.sprt.add(lines)
            self.counted.append(unit)
            if self.store is None:
                self._texts[unit.number] = text
        return self.decided

    def _check(self, unit: Unit, text: str) -> list[dict[str, Any]]:
        assert self.store is not None
        try:
            return check_unit_lines(self.settings, unit, text)
        except ValueError as error:
            raise ValueError(
                f"{self.store.locate(unit)} holds no games of this arena: {error}; without this file they are played again"
            ) from None

    def result(self) -> Result:
        """Return the table of the counted games."""
        texts = None if self.store is not None else tuple(self._texts[unit.number] for unit in self.counted)
        reader = UnitGames(tuple(self.counted), texts, None if self.store is None else self.store.folder)
        settings, tally = self.settings, self.tally
        counts = (tally.deals, tally.games, tally.decisions)
        test = None if self.sprt is None else self.sprt.state()
        told = (settings.bots, settings.backend, settings.networks)
        return Result(settings.game, tuple(tally.rows()), tuple(tally.pairs()), *counts, test, reader, *told)


def run(
    game: Game | str,
    bots: Sequence[BotSpec] | Mapping[str, BotSpec],
    deals: SupportsIndex = 100,
    *,
    seed: SupportsIndex = 0,
    seating: str = "cycle",
    sprt: tuple[float, float] | tuple[float, float, float, float] | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    workers: SupportsIndex = 1,
    pool: str = "processes",
    ray: str | bool = False,
    hours: SupportsFloat | None = None,
    unit_deals: SupportsIndex = 4,
    unit_seconds: SupportsFloat | None = None,
    timeout_ms: SupportsIndex = DEFAULT_TIMEOUT_MS,
    keep_info: bool = False,
    progress: Report = None,
    watch: Callable[[Snapshot], object] | None = None,
) -> Result:
    """Play deals of a game among two or more bots.

    The result depends on the settings alone, as long as the bots' answers depend on the game and their seed alone.
    `deals`, `hours`, `sprt`, `workers`, `pool`, `ray` and `unit_seconds` do not affect a game's moves.

    Before the first game every bot is made and asked for one move. A bot that fails later loses that game, and the
    arena continues.

    Parameters
    ----------
    game
        A game or its string form.
    bots
        2 to 1000 bots: texts as for `uneri.bots.make_bot`, or classes or functions that make a bot. A mapping gives
        them names.
    deals
        The number of deals, 1 to 10^8 (default 100). With `sprt` it is the most.
    seed
        An integer from 0 (default) to 2^64 - 1. The deals' seeds are derived from it.
    seating
        The seating in the games of a deal:

        * `"cycle"` (default): all bots, in an order drawn for each deal, move on by one seat each game. As many games
          as bots.
        * `"pairs"`: the same for each pair of bots separately. Two games for each pair.
        * `"alone"`: the first bot alone against each other bot on all other seats, on every seat once.
    sprt
        `(elo0, elo1)`, from -2000 to 2000, `elo0` below `elo1`. The arena stops as soon as it is clear whether the first
        bot is better than the others by `elo1` or by no more than `elo0` Elo points. `(elo0, elo1, alpha, beta)` says how
        often it may be wrong: accept `elo1` when `elo0` is true, and the reverse, 10^-6 to 0.4 (default: 0.05 both).
        None (default): no test.
    out
        A folder for results. None (default): they are kept in memory.
    resume
        True resumes the run in `out`, and refuses if its settings differ, or the content of a network of this
        library's bots. Files read by your own programs and classes are not checked. `deals`, `hours`, `sprt`,
        `workers`, `pool`, `ray` and `unit_seconds` may differ. Default False.
    workers
        1 (default) to 256.
    pool
        `"processes"` (default) or `"threads"`.
    ray
        As in `uneri.perft`: a Ray cluster that plays instead. A new one has `workers` processes.
    hours
        The arena ends after this number of hours, 0 to 10,000, whatever `deals` is. Finished deals count, up to the
        first deal that isn't. None (default): no limit.
    unit_deals
        The unit of work in deals, 1 to 1,000,000 (default 4): what a worker does in one go, and what a run that is
        stopped loses.
    unit_seconds
        As in `uneri.perft`; a part is a unit. It doesn't apply to threads.
    timeout_ms
        For bots that are programs: milliseconds for an answer, 1 to 86,400,000 (a day; default 10,000).
    keep_info
        True stores with each move what its bot reports: milliseconds, and of searches of this library the visits, all
        simulations and the value, 0 to 1. `uneri replay` shows it. It changes no move. Default False.
    progress
        As in `uneri.perft`.
    watch
        A function that is called with a `Snapshot`, at the start and after each unit. None (default): nothing is
        called.

    Raises
    ------
    ValueError
        If an argument isn't allowed; a bot cannot be made or cannot play (the message names it); or bots or game cannot
        be sent to other processes. Also if `out` cannot be written, is in use, or holds something else; or if it holds
        an arena, and `resume` is False or the settings differ.
    OSError
        If results cannot be written to `out` later on.
    ChildProcessError
        If a worker process ends outside any bot, or repeatedly.
    RuntimeError
        If a unit repeatedly takes longer than `unit_seconds`.

    Examples
    --------
    >>> from uneri import arena
    >>> result = arena.run("onda(players=2,rounds=1)", {"A": "greedy", "B": "random"}, deals=4, seed=1)
    >>> result.deals, result.games_played, [row.bot for row in result.rows]
    (4, 8, ['A=greedy', 'B=random'])
    """
    settings, job = _make_settings(game, bots, seed, seating, unit_deals, timeout_ms)
    job = job._replace(keep_info=flag(keep_info, "keep_info"))
    most = bounded(deals, "deals", 1, MOST_DEALS)
    hands = bounded(workers, "workers", 1, MOST_THREADS)
    word(pool, "pool", POOLS)
    given: Any = sprt
    if given is not None and (not isinstance(given, Sequence) or isinstance(given, str) or len(given) not in (2, 4)):
        raise ValueError(f"sprt must be (elo0, elo1) or (elo0, elo1, alpha, beta), not {brief(sprt)}")
    test = None if given is None else Sprt(*given)
    if flag(resume, "resume") and out is None:
        raise ValueError("resume=True needs a folder: out=FOLDER")
    limit = None if hours is None else 3600 * number(hours, "hours", 0.0, 10_000.0)
    cluster = executor_for(hands, ray, unit_seconds) if ray is not False else None
    if unit_seconds is not None:
        if pool == "threads" and cluster is None:
            raise ValueError("unit_seconds needs pool='processes', since a thread can't be stopped")
        job = job._replace(unit_seconds=number(unit_seconds, "unit_seconds", 0.01, 1e7))
    if ((hands > 1 or unit_seconds is not None) and pool == "processes") or cluster is not None:
        _check_can_travel(job)
    store = None if out is None else open_folder(Path(out).absolute(), settings, resume=resume)
    try:
        return _play(job, _Run(settings, store, test), most, hands, pool, cluster, limit, progress, watch)
    finally:
        if store is not None:
            store.close()


def _play(
    job: Job,
    state: _Run,
    most: int,
    hands: int,
    pool: str,
    cluster: Executor | None,
    limit: float | None,
    progress: Report,
    watch: Callable[[Snapshot], object] | None,
) -> Result:
    """Play those of the first `most` deals that are unfinished."""
    settings, store = state.settings, state.store
    start = time.monotonic()
    done = kept = played = 0
    home = ForkGuard()
    over, missing = False, []
    with Progress(f"arena {job.game.name}", progress) as report:

        def tell() -> None:
            report(done / most, f"{played / max(time.monotonic() - start, 1e-9):.3g} games/s")
            if watch is not None:
                watch(Snapshot(most, done, kept, played, time.monotonic() - start, state.result))
            home.check()

        for unit in list_units(settings, most):
            text = None if store is None else store.read_unit(unit)
            if text is None:
                missing.append(unit)
            else:
                kept += unit.last - unit.first
                done = kept
                over = state.add(unit, text, stored=True)
                if over:
                    break
        if missing and not over:
            elsewhere = (hands > 1 or job.unit_seconds is not None) and pool == "processes"
            if cluster is not None:
                elsewhere = any(map(may_end_its_process, job.specs))
            check_bots(job, apart=elsewhere)
        if store is not None:
            store.begin(settings)
            store.note_run(most, kept, None if state.sprt is None else state.sprt.bounds)
        tell()
        if missing and not over:
            todo = iter(missing)
            work = play_units(job, todo, hands, pool) if cluster is None else play_by(job, todo, cluster)
            try:
                for unit, text in work:
                    if store is not None:
                        store.write_unit(unit, text)
                    done += unit.last - unit.first
                    played += text.count("\n")
                    over = state.add(unit, text)
                    tell()
                    if over or (limit is not None and time.monotonic() - start >= limit):
                        break
            finally:
                work.close()  # ends the workers
    result = state.result()
    if store is not None:
        store.write_results(result._games(), result.to_dict())
    return result


def load(folder: str | PathLike[str]) -> Result:
    """Load the result in a folder: the `out` of `run`.

    For a running or stopped run these are the finished deals, from the first on. ValueError if the folder holds no
    arena, is damaged, or is from another version.
    """
    path = Path(folder).absolute()
    settings, store = read_stored_settings(path), Store(path)
    run, table = store.read_run(), store.read_table()
    # An unfinished run may have more deals than the table of the one before, or has just begun.
    wanted = [(run["deals"], run["sprt"])] if run is not None else []
    wanted += [table] if table is not None else []
    found: _Run | None = None
    for deals, sprt in wanted or [(MOST_DEALS, None)]:
        if found is None or deals > found.tally.deals:
            other = _load_stored(settings, store, deals, sprt)
            found = other if found is None or other.tally.deals > found.tally.deals else found
    assert found is not None
    return found.result()


def _load_stored(settings: Settings, store: Store, deals: int, sprt: Sequence[float] | None) -> _Run:
    """Return the finished part of a folder's run, up to the first unfinished unit."""
    state = _Run(settings, store, None if sprt is None else Sprt(*sprt))
    for unit in list_units(settings, deals):
        text = store.read_unit(unit)
        if text is None or state.add(unit, text, stored=True):
            break
    return state


def _make_settings(
    game: Any, bots: Any, seed: SupportsIndex, seating: Any, unit_deals: SupportsIndex, timeout_ms: SupportsIndex
) -> tuple[Settings, Job]:
    from .. import _core

    rules = game_of(game)
    if isinstance(bots, str) or not isinstance(bots, Sequence | Mapping):
        raise TypeError(f"bots must be a list of bots, not {brief(bots)} ({type(bots).__name__})")
    specs: tuple[BotSpec, ...] = tuple(bots.values()) if isinstance(bots, Mapping) else tuple(bots)
    if len(specs) < 2:
        raise ValueError(f"bots must have 2 entries or more, not {len(specs)}")
    if len(specs) > MOST_BOTS:
        raise ValueError(f"bots must have at most {MOST_BOTS} entries, not {len(specs)}")
    word(seating, "seating", SEATINGS)
    limit = bounded(timeout_ms, "timeout_ms", 1, MOST_MS)
    specs = own_specs(specs, limit)
    texts = [make_encodable(spec_text(spec)) for spec in specs]
    names = (
        [f"{make_encodable(str(name))}={text}" for name, text in zip(bots, texts, strict=True)]
        if isinstance(bots, Mapping)
        else texts
    )
    settings = Settings(
        version=_core.__version__,
        game=str(rules),
        backend=rules.backend,
        options=rules.options,
        seats=bounded(rules.num_players, "seats", 1, MOST_SEATS),
        bots=_name_bots(names),
        seed=seed_of(seed),
        seating=seating,
        unit_deals=bounded(unit_deals, "unit_deals", 1, MOST_UNIT),
        timeout_ms=limit,
        networks=find_networks(specs, rules),
    )
    return settings, Job(settings, rules, specs)


def _check_can_travel(job: Job) -> None:
    try:
        pickle.dumps(job)
    except Exception as error:
        message = (
            f"bots or game cannot be sent to other processes: {error}; use pool='threads', one worker, or a bot that "
            "is a class or function of a module"
        )
        raise ValueError(message) from error


def _name_bots(names: Sequence[str]) -> tuple[str, ...]:
    """Make the names distinct: a bot that occurs twice becomes `greedy` and `greedy #2`."""
    found: list[str] = []
    for index, name in enumerate(names):
        before = names[:index].count(name)
        found.append(f"{name} #{before + 1}" if before else name)
    return tuple(found)
