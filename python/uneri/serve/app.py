"""Routes of the web table, and their handlers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from importlib import resources
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from uneri._util.messages import brief
from uneri.view.palette import variables

from .asking import Refused, only, read_object
from .begin import offers, wanted_table
from .callers import Caller
from .guard import Guard
from .hall import Entry, Hall
from .limits import MOST_MESSAGE, Limits
from .session import Session

_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_PAGES = {"/": "start.html", "/table": "table.html"}
_ASSETS = (
    "common.js",
    "connection.js",
    "form.js",
    "icon.svg",
    "keyboard.js",
    "move_list.js",
    "moves.js",
    "page.js",
    "picture.js",
    "review.js",
    "start.js",
    "style.css",
    "table.js",
    "telling.js",
)
_SHARED = ("page.js",)
"""Assets that pages without a server have, too."""
_ROLES = ("ground", "panel", "felt", "line", "ink", "muted", "move", "movetint", "last", "back")
_MOST_LINKS = 100
_REPLAY_POLICY = "sandbox allow-scripts; frame-ancestors 'none'"
"""Beside the page's own policy, which allows its one script by its digest: it cannot access this server's pages."""

T = TypeVar("T")
Answer = Callable[[Request], Awaitable[Response]]


def make_app(hall: Hall, names: Iterable[str], limits: Limits, **guarded: Any) -> Guard:
    """Make the whole application, behind its guard."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await hall.open()
        with contextlib.suppress(asyncio.CancelledError):  # after a second Ctrl-C, which isn't worth a message
            try:
                yield
            finally:
                await hall.close()

    async def socket(connection: WebSocket) -> None:
        await Session(hall, connection).run()

    async def begin(request: Request) -> Response:
        data = await _body(request)
        caller: Caller = request.state.caller
        if not caller.begins.take():
            raise Refused(f"too many games were begun; allowed: one in {1 / limits.begins:g} seconds", 429)
        entry = hall.begin(lambda: wanted_table(hall, data), caller.name)
        await entry.flush()
        links = [[seat, token] for seat, token in entry.tokens.items()]
        return JSONResponse({"links": links}, 201)

    async def standings(request: Request) -> Response:
        data = await _body(request)
        only(data, "tokens")
        tokens = data.get("tokens")
        if not isinstance(tokens, list) or len(tokens) > _MOST_LINKS:
            raise Refused(f"tokens is {brief(tokens)}; allowed: a list of at most {_MOST_LINKS} texts")
        return JSONResponse({"games": [hall.standing(token) for token in tokens]})

    offered = JSONResponse(offers(hall))

    async def games(_: Request) -> Response:
        return offered

    async def replay(request: Request) -> Response:
        entry = _ended(hall, request)
        page = await run_while_connected(request, hall.replay(entry))
        await entry.flush()
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": _REPLAY_POLICY})

    async def record(request: Request) -> Response:
        entry = _ended(hall, request)
        data = await run_while_connected(request, hall.record(entry))
        await entry.flush()
        name = f'attachment; filename="{entry.table.game.name}.uneri.jsonl"'
        return Response(data, media_type="application/x-ndjson", headers={"Content-Disposition": name})

    routes = [
        *(Route(path, _file(name), methods=["GET"]) for path, name in _PAGES.items()),
        *(Route(f"/{name}", _file(name), methods=["GET"]) for name in _ASSETS),
        Route("/api/games", _answered(games), methods=["GET"]),
        Route("/api/begin", _answered(begin), methods=["POST"]),
        Route("/api/standings", _answered(standings), methods=["POST"]),
        Route("/replay/{token}", _answered(replay), methods=["GET"]),
        Route("/record/{token}", _answered(record), methods=["GET"]),
        WebSocketRoute("/socket", socket),
    ]
    handlers: Any = {HTTPException: _no_page, Exception: _broken}
    return Guard(Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers), names, limits, **guarded)


def _ended(hall: Hall, request: Request) -> Entry:
    """Return the game behind a link; a player gets its record and its page after the end."""
    entry, seat = hall.find(request.path_params["token"])
    if seat is not None and not entry.table.over:
        raise Refused("the game is still running; allowed: after its end", 409)
    return entry


async def run_while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Run work for a client, and cancel it when the client leaves."""

    async def leaves() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        task.cancel()

    task = asyncio.create_task(work)
    watch = asyncio.create_task(leaves())
    try:
        return await task
    except asyncio.CancelledError:
        task.cancel()
        if watch.done():
            raise Refused("the client has left", 499) from None
        raise
    finally:
        watch.cancel()


async def _body(request: Request) -> dict[str, Any]:
    """Read the object in a request."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(f"the content type is {brief(kind)}; allowed: application/json", 415)
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MOST_MESSAGE:
            raise Refused(f"the body is too long; allowed: {MOST_MESSAGE} bytes", 413)
    return read_object(data)


def _answered(answer: Answer) -> Answer:
    """Make an answer whose errors are JSON."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except Refused as error:
            return JSONResponse({"type": "error", "error": str(error)}, error.status)
        except TimeoutError:
            return JSONResponse({"type": "error", "error": "this took too long; allowed: to try again later"}, 503)
        except ClientDisconnect:  # nobody reads the answer
            return Response()

    return answered


async def _no_page(_: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    allowed = ", ".join([*_PAGES, "/api/games", "/api/begin", "/api/standings", "/socket"])
    return JSONResponse({"type": "error", "error": f"nothing is here; allowed: {allowed}"}, status)


async def _broken(_: Request, __: Exception) -> Response:
    return JSONResponse({"type": "error", "error": "the server has an error; allowed: to try again"}, 500)


def _file(name: str) -> Answer:
    """Return a file of the wheel."""
    folder = ("view",) if name in _SHARED else ("serve",)
    data = resources.files("uneri").joinpath(*folder, "assets", name).read_bytes()
    if name == "style.css":
        data = variables(_ROLES).encode() + data
    kind = _TYPES[name.rpartition(".")[2]]

    async def file(_: Request) -> Response:
        return Response(data, media_type=kind)

    return file
