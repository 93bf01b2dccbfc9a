"""`uneri bench GAME`: the game's speed on this machine."""

from __future__ import annotations

import argparse

from uneri._util.progress import Progress

from ._bench.ours import game_works
from ._bench.report import as_data, machine, show
from ._bench.work import measure
from ._output import label, print_heading, print_json
from ._parser import Parser, load, number


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = "Measures a game, one thread, per CPU second: the lowest, median and highest of several runs."
    parser.add_game()
    parser.add_value("--runs", "N", "runs of each task", number(1, 1000), 5)
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    game = load(args)
    with Progress("bench") as report:
        found = measure(game_works(game), args.runs, warm=False, report=report)
    if args.json:
        said = {"game": str(game), "backend": game.backend, "machine": machine(), "threads": 1}
        print_json(said | as_data(found))
        return 0
    print_heading(f"{label(game, args.given)} ({game.backend}), per CPU second, {args.runs} runs; {machine()}")
    show(found)
    return 0
