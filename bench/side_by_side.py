"""Our games beside the nearest ones of OpenSpiel, on the same work in one run.

    python bench/side_by_side.py onda            # needs the extra: pip install "uneri[bench]"
    python bench/side_by_side.py onda --runs 9 --json

The work, the same on both sides:
  playouts   whole games played by uniformly random seats in compiled code: `uneri.playouts` beside OpenSpiel's own
             entry for it, `pyspiel.evaluate_bots` with uniform bots. Unit: decisions of seats (dealing is not counted,
             but its time is).
  loop       the same from Python, one step at a time: legal_actions and apply_action, dealing included. In uneri the
             seed resolves chance, by its weights. OpenSpiel's loop is there twice: with chance drawn from
             chance_outcomes(), as its documentation has it, and with any legal outcome taken at a chance node, which
             is right only where all outcomes are equally likely, but as cheap as can be.
  clone, legal_actions   of one state in the middle of a game.

Where OpenSpiel's game has all seats choose at once, its loops ask every seat and apply the choices together, in one call.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
from collections.abc import Callable
from typing import Any

import pyspiel
from measure import Rates, rates, ratio

import uneri

# Our game and options -> the OpenSpiel game that is nearest in kind, with as many seats where it allows.
PEERS = {
    # Melds of a hand that is drawn and discarded from; OpenSpiel has it for two seats only.
    "namima": ("namima(players=4,games=1)", "gin_rummy"),
    "onda": ("onda(players=4,rounds=1)", "dou_dizhu"),
    "solo": ("solo(players=4)", "crazy_eights(players=4)"),
    # Secret bids of a hand of cards, shown together, with chance between them; 4 seats, nobody sees the others' bids.
    "tidal": ("tidal(players=4)", "goofspiel(imp_info=True,num_cards=9,players=4)"),
}

# Decisions in one run of a work, about: some tenths of a second each.
OUR_PLAYOUTS, THEIR_PLAYOUTS = 8_000_000, 800_000
OUR_LOOP, THEIR_LOOP = 400_000, 60_000

Work = tuple[str, str, Callable[[], int]]


def our_playouts(game: Any, games: int) -> int:
    """Whole games in the core, one thread."""
    our_playouts.seed += 1  # type: ignore[attr-defined]  # another stream each run
    return int(uneri.playouts(game, games, seed=our_playouts.seed).lengths.sum())  # type: ignore[attr-defined]


our_playouts.seed = 0  # type: ignore[attr-defined]


def our_loop(game: Any, games: int) -> int:
    """Random play from Python, one step at a time."""
    decisions = 0
    number = random.random
    for seed in range(games):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(number() * len(legal))])
            decisions += 1
    return decisions


def their_playouts(game: Any, games: int) -> int:
    """Whole games in OpenSpiel's C++: one call a game."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    decisions = 0
    for seed in range(games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        decisions += decisions_of(state)
    return decisions


def decisions_of(state: Any) -> int:
    """Decisions of seats in a finished OpenSpiel game."""
    return sum(1 for step in state.full_history() if step.player >= 0)


def their_loop(game: Any, games: int) -> int:
    """Random play from Python with chance drawn by its probabilities."""
    decisions = 0
    number = random.random
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, probabilities)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(number() * len(legal))])
            decisions += 1
    return decisions


def their_shortest_loop(game: Any, games: int) -> int:
    """Random play from Python that treats a chance node like any other."""
    decisions = 0
    number = random.random
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            decisions += state.current_player() >= 0
            state.apply_action(legal[int(number() * len(legal))])
    return decisions


def at_once(game: Any) -> bool:
    """Do the seats of this OpenSpiel game choose at the same time?"""
    return bool(game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS)


def their_joint_loop(game: Any, games: int, *, weighted: bool) -> int:
    """The same two loops for a game whose seats choose at the same time."""
    decisions = 0
    number = random.random
    seats = range(game.num_players())
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                lists = [state.legal_actions(seat) for seat in seats]
                state.apply_actions([legal[int(number() * len(legal))] for legal in lists])
                decisions += len(lists)
            elif weighted:
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, probabilities)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(number() * len(legal))])
    return decisions


def joint_middle(game: Any, decisions: int) -> Any:
    """A state in the middle of a random game whose seats choose at the same time."""
    number = random.Random(5)
    state = game.new_initial_state()
    done = 0
    while done < decisions or state.is_chance_node():
        if state.is_chance_node():
            state.apply_action(number.choice(state.legal_actions()))
        else:
            state.apply_actions([number.choice(state.legal_actions(seat)) for seat in range(game.num_players())])
            done += game.num_players()
    return state


def middle(game: Any, decisions: int, seeded: bool) -> Any:
    """A state in the middle of a random game."""
    number = random.Random(5)
    state = game.new_initial_state(5) if seeded else game.new_initial_state()
    done = 0
    while done < decisions or state.current_player() < 0:
        legal = state.legal_actions()
        done += state.current_player() >= 0
        state.apply_action(legal[number.randrange(len(legal))])
    return state


def repeat(call: Callable[[], object], times: int) -> Callable[[], int]:
    """A work that makes the same call over and over."""

    def work() -> int:
        for _ in range(times):
            call()
        return times

    return work


def pairs(name: str) -> list[tuple[Work, Work]]:
    """The works of ours and of theirs, side by side."""
    ours_text, theirs_text = PEERS[name]
    ours, theirs = uneri.load_game(ours_text), pyspiel.load_game(theirs_text)
    joint = at_once(theirs)
    our_state = middle(ours, 30, True)
    their_state = joint_middle(theirs, 20) if joint else middle(theirs, 20, False)
    our_length = float(uneri.playouts(ours, 300, seed=0).lengths.mean())
    their_length = their_playouts(theirs, 300) / 300

    def games(decisions: int, length: float) -> int:
        return max(1, round(decisions / length))

    # Their history must not be walked inside the timing: the same games are played and counted before.
    their_games = games(THEIR_PLAYOUTS, their_length)
    their_decisions = their_playouts(theirs, their_games)

    def their_timed_playouts() -> int:
        bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(theirs.num_players())]
        for seed in range(their_games):
            pyspiel.evaluate_bots(theirs.new_initial_state(), bots, seed)
        return their_decisions

    def their_loops(games: int, *, weighted: bool) -> int:
        if joint:
            return their_joint_loop(theirs, games, weighted=weighted)
        return their_loop(theirs, games) if weighted else their_shortest_loop(theirs, games)

    # Where all choose at once, the list is asked for seat by seat.
    their_list = (lambda: their_state.legal_actions(0)) if joint else their_state.legal_actions
    unit = "decisions/s"
    return [
        (
            (f"playouts  uneri {ours_text}", unit, lambda: our_playouts(ours, games(OUR_PLAYOUTS, our_length))),
            (f"playouts  open_spiel {theirs_text}", unit, their_timed_playouts),
        ),
        (
            ("loop      uneri", unit, lambda: our_loop(ours, games(OUR_LOOP, our_length))),
            (
                "loop      open_spiel, chance_outcomes",
                unit,
                lambda: their_loops(games(THEIR_LOOP, their_length), weighted=True),
            ),
        ),
        (
            ("loop      uneri", unit, lambda: our_loop(ours, games(OUR_LOOP, our_length))),
            (
                "loop      open_spiel, any legal outcome",
                unit,
                lambda: their_loops(games(2 * THEIR_LOOP, their_length), weighted=False),
            ),
        ),
        (
            ("clone     uneri", "calls/s", repeat(our_state.clone, 1_000_000)),
            ("clone     open_spiel", "calls/s", repeat(their_state.clone, 400_000)),
        ),
        (
            ("legal     uneri", "calls/s", repeat(our_state.legal_actions, 1_000_000)),
            ("legal     open_spiel", "calls/s", repeat(their_list, 100_000)),
        ),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(PEERS))
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each work (default 5)")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    args = parser.parse_args()
    if args.runs < 1:
        parser.error(f"--runs is {args.runs}; allowed: 1 or more")
    works = pairs(args.game)
    found = rates([work for pair in works for work in pair], args.runs)
    sides: list[tuple[Rates, Rates]] = list(zip(found[::2], found[1::2], strict=True))
    if args.json:
        rows = [{"ours": vars(a), "theirs": vars(b), "ratio": a.median / b.median} for a, b in sides]
        json.dump({"machine": platform.processor() or platform.machine(), "rows": rows}, sys.stdout, indent=1)
        print()
        return 0
    print(
        f"median of {args.runs} runs per CPU second, one thread [least .. greatest]; Python {platform.python_version()}"
    )
    for ours, theirs in sides:
        print(ours)
        print(theirs)
        print(f"{'':<44} {ratio(ours, theirs)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
