"""`uneri speedtest`: one figure of speed for each game and for all, and a signature of what the library answers."""

from __future__ import annotations

import argparse
import hashlib
import math
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import numpy as np

import uneri
from uneri._util.messages import brief
from uneri._util.progress import Progress
from uneri._util.strict_json import read_json
from uneri.bots import GreedyBot
from uneri.search import ISMCTS, PIMC, FlatMC
from uneri.testing import read_suite

from ._bench.ours import own_works
from ._bench.report import machine
from ._output import print_json, print_table, say
from ._parser import BadInput, Parser, number, threads

BASE_FILE = "speedtest.json"
_BASE = 100  # the figure of the machine whose times are in the file
_LANES = 256
_PATHS = (2_000_000, 20_000_000)  # paths of the perft
_SIMS = 2000
_PLAYED = 12  # decisions of a game that searches start from

Work = Callable[[int], bytes]
"""Does a fixed amount of work with the given number of threads, and returns the answers."""


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Does a fixed amount of work in each game and prints a figure of speed: 100 is the machine of the published "
        "benchmarks, 200 is twice as fast. The signature is a hash of all answers of this work."
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all five games")
    parser.add_value("--runs", "N", "runs of each task", number(1, 100), 3)
    words = "the most threads for the scaling; default: those of the machine, at most 8; 1 leaves it out"
    parser.add_argument("--threads", type=threads, default=min(os.cpu_count() or 1, 8), metavar="T", help=words)
    parser.add_flag("--signature", "print the signature alone")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    names = args.games or list(uneri.games())
    base = read_json((resources.files("uneri.cli._bench") / BASE_FILE).read_bytes())["works"]
    for name in names:
        if name not in base:
            raise BadInput(f"GAME is {brief(name)}; allowed: {', '.join(base)}")
    digest = hashlib.sha256()
    rows: dict[str, dict[str, Any]] = {}
    with Progress("speedtest") as report:
        for index, name in enumerate(names):
            works = dict(list_works(name))
            seconds: dict[str, float] = {}
            for at, (what, work) in enumerate(works.items()):
                report((index + at / len(works)) / len(names), f"{name}, {what}")
                digest.update(f"{name} {what} ".encode() + work(1))  # warms up, too
                if not args.signature:
                    seconds[what] = statistics.median(
                        measure(work, 1, base[name][what]["repeats"])[0] for _ in range(args.runs)
                    )
            if not args.signature:
                rows[name] = {
                    "seconds": seconds,
                    "speeds": {what: _BASE * base[name][what]["seconds"] / spent for what, spent in seconds.items()},
                    "scaling": _measure_scaling(works, base[name], args.threads),
                }
    signature = digest.hexdigest()[:16]
    if args.signature:
        say(signature)
        return 0
    for row in rows.values():
        row["speed"] = _mean(list(row["speeds"].values()))
    speed = _mean([row["speed"] for row in rows.values()])
    if args.json:
        print_json({"machine": machine(), "signature": signature, "speed": speed, "games": rows})
        return 0
    say(machine())
    header = ("game", *rows[names[0]]["speeds"], "speed", *(f"x{n} threads" for n in rows[names[0]]["scaling"]))
    table = []
    for name, row in rows.items():
        speeds = [f"{value:.0f}" for value in row["speeds"].values()]
        table.append((name, *speeds, f"{row['speed']:.1f}", *(f"{value:.2f}" for value in row["scaling"].values())))
    print_table(header, table)
    say(f"speed {speed:.1f}   signature {signature}")
    return 0


def list_works(name: str) -> Iterator[tuple[str, Work]]:
    """List the tasks of a game."""
    game = uneri.load_game(name)
    yield "playouts", lambda threads: _hash_playouts(game, threads)
    yield "perft", _prepare_perft(name)
    yield "loop", lambda _: _play_games(game)
    yield "batch", lambda threads: _step_batch(game, threads)
    yield "search", lambda threads: _search(game, threads)
    yield "greedy", lambda _: _play_greedy(game)
    hands = own_works(name)
    if hands:
        yield "functions", lambda _: _hash_answers([own.once() for own in hands])


def _hash_playouts(game: uneri.Game, threads: int) -> bytes:
    found = uneri.playouts(game, 4000, seed=1, threads=threads, progress=False)
    return _hash(found.returns, found.lengths)


def _prepare_perft(name: str) -> Work:
    counted = [
        (position, count.depth)
        for position in read_suite(name).positions
        for count in position.counts
        if _PATHS[0] <= count.nodes <= _PATHS[1]
    ][:3]
    states = [(position.reach(name), depth) for position, depth in counted]
    return lambda threads: b" ".join(
        b"%d" % uneri.perft(state, depth, threads=threads, progress=False) for state, depth in states
    )


def _play_games(game: uneri.Game) -> bytes:
    """Play random games, one step at a time."""
    draw = random.Random(1).random
    answers = []
    for dealt in range(60):
        state = game.new_initial_state(dealt)
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        answers.append(state.returns())
    return _hash(np.array(answers))


def _step_batch(game: uneri.Game, threads: int) -> bytes:
    """Step a batch of random games, with observations, and one whose opponents are greedy."""
    parts: list[Any] = []
    for opponents in (None, "greedy"):
        batch = uneri.BatchEnv(game, _LANES, seed=1, threads=threads, opponents=opponents)
        batch.step_random(300 if opponents is None else 30, progress=False)
        parts += [batch.observation, batch.final_returns, batch.episode_length]
    return _hash(*parts)


def _search(game: uneri.Game, threads: int) -> bytes:
    """Let each kind of search decide early in a game and in its middle."""
    answers: list[Any] = []
    for played in (0, _PLAYED):
        state = _reach_decision(game, played)
        for kind in (ISMCTS, FlatMC, PIMC):
            found = kind(sims=_SIMS, seed=1, threads=threads).run(state)
            answers += [
                found.action,
                [(row.action, row.visits, row.mean and float(row.mean).hex()) for row in found.stats],
            ]
    return repr(answers).encode()


def _play_greedy(game: uneri.Game) -> bytes:
    """Play games of the heuristic player."""
    bot = GreedyBot()
    answers = []
    for dealt in range(20):
        state = game.new_initial_state(dealt)
        while not state.is_terminal():
            action = bot.act(state)
            answers.append(action)
            state.apply_action(action)
    return _hash(np.array(answers, np.int32))


def _reach_decision(game: uneri.Game, played: int) -> uneri.State:
    state = game.new_initial_state(5)
    while not state.is_terminal() and (played > 0 or state.num_legal_actions() == 1):
        played -= state.num_legal_actions() > 1
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
    return state


def _hash_answers(answers: Any) -> bytes:
    """Hash plain answers: arrays, tuples of them, strings and so on."""
    if isinstance(answers, list | tuple):
        return hashlib.sha256(b"".join(map(_hash_answers, answers))).digest()
    return _hash(answers) if isinstance(answers, np.ndarray) else hashlib.sha256(repr(answers).encode()).digest()


def _hash(*arrays: Any) -> bytes:
    digest = hashlib.sha256()
    for array in arrays:
        rows = np.ascontiguousarray(array)
        digest.update(rows.astype(rows.dtype.newbyteorder("<"), copy=False).tobytes())
    return digest.digest()


def measure(work: Work, threads: int, repeats: int) -> tuple[float, float]:
    """Return the CPU seconds and the seconds of a run."""
    start, cpu = time.perf_counter(), time.process_time()
    for _ in range(repeats):
        work(threads)
    return time.process_time() - cpu, time.perf_counter() - start


def _measure_scaling(works: dict[str, Work], base: dict[str, Any], most: int) -> dict[int, float]:
    """Return how many times as fast playouts and searches are with 2, 4, ... threads."""
    counts = [count for count in (2, 4, 8, 16, 32, 64, 128, 256) if count <= most]
    times = {
        (what, count): measure(works[what], count, base[what]["repeats"])[1]
        for what in ("playouts", "search")
        for count in (1, *counts)
    }
    return {count: _mean([times[what, 1] / times[what, count] for what in ("playouts", "search")]) for count in counts}


def _mean(values: list[float]) -> float:
    return math.exp(statistics.fmean(math.log(value) for value in values))
