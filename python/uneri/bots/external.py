"""Bots that are programs of their own: JSON lines on their standard input and output."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, SupportsIndex

from .._util.checks import MOST_MS, bounded, check_any_game, check_any_state
from .._util.messages import brief
from .._util.strict_json import JSONError, read_json
from ..contract import Game, State
from .players import BotFailure

PROTOCOL = 1
DEFAULT_TIMEOUT_MS = 10_000
START_MS = 10_000
"""Extra time for a program's first answer: it has to start."""

_LONGEST_LINE = 1 << 20
_LONGEST_NAME = 100  # in messages
_MOST_WAITING = 100  # unrequested lines: a program that floods its output is not read any further
_GOODBYE_SECONDS = 0.5  # to end by itself when its input ends


class ExternalBot:
    """A program that plays. The program is started once for all games, and is asked for every action.

    Each request is one line of JSON on its standard input, each answer one line on its standard output:

    * `{"type": "game", "protocol": 1, "game": "onda(players=3)", "options": {...}, "seat": 0, "seats": 3, "seed": 17}`
      begins a game. No answer.
    * `{"type": "act", "id": 5, "seat": 0, "view": {...}, "observation": "...", "legal": [{"action": 3, "notation":
      "PASS"}, ...]}` asks for an action. `view` is `state.to_dict(seat)`, `observation` is
      `state.observation_string(seat)`: nothing else of the state is sent. The answer is `{"id": 5, "action": 3}`, with
      an action or a notation out of `legal`.
    * `{"type": "end", "returns": [...]}` ends a game. No answer.

    The end of its input tells the program to end. Standard error is passed through. No shell is run. It runs in the
    current folder of the caller at the time this object was made.

    Parameters
    ----------
    command
        The program and its arguments: a list of words, or a text, which is split into words as a POSIX shell would.
    timeout_ms
        Milliseconds for an answer, 1 to 86,400,000 (a day; default 10,000). The first answer has ten seconds more.

    Raises
    ------
    ValueError
        If no such program is found, `command` is empty or cannot be split, or `timeout_ms` is out of range.
    """

    def __init__(self, command: str | list[str], timeout_ms: SupportsIndex = DEFAULT_TIMEOUT_MS) -> None:
        words = _split_words(command)
        self._timeout = bounded(timeout_ms, "timeout_ms", 1, MOST_MS) / 1000
        program = shutil.which(words[0])
        if program is None:
            raise ValueError(f"no program {brief(words[0])} is found")
        self._words = [str(Path(program).absolute()), *words[1:]]
        self._folder = Path.cwd()  # the program starts later, and its arguments may name files from here
        name = shlex.join(words)
        self._name = name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + "..."
        self._program: _Program | None = None
        self._greeting: dict[str, Any] | None = None
        self._requests = 0

    def __repr__(self) -> str:
        return f"ExternalBot({self._name!r})"

    def __reduce__(self) -> Any:
        raise TypeError(
            "an ExternalBot can't be pickled or copied: it is a running program; pass on "
            "its command, from which another can be made"
        )

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Announce a game to the program: now if it is running, else when it is started.

        Parameters
        ----------
        game
            The game.
        seat
            The seat that the program plays.
        seed
            A seed for the program's own choices.
        """
        check_any_game(game)
        self._greeting = {
            "type": "game",
            "protocol": PROTOCOL,
            "game": str(game),
            "options": game.options,
            "seat": seat,
            "seats": game.num_players,
            "seed": seed,
        }
        if (program := self._check_owner()) is not None:
            self._send(program, self._greeting)

    def end_game(self, returns: list[float]) -> None:
        """Report the end of the game to the program, if it runs, with the returns by seat."""
        if (program := self._check_owner()) is not None:
            self._send(program, {"type": "end", "returns": returns})

    def act(self, state: State) -> int:
        """Ask the program for an action of the seat to act. It is started if it isn't running.

        Raises
        ------
        BotFailure
            If the program cannot be started or ends, if its answer is late, isn't legal, or doesn't follow the
            protocol. The program is then killed, and restarted for the next request.
        ValueError
            If no seat is to act.
        """
        check_any_state(state)
        seat = state.current_player()
        if seat < 0:
            raise ValueError(f"{state.game.name}: no seat is to act")
        allowed = self._timeout
        if self._check_owner() is None:
            self._program = self._start()
            allowed += START_MS / 1000
            if self._greeting is None:
                self.new_game(state.game, seat, 0)
            else:
                self._send(self._program, self._greeting)
        assert self._program is not None
        self._requests += 1
        legal = {action: state.action_to_string(action) for action in state.legal_actions()}
        request = {
            "type": "act",
            "id": self._requests,
            "seat": seat,
            "view": state.to_dict(seat),
            "observation": state.observation_string(seat),
            "legal": [{"action": action, "notation": notation} for action, notation in legal.items()],
        }
        self._send(self._program, request)
        return self._read_choice(self._ask(self._program, allowed), legal)

    def close(self) -> None:
        """End the program by closing its input; if that isn't enough, kill it with the processes it started."""
        if (program := self._check_owner()) is not None:
            self._program = None
            program.end(_GOODBYE_SECONDS)

    def _quit(self, patience: float) -> bool:
        """End the program; return whether it ended by itself within `patience` seconds. True if it isn't running."""
        if (program := self._check_owner()) is None:
            return True
        self._program = None
        program.requests.put(None)
        went = program.wait(patience)
        program.end(0)
        return went

    def _receive(self, seconds: float) -> str:
        """Return output that nobody requested, from earlier or within `seconds`."""
        if (program := self._check_owner()) is None:
            return ""
        try:
            line = program.answers.get(timeout=seconds)
        except queue.Empty:
            return ""
        return "" if line is None else line[:80].decode("utf-8", "replace").rstrip()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()

    def _check_owner(self) -> _Program | None:
        """Return the program if it runs and this process started it: a forked child has a copy of its parent's
        connection.
        """
        if self._program is not None and self._program.owner != os.getpid():
            self._program.disown()
            self._program = None
        return self._program

    def _start(self) -> _Program:
        try:
            return _Program(self._words, self._folder)
        except OSError as error:
            raise BotFailure("crash", f"{self._name} cannot be started: {error.strerror or error}") from None

    def _make_failure(self, kind: str, reason: str) -> BotFailure:
        if (program := self._check_owner()) is not None:
            self._program = None
            program.end(0)
        return BotFailure(kind, f"{self._name} {reason}")

    def _send(self, program: _Program, message: dict[str, Any]) -> None:
        program.requests.put(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def _ask(self, program: _Program, seconds: float) -> bytes:
        try:
            line = program.answers.get(timeout=seconds)
        except queue.Empty:
            raise self._make_failure("timeout", f"did not answer within {seconds * 1000:.0f} ms") from None
        if line is None:
            code = program.exit_code()
            raise self._make_failure("crash", f"ended{'' if code is None else f' with exit code {code}'}")
        return line

    def _read_choice(self, line: bytes, legal: dict[int, str]) -> int:
        shown = line[:80].decode("utf-8", "replace").rstrip()
        form = f'{{"id": {self._requests}, "action": ...}}'
        try:
            answer = read_json(line)
        except JSONError:
            raise self._make_failure("illegal", f"answered {shown!r}, which is not JSON; it must be {form}") from None
        if not isinstance(answer, dict) or "action" not in answer:
            raise self._make_failure("illegal", f"answered {shown!r}; it must be {form}")
        if answer.get("id") != self._requests or isinstance(answer["id"], bool):
            raise self._make_failure("illegal", f"answered {shown!r}, but the request has id {self._requests}")
        action = answer["action"]
        if isinstance(action, str):
            named = [number for number, notation in legal.items() if notation == action]
            if named:
                return named[0]
        elif isinstance(action, int) and not isinstance(action, bool) and action in legal:
            return action
        raise self._make_failure("illegal", f"played {str(action)[:80]!r}, which is not legal")


def _split_words(command: Any) -> list[str]:
    if isinstance(command, str):
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"command is {brief(command)}: {error}; it must be a program and its arguments") from None
    elif isinstance(command, list | tuple) and all(isinstance(word, str) for word in command):
        words = list(command)
    else:
        raise TypeError(
            f"command must be a string or a list of strings, not {brief(command)} ({type(command).__name__})"
        )
    if not words:
        raise ValueError(f"command must be a program and its arguments, not {brief(command)}")
    return words


class _Program:
    """A running program, with a thread for each pipe: neither may block the game."""

    def __init__(self, words: list[str], folder: Path) -> None:
        own_group: dict[str, Any] = (
            {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
            if os.name == "nt"
            else {"start_new_session": True}  # Ctrl-C is for the arena, which ends its bots itself
        )
        # Unbuffered: a forked child would write a buffer out again, or wait for a thread to release it.
        pipes: dict[str, Any] = {"bufsize": 0, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = subprocess.Popen(words, cwd=folder, **pipes, **own_group)
        self.owner = os.getpid()
        GUARD.watch(self._process.pid)
        self.requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        for job in (self._write, self._read):
            threading.Thread(target=job, daemon=True).start()

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError):  # it ended, or closed its input: reading reports it
            while (line := self.requests.get()) is not None:
                left = memoryview(line)
                while left:
                    left = left[pipe.write(left) :]
        with contextlib.suppress(OSError, ValueError):
            pipe.close()

    def _read(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError), open(pipe.fileno(), "rb", closefd=False) as lines:
            while (line := lines.readline(_LONGEST_LINE)) and self.answers.qsize() < _MOST_WAITING:
                self.answers.put(line)
        with contextlib.suppress(OSError, ValueError):
            pipe.close()
        self.answers.put(None)

    def disown(self) -> None:
        """Leave the program to the parent, in a forked child."""
        self._process.returncode = 0

    def exit_code(self) -> int | None:
        """Return the exit code of a program whose output ended; None if it is still running."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(_GOODBYE_SECONDS)
        return None

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds`; return whether the program has ended."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self, patience: float) -> None:
        """End every program of its group before returning."""
        self.requests.put(None)
        if patience > 0:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
        _kill_group(self._process)
        self._process.wait()
        GUARD.forget(self._process.pid)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)  # also when it ended itself: its children may be left
        else:
            process.kill()


class Guard:
    """A small program that kills all bots of this process if this process dies unexpectedly.

    The lock guards only the start. It is reentrant: a signal handler may start a bot, and a finaliser may end one at
    any time.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None

    def renew(self) -> None:
        """Leave the guard, and perhaps its lock, to the parent, in a forked child."""
        process, self._lock, self._process = self._process, threading.RLock(), None
        if process is not None:
            process.returncode = 0
            assert process.stdin is not None
            process.stdin.close()  # while the child has it open the guard does not see the parent's end

    def watch(self, pid: int) -> None:
        """Register the group of a program."""
        with self._lock:
            if self._process is None:
                self._keep(self._start())
        self._tell(f"+{pid}\n")

    def forget(self, pid: int) -> None:
        """Unregister the group of a program that was ended."""
        self._tell(f"-{pid}\n")

    def stop(self) -> None:
        """Let the guard kill the rest, at the end of this process."""
        with self._lock:
            if self._process is not None:
                _dismiss(self._process)
                self._process = None

    def _keep(self, started: subprocess.Popen[bytes]) -> None:
        if self._process is None:
            self._process = started
        else:  # by a signal handler or a finaliser that came in between
            _dismiss(started)

    def _start(self) -> subprocess.Popen[bytes]:
        script = Path(__file__).with_name("external_guard.py")
        return subprocess.Popen(
            [sys.executable, "-S", "-E", str(script)],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _tell(self, line: str) -> None:
        process = self._process
        if process is not None:
            assert process.stdin is not None
            with contextlib.suppress(OSError, ValueError):  # it ended, or was stopped
                process.stdin.write(line.encode())  # in one piece: a line is short


def _dismiss(guard: subprocess.Popen[bytes]) -> None:
    """Let the guard kill all registered groups, then end it."""
    assert guard.stdin is not None
    with contextlib.suppress(OSError):
        guard.stdin.close()
    guard.wait()


GUARD = Guard()
atexit.register(GUARD.stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=GUARD.renew)
