"""Finds a bot's choice and its reasons, and the reasons for a bot's move, using only what a seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import uneri
from uneri._util.text_table import fold
from uneri.bots import checked_act, make_bot
from uneri.bots.players import stand_in, to_failure
from uneri.search import FlatMC, SearchResult

_HINT_SIMS = 1000  # a second or two in the slowest game
_SIMS_A_MOVE = 50  # more simulations for many moves: a hundred moves occur in ONDA, which is fast

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


def choose_hint_bot(state: uneri.State) -> str:
    """Return the search of `hint`."""
    return f"search:sims={max(_HINT_SIMS, _SIMS_A_MOVE * state.num_legal_actions())}"


def hint_lines(state: uneri.State, spec: str) -> list[str]:
    """Describe a bot's choice; for a search its reasons, too."""
    asked = spec or choose_hint_bot(state)
    try:
        bot: Any = make_bot(asked)
    except Exception as error:  # noqa: BLE001  # a module of the user's may raise anything
        return fold("no hint: ", str(to_failure(error)))
    world = state.resample_from_infostate(state.current_player(), 0)  # also for cheating searches: hints are fair
    try:
        if not hasattr(bot, "run"):
            return [f"{spec} would play {state.action_to_string(checked_act(bot, world))}."]
        lines = explain_choice(asked, bot.run(world))
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


def explain_choice(spec: str, found: SearchResult) -> list[str]:
    """Compare the choice of a search with the next best moves, and add its expected continuation."""
    first, *others = found.best(4)
    lines = [f"{spec} would play {first.notation}."]
    if not others:
        return [*lines, "There is no other move."]
    lines += fold(
        "  value   ", "   ".join(f"{s.notation}: {_format_value(s.mean, s.stderr)}" for s in (first, *others))
    )
    share = first.visits / max(1, sum(found.visits.values()))
    lines += fold("  tried   ", f"{share:.0%} of {found.simulations} games ahead; values are 0 (worst) to 1 (best)")
    if found.principal_variation:
        lines += fold("  expects ", ",  ".join(f"seat {step}" for step in found.principal_variation[:6]))
    return lines


def _format_value(mean: float | None, stderr: float | None) -> str:
    if mean is None:
        return "not tried"
    error = "" if stderr is None else f" +- {stderr:.2f}"
    return f"{mean:.2f}{error}"


def explain_move(moves: Sequence[Seen], reader: int) -> list[str]:
    """Give reasons for the last move of another seat that the reader knows.

    The move is judged in deals that fit the reader's knowledge before it, not in the true one.
    """
    known = [move for move in moves if _is_known(move)]
    if not known:
        return ["No bot's move since your last one is known to you." if moves else "No bot has moved since your turn."]
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
