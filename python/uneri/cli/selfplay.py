"""`uneri selfplay GAME`: games by bots, written as a data set."""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict

from uneri.data import selfplay

from ._output import format_rate, label, print_json, say
from ._parser import (
    BadInput,
    FileRead,
    add_bots,
    add_game,
    add_json,
    add_work,
    bad_input,
    load,
    number,
    parse_bots,
    parse_ray,
    seed,
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Lets bots play, and writes every decision to Parquet files (extra: data): the seat's view, the legal "
        "actions, its choice, a search's visits, and its final return. The files depend only on the settings, not "
        "on the workers. --resume continues a stopped run."
    )
    parser.epilog = (
        "Read them with uneri.data.load(DIR). Example: uneri selfplay 'onda(players=3)' --bots greedy --games 10000 "
        "--out games --jobs 4"
    )
    add_game(parser)
    add_bots(parser, "one or more, which take turns on the seats: greedy,ismcts:sims=1000")
    parser.add_argument("--games", type=number(1, 10**12), required=True, metavar="N", help="how many games")
    parser.add_argument(
        "--out", type=FileRead, required=True, metavar="DIR", help="a folder, or an address: s3://bucket/folder"
    )
    parser.add_argument("--resume", action="store_true", help="resume the run in --out")
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="default: 0")
    parser.add_argument(
        "--unit", type=number(1, 1_000_000), default=256, metavar="N", help="games per file; default: 256"
    )
    parser.add_argument(
        "--timeout-ms", type=number(1, 86_400_000), default=10_000, metavar="MS", help="for exec: bots; default: 10000"
    )
    add_work(parser, "--jobs")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play and print the size of the data set."""
    game = load(args)
    bots = parse_bots(args)
    start = time.perf_counter()
    with bad_input({"resume=True": "--resume", "bots has": "--bots has", "unit_seconds is": "--unit-seconds is"}):
        try:
            made = selfplay(
                game,
                bots,
                args.games,
                out=args.out,
                seed=args.seed,
                resume=args.resume,
                jobs=args.jobs,
                ray=parse_ray(args),
                unit_games=args.unit,
                unit_seconds=args.unit_seconds,
                timeout_ms=args.timeout_ms,
            )
        except (ImportError, ConnectionError, RuntimeError) as error:
            raise BadInput(str(error)) from error
    seconds = time.perf_counter() - start
    if args.json:
        print_json({"game": str(game), "bots": bots, "seed": args.seed, **asdict(made)})
        return 0
    say(f"{label(game, args.given)}: {made.games:,} games, {made.decisions:,} decisions in {made.place}")
    say(f"{made.size / 1e6:.1f} MB, {made.size / max(made.decisions, 1):.1f} bytes per decision; {seconds:.1f} s")
    if made.kept:
        say(f"{made.kept:,} games were there already")
    else:
        say(f"{format_rate(made.decisions / max(seconds, 1e-9))} decisions per second")
    return 0
