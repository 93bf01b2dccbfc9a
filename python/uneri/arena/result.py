"""The result of an arena, as a table, game by game, and as ratings over the deals (extra: plot)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._util.checks import flag
from .._util.libraries import import_extra
from .._util.text_table import text_table
from ..registry import load_foreign_game
from .ratings import BotRow, Estimate, PairRow, Tally
from .schedule import Unit
from .sprt import SprtState
from .store import Store, write_parquet

if TYPE_CHECKING:
    from os import PathLike

    from ..records import Record


@dataclass(frozen=True)
class Result:
    """The result of an arena. A notebook shows it as a table; a prompt and `print` show text.

    What reads the games raises ValueError if a file of games is gone or damaged.
    """

    game: str
    rows: tuple[BotRow, ...]
    """The bots, the strongest first."""
    pairs: tuple[PairRow, ...]
    """Every two bots that met."""
    deals: int
    games_played: int
    decisions: int
    sprt: SprtState | None
    """The end of the sequential test, if there was one."""
    _games: Callable[[], Iterator[str]]
    _bots: tuple[str, ...]
    _backend: str
    _networks: Mapping[str, str] = field(default_factory=dict)

    def games(self) -> Iterator[dict[str, Any]]:
        """Yield the games in order, as plain data.

        Play a game again by `game.new_initial_state(line["seed"])` and its actions.

        Yields
        ------
        dict
            `deal`, `game` (of the deal), `seed`, `bots` (by seat, as positions in the list of bots), `returns`,
            `ranks`, `decisions`, `forfeits` (`seat`, `bot`, `kind`, `reason`, `ply`), `actions`; and
            `info` if it was kept, an entry for each action, null where a bot that failed was replaced: `ms`, and of
            searches `visits`, `sims`, `value`.

        Examples
        --------
        >>> from uneri import arena
        >>> result = arena.run("onda(players=2,rounds=1)", ["greedy", "random"], deals=2, seed=1)
        >>> [(line["deal"], line["game"], line["bots"]) for line in result.games()][:2]
        [(0, 0, [1, 0]), (0, 1, [0, 1])]
        """
        for text in self.texts():
            for line in text.split("\n")[:-1]:  # not by splitlines: texts of bots may hold other line ends
                yield json.loads(line)

    def texts(self) -> Iterator[str]:
        """Yield the games as they are in `games.jsonl`, some lines at a time."""
        return self._games()

    def records(self, *, views: bool = True) -> Iterator[Record]:
        """Yield the games in order as records (`uneri.records`; for `uneri replay`). Players have the bots' names.

        Forfeits are not included: returns are those of the game as it was played out. ValueError if the rules don't
        allow a game.

        `views` is as in `uneri.records.Record.from_actions`; default True.
        """
        return self._records(flag(views, "views"))

    def _records(self, views: bool) -> Iterator[Record]:
        from .records import record_of

        game = load_foreign_game(self.game, {}, backend=self._backend)  # the folder may come from outside
        for line in self.games():
            yield record_of(game, self._bots, line, views=views)

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """Write the games to a Parquet file, one per row.

        Raises
        ------
        ImportError
            If pyarrow is missing: install the extra `data`.
        OSError
            If the file cannot be written.
        """
        write_parquet(Path(path), self.games(), self._bots)

    def to_frame(self) -> Any:
        """Return the table as a pandas data frame; ImportError without pandas (extra: plot).

        Returns
        -------
        pandas.DataFrame
            One row per bot, the strongest first: `bot`, `games`, `rank`, `forfeits`, and of `elo`, `score`, `first` and `points`
            the value and both ends of the interval, as `elo`, `elo_low`, `elo_high`. Ends without a bound are NaN.
        """
        make = import_extra("pandas", "to_frame needs pandas", "pandas").DataFrame
        rows = []
        for row in self.rows:
            cells: dict[str, Any] = {}
            for name, value in vars(row).items():
                if isinstance(value, Estimate):
                    cells |= {name: value.value, f"{name}_low": value.low, f"{name}_high": value.high}
                else:
                    cells[name] = value
            rows.append(cells)
        frame = make(rows)
        ends = [name for name in frame.columns if name.endswith(("_low", "_high"))]
        return frame.astype(dict.fromkeys(["elo", "score", "first", "points", *ends], "float64"))

    def plot(self) -> Any:
        """Draw the ratings over the deals, with their intervals; ImportError without matplotlib (extra: plot).

        `figure.savefig("ratings.svg")` writes the figure; a notebook shows it.
        """
        return draw_ratings(self._count_games(), ratings_over_deals(self._bots, self.games(), self.deals))

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain data, as in `table.json`.

        It has no times: the same run gives the same bytes.

        Returns
        -------
        dict
            `game`, `deals`, `games`, `decisions`, `bots`, `pairs`, `sprt`; and `networks` if the bots have any: a digest of
            the content of each, by its name in the bots' texts.
        """
        networks = {"networks": dict(self._networks)} if self._networks else {}
        return {
            "game": self.game,
            "deals": self.deals,
            "games": self.games_played,
            "decisions": self.decisions,
            "bots": [asdict(row) for row in self.rows],
            "pairs": [asdict(row) for row in self.pairs],
            "sprt": None if self.sprt is None else asdict(self.sprt),
            **networks,
        }

    def __repr__(self) -> str:
        lines = [text_table(HEADER, format_table_cells(self.rows), right=[False] + [True] * (len(HEADER) - 1))]
        if self.sprt is not None:
            lines.append(str(self.sprt))
        return "\n".join([*lines, self._count_games()])

    def _count_games(self) -> str:
        return f"{self.game}: {self.deals} deals, {self.games_played} games, {self.decisions} decisions"

    def _repr_html_(self) -> str:
        from ..view.html import block, details, interval, paragraph, reach, table  # only notebooks need it

        elos = [row.elo for row in self.rows]
        least, most = reach([end for elo in elos for end in (elo.low, elo.value, elo.high)], zero=True)
        cells = [
            [
                *line[:4],
                interval(elo.low, elo.value, elo.high, least, most),
                *(part.replace("+-", "±") for part in line[4:]),
            ]
            for line, elo in zip(format_table_cells(self.rows), elos, strict=True)
        ]
        head = [*HEADER[:4], "", *HEADER[4:]]
        parts = [table(head, cells, right=[False, True, True, True, False, *[True] * 5])]
        if len(self.pairs) > 1:
            rows = [
                [f"{row.first} : {row.second}", *(part.replace("+-", "±") for part in format_pair_cells(row))]
                for row in self.pairs
            ]
            parts.append(
                details("bot against bot", table(("", "score", "Elo", "95 %"), rows, right=[False, True, True, True]))
            )
        test = [] if self.sprt is None else [str(self.sprt)]
        return block(*parts, paragraph(*test, self._count_games()))


HEADER = ("bot", "games", "Elo", "95 %", "score", "first", "mean return", "rank", "forfeits")


def format_table_cells(rows: Sequence[BotRow]) -> list[tuple[str, ...]]:
    """Write the rows of a result as text, under `HEADER`."""
    return [
        (
            row.bot,
            str(row.games),
            "-" if row.elo.value is None else f"{row.elo.value:+.0f}",
            f"{_format_bound(row.elo.low)} .. {_format_bound(row.elo.high)}",
            _format_percent(row.score),
            _format_percent(row.first),
            _format_interval(row.points),
            f"{row.rank:.2f}",
            str(row.forfeits),
        )
        for row in rows
    ]


def format_pair_cells(row: PairRow) -> tuple[str, str, str]:
    """Write score, Elo difference and its interval as text."""
    elo = "-" if row.elo.value is None else f"{row.elo.value:+.0f}"
    return _format_percent(row.score), elo, f"{_format_bound(row.elo.low)} .. {_format_bound(row.elo.high)}"


@dataclass(frozen=True)
class Snapshot:
    """The progress of an arena. `arena.run` passes it to `watch`."""

    deals: int
    """The number of deals to play, at most."""
    done: int
    """Finished deals."""
    kept: int
    """Deals finished by an earlier run."""
    games: int
    """Finished games, without those of an earlier run."""
    seconds: float
    """Since the start."""
    result: Callable[[], Result]
    """The table so far: of the deals before the first unfinished one."""

    def __reduce__(self) -> tuple[Any, ...]:
        # The arena is not sent along: the table is made now.
        counts = (self.deals, self.done, self.kept, self.games, self.seconds)
        return Snapshot, (*counts, _Made(self.result()))

    @property
    def games_per_second(self) -> float:
        """Games per second of wall time; 0 at the start."""
        return self.games / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Seconds left at the present rate; None before the first unit is finished."""
        fresh = self.done - self.kept
        return self.seconds * (self.deals - self.done) / fresh if fresh > 0 else None


@dataclass(frozen=True)
class UnitGames:
    """Reads the games of units, from memory or from the folder."""

    units: tuple[Unit, ...]
    texts: tuple[str, ...] | None
    folder: Path | None

    def __call__(self) -> Iterator[str]:
        """Yield the texts of the units, in order."""
        if self.folder is None:
            yield from self.texts or ()
            return
        store = Store(self.folder)
        for unit in self.units:
            text = store.read_unit(unit)
            if text is None:
                raise ValueError(f"the games of deals {unit.first} to {unit.last - 1} are gone or damaged")
            yield text


@dataclass(frozen=True)
class _Made:
    """A result that is already known, in place of a function that computes it."""

    result: Result

    def __call__(self) -> Result:
        return self.result


def _format_percent(share: Estimate) -> str:
    if share.value is None:
        return "-"
    if share.low is None or share.high is None:
        reach = ""
    elif share.value in (0.0, 1.0):  # a bound on one side
        reach = f" ({100 * (share.low if share.value else share.high):.1f})"
    else:
        reach = f" +-{50 * (share.high - share.low):.1f}"
    return f"{100 * share.value:.1f}{reach} %"


def _format_interval(mean: Estimate) -> str:
    if mean.value is None:
        return "-"
    reach = "" if mean.low is None or mean.high is None else f" +-{(mean.high - mean.low) / 2:.2f}"
    return f"{mean.value:.2f}{reach}"


def _format_bound(value: float | None) -> str:
    return "?" if value is None else f"{value:+.0f}"


POINTS = 24
"""The numbers of deals at which ratings are shown."""


def ratings_over_deals(
    bots: tuple[str, ...], games: Iterable[dict[str, Any]], deals: int
) -> list[tuple[int, dict[str, Estimate]]]:
    """Return the ratings after the first deals: small steps at the start, where much changes, then by equal factors."""
    wanted = sorted({max(1, round(deals ** ((i + 1) / POINTS))) for i in range(POINTS)} | {deals})
    tally, found = Tally(bots), []
    deal: list[dict[str, Any]] = []

    def count() -> None:
        tally.add(deal)
        if tally.deals in wanted:
            found.append((tally.deals, {row.bot: row.elo for row in tally.rows()}))

    for line in games:
        if deal and line["deal"] != deal[0]["deal"]:
            count()
            deal = []
        deal.append(line)
    if deal:
        count()
    return found


def draw_ratings(title: str, steps: list[tuple[int, dict[str, Estimate]]]) -> Any:
    """Draw a matplotlib figure: one line per bot, with its interval as a band if it has two ends."""
    make = import_extra("matplotlib.figure", "a plot needs matplotlib", "matplotlib").Figure
    figure = make((8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    last = steps[-1][1] if steps else {}
    for bot in sorted(last, key=lambda bot: -(last[bot].value or 0)):
        points = [(deals, elos[bot]) for deals, elos in steps if elos[bot].value is not None]
        (line,) = axes.plot([d for d, _ in points], [e.value for _, e in points], marker=".", label=bot)
        closed = [(deals, elo.low, elo.high) for deals, elo in points if elo.low is not None and elo.high is not None]
        if closed:
            axes.fill_between(*zip(*closed, strict=True), color=line.get_color(), alpha=0.15, linewidth=0)
    axes.set_xscale("log")
    axes.set_xlabel("deals")
    axes.set_ylabel("Elo, 95 %")
    axes.set_title(title, fontsize=9, loc="left")
    axes.grid(alpha=0.3)
    if last:
        axes.legend(frameon=False)
    return figure
