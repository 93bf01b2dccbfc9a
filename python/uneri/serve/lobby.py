"""Holds all games of a server: begins, finds, stores and drops them, and lets their bots play."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from uneri._util.messages import cut, printable
from uneri._util.winners import winners
from uneri.bots import Bot, GreedyBot, RandomBot
from uneri.bots.players import ask_bot
from uneri.contract import State
from uneri.records import Record
from uneri.review import Decision
from uneri.review.advice import hint_lines
from uneri.review.reviewer import FEWEST_WORLDS, judge_move

from .answers import Answers
from .autosave import RECORD, Autosave, digest_of
from .bot_policy import HUMAN, close_bot
from .limits import Limits
from .lines import Line
from .messages import Screens, title
from .pages import render_replay
from .requests import Refused
from .resume import find_left_games, resume_game
from .table import ALL, Table
from .turns import Turns

_LOG = logging.getLogger(__name__)
_ASKED = 0.25
"""Share of the server's loop for answers to sockets; moves and their effects go first."""
_MOST_HINTS = 8
_MOST_REVIEWS = 2000
"""Hints and reviews kept per game."""
_MOST_PAGES = 64 << 20
"""Bytes of replay pages and records kept, of all games."""
_PAGE = 120
"""Seconds for a page or a record."""
_SIMPLE = 120
"""Seconds for a simple bot's move, which takes a tenth of a second: no bot can replace it, so it waits for all games."""
REVIEWER: Final = "search:sims=1000"
"""As much work as a hint: some tenths of a second in the slowest game."""
_WORLDS = 100
_PLAYOUTS = 4000
"""Worlds of a review, and its playouts over all moves and worlds."""
_MOST_PLIES = 20_000
"""Decisions after which a game ends unfinished: options allow games without end."""
_NUMBERS = itertools.count()


class Watcher(Protocol):
    """The interface of a viewer of a game."""

    @property
    def seat(self) -> int | None:
        """The seat of its link; None only watches."""

    def notify(self) -> None:
        """Handle a change of the game."""

    def dismiss(self) -> None:
        """Handle the end of the game's entry."""


class Stop:
    """The stop after a round: bots wait until all `seats` have read its score sheet, or for some seconds."""

    def __init__(self, seats: Iterable[int], seconds: float, notify: Callable[[], None]) -> None:
        self.waits = set(seats)
        """The seats that still read. `notify` is called when it shrinks."""
        self._notify, self._ended = notify, asyncio.Event()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.go_on)
        self._end_if_empty()

    def go_on(self, seat: int | None = None) -> None:
        """Wait no longer for a seat; None: for nobody."""
        before = len(self.waits)
        self.waits -= self.waits.copy() if seat is None else {seat}
        if len(self.waits) < before:
            self._end_if_empty()
            self._notify()

    async def wait(self) -> None:
        """Wait for the end."""
        await self._ended.wait()

    def cancel(self) -> None:
        """Drop the timer of a game that is gone."""
        self._timer.cancel()

    def _end_if_empty(self) -> None:
        if not self.waits:
            self._timer.cancel()
            self._ended.set()


@dataclass
class Wish:
    """A seat's wish to go back to before its decision `ply`, and the seats of people who agree."""

    seat: int
    ply: int
    agreed: set[int] = field(default_factory=set)


@dataclass
class Entry:
    """A game with its links and viewers."""

    table: Table
    links: dict[str, int | None]
    """Seats by digests of their links; None is the spectators' link."""
    autosave: Autosave | None
    tokens: dict[int | None, str] = field(default_factory=dict)
    """The links themselves, by seat, of a game that this server began."""
    owner: str = ""
    """The address that has begun it."""
    watchers: set[Watcher] = field(default_factory=set)
    touched: float = field(default_factory=time.monotonic)
    driver: asyncio.Task[None] | None = None
    waiting: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Moves of seats that can't know that another seat is still deciding: events seen, and action."""
    stop: Stop | None = None
    """The last stop after a round."""
    wish: Wish | None = None
    rematch: dict[int | None, str] = field(default_factory=dict)
    """The links of the next game, by the seats of this one."""
    number: int = field(default_factory=_NUMBERS.__next__)
    """Identifies the game in this process, until a move is taken back."""
    hints: Answers[list[str]] = field(default_factory=lambda: Answers(_MOST_HINTS))
    """By seat and the number of events that it has seen."""
    reviews: Answers[Decision] = field(default_factory=lambda: Answers(_MOST_REVIEWS))
    """By seat and number of its decision."""

    def notify(self) -> None:
        """Notify all viewers."""
        self.touched = time.monotonic()
        for watcher in self.watchers:
            watcher.notify()

    async def flush(self) -> None:
        """Wait until everything so far is on the disk. If it can't be written, warn the players and continue."""
        if self.autosave is None:
            return
        try:
            await self.autosave.flush()
        except OSError as error:
            self.complain(error)

    def complain(self, error: OSError) -> None:
        """Report to the owner why the game can't be written, and to the players only that it can't."""
        words = "The record of this game cannot be written."
        if words not in self.table.notes:
            self.table.notes.append(words)
            _LOG.error("no record: %s", str(error) or "the disk does not respond")
            self.notify()


class Lobby:
    """The games."""

    def __init__(self, limits: Limits, named: Sequence[str] = (), out: Path | None = None) -> None:
        self.limits, self.named, self.out = limits, tuple(named), out
        cores = os.cpu_count() or 1
        # One line per kind of work: bots wait only for bots.
        self._bots = Line("bots", max(2, cores), limits.games)
        self._simple_bots = Line("simple bots", 1, limits.games)
        self._hints = Line("hints", max(1, cores - 1), each=1)
        self._reviews = Line("reviews", max(1, cores - 1))
        self._replays, self._records = Line("pages", 1), Line("records", 1)
        # Greetings have their own turns: a thousand at once take seconds, and moves don't wait for them.
        self.news, self.greetings, self.asked, self.screens = Turns(), Turns(), Turns(_ASKED), Screens()
        self._kept_pages = Answers[bytes](_MOST_PAGES, len)
        self._entries: list[Entry] = []
        self._by_link: dict[str, Entry] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Games

    def begin(self, make: Callable[[], Table], owner: str = "") -> Entry:
        """Begin a game. Raise Refused if there are too many, in all or of one owner; an empty owner has no limit."""
        spare = self._find_spare(owner)
        table = make()
        if spare is not None:
            self._drop(spare)
        seats: tuple[int | None, ...] = (*(s for s, spec in enumerate(table.seats) if spec == HUMAN), ALL)
        tokens = {seat: secrets.token_urlsafe(24) for seat in seats}
        links = {digest_of(token): seat for seat, token in tokens.items()}
        autosave = None if self.out is None else Autosave(self.out / _file_name(table), table, links)
        return self._enter(Entry(table, links, autosave, tokens=tokens, owner=owner))

    def _enter(self, entry: Entry) -> Entry:
        self._entries.append(entry)
        self._by_link |= dict.fromkeys(entry.links, entry)
        self.drive(entry)
        return entry

    def find(self, token: Any) -> tuple[Entry, int | None]:
        """Return the game and the seat of a link; None for the watchers' link."""
        link = digest_of(token) if isinstance(token, str) else ""
        entry = self._by_link.get(link)
        if entry is None:
            raise Refused("no running game on this server has this link", 404)
        return entry, entry.links[link]

    def describe_game(self, token: Any) -> dict[str, Any] | None:
        """Describe the game of a link in a line, or return None if it is gone."""
        try:
            entry, seat = self.find(token)
        except Refused:
            return None
        table = entry.table
        return {
            "title": title(table.game.name, table.game.options),
            "seat": seat,
            "step": len(table.seen[seat]),
            "over": table.over,
            "turn": seat is not None and table.turn_of(seat) is not None,
            "won": table.over and seat is not None and winners(table.state)[seat],
        }

    def play(self, entry: Entry, seat: int, action: int) -> None:
        """Play a person's move, now or once the seats that decide in secret have decided."""
        self._check_length(entry)
        self.go_on(entry, seat)
        entry.waiting[seat] = len(entry.table.seen[seat]), action
        self._settle(entry)
        self.drive(entry)

    def _settle(self, entry: Entry) -> None:
        """Play the waiting move, if it can be played and its seat has seen nothing new."""
        table = entry.table
        while (found := entry.waiting.pop(table.mover, None)) is not None:
            step, action = found
            if len(table.seen[table.mover]) == step and table.state.is_legal(action):
                self._play(entry, action)
        entry.notify()

    def _play(self, entry: Entry, action: int) -> None:
        """Play an action. After a round, begin the stop for the people who are at the table."""
        table = entry.table
        table.play(action)
        if table.over or not self.limits.stop or not table.seen[ALL][-1].sheet:
            return
        people = [watcher.seat for watcher in entry.watchers if watcher.seat is not None]
        if entry.stop is not None:
            entry.stop.cancel()
        entry.stop = Stop(people, self.limits.stop, entry.notify)

    def go_on(self, entry: Entry, seat: int) -> None:
        """Wait no longer for a seat that has read the score sheet."""
        if entry.stop is not None:
            entry.stop.go_on(seat)

    async def take_back(self, entry: Entry, seat: int, agrees: bool) -> None:
        """Take back the last decision of a seat when all people agree. Everybody then gets the whole game again."""
        await entry.flush()
        table, wish = entry.table, entry.wish
        if wish is None and agrees and (ply := table.find_slip(seat)) >= 0:
            wish = Wish(seat, ply)
        if wish is None or table.over:
            raise Refused("moves can be taken back only after a choice of yours, in a running game", 409)
        wish.agreed.add(seat)
        entry.wish = wish if agrees else None
        if not agrees or table.seats.count(HUMAN) > len(wish.agreed):
            entry.notify()
            return
        self._stop(entry)
        entry.table, entry.wish = table.rewind(wish.ply, f"{table.names[wish.seat]} has taken moves back."), None
        if entry.autosave is not None:
            entry.autosave = entry.autosave.follow(entry.table)
        entry.number, entry.driver, entry.stop = next(_NUMBERS), None, None
        entry.hints, entry.reviews = Answers(_MOST_HINTS), Answers(_MOST_REVIEWS)
        entry.waiting.clear()
        entry.notify()
        self.drive(entry)

    def rematch(self, entry: Entry) -> None:
        """Begin the next game, once for all: the same people and bots, the next of them on the first seat."""
        if not entry.table.over:
            raise Refused("the game is still running; a rematch is possible after its end")
        if not self.find_rematch(entry, ALL):
            begun, seats = self.begin(entry.table.make_next, entry.owner).tokens, len(entry.table.seats)
            moved = {seat: None if seat is None else (seat + 1) % seats for seat in begun}
            entry.rematch = {moved[seat]: token for seat, token in begun.items()}
        entry.notify()

    def find_rematch(self, entry: Entry, seat: int | None) -> str | None:
        """Return a seat's link in the next game, if there is one."""
        token = entry.rematch.get(seat)
        return token if token is not None and digest_of(token) in self._by_link else None

    def _check_length(self, entry: Entry) -> None:
        if len(entry.table.moves) >= _MOST_PLIES:
            raise Refused(f"the game has {_MOST_PLIES} moves and ends unfinished; begin a new one", 409)

    def _find_spare(self, owner: str) -> Entry | None:
        """Return the game to drop for a new one, if needed: one that is over, or that everybody left long ago."""
        entries, most = [entry for entry in self._entries if owner and entry.owner == owner], self.limits.share
        if len(entries) < most:
            entries, most = self._entries, self.limits.games
        if len(entries) < most:
            return None
        left = time.monotonic() - self.limits.left
        spare = [entry for entry in entries if not entry.watchers and (entry.table.over or entry.touched < left)]
        if not spare:
            whose = "" if entries is self._entries else " from your address"
            raise Refused(f"there are already {len(entries)} games{whose}; the limit is {most} at once", 503)
        return min(spare, key=lambda entry: (not entry.table.over, entry.touched))

    def _drop(self, entry: Entry) -> None:
        self._entries.remove(entry)
        for link in entry.links:
            del self._by_link[link]
        self._stop(entry)
        for watcher in list(entry.watchers):
            watcher.dismiss()
        if entry.autosave is not None:
            self._begin_task(self._forget(entry, entry.autosave))

    async def _forget(self, entry: Entry, autosave: Autosave) -> None:
        try:
            await autosave.forget()
        except OSError as error:
            entry.complain(error)

    def _stop(self, entry: Entry) -> None:
        """Stop the bots."""
        if entry.driver is not None:
            entry.driver.cancel()
        if entry.stop is not None:
            entry.stop.cancel()
        for bot in entry.table.bots.values():
            _close(bot)

    # Bots

    def drive(self, entry: Entry) -> None:
        """Let bots play until it is a person's turn."""
        if entry.driver is None or entry.driver.done():
            entry.driver = asyncio.create_task(self._drive(entry))

    async def _drive(self, entry: Entry) -> None:
        table = entry.table
        while not table.over and (bot := table.bots.get(table.mover)) is not None:
            await asyncio.sleep(self.limits.pace)
            if entry.stop is not None:
                await entry.stop.wait()
            try:
                self._check_length(entry)
            except Refused as error:
                table.notes.append(str(error))
                entry.notify()
                return
            seat = table.mover
            try:
                action = await self._ask_in_time(bot, table)
            except TimeoutError:
                _replace(table, seat, f"the bot took more than {self.limits.bot:g} seconds")
                continue
            except Exception:  # noqa: BLE001  # a bot may raise anything; its text may tell anything
                _replace(table, seat, "the bot has failed")
                continue
            self._play(entry, action)
            self._settle(entry)

    async def _ask_in_time(self, bot: Bot, table: Table) -> int:
        """Get a legal move of a bot. Simple bots answer at once, but with custom data they, too, may be slow."""
        state, luck = table.state.clone(), table.players.draw_luck(len(table.moves))
        ask = partial(ask_bot, bot, state, luck)
        if type(bot) not in (GreedyBot, RandomBot):
            return await self._bots.call(ask, self.limits.bot, (table, table.mover))
        if any(isinstance(value, dict | list) for value in table.game.options.values()):
            return await self._simple_bots.call(ask, _SIMPLE, table)
        return ask()

    # Hints, reviews, pages: each is made once for all requests, and cancelled when nobody waits

    async def hint(self, entry: Entry, seat: int, turn: State) -> list[str]:
        """Return a search's choice in a position of the seat to act."""
        key = seat, len(entry.table.seen[seat])
        make = lambda: hint_lines(turn, "")
        return await entry.hints.get(key, lambda: self._hints.call(make, self.limits.bot, (entry.number, seat)))

    async def review(self, entry: Entry, seat: int | None, ply: int) -> Decision:
        """Review, for a seat, the decision that led to the position after `ply` decisions."""
        make = lambda: review_decision(entry.table, ply)
        return await entry.reviews.get(
            number_of(entry.table, ply), lambda: self._reviews.call(make, self.limits.bot, (entry.number, seat))
        )

    async def replay(self, entry: Entry) -> bytes:
        """Return the replay page of the game so far, with everything shown."""
        return await self._page(entry, self._replays, render_replay)

    async def record(self, entry: Entry) -> bytes:
        """Return the record of the game so far."""
        return await self._page(entry, self._records, Record.to_bytes)

    async def _page(self, entry: Entry, line: Line, make: Callable[[Record], bytes]) -> bytes:
        record = entry.table.record()
        call = lambda: line.call(lambda: make(record), _PAGE, entry.number)
        return await self._kept_pages.get((entry.number, len(record), make), call)

    # Housekeeping

    async def open(self) -> None:
        """Resume the games of an earlier server, and start the housekeeping."""
        if self.out is not None:
            self._resume(find_left_games(self.out))
        self._housekeeper = asyncio.create_task(self._clean_up())

    def _resume(self, paths: list[Path]) -> None:
        """Resume games, those last played if there are too many. One line gives the reason if a game isn't resumed."""
        spare = max(0, len(paths) - self.limits.games)
        if spare:
            where = printable(str(self.out))
            print(f"uneri: {spare} older games stay in {where}; --games allows {self.limits.games}", file=sys.stderr)
        for path in paths[spare:]:
            try:
                table, links, autosave = resume_game(path, self.named, self.limits)
                if links.keys() & self._by_link.keys():
                    raise ValueError("its links belong to another game")
            except Exception as error:  # noqa: BLE001  # of a bot, too
                words = printable(cut(str(error) or type(error).__name__))
                print(f"uneri: {printable(str(path))} is not resumed: {words}", file=sys.stderr, flush=True)
                continue
            self._enter(Entry(table, links, autosave))

    async def close(self) -> None:
        """Stop all games, and wait until they are on the disk."""
        self._housekeeper.cancel()
        for entry in self._entries:
            self._stop(entry)
        await asyncio.gather(*(entry.flush() for entry in self._entries), *self._tasks)

    def _begin_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _clean_up(self) -> None:
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for entry in list(self._entries):
                if not entry.watchers and now - entry.touched > self.limits.idle:
                    self._drop(entry)
            # A watched game waits for the disk; bots alone don't.
            behind = [entry for entry in self._entries if entry.autosave is not None and entry.autosave.behind]
            await asyncio.gather(*(entry.flush() for entry in behind))


def number_of(table: Table, ply: int) -> tuple[int, int]:
    """Return the seat of the decision that led to the position after `ply` decisions, and its number for that seat.

    A review draws its random numbers by this: a seat knows how often it has decided, but not how often others have.
    """
    seat = table.moves[ply - 1].seat
    return seat, sum(move.seat == seat for move in table.moves[: ply - 1])


def review_decision(table: Table, ply: int) -> Decision:
    """Review the decision that led to the position after `ply` decisions, by what its seat knew."""
    state = table.state_at(ply - 1)
    worlds = max(FEWEST_WORLDS, min(_WORLDS, _PLAYOUTS // state.num_legal_actions()))
    return judge_move(state, table.moves[ply - 1].action, number_of(table, ply)[1], bot=REVIEWER, worlds=worlds)


def _replace(table: Table, seat: int, why: str) -> None:
    """Let a simple bot replace one that failed, which is closed in a thread, since that may take a while."""
    threading.Thread(target=_close, args=(table.bots[seat],), daemon=True).start()
    table.replace(seat, why)


def _close(bot: Bot) -> None:
    with contextlib.suppress(Exception):  # the game doesn't need it any more
        close_bot(bot)


def _file_name(table: Table) -> str:
    """Name a file by the time, the game, and some letters that don't come from a link."""
    day = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return f"{day}-{table.game.name}-{secrets.token_hex(3)}{RECORD}"
