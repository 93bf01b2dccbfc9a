"""A socket: one person at one game. It sends changes, and handles requests.

Messages of the page: `join` (token, narrow), `move` (step, action), `look` (step), `preview` (step, action), `hint`, `review` (step), `reveal` (on),
`go_on` after a round's score sheet, `rematch`, `undo` (agree), `ping`.
Messages to it: `table`, `state`, `look`, `preview`, `hint`, `review`, `pong`, `error`, `gone`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from uneri._util.messages import brief
from uneri.contract import State
from uneri.registry.reasons import add_reason

from . import messages
from .limits import Bucket
from .lobby import Entry, Lobby
from .requests import Refused, check_fields, read_flag, read_object, read_text, read_whole
from .table import ALL

_GONE = (WebSocketDisconnect, OSError, RuntimeError)
"""The other end is gone, or too slow."""
_PAUSE = 0.05
"""Seconds before more is read from a socket that has sent too much."""
_SLOW = 30
"""Seconds for sending a message."""
_FIELDS: dict[str, tuple[str, ...]] = {
    "move": ("step", "action"), "preview": ("step", "action"), "look": ("step",), "hint": (), "review": ("step",), "reveal": ("on",), "go_on": (),
    "rematch": (), "undo": ("agree",), "ping": (),
}  # fmt: skip
"""The fields of each message, beside its type."""


class Session:
    """One socket."""

    def __init__(self, lobby: Lobby, socket: WebSocket) -> None:
        self._lobby, self._socket = lobby, socket
        self._news, self._sending = asyncio.Event(), asyncio.Lock()
        self._bucket = Bucket(lobby.limits.rate, lobby.limits.burst)
        self._floods = 0
        self._entry: Entry | None = None
        self._seat: int | None = None
        self._viewer: int | None = None
        self._narrow = False
        """Whether it shows pictures for a phone."""
        self._told = 0
        """Events sent so far."""
        self._number = -1
        """The number of the game when they were sent."""
        self._before: int | None = None
        """A hash of the last state sent: the same is not sent twice."""
        self._thinking: dict[str, asyncio.Task[None]] = {}
        """Its last hint and its last review."""

    async def run(self) -> None:
        """Serve the socket from beginning to end."""
        await self._socket.accept()
        teller: asyncio.Task[None] | None = None
        try:
            try:
                async with asyncio.timeout(self._lobby.limits.join):
                    entry = await self._join()
            except TimeoutError:
                await self._end(f"no game was joined within {self._lobby.limits.join:g} seconds", 1008)
                return
            if entry is None:
                return
            await self._lobby.greetings.run(self._link, self._greet(entry, self._seat))
            teller = asyncio.create_task(self._tell())
            while True:
                if (data := await self._receive()) is not None:
                    work = self._answer(entry, data)
                    await (work if data.get("type") == "move" else self._lobby.asked.run(self._link, work))
        except _GONE:
            return
        finally:
            for task in (teller, *self._thinking.values()):
                if task is not None:
                    task.cancel()
            if self._entry is not None:
                self._entry.watchers.discard(self)

    @property
    def seat(self) -> int | None:
        """The seat of its link; None only watches."""
        return self._seat

    def notify(self) -> None:
        """Handle a change of the game."""
        self._news.set()

    def dismiss(self) -> None:
        """Handle the end of the game's entry."""
        self._gone = asyncio.create_task(self._end("this game no longer exists; begin a new one", 1001))

    # Receiving

    async def _receive(self) -> dict[str, Any] | None:
        """Return the next message, or None after sending an error."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        if not self._bucket.take():
            self._floods += 1
            if self._floods > 10 * self._lobby.limits.burst:
                await self._end("too many messages", 1008)
                raise WebSocketDisconnect(1008)
            await self._refuse(f"too many messages; the limit is {self._lobby.limits.rate:g} per second")
            await asyncio.sleep(_PAUSE)  # meanwhile its next messages stay unread
            return None
        data = message.get("text")
        try:
            return read_object(data if data is not None else message.get("bytes") or b"")
        except Refused as error:
            await self._refuse(str(error))
            return None

    async def _join(self) -> Entry | None:
        """Return the game that the first message names."""
        while True:
            data = await self._receive()
            if data is None:
                continue
            try:
                if data.get("type") != "join":
                    raise Refused(f"the first message must be of type join, not {brief(data.get('type'))}")
                check_fields(data, "type", "token", "narrow")
                self._narrow = read_flag(data, "narrow", False)
                entry, seat = self._lobby.find(read_text(data, "token"))
                if len(entry.watchers) >= self._lobby.limits.sockets:
                    raise Refused(f"the game has too many sockets; the limit is {self._lobby.limits.sockets}")
            except Refused as error:
                await self._end(str(error), 1008)
                return None
            self._entry, self._seat, self._viewer = entry, seat, seat
            entry.watchers.add(self)
            joined = self._socket.scope.get("state", {}).get("joined")  # set by the counter of connections
            if joined is not None:
                joined()
            return entry

    async def _answer(self, entry: Entry, data: dict[str, Any]) -> None:
        try:
            await self._do(entry, data)
        except Refused as error:
            await self._refuse(str(error))

    async def _do(self, entry: Entry, data: dict[str, Any]) -> None:
        kind = data.get("type")
        if not isinstance(kind, str) or kind not in _FIELDS:
            raise Refused(f"type is {brief(kind)}; allowed: {', '.join(_FIELDS)}")
        check_fields(data, "type", *_FIELDS[kind])
        if kind == "move":
            self._lobby.play(entry, *self._read_move(entry, data)[1:])
        elif kind == "preview":
            turn, seat, action = self._read_move(entry, data)
            screens = self._lobby.screens
            await self._send_text(screens.show_preview(entry.number, entry.table, seat, turn, action, self._narrow))
        elif kind == "look":
            step = read_whole(data, "step", 0, len(entry.table.seen[self._viewer]))
            screens = self._lobby.screens
            await self._send_text(screens.show_earlier(entry.number, entry.table, self._viewer, step, self._narrow))
        elif kind == "hint":
            self._hint(entry)
        elif kind == "review":
            self._review(entry, read_whole(data, "step", 1, max(1, len(entry.table.seen[self._viewer]))))
        elif kind == "reveal":
            await self._reveal(entry, read_flag(data, "on", True))
        elif kind == "ping":
            await self._send({"type": "pong"})
        elif self._seat is None:
            raise Refused("watchers can send only look and ping")
        elif kind == "go_on":
            self._lobby.go_on(entry, self._seat)
        elif kind == "undo":
            await self._lobby.take_back(entry, self._seat, read_flag(data, "agree", True))
        else:
            self._lobby.rematch(entry)

    def _read_move(self, entry: Entry, data: dict[str, Any]) -> tuple[State, int, int]:
        """Return the turn, the seat and a legal action of a move or its preview."""
        table, seat = entry.table, self._seat
        if seat is None:
            raise Refused("watchers cannot move; they can send only look and ping")
        if table.over:
            raise Refused("the game is over; only look and reveal are possible now")
        turn = table.turn_of(seat)
        if turn is None:
            raise Refused("it is not your turn")
        step = len(table.seen[seat])
        if read_whole(data, "step", 0, 1 << 31) != step:
            raise Refused(f"step is {data['step']}, but the game is at step {step}")
        action = read_whole(data, "action", 0, (1 << 31) - 1)
        if not turn.is_legal(action):
            words = f"action {action} is not legal here; choose a listed move"
            raise Refused(add_reason(words, turn, action))
        return turn, seat, action

    def _hint(self, entry: Entry) -> None:
        table = entry.table
        if not table.hints:
            raise Refused("this game is played without hints")
        seat = self._seat
        turn = None if seat is None else table.turn_of(seat)
        if seat is None or turn is None:
            raise Refused("only the seat whose turn it is can have a hint")
        self._begin("hint", lambda: self._think(entry, seat, turn))

    async def _think(self, entry: Entry, seat: int, turn: State) -> messages.Message:
        step = len(entry.table.seen[seat])
        return {"type": "hint", "step": step, "lines": await self._lobby.hint(entry, seat, turn)}

    def _review(self, entry: Entry, step: int) -> None:
        """Review a seat's own moves during the game: reasons for others' would reveal their cards."""
        table, viewer = entry.table, self._viewer
        events = table.seen[viewer]
        if not (table.hints or table.over):
            raise Refused("this game is played without hints; a review is possible after its end")
        if not events:
            raise Refused("no move has been played yet")
        ply = events[step - 1].ply
        if viewer not in (ALL, table.moves[ply - 1].seat):
            raise Refused(f"step {step} is not your move; only your own can be reviewed until everything is shown")
        self._begin("review", lambda: self._judge(entry, viewer, step, ply))

    async def _judge(self, entry: Entry, viewer: int | None, step: int, ply: int) -> messages.Message:
        return messages.describe_review(entry.table, viewer, step, await self._lobby.review(entry, self._seat, ply))

    def _begin(self, name: str, work: Callable[[], Awaitable[messages.Message]]) -> None:
        if name in self._thinking and not self._thinking[name].done():
            raise Refused(f"a {name} is already being computed; wait for it")
        self._thinking[name] = asyncio.create_task(self._later(name, work()))

    async def _later(self, name: str, work: Awaitable[messages.Message]) -> None:
        """Send an answer that takes a while, or the reason why there is none."""
        with contextlib.suppress(*_GONE):
            try:
                message = await work
            except Refused as error:
                await self._refuse(str(error))
            except TimeoutError:
                await self._refuse(f"the {name} took longer than {self._lobby.limits.bot:g} seconds")
            except Exception:  # noqa: BLE001  # of a search: its text may tell anything
                await self._refuse(f"the {name} has failed; try again")
            else:
                await self._lobby.asked.run(self._link, self._send(message))

    async def _reveal(self, entry: Entry, on: bool) -> None:
        """Show everything after the end."""
        if self._seat is not None and on and not entry.table.over:
            raise Refused("everything is shown only after the end")
        await self._greet(entry, ALL if on else self._seat)

    # Telling

    @property
    def _link(self) -> tuple[int, int | None]:
        """The game and seat whose turns at the loop this socket takes."""
        assert self._entry is not None
        return self._entry.number, self._seat

    async def _greet(self, entry: Entry, viewer: int | None) -> None:
        """Send everything that a viewer may see."""
        self._viewer, self._told, self._before = viewer, 0, None
        await self._send(messages.describe_table(entry.table, viewer, self._seat))
        await self._show(entry)

    async def _tell(self) -> None:
        """Send the newest position whenever there is one. Slow clients skip positions but receive every event."""
        while True:
            await self._news.wait()
            self._news.clear()
            entry = self._entry
            assert entry is not None
            with contextlib.suppress(*_GONE):
                await self._lobby.news.run(self._link, self._show(entry))

    async def _show(self, entry: Entry) -> None:
        if entry.number != self._number:  # moves were taken back: everything is sent again
            self._number, self._told = entry.number, 0
        screens = self._lobby.screens
        words = screens.show_position(entry.number, entry.table, self._viewer, self._seat, self._narrow)
        waits = [] if entry.stop is None else sorted(entry.stop.waits)
        wish = None if entry.wish is None else [entry.wish.seat, sorted(entry.wish.agreed)]
        more = {"waits": waits, "wish": wish, "rematch": self._lobby.find_rematch(entry, self._seat)}
        words = messages.join_objects(words, messages.encode_message(more))
        if hash(words) == self._before:
            return
        news = messages.list_events(entry.table, self._viewer, self._told)
        self._told, self._before = len(entry.table.seen[self._viewer]), hash(words)
        await self._send_text(messages.join_objects(words, messages.encode_message(news)))

    async def _send(self, message: messages.Message) -> None:
        await self._send_text(messages.encode_message(message))

    async def _send_text(self, words: str) -> None:
        async with self._sending:
            if self._entry is not None:  # a crash must not lose what a client has seen
                await self._entry.flush()
            async with asyncio.timeout(_SLOW):
                await self._socket.send_text(words)

    async def _refuse(self, words: str) -> None:
        await self._send({"type": "error", "error": words})

    async def _end(self, words: str, code: int) -> None:
        with contextlib.suppress(*_GONE):
            await self._send({"type": "gone", "error": words})
            await self._socket.close(code)
