"""How well a bot plays against another for its CPU time, over duplicate deals.

    python bench/strength/duel.py "onda(players=2,rounds=1)" search flat:sims=1000 --deals 500 --seed 5000000
    python bench/strength/duel.py GAME A B --deals 500 --json bench/history/strength/0.1.0.json   # keeps the row, too

The seats are A, B, A, B and so on. Every deal is played twice, with the bots swapped. `score` is the share of the other
bot's seats that a seat of A leaves behind (a tie counts half), `first` the share of first places that A's seats take (par:
half of them); 95 % intervals, from deal to deal. Times are those of the process, of decisions with a choice. Seeds from
5,000,000 on are of deals that no network in the library was trained or tried on.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import uneri
from uneri.bots import make_bot, tell


@dataclass
class Row:
    """What was measured."""

    game: str
    bot: str
    against: str
    games: int
    score: float
    score_half: float
    first: float
    first_half: float
    us: float
    us_against: float
    seed: int


class Clock:
    """CPU time and decisions of one bot."""

    def __init__(self) -> None:
        self.spent, self.decisions = 0, 0

    def ask(self, bot: Any, state: Any) -> int:
        if state.num_legal_actions() == 1:
            return int(bot.act(state))
        begun = time.process_time_ns()
        action = int(bot.act(state))
        self.spent += time.process_time_ns() - begun
        self.decisions += 1
        return action

    @property
    def us(self) -> float:
        return self.spent / 1000 / max(1, self.decisions)


def play_game(game: Any, specs: tuple[str, str], deal: int, swapped: bool, clocks: tuple[Clock, Clock]) -> Any:
    """The score and share of first places of the first bot in a game."""
    seats = game.num_players
    owner = [(p + swapped) % 2 for p in range(seats)]
    bots = [make_bot(specs[owner[p]], seed=deal * 8 + p) for p in range(seats)]
    state = game.new_initial_state(seed=deal)
    while not state.is_terminal():
        seat = state.current_player()
        action = clocks[owner[seat]].ask(bots[seat], state)
        for p, bot in enumerate(bots):
            tell(bot, p, state, action)
        state.apply_action(action)
    points = state.returns()
    most = max(points)
    first = sum(x == most for p, x in enumerate(points) if owner[p] == 0) / points.count(most)
    pairs = [(x > y) + (x == y) / 2 for p, x in enumerate(points) for q, y in enumerate(points) if owner[p] < owner[q]]
    return sum(pairs) / len(pairs), first


def interval(values: list[float]) -> tuple[float, float]:
    """Mean and half the 95 % interval."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.inf
    return mean, 1.96 * math.sqrt(sum((x - mean) ** 2 for x in values) / (len(values) - 1) / len(values))


def duel(text: str, specs: tuple[str, str], deals: int, seed: int, seconds: float = math.inf) -> Iterator[Row]:
    """Plays the deals, or as many as the CPU seconds allow. Tells what it has now and then."""
    game, clocks = uneri.load_game(text), (Clock(), Clock())
    found: list[tuple[float, float]] = []
    begun = time.process_time()
    for deal in range(seed, seed + deals):
        both = [play_game(game, specs, deal, swapped, clocks) for swapped in (False, True)]
        found.append((sum(x for x, _ in both) / 2, sum(x for _, x in both) / 2))
        ends = deal == seed + deals - 1 or time.process_time() - begun > seconds
        if ends or len(found) % 20 == 0:
            score, first = (interval([deal[i] for deal in found]) for i in (0, 1))
            yield Row(text, *specs, 2 * len(found), *score, *first, clocks[0].us, clocks[1].us, seed)
        if ends:
            return


def show(row: Row) -> str:
    """A row of a table."""
    score = f"{100 * row.score:.1f} +- {100 * row.score_half:.1f}"
    first = f"{100 * row.first:.1f} +- {100 * row.first_half:.1f}"
    times = f"{row.us:,.0f} ({row.us_against:,.0f})"
    return f"| `{row.game}` | `{row.bot}` | `{row.against}` | {row.games:,} | {score} | {first} | {times} |"


def keep(row: Row, path: Path) -> None:
    """Adds the row to a file of rows, in place of an earlier one of the same bots."""
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    same = (row.game, row.bot, row.against)
    rows = [one for one in rows if (one["game"], one["bot"], one["against"]) != same] + [asdict(row)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"rows": rows}, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("bots", nargs=2, metavar=("A", "B"))
    parser.add_argument("--deals", type=int, default=500, help="two games each (default 500)")
    parser.add_argument("--seed", type=int, default=5_000_000, help="the first deal (default 5,000,000)")
    parser.add_argument("--seconds", type=float, default=math.inf, help="end after so much CPU time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the row there")
    args = parser.parse_args()
    for row in duel(args.game, tuple(args.bots), args.deals, args.seed, args.seconds):
        if args.json is not None:
            keep(row, args.json)
    print(show(row), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
