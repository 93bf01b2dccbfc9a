"""Plain data from callers (options, states) in one form for both backends."""

from __future__ import annotations

import operator
import os
from collections.abc import Mapping
from typing import Any

_DEEPEST = 64  # our data nest a few levels; a list that contains itself ends here


def plain(value: Any, depth: int = 0) -> Any:
    """Turn numpy's integers and booleans, tuples, mappings and paths into JSON's types.

    Anything else becomes an object that no option or field allows, which error messages show like the original.
    """
    if value is None or type(value) in (bool, float, str):
        return value
    kind = type(value)
    if kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_"):  # by its name: numpy need not be loaded
        return bool(value)
    if isinstance(value, int):
        return _integer(value)
    for plain_kind in (str, float):  # subclasses, such as enumerations and numpy.float64
        if isinstance(value, plain_kind):
            return plain_kind(value)
    if isinstance(value, os.PathLike):
        path = os.fspath(value)
        # A path is not a built-in name, even if it is spelled like one.
        return os.path.join(".", path) if isinstance(path, str) and os.path.basename(path) == path else path  # noqa: PTH118, PTH119
    if depth >= _DEEPEST:
        return _stranger("nested too deep", "object")
    if isinstance(value, Mapping):
        return {_name(key): plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, depth + 1) for item in value]
    try:
        return _integer(operator.index(value))
    except TypeError:  # not an integer type, or an array
        return _stranger(_repr(value), type(value).__name__)


class _LongInt(int):
    """An int with more digits than Python prints, in a list as well as alone."""

    def __repr__(self) -> str:
        return "an int too long to print"


_LongInt.__name__ = "int"  # messages name types


def _integer(value: int) -> int:
    number = int(value)
    try:
        repr(number)
    except ValueError:
        return _LongInt(number)
    return number


def _name(key: object) -> str:
    """Return a key. A key that is not text is not a name, even if it reads like one: {2: ...} is not {"2": ...}."""
    return str(key) if isinstance(key, str) else f"{_repr(key)} ({type(key).__name__})"


def _repr(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # noqa: BLE001  # its __repr__ is the caller's
        return "an int too long to print" if isinstance(value, int) else "an object"


def _stranger(text: str, kind: str) -> object:
    """Return an object whose repr is `text` and whose type has that name."""
    return type(kind, (), {"__repr__": lambda _: text})()


def read_title(data: Any, language: str = "en") -> str:
    """Return the name of an option's value in a language, else in the other one; `""` without a name."""
    name = data.get("name", "") if isinstance(data, Mapping) else ""
    if isinstance(name, str):
        return name
    return str(name.get(language) or next(iter(name.values()), ""))


def title_of(options: Mapping[str, Any], language: str = "en") -> str:
    """Return the names of all data of a game, with commas; `""` without any."""
    return ", ".join(filter(None, (read_title(value, language) for value in options.values())))
