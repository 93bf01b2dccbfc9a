"""External-sampling MCCFR through OpenSpiel on a small game: the exploitability falls.

    python docs/examples/train_mccfr.py                             # OpenSpiel's own Kuhn poker
    python docs/examples/train_mccfr.py --game "onda(players=2,...)"  # any small zero-sum game for two, ours or theirs
    python docs/examples/train_mccfr.py --picture docs/images/train_mccfr.svg

A game is small if its whole tree can be walked: the exploitability is exact. Ours are zero-sum with `utility=margin`.
Lanctot et al. 2009, "Monte Carlo sampling for regret minimization in extensive games".
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import curve
import numpy as np
import pyspiel
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr

import uneri
from uneri.adapters import open_spiel as adapter


def load(text: str) -> Any:
    """OpenSpiel's game for one of ours, `"onda(players=2)"`, or one of OpenSpiel's by its own name."""
    name = text.partition("(")[0].strip()
    game = adapter.load_game(text) if name in uneri.games() else pyspiel.load_game(text)
    if game.num_players() != 2 or game.get_type().utility != pyspiel.GameType.Utility.ZERO_SUM:
        raise SystemExit(f"{text} is no zero-sum game for two; ours are with players=2 and utility=margin")
    return game


def train(game: Any, iterations: int, seed: int) -> list[curve.Point]:
    """Exploitability of the average policy at 1, 2, 5, 10, 20, 50 ... iterations."""
    np.random.seed(seed)  # the solver draws from numpy's global generator  # noqa: NPY002
    solver = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
    marks = [m * 10**k for k in range(9) for m in (1, 2, 5) if m * 10**k < iterations] + [iterations]
    points: list[curve.Point] = []
    started = time.perf_counter()
    for done in range(1, iterations + 1):
        solver.iteration()
        if done in marks:
            value = exploitability.exploitability(game, solver.average_policy())
            points.append((done, value))
            seconds = time.perf_counter() - started
            print(f"{done:>9,} iterations  exploitability {value:.5f}  {seconds:.1f} s", flush=True)
    return points


def main() -> None:
    """Trains and draws."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="kuhn_poker")
    parser.add_argument("--iterations", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="an .svg file for the curve; a .csv is written beside it")
    args = parser.parse_args()
    game = load(args.game)
    points = train(game, args.iterations, args.seed)
    width = game.max_utility() - game.min_utility()
    print(f"{args.game}: {100 * points[-1][1] / width:.3f} % of the range of utilities, {width:g}")
    if args.picture:
        title = f"External-sampling MCCFR, {args.game}"
        curve.write(args.picture, points, title=title, axes=("iterations", "exploitability"), logarithmic=True)


if __name__ == "__main__":
    main()
