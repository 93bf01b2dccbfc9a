"""The end of `uneri play`: who has won."""

from __future__ import annotations

import io
import select
import signal
import sys
import time
from pathlib import Path
from subprocess import PIPE, Popen, run
from typing import Any

import pytest

import uneri
from _commands import UNERI
from uneri import records
from uneri._util.winners import winners
from uneri.bots import RandomBot
from uneri.cli import main


def played(game: uneri.Game, seed: int) -> Any:
    state, bot = game.new_initial_state(seed), RandomBot(seed)
    while not state.is_terminal():
        state.apply_action(bot.act(state))
    return state


@pytest.mark.parametrize("utility", ["score", "margin", "win"])
def test_winners(name: str, utility: str) -> None:
    """Those who share the win if winning is all that counts."""
    decided = played(uneri.load_game(name, utility="win"), 5)
    state = played(uneri.load_game(name, utility=utility), 5)
    assert winners(state) == [share > 0 for share in decided.returns()]


def test_tidal_ties_are_broken() -> None:
    """R18: with equal points, banners on towers decide; all who are equal in both win."""
    broken = 0
    for seed in range(300):
        state = played(uneri.load_game("tidal", players=2, rounds=1), seed)
        points, banners = state.returns(), [sum(region[p] for region in state.to_dict()["tower"]) for p in range(2)]
        if points[0] == points[1]:
            broken += banners[0] != banners[1]
            assert winners(state) == [own == max(banners) for own in banners]
    assert broken > 0


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("sys.exit(0)", "SystemExit: 0"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise OSError(2, 'No such file')", "FileNotFoundError"),
        ("return -3", "played -3, which is not legal"),
    ],
)
def test_a_bot_that_fails(
    body: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, the bot and the reason; the record of the game so far is kept."""
    module = f"failing_{abs(hash(body)) % 10**9}"
    (tmp_path / f"{module}.py").write_text(f"import sys\nclass Bot:\n    def act(self, state):\n        {body}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    path = tmp_path / "game.uneri.jsonl"
    words = ["--watch", "--seed", "3", "--bots", f"{module}:Bot", "--record", str(path)]
    assert main(["play", "onda", *words]) == 2
    out, err = capsys.readouterr()
    assert f"record: {path}" in out
    assert err.startswith("uneri: bot Bot (seat ")
    assert reason in err


def test_typed_lines_may_begin_with_a_byte_order_mark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PowerShell puts one in front of what it pipes."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\ufeffquit\n"))
    assert main(["play", "solo", "--seed", "3"]) == 0
    assert "no action" not in capsys.readouterr().out


@pytest.mark.subprocess
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no signals to end a program there")
@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGHUP", "end of input"])
def test_the_record_is_kept_however_the_game_ends(tmp_path: Path, how: str) -> None:
    """Also where a second signal comes while the record is written, as from a shell whose window is closed."""
    path = tmp_path / "g.uneri.jsonl"
    words = ["play", "onda(players=2,rounds=1)", "--seed", "1", "--record", str(path)]
    ended = {"end of input": 0, "SIGINT": 130, "SIGTERM": -signal.SIGTERM, "SIGHUP": -signal.SIGHUP}[how]
    with Popen([*UNERI, *words], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        shown = ""
        while shown.count("move (help: help)> ") < 2:
            letter = process.stdout.read(1)
            assert letter, shown
            shown += letter
        if how != "end of input":
            process.send_signal(getattr(signal, how))
        if how == "SIGHUP":
            time.sleep(0.001)
            process.send_signal(signal.SIGHUP)
        _, told = process.communicate(timeout=30)
    assert process.returncode == ended
    assert "Traceback" not in told
    (game,) = records.read(path, partial=True)
    assert len(game) > 0
    game.check()


@pytest.mark.subprocess
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no signals to end a program there")
def test_a_signal_that_is_ignored_stays_so() -> None:
    """`nohup uneri ...` runs on."""
    program = (
        "import os, signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from uneri._util.interrupts import catch_endings\n"
        "with catch_endings() as heard:\n    os.kill(os.getpid(), signal.SIGHUP)\nprint(heard)"
    )
    assert run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.subprocess
@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no signals to wake a read there")
def test_a_signal_that_wakes_no_read_is_heard() -> None:
    """It comes just before the read begins, or to another thread."""
    program = (
        "import os, signal, sys, threading, time\n"
        "from uneri._util.interrupts import catch_endings, hear_signals\n"
        "def kick():\n"
        "    time.sleep(0.3)\n"
        "    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)\n"
        "    time.sleep(60)\n"
        "threading.Thread(target=kick, daemon=True).start()\n"
        "with catch_endings():\n"
        "    try:\n"
        "        with hear_signals():\n"
        "            sys.stdin.readline()\n"
        "    except KeyboardInterrupt:\n"
        "        print('heard', flush=True)\n"
        "        os._exit(0)\n"
    )
    with Popen([sys.executable, "-c", program], stdin=PIPE, stdout=PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert select.select([process.stdout], [], [], 20)[0]
            assert process.stdout.readline() == "heard\n"
        finally:
            process.kill()
