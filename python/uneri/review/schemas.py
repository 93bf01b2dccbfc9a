"""The JSON schemas of this package's input and output."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, cast

from .._util.checks import choice

FILES = {"report": "review.schema.json", "stream": "analysis.schema.json"}


@cache
def _text(file: str) -> str:
    return (resources.files("uneri") / "data" / file).read_text(encoding="utf-8")


def schema(of: str = "report") -> dict[str, Any]:
    """Look up a JSON schema (draft 2020-12).

    Parameters
    ----------
    of
        `"report"` (default): `Review.to_dict` and `uneri review --json`. `"stream"`: a line of `uneri analyse --stream`,
        either way.

    Returns
    -------
    dict
        A new copy.

    Raises
    ------
    ValueError, TypeError
        If there is no such schema.

    Examples
    --------
    >>> from uneri import review
    >>> sorted(review.schema("stream")["$defs"])
    ['answer', 'error', 'move', 'request']
    """
    return cast("dict[str, Any]", json.loads(_text(FILES[choice(of, "of", tuple(FILES))])))
