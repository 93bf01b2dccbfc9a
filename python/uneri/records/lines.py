"""The lines of game records: strict JSON, each with a checksum that depends on the lines before it.

Checksums cover the content, not its formatting: blanks and the order of keys are free. So other programs may write
records, and records survive editors that change line ends.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
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
    """A record that is damaged, or that the rules don't reproduce.

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
    return json.dumps(value, separators=(",", ":"), sort_keys=True, allow_nan=False).encode()


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
        text, data = _core.write_line(content) or (
            json.dumps(content, separators=(",", ":"), allow_nan=False),
            canonical(content),
        )
        before = _sum(before, data)
        lines.append(f'{text[:-1]},"sum":"{before}"}}\n')
    return "".join(lines).encode(), before


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
        raise LineError(f"the line must be an object, not a {type(content).__name__}")
    if _too_deep(content):
        raise LineError(f"nested deeper than {DEEPEST}")
    if content.get("type") == "game" and content.get("format") != FORMAT:  # other formats may have other checksums
        raise LineError(f"format is {brief(content.get('format'))}; this library reads {FORMAT}")
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
