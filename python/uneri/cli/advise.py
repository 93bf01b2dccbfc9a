"""`uneri advise GAME`: advice at a real table, from what one seat sees."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from typing import Any

import uneri
from uneri._util.strict_json import JSONError, read_json
from uneri.contract import CHANCE, SeatView
from uneri.registry import game_module
from uneri.review.real_table import Event, RealTable

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
        self.table = RealTable(game.new_initial_state().view(seat), self.ask_secret, self.ask_fields)
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
        player = state.current_player()
        if player == self.seat and self.table.view is not self._advised:
            self.advise(self.table.view)
            self._advised = self.table.view
        whose = "your move" if player == self.seat else f"seat {player}"
        line = self.read(self.name_outcomes() if player == CHANCE else whose)
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
            elif word in ("if", "set"):
                view = self.table.corrected(self.read_field(self.table.view, more))
                self.advise(view) if word == "if" else self.table.correct(view)
            elif word == "why":
                say(state.why_not(state.parse_action(more)) or f"{more} is legal.")
            else:
                self.add(line)
        except ValueError as error:
            say(f"{error}; 'help' lists what you may enter")

    def add(self, line: str) -> None:
        """Add the events of a line."""
        state = self.table.state
        player = state.current_player()
        named = re.fullmatch(r"(\d+) *: *(.*)", line)
        if named or player != CHANCE:
            text, who = (named[2], int(named[1])) if named else (line, player)
            action = state.game.parse_action(text)
            if who == self.seat == player and not state.is_legal(action):
                raise ValueError(state.why_not(action))
            self.table.add(who, action, at_once=named is not None)
            return
        for card in [each for word in re.split(r"[ ,]+", line) for each in self.split_cards(word)]:
            if self.table.state.current_player() != CHANCE:
                raise ValueError(f"{card} and what follows is left out: no card comes next")
            self.table.add(CHANCE, self.table.state.parse_action(card))

    def split_cards(self, word: str) -> list[str]:
        """Split a word such as B123 into its cards B1, B2 and B3; in some games b12 is one card."""
        several = re.fullmatch(r"([A-Za-z])(\d{2,})", word)
        try:
            self.table.state.parse_action(word)
        except ValueError:
            return [several[1] + digit for digit in several[2]] if several else [word]
        return [word]

    def name_outcomes(self) -> str:
        """Name what may come from chance, and how many cards the reader holds."""
        first, *more = map(self.table.state.action_to_string, self.table.state.legal_actions())
        held = self.table.view.fields.get("hand_total")
        return f"{f'you hold {held[self.seat]}; ' if held else ''}{' ... '.join([first, *more[-1:]])}"

    def read(self, prompt: str) -> str:
        """Read a line that isn't empty."""
        while not (line := ask(f"{prompt}> ", lambda: ["undo", "state", "moves", "help", "set ", "if ", "quit"])):
            if line is None:
                raise _Ended
        if line == "quit":
            raise _Ended
        return line

    def show(self, view: SeatView) -> None:
        """Print what the seat sees."""
        print_panel(self.module.render(view.fields), styles=self.module.STYLES)

    def advise(self, view: SeatView) -> None:
        """Print what the seat sees, and its moves, ranked."""
        self.show(view)
        if view.world().current_player() == self.seat:
            print_moves(self.bot.run(view), self.top)

    def ask_secret(self, event: Event) -> int | None:
        """Ask which card or move a seat showed now."""
        who = "the card drawn" if event.player == CHANCE else f"seat {event.player}"
        while (line := ask(f"{who} is shown now (Enter: it isn't)> ", list)) not in (None, "", "quit"):
            try:
                return event.before.parse_action(line)
            except ValueError as error:
                say(str(error))
        if line == "":
            return None
        raise _Ended

    def ask_fields(self, view: SeatView, names: list[str]) -> Mapping[str, Any]:
        """Ask for fields of the view."""
        given: dict[str, Any] = {}
        if not names:
            self.show(view)
        while line := ask(f"{', '.join(names) or 'check the table'}: FIELD VALUE (Enter: as shown)> ", lambda: names):
            try:
                given |= self.read_field(view, line)
            except ValueError as error:
                say(str(error))
        return given

    def read_field(self, view: SeatView, line: str) -> dict[str, Any]:
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
