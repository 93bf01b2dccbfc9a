"""Checks that a program keeps to the protocol of external bots, by playing with it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import SupportsIndex

from .._util.checks import bounded, seed_of
from ..bots import BotFailure, ExternalBot, RandomBot
from ..bots.external import DEFAULT_TIMEOUT_MS
from ..contract import Game
from ..registry import game_of

_QUIET_SECONDS = 0.2  # to wait for unrequested output
_END_SECONDS = 5.0  # to end by itself


@dataclass(frozen=True)
class ProgramCheck:
    """One rule of the protocol, and whether the program keeps it."""

    name: str
    passed: bool
    detail: str
    """Figures, or the error."""


@dataclass(frozen=True)
class _Game:
    """A program's behaviour in one game."""

    moves: tuple[int, ...]
    slowest_ms: float


def check_program(
    command: str | list[str],
    game: Game | str,
    *,
    games: SupportsIndex = 2,
    seed: SupportsIndex = 0,
    timeout_ms: SupportsIndex = DEFAULT_TIMEOUT_MS,
) -> tuple[ProgramCheck, ...]:
    """Play games with a program on every seat and report which rules of the protocol it follows.

    ValueError if there is no such program, or an argument is out of range.

    Parameters
    ----------
    command
        The program and its arguments, as for `ExternalBot`.
    game
        The game to play, or its text. The other seats play at random.
    games
        Games on each seat, 1 to 1000 (default 2).
    seed
        Of the deals and of the program: 0 (default) to 2^64 - 1.
    timeout_ms
        Milliseconds for an answer, 1 to 86,400,000 (default 10,000).

    Returns
    -------
    tuple of ProgramCheck
        `plays`: answers every request in time with a legal action. `repeats`: the same seed gives the same moves in a new
        process. `forgets`: a game is the same whether it is the first of a process or a later one. `is quiet`: no unrequested
        line. `ends`: it ends by itself when its input ends. After a failure of `plays` the others are
        left out.
    """
    rules = game_of(game)
    count = bounded(games, "games", 1, 1000)
    first = seed_of(seed)
    bot, again = ExternalBot(command, timeout_ms), ExternalBot(command, timeout_ms)
    plan = [(seat, (first + number) % 2**64) for seat in range(rules.num_players) for number in range(count)]
    try:
        played = [_play(bot, rules, seat, number) for seat, number in plan]
        extra = bot._receive(_QUIET_SECONDS)
    except BotFailure as failure:
        return (ProgramCheck("plays", False, str(failure)),)
    finally:
        ended = bot._quit(_END_SECONDS)
    decisions = sum(len(one.moves) for one in played)
    slowest = max(one.slowest_ms for one in played)
    checks = [
        ProgramCheck("plays", True, f"{len(plan)} games, {decisions} decisions, the slowest answer {slowest:.0f} ms"),
        ProgramCheck("is quiet", not extra, f"says unasked: {extra!r}" if extra else "nothing unasked"),
        ProgramCheck(
            "ends", ended, "by itself" if ended else f"not within {_END_SECONDS:g} s of the end of its input: killed"
        ),
    ]
    try:
        second = [_play(again, rules, seat, number) for seat, number in plan]
        differing = [place for place, one in enumerate(second) if one.moves != played[place].moves]
        checks.append(_same("repeats", plan, differing, "the same moves in another process"))
        again.close()
        last = _play(again, rules, *plan[-1])  # of a process that has played nothing else
        forgot = [] if last.moves == played[-1].moves else [len(plan) - 1]
        checks.append(_same("forgets", plan, forgot, "the last game is the same without those before"))
    except BotFailure as failure:
        checks.append(ProgramCheck("repeats", False, str(failure)))
    finally:
        again.close()
    return tuple(checks)


def _same(name: str, plan: list[tuple[int, int]], differing: list[int], words: str) -> ProgramCheck:
    if not differing:
        return ProgramCheck(name, True, words)
    seat, seed = plan[differing[0]]
    return ProgramCheck(
        name, False, f"other moves on seat {seat} with seed {seed}; {len(differing)} of {len(plan)} games differ"
    )


def _play(bot: ExternalBot, game: Game, seat: int, seed: int) -> _Game:
    """Play one game with the program on a seat."""
    state, others = game.new_initial_state(seed), RandomBot(seed)
    bot.new_game(game, seat, seed)
    moves, slowest = [], 0.0
    while not state.is_terminal():
        if state.current_player() == seat:
            begun = time.perf_counter()
            moves.append(bot.act(state))
            slowest = max(slowest, 1000 * (time.perf_counter() - begun))
            state.apply_action(moves[-1])
        else:
            state.apply_action(others.act(state))
    bot.end_game(state.returns())
    return _Game(tuple(moves), slowest)
