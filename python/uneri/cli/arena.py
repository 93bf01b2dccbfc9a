"""`uneri arena GAME`: bots against each other over the same deals, with ratings."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import uneri
from uneri import arena
from uneri._util.jobs.storage import check_no_link
from uneri._util.messages import brief, printable
from uneri._util.output_files import check_target, replace_file
from uneri._util.progress import duration
from uneri._util.text_table import format_table_lines, shorten_names
from uneri.arena import Result, Snapshot
from uneri.arena.result import HEADER, format_pair_cells, format_table_cells
from uneri.arena.sprt import ERROR
from uneri.arena.store import Store

from ._output import import_rich, label, measure_terminal, print_heading, print_json, print_table, say
from ._parser import (
    BadInput,
    FileRead,
    FileWritten,
    Parser,
    bad_input,
    game_options,
    number,
    parse_bots,
    parse_ray,
    resume_text,
)

_PARQUET = "games.parquet"
_PASSED_ON = (
    "seed", "seating", "out", "resume", "workers", "pool", "hours", "unit_seconds", "timeout_ms", "keep_info",
)  # fmt: skip
_REDRAW_SECONDS = 0.5
_LINE_SECONDS = 10.0  # between plain lines of progress
_RIGHT = [False] + [True] * (len(HEADER) - 1)
_NAME = 20  # columns of a bot's name in the table of pairs on a terminal


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Plays deals with the bots on every seat in turn and rates them. The result depends on the settings "
        "alone, not on the number of workers. --resume continues a stopped run with --out."
    )
    parser.add_game(needed=False)
    parser.add_value("--show", "DIR", "show the progress of the run with --out DIR, and play nothing", FileRead)
    parser.add_bots("two or more: greedy,random,ismcts:sims=1000,rollout=eps")
    parser.add_value("--deals", "N", kind=number(1, 100_000_000), default=100)
    parser.add_value("--seats", "N", "the same as -o players=N", number(1, 99))
    parser.add_seed()
    words = (
        "cycle: all bots move on by one seat each game; pairs: each pair by itself; alone: the first bot against copies of "
        "each of the others; default: cycle"
    )
    parser.add_argument("--seating", choices=("cycle", "pairs", "alone"), default="cycle", help=words)
    parser.add_value("--sprt", "ELO0,ELO1", "stop when the first bot is clearly better by either", _parse_bounds)
    for name, what in (("alpha", "ELO1 when ELO0"), ("beta", "ELO0 when ELO1")):
        words = f"how often --sprt may accept {what} is true; default: {ERROR:g}"
        parser.add_value(f"--{name}", "P", words, float)
    parser.add_value("--out", "DIR", "a folder for games and table", FileRead)
    parser.add_flag("--resume", "resume the run in --out")
    words = "store each move's time, and for searches visits and value; uneri replay shows them"
    parser.add_flag("--keep-info", words)
    parser.add_flag("--parquet", "write games.parquet to --out, too (extra: data)")
    parser.add_value("--plot", "FILE", "draw the ratings over the deals: .svg, .png, .pdf (extra: plot)", FileWritten)
    parser.add_value("--hours", "H", "end after this number of hours, even before --deals", float)
    parser.add_work("--workers")
    parser.add_argument("--pool", choices=("processes", "threads"), default="processes", help="default: processes")
    parser.add_value("--unit", "N", "deals that a worker plays in one unit of work", number(1, 1_000_000), 4)
    parser.add_timeout()
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Play and print."""
    if args.show is not None:
        return _show(args)
    if args.game is None:
        raise BadInput("the following arguments are required: GAME (see uneri arena --help)")
    if args.sprt is None and (args.alpha is not None or args.beta is not None):
        raise BadInput("--alpha and --beta need --sprt ELO0,ELO1")
    if args.seats is not None:
        args.option = [*args.option, f"players={args.seats}"]
    name, options = game_options(args)
    if (args.resume or args.parquet) and args.out is None:
        raise BadInput(f"{'--resume' if args.resume else '--parquet'} needs --out DIR")
    if args.parquet:
        _need("pyarrow", "--parquet")
        check_no_link(Path(args.out) / _PARQUET)  # the folder may come from outside
    _check_plot(args.plot)
    bots = parse_bots(args)
    with bad_input():
        game = uneri.load_game(name, backend=args.backend, **options)
    screen = Screen(label(game, options))
    begun = Path(args.out).is_dir() if args.out is not None else False
    try:
        with bad_input(SHELL_WORDS), screen.redraw() as watch:
            more = {name: getattr(args, name) for name in _PASSED_ON}
            more |= {"sprt": _test(args), "ray": parse_ray(args), "unit_deals": args.unit}
            result = arena.run(game, bots, args.deals, progress=False, watch=watch, **more)
    except KeyboardInterrupt:
        screen.stopped(f"uneri: stopped; {resume_text(args, screen.last is not None or begun)}")
        return 130
    except (ImportError, ChildProcessError, ConnectionError, RuntimeError) as error:
        raise BadInput(str(error)) from error
    except OSError:
        screen.stopped(f"uneri: {resume_text(args, screen.last is not None or begun)}")
        raise
    _print(result, label(game, options), args)
    if args.parquet:
        result.to_parquet(Path(args.out) / _PARQUET)
    return 0


def _show(args: argparse.Namespace) -> int:
    """Print the table of a folder as it is now, and the progress of its run."""
    allowed = {"--json"} | {
        f for n in ("show", "plot") for f in (f"--{n}", getattr(args, n), f"--{n}={getattr(args, n)}")
    }
    others = [word for word in args.words[1:] if word not in allowed]
    if others:
        raise BadInput(f"--show allows only --json and --plot, not {brief(others[0])}")
    _check_plot(args.plot)
    with bad_input():
        result = arena.load(args.show)
    _print(result, result.game, args)
    return 0


def _check_plot(file: str | None) -> None:
    """Before any game, refuse a picture that couldn't be written."""
    if file is None:
        return
    path = Path(file)
    _need("matplotlib", "--plot")
    kinds = importlib.import_module("matplotlib.figure").Figure().canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in kinds:
        raise BadInput(f"--plot must be a file that ends in .{', .'.join(sorted(kinds))}, not {brief(str(path))}")
    with bad_input():
        check_target(path, "--plot")


def _test(args: argparse.Namespace) -> tuple[float, float, float, float] | None:
    """Return the sequential test of the arguments."""
    if args.sprt is None:
        return None
    low, high = args.sprt
    return low, high, ERROR if args.alpha is None else args.alpha, ERROR if args.beta is None else args.beta


SHELL_WORDS = {
    "resume=True": "--resume",
    "out=FOLDER beside it": "--out DIR",
    "another folder": "another --out",
    "pool='threads'": "--pool threads",
    "pool='processes'": "--pool processes",
    "unit_seconds is": "--unit-seconds is",
    "one worker": "--workers 1",
    "workers is": "--workers is",
    "bots has": "--bots has",
}
"""The words of Python's messages in the words of the shell."""


def _print(result: Result, game: str, args: argparse.Namespace) -> None:
    """Print the result, and draw it if requested."""
    if args.json:
        print_json(result.to_dict())
    else:
        _print_tables(result, game)
        if args.show is not None:
            say(f"\n{run_line(Path(args.show), result)}")
    if args.plot is not None:
        with replace_file(Path(args.plot)) as beside:
            result.plot().savefig(beside)


def _print_tables(result: Result, game: str) -> None:
    print_heading(f"{game}: {result.deals} deals, {result.games_played} games, {result.decisions} decisions")
    print_table(HEADER, format_table_cells(result.rows))
    if len(result.pairs) > 1:
        say()
        names = [row.bot for row in result.rows]
        shown = dict(zip(names, names if measure_terminal() is None else shorten_names(names, _NAME), strict=True))
        rows = [(shown[p.first], shown[p.second], p.meetings, *format_pair_cells(p)) for p in result.pairs]
        print_table(("bot", "against", "meetings", "score", "Elo", "95 %"), rows)
    if result.sprt is not None:
        say(f"\n{result.sprt}")
    for line in _describe_failures(result):
        say(line)


def _describe_failures(result: Result) -> Iterator[str]:
    """Yield the first failure of each bot and kind."""
    if not any(row.forfeits for row in result.rows):
        return
    seen = set()
    for game in result.games():
        for forfeit in game["forfeits"]:
            key = (forfeit["bot"], forfeit["kind"])
            if key not in seen:
                seen.add(key)
                yield f"forfeit, {forfeit['kind']}: {forfeit['reason']} (deal {game['deal']}, game {game['game']})"


def _need(module: str, option: str) -> None:
    try:
        importlib.import_module(module)
    except ImportError:
        raise BadInput(f"{option} needs {module}: pip install {module}") from None


def _parse_bounds(text: str) -> tuple[float, float]:
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not valid; give two numbers, such as 0,10") from None
    return low, high


def format_standings(result: Result, most: int | None) -> list[str]:
    """Write the table of the bots, with no line longer than `most`."""
    rows = [tuple(printable(cell) for cell in row) for row in format_table_cells(result.rows)]
    blocks = format_table_lines(HEADER, rows, right=_RIGHT, most=most)
    return [line for block in blocks for line in block]


def format_progress(snapshot: Snapshot) -> str:
    """Write `12 of 100 deals, 3.4 games/s, 1:05 h left`."""
    left = snapshot.seconds_left
    ending = "" if left is None else f", {duration(left)} left"
    return f"{snapshot.done} of {snapshot.deals} deals, {snapshot.games_per_second:.3g} games/s{ending}"


def run_line(folder: Path, result: Result) -> str:
    """Write `40 of 100 deals are played, the last 7 s ago, 0:12 h left`, about the run in a folder, if there is one."""
    store, now = Store(folder), time.time()
    run, newest = store.read_run(), store.newest()
    if run is None:
        return "no run is active in that folder"
    line = f"{result.deals} of {run['deals']} deals are played"
    if run["stopped"]:
        return f"{line}; no run is active in that folder"
    if newest is not None and newest <= now:  # else this machine's clock is behind the run's
        line += f", the last {duration(now - newest)} ago"
    done = result.deals - run["kept"]
    if done > 0 and run["begun"] < now:
        line += f", {duration((now - run['begun']) * (run['deals'] - result.deals) / done)} left"
    return line


class Screen:
    """The display of a running arena; `last` is its newest state."""

    def __init__(self, title: str) -> None:
        self.last: Snapshot | None = None
        self._title = title

    @contextlib.contextmanager
    def redraw(self) -> Iterator[Callable[[Snapshot], object]]:
        """Yield a function that shows snapshots, at a limited rate."""
        stream = sys.stderr
        live = import_rich("live") if stream is not None and stream.isatty() else None
        pause = _LINE_SECONDS if live is None else _REDRAW_SECONDS
        due = time.monotonic() + pause
        draw: Callable[[Snapshot], object]

        def watch(snapshot: Snapshot) -> None:
            nonlocal due
            self.last = snapshot
            if time.monotonic() >= due:
                draw(snapshot)
                due = time.monotonic() + pause  # drawing takes time

        if live is None:
            draw = _say
            yield watch
            return
        console = import_rich("console").Console(stderr=True, highlight=False)
        with live.Live(console=console, transient=True, auto_refresh=False) as drawn:
            draw = lambda snapshot: drawn.update(self._draw(snapshot, console.width), refresh=True)
            yield watch

    def _draw(self, snapshot: Snapshot, width: int) -> Any:
        result = snapshot.result()
        lines = [self._title, *format_standings(result, width), format_progress(snapshot)]
        if result.sprt is not None:
            lines.append(str(result.sprt))
        return import_rich("text").Text("\n".join(lines), overflow="ellipsis", no_wrap=True)

    def stopped(self, going_on: str) -> None:
        """Print the table so far of a stopped run, and how to resume it."""
        if sys.stderr is None:
            return
        lines = []
        if self.last is not None and self.last.done:
            width = shutil.get_terminal_size().columns if sys.stderr.isatty() else None
            played = f"{self.last.done} of {self.last.deals} deals are played"
            lines = [*format_standings(self.last.result(), width), played]
        with contextlib.suppress(OSError, ValueError):
            say("\n".join([*lines, going_on]), file=sys.stderr)


def _say(snapshot: Snapshot) -> None:
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            say(format_progress(snapshot), file=sys.stderr, flush=True)
