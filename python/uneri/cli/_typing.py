"""Reads lines typed by a person: with editing, history and completion, if a terminal can do that."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

from uneri._util.interrupts import hear_signals

from ._output import say


def ask(prompt: str, words: Callable[[], Sequence[str]]) -> str | None:
    """Read a line of input, stripped of blanks; return None at the end of the input. `words` are the completions."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        say(prompt, end="", flush=True)
        with hear_signals():
            line = sys.stdin.readline().removeprefix("\ufeff")  # of a file made on Windows, or of a PowerShell pipe
        if not sys.stdin.isatty():  # so that a recorded session looks as on a terminal
            say(line.rstrip("\r\n"))
        elif not line:
            say()
        return line.strip() if line else None
    _complete(words)
    try:
        with hear_signals():
            return input(prompt).strip()
    except EOFError:
        say()
        return None


def _complete(words: Callable[[], Sequence[str]]) -> None:
    """Let the Tab key complete a line to one of the words. Without readline (Windows) only plain lines are read."""
    try:
        readline: Any = importlib.import_module("readline")
    except ImportError:
        return
    found: list[str] = []

    def completer(text: str, index: int) -> str | None:
        if index == 0:
            found[:] = matches(text, words())
        return found[index] if index < len(found) else None

    readline.set_completer(completer)
    readline.set_completer_delims("")  # a move may have blanks: the whole line is completed
    of_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if of_libedit else "tab: complete")


def matches(text: str, words: Sequence[str]) -> list[str]:
    """List the words that begin with the typed text, in any case."""
    begun = text.lstrip().lower()
    return [word for word in words if word.lower().startswith(begun)]
