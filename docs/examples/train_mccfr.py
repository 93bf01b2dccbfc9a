"""External-sampling MCCFR through OpenSpiel on a small game: the exploitability falls.

    python docs/examples/train_mccfr.py                      # the small ONDA
    python docs/examples/train_mccfr.py --game kuhn_poker    # any small zero-sum game for two, ours or OpenSpiel's
    python docs/examples/train_mccfr.py --picture docs/images/train_mccfr.svg

A game is small if its whole tree can be walked: the exploitability is exact. Ours are zero-sum with `utility=margin`, and
are handed over as trees (`to_efg`), so that OpenSpiel's compiled solver runs on them.
Lanctot et al. 2009, "Monte Carlo sampling for regret minimization in extensive games".
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import curve
import pyspiel

import uneri
from uneri import onda
from uneri.adapters import open_spiel as adapter


def load(text: str) -> Any:
    """OpenSpiel's game for one of ours, `"onda(players=2)"`, or one of OpenSpiel's by its own name."""
    name = text.partition("(")[0].strip()
    ours = name in uneri.games()
    game = adapter.load_game(text) if ours else pyspiel.load_game(text)
    if game.num_players() != 2 or game.get_type().utility != pyspiel.GameType.Utility.ZERO_SUM:
        raise SystemExit(f"{text} is not a zero-sum game for two; ours are with players=2 and utility=margin")
    return adapter.to_efg(text).game if ours else game


def train(game: Any, iterations: int, seed: int) -> list[curve.Point]:
    """Exploitability of the average policy at 1, 2, 5, 10, 20, 50 ... iterations."""
    solver = pyspiel.ExternalSamplingMCCFRSolver(game, seed, pyspiel.MCCFRAverageType.SIMPLE)
    marks = [m * 10**k for k in range(9) for m in (1, 2, 5) if m * 10**k < iterations] + [iterations]
    points: list[curve.Point] = []
    started = time.perf_counter()
    for done in range(1, iterations + 1):
        solver.run_iteration()
        if done in marks:
            value = pyspiel.exploitability(game, solver.average_policy())
            points.append((done, value))
            seconds = time.perf_counter() - started
            print(f"{done:>9,} iterations  exploitability {value:.5f}  {seconds:.1f} s", flush=True)
    return points


def main() -> None:
    """Trains and draws."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default=onda.SMALL)
    parser.add_argument("--iterations", type=int, default=100_000)
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
