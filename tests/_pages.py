"""Reads the data of a replay page, as its scripts do."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any


def unfold(folded: Sequence[Sequence[Any]], pieces: Sequence[str]) -> list[str]:
    """Restore the pictures; the inverse of `Film`."""
    pictures, before = [], list[int]()
    for start, end, between in folded:
        before = [*before[:start], *between, *before[len(before) - end :]]
        pictures.append("".join(pieces[place] for place in before))
    return pictures


def unpacked(text: str) -> Any:
    """Restore the data; the inverse of `packed`."""
    return json.loads(zlib.decompress(base64.b64decode(text), -zlib.MAX_WBITS))
