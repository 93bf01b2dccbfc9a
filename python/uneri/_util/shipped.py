"""Reads the data files of the package."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, cast


@cache
def _text(file: str) -> str:
    return (resources.files("uneri") / "data" / file).read_text(encoding="utf-8")


def read_shipped(file: str) -> dict[str, Any]:
    """Return the content of a file of `uneri/data` as a new mapping, which the caller may change."""
    return cast("dict[str, Any]", json.loads(_text(file)))
