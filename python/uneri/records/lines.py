"""The lines of game records: strict JSON, each with a checksum that hangs on the lines before it.

Checksums cover the content, not its formatting: blanks and the order of keys are free. So other programs may write
records, and records survive editors that change line ends.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import _core
from .._util.messages import brief
from .._util.strict_json import DuplicateKey, JSONError, NoText, read_json

FORMAT = 1
"""Version of the lines. A reader refuses others."""

RULES = 2
"""Version of the rules and of their built-in data. Raised when a recorded game may no longer replay."""

DEEPEST = 32  # levels of lists and objects in a line; real ones have less than half
SUM_DIGITS = 8  # hexadecimal
STATE_DIGITS = 16


class RecordError(ValueError):
    """A record that is damaged, or that the rules don't give again.

    The text says where and what is wrong; the attributes have the same names as the parameters.

    Parameters
    ----------
    problem
        What is wrong.
    path
        The file (default `"record"`: no file).
    line
        The line there; 0 (default) if it comes from no file.
    """

    def __init__(self, problem: str, *, path: str = "record", line: int = 0) -> None:
        super().__init__(f"{path}, line {line}: {problem}" if line else f"{path}: {problem}")
        self.problem, self.path, self.line = problem, path, line

    def __reduce__(self) -> tuple[Any, ...]:
        return _error, (self.problem, self.path, self.line)


def _error(problem: str, path: str, line: int) -> RecordError:
    return RecordError(problem, path=path, line=line)


class LineError(ValueError):
    """An error in a line, without its place."""


def canonical(value: Any) -> bytes:
    """Plain data in canonical JSON, which checksums cover."""
    text = json.dumps(value, separators=(",", ":"), sort_keys=True, allow_nan=False)
    return text.encode()


def line_sum(before: str, content: Mapping[str, Any]) -> str:
    """Return the checksum of a line that follows one with the checksum `before` (`""` for the first of a game)."""
    return _sum(before, canonical(content))


def _sum(before: str, data: bytes) -> str:
    return hashlib.blake2b(before.encode() + data, digest_size=SUM_DIGITS // 2).hexdigest()


def state_digest(data: Mapping[str, Any]) -> str:
    """Return a digest of a full position (`State.to_dict()`), whatever its generator."""
    kept = {name: value for name, value in data.items() if name != "rng"}
    return hashlib.blake2b(canonical(kept), digest_size=STATE_DIGITS // 2).hexdigest()


def written(contents: Iterable[dict[str, Any]], before: str = "") -> tuple[bytes, str]:
    """Return the lines that follow one with the checksum `before` (`""` for none), and the last one's checksum."""
    lines = []
    for content in contents:
        text, data = _core.write_line(content) or _texts(content)
        before = _sum(before, data)
        lines.append(f'{text[:-1]},"sum":"{before}"}}\n')
    return "".join(lines).encode(), before


def _texts(content: dict[str, Any]) -> tuple[str, bytes]:
    """Return a line without its checksum, as written and as canonical JSON."""
    return json.dumps(content, separators=(",", ":"), allow_nan=False), canonical(content)


def parsed(line: bytes, before: str) -> tuple[dict[str, Any], str]:
    """Return a line's content and checksum. The LineError describes what is wrong."""
    if (found := _core.read_line(line)) is not None:  # plain JSON; else what is wrong is worded below
        content, given, data = found
        known = content.get("type") != "game" or content.get("format") == FORMAT
        if known and given == _sum(before, data):
            return content, given
    if not line.strip():
        raise LineError("an empty line")
    try:
        content = read_json(line)
    except (NoText, DuplicateKey) as error:
        raise LineError(str(error)) from None
    except JSONError as error:
        raise LineError(f"no JSON: {error}") from None
    if not isinstance(content, dict):
        raise LineError(f"a {type(content).__name__}; allowed: an object")
    if _too_deep(content):
        raise LineError(f"nested deeper than {DEEPEST}")
    if content.get("type") == "game":
        _check_format(content)  # other formats may have other checksums
    found = content.pop("sum", None)
    if not isinstance(found, str):
        raise LineError("no checksum: 'sum' is missing")
    try:
        expected = line_sum(before, content)
    except ValueError as error:
        raise LineError(f"no plain data: {error}") from None
    if found != expected:
        raise LineError("the checksum is wrong: this line is damaged, or one before it is missing")
    return content, found


def _too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True


def _check_format(content: Mapping[str, Any]) -> None:
    if content.get("format") != FORMAT:
        raise LineError(f"format is {brief(content.get('format'))}; this library reads {FORMAT}")


# The possible content of a line


def _integer(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _part(value: Any) -> bool:
    """Check what a seat, or every seat, learns of an event."""
    if not isinstance(value, dict):
        return False
    for key, entry in value.items():
        check = _LEARNED.get(key)
        if check is None or not check(entry):
            return False
    return True


def _changes(value: Any) -> bool:
    return isinstance(value, list) and all(map(_change, value))


def _change(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], list) or not value[0]:
        return False
    for step in value[0]:  # noqa: SIM110 (half of the time that a file takes to check is spent here)
        if type(step) is not str and not _integer(step, 0, 2**31):
            return False
    return True


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


_LEARNED: dict[str, Callable[[Any], bool]] = {
    "seat": lambda v: _integer(v, 0, 99),
    "action": lambda v: _integer(v, 0, 2**31),
    "text": _is_text,
    "changes": _changes,
}


def _private(value: Any) -> bool:
    return isinstance(value, dict) and all(_SEAT.fullmatch(seat) and _part(part) for seat, part in value.items())


def _outcomes(value: Any) -> bool:
    return isinstance(value, list) and all(_integer(outcome, 0, 2**31) for outcome in value)


def _returns(value: Any) -> bool:
    return isinstance(value, list) and all(type(r) in (int, float) and math.isfinite(r) for r in value)


def _full(value: Any) -> bool:
    if not isinstance(value, dict) or not {"seat", "action", "text"} <= set(value):
        return False
    known = set(value) <= {"seat", "action", "text", "chance", "returns"}
    numbers = _integer(value["seat"], 0, 99) and _integer(value["action"], 0, 2**31) and _is_text(value["text"])
    return known and numbers and _outcomes(value.get("chance", [])) and _returns(value.get("returns", []))


_SEAT = re.compile(r"0|[1-9][0-9]?")
_SEED = (1 << 64) - 1
_CHECKS: dict[str, dict[str, tuple[Any, str]]] = {
    "game": {
        "format": (lambda v: v == FORMAT, f"{FORMAT}, the version of the lines"),
        "rules": (lambda v: _integer(v, 1, 2**31), "the version of the rules"),
        "uneri": (_is_text, "a text"),
        "game": (_is_text, "a text"),
        "options": (lambda v: isinstance(v, dict), "an object"),
        "seed": (lambda v: v is None or _integer(v, 0, _SEED), "0 to 2^64 - 1 or null"),
        "players": (lambda v: isinstance(v, list) and all(isinstance(p, str) for p in v), "a list of texts"),
        "views": (lambda v: isinstance(v, bool), "true or false"),
    },
    "deal": {
        "full": (lambda v: isinstance(v, dict) and set(v) == {"chance"} and _outcomes(v["chance"]), "{chance}"),
        "public": (_part, "what all seats see"),
        "private": (_private, "what a seat sees, by seat"),
    },
    "move": {
        "ply": (lambda v: _integer(v, 0, 2**31), "an integer"),
        "full": (_full, "{seat, action, text, chance, returns}"),
        "public": (_part, "what all seats see"),
        "private": (_private, "what a seat sees, by seat"),
    },
    "end": {
        "plies": (lambda v: _integer(v, 0, 2**31), "an integer"),
        "over": (lambda v: isinstance(v, bool), "true or false"),
        "returns": (_returns, "a list of numbers"),
        "state": (_is_text, "a digest"),
    },
}


def check_content(content: dict[str, Any], allowed: tuple[str, ...]) -> None:
    """LineError if a line is of another type than `allowed`, lacks a field, or has one that may not be."""
    kind = content.get("type")
    if kind not in allowed:
        raise LineError(f"type is {brief(kind)}; allowed here: {', '.join(map(repr, allowed))}")
    checks = _CHECKS[kind]
    for field in checks:
        if field not in content:
            raise LineError(f"{field!r} is missing in a line of type {kind!r}")
    for field, value in content.items():
        if field == "type":
            continue
        if field not in checks:
            raise LineError(f"no field {brief(field)} in a line of type {brief(kind)}; fields: {', '.join(checks)}")
        check, words = checks[field]
        if not check(value):
            raise LineError(f"{brief(field)} is {brief(value)}; allowed: {words}")
