"""`uneri selfplay GAME`: games by bots, written as a data set."""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict

from uneri.data import selfplay

from ._output import format_rate, label, print_json, say
from ._parser import FileRead, Parser, load, number, parse_bots, spread


def add(parser: Parser) -> None:
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
    parser.add_game()
    parser.add_bots("one or more bots, which rotate over the seats: greedy,ismcts:sims=1000")
    parser.add_value("--games", "N", "how many games", number(1, 10**12), required=True)
    parser.add_value("--out", "DIR", "a folder, or an address: s3://bucket/folder", FileRead, required=True)
    parser.add_flag("--resume", "resume the run in --out")
    parser.add_seed()
    parser.add_value("--unit", "N", "games per file", number(1, 1_000_000), 256)
    parser.add_timeout()
    parser.add_work("--jobs")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Play and print the size of the data set."""
    game = load(args)
    bots = parse_bots(args)
    start = time.perf_counter()
    with spread(args, {"resume=True": "--resume", "bots has": "--bots has"}) as more:
        more |= {"seed": args.seed, "resume": args.resume, "unit_games": args.unit, "timeout_ms": args.timeout_ms}
        made = selfplay(game, bots, args.games, **more)
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
