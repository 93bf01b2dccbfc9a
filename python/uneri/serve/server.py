"""Runs the web table on uvicorn."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

import uvicorn

from .app import make_app
from .callers import Callers
from .connections import Connections, HttpConnection, SocketConnection
from .limits import MOST_MESSAGE
from .lobby import Lobby

_THRESHOLDS: Final = (5_000, 50, 10)
"""For `gc.set_threshold`: a few milliseconds for each collection of new objects, and millions of them before a full one."""


def make_server(
    lobby: Lobby,
    names: Iterable[str],
    *,
    public: Iterable[str] = (),
    any_address: bool = False,
    proxies: Iterable[str] = (),
) -> uvicorn.Server:
    """Make a server for the games of a lobby."""
    limits, proxies = lobby.limits, list(proxies)
    callers = Callers(limits, proxies)
    held = Connections(limits, callers)
    return uvicorn.Server(
        uvicorn.Config(
            make_app(lobby, names, limits, public=public, any_address=any_address, callers=callers),
            http=partial(HttpConnection, held, limits),
            ws=partial(SocketConnection, held, limits),
            loop="asyncio",
            backlog=limits.backlog,
            log_config=None,  # uvicorn's would close the caller's handlers
            log_level="warning",
            access_log=False,  # addresses of records hold links
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=proxies,
            ws_max_size=4 * MOST_MESSAGE,  # slightly more than allowed gets an answer that says so
            ws_max_queue=16,
            ws_per_message_deflate=False,  # a message could grow a thousandfold
            timeout_graceful_shutdown=2,
        )
    )


@contextlib.contextmanager
def collect_rarely() -> Iterator[None]:
    """Let Python collect garbage less often while a server is running.

    A full collection visits all games and sockets. For 200 games with 900 sockets it stops the server for more than 0.1 s, and
    with Python's own thresholds one comes every 20 s, since games keep their moves.
    """
    before = gc.get_threshold()
    gc.freeze()  # modules stay for as long as the program runs
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
