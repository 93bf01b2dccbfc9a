"""`uneri serve`: where it listens, what it says, what it refuses; a server as users start it."""

from __future__ import annotations

import importlib.util
import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from _commands import UNERI
from _serve import house
from uneri import records
from uneri.cli import main
from uneri.serve.callers import is_loopback


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Servers that would run: their settings and sockets."""
    import uvicorn

    found: list[Any] = []

    def run(self: Any, sockets: list[socket.socket]) -> None:
        found.append((self.config, sockets[0].getsockname()))
        sockets[0].close()

    monkeypatch.setattr(uvicorn.Server, "run", run)
    return found


def test_it_listens_to_this_machine_alone(started: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0"]) == 0
    ((config, (host, port)),) = started
    assert host == "127.0.0.1"
    assert capsys.readouterr().out == f"http://127.0.0.1:{port}/  (only this machine; Ctrl-C ends it)\n"
    assert config.access_log is False
    assert config.app._names == ("localhost", "127.0.0.1", "::1")
    assert config.app._any_address is False


def test_it_says_so_where_others_reach_it(started: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--host", "0.0.0.0", "--name", "Table.example"]) == 0
    said = capsys.readouterr().out
    shown = re.match(r"All who can reach this machine can open http://([^:/]+):[0-9]+/", said)
    assert shown
    assert shown[1] != "0.0.0.0"  # which not every browser opens
    assert "nothing is encrypted" in said
    app = started[0][0].app
    assert "table.example" in app._names
    assert app._any_address is True


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "70000"], "'70000' is not valid; allowed: 0 to 65535"),
        (["--host", "no.such.name.invalid"], "cannot listen on no.such.name.invalid"),
        (["--bots", "nobody"], "no bot 'nobody'"),
        (["--games", "0"], "allowed: 1 to 100000"),
        (["--proxy", "proxy.example"], "--proxy must be an address, such as 127.0.0.1, not 'proxy.example'"),
    ],
)
def test_what_cannot_be_served_is_named(
    words: list[str], said: str, started: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *words]) == 2
    assert said in capsys.readouterr().err
    assert started == []


def test_a_port_that_is_taken_and_a_folder_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert main(["serve", "--port", str(other.getsockname()[1])]) == 2
    assert "cannot listen on 127.0.0.1, port" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert main(["serve", "--out", str(tmp_path / "file")]) == 2
    assert f"cannot write to {tmp_path / 'file'}" in capsys.readouterr().err


def test_packages_are_named_where_they_are_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["serve"]) == 2
    assert "run: pip install starlette uvicorn" in capsys.readouterr().err


def test_bots_of_the_owner_are_offered() -> None:
    spec = "ismcts:sims=6000"
    with house(named=(spec,)) as at:
        assert at.client.get("/api/games").json()["games"][0]["bots"][0] == spec
        at.begin("onda", ["human", spec])
        assert "allowed: 1 to 5000" in at.refused(game="onda", options={"players": 2}, seats=["human", spec + "1"])


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.9.9.9"])
def test_loopback(host: str) -> None:
    assert is_loopback(host)
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("example.org")


@pytest.mark.subprocess
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_server_that_is_stopped_keeps_its_games(tmp_path: Path, how: signal.Signals, code: int, times: int) -> None:
    command = [*UNERI, "serve", "--port", "0", "--pace", "0", "--out", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.match(r"(http://127\.0\.0\.1:\d+/)", process.stdout.readline())
        assert found
        asked = {"game": "tacta", "options": {"players": 2}, "seats": ["human", "greedy"], "seed": 3}
        request = urllib.request.Request(
            found[1] + "api/begin", json.dumps(asked).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert len(json.load(answer)["links"]) == 2
        for _ in range(times):
            process.send_signal(how)
            time.sleep(0.02)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (code, "")
    (file,) = tmp_path.glob("*-tacta-*.uneri.jsonl")
    (record,) = records.read(file)
    record.check()
    assert record.seed == 3
