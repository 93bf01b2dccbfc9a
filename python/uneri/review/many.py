"""Reviews of many games: each is a unit of work, and a player's mean is over all of them."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, SupportsFloat, SupportsIndex

from .._util.checks import MOST_THREADS, bounded, each, seed_of
from .._util.jobs import Task, executor_for, make_content_id, run_tasks
from .._util.messages import brief, printable
from .._util.progress import Progress, Report
from .._util.strict_json import read_json
from ..bots.specs import check_digests, find_networks
from ..records import Record
from ..search.action_values import ERRORS
from .report import FORMAT, Decision, MoveValue, Review, Table, make_summary_cells
from .reviewer import DEFAULT_BOT, DEFAULT_WORLDS, FEWEST_WORLDS, review_by
from .searcher import Searcher, find_searcher

_TYPES: dict[str, tuple[type, ...]] = {
    "bool": (bool,),
    "int": (int,),
    "int | None": (int, type(None)),
    "float": (int, float),
    "float | None": (int, float, type(None)),
    "str": (str,),
    "dict[str, Any] | None": (dict, type(None)),
}


@dataclass(frozen=True)
class PlayerSummary:
    """A player's results over many games. Decisions without a choice don't count."""

    player: str
    games: int
    decisions: int
    mean_loss: float | None
    """None without decisions."""
    low: float | None
    """The mean less two standard errors, each game being one observation; None below two games."""
    high: float | None
    best_share: float | None
    """The share of decisions where the preferred move was played, or one that isn't measurably worse."""
    mistakes: int
    """Decisions whose loss is above two standard errors."""


@dataclass(frozen=True)
class _Reviewing:
    """The work of a unit: the game in `unit.data`, as JSON."""

    searcher: Searcher
    options: dict[str, Any]

    def __call__(self, unit: Task) -> bytes:
        found = review_by(self.searcher, unit.data, **self.options, progress=False)
        return (json.dumps(found.to_dict(), separators=(",", ":")) + "\n").encode()


def review_games(
    games: Iterable[Record],
    bot: str = DEFAULT_BOT,
    seat: SupportsIndex | None = None,
    *,
    worlds: SupportsIndex = DEFAULT_WORLDS,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    jobs: SupportsIndex = 1,
    ray: str | bool = False,
    out: str | os.PathLike[str] | None = None,
    unit_seconds: SupportsFloat | None = None,
    progress: Report = None,
) -> Iterator[Review]:
    """Review many recorded games, by several processes or a cluster; the reviews have the order of the games.

    Each game is reviewed as by `review`, on any worker. The first review comes when all are done.

    Parameters
    ----------
    games
        The records.
    bot, seat, worlds, seed
        As in `review`, for each game. A game without that seat is refused.
    threads
        Of each worker: decisions reviewed at once, 1 (default) to 256.
    jobs, ray, unit_seconds, progress
        As in `uneri.perft`; a part is a game.
    out
        A folder, or an address that `pyarrow.fs` knows, for the reviews: one JSON file each. Games that it holds are not
        reviewed again. None (default): they are kept in memory.

    Raises
    ------
    uneri.records.RecordError
        If a record can't be played.
    ValueError, TypeError
        If an argument isn't allowed, as in `review`.
    ImportError
        If pyarrow is missing for an address, or Ray.
    OSError
        If a file cannot be written; the error names it.
    RuntimeError
        If a game can't be reviewed; the message names its unit.

    Examples
    --------
    >>> from uneri import records, review
    >>> games = [records.record("onda(players=2,rounds=1)", ["greedy", "random"], seed) for seed in (7, 8)]
    >>> found = list(review.review_games(games, "flat:sims=50", worlds=10))
    >>> found[1].to_dict() == review.review(games[1], "flat:sims=50", worlds=10).to_dict()
    True
    """
    from .. import _core

    executor = executor_for(jobs, ray, unit_seconds)
    searcher = find_searcher(bot)
    options: dict[str, Any] = {
        "seat": None if seat is None else bounded(seat, "seat", 0, 98),
        "worlds": bounded(worlds, "worlds", FEWEST_WORLDS, 1_000_000),
        "seed": seed_of(seed),
    }
    work = _Reviewing(searcher, {**options, "threads": bounded(threads, "threads", 1, MOST_THREADS)})
    units = []
    for number, record in enumerate(each(games, "games", "an iterable of Records")):
        if not isinstance(record, Record):
            raise TypeError(f"games must hold Records, not {brief(record)} ({type(record).__name__})")
        record.replay()  # an unplayable record is reported before the first search
        if options["seat"] is not None:
            bounded(seat, f"seat of game {number}", 0, len(record.players) - 1)
        networks = find_networks([searcher.make], record.load_game())
        by = {"bot": searcher.text, **({"networks": networks} if networks else {})}
        name = make_content_id([_core.__version__, FORMAT, options | by, record.to_bytes().decode()])
        units.append(Task(number, record, name))
    with Progress("review", progress) as report:
        results = run_tasks(work, units, executor, out, report)
    return (_read_review(content, unit, out) for content, unit in zip(results, units, strict=True))


def _read_review(content: bytes, unit: Task, out: Any) -> Review:
    """Read a review from its file, which may have come from elsewhere."""
    try:
        data = read_json(content)
        if data["format"] != FORMAT:
            raise ValueError(f"format is {brief(data['format'])}; allowed: {FORMAT}")
        found = Review(
            **{key: data[key] for key in ("game", "bot", "seed", "worlds", "seat", "plies", "stopped")},
            players=tuple(_list(data["players"])),
            returns=tuple(_list(data["returns"])),
            decisions=tuple(map(_read_decision, _list(data["decisions"]))),
            networks=check_digests(data.get("networks", {})),
        )
        _check_types(found)
        return found
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{out}: the review {unit.name} is damaged: {type(error).__name__}: {error}") from None


def _read_decision(data: dict[str, Any]) -> Decision:
    derived = ("is_mistake", "is_best", "is_right")
    moves = tuple(MoveValue(**move) for move in _list(data["moves"]))
    found = Decision(
        **{k: v for k, v in data.items() if k not in derived} | {"line": tuple(_list(data["line"])), "moves": moves}
    )
    for one in (found, *moves):
        _check_types(one)
    return found


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{brief(value)} is not a list")
    return value


def _check_types(found: Any) -> None:
    """Check that the fields of a dataclass have their declared types, also within tuples. Raise TypeError if not."""
    for field in fields(found):
        value, kind = getattr(found, field.name), str(field.type)
        inner = kind.removeprefix("tuple[").removesuffix(", ...]")
        for item in value if inner != kind else (value,):
            if inner in _TYPES and type(item) not in _TYPES[inner]:
                raise TypeError(f"{field.name} is {brief(item)}; allowed: {inner}")


def player_summaries(reviews: Iterable[Review]) -> tuple[PlayerSummary, ...]:
    """Sum up reviews by player, sorted by name. Players with the same name are one.

    Examples
    --------
    >>> from uneri import records, review
    >>> games = [records.record("onda(players=2,rounds=1)", ["greedy", "random"], seed) for seed in (7, 8)]
    >>> [one.player for one in review.player_summaries(review.review_games(games, "flat:sims=50", worlds=10))]
    ['greedy', 'random']
    """
    lists: dict[str, list[list[Decision]]] = {}
    for one in each(reviews, "reviews", "an iterable of Reviews"):
        if not isinstance(one, Review):
            raise TypeError(f"reviews must hold Reviews, not {brief(one)} ({type(one).__name__})")
        by_player: dict[str, list[Decision]] = {}
        for seat, player in enumerate(one.players):
            if one.seat in (None, seat):
                mine = [d for d in one.decisions if d.seat == seat and d.legal > 1]
                by_player.setdefault(player, []).extend(mine)
        for player, mine in by_player.items():
            lists.setdefault(player, []).append(mine)
    return tuple(_summarise(player, lists[player]) for player in sorted(lists))


def _summarise(player: str, games: list[list[Decision]]) -> PlayerSummary:
    every = [decision for game in games for decision in game]
    if not every:
        return PlayerSummary(player, len(games), 0, None, None, None, None, 0)
    count = len(every)
    mean = math.fsum(decision.loss for decision in every) / count
    low = high = None
    if len(games) > 1:  # a ratio of sums over games: decisions of one game are correlated
        squares = math.fsum((math.fsum(d.loss for d in game) - mean * len(game)) ** 2 for game in games)
        reach = ERRORS * math.sqrt(squares * len(games) / (len(games) - 1)) / count
        low, high = mean - reach, mean + reach
    share = sum(decision.is_right for decision in every) / count
    return PlayerSummary(player, len(games), count, mean, low, high, share, sum(d.is_mistake for d in every))


def make_players_table(players: Iterable[PlayerSummary]) -> Table:
    """Write one row per player."""
    header = ("player", "games", "decisions", "best", "mistakes", "mean loss", "interval")
    rows: list[tuple[str, ...]] = [
        (printable(one.player), str(one.games), *make_summary_cells(one, "+.3f")) for one in players
    ]
    return header, rows
