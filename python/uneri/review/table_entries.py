"""Reads what people enter about a real table: cards, moves, corrections, and answers about what events don't show."""

from __future__ import annotations

import contextlib
import copy
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Self, TypeVar

from .._util.strict_json import JSONError, read_json
from ..contract import CHANCE, Game, SeatView
from .real_table import Event, RealTable

T = TypeVar("T")


class Question(NamedTuple):
    """A question about what events don't show."""

    words: str
    """The question, with what an empty answer means."""
    names: Sequence[str] = ()
    """The fields that it is about."""
    view: SeatView | None = None
    """The view that has these fields; without names, a view that is to be checked."""
    error: str = ""
    """The reason why the last answer was wrong."""


Answer = Callable[[Question], str]
"""Answers a question; an empty answer is the end. It is asked again after a wrong one."""


class TableEntries:
    """A table that is followed by lines of text."""

    def __init__(self, game: Game, seat: int, answer: Answer) -> None:
        self.seat, self._answer = seat, answer
        self.table = RealTable(game.new_initial_state().view(seat), self._ask_secret, self._ask_fields)

    def copy(self, answer: Answer) -> Self:
        """Return a table with the same events that continues by itself."""
        other = copy.copy(self)
        other._answer = answer
        other.table = self.table.copy(other._ask_secret, other._ask_fields)
        return other

    def enter(self, line: str) -> None:
        """Add the events of a line: cards, a move, SEAT: MOVE, or `set FIELD VALUE`. Raise ValueError if one is wrong."""
        state = self.table.state
        player = state.current_player()
        named = re.fullmatch(r"(\d{1,3}) *: *(.*)", line)
        if line.startswith("set "):
            self.table.correct(self.correct(line[4:]))
        elif named or player != CHANCE:
            text, who = (named[2], int(named[1])) if named else (line, player)
            action = state.game.parse_action(text)
            if who == self.seat == player and not state.is_legal(action):
                raise ValueError(state.why_not(action))
            self._add(who, action, is_named=named is not None)
        else:
            for card in [each for word in re.split(r"[ ,]+", line) for each in self._split_cards(word)]:
                if self.table.state.current_player() != CHANCE:
                    raise ValueError(f"{card} and what follows is left out: no card comes next")
                self.table.add(CHANCE, self.table.state.parse_action(card))

    def _add(self, player: int, action: int, *, is_named: bool) -> None:
        """Add a move. A named seat has often acted before the expected one; but a card may have been drawn first."""
        if is_named:
            with contextlib.suppress(ValueError):
                self.table.add(player, action, at_once=True)
                return
        self.table.add(player, action)

    def correct(self, text: str) -> SeatView:
        """Return the view with another value of a field: `FIELD VALUE`."""
        return self.table.corrected(self._read_field(self.table.view, text))

    def name_next(self) -> str:
        """Name who comes next, or the cards that may come and how many the reader holds."""
        player = self.table.state.current_player()
        if player != CHANCE:
            return "your move" if player == self.seat else f"seat {player}"
        first, *more = map(self.table.state.action_to_string, self.table.state.legal_actions())
        held = self.table.view.fields.get("hand_total")
        return f"{f'you hold {held[self.seat]}; ' if held else ''}{' ... '.join([first, *more[-1:]])}"

    def _split_cards(self, word: str) -> list[str]:
        """Split a word such as B123 into its cards B1, B2 and B3; in some games b12 is one card."""
        several = re.fullmatch(r"([A-Za-z])(\d{2,})", word)
        try:
            self.table.state.parse_action(word)
        except ValueError:
            return [several[1] + digit for digit in several[2]] if several else [word]
        return [word]

    def _ask(self, question: Question, read: Callable[[str], T]) -> T | None:
        while line := self._answer(question):
            try:
                return read(line)
            except ValueError as error:
                question = question._replace(error=str(error))
        return None

    def _ask_secret(self, event: Event) -> int | None:
        """Ask which card or move a seat showed now."""
        who = "the card drawn" if event.player == CHANCE else f"seat {event.player}"
        return self._ask(Question(f"{who} is shown now (empty: it isn't)"), event.before.parse_action)

    def _ask_fields(self, view: SeatView, names: list[str]) -> dict[str, Any]:
        """Ask for fields of the view."""
        words = f"{', '.join(names) or 'check the table'}: FIELD VALUE (empty: as shown)"
        question, given = Question(words, names, view), dict[str, Any]()
        while (fields := self._ask(question, lambda line: self._read_field(view, line))) is not None:
            given |= fields
            question = question._replace(view=None)
        return given

    def _read_field(self, view: SeatView, line: str) -> dict[str, Any]:
        """Read a field and its value: JSON, or cards in notation. A text for a list by seats is the reader's own entry."""
        name, _, text = line.partition(" ")
        if name not in view.fields:
            raise ValueError(f"no field {name!r}; fields: {', '.join(view.fields)}")
        try:
            value = read_json(text)
        except JSONError:
            value = text
        before = view.fields[name]
        if isinstance(value, str) and isinstance(before, list) and len(before) == view.game.num_players:
            value = [value if seat == self.seat else entry for seat, entry in enumerate(before)]
        return {name: value}
