"""Connections of those who say nothing, half of something or nonsense: they are closed in time, others are answered."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
import struct
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from _serve import Port, comes_true, port
from uneri.serve import connections, log
from uneri.serve.callers import Callers, name_network
from uneri.serve.connections import Connections
from uneri.serve.limits import Limits

GET = b"GET /api/games HTTP/1.1\nHost: localhost\nConnection: close\n\n"
KEPT = b"GET /icon.svg HTTP/1.1\nHost: localhost\n\n"
POST = b"POST /api/begin HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 60\n\n{"
SOCKET = (
    b"GET /socket HTTP/1.1\nHost: localhost\nUpgrade: websocket\nConnection: Upgrade\n"
    b"Sec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n\n"
)
SOON: dict[str, Any] = {"silence": 0.1, "request": 0.1, "leave": 0.1, "join": 0.1}


def come_to(at: Port, count: int, seconds: float = 10) -> bool:
    """Tell whether the server soon has this number of connections."""
    return comes_true(lambda: at.open == count, seconds)


@contextlib.contextmanager
def many(at: Port, count: int, data: bytes = b"", most: int = 100) -> Iterator[None]:
    """Hold some connections open that do nothing; the server has them, or as many as it allows."""
    before = at.open
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(at.connect(data))
        assert come_to(at, min(before + count, most))
        yield


@pytest.mark.parametrize(
    "data",
    [b"", b"GET / HTTP/1.1\nHost: local", POST, POST.replace(b"60", b"1"), KEPT, KEPT + b"GET /", KEPT + POST, SOCKET],
    ids=[
        "nothing",
        "half a head",
        "half a body",
        "answered",
        "kept",
        "kept, half a head",
        "kept, half a body",
        "unjoined",
    ],
)
def test_each_state_of_a_connection_ends(data: bytes) -> None:
    with port(**SOON) as at, many(at, 3, data):
        assert come_to(at, 0)


def test_a_byte_now_and_then_buys_no_time() -> None:
    with port(**SOON | {"request": 1.5}) as at, at.connect(b"GET / HTTP/1.1\n") as one:
        with contextlib.suppress(OSError):
            for _ in range(200):
                one.sendall(b"x")
                time.sleep(0.05)
        assert come_to(at, 0, 1)


def test_answers_that_nobody_reads_end() -> None:
    with port(**SOON | {"answer": 0.1}) as at, socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", at.number))
        assert come_to(at, 1)
        with contextlib.suppress(OSError):
            one.sendall(KEPT.replace(b"icon.svg", b"table.js").replace(b"\n", b"\r\n") * 1000)
        assert come_to(at, 0)


@pytest.mark.parametrize("data", [b"", b"GET / HTTP/1.1\n", POST, SOCKET], ids=["nothing", "head", "body", "unjoined"])
def test_who_only_waits_makes_room_for_others(data: bytes) -> None:
    with port(connections=8) as at, many(at, 30, data, 8):
        assert b"200 OK" in at.ask(GET)
        assert at.open <= 8


def test_whose_connection_makes_room() -> None:
    """The oldest that waits, of the same address if that has too many; one at work never does."""

    class Transport(asyncio.Transport):
        def __init__(self, address: str) -> None:
            super().__init__({"peername": (address, 1)})
            self.aborted = False

        def abort(self) -> None:
            self.aborted = True

    async def run() -> None:
        limits = Limits(connections=4, connections_per_address=2)
        held = Connections(limits, Callers(limits, ["192.0.2.9"]))
        other, first, second, third = (Transport(f"192.0.2.{last}") for last in (2, 1, 1, 1))
        assert all(held.add(one) for one in (other, first, second))
        held.work(first, 60)
        assert held.add(third)  # its address has two: the one of them that waits
        assert [one.aborted for one in (other, first, second, third)] == [False, False, True, False]
        held.work(third, 60)
        assert not held.add(Transport("192.0.2.1"))
        proxied = [Transport("192.0.2.9") for _ in range(4)]  # as many as there may be in all
        assert all(held.add(one) for one in proxied)
        assert [one.aborted for one in (other, first, third)] == [True, False, False]
        assert [one.aborted for one in proxied] == [True, True, False, False]
        for one in proxied:
            held.work(one, 60)
        assert not held.add(Transport("192.0.2.3"))
        assert len(held) == 4
        held.remove(first)
        assert held.add(Transport("192.0.2.1"))

    asyncio.run(run())


def test_whose_address_counts() -> None:
    same = ("2001:db8::1", "2001:DB8::ffff:1%eth0", "2001:db8::/64")
    assert {name_network(address) for address in same} == {"2001:db8::/64"}
    assert name_network("::ffff:192.0.2.1") == name_network("192.0.2.1") == "192.0.2.1"
    callers = Callers(Limits(), ["192.0.2.9"])
    shared = ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "192.0.2.9")
    assert {callers.find(address).name for address in shared} == {""}
    assert callers.find("192.0.2.1") is callers.find("::ffff:192.0.2.1")
    kept = callers.find("192.0.2.1")
    kept.connections = 1
    for number in range(20_000):
        callers.find(f"text {number}")
    assert callers.find("192.0.2.1") is kept
    assert len(callers._known) <= 5000


def request_of(address: str) -> bytes:
    return GET.replace(b"\n\n", f"\nX-Forwarded-For: 203.0.113.7, {address}\n\n".encode())


def test_a_proxy_names_addresses_if_it_is_believed() -> None:
    with port(proxies=("127.0.0.1",), requests=0.2) as at:
        assert b"200 OK" in at.ask(request_of("192.0.2.1"))
        assert b"429" in at.ask(request_of("192.0.2.1"))
        assert b"200 OK" in at.ask(request_of("192.0.2.2"))
        assert b"200 OK" in at.ask(GET)
    with port(requests=0.2) as at:
        assert all(b"200 OK" in at.ask(request_of("192.0.2.1")) for _ in range(3))


def test_no_traceback_for_what_a_client_sends(capfd: pytest.CaptureFixture[str]) -> None:
    odd = [
        b"\x16\x03\x01\x02", b"GET /\xff HTTP/1.1\nHost: localhost\n\n", b"GET / HTTP/1.1\nHost: \xff\n\n", b"PRI * HTTP/2.0\n\n",
        KEPT.replace(b"\n\n", b"\nUpgrade: h2c\nConnection: Upgrade\n\n"), SOCKET.replace(b"localhost", b"evil"), POST,
        SOCKET.replace(b"dGhl", b"\xff"), SOCKET.replace(b"GET", b"POST"), SOCKET.replace(b"/socket", b"/nothing"),
        SOCKET + b"\x81\x82\0\0\0\0\xff\xfe", SOCKET + b"\x87\x80\0\0\0\0", SOCKET + b"\x81\x82\0\0\0\0{}" * 200, SOCKET + b"\x01",
    ]  # fmt: skip
    with log.make_brief_log(), port() as at:
        for data in odd * 3:
            for linger in (b"", struct.pack("ii", 1, 0)):  # an end, then a reset
                with at.connect(data) as one:
                    time.sleep(0.01)
                    if linger:
                        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        assert b"200 OK" in at.ask(GET)
        with many(at, 6, POST), many(at, 6, SOCKET), many(at, 6):
            at.server.should_exit = True
            assert come_to(at, 0)
    lines = capfd.readouterr().err.splitlines()
    assert "uneri serve: Invalid HTTP request received." in lines
    assert all(line.startswith("uneri serve: ") for line in lines), lines
    assert len({line.partition(" (")[0] for line in lines}) == len(lines) < 12


def test_the_same_trouble_is_one_line_a_minute(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(log, "time", SimpleNamespace(monotonic=lambda: now))
    with log.make_brief_log():
        for now in (0.0, *[59.0] * 998, 60.0):
            logging.getLogger("uneri").error("no record: %s", f"{now} \x1b[31m\nsecond line")
        try:
            raise ValueError("x" * 10_000)
        except ValueError:
            logging.getLogger("asyncio").exception("a task")
    first, second, third = capsys.readouterr().err.splitlines()
    assert first == r"uneri serve: no record: 0.0 \x1b[31m"
    assert second == r"uneri serve: no record: 60.0 \x1b[31m (998 more of this kind)"
    assert re.fullmatch(r"uneri serve: a task: ValueError: x+\.\.\. \(.*test_connections\.py:\d+\)", third)
    assert len(third) < 500


def test_there_is_room_for_files(monkeypatch: pytest.MonkeyPatch) -> None:
    resource: Any = pytest.importorskip("resource")
    allowed: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: allowed.append(both))
    for limit, wanted, found in (
        ((1024, 1 << 20), 2000, 2000),
        ((1 << 20, 1 << 20), 2000, 2000),
        ((1024, resource.RLIM_INFINITY), 2000, 2000),
        ((1024, 1024), 2000, 508),
        ((128, 128), 2000, 60),
        ((128, 128), 10, 10),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _, limit=limit: limit)
        most, backlog = connections.make_room(wanted)
        assert most == found
        assert most + 4 * (backlog + 1) < limit[1] or limit[1] == resource.RLIM_INFINITY
    assert allowed == [(4052, 1 << 20), (4052, resource.RLIM_INFINITY)]
