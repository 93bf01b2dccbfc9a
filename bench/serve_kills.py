"""`python -m bench.serve_kills`: kills a web table at random moments, restarts it, and checks what its clients had seen.

Two clients play one game after the other by sockets. After each restart each of them must hear all events that it had heard before.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import random
import socket
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from typing import Any

import uneri

SHORT: dict[str, dict[str, Any]] = {"namima": {"games": 1}, "solo": {"max_rounds": 1}, "onda": {"rounds": 1}}
"""Options of short games."""
WATCHED = 1.5
"""Seconds within which a server is killed, counted from its first line."""


class Lost(Exception):
    """Raised if something that a client had seen is gone."""


@dataclass
class Client:
    """One seat, and all that it has heard of its game."""

    token: str
    events: list[Any] = field(default_factory=list)
    over: bool = False

    async def play(self, address: str) -> None:
        """Plays until the game is over or the server is gone."""
        import websockets

        # websockets 14 raises EOFError where a handshake ends early.
        with contextlib.suppress(OSError, EOFError, websockets.WebSocketException):
            async with websockets.connect(address, max_size=None) as wire:
                await wire.send(json.dumps({"type": "join", "token": self.token}))
                async for text in wire:
                    message = json.loads(text)
                    if message["type"] == "gone":
                        raise Lost(message["error"])
                    if message["type"] == "state" and (answer := self.answer(message)):
                        await wire.send(json.dumps(answer))
                    if self.over:
                        return

    def answer(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """Return the answer to a state. Lost if it shows less than an earlier one."""
        events = [*self.events[: state["first"]], *state["events"]]
        if events[: len(self.events)] != self.events:
            raise Lost(f"{len(self.events)} events were seen; now there are {len(events)}, and others")
        self.events, self.over = events, state["over"]
        if not state["turn"]:
            return None
        return {"type": "move", "step": state["step"], "action": random.choice(state["moves"])[0]}


class Players:
    """Two clients at one game after the other."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._clients: list[Client] = []
        self.games = self.events = 0

    async def play(self) -> None:
        """Plays until cancelled, whether the server is there or not."""
        while True:
            if all(client.over for client in self._clients):
                await self._begin()
            before = sum(len(client.events) for client in self._clients)
            address = f"{self._base.replace('http', 'ws')}socket"
            try:
                async with asyncio.TaskGroup() as group:
                    for client in self._clients:
                        group.create_task(client.play(address))
            finally:
                self.events += sum(len(client.events) for client in self._clients) - before
            await asyncio.sleep(0.02)

    async def _begin(self) -> None:
        name = uneri.games()[self.games % len(uneri.games())]
        asked = {"game": name, "options": {"players": 2, **SHORT.get(name, {})}, "seats": ["human", "human"]}
        request = urllib.request.Request(
            f"{self._base}api/begin", json.dumps(asked).encode(), {"Content-Type": "application/json"}
        )
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            with await asyncio.to_thread(urllib.request.urlopen, request, timeout=10) as answer:
                links = json.load(answer)["links"]
            self._clients = [Client(token) for seat, token in links if seat is not None]
            self.games += 1


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def measure(times: int, folder: str) -> None:
    """Starts and kills, while two clients play."""
    port, begun = free_port(), time.monotonic()
    command = ["-m", "uneri", "serve", "--port", str(port), "--pace", "0", "--stop", "0", "--out", folder]
    players = Players(f"http://127.0.0.1:{port}/")
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(players.play())
        for number in range(times + 1):
            server = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)
            try:
                assert server.stdout is not None
                assert await server.stdout.readline(), "the server has not started"
                last = number == times
                await asyncio.sleep(2 * WATCHED if last else random.uniform(0, WATCHED))
            finally:
                server.kill()
                await server.wait()
        playing.cancel()
    print(
        f"{times} kills in {time.monotonic() - begun:.0f} s: {players.games} games, {players.events} events seen by their players, "
        "none lost"
    )


def main() -> None:
    """Reads the command line, and measures."""
    parser = argparse.ArgumentParser(prog="python -m bench.serve_kills", description=__doc__)
    parser.add_argument("--times", type=int, default=100, metavar="N", help="kills; default: 100")
    times = parser.parse_args().times
    try:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure(times, folder))
    except* Lost as lost:
        sys.exit(f"lost: {lost.exceptions}")


if __name__ == "__main__":
    main()
