"""`python -m bench.prospects speed` or `calibration`: how long `namima.prospects` takes, and whether its chances come true.

Both take hands that are to discard from games of heuristic players. The calibration asks for the chance of the discard that
the player makes, and counts how many of the seats had won by each turn: of hands that are given 40 %, 35 to 45 % should have.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

import uneri
from uneri import namima
from uneri.bots import GreedyBot
from uneri.namima.cards import tables_of

TURNS = 8
BINS = np.arange(-0.05, 1.1, 0.1)


class Decision(NamedTuple):
    """A hand that is to discard, and how it ended."""

    hand: list[int]
    exposed: list[int]
    visible: list[int]
    discard: str
    left: int
    """Own draws that the wall still has, about."""
    won: int
    """The turn after this one in which the seat won; a large number if it did not."""


def decisions(variant: str, players: int) -> Iterator[Decision]:
    """The decisions of games by seed, one in three."""
    game = uneri.load_game("namima", variant=variant, players=players, games=1)
    bot, tables = GreedyBot(), tables_of(game)
    kinds = len(tables.kinds)
    seed = 0
    while True:
        seed += 1
        state = game.new_initial_state(seed=seed)
        draws, made, number = [0] * players, [], 0
        before, winner, claimed = None, None, False
        while not state.is_terminal():
            view = state.to_dict()
            seat, turn = view["to_act"], (view["turn"], view["wall_total"])
            if view["phase"] == "ACT" and turn != before:
                draws[seat] += 1
                before = turn
            action = bot.act(state)
            text = state.action_to_string(action)
            if text == "WIN":
                winner, claimed = seat, view["phase"] != "ACT"
            elif view["phase"] == "ACT" and 2 <= action < 2 + kinds:
                number += 1
                if number % 3 == 0:
                    visible = np.array(view["lying"])
                    for other, melds in enumerate(view["exposed"]):
                        for meld in melds if other != seat else ():
                            visible += tables.meld_rows[meld]
                    kind = action - 2
                    made.append((seat, draws[seat], view["hand"][seat], view["exposed"][seat], visible.tolist(), kind,
                                 view["wall_total"] // players))  # fmt: skip
            state.apply_action(action)
        for seat, drawn, hand, exposed, visible, kind, left in made:
            won = draws[seat] - drawn + claimed if seat == winner else 999
            yield Decision(hand, exposed, visible, tables.kinds[kind], left, won)


def speed(variant: str, players: int, hands: int, exchanges: int | None) -> None:
    """Prints median, 90th percentile and maximum by deficiency."""
    times: dict[int, list[float]] = {1: [], 2: [], 3: []}
    fewer = cut = 0
    for made in decisions(variant, players):
        more = {"variant": variant, "players": players}
        far = namima.deficiency_drawn(made.hand, made.exposed, visible=made.visible, **more)
        if far not in times or len(times[far]) >= hands:
            if all(len(found) >= hands for found in times.values()):
                break
            continue
        start = time.thread_time()
        found = namima.prospects(
            made.hand,
            made.exposed,
            visible=made.visible,
            turns=TURNS,
            exchanges=exchanges,
            goal="points",
            drawn=True,
            **more,
        )
        times[far].append(1000 * (time.thread_time() - start))
        fewer += found.exchanges < (exchanges or 0)
        cut += not found.complete
    for far, found in times.items():
        middle, most, worst = np.percentile(found, [50, 90, 100])
        print(f"{variant} {players}, deficiency {far}: {middle:.2f} ms, 90 % {most:.2f}, slowest {worst:.1f}")
    print(f"{variant} {players}: {fewer} with fewer exchanges, {cut} cut")


def calibrate(variant: str, players: int, wanted: int, calls: float) -> None:
    """Prints what was said and what came, by said chance."""
    said, came = [], []
    asked = 0
    for made in decisions(variant, players):
        if asked == wanted:
            break
        turns = min(TURNS, made.left)
        if turns < 1:
            continue
        found = namima.prospects(
            made.hand,
            made.exposed,
            visible=made.visible,
            turns=turns,
            calls=calls,
            drawn=True,
            variant=variant,
            players=players,
        )
        row = next((row for row in found.rows if row.move == made.discard), None)
        if row is None or row.deficiency > 3 or not found.complete:
            continue
        asked += 1
        said += row.win
        came += [made.won <= turn + 1 for turn in range(turns)]
    places = np.digitize(said, BINS) - 1
    cells = []
    for place in range(len(BINS) - 1):
        inside = places == place
        if inside.sum() >= 200:
            cells.append(f"{100 * np.mean(np.array(said)[inside]):.0f}:{100 * np.mean(np.array(came)[inside]):.0f}")
    print(f"{variant} {players}, {asked} decisions, said:came in %  " + "  ".join(cells), flush=True)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.prospects", description=__doc__)
    parser.add_argument("what", choices=("speed", "calibration"))
    parser.add_argument("--variants", default=",".join(namima.VARIANTS), metavar="A,B")
    parser.add_argument("--players", type=int, default=4, metavar="N")
    parser.add_argument("--hands", type=int, default=40, metavar="N", help="of each deficiency")
    parser.add_argument("--decisions", type=int, default=10_000, metavar="N")
    parser.add_argument("--exchanges", type=int, default=None, metavar="N")
    parser.add_argument("--calls", type=float, default=0.85, metavar="P", help="for the calibration")
    given = parser.parse_args()
    for variant in given.variants.split(","):
        if given.what == "speed":
            speed(variant, given.players, given.hands, given.exchanges)
        else:
            calibrate(variant, given.players, given.decisions, given.calls)


if __name__ == "__main__":
    main()
