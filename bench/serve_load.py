"""`python -m bench.serve_load`: many games at one web table, moves as quick as they are answered; requests and memory.

The clients run in this process, and take about as much of a processor as the server that they measure.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import uneri


def begin(base: str, game: str, seed: int) -> str:
    """A game against a bot; the link of its person."""
    asked = {"game": game, "options": {"players": 2}, "seats": ["human", "greedy"], "seed": seed}
    request = urllib.request.Request(
        f"{base}api/begin", json.dumps(asked).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["links"][0][1])


async def play(address: str, token: str, until: float, waits: list[float]) -> tuple[int, int]:
    """Moves of one seat until the time is over; messages and bytes received."""
    import websockets

    messages = size = 0
    async with websockets.connect(address, max_size=None) as socket:
        await socket.send(json.dumps({"type": "join", "token": token}))
        sent = time.monotonic()
        while time.monotonic() < until:
            text = await socket.recv()
            messages, size = messages + 1, size + len(text)
            state: dict[str, Any] = json.loads(text)
            if state["type"] != "state":
                continue
            if state["over"]:
                break
            if state["turn"]:
                waits.append(time.monotonic() - sent)
                sent = time.monotonic()
                action = state["moves"][state["step"] % len(state["moves"])][0]
                await socket.send(json.dumps({"type": "move", "step": state["step"], "action": action}))
    return messages, size


def resident(pid: int) -> float:
    """Megabytes, where the system tells."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text("utf-8")) if status.exists() else None
    return int(found[1]) / 1024 if found else float("nan")


def processor(pid: int) -> float:
    """Seconds of processor time so far, where the system tells."""
    stat = Path(f"/proc/{pid}/stat")
    fields = stat.read_text("utf-8").rpartition(")")[2].split() if stat.exists() else []
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else float("nan")


async def measure(base: str, pid: int, games: int, seconds: float) -> None:
    """Begins, plays, prints."""
    print(f"at the start: {resident(pid):.0f} MB")
    begun = time.monotonic()
    tokens = [begin(base, uneri.games()[i % len(uneri.games())], i) for i in range(games)]
    took = time.monotonic() - begun
    print(f"{games} games begun in {took:.1f} s, {games / took:.0f} requests a second: {resident(pid):.0f} MB")
    waits: list[float] = []
    address = base.replace("http", "ws") + "socket"
    begun, spent = time.monotonic(), processor(pid)
    heard = await asyncio.gather(*(play(address, token, begun + seconds, waits) for token in tokens))
    took, spent = time.monotonic() - begun, processor(pid) - spent
    messages, size = (sum(part) for part in zip(*heard, strict=True))
    print(
        f"{1e3 * spent / max(messages, 1):.1f} ms of the server's processor time a message, {100 * spent / took:.0f} % of a core"
    )
    waits.sort()
    print(
        f"{games} sockets for {took:.0f} s: {len(waits) / took:.0f} moves and {messages / took:.0f} messages a second"
    )
    print(
        f"{size / max(messages, 1) / 1e3:.0f} kB a message; a move waits {1e3 * waits[len(waits) // 2]:.0f} ms in the middle,",
        end=" ",
    )
    print(f"{1e3 * waits[int(0.99 * len(waits))]:.0f} ms in 99 of 100; afterwards {resident(pid):.0f} MB")


def main() -> None:
    """Starts a server, and measures it."""
    parser = argparse.ArgumentParser(prog="python -m bench.serve_load", description=__doc__)
    parser.add_argument("--games", type=int, default=200, metavar="N", help="at once; default: 200")
    parser.add_argument("--seconds", type=float, default=20, metavar="S", help="of play; default: 20")
    given = parser.parse_args()
    command = [sys.executable, "-m", "uneri", "serve", "--port", "0", "--pace", "0", "--games", str(given.games)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        base = process.stdout.readline().split()[0]
        try:
            asyncio.run(measure(base, process.pid, given.games, given.seconds))
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
