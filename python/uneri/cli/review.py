"""`uneri review FILE`: a recorded game, decision by decision."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from uneri import records
from uneri._util.output_files import check_target
from uneri._util.progress import Progress
from uneri._util.text_table import fold
from uneri.registry import game_module
from uneri.review import Decision, Review, player_summaries, review, review_games, review_page
from uneri.review.many import make_players_table
from uneri.review.report import describe_stop, make_decision_table, make_summary_table
from uneri.review.reviewer import DEFAULT_BOT, DEFAULT_WORLDS, FEWEST_WORLDS
from uneri.view.palette import Colors

from ._output import label, measure_terminal, print_heading, print_json, print_table, say
from ._parser import (
    BadInput,
    FileNames,
    FileRead,
    FileWritten,
    add_colors,
    add_json,
    add_work,
    bad_input,
    number,
    parse_ray,
    seed,
    threads,
)
from .replay import choose_games, take_one_game, write_page

_MANY = 1_000_000_000
_BLOCKS = "▁▂▃▄▅▆▇█"
_DIGITS = "012345678"
_WIDEST = 64  # values of a curve per line
_STOPPED = 130


def add(parser: argparse.ArgumentParser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Goes through a recorded game. At each decision a search chooses its move, and fresh playouts estimate "
        "the cost of the difference. Only what the seat to act could know is used. Ctrl-C keeps what is done."
    )
    parser.epilog = (
        "For several games (several FILEs, --all or --out) it prints one line per player over all games, and the worst moves: "
        "uneri review night --all --jobs 4 --out reviews"
    )
    parser.add_argument(
        "files",
        type=FileRead,
        metavar="FILE",
        nargs="+",
        help="a .uneri.jsonl file, or .uneri.jsonl.gz; or the folder of an arena (its --out)",
    )
    parser.add_argument("--all", action="store_true", help="all games of the files")
    parser.add_argument(
        "--out",
        type=FileRead,
        metavar="DIR",
        help="store the reviews of all games there; stored ones aren't done again",
    )
    parser.add_argument("--game", type=number(1, _MANY), metavar="N", help="the number of the game in the file, from 1")
    parser.add_argument("--seat", type=number(0, 99), metavar="S", help="only this seat's decisions")
    parser.add_argument(
        "--bot", type=FileNames, default=DEFAULT_BOT, metavar="BOT", help=f"a search; default: {DEFAULT_BOT}"
    )
    parser.add_argument(
        "--worlds",
        type=number(FEWEST_WORLDS, 1_000_000),
        default=DEFAULT_WORLDS,
        metavar="W",
        help=f"worlds that judge each decision; default: {DEFAULT_WORLDS}",
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="R", help="default: 0")
    parser.add_argument("--threads", type=threads, default=1, metavar="T", help="default: 1")
    add_work(parser, "--jobs")
    parser.add_argument("--worst", type=number(0, 1000), default=5, metavar="M", help="worst moves to show; default: 5")
    parser.add_argument(
        "--html", type=FileWritten, metavar="FILE", help="write the review as a page: the replay, with remarks"
    )
    parser.add_argument(
        "--record",
        type=FileWritten,
        metavar="FILE",
        help="write the record with the review in it: uneri replay shows it",
    )
    add_colors(parser, "the page of --html")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Review and print."""
    spread = args.jobs > 1 or args.ray is not None or args.unit_seconds is not None
    if args.all or args.out is not None or len(args.files) > 1 or spread:
        return _review_all(args)
    record = take_one_game(args.files[0], args.game)
    if args.seat is not None and args.seat >= len(record.players):
        raise BadInput(f"--seat is {args.seat}; allowed: 0 to {len(record.players) - 1}")
    for file, option in ((args.html, "--html"), (args.record, "--record")):
        if file:
            with bad_input():
                check_target(Path(file), option)
    try:
        with bad_input():
            found = review(
                record, args.bot, args.seat, worlds=args.worlds, seed=args.seed, threads=args.threads, partial=True
            )
    except records.RecordError as error:
        raise BadInput(str(error)) from error
    if args.record:
        try:
            records.write(args.record, [found.annotate(record)])
        except OSError as error:
            raise BadInput(f"cannot write {args.record}: {error.strerror or error}") from error
    if args.html:
        size = _write_page(found, record, args.html, args.colors)
        if not args.json:
            say(f"{args.html}: {len(found.decisions)} decisions, {size / 1e3:.0f} kB")
    if args.json:
        print_json(found.to_dict())
    elif not args.html:
        _print(found, record, args.worst)
    return _STOPPED if found.stopped else 0


def _review_all(args: argparse.Namespace) -> int:
    """Review all games of the files, and print a summary."""
    for option in ("game", "html", "record"):
        if getattr(args, option) is not None:
            raise BadInput(f"--{option} is for one game, in this process")
    names: list[tuple[str, int]] = []
    games: list[records.Record] = []
    for file in args.files:
        try:
            for number, game in enumerate(choose_games(argparse.Namespace(file=file, game=None)), 1):
                names.append((file, number))
                games.append(game.record)
        except records.RecordError as error:
            raise BadInput(str(error)) from error
    if not games:
        raise BadInput(f"{args.files[0]} has no games")
    try:
        with bad_input({"unit_seconds is": "--unit-seconds is"}):
            found = review_games(
                games,
                args.bot,
                args.seat,
                worlds=args.worlds,
                seed=args.seed,
                threads=args.threads,
                jobs=args.jobs,
                ray=parse_ray(args),
                out=args.out,
                unit_seconds=args.unit_seconds,
            )
            reviews = list(found)
    except (ImportError, ConnectionError, RuntimeError, records.RecordError) as error:
        raise BadInput(str(error)) from error
    players = player_summaries(reviews)
    if args.json:
        told = [
            {"file": file, "number": number, **one.to_dict()}
            for (file, number), one in zip(names, reviews, strict=True)
        ]
        print_json({"players": [asdict(player) for player in players], "reviews": told})
        return 0
    print_heading(f"{len(games)} games; {reviews[0].bot}, judged in {reviews[0].worlds} worlds")
    header, rows = make_players_table(players)
    print_table(header, rows, wrap=("player",))
    mistakes = [
        (where, decision) for where, one in zip(names, reviews, strict=True) for decision in one.worst(args.worst)
    ]
    mistakes = sorted(mistakes, key=lambda item: -item[1].loss)[: args.worst]
    if mistakes:
        say()
        print_heading("the worst moves")
        header, rows = make_decision_table([decision for _, decision in mistakes])
        several = len(args.files) > 1
        places = [f"{file} {number}" if several else str(number) for (file, number), _ in mistakes]
        print_table(
            ("game", *header), [(place, *row) for place, row in zip(places, rows, strict=True)], wrap=("game", "played")
        )
    return 0


def _write_page(found: Review, record: records.Record, file: str, colors: Colors | None) -> int:
    """Write the page; return its length."""
    with Progress("drawing") as progress:
        page = review_page(found, record, colors=colors, report=progress)
    write_page(file, page)
    return len(page)


def _print(found: Review, record: records.Record, worst: int) -> None:
    """Print decisions first and the most important lines last: they stay on the screen."""
    print_heading(f"{label(record.load_game())}; {found.bot}, judged in {found.worlds} worlds")
    chosen = tuple(decision for decision in found.decisions if decision.legal > 1)
    if chosen:
        _list_decisions(chosen)
        say()
    for item in found.summary:
        curve = [value for _, value, _ in found.curve(item.seat)]
        if curve:
            say(f"seat {item.seat}  {_print_curve(curve)}")
    say()
    if mistakes := found.worst(worst):
        print_heading("the worst moves")
        _list_decisions(mistakes)
        for decision in mistakes:
            _explain(decision, record.game)
    else:
        say("no mistakes")
    say()
    header, rows = make_summary_table(found)
    print_table(header, rows, wrap=("player",))
    if found.stopped:
        say(describe_stop(found))


def _list_decisions(decisions: tuple[Decision, ...]) -> None:
    header, rows = make_decision_table(decisions)
    print_table(header, rows, wrap=("played", "preferred"))


def _explain(decision: Decision, game: str) -> None:
    """Print the line of the search, and the facts from the game's own analysis."""
    lines = [f"line  {',  '.join(decision.line)}"] if decision.line else []
    if decision.facts is not None:
        lines += game_module(game).facts_text(decision.facts)
    width = measure_terminal()
    for line in lines:
        lead = f"ply {decision.ply}  "
        for part in [lead + line] if width is None else fold(lead, line, width):
            say(part)


def _print_curve(values: Sequence[float]) -> str:
    """Draw values from 0 to 1 as a row of bars, or of digits if there are no bars. Neighbours share a bar if needed."""
    count = min(len(values), _WIDEST)
    places = [round(i * len(values) / count) for i in range(count + 1)]
    means = [sum(values[a:b]) / (b - a) for a, b in itertools.pairwise(places)]
    try:
        _BLOCKS.encode(sys.stdout.encoding or "ascii")
        marks = _BLOCKS
    except (LookupError, UnicodeEncodeError):
        marks = _DIGITS
    return "".join(marks[min(int(mean * len(marks)), len(marks) - 1)] for mean in means)
