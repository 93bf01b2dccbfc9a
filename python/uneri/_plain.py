"""Plain data from callers (options, states) in one form for both backends."""

from __future__ import annotations

import operator
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

_DEEPEST = 64  # data of ours nests a few levels; a list that holds itself ends here


def plain(value: Any, depth: int = 0) -> Any:
    """Integers and truth values of numpy, tuples, mappings and paths as what JSON would have.

    Anything else becomes an object that no option or field allows and that error messages show as the original.
    """
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    for kind in (str, int, float):  # subclasses, such as enumerations and numpy.float64
        if isinstance(value, kind):
            return kind(value)
    if isinstance(value, os.PathLike):
        path = os.fspath(value)
        # A path is no built-in name, even if it is spelled like one.
        return os.path.join(".", path) if isinstance(path, str) and os.path.basename(path) == path else path  # noqa: PTH118, PTH119
    if depth >= _DEEPEST:
        return _stranger("nested too deep", "object")
    if isinstance(value, Mapping):
        return {key: plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, depth + 1) for item in value]
    try:
        return operator.index(value)
    except TypeError:  # no integer type, or an array
        return _stranger(_repr(value), type(value).__name__)


def _repr(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # noqa: BLE001  # its __repr__ is the caller's
        return "an object"


def _stranger(text: str, kind: str) -> object:
    """An object that shows itself as `text` and has a type of that name."""
    return type(kind, (), {"__repr__": lambda _: text})()
