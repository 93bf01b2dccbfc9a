"""The hand kernels of Namima beside what OpenSpiel does with its rummy, in turn in one run.

    cmake -S . -B build/bench -DUNERI_BUILD_BENCH=ON -DUNERI_BUILD_PYTHON=OFF && cmake --build build/bench
    python bench/namima_peers.py                     # needs the extra: pip install "uneri[bench]"
    python bench/namima_peers.py --variants juuayanami --kernels discard_table --runs 9
    python bench/namima_peers.py --at loop=43935 --at ismcts=1342

No library has these kernels, so a ratio here compares no like with like. It says how many hands are done in the time of
one simulation or decision of gin rummy, which holds where machines differ, or where one changes its speed from minute to
minute. Before and after every run of a kernel the peers run, and the mean of both is taken:
  loop     decisions of random games of gin_rummy from Python: legal_actions, apply_action
  ismcts   simulations of OpenSpiel's own ISMCTSBot (C++) at the first decision of gin_rummy
  hearts   the same in hearts without passing
With --at PEER=RATE each figure is also given as of a machine on which that peer runs at RATE a CPU second.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel
from measure import human

VARIANTS = ("sazanami", "shiranami", "shikinami", "aranami", "ayanami", "juuayanami")
KERNELS = ("is_complete", "waits", "deficiency", "acceptance", "discard_table")
SORTS = ("random", "near", "complete", "mixed", "exposed", "seen")


def loop(seconds: float = 0.4) -> float:
    game, rng, decisions = pyspiel.load_game("gin_rummy"), random.Random(1), 0
    start = time.process_time()
    while time.process_time() < start + seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            actions = state.legal_actions()  # chance too: gin_rummy's outcomes are equally likely
            state.apply_action(actions[rng.randrange(len(actions))])
    return decisions / (time.process_time() - start)


def ismcts(name: str, simulations: int) -> float:
    state, rng = pyspiel.load_game(name).new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    evaluator, final = pyspiel.RandomRolloutEvaluator(1, 7), pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot: Any = pyspiel.ISMCTSBot(7, evaluator, 2.0, simulations, 1000, final, False, False)
    start = time.process_time()
    bot.step(state)
    return simulations / (time.process_time() - start)


PEERS: dict[str, Callable[[], float]] = {
    "loop": loop,
    "ismcts": lambda: ismcts("gin_rummy", 300),
    "hearts": lambda: ismcts("hearts(pass_cards=False)", 8_000),
}


def hands(program: Path, variant: str, kernel: str, sort: str) -> float:
    """Hands a CPU second: the median of the program's passes."""
    done = subprocess.run([program, variant, kernel, sort], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        words = line.split()
        if words[:2] == [kernel, sort]:
            return 1e9 / float(words[words.index("ns") - 1])
    raise SystemExit(f"{program} says nothing of {kernel} of {sort} hands of {variant}")


def spread(values: list[float]) -> str:
    return f"{human(statistics.median(values)).strip()} [{human(min(values)).strip()} .. {human(max(values)).strip()}]"


def names(allowed: tuple[str, ...]) -> Callable[[str], list[str]]:
    def parse(text: str) -> list[str]:
        for name in text.split(","):
            if name not in allowed:
                raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(allowed)}")
        return text.split(",")

    return parse


def rate(text: str) -> tuple[str, float]:
    peer, _, value = text.partition("=")
    try:
        if peer in PEERS and float(value) > 0:
            return peer, float(value)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not PEER=RATE with a peer of {', '.join(PEERS)}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variants", type=names(VARIANTS), default=list(VARIANTS))
    parser.add_argument("--kernels", type=names(KERNELS), default=list(KERNELS))
    parser.add_argument("--sorts", type=names(SORTS), default=["mixed"])
    parser.add_argument("--peers", type=names(tuple(PEERS)), default=["loop", "ismcts"])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--at", type=rate, action="append", default=[])
    parser.add_argument("--program", type=Path, default=Path("build/bench/bench_namima_kernels"))
    args = parser.parse_args()
    if not args.program.exists():
        parser.error(f"{args.program} does not exist; build it as the first lines of --help say, or give --program")
    if args.runs < 1:
        parser.error(f"--runs {args.runs}: at least 1")
    args.peers += [peer for peer, _ in args.at if peer not in args.peers]
    return args


def main() -> int:
    args = arguments()
    speeds = {peer: [PEERS[peer]()] for peer in args.peers}
    for variant in args.variants:
        for kernel in args.kernels:
            for sort in args.sorts:
                found: list[float] = []
                by: dict[str, list[float]] = {peer: [] for peer in args.peers}
                for _ in range(args.runs):
                    found.append(hands(args.program, variant, kernel, sort))
                    for peer, seen in speeds.items():
                        seen.append(PEERS[peer]())
                        by[peer].append(found[-1] / statistics.mean(seen[-2:]))
                print(f"{variant} {kernel} {sort}: {spread(found)} hands/s")
                for peer, ratios in by.items():
                    print(f"    a unit of {peer + ':':<8} {spread(ratios)}")
                for peer, value in args.at:
                    print(f"    with {peer} at {value:g}/s: {spread([value * x for x in by[peer]])} hands/s")
                sys.stdout.flush()
    for peer, seen in speeds.items():
        print(f"{peer}: {spread(seen)}/s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
