"""`python -m bench.serve_seeds`: tries seeds for the deal of a web table. None gives the game that any seat sees.

Each seed is tried in every public way to make a game: as it is (`new_initial_state`, records, tables with a seed, a batch's array
of seeds), and as the one seed of a batch, which derives a seed for each lane. What fits a seat's first view, which may have
few bits, is played on and compared with what that seat sees later.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import uneri
from uneri.serve.limits import Limits
from uneri.serve.lobby import Lobby
from uneri.serve.new_game import make_wanted_table

LANES = 1024
LATER = 30  # moves


def view(state: uneri.State, seat: int) -> list[float]:
    return list(np.float32(state.observation_tensor(seat)))


def actions_of(start: uneri.State, moves: int) -> tuple[uneri.State, list[int]]:
    """A position of the game some moves later, and the moves."""
    state, actions = start.clone(), []
    while not state.is_terminal() and len(actions) < moves:
        legal = state.legal_actions()
        actions.append(legal[7 * len(actions) % len(legal)])
        state.apply_action(actions[-1])
    return state, actions


def goes_on(state: uneri.State, actions: list[int], later: uneri.State, seat: int) -> bool:
    """Whether a game lets the moves happen, and looks to the seat as the wanted one does after them."""
    for action in actions:
        if state.is_terminal() or not state.is_legal(action):
            return False
        state.apply_action(action)
    return view(state, seat) == view(later, seat)


def tries(start: uneri.State, later: uneri.State, actions: list[int], bits: int) -> tuple[int, int]:
    """How many games look like the wanted one to some seat at the start, and how many of these later, too."""
    env = uneri.BatchEnv(start.game, LANES, observation="all")
    wanted = np.float32([view(start, seat) for seat in range(start.game.num_players)])
    first = last = 0
    for block in range((1 << bits) // LANES):
        for seed in (np.arange(block * LANES, (block + 1) * LANES, dtype=np.uint64), block):
            env.reset(seed=seed)
            for lane, seat in zip(*(env.observation == wanted).all(axis=2).nonzero(), strict=True):
                first += 1
                last += goes_on(env.get_state(lane), actions, later, seat)
    return first, last


def main() -> None:
    """Deals a table of each game, and tries."""
    parser = argparse.ArgumentParser(prog="python -m bench.serve_seeds", description=__doc__)
    parser.add_argument("--bits", type=int, default=24, metavar="N", help="2^N seeds of each kind; default: 24")
    parser.add_argument("--games", default=",".join(uneri.games()), metavar="A,B", help="default: all")
    given = parser.parse_args()
    for name in given.games.split(","):
        begun = time.process_time()
        game = uneri.load_game(name)
        table = make_wanted_table(Lobby(Limits()), {"game": name, "seats": ["human"] * game.num_players})
        start = table.state.clone()
        while not table.over and len(table.moves) < LATER:
            legal = table.state.legal_actions()
            table.play(legal[7 * len(table.moves) % len(legal)])
        first, last = tries(start, table.state, [move.action for move in table.moves], given.bits)
        print(
            f"{name}, {game.num_players} seats: 2 x 2^{given.bits} seeds; {first} fit a first view, {last} later, too;",
            end=" ",
        )
        known = game.new_initial_state(LANES + 1)
        _, found = tries(known, *actions_of(known, LATER), 11)
        print(f"a game of seed {LANES + 1} is found by {found} seats; {time.process_time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
