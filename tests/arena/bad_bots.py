"""Bots that misbehave, each as its name says; named by import path, `bad_bots:Exits`.

They are well for the first moves, which hide cards, and so pass the arena's trial, but for the last few.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any, ClassVar


class Well:
    """Plays its first action, and misbehaves when plays begin."""

    def act(self, state: Any) -> Any:
        return state.legal_actions()[0] if state.to_dict()["phase"] == "HIDE" else self.misbehave(state)

    def misbehave(self, state: Any) -> Any:
        return state.legal_actions()[0]


class Forks(Well):
    """Once. The child comes back, too, and the parent waits for its end, but not for ever."""

    def __init__(self) -> None:
        self.forked = False

    def misbehave(self, state: Any) -> Any:
        if not self.forked:
            self.forked = True
            child = os.fork()
            if child == 0:
                signal.alarm(60)
            until = time.monotonic() + 5
            while child and os.waitpid(child, os.WNOHANG)[0] == 0 and time.monotonic() < until:
                time.sleep(0.01)
        return super().misbehave(state)


class SilentError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__


class Nameless(type):
    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise RuntimeError("no name")


class NamelessError(Exception, metaclass=Nameless):
    pass


class Unshown:
    def __repr__(self) -> str:
        raise SystemExit(4)


class RaisesSilent(Well):
    def misbehave(self, state: Any) -> Any:
        raise SilentError


class RaisesNameless(Well):
    def misbehave(self, state: Any) -> Any:
        raise NamelessError


class RaisesSurrogate(Well):
    def misbehave(self, state: Any) -> Any:
        raise ValueError("no file \udcff\ud800")


class RaisesLines(Well):
    def misbehave(self, state: Any) -> Any:
        raise ValueError("a\u2028b\x85c\nd")


class RaisesLong(Well):
    def misbehave(self, state: Any) -> Any:
        raise ValueError("x" * 1_000_000)


class Exits(Well):
    def misbehave(self, state: Any) -> Any:
        sys.exit(0)


class ExitsSilently(Well):
    def misbehave(self, state: Any) -> Any:
        raise SystemExit(SilentError())


class Interrupts(Well):
    def misbehave(self, state: Any) -> Any:
        raise KeyboardInterrupt


class Generates(Well):
    def misbehave(self, state: Any) -> Any:
        raise GeneratorExit


class Stops(Well):
    def misbehave(self, state: Any) -> Any:
        raise StopIteration


class Recurses(Well):
    def misbehave(self, state: Any) -> Any:
        return self.misbehave(state)


class NoMemory(Well):
    def misbehave(self, state: Any) -> Any:
        raise MemoryError


class Answers(Well):
    answer: ClassVar[Any] = None

    def misbehave(self, state: Any) -> Any:
        return self.answer


class AnswersUnshown(Answers):
    answer = Unshown()


class AnswersHuge(Answers):
    answer = 10**5000


class AnswersNegative(Answers):
    answer = -1


class AnswersNan(Answers):
    answer = float("nan")


class AnswersLong(Answers):
    answer = "x" * 1_000_000


class BadIndex:
    def __index__(self) -> int:
        raise SystemExit(3)


class AnswersBadIndex(Answers):
    answer = BadIndex()


class BadWatch(Well):
    @property
    def watch(self) -> Any:
        raise SystemExit("watch")


class BadNewGame(Well):
    """Told of the second game, it fails: the first is the trial's."""

    told: ClassVar[list[int]] = []

    def new_game(self, game: Any, seat: int, seed: int) -> None:
        BadNewGame.told.append(seat)
        if len(BadNewGame.told) > 1:
            raise SystemExit("\ud800")


class BadEnd(Well):
    """Fails where nobody waits for an answer any more: it loses nothing."""

    def end_game(self, returns: list[float]) -> None:
        raise SystemExit(1)


class BadClose(Well):
    def close(self) -> None:
        raise SystemExit(1)


class Dies(Well):
    def misbehave(self, state: Any) -> Any:
        os._exit(7)


class Aborts(Well):
    def misbehave(self, state: Any) -> Any:
        os.abort()


class DiesInTheEnd(Well):
    def end_game(self, returns: list[float]) -> None:
        os._exit(8)


class Kills(Well):
    """As somebody else would end it: with the signal that asks politely, then with the one that doesn't ask."""

    def misbehave(self, state: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Sleeps(Well):
    """Doesn't answer, until the file `once` is there, which it makes; without a name it never answers."""

    def __init__(self, once: str = "") -> None:
        self.once = once

    def misbehave(self, state: Any) -> Any:
        if not self.once or not Path(self.once).exists():
            if self.once:
                Path(self.once).touch()
            time.sleep(60)
        return super().misbehave(state)


class PressesCtrlC(Well):
    """Not its own exception: the signal comes as if the user had sent it, and is caught."""

    def misbehave(self, state: Any) -> Any:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            return state.legal_actions()[0]
        raise AssertionError


class NoWeights:
    def __init__(self) -> None:
        raise FileNotFoundError(2, "No such file or directory", "weights.npz")


class NoMove:
    def act(self, state: Any) -> Any:
        sys.exit(0)


class NoLegalMove:
    def act(self, state: Any) -> Any:
        return -5


class NoLife:
    def act(self, state: Any) -> Any:
        os._exit(0)


class NoBot:
    pass
