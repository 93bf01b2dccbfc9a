"""Reviews a record: at each decision a search chooses, and fresh worlds judge its choice and the move played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .._util.checks import MOST_THREADS, bounded, flag, seed_of
from .._util.messages import brief
from .._util.progress import Progress, Report
from .._util.rng import stream
from ..bots.specs import find_networks
from ..contract import State
from ..records import Move, Record
from ..registry import game_module
from ..search import ActionStats
from ..search.action_values import average, evaluate_in_worlds, is_better
from .report import Decision, MoveValue, Review
from .searcher import Searcher, find_searcher

DEFAULT_BOT = "search:sims=2000"
DEFAULT_WORLDS = 100
FEWEST_WORLDS = 10  # below that two standard errors mean nothing
_SHOWN = 5  # moves of a decision
_ROUNDS = 5  # of fresh worlds, each after another move has proved to be better


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
    worlds, and the loss is the mean difference between the move chosen and the move played. If the worlds show another
    move to be better than the search's, that move is preferred instead, and both are judged in worlds drawn once more.
    Everything is drawn for the seat to act: nothing that it couldn't know is used.

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
        raise TypeError(f"record must be a Record, not {brief(record)} ({type(record).__name__})")
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
        for action in (move.action, *move.chance):
            state.apply_action(action)


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
        listed = result.best(len(legal))
        preferred, shown = result.action, {stats.action for stats in listed[:_SHOWN]} | {action, result.action}
        for _ in range(_ROUNDS):
            # Not the worlds of the choice: the move did well in those, which would flatter it (the winner's curse).
            drawn = evaluate_in_worlds(state, self.worlds, numbers.next(), self.searcher.judged_by)
            values = {move: drawn[:, legal.index(move)] for move in shown}
            if not any(is_better(values[move], values[preferred]) for move in shown):
                break
            preferred = max(shown, key=lambda move: (values[move].mean(), -move))
        loss, stderr = average(values[preferred] - values[action])
        value, value_stderr = average(values[preferred])
        line = result.principal_variation if preferred == result.action else ()
        return Decision(
            ply=ply,
            seat=seat,
            legal=len(legal),
            played=action,
            played_text=text,
            preferred=preferred,
            preferred_text=state.action_to_string(preferred),
            loss=loss,
            stderr=stderr,
            value=value,
            value_stderr=value_stderr,
            line=line if len(line) > 1 else (),
            moves=_list_moves(listed, values, preferred),
            facts=game_module(state.game.name).decision_facts(state, dict.fromkeys([action, preferred])),
        )


def _list_moves(
    listed: Sequence[ActionStats], values: Mapping[int, NDArray[np.float64]], preferred: int
) -> tuple[MoveValue, ...]:
    found = []
    for stats in listed:
        if stats.action in values:
            mean, stderr = average(values[stats.action])
            equal = not is_better(values[preferred], values[stats.action])
            found.append(MoveValue(stats.action, stats.notation, stats.visits, mean, stderr, equal))
    return tuple(sorted(found, key=lambda move: (move.action != preferred, -move.value)))
