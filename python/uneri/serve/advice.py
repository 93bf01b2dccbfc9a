"""Advice at a real table. A request has all that was entered since the beginning, so the server stores nothing.

A cache of positions saves replaying them, and nothing else depends on it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from hashlib import sha256
from threading import Lock
from typing import Any, Final

import uneri
from uneri._util.messages import brief
from uneri.bots import make_bot
from uneri.contract import CHANCE, SeatView
from uneri.review.advice import judge_choices, write_result
from uneri.review.table_entries import Question, TableEntries
from uneri.view.frame import NARROW, WIDTH, drawn_at

from .answers import LruCache
from .lines import Line
from .messages import Message, word_move
from .new_game import load_wanted_game
from .requests import Refused, check_fields, read_flag, read_text, read_whole

SEARCH: Final = "search:sims=2000"
_MOST_LINES: Final = 3000
"""Lines of a game and answers to their questions."""
_LONGEST: Final = 400
_MOST_MOVES: Final = 300
"""Moves that are listed for a click; any other can be typed."""
_MOST_KEPT: Final = 64


class _Unanswered(Exception):
    """Raised when a line asks something that was not answered yet."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.words)
        self.question = question


class Advisers:
    """Answers requests in threads, each within some seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._line = seconds, Line("requests for advice", max(1, (os.cpu_count() or 2) - 1))
        self._kept, self._lock = LruCache[TableEntries](_MOST_KEPT), Lock()

    async def answer(self, asked: dict[str, Any], caller: str) -> Message:
        """Answer a request when it is the caller's turn."""
        return await self._line.call(lambda: self.advise(asked), self._seconds, caller)

    def advise(self, asked: dict[str, Any]) -> Message:
        """Return what is known after all entries, who comes next, and on request the moves, ranked.

        Reading stops before an entry that is wrong or that asks something: `accepted` is the number of entries used.
        """
        check_fields(asked, "game", "options", "seat", "entries", "suppose", "rank", "narrow")
        game = load_wanted_game(read_text(asked, "game"), asked.get("options", {}))
        seat = read_whole(asked, "seat", 0, game.num_players - 1)
        entries = _read_entries(asked.get("entries", []))
        rank, narrow = read_flag(asked, "rank", False), read_flag(asked, "narrow", False)
        suppose = read_text(asked, "suppose", _LONGEST) if "suppose" in asked else ""
        made, accepted, stopped = self._follow(game, seat, entries)
        try:
            view = made.correct(suppose) if suppose else made.table.view
        except ValueError as error:
            raise Refused(str(error)) from None
        with drawn_at(NARROW if narrow else WIDTH):
            found = {"accepted": accepted, "picture": str(view.to_svg()), "view": str(view), **stopped}
        return found | _describe_next(made) | ({"ranked": _rank_moves(view)} if rank else {})

    def _follow(
        self, game: uneri.Game, seat: int, entries: Sequence[Sequence[str]]
    ) -> tuple[TableEntries, int, dict[str, Any]]:
        """Follow the entries as far as they are valid; return the table, their number, and the reason for stopping."""
        keys = _make_keys([str(game), seat], entries)
        answers: list[str] = []

        def answer(question: Question) -> str:
            if question.error:
                raise ValueError(question.error)
            if not answers:
                raise _Unanswered(question)
            return answers.pop(0)

        first, table = self._find(keys)
        try:
            made = TableEntries(game, seat, answer) if table is None else table.copy(answer)
        except NotImplementedError as error:  # a game from outside
            raise Refused(str(error)) from None
        for place in range(first, len(entries)):
            line, *answers = entries[place]
            before = made.copy(answer)
            try:
                made.enter(line)
            except _Unanswered as stop:
                return before, place, {"question": stop.question.words, "fields": list(stop.question.names)}
            except ValueError as error:
                return before, place, {"error": str(error)}
        with self._lock:
            if self._kept.get(keys[-1]) is None:
                self._kept.put(keys[-1], made.copy(answer))
        return made, len(entries), {}

    def _find(self, keys: Sequence[bytes]) -> tuple[int, TableEntries | None]:
        """Find the longest beginning that is in the cache."""
        with self._lock:
            found = ((count, self._kept.get(keys[count])) for count in reversed(range(len(keys))))
            return next(((count, table) for count, table in found if table is not None), (0, None))


def _make_keys(first: object, entries: Sequence[object]) -> list[bytes]:
    """Return a key for each beginning of the entries, from none to all."""
    key, keys = b"", []
    for entry in (first, *entries):
        key = sha256(key + json.dumps(entry).encode()).digest()
        keys.append(key)
    return keys


def _read_entries(asked: Any) -> list[list[str]]:
    """Read the entries: each a line and the answers to its questions."""
    if (
        not isinstance(asked, list)
        or not all(isinstance(entry, list) and entry for entry in asked)
        or not all(isinstance(text, str) and len(text) <= _LONGEST for entry in asked for text in entry)
        or sum(map(len, asked)) > _MOST_LINES
    ):
        allowed = (
            f"lists of a line and its answers, each a string of at most {_LONGEST} characters, {_MOST_LINES} in all"
        )
        raise Refused(f"entries must be {allowed}, not {brief(asked)}")
    return asked


def _describe_next(made: TableEntries) -> Message:
    """Say who comes next and what it may do."""
    state = made.table.state
    player = state.current_player()
    listed = [] if state.is_terminal() else state.legal_actions()
    view = {} if player < 0 else state.to_dict(player)

    def word(action: int) -> str:
        return "" if player == CHANCE else word_move(state, view, action, _name_seats(state, made.seat))

    return {
        "next": made.name_next() if listed else "",
        "turn": player == made.seat,
        "chance": player == CHANCE,
        "moves": [[state.action_to_string(action), word(action)] for action in listed[:_MOST_MOVES]],
        "all": len(listed),
    }


def _rank_moves(view: SeatView) -> list[list[Any]]:
    """Rank the moves of the seat by fresh deals: notation, words, result, whether it is as good as the best."""
    world = view.world()
    if world.current_player() != view.seat:
        return []
    names, players = _name_seats(world, view.seat), view.game.num_players
    search: Any = make_bot(SEARCH)
    if world.num_legal_actions() == 1:
        ranked = [(world.legal_actions()[0], "", True)]
    else:
        choices = judge_choices(world, search.run(world))
        ranked = [(choice.action, write_result(choice.mean, players), choice.equal) for choice in choices]
    return [[world.action_to_string(a), word_move(world, view.fields, a, names), *how] for a, *how in ranked]


def _name_seats(state: uneri.State, reader: int) -> list[str]:
    return ["you" if seat == reader else f"seat {seat}" for seat in range(state.game.num_players)]
