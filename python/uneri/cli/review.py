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

from ._output import label, measure_terminal, print_heading, print_json, print_table, say
from ._parser import (
    BadInput,
    FileNames,
    FileRead,
    FileWritten,
    Parser,
    bad_input,
    check_seat,
    is_alone,
    number,
    seed,
    spread,
)
from .replay import RECORDS, choose_games, take_one_game, write_page

_BLOCKS = "▁▂▃▄▅▆▇█"
_DIGITS = "012345678"
_WIDEST = 64  # values of a curve per line
_STOPPED = 130


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Goes through a recorded game. At each decision a search chooses its move, and fresh playouts estimate "
        "the cost of the difference. Only what the seat to act could know is used. Ctrl-C keeps what is done."
    )
    parser.epilog = (
        "For several games (several FILEs, --all or --out) it prints one line per player over all games, and the worst moves: "
        "uneri review night --all --jobs 4 --out reviews"
    )
    parser.add_argument("files", type=FileRead, metavar="FILE", nargs="+", help=RECORDS)
    parser.add_flag("--all", "review all games of the files")
    parser.add_value(
        "--out", "DIR", "store the reviews of all games in this folder, and skip games already reviewed", FileRead
    )
    parser.add_number_of_game()
    parser.add_value("--seat", "S", "only this seat's decisions", number(0, 99))
    parser.add_value("--bot", "BOT", "a search", FileNames, DEFAULT_BOT)
    parser.add_value(
        "--worlds", "W", "worlds in which to judge each decision", number(FEWEST_WORLDS, 1_000_000), DEFAULT_WORLDS
    )
    parser.add_value("--seed", "R", "", seed, 0)
    parser.add_threads()
    parser.add_work("--jobs")
    parser.add_value("--worst", "M", "worst moves to show", number(0, 1000), 5)
    parser.add_value("--html", "FILE", "write the review as a page: the replay, with remarks", FileWritten)
    parser.add_value("--record", "FILE", "write the record with the review in it: uneri replay shows it", FileWritten)
    parser.add_colors("the page of --html")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Review and print."""
    if args.all or len(args.files) > 1 or not is_alone(args):
        return _review_all(args)
    record = take_one_game(args.files[0], args.game)
    check_seat(args.seat, len(record.players))
    with bad_input():
        for file, option in ((args.html, "--html"), (args.record, "--record")):
            if file:
                check_target(Path(file), option)
    judged = {"worlds": args.worlds, "seed": args.seed, "threads": args.threads}
    with bad_input():
        found = review(record, args.bot, args.seat, partial=True, **judged)
    if args.record:
        try:
            records.write(args.record, [found.annotate(record)])
        except OSError as error:
            raise BadInput(f"cannot write {args.record}: {error.strerror or error}") from error
    if args.html:
        with Progress("drawing") as progress:
            page = review_page(found, record, colors=args.colors, report=progress)
        write_page(args.html, page)
        if not args.json:
            say(f"{args.html}: {len(found.decisions)} decisions, {len(page) / 1e3:.0f} kB")
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
        with bad_input():
            for number, game in enumerate(choose_games(argparse.Namespace(file=file, game=None)), 1):
                names.append((file, number))
                games.append(game.record)
    if not games:
        raise BadInput(f"{args.files[0]} has no games")
    with spread(args) as more:
        judged = {"worlds": args.worlds, "seed": args.seed, "threads": args.threads}
        reviews = list(review_games(games, args.bot, args.seat, **judged, **more))
    players = player_summaries(reviews)
    if args.json:
        told = [{"file": file, "number": n, **one.to_dict()} for (file, n), one in zip(names, reviews, strict=True)]
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
    """Print what the search found, and the facts from the game's own analysis."""
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
