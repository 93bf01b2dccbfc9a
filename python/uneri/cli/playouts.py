"""`uneri playouts GAME`: random games, and their speed."""

from __future__ import annotations

import argparse
import time

import uneri

from ._output import format_rate, label, print_json, say
from ._parser import Parser, is_alone, load, number, spread


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = "Plays whole games by uniformly random actions from the start."
    parser.add_game()
    parser.add_value("-n", "N", "number of games", number(1, 100_000_000), 1000)
    parser.add_seed()
    parser.add_threads()
    parser.add_work("--jobs")
    parser.add_kept()
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Play and print."""
    game = load(args)
    clock = time.thread_time if args.threads == 1 else time.process_time  # other threads may spin while idle
    start, cpu = time.perf_counter(), clock()
    with spread(args) as more:
        played = uneri.playouts(game, args.n, seed=args.seed, threads=args.threads, **more)
    seconds = time.perf_counter() - start
    cpu_seconds = max(clock() - cpu, 1e-9)
    decisions = int(played.lengths.sum())
    means = played.returns.mean(axis=0).tolist()
    if args.json:
        facts = {
            "game": str(game),
            "backend": game.backend,
            "seed": args.seed,
            "threads": args.threads,
            "games": args.n,
        }
        facts |= {"decisions": decisions, "seconds": seconds, "cpu_seconds": cpu_seconds}
        rates = {"games": args.n / cpu_seconds, "decisions": decisions / cpu_seconds}
        facts |= {f"{name}_per_cpu_second": rate for name, rate in rates.items()}
        print_json(facts | {"mean_length": decisions / args.n, "mean_returns": means})
        return 0
    say(f"{label(game, args.given)}: {args.n} games, {decisions} decisions ({decisions / args.n:.1f} per game)")
    if is_alone(args):
        say(
            f"{format_rate(args.n / cpu_seconds)} games, {format_rate(decisions / cpu_seconds)} decisions per CPU second"
        )
        say(f"{seconds:.3f} s, of CPU time {cpu_seconds:.3f} s with {args.threads} thread{'s' * (args.threads > 1)}")
    else:
        say(
            f"{format_rate(args.n / seconds)} games, {format_rate(decisions / seconds)} decisions per second; {seconds:.3f} s"
        )
    say("mean returns  " + "  ".join(f"seat {seat}: {mean:+.3f}" for seat, mean in enumerate(means)))
    return 0
