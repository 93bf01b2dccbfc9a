"""Routes of the web table, and their handlers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from uneri._util.messages import brief
from uneri.registry import games
from uneri.registry.book import LANGUAGES, has_book, read_book
from uneri.view.book_page import book_page
from uneri.view.palette import variables

from .advice import Advisers
from .callers import Caller
from .guard import Guard
from .limits import MOST_MESSAGE, Limits
from .lobby import Entry, Lobby
from .new_game import draw_sample, list_offers, make_wanted_table
from .requests import Refused, check_fields, read_object
from .session import Session

_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_PAGES = {"/": "start.html", "/table": "table.html", "/advise": "advise.html"}
_ASSETS = (
    "advise.css", "advise.js", "book.js", "common.js", "connection.js", "form.js", "icon.svg", "keyboard.js", "layout.js", "move_list.js",
    "moves.js", "options.js", "page.js", "picture.js", "review.js", "sound.js", "start.js", "style.css", "table.css", "table.js", "telling.js",
    "tour.js",
)  # fmt: skip
_SHARED = ("page.js",)
"""Assets that pages without a server have, too."""
_ROLES = ("ground", "panel", "felt", "line", "ink", "muted", "move", "movetint", "last", "back")
_MOST_LINKS = 100
_REPLAY_POLICY = "sandbox allow-scripts; frame-ancestors 'none'"
"""Added to the page's own policy, which allows its one script by digest: it cannot access this server's pages."""

_BOOK_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

T = TypeVar("T")
Answer = Callable[[Request], Awaitable[Response]]


def make_app(lobby: Lobby, names: Iterable[str], limits: Limits, **guarded: Any) -> Guard:
    """Make the whole application, behind its guard."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await lobby.open()
        with contextlib.suppress(asyncio.CancelledError):  # after a second Ctrl-C, which isn't worth a message
            try:
                yield
            finally:
                await lobby.close()

    async def socket(connection: WebSocket) -> None:
        await Session(lobby, connection).run()

    async def begin(request: Request) -> Response:
        data = await _read_body(request)
        caller: Caller = request.state.caller
        if not caller.begins.take():
            raise Refused(f"too many games were begun; the limit is one in {1 / limits.begins:g} seconds", 429)
        entry = lobby.begin(lambda: make_wanted_table(lobby, data), caller.name)
        await entry.flush()
        links = [[seat, token] for seat, token in entry.tokens.items()]
        return JSONResponse({"links": links}, 201)

    async def standings(request: Request) -> Response:
        data = await _read_body(request)
        check_fields(data, "tokens")
        tokens = data.get("tokens")
        if not isinstance(tokens, list) or len(tokens) > _MOST_LINKS:
            raise Refused(f"tokens must be a list of at most {_MOST_LINKS} strings, not {brief(tokens)}")
        return JSONResponse({"games": [lobby.describe_game(token) for token in tokens]})

    async def advise(request: Request) -> Response:
        data = await _read_body(request)
        return JSONResponse(await run_while_connected(request, advisers.answer(data, request.state.caller.name)))

    reading, advisers = asyncio.Lock(), Advisers(limits.bot)

    async def rules(request: Request) -> Response:
        game, language = request.path_params["game"], request.query_params.get("language", "en")
        if not has_book(game) or language not in LANGUAGES:
            raise Refused(f"there is no such book; there are {', '.join(filter(has_book, games()))} in en or ja", 404)
        async with reading:  # a page is made once
            page = await asyncio.to_thread(_book, game, language)
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": _BOOK_POLICY})

    async def picture(request: Request) -> Response:
        game = request.path_params["game"]
        if game not in games():
            raise Refused(f"there is no such picture; there are {', '.join(games())}", 404)
        async with reading:
            drawn = await asyncio.to_thread(draw_sample, game)
        headers = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return Response(drawn, media_type=_TYPES["svg"], headers=headers)

    offered = JSONResponse(list_offers(lobby))

    async def offer(_: Request) -> Response:
        return offered

    async def replay(request: Request) -> Response:
        entry = _find_ended(lobby, request)
        page = await run_while_connected(request, lobby.replay(entry))
        await entry.flush()
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": _REPLAY_POLICY})

    async def record(request: Request) -> Response:
        entry = _find_ended(lobby, request)
        data = await run_while_connected(request, lobby.record(entry))
        await entry.flush()
        name = f'attachment; filename="{entry.table.game.name}.uneri.jsonl"'
        return Response(data, media_type="application/x-ndjson", headers={"Content-Disposition": name})

    shown = {
        "/api/games": offer, "/rules/{game}": rules, "/picture/{game}": picture, "/replay/{token}": replay,
        "/record/{token}": record,
    }  # fmt: skip
    routes = [
        *(Route(path, _serve_file(name), methods=["GET"]) for path, name in _PAGES.items()),
        *(Route(f"/{name}", _serve_file(name), methods=["GET"]) for name in _ASSETS),
        *(Route(path, _answer_refusals(answer), methods=["GET"]) for path, answer in shown.items()),
        Route("/api/begin", _answer_refusals(begin), methods=["POST"]),
        Route("/api/standings", _answer_refusals(standings), methods=["POST"]),
        Route("/api/advise", _answer_refusals(advise), methods=["POST"]),
        WebSocketRoute("/socket", socket),
    ]
    handlers: Any = {HTTPException: _answer_not_found, Exception: _answer_fault}
    return Guard(Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers), names, limits, **guarded)


@cache
def _book(game: str, language: str) -> str:
    other = next(one for one in LANGUAGES if one != language)
    return book_page(read_book(game, language), f"?language={other}")


def _find_ended(lobby: Lobby, request: Request) -> Entry:
    """Return the game behind a link; a player gets its record and its page after the end."""
    entry, seat = lobby.find(request.path_params["token"])
    if seat is not None and not entry.table.over:
        raise Refused("the game is still running; wait for its end", 409)
    return entry


async def run_while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Run work for a client, and cancel it when the client leaves."""

    async def wait_for_leave() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        task.cancel()

    task = asyncio.create_task(work)
    watch = asyncio.create_task(wait_for_leave())
    try:
        return await task
    except asyncio.CancelledError:
        task.cancel()
        if watch.done():
            raise Refused("the client has left", 499) from None
        raise
    finally:
        watch.cancel()


async def _read_body(request: Request) -> dict[str, Any]:
    """Read the object in a request."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(f"the content type must be application/json, not {brief(kind)}", 415)
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MOST_MESSAGE:
            raise Refused(f"the body is too long; the limit is {MOST_MESSAGE} bytes", 413)
    return read_object(data)


def _answer_refusals(answer: Answer) -> Answer:
    """Make an answer whose errors are JSON."""

    async def answer_or_refuse(request: Request) -> Response:
        try:
            return await answer(request)
        except Refused as error:
            return JSONResponse({"type": "error", "error": str(error)}, error.status)
        except TimeoutError:
            return JSONResponse({"type": "error", "error": "this took too long; try again later"}, 503)
        except ClientDisconnect:  # nobody reads the answer
            return Response()

    return answer_or_refuse


async def _answer_not_found(_: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    allowed = ", ".join(
        [*_PAGES, "/api/games", "/api/begin", "/api/standings", "/api/advise", "/rules/GAME", "/socket"]
    )
    return JSONResponse(
        {"type": "error", "error": f"there is nothing at this address; the server has {allowed}"}, status
    )


async def _answer_fault(_: Request, __: Exception) -> Response:
    return JSONResponse({"type": "error", "error": "the server had an internal error; try again"}, 500)


def _serve_file(name: str) -> Answer:
    """Return a file of the wheel."""
    folder = "view" if name in _SHARED else "serve"
    data = resources.files("uneri").joinpath(folder, "assets", name).read_bytes()
    if name == "style.css":
        data = variables(_ROLES).encode() + data
    kind = _TYPES[name.rpartition(".")[2]]

    async def send_file(_: Request) -> Response:
        return Response(data, media_type=kind)

    return send_file
