"""How well searches play: one of them against another bot in all other seats, over duplicate deals.

    python bench/strength/strength.py run.jsonl --only onda --games 400   # plays what is missing, then prints the table
    python bench/strength/strength.py run.jsonl --games 0                 # prints only
    python bench/strength/strength.py run.jsonl --all                     # with rows for further settings

A deal is a seed, which fixes all of chance, and is played once with the searcher in each seat. A line of the file is one
deal of one row; a run that was stopped goes on where it ended, and more `--games` adds deals to what is there. Rows take
turns, deal by deal, so that an early table has something of each. `first` is the share of first places (a tie shares),
`rank` the share of the others left behind (a tie counts half); 95 % intervals, from deal to deal. `p`: the chance of so
many first places or more if the searcher were first no more often than any seat (normal, from deal to deal). Rows with
`cheat=true` see all cards: what hidden knowledge is worth at most.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from pathlib import Path

import uneri
from uneri.bots import make_bot, tell

ROUND = {
    "onda": "onda(players={},rounds=1)",
    "solo": "solo(players={},max_rounds=1)",
    "tidal": "tidal(players={},rounds=1)",
    "tacta": "tacta(players={},rounds=1)",
    "namima": "namima(players={},games=1)",
}


Row = tuple[str, str, str]
"""Game, searcher, opponents."""


def table_rows() -> list[Row]:
    """1,000 simulations against the greedy bot beside the same search with all cards seen, and 4,000 against 400.

    Rollouts are the default ones, epsilon-greedy.
    """
    rows = []
    for name, text in ROUND.items():
        for seats in (2, 3, 4):
            game = text.format(seats)
            rows += [(game, f"{kind}:sims=1000", "greedy") for kind in ("ismcts", "flat")]
            if name != "tacta":  # all its cards lie open
                rows += [(game, f"{kind}:sims=1000,cheat=true", "greedy") for kind in ("ismcts", "flat")]
        kind = "flat" if name == "namima" else "ismcts"  # ISMCTS does there what the greedy bot would
        rows.append((text.format(2), f"{kind}:sims=4000", f"{kind}:sims=400"))
    return rows


def further_rows() -> list[Row]:
    """Settings beside the default ones."""
    rows = [(text.format(4), "ismcts:sims=1000,follow=true", "greedy") for text in ROUND.values()]
    four = ROUND["onda"].format(4)
    rows += [(four, f"ismcts:sims=1000,{more}", "greedy") for more in ("root_widening=1", "rollout=uniform")]
    four = ROUND["tacta"].format(4)
    rows += [(four, f"ismcts:sims=1000,{more}", "greedy") for more in ("root_widening=0.5", "root_widening=1")]
    four = ROUND["tidal"].format(4)
    rows.append((four, "ismcts:sims=1000,c=1", "greedy"))
    four = ROUND["solo"].format(4)
    short = "rollout=uniform,depth=20"
    rows += [(four, f"ismcts:sims=1000,{more}", "greedy") for more in (short, "rollout=greedy")]
    rows += [(ROUND["onda"].format(2), f"pimc:sims=1000,{more}", "greedy") for more in ("worlds=20", "exact=2000")]
    return rows


def play_deal(game: uneri.Game, searcher: str, opponents: str, deal: int) -> tuple[float, float]:
    """First places and ranks of the searcher, by game."""
    seats, first, rank = game.num_players, 0.0, 0.0
    for seat in range(seats):
        state = game.new_initial_state(seed=deal)
        bots = [make_bot(searcher if p == seat else opponents, seed=deal * 8 + p) for p in range(seats)]
        while not state.is_terminal():
            action = bots[state.current_player()].act(state)
            for p, bot in enumerate(bots):
                tell(bot, p, state, action)
            state.apply_action(action)
        points = state.returns()
        own, most = points[seat], max(points)
        first += (own == most) / points.count(most)
        rank += sum((own > x) + (own == x) / 2 for p, x in enumerate(points) if p != seat) / (seats - 1)
    return first / seats, rank / seats


def read(path: Path) -> dict[str, dict[int, tuple[float, float]]]:
    """Deals by row; a last line that was cut off is dropped."""
    found: dict[str, dict[int, tuple[float, float]]] = defaultdict(dict)
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                item = json.loads(line)
            except json.JSONDecodeError:
                continue
            found[item["row"]][item["deal"]] = (item["first"], item["rank"])
    return found


def interval(values: list[float]) -> tuple[float, float]:
    """Mean and half the 95 % interval."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.inf
    spread = math.sqrt(sum((x - mean) ** 2 for x in values) / (len(values) - 1))
    return mean, 1.96 * spread / math.sqrt(len(values))


def chance_above(found: tuple[float, float], par: float) -> str:
    """The one-sided p of a mean with its interval against par."""
    mean, half = found
    if not 0 < half < math.inf:
        return "-"
    p = math.erfc((mean - par) / (half / 1.96) / math.sqrt(2)) / 2
    return f"{p:.2g}" if p >= 1e-6 else "< 1e-6"


def show(found: dict[str, dict[int, tuple[float, float]]]) -> None:
    print("| game | searcher | opponents | games | first, % | p | rank |\n|---|---|---|---|---|---|---|")
    for row, deals in sorted(found.items()):
        game, searcher, opponents = row.split(" | ")
        first, rank = (interval([deal[i] for deal in deals.values()]) for i in (0, 1))
        seats = uneri.load_game(game).num_players
        games = len(deals) * seats
        above = chance_above(first, 1 / seats)
        figures = f"{100 * first[0]:.1f} +- {100 * first[1]:.1f} | {above} | {rank[0]:.3f} +- {rank[1]:.3f}"
        print(f"| `{game}` | `{searcher}` | `{opponents}` | {games:,} | {figures} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the file of results, made or gone on with")
    parser.add_argument("--games", type=int, default=2000, help="games of each row (default 2000)")
    parser.add_argument("--all", action="store_true", help="further settings, too")
    parser.add_argument("--only", default="", help="rows that contain this text")
    args = parser.parse_args()
    everything = table_rows() + (further_rows() if args.all else [])
    rows = [row for row in everything if args.only in " | ".join(row)]
    found = read(args.out)
    with args.out.open("a", encoding="utf-8") as file:
        if args.out.stat().st_size > 0 and not args.out.read_text(encoding="utf-8").endswith("\n"):
            file.write("\n")  # after a line that was cut off
        for deal in range(args.games):
            for game, searcher, opponents in rows:
                key = f"{game} | {searcher} | {opponents}"
                rules = uneri.load_game(game)
                if deal in found[key] or deal * rules.num_players >= args.games:
                    continue
                first, rank = found[key][deal] = play_deal(rules, searcher, opponents, deal)
                file.write(json.dumps({"row": key, "deal": deal, "first": first, "rank": rank}) + "\n")
                file.flush()
    show({key: deals for key, deals in found.items() if deals and args.only in key})
    return 0


if __name__ == "__main__":
    sys.exit(main())
