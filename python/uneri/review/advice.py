"""Finds a bot's choice and explains it or another seat's move, using only what a seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import uneri
from uneri._util.text_table import fold
from uneri.bots import checked_act, make_bot
from uneri.bots.players import stand_in, to_failure
from uneri.search import FlatMC, SearchResult
from uneri.search.action_values import evaluate_in_worlds, is_better

_HINT_SIMS = 1000  # a second or two in the slowest game
_SIMS_A_MOVE = 50  # more simulations for many moves: a hundred moves occur in ONDA, which is fast

_CANDIDATES = 4  # moves that a hint compares
_HINT_WORLDS = 100  # deals in which they are judged, so a count of wins is a share in percent

_WORLDS = 8  # deals in which a bot's move is judged
_TRIES = 64  # draws; only those count in which the bot was to move and could make this move
_SIMS = 200  # per deal


class Seen(NamedTuple):
    """A move of another seat."""

    before: uneri.State
    seat: int
    action: int
    shown: bool
    """Whether the reader knows which move it is."""
    told: list[str]
    """The reader's later lines: a card chosen in secret may be named later."""


def hint_lines(state: uneri.State, spec: str) -> list[str]:
    """Name the best move that a bot finds; for a search with the results of the next best."""
    asked = spec or f"search:sims={max(_HINT_SIMS, _SIMS_A_MOVE * state.num_legal_actions())}"
    try:
        bot: Any = make_bot(asked)
    except Exception as error:  # noqa: BLE001  # a module of the user's may raise anything
        return fold("no hint: ", str(to_failure(error)))
    world = state.resample_from_infostate(state.current_player(), 0)  # also for cheating searches: hints are fair
    try:
        if not hasattr(bot, "run"):
            return [f"{spec} would play {state.action_to_string(checked_act(bot, world))}."]
        lines = explain_choice(world, asked, bot.run(world))
        simple = stand_in(state.game)
        if not spec and simple != "random":
            greedy = checked_act(make_bot(simple), world)
            lines.append(f"The {simple} bot would play {state.action_to_string(greedy)}.")
        return lines
    except Exception as error:  # noqa: BLE001
        return fold("no hint: ", str(to_failure(error)))
    finally:
        if hasattr(bot, "close"):
            bot.close()


class Choice(NamedTuple):
    """A move that a search tried often."""

    action: int
    notation: str
    mean: float
    """Its mean result in fresh deals, from 0 (last place) to 1 (first)."""
    equal: bool
    """Whether it can't be told apart from the best."""


def judge_choices(state: uneri.State, found: SearchResult) -> list[Choice]:
    """Judge the moves that a search tried most in fresh worlds; return them, the best first."""
    tried = {stats.action: stats.notation for stats in found.best(_CANDIDATES)}
    legal = state.legal_actions()
    values = evaluate_in_worlds(state, _HINT_WORLDS, 0, {})[:, [legal.index(action) for action in tried]]
    means = values.mean(0)
    order = sorted(range(len(tried)), key=lambda place: (-means[place], place))
    best, listed = values[:, order[0]], list(tried.items())
    return [Choice(*listed[at], float(means[at]), not is_better(best, values[:, at])) for at in order]


def write_result(mean: float, players: int) -> str:
    """Write the result of a move; with two players, how many of the fresh deals it won."""
    return f"{_HINT_WORLDS * mean:.0f} of {_HINT_WORLDS}" if players == 2 else f"{mean:.2f}"


def explain_choice(state: uneri.State, spec: str, found: SearchResult) -> list[str]:
    """Judge the moves that a search tried most in fresh worlds, and name the best.

    The number shown is the one by which the move is chosen. Moves that it can't tell apart are said to be equal.
    """
    if len(found.stats) == 1:
        return [f"Play {found.notation}. There is no other move."]
    first, *more = choices = judge_choices(state, found)
    equal = ", ".join(choice.notation for choice in more if choice.equal)
    lines = fold("", f"Play {first.notation}." + (f" As good within the error: {equal}." if equal else ""))
    players = state.game.num_players
    results = "   ".join(f"{choice.notation}: {write_result(choice.mean, players)}" for choice in choices)
    scale = "" if players == 2 else "; a result is 0 for the last place, 1 for the first"
    lines += fold(f"  {'wins' if players == 2 else 'result':<8}", results)
    lines += fold("  tried   ", f"these most by {spec}; each judged in {_HINT_WORLDS} fresh deals{scale}")
    if len(found.principal_variation) > 1 and found.action == first.action:
        lines += fold("  expects ", ",  ".join(f"seat {step}" for step in found.principal_variation[:6]))
    return lines


def explain_move(moves: Sequence[Seen], reader: int) -> list[str]:
    """Give reasons for the last move of another seat that the reader knows.

    The move is judged in deals that fit the reader's knowledge before it, not in the true one.
    """
    known = [move for move in moves if _is_known(move)]
    if not known:
        return ["You saw no bot's move since your last one." if moves else "No bot has moved since your turn."]
    before, seat, action, *_ = known[-1]
    name = before.action_to_string(action)
    worlds = list(_draw_worlds(before, seat, action, reader))
    if not worlds:
        return [f"seat {seat}: {name}.", "  No deal was found that fits what you know and lets it make this move."]
    results = [FlatMC(sims=_SIMS, seed=i).run(world) for i, world in enumerate(worlds)]
    if all(len(found.stats) == 1 for found in results):
        return [f"seat {seat}: {name}. It had no other move."]
    liked = sum(found.action == action for found in results)
    where = f"In {len(worlds)} deals that fit what you know, a search plays this in {liked}."
    lines = [f"seat {seat}: {name}.", f"  {where}"]
    own = [stats.mean for found in results for stats in found.stats if stats.action == action]
    rest = [
        max((stats.mean for stats in found.stats if stats.action != action and stats.mean is not None), default=None)
        for found in results
    ]
    lines.append(f"  value {_average(own)}, of the best other move {_average(rest)}; 0 (worst) to 1 (best)")
    others = Counter(found.notation for found in results if found.action != action).most_common(3)
    if others:
        lines += fold("  else  ", "   ".join(f"{other} ({count})" for other, count in others))
    return lines


def _draw_worlds(before: uneri.State, seat: int, action: int, reader: int) -> Iterator[uneri.State]:
    found = 0
    for seed in range(_TRIES):
        world = before.resample_from_infostate(reader, seed)
        if world.current_player() == seat and action in world.legal_actions():
            yield world
            found += 1
        if found == _WORLDS:
            return


def _average(values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{sum(known) / len(known):.2f}" if known else "unknown"


def _is_known(move: Seen) -> bool:
    name = f"seat {move.seat} {move.before.action_to_string(move.action)}"
    return move.shown or any(name in line for line in move.told)
