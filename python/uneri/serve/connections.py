"""Limits the number of connections and the time that each may take.

uvicorn reads HTTP and websockets. Connections are counted here before anything is read from them, and closed if they keep
the server waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import sys
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .callers import Caller, Callers
from .limits import Limits

_LOG = logging.getLogger(__name__)
_FILES: Final = 1024
"""Descriptors for everything but connections: records, programs that play, the listening socket."""
_ROUNDS: Final = 4
"""Iterations of the loop before the descriptor of a refused connection is free. Each may accept a whole backlog."""


@dataclass
class _Connection:
    """An open connection."""

    caller: Caller
    until: float
    """The sweep that closes it, or aborts it if it is already closing."""
    leaving: bool = False


class Connections:
    """All open connections.

    If a new connection exceeds the limit for all or for its address, the oldest one on which the client still has to send a
    request or join a game is closed. If there is none, the new one is closed at once.

    Time is counted in sweeps, one per second. A server that is too busy to read also sweeps less often, so it closes nobody
    for its own delay.
    """

    def __init__(self, limits: Limits, callers: Callers) -> None:
        self._limits, self._callers = limits, callers
        self._held: dict[asyncio.Transport, _Connection] = {}
        self._waiting: dict[asyncio.Transport, None] = {}
        """Connections that wait for the client to send something, the oldest first."""
        self._sweeper: asyncio.TimerHandle | None = None
        self._sweeps = 0

    def __len__(self) -> int:
        return len(self._held)

    def add(self, transport: asyncio.Transport) -> bool:
        """Count a new connection; False if there is no room."""
        caller = self._callers.find((transport.get_extra_info("peername") or ("",))[0])
        too_many_of_one = caller.connections >= caller.most_open
        if too_many_of_one or len(self._held) >= self._limits.connections:
            _LOG.warning("too many connections of %s", caller.name if too_many_of_one else "all addresses")
            among = (one for one in self._waiting if not too_many_of_one or self._held[one].caller is caller)
            oldest = next(among, None)
            if oldest is None:
                return False
            self._abort(oldest)
        caller.connections += 1
        self._held[transport] = _Connection(caller, 0)
        self.wait(transport, self._limits.silence)
        if self._sweeper is None:
            self._sweeper = asyncio.get_running_loop().call_later(1, self._sweep)
        return True

    def wait(self, transport: asyncio.Transport, seconds: float) -> None:
        """Give the client this long to send what it wants."""
        self.work(transport, seconds)
        if transport in self._held:
            self._waiting[transport] = None

    def work(self, transport: asyncio.Transport, seconds: float) -> None:
        """Note that the server is working for the client, and allow this long until the connection waits again."""
        self._waiting.pop(transport, None)
        if transport in self._held:
            self._held[transport].until = self._sweeps + seconds

    def remove(self, transport: asyncio.Transport) -> None:
        """Forget a connection that is closed."""
        self._waiting.pop(transport, None)
        held = self._held.pop(transport, None)
        if held is not None:
            held.caller.connections -= 1

    def _abort(self, transport: asyncio.Transport) -> None:
        self.remove(transport)
        transport.abort()

    def _sweep(self) -> None:
        """Close what has taken too long, and abort what is closing but not read to its end."""
        self._sweeps += 1
        for transport, held in list(self._held.items()):
            closing = transport.is_closing()
            if closing and not held.leaving:
                held.leaving, held.until = True, self._sweeps + self._limits.leave
            elif self._sweeps >= held.until:
                if closing:
                    self._abort(transport)
                else:
                    transport.close()
        self._sweeper = asyncio.get_running_loop().call_later(1, self._sweep) if self._held else None


class _Counted:
    """Both kinds of connection begin and end alike. Among the bases it comes before uvicorn's protocol."""

    transport: asyncio.Transport

    def __init__(self, held: Connections, limits: Limits, **given: Any) -> None:
        super().__init__(**given)
        self._held, self._limits = held, limits

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        super().connection_lost(exc)  # type: ignore[misc]
        self._held.remove(self.transport)


class HttpConnection(_Counted, H11Protocol):  # type: ignore[misc]
    """A connection until it is closed or becomes a socket."""

    _stage: tuple[bool, object] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Count the connection before anything is read."""
        super().connection_made(transport)
        if not self._held.add(transport):
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read some bytes, which may end a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """End an answer, after which the next request may come."""
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        """Set a new deadline if the connection has reached another stage. More bytes of the same request don't count."""
        if self.transport.get_protocol() is not self:  # a socket
            return
        stage = self.conn.their_state in (h11.IDLE, h11.SEND_BODY), self.cycle
        if stage == self._stage:
            return
        self._stage = stage
        if stage[0]:
            self._held.wait(self.transport, self._limits.request)
        else:
            self._held.work(self.transport, self._limits.answer)


def _socket_protocol() -> Any:
    """Return uvicorn's websocket protocol that waits for slow readers. Since 0.53 that is the newer one."""
    with contextlib.suppress(ImportError):
        from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

        if "pause_writing" in vars(WebSocketsSansIOProtocol):
            return WebSocketsSansIOProtocol
    from uvicorn.protocols.websockets.websockets_impl import WebSocketProtocol

    return WebSocketProtocol


class SocketConnection(_Counted, _socket_protocol()):  # type: ignore[misc]
    """A connection that has become a socket."""

    async def run_asgi(self) -> None:
        """Count the socket as waiting until it has joined a game."""
        self._held.wait(self.transport, self._limits.join + self._limits.request)
        self.scope["state"]["joined"] = partial(self._held.work, self.transport, math.inf)
        await super().run_asgi()


def make_room(wanted: int) -> tuple[int, int]:
    """Raise the limit of descriptors, and return how many connections fit and how many may wait to be accepted.

    The server must never run out of descriptors: it could not even refuse those who wait.
    """
    if sys.platform == "win32":  # no such limit
        return wanted, Limits.backlog
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + _FILES + _ROUNDS * (Limits.backlog + 1)
    goal = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < goal:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (goal, hard))
        except (OSError, ValueError):  # macOS allows less than it says
            goal = soft
    backlog = min(Limits.backlog, goal // 16)
    return max(1, min(wanted, goal - min(_FILES, goal // 4) - _ROUNDS * (backlog + 1))), backlog
