"""`uneri bench GAME`: the game's own figures on this machine."""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import uneri
from uneri._util.progress import Progress
from uneri.registry import game_module
from uneri.search import ISMCTS

from ._label import label
from ._output import heading, print_json, rate, say, table
from ._parser import add_game, add_json, load, number
from ._peers import BATCH, LANES, LOOP, PLAYOUTS, SEARCH, peers

Work = tuple[str, str, Callable[[], int]]
"""Name, unit, and a function that does some work and tells how many units that was."""

_SIMS = 1000
_SECONDS = 0.2
"""A run takes at least so much CPU time, or the clock's steps would show."""


def add(parsers: Any) -> None:
    """Adds the command."""
    parser = parsers.add_parser(
        "bench",
        help="measure a game on this machine",
        description="Measures a game, one thread, per CPU second: the least, median and greatest of several runs. Where "
        "OpenSpiel, RLCard or pgx is installed, its nearest game is measured in the same run.",
    )
    add_game(parser)
    parser.add_argument("--runs", type=number(1, 1000), default=5, metavar="N", help="runs of each work; default: 5")
    parser.add_argument("--no-peers", action="store_true", help="leave the other libraries out")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measures and prints."""
    game = load(args)
    listed = works(game)
    beside = [] if args.no_peers else _beside(game, listed)
    rates: list[list[float]] = [[] for _ in listed]
    with Progress("bench") as report:
        for turn in range(args.runs):  # in turn, so that a drift of the machine's speed hits all alike
            for index, (_, _, work) in enumerate(listed):
                rates[index].append(_measure(work))
                report((turn * len(listed) + index + 1) / (args.runs * len(listed)))
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, uneri {uneri.__version__}"
    found = [
        (name, unit, statistics.median(r), min(r), max(r)) for (name, unit, _), r in zip(listed, rates, strict=True)
    ]
    ratios = [(ours, listed[theirs][0], _ratio(rates[ours], rates[theirs])) for ours, theirs in beside]
    header: tuple[str, ...] = ("work", "unit", "median", "least", "greatest")
    if args.json:
        rows: list[dict[str, Any]] = [
            dict(zip(header, row, strict=True)) | {"runs": runs, "beside": []}
            for row, runs in zip(found, rates, strict=True)
        ]
        for ours, theirs, ratio in ratios:
            rows[ours]["beside"].append({"work": theirs, "ratio": ratio})
        print_json({"game": str(game), "backend": game.backend, "machine": machine, "threads": 1, "works": rows})
        return 0
    heading(f"{label(game, args.given)} ({game.backend}), per CPU second, {args.runs} runs; {machine}")
    table(header, [(name, unit, *map(rate, figures)) for name, unit, *figures in found])
    for ours, theirs, ratio in ratios:
        say(f"{listed[ours][0]}: {ratio:.3g} times {theirs}")
    return 0


def works(game: uneri.Game) -> list[Work]:
    """What is measured: the same for every game, then the game's own."""
    state = _middle(game)
    games = 2000 if game.backend == "core" else 2
    own = getattr(game_module(game.name), "benches", None)

    def play_out() -> int:
        return int(uneri.playouts(game, games, seed=1, progress=False).lengths.sum())

    return [
        (PLAYOUTS if game.backend == "core" else "random playouts", "decisions/s", play_out),
        (LOOP, "decisions/s", lambda: _steps(game, max(1, games // 50))),
        ("clone", "calls/s", _calls(state.clone)),
        ("legal_actions", "calls/s", _calls(state.legal_actions)),
        ("observation_tensor", "calls/s", _calls(lambda: state.observation_tensor(0))),
        ("resample_from_infostate", "calls/s", _calls(lambda: state.resample_from_infostate(0, 1))),
        *(_engine(game) if game.backend == "core" else []),
        *(own() if own is not None and game.backend == "core" else []),
    ]


def _engine(game: uneri.Game) -> list[Work]:
    """Batches and searches."""
    batch = uneri.BatchEnv(game, LANES, seed=1)
    batch.step_random(200)  # spread over their games
    state = game.new_initial_state(5)
    while not state.is_terminal() and state.num_legal_actions() == 1:
        state.apply_action(state.legal_actions()[0])

    def steps() -> int:
        for _ in range(10):
            batch.step_random(1)
        return 10 * LANES

    def search(rollout: str | None) -> Callable[[], int]:
        chosen = ISMCTS(_SIMS, rollout=rollout)
        return lambda: chosen.run(state).simulations

    return [
        (BATCH, "steps/s", steps),
        (SEARCH, "sims/s", search("uniform")),
        ("ISMCTS, first decision, its own rollouts", "sims/s", search(None)),
    ]


def _beside(game: uneri.Game, listed: list[Work]) -> list[tuple[int, int]]:
    """Adds the peers' works to the list; says which row stands beside which."""
    found = []
    names = [name for name, _, _ in listed]
    for beside, name, work in peers(game.name) if game.backend == "core" else ():
        place = names.index(beside)
        found.append((place, len(listed)))
        listed.append((name, listed[place][1], work))
    return found


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def _measure(work: Callable[[], int]) -> float:
    done, start = 0, time.process_time()
    while True:
        done += work()
        spent = time.process_time() - start
        if spent >= _SECONDS:
            return done / spent


def _steps(game: uneri.Game, games: int) -> int:
    """Random games, one step at a time, chance resolved by seed."""
    decisions = 0
    draw = random.random
    for dealt in range(games):
        state = game.new_initial_state(dealt)
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            decisions += 1
    return decisions


def _middle(game: uneri.Game) -> uneri.State:
    """A state in the middle of a random game."""
    draw = random.Random(1)
    path: list[uneri.State] = []
    state = game.new_initial_state(1)
    while not state.is_terminal():
        path.append(state.clone())
        state.apply_action(draw.choice(state.legal_actions()))
    return path[len(path) // 2]


def _calls(call: Callable[[], object]) -> Callable[[], int]:
    def work() -> int:
        for _ in range(1000):
            call()
        return 1000

    return work
