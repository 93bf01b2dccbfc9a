"""The JSON schemas of this package's input and output."""

from __future__ import annotations

from typing import Any

from .._util.checks import choice
from .._util.shipped import read_shipped

FILES = {"report": "review.schema.json", "stream": "analysis.schema.json"}


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
    return read_shipped(FILES[choice(of, "of", tuple(FILES))])
