"""`uneri bench GAME`: the game's speed on this machine."""

from __future__ import annotations

import argparse

from uneri._util.progress import Progress

from ._bench.measure import measure
from ._bench.ours import game_works
from ._bench.peers import peers
from ._bench.report import as_data, machine, show
from ._label import label
from ._output import heading, print_json
from ._parser import add_game, add_json, load, number


def add(parser: argparse.ArgumentParser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Measures a game, one thread, per CPU second: the lowest, median and highest of several runs. If "
        "OpenSpiel, RLCard or pgx is installed, its nearest game is measured in the same run."
    )
    add_game(parser)
    parser.add_argument("--runs", type=number(1, 1000), default=5, metavar="N", help="runs of each work; default: 5")
    parser.add_argument("--no-peers", action="store_true", help="skip the other libraries")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    game = load(args)
    works = game_works(game)
    if game.backend == "core" and not args.no_peers:
        works += peers(game.name)
    with Progress("bench") as report:
        found = measure(works, args.runs, warm=False, report=report)
    if args.json:
        said = {"game": str(game), "backend": game.backend, "machine": machine(), "threads": 1}
        print_json(said | as_data(found))
        return 0
    heading(f"{label(game, args.given)} ({game.backend}), per CPU second, {args.runs} runs; {machine()}")
    show(found)
    return 0
