"""A web table in this process: its client, games begun at it, and sockets that speak its messages."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient

from uneri.serve.app import make_app
from uneri.serve.limits import Limits
from uneri.serve.lobby import Lobby
from uneri.serve.server import make_server

BASE = "http://127.0.0.1:8765"
FREE: dict[str, Any] = {"pace": 0, "stop": 0, "rate": 1e9, "burst": 1e9, "requests": 1e9, "begins": 1e9}
"""Limits that stand in no test's way."""
SHORT: dict[str, dict[str, Any]] = {"namima": {"games": 1}, "solo": {"max_rounds": 1}, "onda": {"rounds": 1}}
"""Options of short games."""


def comes_true(condition: Callable[[], object], seconds: float = 10) -> bool:
    """Wait until a condition holds; False if it doesn't within some seconds."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.005)
    return bool(found)


class Socket:
    """A socket of a seat, with what it has heard."""

    def __init__(self, raw: Any) -> None:
        self.raw = raw
        self.heard: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        self.raw.send_text(json.dumps(message))

    def next(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.raw.receive_text())
        self.heard.append(found)
        return found

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of a kind."""
        while (found := self.next())["type"] not in kinds:
            pass
        return found

    def my_turn(self) -> dict[str, Any]:
        """The next state in which this seat may move, or the end."""
        while not ((found := self.until("state"))["turn"] or found["over"]):
            pass
        return found

    def answer(self, **message: Any) -> dict[str, Any]:
        """What is answered; news of the game are passed over."""
        self.send(**message)
        while (found := self.next())["type"] in ("state", "table"):
            pass
        return found


class House:
    """A server in this process."""

    def __init__(self, client: TestClient, lobby: Lobby) -> None:
        self.client, self.lobby = client, lobby

    def begin(self, game: str, seats: list[str], **asked: Any) -> dict[int | None, str]:
        """A game; its links by seat."""
        options = {"players": len(seats), **asked.pop("options", {})}
        answer = self.client.post("/api/begin", json={"game": game, "options": options, "seats": seats, **asked})
        assert answer.status_code == 201, answer.text
        return dict(answer.json()["links"])

    def refused(self, status: int = 400, **asked: Any) -> str:
        """The words in which a game is refused."""
        answer = self.client.post("/api/begin", json=asked)
        assert answer.status_code == status, answer.text
        return str(answer.json()["error"])

    @contextmanager
    def socket(self, token: str) -> Iterator[Socket]:
        """A socket that has joined."""
        with self.client.websocket_connect("ws://127.0.0.1:8765/socket") as raw:
            socket = Socket(raw)
            socket.send(type="join", token=token)
            yield socket


@contextmanager
def house(
    out: Path | None = None,
    named: tuple[str, ...] = (),
    public: tuple[str, ...] = (),
    address: str = "127.0.0.1",
    **limits: Any,
) -> Iterator[House]:
    """A server for a test; who asks has this address."""
    allowed = Limits(**{**FREE, **limits})
    lobby = Lobby(allowed, named, out)
    app = make_app(lobby, ("localhost", "127.0.0.1", *public), allowed, public=public)
    with TestClient(app, base_url=BASE, client=(address, 50000)) as client:
        yield House(client, lobby)


class Port:
    """A server with a port of its own, in a thread."""

    def __init__(self, server: Any, number: int) -> None:
        self.server, self.number = server, number

    @property
    def open(self) -> int:
        """Connections that the server has."""
        return len(self.server.config.http_protocol_class.args[0])

    def connect(self, data: bytes = b"") -> socket.socket:
        """A connection that has sent some bytes."""
        one = socket.create_connection(("127.0.0.1", self.number), timeout=10)
        one.sendall(data.replace(b"\n", b"\r\n"))
        return one

    def ask(self, data: bytes) -> bytes:
        """All that is answered until the server closes."""
        with self.connect(data) as one:
            return b"".join(iter(lambda: one.recv(65536), b""))


@contextmanager
def port(proxies: tuple[str, ...] = (), public: tuple[str, ...] = (), **limits: Any) -> Iterator[Port]:
    """A server that listens, for a test of what happens below its application."""
    lobby = Lobby(Limits(**{**FREE, **limits}))
    server = make_server(lobby, ("localhost", "127.0.0.1", *public), public=public, proxies=proxies)
    at = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]})
    thread.start()
    try:
        assert comes_true(lambda: server.started)
        yield Port(server, at.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(20)
    assert not thread.is_alive()
