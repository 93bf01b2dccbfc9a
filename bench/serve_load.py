"""`python -m bench.serve_load`: many games and sockets at one web table; how long moves and bots take, with hostile ones too.

Each game has a player, who thinks some seconds before each move, and watchers. The clients run in this process, the hostile
ones in another; together they take more of a processor than the server that they measure.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uneri

BOTS = ("greedy", "greedy", "greedy", "search:sims=100")


def begin(base: str, number: int, bot: str) -> dict[int | None, str]:
    """A game of a person and a bot; its links."""
    game = uneri.games()[number % len(uneri.games())]
    asked = {"game": game, "options": {"players": 2}, "seats": ["human", bot], "seed": number}
    request = urllib.request.Request(
        f"{base}api/begin", json.dumps(asked).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer)["links"])


@dataclass
class Heard:
    """The measurements of the clients of one run."""

    moves: list[float] = field(default_factory=list)
    """Seconds until a move was shown to the player who made it."""
    bots: list[float] = field(default_factory=list)
    """Seconds until a search had answered."""
    messages: int = 0
    size: int = 0
    errors: Counter[str] = field(default_factory=Counter)


async def join(base: str, token: str, few: asyncio.Semaphore, heard: Heard) -> Any:
    """A socket that has joined; None if it was refused."""
    import websockets

    async with few:
        try:
            to = await websockets.connect(base.replace("http", "ws") + "socket", max_size=None, compression=None)
            await to.send(json.dumps({"type": "join", "token": token}))
        # EOFError: websockets 14, where a handshake ends early.
        except (OSError, EOFError, websockets.WebSocketException) as error:
            heard.errors[f"{type(error).__name__}: {error}"[:60]] += 1
            return None
        return to


async def sit(to: Any, until: float, think: float, heard: Heard, bot: str) -> None:
    """A socket until the time is over. Who has a seat plays; watchers have no turn."""
    import websockets

    state: dict[str, Any] = {"turn": None}
    sent, step, think_until = 0.0, -1, until  # the last move, -1 once it is shown
    try:
        while (now := time.monotonic()) < until:
            try:
                text = await asyncio.wait_for(to.recv(), max(min(until, think_until) - now, 0.001))
            except TimeoutError:  # the player has thought
                think_until = until
                if state["turn"] and step < 0:
                    sent, step = time.monotonic(), state["step"]
                    action = state["moves"][step % len(state["moves"])][0]
                    await to.send(json.dumps({"type": "move", "step": step, "action": action}))
                continue
            heard.messages, heard.size = heard.messages + 1, heard.size + len(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] in ("error", "gone"):
                heard.errors[message["error"][:60]] += 1
            if message["type"] != "state":
                continue
            state, now = message, time.monotonic()
            if state["step"] > step >= 0:
                heard.moves.append(now - sent)
                step = -1
            if state["over"]:
                return
            if state["turn"] and think_until == until:
                if sent and bot.startswith("search"):
                    heard.bots.append(now - sent)
                think_until = now + random.uniform(0, 2 * think)
    except (OSError, websockets.WebSocketException) as error:
        heard.errors[f"{type(error).__name__}: {error}"[:60]] += 1
    finally:
        await to.close()


# Hostile clients: each does its worst within the limits, and starts again when it was closed.


async def silent(base: str, _: dict[int | None, str]) -> None:
    """Says nothing."""
    reader, _writer = await asyncio.open_connection(*_place(base))
    await reader.read()


async def slow(base: str, _: dict[int | None, str]) -> None:
    """Half a byte of a head now and then."""
    _reader, writer = await asyncio.open_connection(*_place(base))
    for byte in b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 1000:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(1)


def asking(
    message: str, seconds: float, *, reads: bool = True
) -> Callable[[str, dict[int | None, str]], Awaitable[None]]:
    """Joins a game and asks the same, again and again."""

    async def ask(base: str, links: dict[int | None, str]) -> None:
        import websockets

        address = base.replace("http", "ws") + "socket"
        async with websockets.connect(address, max_size=None, compression="deflate" if reads else None) as to:
            await to.send(json.dumps({"type": "join", "token": links[0]}))
            reader = asyncio.create_task(_read(to)) if reads else None
            try:
                while True:
                    await to.send(message)
                    await asyncio.sleep(seconds)
            finally:
                if reader is not None:
                    reader.cancel()

    return ask


async def _read(to: Any) -> None:
    async for _ in to:
        pass


HOSTILE = (
    silent,
    slow,
    asking('{"type":"look","step":0}', 0.05),
    asking('{"type":"ping"}', 0.0),
    asking('{"type":"look","step":0}', 0.05, reads=False),
    asking('{"type":"hint"}', 0.1),
    asking('{"type":"review","step":1}', 0.1),
)


def _place(base: str) -> tuple[str, int]:
    found = re.fullmatch(r"http://(.*):([0-9]+)/", base)
    assert found
    return found[1], int(found[2])


def attack(base: str, count: int, games: list[dict[int | None, str]], seconds: float) -> None:
    """Run hostile clients in a process of their own.

    It has the lowest priority: such clients usually run on other machines, so their own processor time isn't part of
    the measurement.
    """
    if hasattr(os, "nice"):
        os.nice(19)

    async def one(number: int) -> None:
        while True:
            with contextlib.suppress(Exception):
                await HOSTILE[number % len(HOSTILE)](base, games[number % len(games)])
            await asyncio.sleep(0.1)

    async def run() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(one(number) for number in range(count)))

    asyncio.run(run())


def peak(pid: int) -> float:
    """Megabytes at the most, where the system tells."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text("utf-8")) if status.exists() else None
    return int(found[1]) / 1024 if found else float("nan")


def processor(pid: int) -> float:
    """Seconds of processor time so far, where the system tells."""
    stat = Path(f"/proc/{pid}/stat")
    fields = stat.read_text("utf-8").rpartition(")")[2].split() if stat.exists() else []
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else float("nan")


def at_share(waits: list[float], share: float) -> float:
    """Return the wait that a share of all doesn't exceed, in milliseconds."""
    return 1e3 * sorted(waits)[int(share * (len(waits) - 1))] if waits else float("nan")


async def measure(base: str, pid: int, given: argparse.Namespace, hostile: int) -> Heard:
    """One run: begins, plays, prints."""
    heard, begun = Heard(), time.monotonic()
    bots = [BOTS[number % len(BOTS)] for number in range(given.games)]
    games = [begin(base, number, bot) for number, bot in enumerate(bots)]
    prey = [begin(base, number, "greedy") for number in range(-(-hostile // 10))]
    took = time.monotonic() - begun
    print(
        f"{given.games} games, {given.sockets} sockets, {hostile} hostile ones; a game begins in {1e3 * took / len(games):.1f} ms"
    )
    chairs = [
        (links[0 if turn == 0 else None], bot)
        for turn in range(-(-given.sockets // given.games))
        for links, bot in zip(games, bots, strict=True)
    ][: given.sockets]
    few = asyncio.Semaphore(50)
    joined = await asyncio.gather(*(join(base, token, few, heard) for token, _ in chairs))
    attackers = multiprocessing.get_context("spawn").Process(target=attack, args=(base, hostile, prey, given.seconds))
    if hostile:
        attackers.start()
    until, spent = time.monotonic() + given.seconds, processor(pid)
    sitting = zip(joined, chairs, strict=True)
    await asyncio.gather(*(sit(to, until, given.think, heard, bot) for to, (_, bot) in sitting if to is not None))
    spent = processor(pid) - spent
    if hostile:
        attackers.join()
    print(
        f"  a move: {at_share(heard.moves, 0.5):.0f} ms in the middle, {at_share(heard.moves, 0.99):.0f} in 99 of 100, of {len(heard.moves)}"
    )
    print(
        f"  a search: {at_share(heard.bots, 0.5):.0f} ms in the middle, {at_share(heard.bots, 1):.0f} at most, of {len(heard.bots)}"
    )
    print(
        f"  {heard.messages} messages of {heard.size / max(heard.messages, 1) / 1e3:.0f} kB; {100 * spent / given.seconds:.0f} % of a core"
    )
    print(f"  errors: {dict(heard.errors.most_common(5)) or 'none'}; {peak(pid):.0f} MB at most", end="; ")
    return heard


def serve(given: argparse.Namespace, hostile: int) -> Heard:
    """One run at a new server."""
    command = [
        sys.executable,
        "-m",
        "uneri",
        "serve",
        "--port",
        "0",
        "--pace",
        "0",
        "--games",
        str(given.games + hostile),
    ]
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        assert process.stdout is not None
        base = process.stdout.readline().split()[0]
        try:
            return asyncio.run(measure(base, process.pid, given, hostile))
        finally:
            process.terminate()
            process.wait()
            print(f"{errors.seek(0, os.SEEK_END)} bytes on the standard error")


def main() -> None:
    """One run without hostile clients, and one with them."""
    parser = argparse.ArgumentParser(prog="python -m bench.serve_load", description=__doc__)
    parser.add_argument("--games", type=int, default=200, metavar="N", help="at once; default: 200")
    parser.add_argument("--sockets", type=int, default=900, metavar="N", help="players and watchers; default: 900")
    parser.add_argument("--hostile", type=int, default=100, metavar="N", help="hostile clients; default: 100")
    parser.add_argument("--think", type=float, default=5, metavar="S", help="of a player before a move; default: 5")
    parser.add_argument("--seconds", type=float, default=40, metavar="S", help="of each run; default: 40")
    given = parser.parse_args()
    if sys.platform != "win32":
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    alone = serve(given, 0)
    if given.hostile:
        among = serve(given, given.hostile)
        print(
            f"99 of 100 moves: {at_share(among.moves, 0.99) / at_share(alone.moves, 0.99):.1f} times as long with hostile ones"
        )


if __name__ == "__main__":
    main()
