"""Networks and searches by their CPU time, game by game: the rows behind docs/images/strength.svg.

    python bench/strength/sweep.py bench/history/strength/0.1.0.json --jobs 2   # writes what is missing
    python -m bench plot                                                        # draws it

Each search plays with three budgets, against the greedy bot and against a flat search: games against the greedy bot alone
flatter searches that roll out with it. A row is as `bench/strength/duel.py` says, in one process; it ends early after
`--seconds` of CPU time, so rows of slow bots have fewer games. Times are right if no more runs than the machine has cores.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from duel import Row, duel, keep, show

import uneri
from uneri.train import has_network

GAMES = (
    "onda(players=2,rounds=1)",
    "onda(players=4,rounds=1)",
    "solo(players=2,max_rounds=1)",
    "tidal(players=2,rounds=1)",
    "tacta(players=2)",
    "namima(players=2,variant=sazanami,games=1)",
)
SEARCHES = ("search", "flat", "ismcts")
BUDGETS = (30, 120, 480)  # simulations
AGAINST = ("greedy", "flat:sims=120")
FIRST_DEAL = 12_000_000  # far from the deals of trainings and their trials


def all_rows() -> list[tuple[str, str, str]]:
    """Game, bot, against."""
    searches = [f"{search}:sims={budget}" for budget in BUDGETS for search in SEARCHES]
    rows = []
    for game in GAMES:
        bots = ["net"] * has_network(uneri.load_game(game)) + searches
        rows += [(game, bot, against) for against in AGAINST for bot in bots]
    return rows


def play(row: tuple[str, str, str], deals: int, seconds: float) -> Row:
    """The last of what a row tells."""
    game, bot, against = row
    *_, last = duel(game, (bot, against), deals, FIRST_DEAL, seconds)
    return last


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="rows that are there already are not played again")
    parser.add_argument("--deals", type=int, default=500, help="two games each (default 500)")
    parser.add_argument("--seconds", type=float, default=60, help="CPU time of a row, about (default 60)")
    parser.add_argument("--jobs", type=int, default=1, help="rows at once (default 1)")
    args = parser.parse_args()
    there = json.loads(args.file.read_text(encoding="utf-8"))["rows"] if args.file.exists() else []
    done = {(row["game"], row["bot"], row["against"]) for row in there}
    rows = [row for row in all_rows() if row not in done]
    with ProcessPoolExecutor(args.jobs) as pool:
        for found in as_completed([pool.submit(play, row, args.deals, args.seconds) for row in rows]):
            keep(found.result(), args.file)
            print(show(found.result()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
