"""`uneri selfcheck GAME`: the core and the reference in lockstep."""

from __future__ import annotations

import argparse
import shlex
import signal
import time
from collections.abc import Iterator
from typing import Any

import uneri
from uneri._util.progress import Progress
from uneri._util.rng import stream
from uneri.registry import game_module
from uneri.testing import LockstepMismatch, LockstepReport, lockstep

from ._output import print_json, say
from ._parser import Parser, bad_input, game_options, number


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Plays random games on the compiled core and on the plain Python reference at once and compares legal "
        "actions, chance, returns and every seat's view at every node. Options that aren't given "
        "are drawn at random for each game."
    )
    parser.add_game(backend=False)
    parser.add_value("--games", "N", kind=number(1, 10_000_000), default=100)
    parser.add_seed("seed of the first game")
    parser.add_flag("--fixed", "draw no options: missing ones have their defaults")
    parser.add_value("--jobs", "J", "processes", number(1, 256), 1)
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Compare and print."""
    name, given = game_options(args)
    with bad_input():
        uneri.load_game(name, **given)
    start = time.perf_counter()
    total = LockstepReport()
    mismatch: LockstepMismatch | None = None
    seeds = [(args.seed + index) % (1 << 64) for index in range(args.games)]
    with Progress(f"selfcheck {name}") as report:
        for outcome in _collect_outcomes(name, given, args.fixed, seeds, args.jobs):
            if isinstance(outcome, LockstepMismatch):
                mismatch = outcome
                break
            total.add(outcome)
            report(total.games / args.games, f"{total.games} games, {total.moves} moves")
    seconds = time.perf_counter() - start
    played = total.games + (mismatch is not None)
    again = _make_command(args, mismatch.seed) if mismatch else None
    if args.json:
        facts = {"game": name, "given": given, "seed": args.seed, **vars(total), "seconds": seconds}
        difference = {"differences": int(mismatch is not None), "difference": mismatch and str(mismatch)}
        print_json(facts | difference | {"again": again})
    else:
        say(f"{name}: games {total.games}, nodes {total.nodes}, moves {total.moves} ({total.decisions} by seats)")
        say(
            f"differences: {int(mismatch is not None)}   ({seconds:.1f} s, seeds {seeds[0]} to {seeds[max(played, 1) - 1]})"
        )
        if mismatch:
            say(f"{mismatch}\n  or: {again}")
    return 1 if mismatch else 0


def check_one_game(name: str, given: dict[str, Any], fixed: bool, number: int) -> LockstepReport | LockstepMismatch:
    """Compare one game; It depends only on `number`, including its options."""
    rng = stream(number, 0)
    options = given if fixed else game_module(name).random_options(rng, given)
    core, reference = (uneri.load_game(name, backend=backend, **options) for backend in ("core", "reference"))
    try:
        return lockstep(core, reference, number, seeded=rng.below(4) == 0)
    except LockstepMismatch as mismatch:
        return mismatch


def _collect_outcomes(
    name: str, given: dict[str, Any], fixed: bool, seeds: list[int], jobs: int
) -> Iterator[LockstepReport | LockstepMismatch]:
    """Yield the games' outcomes in the order of their seeds."""
    if jobs == 1:
        for number in seeds:
            yield check_one_game(name, given, fixed, number)
        return
    from concurrent.futures import ProcessPoolExecutor

    # Ctrl-C is for this process, which then starts no more games.
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        games = len(seeds)
        yield from pool.map(check_one_game, [name] * games, [given] * games, [fixed] * games, seeds, chunksize=4)
    finally:
        pool.shutdown(cancel_futures=True)


def _make_command(args: argparse.Namespace, number: int) -> str:
    """Return the command that plays the game with a difference again."""
    options = [word for text in args.option for word in ("-o", text)]
    words = ["uneri", "selfcheck", args.game, *options, *(["--fixed"] if args.fixed else [])]
    return shlex.join([*words, "--games", "1", "--seed", str(number)])
