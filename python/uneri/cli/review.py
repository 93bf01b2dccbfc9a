"""`uneri review FILE`: a recorded game, decision by decision."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence

from uneri import records
from uneri._util.fold import fold
from uneri._util.progress import Progress
from uneri.registry import game_module
from uneri.review import Decision, Review, review, review_page
from uneri.review.report import decision_table, stopped_text, summary_table
from uneri.review.reviewer import DEFAULT_BOT, DEFAULT_WORLDS, FEWEST_WORLDS

from ._label import label
from ._output import heading, print_json, say, table, terminal_width
from ._parser import BadInput, add_json, bad_input, number, seed, threads
from .replay import one_game, write_page

_MANY = 1_000_000_000
_BLOCKS = "▁▂▃▄▅▆▇█"
_DIGITS = "012345678"
_WIDEST = 64  # values of a curve in a line
_STOPPED = 130


def add(parser: argparse.ArgumentParser) -> None:
    """Says what the command is for, and adds its arguments."""
    parser.description = (
        "Goes through a recorded game. At each decision a search says what it prefers, and fresh playouts say "
        "what the difference cost. Only what the seat to act could know is used. Ctrl-C keeps what is done."
    )
    parser.add_argument(
        "file", metavar="FILE", help="a .uneri.jsonl file, or .uneri.jsonl.gz; or the folder of an arena (its --out)"
    )
    parser.add_argument("--game", type=number(1, _MANY), metavar="N", help="which game of the file, from 1")
    parser.add_argument("--seat", type=number(0, 99), metavar="S", help="only this seat's decisions")
    parser.add_argument("--bot", default=DEFAULT_BOT, metavar="BOT", help=f"a search; default: {DEFAULT_BOT}")
    parser.add_argument(
        "--worlds",
        type=number(FEWEST_WORLDS, 1_000_000),
        default=DEFAULT_WORLDS,
        metavar="W",
        help=f"worlds that judge each decision; default: {DEFAULT_WORLDS}",
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="R", help="default: 0")
    parser.add_argument("--threads", type=threads, default=1, metavar="T", help="default: 1")
    parser.add_argument("--worst", type=number(0, 1000), default=5, metavar="M", help="worst moves told; default: 5")
    parser.add_argument("--html", metavar="FILE", help="write the review as a page: the replay, with remarks")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Reviews and prints."""
    record = one_game(args.file, args.game)
    if args.seat is not None and args.seat >= len(record.players):
        raise BadInput(f"--seat is {args.seat}; allowed: 0 to {len(record.players) - 1}")
    try:
        with bad_input():
            found = review(
                record, args.bot, args.seat, worlds=args.worlds, seed=args.seed, threads=args.threads, partial=True
            )
    except records.RecordError as error:
        raise BadInput(str(error)) from error
    if args.html:
        size = _write_page(found, record, args.html)
        if not args.json:
            say(f"{args.html}: {len(found.decisions)} decisions, {size / 1e3:.0f} kB")
    if args.json:
        print_json(found.to_dict())
    elif not args.html:
        _print(found, record, args.worst)
    return _STOPPED if found.stopped else 0


def _write_page(found: Review, record: records.Record, file: str) -> int:
    """Writes the page; returns its length."""
    with Progress("drawing") as progress:
        page = review_page(found, record, report=progress)
    write_page(file, page)
    return len(page)


def _print(found: Review, record: records.Record, worst: int) -> None:
    """Decisions first, what matters most last: it is what stays on the screen."""
    heading(f"{label(record.load_game())}; {found.bot}, judged in {found.worlds} worlds")
    chosen = tuple(decision for decision in found.decisions if decision.legal > 1)
    if chosen:
        _decisions(chosen)
        say()
    for item in found.summary:
        curve = [value for _, value, _ in found.curve(item.seat)]
        if curve:
            say(f"seat {item.seat}  {_curve(curve)}")
    say()
    if mistakes := found.worst(worst):
        heading("the worst moves")
        _decisions(mistakes)
        for decision in mistakes:
            _explain(decision, record.game)
    else:
        say("no mistakes")
    say()
    header, rows = summary_table(found)
    table(header, rows, wrap=("player",))
    if found.stopped:
        say(stopped_text(found))


def _decisions(decisions: tuple[Decision, ...]) -> None:
    header, rows = decision_table(decisions)
    table(header, rows, wrap=("played", "preferred"))


def _explain(decision: Decision, game: str) -> None:
    """The line of the search, and what the game's own analysis says."""
    lines = [f"line  {',  '.join(decision.line)}"] if decision.line else []
    words = getattr(game_module(game), "facts_text", None)
    if words is not None and decision.facts is not None:
        lines += words(decision.facts)
    width = terminal_width()
    for line in lines:
        lead = f"ply {decision.ply}  "
        for part in [lead + line] if width is None else fold(lead, line, width):
            say(part)


def _curve(values: Sequence[float]) -> str:
    """Values from 0 to 1 as a row of bars, or of digits where there are no bars. Neighbours share a bar if need be."""
    count = min(len(values), _WIDEST)
    places = [round(i * len(values) / count) for i in range(count + 1)]
    means = [sum(values[a:b]) / (b - a) for a, b in itertools.pairwise(places)]
    try:
        _BLOCKS.encode(sys.stdout.encoding or "ascii")
        marks = _BLOCKS
    except (LookupError, UnicodeEncodeError):
        marks = _DIGITS
    return "".join(marks[min(int(mean * len(marks)), len(marks) - 1)] for mean in means)
