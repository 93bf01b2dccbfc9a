"""Checks every request: the server's names, the origin of pages, rate limits, and the headers for browsers.

A page from elsewhere can make a browser call a server on its own machine, and a foreign name can be made to point to
that machine (DNS rebinding). So the request must use one of this server's own names, and if it comes from a page, that
page must be one of this server's. A proxy may change the name and the port of a request, so pages of the names given by
the server's owner count as this server's on any port.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final

from .callers import Caller, Callers, parse_address
from .limits import Limits

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::(?P<port>[0-9]{1,5}))?")

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For own pages: no script, style or connection from elsewhere, and none inline."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


class Guard:
    """Lets requests through to the application, or answers them itself."""

    def __init__(
        self,
        app: App,
        names: Iterable[str],
        limits: Limits,
        *,
        public: Iterable[str] = (),
        any_address: bool = False,
        callers: Callers | None = None,
    ) -> None:
        self._app, self._names, self._public = app, tuple(names), frozenset(public)
        self._limits, self._any_address = limits, any_address
        self._callers = callers or Callers(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, a socket, or the server's own start and end."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        caller = self._callers.find((scope.get("client") or ("",))[0])
        refusal = self._find_refusal(scope, caller)
        if refusal is not None:
            await refuse(scope, receive, send, *refusal)
            return
        scope.setdefault("state", {})["caller"] = caller
        caller.running += 1
        try:
            await self._app(scope, receive, _add_headers(send))
        finally:
            caller.running -= 1

    def _find_refusal(self, scope: Scope, caller: Caller) -> tuple[int, str] | None:
        """Return status and message, if the request isn't let through."""
        hosts, origins = _read_headers(scope, b"host"), _read_headers(scope, b"origin")
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return 421, f"this server has another name: use {', '.join(self._names)}"
        if origins and not self._is_own_page(origins, hosts[0]):
            return 403, "the request comes from a page of another server"
        if _read_headers(scope, b"sec-fetch-site") and scope["type"] == "websocket" and not origins:
            return 403, "a browser's socket must come from a page of this server"
        if caller.running >= caller.most_open:
            return 429, f"too many requests and sockets from one address; the limit is {caller.most_open} at once"
        if not caller.requests.take():
            return 429, f"too many requests; the limit is {self._limits.requests:g} per second"
        return None

    def _is_ours(self, host: str) -> bool:
        name = _name_of(host)
        return name in self._names or (self._any_address and parse_address(name) is not None)

    def _is_own_page(self, origins: list[str], host: str) -> bool:
        scheme, _, place = origins[0].lower().partition("://")
        if len(origins) != 1 or scheme not in ("http", "https"):
            return False
        return place == host.lower() or _name_of(place) in self._public


def _name_of(host: str) -> str:
    """Return the name or address of a text that may end in a port; empty if it's neither."""
    found = _HOST.fullmatch(host)
    return found["name"].strip("[]").lower().rstrip(".") if found else ""


def _read_headers(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _add_headers(send: Send) -> Send:
    """Add the headers that an answer lacks."""

    async def send_with_headers(message: MutableMapping[str, Any]) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = list(message.get("headers", ()))
            there = {key.lower() for key, _ in headers}
            own = ((key.lower().encode(), value.encode()) for key, value in HEADERS.items())
            message["headers"] = headers + [(key, value) for key, value in own if key not in there]
        await send(message)

    return send_with_headers


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, words: str) -> None:
    """Send an answer with the problem and what is allowed, as JSON; a socket isn't opened."""
    body = json.dumps({"type": "error", "error": words}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": words[:120]})
            return
        kind = "websocket.http.response"
    send_with_headers = _add_headers(send)
    await send_with_headers({"type": f"{kind}.start", "status": status, "headers": headers})
    await send_with_headers({"type": f"{kind}.body", "body": body})
