"""Reviews a record: at each decision a search chooses, and fresh worlds judge its choice and the move played."""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, SupportsIndex

from .._util.checks import MOST_THREADS, bounded, flag, seed_of
from .._util.messages import brief
from .._util.progress import Progress, Report
from .._util.rng import stream
from ..bots.specs import find_networks
from ..contract import State
from ..records import Move, Record
from ..registry import game_module
from ..search import SearchResult
from ..search.action_values import evaluate_in_worlds
from .report import Decision, MoveValue, Review
from .searcher import Searcher, find_searcher

DEFAULT_BOT = "search:sims=2000"
DEFAULT_WORLDS = 100
FEWEST_WORLDS = 10  # below that two standard errors mean nothing
_SHOWN = 5  # moves of a decision


def review(
    record: Record,
    bot: str = DEFAULT_BOT,
    seat: SupportsIndex | None = None,
    *,
    worlds: SupportsIndex = DEFAULT_WORLDS,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    partial: bool = False,
    progress: Report = None,
) -> Review:
    """Review a recorded game.

    At each decision the bot's search chooses a move. Then every legal move is played once in each of `worlds` fresh
    worlds, and the loss is the mean difference between the move chosen and the move played. Everything is drawn for the
    seat to act: nothing that it couldn't know is used.

    Parameters
    ----------
    record
        The game.
    bot
        A search by name (default `"search:sims=2000"`): `search`, `flat`, `ismcts`, `pimc`, or `"module:Class"` with a method
        `run`. Its settings `rollout`, `epsilon`, `depth`, `horizon` and `objective` hold for the losses, too.
    seat
        Only this seat's decisions. None (default): all.
    worlds
        Worlds in which a decision is judged, 10 to 1,000,000 (default 100).
    seed
        An integer from 0 (default) to 2^64 - 1. The same seed gives the same review.
    threads
        Decisions reviewed at once, 1 (default) to 256. It changes the time, never the result.
    partial
        True: Ctrl-C ends the review early and what is done is returned, with `stopped` True. False (default): Ctrl-C
        raises KeyboardInterrupt.
    progress
        None shows a line on a terminal after a second, False shows nothing. A function is called with the share done.

    Raises
    ------
    uneri.records.RecordError
        If the record can't be played.
    ValueError
        If `bot` is not a search, keeps its tree from move to move, looks at hidden cards (`cheat=true`) or searches for
        `objective=utility`; or if a number is out of range.

    Examples
    --------
    >>> from uneri import records, review
    >>> record = records.record("onda(players=2,rounds=1)", ["greedy", "random"], seed=7)
    >>> found = review.review(record, bot="flat:sims=100", worlds=20, seat=1)
    >>> len(found.decisions) == sum(move.seat == 1 for move in record.moves)
    True
    """
    if not isinstance(record, Record):
        raise TypeError(f"record is {brief(record)} ({type(record).__name__}); allowed: a Record")
    return review_by(
        find_searcher(bot), record, seat, worlds=worlds, seed=seed, threads=threads, partial=partial, progress=progress
    )


def review_by(
    searcher: Searcher,
    record: Record,
    seat: SupportsIndex | None,
    *,
    worlds: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    partial: bool = False,
    progress: Report = None,
) -> Review:
    """Review a game like `review`, with an existing search."""
    only = None if seat is None else bounded(seat, "seat", 0, len(record.players) - 1)
    judge = _Reviewer(searcher, bounded(worlds, "worlds", FEWEST_WORLDS, 1_000_000), seed_of(seed))
    workers, may_stop = bounded(threads, "threads", 1, MOST_THREADS), flag(partial, "partial")
    record.replay()  # an unplayable record is reported before the first search
    game = record.load_game()
    tasks = [(state, move) for state, move in _find_positions(record) if only in (None, move.seat)]
    done: list[Decision] = []
    stopped = False
    with Progress("review", progress) as report:
        try:
            for decision in judge.judge_all(tasks, workers):
                done.append(decision)
                report(len(done) / len(tasks))
        except KeyboardInterrupt:
            if not may_stop:
                raise
            stopped = True
    return Review(
        game=str(game),
        players=record.players,
        returns=record.returns,
        bot=searcher.text,
        seed=judge.seed,
        worlds=judge.worlds,
        seat=only,
        plies=len(record),
        decisions=tuple(done),
        stopped=stopped,
        networks=find_networks([searcher.make], game),
    )


def judge_move(
    state: State, action: int, number: int = 0, *, bot: str = DEFAULT_BOT, worlds: int = DEFAULT_WORLDS
) -> Decision:
    """Review one action of the seat to act, like `review` with its seed 0 at the ply `number`."""
    move = state.action_to_string(action)
    return _Reviewer(find_searcher(bot), worlds, 0).judge(state, action, move, number)


def _find_positions(record: Record) -> Iterator[tuple[State, Move]]:
    """Yield each decision with the position before it."""
    state = record.replay(0)
    for move in record.moves:
        yield state.clone(), move
        state.apply_action(move.action)
        for outcome in move.chance:
            state.apply_action(outcome)


@dataclass(frozen=True)
class _Reviewer:
    """Reviews single decisions. All numbers come from the seed and the ply."""

    searcher: Searcher
    worlds: int
    seed: int

    def judge_all(self, tasks: list[tuple[State, Move]], threads: int) -> Iterator[Decision]:
        """Yield the decisions in order."""
        if threads == 1:  # in this thread Ctrl-C stops a search at once
            yield from map(self.judge_one, tasks)
            return
        pool = ThreadPoolExecutor(threads)
        try:
            yield from pool.map(self.judge_one, tasks)
        finally:
            pool.shutdown(cancel_futures=True)

    def judge_one(self, task: tuple[State, Move]) -> Decision:
        """Review one decision of a record."""
        state, move = task
        return self.judge(state, move.action, move.text, move.ply)

    def judge(self, state: State, action: int, text: str, ply: int) -> Decision:
        """Review one decision."""
        seat, legal = state.current_player(), state.legal_actions()
        if len(legal) == 1:
            return Decision(ply, seat, 1, action, text, action, text, 0.0, 0.0, None, None, (), (), None)
        numbers = stream(self.seed, ply)
        result = self.searcher.run(state, numbers.next())
        # Not the search's worlds: its choice did well in those, which would flatter it (the winner's curse).
        values = evaluate_in_worlds(state, self.worlds, numbers.next(), self.searcher.judged_by)
        chosen, played = legal.index(result.action), legal.index(action)
        loss, stderr = _average(values[:, chosen] - values[:, played])
        value, value_stderr = _average(values[:, chosen])
        return Decision(
            ply=ply,
            seat=seat,
            legal=len(legal),
            played=action,
            played_text=text,
            preferred=result.action,
            preferred_text=result.notation,
            loss=loss,
            stderr=stderr,
            value=value,
            value_stderr=value_stderr,
            line=result.principal_variation if len(result.principal_variation) > 1 else (),
            moves=_judge_moves(result, legal, values, action),
            facts=game_module(state.game.name).decision_facts(state, dict.fromkeys([action, result.action])),
        )


def _average(values: Any) -> tuple[float, float]:
    """Return the mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values)))


def _judge_moves(result: SearchResult, legal: list[int], values: Any, played: int) -> tuple[MoveValue, ...]:
    listed = result.best(len(legal))
    shown = [stats for place, stats in enumerate(listed) if place < _SHOWN or stats.action == played]
    found = []
    for stats in shown:
        mean, stderr = _average(values[:, legal.index(stats.action)])
        found.append(MoveValue(stats.action, stats.notation, stats.visits, mean, stderr))
    return tuple(found)
