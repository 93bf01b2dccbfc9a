"""`uneri advise GAME`: advice at a real table, from what one seat sees."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import uneri
from uneri.contract import SeatView
from uneri.registry import game_module
from uneri.review.table_entries import Question, TableEntries

from ._output import ask, label, list_moves, print_panel, say
from ._parser import FileNames, Parser, check_seat, load, number
from .analyse import make_search, print_moves

HELP = """\
CARD CARD ...     what is dealt or turned up: b3 g7, or several in order
MOVE              what the seat that is asked for does, in the game's notation
SEAT: MOVE        what another seat does first: 2: M B1.B2.B3
moves [WORD]      lists your moves; with words those that fit
why MOVE          the rule that forbids a move
if FIELD VALUE    the advice if a field of the view were this: if hand b3 b4 g7
set FIELD VALUE   corrects a field of the view for good
undo              takes the last entry back
state             shows the table again
fields            shows the view as JSON, for `uneri analyse --view`
quit              ends; nothing is stored"""


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Advises a player at a real table. Enter your cards and everybody's moves as they happen, or pipe them in, one "
        "entry per line. At your turns it ranks your moves by a search that knows only what you see. Nothing is stored."
    )
    parser.add_game(backend=False)
    parser.add_value("--seat", "P", "your seat", number(0, 99), 0)
    parser.add_value("--bot", "BOT", "a search: search:sims=5000", FileNames, "search")
    parser.add_value("--top", "N", "moves shown", number(1, 100_000), 5)


def run(args: argparse.Namespace) -> int:
    """Ask, and advise."""
    game = load(args)
    check_seat(args.seat, game.num_players)
    bot = make_search(args.bot)
    say(f"{label(game, args.given)}; you are seat {args.seat}. 'help' lists what you may enter.")
    return _Adviser(game, args.seat, bot, args.top).talk()


class _Ended(Exception):
    """The input has ended, or the user is done."""


class _Adviser:
    def __init__(self, game: uneri.Game, seat: int, bot: Any, top: int) -> None:
        self.seat, self.bot, self.top, self.module = seat, bot, top, game_module(game.name)
        self.entries = TableEntries(game, seat, self.answer)
        self.table = self.entries.table
        self._advised: SeatView | None = None

    def talk(self) -> int:
        try:
            while not self.table.state.is_terminal():
                self.enter()
            self.show(self.table.view)
            say("The game is over.")
        except _Ended:
            say("The advice ends here.")
        return 0

    def enter(self) -> None:
        """Show what is known, and read one line."""
        state = self.table.state
        if state.current_player() == self.seat and self.table.view is not self._advised:
            self.advise(self.table.view)
            self._advised = self.table.view
        line = ""
        while not line:
            line = read(self.entries.name_next(), ["undo", "state", "moves", "help", "set ", "if ", "quit"])
        word, _, more = line.partition(" ")
        try:
            if word == "undo":
                say("Taken back." if self.table.undo() else "There is nothing to take back.")
            elif word == "state":
                self.show(self.table.view)
            elif word == "fields":
                say(str(self.table.view))
            elif word == "moves":
                list_moves(list(map(state.action_to_string, state.legal_actions())), self.module.STYLES, more)
            elif word == "help":
                notation = self.module.RULES.partition("\n--\n")[2]
                say(f"{HELP}\n\n{notation}", self.module.STYLES)
            elif word == "if":
                self.advise(self.entries.correct(more))
            elif word == "why":
                say(state.why_not(state.parse_action(more)) or f"{more} is legal.")
            else:
                self.entries.enter(line)
        except ValueError as error:
            say(f"{error}; 'help' lists what you may enter")

    def show(self, view: SeatView) -> None:
        """Print what the seat sees."""
        print_panel(self.module.render(view.fields), styles=self.module.STYLES)

    def advise(self, view: SeatView) -> None:
        """Print what the seat sees, and its moves, ranked."""
        self.show(view)
        if view.world().current_player() == self.seat:
            print_moves(self.bot.run(view), self.top)

    def answer(self, question: Question) -> str:
        """Ask a question."""
        if question.error:
            say(question.error)
        elif question.view is not None and not question.names:
            self.show(question.view)
        return read(question.words, question.names)


def read(prompt: str, words: Sequence[str]) -> str:
    """Read a line; Tab completes the words."""
    line = ask(f"{prompt}> ", lambda: list(words))
    if line in (None, "quit"):
        raise _Ended
    return line
