"""`uneri serve`: games in the browser, against bots and with other people."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import ipaddress
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

from uneri._util.work.lock import FolderLock
from uneri.bots import bot_maker, split_bots

from ._output import say
from ._parser import BadInput, bad_input, number

PORT = 8765


def add(parser: argparse.ArgumentParser) -> None:
    """Says what the command is for, and adds its arguments."""
    parser.description = (
        "A table in the browser: against bots, with other people by a link for each seat, or to watch bots. "
        'It needs the extra serve: pip install "uneri[serve]".'
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="the address to listen at; default: 127.0.0.1, this machine alone; 0.0.0.0: whoever reaches this machine",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a further name that browsers find this server by; may be repeated",
    )
    parser.add_argument(
        "--port", type=number(0, 65535), default=PORT, metavar="N", help=f"default: {PORT}; 0: any that is free"
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="keep each game in this folder, and resume those that are there; default: games end with the server",
    )
    parser.add_argument("--bots", metavar="BOTS", help="further bots to choose, yours, too: ismcts:sims=20000,mine:Bot")
    parser.add_argument("--games", type=number(1, 100_000), default=200, metavar="N", help="at once; default: 200")
    parser.add_argument(
        "--idle",
        type=number(1, 100_000),
        default=720,
        metavar="MINUTES",
        help="a game is dropped if nobody has looked at it and nothing was played for so long; default: 720",
    )
    parser.add_argument(
        "--bot-time",
        type=number(1, 3600),
        default=20,
        metavar="SECONDS",
        help="for a bot's move; a simple bot plays on for one that takes longer; default: 20",
    )
    parser.add_argument(
        "--pace",
        type=number(0, 60_000),
        default=600,
        metavar="MS",
        help="milliseconds between moves of bots, so that people can follow; default: 600",
    )


def run(args: argparse.Namespace) -> int:
    """Serves until Ctrl-C."""
    for module in ("starlette", "uvicorn"):
        if importlib.util.find_spec(module) is None:
            raise BadInput(f'{module} is not installed; allowed: pip install "uneri[serve]"')
    with _folder(args.out) as folder:
        _serve(args, folder)
    return 0


def _serve(args: argparse.Namespace, folder: Path | None) -> None:
    import uvicorn

    from ._serve.app import make_app
    from ._serve.hall import Hall
    from ._serve.limits import MOST_MESSAGE, Limits

    limits = Limits(games=args.games, idle=60.0 * args.idle, bot=args.bot_time, pace=args.pace / 1000)
    hall = Hall(limits, _named(args.bots), folder)
    at = _listen(args.host, args.port)
    app = make_app(hall, _names(args), limits, any_address=not _is_loopback(args.host))
    config = uvicorn.Config(
        app,
        log_config=None,  # uvicorn's would close the handlers of whoever called
        log_level="warning",
        access_log=False,  # addresses of records hold links
        server_header=False,
        proxy_headers=False,
        ws_max_size=4 * MOST_MESSAGE,  # somewhat more than is allowed gets an answer that says so
        ws_max_queue=16,
        timeout_graceful_shutdown=2,
    )
    host, port = at.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    if _is_loopback(args.host):
        say(f"http://{shown}:{port}/  (this machine alone; Ctrl-C ends it)", flush=True)
    else:
        say(
            f"Everybody who reaches this machine can open http://{shown}:{port}/ and begin games; nothing is encrypted.",
            style="bold red",
            flush=True,
        )
    sys.stdout.flush()
    uvicorn.Server(config).run(sockets=[at])


def _named(bots: str | None) -> list[str]:
    specs = [spec.strip() for spec in split_bots(bots)] if bots else []
    with bad_input():
        for spec in specs:
            bot_maker(spec)
    return specs


@contextlib.contextmanager
def _folder(out: str | None) -> Iterator[Path | None]:
    """The folder of games, for this server alone."""
    if out is None:
        yield None
        return
    folder = Path(out).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FolderLock(folder, "server")
    except OSError as error:
        raise BadInput(f"cannot write to {out}: {error.strerror or error}") from error
    except ValueError as error:
        raise BadInput(str(error)) from error
    try:
        yield folder
    finally:
        lock.release()


def _listen(host: str, port: int) -> socket.socket:
    at = None
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        at = socket.socket(family, kind, protocol)
        if sys.platform != "win32":  # there it would let two servers share a port
            at.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        at.bind(address)
        at.listen(256)
    except (OSError, UnicodeError, OverflowError) as error:
        if at is not None:
            at.close()
        raise BadInput(f"cannot listen at {host}, port {port}: {getattr(error, 'strerror', None) or error}") from error
    return at


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _names(args: argparse.Namespace) -> list[str]:
    """What the server goes by."""
    names = ["localhost", "127.0.0.1", "::1", args.host.lower(), *(name.lower() for name in args.name)]
    if not _is_loopback(args.host):
        names.append(socket.gethostname().lower())
    return list(dict.fromkeys(names))
