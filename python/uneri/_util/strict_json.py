"""Reads outside JSON strictly: no duplicate keys, no NaN, one value. A byte order mark in front is skipped."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from .._util.messages import brief

_BLANKS = " \t\n\r"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class JSONError(ValueError):
    """An error in JSON, in words that follow "is not JSON: "."""


class NoText(JSONError):
    """The bytes are not UTF-8."""


class DuplicateKey(JSONError):
    """An object has a duplicate key."""


def read_json(data: str | bytes, what: str = "") -> Any:
    """Return the value of a JSON text, or of its UTF-8 bytes. Raise JSONError if there is none or it nests too deep.

    If the data are named, it is a ValueError that says that they are not JSON.
    """
    try:
        return _read(data)
    except JSONError as error:
        if not what:
            raise
        raise ValueError(f"{what} is not JSON: {error}") from None


def _read(data: str | bytes) -> Any:
    text = data.removeprefix("\ufeff") if isinstance(data, str) else _decode(data)
    text = text.strip(_BLANKS)
    try:
        value, end = JSON.raw_decode(text)
    except JSONError:
        raise
    except RecursionError:
        raise JSONError("it nests too deep") from None
    except ValueError as error:
        raise JSONError(str(error)) from None
    if end != len(text):
        raise JSONError("there is more after the first value")
    return value


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NoText("UTF-16 instead of UTF-8 text" if data.startswith(_UTF16) else "no UTF-8 text") from None


def _make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise DuplicateKey(f"key {brief(key)} occurs twice in one object")
        found[key] = value
    return found


def refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and the infinities."""
    raise JSONError(f"{name} is not JSON")


JSON = json.JSONDecoder(object_pairs_hook=_make_object, parse_constant=refuse_constant)
"""Reads the first value of a text, strictly."""
