"""A real nginx in front of the web table, with the lines of the docs."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from _serve import port

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin")
DOCS = Path(__file__).parents[2] / "docs" / "serve.md"
TLS = ssl._create_unverified_context()

pytestmark = [
    pytest.mark.subprocess,
    pytest.mark.skipif(NGINX is None or shutil.which("openssl") is None, reason="needs nginx and openssl"),
]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


def listens(at: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", at)) == 0


@contextmanager
def nginx(folder: Path, upstream: int) -> Iterator[int]:
    """nginx with the server of the docs; other ports, and a certificate of its own."""
    found = re.search(r"```nginx\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert found
    at, lines = free_port(), found[1]
    for old, new in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{at} ssl;"),
        ("127.0.0.1:8765", f"127.0.0.1:{upstream}"),
        ("/etc/ssl/", f"{folder}/"),
    ):
        assert old in lines
        lines = lines.replace(old, new)
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = f"daemon off; pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {paths} {lines} }}"
    if os.geteuid() == 0:  # its worker would be another user, who may not enter the folder
        text = f"user root; {text}"
    (folder / "nginx.conf").write_text(text)
    name = str(folder / "table.example")
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=table.example"]
    made += ["-keyout", f"{name}.key", "-out", f"{name}.pem"]
    subprocess.run(made, check=True, capture_output=True, timeout=60)
    command = [str(NGINX), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            while process.poll() is None and not listens(at):
                time.sleep(0.02)
            assert process.poll() is None, process.communicate()[1]
            yield at
        finally:
            process.terminate()


def ask(at: int, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    to = http.client.HTTPSConnection("127.0.0.1", at, timeout=30, context=TLS)
    sent = {"Host": f"table.example:{at}", "Content-Type": "application/json", **headers}
    to.request(method, path, json.dumps(body), sent)
    answer = to.getresponse()
    found = answer.status, json.loads(answer.read())
    to.close()
    return found


@contextmanager
def seat_at(at: int, origin: str) -> Iterator[Any]:
    """A socket of a page."""
    from websockets.sync.client import connect

    with (
        socket.create_connection(("127.0.0.1", at)) as one,
        connect(f"wss://table.example:{at}/socket", sock=one, ssl=TLS, origin=origin) as seat,
    ):
        yield seat


def test_a_game_through_nginx(tmp_path: Path) -> None:
    """A page begins a game and a socket moves; other pages are refused as without a proxy."""
    from websockets.exceptions import InvalidStatus

    asked = {"game": "tacta", "options": {"players": 2}, "seats": ["human", "greedy"], "seed": 3}
    with port(proxies=("127.0.0.1",), public=("table.example",)) as server, nginx(tmp_path, server.number) as at:
        page = f"https://table.example:{at}"
        assert ask(at, "GET", "/api/games")[0] == 200
        for origin in ("https://evil.example", "null", f"https://127.0.0.1:{at}"):
            assert ask(at, "POST", "/api/begin", asked, Origin=origin)[0] == 403
        status, answer = ask(at, "POST", "/api/begin", asked, Origin=page)
        assert status == 201
        with pytest.raises(InvalidStatus), seat_at(at, "https://evil.example"):
            pass
        with seat_at(at, page) as seat:
            seat.send(json.dumps({"type": "join", "token": dict(answer["links"])[0]}))
            state = {"turn": False, "step": 0, "moves": []}
            while not state.get("turn"):
                state = json.loads(seat.recv(30))
            seat.send(json.dumps({"type": "move", "step": state["step"], "action": state["moves"][0][0]}))
            while (after := json.loads(seat.recv(30)))["type"] != "state" or after["step"] <= state["step"]:
                pass
