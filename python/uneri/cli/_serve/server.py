"""Runs the web table on uvicorn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import uvicorn

from .app import make_app
from .callers import Callers
from .connections import Connections, HttpConnection, SocketConnection
from .hall import Hall
from .limits import MOST_MESSAGE


def make_server(
    hall: Hall,
    names: Iterable[str],
    *,
    public: Iterable[str] = (),
    any_address: bool = False,
    proxies: Iterable[str] = (),
) -> uvicorn.Server:
    """Make a server for the games of a hall.

    Parameters
    ----------
    hall
        The games.
    names
        Names and addresses that the server goes by.
    public
        The names whose pages may send requests with any scheme and port.
    any_address
        Whether any address may stand for a name.
    proxies
        Addresses whose X-Forwarded-For is believed.
    """
    limits, proxies = hall.limits, list(proxies)
    callers = Callers(limits, proxies)
    held = Connections(limits, callers)
    return uvicorn.Server(
        uvicorn.Config(
            make_app(hall, names, limits, public=public, any_address=any_address, callers=callers),
            http=partial(HttpConnection, held, limits),
            ws=partial(SocketConnection, held, limits),
            loop="asyncio",
            backlog=limits.backlog,
            log_config=None,  # uvicorn's would close the handlers of whoever called
            log_level="warning",
            access_log=False,  # addresses of records hold links
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=proxies,
            ws_max_size=4 * MOST_MESSAGE,  # somewhat more than is allowed gets an answer that says so
            ws_max_queue=16,
            ws_per_message_deflate=False,  # a stranger's message could grow a thousandfold
            timeout_graceful_shutdown=2,
        )
    )
