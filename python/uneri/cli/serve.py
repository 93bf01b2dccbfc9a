"""`uneri serve`: games in the browser, against bots and with other people."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

from uneri._util.jobs.lock import FolderLock
from uneri._util.messages import brief
from uneri._util.starting import CODE
from uneri.bots import bot_maker, split_bots
from uneri.serve.callers import is_loopback, parse_address

from ._output import say
from ._parser import BadInput, Parser, bad_input, number

PORT, PACKAGES = 8765, "starlette uvicorn websockets markdown-it-py"


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Opens a table in the browser, to play against bots, to play with others by a link for each seat, or to watch. "
        f"It needs other packages: pip install {PACKAGES}"
    )
    words = "the address to listen on; default: 127.0.0.1, this machine only; 0.0.0.0: anyone who can reach it"
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=words)
    words = "another name of this server in browsers' addresses, on any port; may be repeated"
    parser.add_several("--name", "NAME", words)
    words = "a proxy in front, such as 127.0.0.1: limits use the addresses in its X-Forwarded-For; may be repeated"
    parser.add_several("--proxy", "ADDRESS", words)
    parser.add_argument(
        "--port", type=number(0, 65535), default=PORT, metavar="N", help=f"default: {PORT}; 0: any free port"
    )
    words = "store each game in this folder, and resume those in it; default: games end with the server"
    parser.add_value("--out", "DIR", words)
    parser.add_value("--bots", "BOTS", "more bots to choose from, including your own: ismcts:sims=20000,mine:Bot")
    parser.add_value("--games", "N", "at once", number(1, 100_000), 200)
    parser.add_value("--connections", "N", "in all at once", number(1, 100_000), 2000)
    words = "connections at once per address, except this machine's"
    parser.add_value("--connections-per-address", "N", words, number(1, 100_000), 200)
    words = "minutes without a viewer and without a move after which a game is dropped"
    parser.add_value("--idle", "MINUTES", words, number(1, 100_000), 720)
    words = "seconds for a bot's move; a simple bot replaces a slower one"
    parser.add_value("--bot-time", "SECONDS", words, number(1, 3600), 20)
    words = "milliseconds between moves of bots, so that people can follow"
    parser.add_value("--pace", "MS", words, number(0, 60_000), 600)
    words = "how long bots wait at most after a round, until everybody has read its score sheet"
    parser.add_value("--stop", "SECONDS", words, number(0, 3600), 30)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    for module in ("starlette", "uvicorn"):
        if importlib.util.find_spec(module) is None:
            raise BadInput(f"{module} is not installed; run: pip install {PACKAGES}")
    with _open_folder(args.out) as folder:
        try:
            _serve(args, folder)
        except KeyboardInterrupt:  # the normal end of a server: no message
            return CODE
    return 0


def _serve(args: argparse.Namespace, folder: Path | None) -> None:
    from uneri.serve.connections import make_room
    from uneri.serve.limits import Limits
    from uneri.serve.lobby import Lobby
    from uneri.serve.log import make_brief_log
    from uneri.serve.server import collect_rarely, make_server

    connections, backlog = make_room(args.connections)
    if connections < args.connections:
        say(f"uneri: this system's limit of open files leaves {connections} connections", file=sys.stderr, flush=True)
    limits = Limits(
        games=args.games,
        idle=60.0 * args.idle,
        bot=args.bot_time,
        pace=args.pace / 1000,
        stop=args.stop,
        connections=connections,
        connections_per_address=args.connections_per_address,
        backlog=backlog,
    )
    lobby = Lobby(limits, _check_named(args.bots), folder)
    proxies = _find_addresses(args.proxy)
    at = _listen(args.host, args.port)
    server = make_server(
        lobby,
        _list_names(args),
        public=[name.lower() for name in args.name],
        any_address=not is_loopback(args.host),
        proxies=proxies,
    )
    host, port = at.getsockname()[:2]
    if is_loopback(args.host):
        say(f"http://{_format_host(host)}:{port}/  (only this machine; Ctrl-C ends it)", flush=True)
    else:
        say(
            f"All who can reach this machine can open http://{_format_host(_find_host(at))}:{port}/ and begin games; "
            "nothing is encrypted.",
            style="bold red",
            flush=True,
        )
    sys.stdout.flush()
    with make_brief_log(), collect_rarely():
        server.run(sockets=[at])


def _check_named(bots: str | None) -> list[str]:
    specs = [spec.strip() for spec in split_bots(bots)] if bots else []
    with bad_input():
        for spec in specs:
            bot_maker(spec)
    return specs


@contextlib.contextmanager
def _open_folder(out: str | None) -> Iterator[Path | None]:
    """Lock the folder of games for this server."""
    if out is None:
        yield None
        return
    folder = Path(out).absolute()  # the owner's bots may change the current folder
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
        # Bytes read together are parsed together, which may be thousands of messages.
        at.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        at.bind(address)
        at.listen(256)
    except (OSError, UnicodeError, OverflowError) as error:
        if at is not None:
            at.close()
        raise BadInput(f"cannot listen on {host}, port {port}: {getattr(error, 'strerror', None) or error}") from error
    return at


def _find_host(at: socket.socket) -> str:
    """Find the address at which others reach this socket; if it listens on all, the address this machine uses."""
    host: str = at.getsockname()[0]
    address = parse_address(host)
    if address is None or not address.is_unspecified:
        return host
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):  # nothing is sent there
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            found: str = probe.getsockname()[0]
            return found
    return socket.gethostname()


def _format_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _find_addresses(proxies: list[str]) -> list[str]:
    for proxy in proxies:
        if parse_address(proxy) is None:
            raise BadInput(f"--proxy must be an address, such as 127.0.0.1, not {brief(proxy)}")
    return proxies


def _list_names(args: argparse.Namespace) -> list[str]:
    """List the server's own names."""
    names = ["localhost", "127.0.0.1", "::1", args.host.lower(), *(name.lower() for name in args.name)]
    if not is_loopback(args.host):
        names.append(socket.gethostname().lower())
    return list(dict.fromkeys(names))
