"""`uneri perft GAME`: counting action paths."""

from __future__ import annotations

import argparse
import time

import uneri

from ._moves import add_moves, apply_moves, split_moves
from ._output import format_rate, print_json, print_table, say
from ._parser import BadInput, add_game, add_json, add_kept, add_work, is_alone, load, number, seed, spread, threads


def add(parser: argparse.ArgumentParser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = "Counts the action paths of exactly N actions, chance outcomes counted as actions."
    add_game(parser)
    parser.add_argument("--depth", type=number(0, 1000), required=True, metavar="N", help="length of the paths")
    parser.add_argument("--seed", type=seed, metavar="S", help="start after the chance nodes, resolved by this seed")
    add_moves(parser)
    parser.add_argument("--divide", action="store_true", help="count by first action")
    parser.add_argument("--threads", type=threads, default=1, metavar="T", help="default: 1")
    add_work(parser, "--jobs")
    add_kept(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Count and print."""
    game = load(args)
    state = game.new_initial_state(args.seed)
    apply_moves(state, args.moves)
    if args.divide and args.depth == 0:
        raise BadInput("--divide needs a --depth of 1 or more")
    clock = time.thread_time if args.threads == 1 else time.process_time  # other threads may spin while idle
    start, cpu = time.perf_counter(), clock()
    with spread(args) as more:
        divided = uneri.perft_divide(state, args.depth, threads=args.threads, **more) if args.divide else []
        nodes = (
            sum(n for _, n in divided) if args.divide else uneri.perft(state, args.depth, threads=args.threads, **more)
        )
    seconds, cpu_seconds = time.perf_counter() - start, clock() - cpu
    names = {action: state.action_to_string(action) for action, _ in divided}
    if args.json:
        data: dict[str, object] = {"game": str(game), "backend": game.backend, "seed": args.seed}
        data["moves"] = ",".join(split_moves(args.moves))
        data |= {
            "depth": args.depth,
            "threads": args.threads,
            "nodes": nodes,
            "seconds": seconds,
            "cpu_seconds": cpu_seconds,
        }
        if args.divide:
            data["divide"] = [{"action": a, "name": names[a], "nodes": n} for a, n in divided]
        print_json(data)
        return 0
    if args.divide:
        print_table(("action", "name", "nodes"), [(action, names[action], count) for action, count in divided])
    speed = (
        f", {format_rate(nodes / cpu_seconds)} nodes per CPU second" if cpu_seconds > 0.01 and is_alone(args) else ""
    )
    say(f"perft({args.depth}) = {nodes}   {seconds:.3f} s{speed}")
    return 0
