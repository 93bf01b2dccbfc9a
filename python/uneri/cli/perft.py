"""`uneri perft GAME` counts action paths, `uneri perft --suite` compares those of many positions with a file."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

import uneri
from uneri._util.progress import Progress

from ._output import format_rate, print_json, print_table, say
from ._parser import (
    BadInput,
    FileNames,
    Parser,
    apply_moves,
    bad_input,
    is_alone,
    load,
    number,
    seed,
    split_moves,
    spread,
)

if TYPE_CHECKING:
    from uneri.testing import PerftSuite, SuitePosition


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Counts the action paths of exactly N actions, chance outcomes counted as actions. With --suite, counts those "
        "of the positions of a file, and exits with 1 if a count differs."
    )
    parser.add_game(needed=False)
    parser.add_value("--depth", "N", "length of the paths; not with --suite", number(0, 1000))
    words = "count the positions of a game's own suite or of a file; alone: of all games"
    parser.add_value("--suite", "NAME|FILE", words, FileNames, nargs="?", const="")
    words = "with --suite: leave out counts above N"
    parser.add_value("--max-nodes", "N", words, number(1, (1 << 64) - 1), 10_000_000)
    words = "with --suite: compare with another implementation's counts, without counting"
    parser.add_value("--against", "FILE", words, FileNames)
    words = "list the actions of a state (default), or test each id, which is slow but independent"
    parser.add_argument("--by", choices=("legal_actions", "is_legal"), default="legal_actions", help=words)
    parser.add_value("--seed", "S", "start after the chance nodes, resolved by this seed", seed)
    parser.add_moves()
    parser.add_flag("--divide", "count by first action")
    parser.add_threads()
    parser.add_work("--jobs")
    parser.add_kept()
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Count and print."""
    if args.suite is not None:
        return _run_suites(args)
    if args.game is None or args.depth is None:
        missing = "GAME" if args.game is None else "--depth"
        raise BadInput(f"the following arguments are required without --suite: {missing} (see uneri perft --help)")
    game = load(args)
    state = game.new_initial_state(args.seed)
    apply_moves(state, args.moves)
    if args.divide and args.depth == 0:
        raise BadInput("--divide needs a --depth of 1 or more")
    clock = time.thread_time if args.threads == 1 else time.process_time  # other threads may spin while idle
    start, cpu = time.perf_counter(), clock()
    with spread(args) as more:
        more["by"] = args.by
        divided = uneri.perft_divide(state, args.depth, threads=args.threads, **more) if args.divide else []
        nodes = (
            sum(n for _, n in divided) if args.divide else uneri.perft(state, args.depth, threads=args.threads, **more)
        )
    seconds, cpu_seconds = time.perf_counter() - start, clock() - cpu
    names = {action: state.action_to_string(action) for action, _ in divided}
    if args.json:
        data: dict[str, object] = {"game": str(game), "backend": game.backend, "seed": args.seed}
        data["moves"] = ",".join(split_moves(args.moves))
        data |= {"depth": args.depth, "threads": args.threads, "nodes": nodes}
        data |= {"seconds": seconds, "cpu_seconds": cpu_seconds}
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


def _run_suites(args: argparse.Namespace) -> int:
    """Count the positions of suites, and print what differs."""
    if args.game is not None or args.option or args.depth is not None or args.moves or args.seed is not None:
        raise BadInput("--suite has its own games, moves and depths; leave out GAME, -o, --depth, --moves and --seed")
    if args.against is not None and not args.suite:
        raise BadInput("--against needs the NAME or FILE of a --suite")
    from uneri.testing import read_suite  # brings in numpy

    rows: list[dict[str, Any]] = []
    for source in [args.suite] if args.suite else list(uneri.games()):
        with bad_input():
            suite = read_suite(source)
            rows += _compare(suite, args) if args.against is not None else _count_suite(suite, args)
    differing = sum(len(row["differences"]) for row in rows)
    if args.json:
        print_json({"suites": rows, "differences": differing})
    return 1 if differing else 0


def _compare(suite: PerftSuite, args: argparse.Namespace) -> list[dict[str, Any]]:
    from uneri.testing import compare_suites, count_common, read_suite

    theirs = read_suite(args.against)
    common = count_common(suite, theirs)
    found = [
        {"position": position.text, "depth": depth, "nodes": nodes, "file": written}
        for position, depth, nodes, written in compare_suites(suite, theirs)
    ]
    if not args.json:
        for row in found:
            say(f"{row['position']}: depth {row['depth']}: {row['nodes']}, but {args.against} has {row['file']}")
        say(f"{suite.game}: {common} of {len(theirs.positions)} positions in common, {len(found)} counts differ")
    return [{"game": suite.game, "positions": common, "differences": found}]


def _count_suite(suite: PerftSuite, args: argparse.Namespace) -> list[dict[str, Any]]:
    start, nodes, counted = time.perf_counter(), 0, 0
    found: list[dict[str, Any]] = []
    with Progress(f"perft {suite.game}") as report, spread(args) as more:
        for number_, position in enumerate(suite.positions):
            report(number_ / len(suite.positions), f"{nodes} nodes")
            state = position.reach(suite.game, args.backend)
            for count in position.counts:
                if count.nodes > args.max_nodes:
                    break
                ours = uneri.perft(state, count.depth, by=args.by, threads=args.threads, progress=False, **more)
                nodes, counted = nodes + ours, counted + 1
                if ours != count.nodes:
                    found.append(_describe(position, state, count.depth, count.nodes, ours, args))
                    break
    seconds = time.perf_counter() - start
    if not args.json:
        say(
            f"{suite.game}: {len(suite.positions)} positions, {counted} counts, {nodes} nodes in {seconds:.1f} s: "
            + ("no difference" if not found else f"{len(found)} positions differ")
        )
    facts = {"positions": len(suite.positions), "counts": counted, "nodes": nodes, "seconds": seconds}
    return [{"game": suite.game, **facts, "differences": found}]


def _describe(
    position: SuitePosition, state: uneri.State, depth: int, written: int, ours: int, args: argparse.Namespace
) -> dict[str, Any]:
    """Describe a count that differs; with --divide by first action, for a comparison with the other implementation."""
    row: dict[str, Any] = {"position": position.text, "depth": depth, "nodes": ours, "file": written}
    if not args.json:
        say(f"{position.text}: depth {depth}: {ours} nodes, but the file has {written}")
    if args.divide:
        divided = uneri.perft_divide(state, depth, by=args.by, threads=args.threads, progress=False)
        row["divide"] = [{"action": a, "name": state.action_to_string(a), "nodes": n} for a, n in divided]
        if not args.json:
            print_table(("action", "name", "nodes"), [(r["action"], r["name"], r["nodes"]) for r in row["divide"]])
    return row
