"""The small language that names games, bots and options.

game    =  NAME [ "(" [ options ] ")" ]        onda(players=4,bomb_sequence=[2,6,1])
bot     =  NAME [ ":" options ]                random:seed=3
options =  option { "," option }
option  =  NAME "=" value
value   =  any JSON value, a list of values, or a bare word (without blanks, quotes, brackets, commas, "=")
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from .._util.messages import brief
from .strict_json import JSON, DuplicateKey, refuse_constant

_NAME = re.compile(r"[^\W\d]\w*")
_WORD = re.compile(r"""[^\s"'()\[\]{},=]+""")
_BARE_LIST = re.compile(rf"\[\s*{_WORD.pattern}(\s*,\s*{_WORD.pattern})*\s*\]")
_BLANK = re.compile(r"\s*")
_CONSTANTS: dict[str, Any] = {"true": True, "false": False, "null": None}


class _Scanner:
    """Reads one text from left to right."""

    def __init__(self, text: Any, what: str, form: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"{what} must be a string ({form}), not {brief(text)} ({type(text).__name__})")
        self.text, self.what, self.form, self.at = text, what, form, 0
        self.skip()

    def fail(self, why: str) -> NoReturn:
        raise ValueError(f"{self.what} {brief(self.text)}: {why}; allowed: {self.form}")

    def skip(self) -> None:
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def taken(self, mark: str) -> bool:
        """Return True if `mark` comes next, and read it."""
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        self.skip()
        return True

    def rest(self) -> str:
        """Return the rest, for a message."""
        left = self.text[self.at : self.at + 20]
        return repr(left) if left else "the end"

    def name(self, of: str) -> str:
        found = _NAME.match(self.text, self.at)
        if not found:
            self.fail(f"expected the name of {of}, found {self.rest()}")
        self.at = found.end()
        self.skip()
        return found.group()

    def value(self, option: str) -> Any:
        start = self.text[self.at : self.at + 1]
        if start and start in '"[{':
            try:
                value, self.at = JSON.raw_decode(self.text, self.at)
            except DuplicateKey as error:
                self.fail(f"{str(error).removesuffix(' in one object')} in the value of {brief(option)}")
            except (ValueError, RecursionError):
                value = self.bare_list() if start == "[" else None
            if value is None:
                self.fail(f"the value of {brief(option)} is not JSON")
        else:
            found = _WORD.match(self.text, self.at)
            if not found:
                self.fail(f"expected a value for {brief(option)}, found {self.rest()}")
            self.at = found.end()
            value = _scalar(found.group())
        self.skip()
        return value

    def bare_list(self) -> list[Any] | None:
        """Read a list of bare words, such as `[RUN2,SET4]`; None if it is something else."""
        found = _BARE_LIST.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return [_scalar(word) for word in _WORD.findall(found.group())]

    def options(self, end: str) -> dict[str, Any]:
        """Read `name=value,...` up to `end`, which may come at once."""
        found: dict[str, Any] = {}
        while not (self.at_end() if end == "" else self.taken(end)):
            if found and not self.taken(","):
                wanted = f"',' or {end!r}" if end else "','"
                self.fail(f"expected {wanted}, found {self.rest()} (put a value with blanks in double quotes)")
            name = self.name("an option")
            if not self.taken("="):
                self.fail(f"expected '=' after {brief(name)}, found {self.rest()}")
            if name in found:
                self.fail(f"option {brief(name)} is given twice")
            found[name] = self.value(name)
        return found

    def at_end(self) -> bool:
        return self.at >= len(self.text)

    def finish(self) -> None:
        if not self.at_end():
            self.fail(f"expected the end, found {self.rest()}")


def _scalar(word: str) -> Any:
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    try:
        number = json.loads(word, parse_constant=refuse_constant)
    except ValueError:
        return word
    return number


def parse_call(text: str) -> tuple[str, dict[str, Any]]:
    """Parse `onda(players=4)` as ("onda", {"players": 4}); also a bare name."""
    scanner = _Scanner(text, "game", "NAME or NAME(option=value,...)")
    name = scanner.name("a game")
    options = scanner.options(")") if scanner.taken("(") else {}
    scanner.finish()
    return name, options


def parse_colon(text: str, what: str) -> tuple[str, dict[str, Any]]:
    """Parse `random:seed=3` as ("random", {"seed": 3}); also a bare name."""
    scanner = _Scanner(text, what, "NAME or NAME:option=value,...")
    name = scanner.name(f"a {what}")
    options = scanner.options("") if scanner.taken(":") else {}
    scanner.finish()
    return name, options


def parse_assignment(text: str) -> tuple[str, Any]:
    """Parse `players=4` as ("players", 4). A value that isn't JSON, such as a file name, is a string to the end."""
    scanner = _Scanner(text, "option", "NAME=value")
    name = scanner.name("an option")
    if not scanner.taken("="):
        scanner.fail(f"expected '=' after {brief(name)}, found {scanner.rest()}")
    rest = text[scanner.at :].strip()
    if rest and not _WORD.fullmatch(rest) and rest[0] not in '"[{':
        return name, rest
    value = scanner.value(name)
    scanner.finish()
    return name, value


def text_of(value: Any) -> str:
    """Write a value in a string form; the inverse of parsing."""
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.\-]*", value) and value not in _CONSTANTS:
        return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
