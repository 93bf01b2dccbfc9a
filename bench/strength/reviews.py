"""Does a review find the weak player, and a win thrown away? The figures of docs/review.md.

    python bench/strength/reviews.py --games 20

ONDA for two, one round. First greedy plays random, on both seats in turn: mean losses with two standard errors. Then
one player (`--player`) plays itself, and once passes where it could go out and the other goes out at once.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
from collections.abc import Iterator

import uneri
from uneri import records, review
from uneri.bots import make_bot

GAME = "onda(players=2,rounds=1)"


def losses(games: int, settings: dict[str, object]) -> dict[str, list[float]]:
    """Losses by player, of decisions with a choice."""
    found: dict[str, list[float]] = {"greedy": [], "random": []}
    for seed in range(games):
        names = ["greedy", "random"] if seed % 2 == 0 else ["random", "greedy"]
        report = review.review(records.record(GAME, names, seed, views=False), seed=seed, **settings)
        for decision in report.decisions:
            if decision.legal > 1:
                found[names[decision.seat]].append(decision.loss)
    return found


def thrown_win(seed: int, player: str) -> tuple[records.Record, int] | None:
    """A game of a player against itself with one win thrown away, and its ply; None if there was no such chance."""
    game, bot = uneri.load_game(GAME), make_bot(player)
    state, actions, thrown = game.new_initial_state(seed), [], -1
    passing = state.parse_action("PASS")
    while not state.is_terminal():
        action, seat = bot.act(state), state.current_player()
        after = state.child(action)
        wins = after.is_terminal() and after.player_return(seat) == max(after.returns())
        if thrown < 0 and action != passing and wins and state.is_legal(passing):
            other = state.child(passing)
            if other.current_player() == 1 - seat and other.child(bot.act(other)).is_terminal():
                action, thrown = passing, len(actions)
        actions.append(action)
        state.apply_action(action)
    return None if thrown < 0 else (records.Record.from_actions(game, actions, seed=seed, views=False), thrown)


def thrown_wins(player: str) -> Iterator[tuple[int, records.Record, int]]:
    """All of them, by seed."""
    for seed in itertools.count():
        made = thrown_win(seed, player)
        if made is not None:
            yield seed, *made


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--player", default="greedy", help="whose wins are thrown away; default: greedy")
    parser.add_argument("--bot", default="flat:sims=200")
    parser.add_argument("--worlds", type=int, default=30, help="for the losses; default: 30")
    parser.add_argument("--judges", type=int, default=400, help="worlds for the wins thrown away; default: 400")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    settings = {"bot": args.bot, "worlds": args.worlds, "threads": args.threads}
    for player, found in losses(args.games, settings).items():
        error = statistics.stdev(found) / len(found) ** 0.5
        print(f"{player}: mean loss {statistics.mean(found):.3f} +- {2 * error:.3f}, {len(found)} decisions")
    of_game = of_seat = mistakes = 0
    for seed, record, thrown in itertools.islice(thrown_wins(args.player), args.games):
        report = review.review(record, seed=seed, **settings | {"worlds": args.judges})
        decision, worst = report.decisions[thrown], report.worst(len(record))
        of_game += worst[:1] == (decision,)
        of_seat += [d for d in worst if d.seat == decision.seat][:1] == [decision]
        mistakes += decision.is_mistake
    print(
        f"wins thrown away: {args.games}; mistakes {mistakes}, worst of the seat {of_seat}, worst of the game {of_game}"
    )


if __name__ == "__main__":
    main()
