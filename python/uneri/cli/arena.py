"""`uneri arena GAME`: bots against each other over the same deals, with ratings."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from pathlib import Path

import uneri
from uneri import arena
from uneri._util.jobs.storage import check_no_link
from uneri._util.messages import brief
from uneri._util.output_files import check_target, replace_file
from uneri._util.text_wrap import shorten_names
from uneri.arena import Result
from uneri.arena.result import HEADER, format_pair_cells, format_table_cells
from uneri.arena.sprt import ERROR

from ._arena_screen import Screen, run_line
from ._label import label
from ._output import measure_terminal, print_heading, print_json, print_table, say
from ._parser import (
    BadInput,
    FileRead,
    FileWritten,
    add_bots,
    add_game,
    add_json,
    add_work,
    bad_input,
    game_options,
    number,
    parse_bots,
    parse_ray,
    seed,
)
from ._stopping import resume_text

_PARQUET = "games.parquet"
_NAME = 20  # columns of a bot's name in the table of pairs on a terminal


def add(parser: argparse.ArgumentParser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Plays deals with the bots on every seat in turn and rates them. The result depends on the settings "
        "alone, not on the number of workers. --resume continues a stopped run with --out."
    )
    add_game(parser, needed=False)
    parser.add_argument(
        "--show", type=FileRead, metavar="DIR", help="show the progress of the run with --out DIR, and play nothing"
    )
    add_bots(parser, "two or more: greedy,random,ismcts:sims=1000,rollout=eps")
    parser.add_argument("--deals", type=number(1, 100_000_000), default=100, metavar="N", help="default: 100")
    parser.add_argument("--seats", type=number(1, 99), metavar="N", help="the same as -o players=N")
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="default: 0")
    parser.add_argument(
        "--seating",
        choices=("cycle", "pairs", "alone"),
        default="cycle",
        help="cycle: all bots move on by one seat each game; pairs: each pair by itself; alone: the first bot against "
        "copies of each of the others; default: cycle",
    )
    parser.add_argument(
        "--sprt",
        type=_parse_bounds,
        metavar="ELO0,ELO1",
        help="stop when the first bot is clearly better by either",
    )
    for name, what in (("alpha", "ELO1 when ELO0"), ("beta", "ELO0 when ELO1")):
        parser.add_argument(
            f"--{name}", type=float, metavar="P", help=f"how often --sprt may accept {what} is true; default: {ERROR:g}"
        )
    parser.add_argument("--out", type=FileRead, metavar="DIR", help="a folder for games and table")
    parser.add_argument("--resume", action="store_true", help="resume the run in --out")
    parser.add_argument(
        "--keep-info",
        action="store_true",
        help="store each move's time, and for searches visits and value; uneri replay shows them",
    )
    parser.add_argument("--parquet", action="store_true", help="write games.parquet to --out, too (extra: data)")
    parser.add_argument(
        "--plot",
        type=FileWritten,
        metavar="FILE",
        help="draw the ratings over the deals: .svg, .png, .pdf (extra: plot)",
    )
    parser.add_argument("--hours", type=float, metavar="H", help="end after this number of hours, even before --deals")
    add_work(parser, "--workers")
    parser.add_argument("--pool", choices=("processes", "threads"), default="processes", help="default: processes")
    parser.add_argument(
        "--unit",
        type=number(1, 1_000_000),
        default=4,
        metavar="N",
        help="deals per unit of work of a worker; default: 4",
    )
    parser.add_argument(
        "--timeout-ms", type=number(1, 86_400_000), default=10_000, metavar="MS", help="for exec: bots; default: 10000"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play and print."""
    if args.show is not None:
        return _show(args)
    if args.game is None:
        raise BadInput("the following arguments are required: GAME (see uneri arena --help)")
    if args.sprt is None and (args.alpha is not None or args.beta is not None):
        raise BadInput("--alpha and --beta need --sprt ELO0,ELO1")
    name, options = game_options(args)
    if args.seats is not None:
        if "players" in options:
            raise BadInput(f"option 'players' of {name} is given twice")
        options["players"] = args.seats
    if (args.resume or args.parquet) and args.out is None:
        raise BadInput(f"{'--resume' if args.resume else '--parquet'} needs --out DIR")
    if args.parquet:
        _need_arrow()
        check_no_link(Path(args.out) / _PARQUET)  # the folder may come from outside
    if args.plot is not None:
        _check_plot(Path(args.plot))
    bots = parse_bots(args)
    with bad_input():
        game = uneri.load_game(name, backend=args.backend, **options)
    screen = Screen(label(game, options))
    begun = Path(args.out).is_dir() if args.out is not None else False
    try:
        with bad_input(SHELL_WORDS), screen.redraw() as watch:
            result = arena.run(
                game,
                bots,
                args.deals,
                seed=args.seed,
                seating=args.seating,
                sprt=_test(args),
                out=args.out,
                resume=args.resume,
                workers=args.workers,
                pool=args.pool,
                ray=parse_ray(args),
                hours=args.hours,
                unit_deals=args.unit,
                unit_seconds=args.unit_seconds,
                timeout_ms=args.timeout_ms,
                keep_info=args.keep_info,
                progress=False,
                watch=watch,
            )
    except KeyboardInterrupt:
        screen.stopped(f"uneri: stopped; {resume_text(args, screen.last is not None or begun)}")
        return 130
    except ImportError as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        if isinstance(error, ChildProcessError | ConnectionError):
            raise BadInput(str(error)) from error
        screen.stopped(f"uneri: {resume_text(args, screen.last is not None or begun)}")
        raise
    except RuntimeError as error:
        raise BadInput(str(error)) from error
    _print(result, label(game, options), args.json)
    if args.parquet:
        result.to_parquet(Path(args.out) / _PARQUET)
    if args.plot is not None:
        _draw(result, Path(args.plot))
    return 0


def _show(args: argparse.Namespace) -> int:
    """Print the table of a folder as it is now, and the progress of its run."""
    allowed = {"--json"} | {
        f for n in ("show", "plot") for f in (f"--{n}", getattr(args, n), f"--{n}={getattr(args, n)}")
    }
    others = [word for word in args.words[1:] if word not in allowed]
    if others:
        raise BadInput(f"--show allows only --json and --plot, not {brief(others[0])}")
    if args.plot is not None:
        _check_plot(Path(args.plot))
    with bad_input():
        result = arena.load(args.show)
    _print(result, result.game, args.json)
    if not args.json:
        say(f"\n{run_line(Path(args.show), result)}")
    if args.plot is not None:
        _draw(result, Path(args.plot))
    return 0


def _draw(result: Result, path: Path) -> None:
    with replace_file(path) as beside:
        result.plot().savefig(beside)


def _check_plot(path: Path) -> None:
    """Refuse a picture that can't be written, before any game."""
    _need_matplotlib()
    kinds = importlib.import_module("matplotlib.figure").Figure().canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in kinds:
        raise BadInput(f"--plot is {brief(str(path))}; allowed: a file that ends in .{', .'.join(sorted(kinds))}")
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


def _print(result: Result, game: str, as_json: bool) -> None:
    if as_json:
        print_json(result.to_dict())
        return
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


def _need_arrow() -> None:
    try:
        importlib.import_module("pyarrow")
    except ImportError:
        raise BadInput("--parquet needs pyarrow: pip install pyarrow") from None


def _need_matplotlib() -> None:
    try:
        importlib.import_module("matplotlib")
    except ImportError:
        raise BadInput("--plot needs matplotlib: pip install matplotlib") from None


def _parse_bounds(text: str) -> tuple[float, float]:
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: two numbers, 0,10") from None
    return low, high
