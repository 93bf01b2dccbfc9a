"""Typing in `uneri play`: lines are edited on a terminal, escapes are never sent back, cards have colours."""

from __future__ import annotations

import codecs
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from _commands import UNERI, run_uneri
from uneri.cli._output import matches

pytestmark = [
    pytest.mark.subprocess,
    pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal of POSIX"),
]


class Terminal:
    """A program on a pseudo-terminal of 80 columns."""

    def __init__(self, *words: str, environment: dict[str, str] | None = None) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        known = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [*UNERI, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**known, "TERM": "xterm", "INPUTRC": os.devnull, **(environment or {})},
        )
        os.close(theirs)
        self.seen = ""
        self._decoded = codecs.getincrementaldecoder("utf-8")("replace").decode

    def until(self, text: str, times: int = 1) -> str:
        """What it has shown until a text came so many times."""
        limit = time.monotonic() + 60
        while self.seen.count(text) < times:
            assert time.monotonic() < limit, self.seen
            try:
                self.seen += self._decoded(os.read(self.ours, 65536))
            except OSError:
                assert self.seen.count(text) >= times, self.seen
        return self.seen

    def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def rest(self) -> tuple[int, str]:
        """Exit code and everything shown."""
        try:
            while block := os.read(self.ours, 65536):
                self.seen += self._decoded(block)
        except OSError:  # Linux says so at the end
            pass
        code = self.process.wait(60)
        os.close(self.ours)
        return code, self.seen


PROMPT = "move (help: help)> "


def test_a_line_is_edited() -> None:
    """Completion of a move, the line before by the arrow, and no escape in what is read."""
    terminal = Terminal("play", "onda", "--seed", "3", "--bots", "greedy")
    terminal.until(PROMPT)
    terminal.type("hide g1\t\n")  # completed as far as it goes: g12 alone begins so, or the bell rings
    terminal.type("quip\x7ft\n")  # a letter taken back
    code, seen = terminal.rest()
    assert code == 0
    assert "unfinished" in seen

    terminal = Terminal("play", "onda", "--seed", "3", "--bots", "greedy")
    terminal.until(PROMPT)
    terminal.type("1\n")
    terminal.until(PROMPT, 2)
    terminal.type("\x1b[A\n")  # the line before: 1
    terminal.until(PROMPT, 3)
    terminal.type("quit\n")
    code, seen = terminal.rest()
    assert code == 0
    assert len(re.findall(r"you hide", seen)) == 2
    assert "no action" not in seen


def test_completion() -> None:
    words = ["HIDE b3", "HIDE b4", "PASS", "hint", "help"]
    assert matches("hide", words) == ["HIDE b3", "HIDE b4"]
    assert matches("HIDE b4", words) == ["HIDE b4"]
    assert matches("h", words) == ["HIDE b3", "HIDE b4", "hint", "help"]
    assert matches("  p", words) == ["PASS"]
    assert matches("x", words) == []


def test_escapes_in_a_pipe_are_not_sent_back() -> None:
    done = run_uneri("play", "onda", "--seed", "7", say="\x1b[A\x1b]0;x\x07\nquit\n")
    assert done.returncode == 0
    assert "no action" in done.stdout
    assert not {"\x1b", "\x07"} & set(done.stdout + done.stderr)
    done = run_uneri("info", "\x1b[2Jonda")
    assert "\x1b" not in done.stderr
    assert "[2Jonda" in done.stderr


COLOURS = {"onda": ("34", "32"), "solo": ("31", "33"), "tidal": ("36", "35"), "namima": ("34", "31")}


@pytest.mark.parametrize("game", COLOURS)
def test_cards_have_colours(game: str) -> None:
    """On a terminal with colours; none with NO_COLOR, and never in a pipe. The text says all without them."""
    plain = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
    words = ("play", game, "--seed", "7", "--picture", "none")
    shown = {}
    for name, environment in (("colour", {}), ("none", {"NO_COLOR": "1"})):
        terminal = Terminal(*words, environment=environment)
        terminal.until(PROMPT)
        terminal.type("quit\n")
        shown[name] = terminal.rest()[1]
    for code in COLOURS[game]:
        assert re.search(rf"\x1b\[(\d;)*{code}m", shown["colour"])
    assert not re.search(r"\x1b\[(\d+;)*3[1-8]", shown["none"])
    assert plain.sub("", shown["colour"]) == plain.sub("", shown["none"])
    assert all(len(line) <= 80 for line in plain.sub("", shown["none"]).splitlines() if "you are seat" not in line)


@pytest.mark.slow
def test_ctrl_c_leaves_the_table_and_the_way_on(tmp_path: Path) -> None:
    """The live table is 80 columns wide, tells bots apart, and after Ctrl-C table and command are left."""
    bots = "ismcts:sims=201,rollout=uniform,ismcts:sims=202,rollout=uniform"
    words = ("arena", "onda", "-o", "rounds=1", "--bots", bots, "--deals", "100000", "--unit", "1")
    terminal = Terminal(*words, "--out", str(tmp_path / "run"))
    terminal.until(" h left")
    terminal.until("95 %", 2)
    terminal.process.send_signal(signal.SIGINT)
    code, seen = terminal.rest()
    assert code == 130
    left = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen.rpartition("\x1b[2K")[2]).splitlines()
    rows = [line for line in left if line.startswith("ism")]
    assert len({row.split()[0] for row in rows}) == 2
    assert all("sims=20" in row for row in rows)
    assert all(len(line) <= 80 for line in left if "resume with" not in line and "kept in" not in line)
    (way,) = [line for line in "".join(line.ljust(1) for line in left).split("uneri: ") if "resume with" in line]
    assert "--resume" in way
    assert "uneri arena onda -o rounds=1" in way
    assert any(re.match(r"\d+ of 100000 deals are played", line) for line in left)
