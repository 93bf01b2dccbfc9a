"""`uneri play GAME`: a game in the terminal against bots, or bots among themselves."""

from __future__ import annotations

import argparse
import contextlib
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import uneri
from uneri import records
from uneri._util.interrupts import Interrupts, hold_ctrl_c
from uneri._util.messages import printable
from uneri._util.output_files import write_target
from uneri._util.rng import stream
from uneri._util.text_table import fold
from uneri._util.winners import winners
from uneri.bots import Bot, split_bots
from uneri.bots.lifecycle import BotPool
from uneri.bots.players import Seats, T, stand_in, to_failure
from uneri.records.fields import add_notes
from uneri.registry import game_module
from uneri.registry.book import has_book, read_book
from uneri.review.advice import Seen, explain_move, hint_lines
from uneri.view.layout import safe
from uneri.view.palette import Colors

from ._output import ask, format_result, label, list_moves, measure_terminal, print_panel, say
from ._parser import BadInput, FileNames, FileWritten, Parser, bad_input, check_files, check_seat, load, number, seed
from .rules import print_book, section_names

HELP = """\
a number      plays the move with that number
a move        plays it, in the notation listed; Tab completes it on a terminal
moves [WORD]  lists your moves; with words those that fit: moves run, moves 7
hint [BOT]    asks a search or that bot for a move: hint, hint flat:sims=5000
why           gives reasons for the last bot's move, as far as you can know
why MOVE      the rule that forbids a move
undo          takes your last move back, and everything after it
state         shows the table again
rules         shows the rules on a page
quit          ends the game"""
HELP_WORDS = ("undo", "hint", "why", "state", "moves", "rules", "help", "quit")
_WORDS = {"u": "undo", "?": "hint", "h": "help", "s": "state", "m": "moves", "q": "quit", "exit": "quit", "r": "rules"}
_WITH_MORE = ("moves", "hint", "why", "rules")


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Play against bots. You see only what your seat may know. Moves may also be piped in, one per line."
    )
    parser.add_game()
    parser.add_value("--seat", "P", "your seat", number(0, 99), 0)
    words = "the other seats in order, repeated if there are too few: greedy,random:seed=3"
    parser.add_value("--bots", "BOTS", words, FileNames)
    parser.add_value("--seed", "S", "the same seed deals the same cards; default: a new one", seed)
    words = (
        "the SVG file that shows the table after each move, with your moves numbered; a page beside it follows it in a "
        "browser; none for no file; default: tacta.svg in this folder for TACTA, none for the other games"
    )
    parser.add_value("--picture", "FILE", words, FileWritten)
    parser.add_colors("the picture")
    words = "add the game to this file of records when it ends, finished or not"
    parser.add_value("--record", "FILE", words, FileWritten)
    words = 'with --record, repeatable: a header of the record, --header event="Club night"'
    parser.add_several("--header", "NAME=TEXT", words)
    parser.add_flag("--watch", "let bots play every seat, with everything visible")


def run(args: argparse.Namespace) -> int:
    """Play one game."""
    game = load(args)
    check_seat(args.seat, game.num_players)
    picture = _choose_picture_file(game, args)
    if args.header and args.record is None:
        raise BadInput("--header needs --record FILE")
    with bad_input():
        headers = add_notes("game", {}, dict(header.partition("=")[::2] for header in args.header))
    recorder = _make_recorder(args.record)
    dealt = secrets.randbits(64) if args.seed is None else args.seed
    human = None if args.watch else args.seat
    specs = [spec.strip() for spec in split_bots(args.bots or stand_in(game))]
    seats = [seat for seat in range(game.num_players) if seat != human]
    seated = {seat: i % len(specs) for i, seat in enumerate(seats)}
    with bad_input():
        pool = BotPool(specs)
    with Interrupts() as interrupts, pool:
        bots = {}
        for seat, index in seated.items():
            with bot_failure(specs[index], seat, interrupts):
                bots[seat] = pool.take(index, seat, game, seat, stream(dealt, seat).next())
        names = ", ".join(f"seat {seat}: {specs[index]}" for seat, index in seated.items())
        you = f"you are seat {human}; " if human is not None else ""
        title = printable(f"{label(game, args.given)}, seed {dealt}; {you}{names}")
        say("\n".join(fold("", title, measure_terminal() or len(title))))
        table = TerminalGame(game, dealt, human, bots, picture, interrupts, args.colors)
        try:
            return table.play()
        finally:
            if recorder is not None:
                players = ["human" if seat == human else specs[seated[seat]] for seat in range(game.num_players)]
                with hold_ctrl_c():
                    _add_record(recorder, table, players, headers)


@contextlib.contextmanager
def bot_failure(name: str, seat: int, interrupts: Interrupts) -> Iterator[None]:
    """Turn a bot's error into a BadInput that names the bot; leave the user's Ctrl-C alone."""
    try:
        yield
    except BaseException as error:
        if not interrupts.pressed:
            raise BadInput(f"bot {name} (seat {seat}): {to_failure(error)}") from error
    if interrupts.pressed:  # a bot may have caught it
        raise KeyboardInterrupt


class _Seats(Seats):
    """The bots of the table. If one fails, the command ends."""

    def __init__(self, bots: dict[int, Bot], dealt: int, interrupts: Interrupts) -> None:
        super().__init__(bots, dealt)
        self._interrupts = interrupts

    def call(self, seat: int, use: Callable[..., T], *more: Any) -> T:
        """Call a bot. Raise BadInput if it fails."""
        with bot_failure(type(self.bots[seat]).__name__, seat, self._interrupts):
            return super().call(seat, use, *more)


def _make_recorder(file: str | None) -> records.Writer | None:
    """Open the file for the game's record, before the first move."""
    if file is None:
        return None
    try:
        return records.Writer(file, append=True)
    except (records.RecordError, OSError) as error:
        raise BadInput(f"--record {file}: {error}") from error


def _add_record(recorder: records.Writer, table: TerminalGame, players: list[str], headers: dict[str, Any]) -> None:
    """Add the game, finished or not."""
    actions = [action for _, action in table.history]
    with recorder:
        try:
            record = records.Record.from_actions(table.game, actions, seed=table.dealt, players=players)
            recorder.write(record.annotate(**headers))
        except OSError as error:
            say(f"no record: {error}")
        else:
            say(f"record: {recorder.path}")


def _choose_picture_file(game: uneri.Game, args: argparse.Namespace) -> Path | None:
    """Return the file for pictures, or None. By default only games that are played by their picture have one."""
    if args.picture is None and game_module(game.name).PLAYED_BY_PICTURE:
        args.picture = FileWritten(f"{game.name}.svg")
        check_files(args)
    return None if args.picture in (None, "none") else Path(args.picture)


class TerminalGame:
    """A running game, seen by one seat or, with `human` None, with everything visible."""

    def __init__(
        self,
        game: uneri.Game,
        dealt: int,
        human: int | None,
        bots: dict[int, Bot],
        picture: Path | None,
        interrupts: Interrupts,
        colors: Colors | None = None,
    ) -> None:
        self.game, self.dealt, self.human = game, dealt, human
        self.picture, self.colors = picture, colors
        self.players = _Seats(bots, dealt, interrupts)
        self.watched = False  # whether a page follows the picture
        self.module = game_module(game.name)
        self.styles = self.module.STYLES
        self.state = game.new_initial_state(dealt)
        self.history: list[tuple[int, int]] = []  # seat and action
        self.seen: list[Seen] = []  # moves of bots since the reader's last

    def play(self) -> int:
        """Play to the end of the game, or of the input."""
        self.draw()
        if self.human is None:
            self.show()
        while not self.state.is_terminal():
            seat = self.state.current_player()
            if seat == self.human:
                if not self.turn(seat):
                    say("The game ends here, unfinished.")
                    return 0
            else:
                self.apply(self.players.ask(self.state, len(self.history)))
        self.show()
        self.say_lines(self.write_scores())
        for line in format_result(self.state.returns(), winners(self.state), self.human):
            say(line)
        return 0

    def view_data(self) -> dict[str, Any]:
        """Return what the reader may know."""
        return self.state.to_dict(self.human)

    def show(self) -> None:
        """Print the table."""
        print_panel(self.module.render(self.view_data()), styles=self.styles)

    def draw(self) -> None:
        """Write the picture and print the file's name."""
        if self.picture is None:
            return
        try:
            write_target(self.picture, self.redraw().encode())
            if not self.watched:
                self.watched = True
                page = write_watch_page(self.picture)
                if page is not None:
                    say(f"open {page} in a browser: it follows the game")
        except OSError as error:
            say(f"no picture: {error}")
            self.picture = None
        else:
            say(f"picture: {self.picture}")

    def redraw(self) -> str:
        """Draw the picture, with the reader's moves numbered as they are listed."""
        mine = self.state.current_player() == self.human
        moves = self.state.legal_actions() if mine and not self.state.is_terminal() else None
        last = self.history[-1] if self.history else None
        return self.state.to_svg(self.human, last=last, moves=moves, colors=self.colors)

    def apply(self, action: int, *, quiet: bool = False) -> None:
        """Play an action and show the reader what may be known of it."""
        seat, before = self.state.current_player(), self.view_data()
        earlier = self.state.clone()
        self.players.tell(self.state, action)
        self.state.apply_action(action)
        self.history.append((seat, action))
        if seat == self.human:
            self.seen.clear()
        if quiet:
            return
        lines = self.module.events(before, self.view_data(), seat, action, self.human)
        self.remember(earlier, seat, action, lines)
        self.say_lines(lines)
        self.draw()

    def remember(self, before: uneri.State, seat: int, action: int, lines: list[str]) -> None:
        """Keep a bot's move for `why`, and the lines shown to the reader since the moves before it."""
        if self.human is None:
            return
        for move in self.seen:
            move.told.extend(lines)
        if seat != self.human:
            full = self.module.events(before.to_dict(), self.state.to_dict(), seat, action, None)
            self.seen.append(Seen(before, seat, action, lines[:1] == full[:1], list(lines)))

    def write_scores(self) -> list[str]:
        """List the points of every round. Nothing is hidden at this point."""
        state, lines = self.game.new_initial_state(self.dealt), []
        for _, action in self.history:
            before = state.clone()
            state.apply_action(action)
            lines += self.module.score_lines(before, action, state)
        return ["score sheet", *lines] if lines else []

    def split_rules(self) -> tuple[str, str]:
        """Return the rules, and the legend of the notation."""
        rules, _, notation = self.module.RULES.partition("\n--\n")
        return rules.strip("\n"), notation.strip("\n")

    def show_rules(self, name: str) -> None:
        """Print the rules on a page, or the section of the book that is named."""
        if not name:
            say(self.split_rules()[0], self.styles)
            if has_book(self.game.name):
                say(f"Sections of the book: {section_names(self.game.name)}.")
            return
        try:
            print_book(read_book(self.game.name), name)
        except ValueError as error:
            say(str(error))

    def turn(self, seat: int) -> bool:
        """Play the reader's own turn; return False if there is no more input."""
        legal = self.state.legal_actions()
        self.show()
        self.list_moves(legal, short=True)
        names = [*map(self.state.action_to_string, legal), *HELP_WORDS]
        while (line := ask("move (help: help)> ", lambda: names)) is not None:
            word, more = split_command(line)
            if word == "":
                continue
            if word == "quit":
                return False
            if word == "undo":
                if self.undo():
                    return True
                say("There is nothing to take back.")
            elif word == "hint":
                self.say_lines(hint_lines(self.state, more))
            elif word == "why" and more:
                if (action := self.read(more, legal)) is not None:
                    say(f"{self.state.action_to_string(action)} is legal.")
            elif word == "why":
                self.say_lines(explain_move(self.seen, seat))
            elif word == "state":
                self.show()
            elif word == "moves":
                self.list_moves(legal, more)
            elif word == "rules":
                self.show_rules(more)
            elif word == "help":
                say(HELP)
                say()
                say(self.split_rules()[1], self.styles)
            else:
                action = self.read(line, legal)
                if action is not None:
                    self.apply(action)
                    return True
        return False

    def list_moves(self, legal: list[int], words: str = "", *, short: bool = False) -> None:
        """Print the legal moves with their numbers."""
        list_moves(list(map(self.state.action_to_string, legal)), self.styles, words, short=short)

    def read(self, line: str, legal: list[int]) -> int | None:
        """Return the move that a line names; None, with a message, if there is none."""
        if line.isdecimal():
            index = int(line) if len(line) < 10 else 0
            if 1 <= index <= len(legal):
                return legal[index - 1]
            say(f"{line} is not a move; type 1 to {len(legal)}, a move as listed, or help.")
            return None
        try:
            action = self.state.parse_action(line)
        except ValueError as error:
            say(f"{error}; or help")
            return None
        if action not in legal:
            say(f"{self.state.why_not(action)}; 'moves' lists the legal ones.")
            return None
        return action

    def undo(self) -> bool:
        """Go back to the reader's last turn, by dealing and playing the game again up to it."""
        mine = [index for index, (seat, _) in enumerate(self.history) if seat == self.human]
        if not mine:
            return False
        kept = self.history[: mine[-1]]
        self.state, self.history = self.game.new_initial_state(self.dealt), []
        self.seen.clear()
        for bot in self.players.bots.values():
            if hasattr(bot, "forget"):
                bot.forget()
        for _, action in kept:
            self.apply(action, quiet=True)
        say("Taken back.")
        self.draw()
        return True

    def say_lines(self, lines: list[str]) -> None:
        """Print lines with the game's colours."""
        for line in lines:
            say(line, self.styles)


def split_command(line: str) -> tuple[str, str]:
    """Split a command from its argument; return a move unchanged."""
    first, _, more = line.partition(" ")
    word = _WORDS.get(first.lower(), first.lower())
    if more and word in _WITH_MORE:
        return word, more.strip()
    return _WORDS.get(line.lower(), line.lower()), ""


_MARK = "<!-- uneri play: shows the picture beside it -->"
_PAGE = """\
<!DOCTYPE html>
{mark}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<noscript><meta http-equiv="refresh" content="2"></noscript>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0; }}
main {{ display: grid; place-items: center; min-height: 100vh; }}
img {{ width: min(100vw, 1400px); max-height: 100vh; object-fit: contain; }}
</style>
</head>
<body>
<main><img id="picture" src="{file}" alt="The table of the game; the terminal describes it"></main>
<script>
// The next picture takes the place of the one before when it is there: nothing flickers, and the page keeps its place.
setInterval(() => {{
  const next = new Image();
  next.onload = () => {{ document.getElementById("picture").src = next.src; }};
  next.src = "{file}?" + Date.now();
}}, 1000);
</script>
</body>
</html>
"""


def write_watch_page(picture: Path) -> Path | None:
    """Write the page of a picture. Return None if a file of the user has that name; raise OSError as for any file."""
    path = picture.with_suffix(".html") if picture.suffix == ".svg" else picture.with_name(f"{picture.name}.html")
    if path.exists() and _MARK.encode() not in path.read_bytes()[:200]:
        return None
    page = _PAGE.format(mark=_MARK, title=safe(picture.name), file=quote(picture.name))
    write_target(path, page.encode())
    return path
