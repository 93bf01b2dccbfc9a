"""Parses outside requests strictly. Any error becomes a Refused that names what is allowed."""

from __future__ import annotations

from typing import Any

from uneri._util.messages import brief, cut, printable
from uneri._util.strict_json import JSONError, read_json

from .limits import MOST_DEPTH, MOST_MESSAGE


class Refused(Exception):
    """A request is refused. The text names what is allowed."""

    def __init__(self, words: str, status: int = 400) -> None:
        super().__init__(printable(cut(words)) if len(words) > 2000 else printable(words))
        self.status = status


def read_object(data: str | bytes) -> dict[str, Any]:
    """Read the JSON object in a message."""
    size = len(data.encode("utf-8", "replace")) if isinstance(data, str) else len(data)
    if size > MOST_MESSAGE:
        raise Refused(f"the message has {size} bytes; the limit is {MOST_MESSAGE}", 413)
    try:
        value = read_json(data)
    except JSONError as error:
        raise Refused(f"the message is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Refused(f"the message must be a JSON object, not {brief(value)}")
    if _measure_depth(value) > MOST_DEPTH:
        raise Refused(f"the message nests too deeply; the limit is {MOST_DEPTH} levels")
    return value


def _measure_depth(value: Any) -> int:
    """Count the levels of lists and objects without recursion, and no further than needed."""
    level, depth = [value], 0
    while level and depth <= MOST_DEPTH:
        level = [
            item
            for one in level
            for item in (one.values() if isinstance(one, dict) else one if isinstance(one, list) else ())
            if isinstance(item, dict | list)
        ]
        depth += 1
    return depth


def check_fields(data: dict[str, Any], *names: str) -> None:
    """Refuse unknown fields."""
    for name in data:
        if name not in names:
            raise Refused(f"unknown field {brief(name)}; allowed: {', '.join(names)}")


def read_text(data: dict[str, Any], name: str, longest: int = 200) -> str:
    """Read a field that is a text."""
    value = data.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise Refused(f"{name} must be a string of at most {longest} characters, not {brief(value)}")
    return value


def read_whole(data: dict[str, Any], name: str, low: int, high: int) -> int:
    """Read a field that is an integer."""
    value = data.get(name)
    if type(value) is not int or not low <= value <= high:
        raise Refused(f"{name} must be an integer from {low} to {high}, not {brief(value)}")
    return value


def read_flag(data: dict[str, Any], name: str, default: bool) -> bool:
    """Read a field that is true or false, and may be missing."""
    value = data.get(name, default)
    if not isinstance(value, bool):
        raise Refused(f"{name} is {brief(value)}; allowed: true, false")
    return value
