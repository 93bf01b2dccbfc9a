"""Pictures as data of a page: what they share is there once, and the whole is packed as browsers unpack it."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Sequence
from typing import Any

_ELEMENT = re.compile("(?=<)")

Folded = tuple[int, int, list[int]]
"""Of a list of pieces: how many it keeps of the start and of the end of the list before it, and those between."""


class Pieces:
    """The elements of pictures, each once. A picture is a list of their places."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def fold(self, pictures: Sequence[str]) -> list[Folded]:
        """Pictures, each as what differs from the one before it."""
        folded: list[Folded] = []
        before: list[int] = []
        for picture in pictures:
            now = [self._places.setdefault(piece, len(self._places)) for piece in _ELEMENT.split(picture)]
            room = min(len(before), len(now))
            start = _alike(before, now, room)
            end = _alike(before[::-1], now[::-1], room - start)
            folded.append((start, end, now[start : len(now) - end]))
            before = now
        return folded

    def texts(self) -> list[str]:
        """The pieces by their places."""
        return list(self._places)


def _alike(one: Sequence[int], other: Sequence[int], most: int) -> int:
    """How many of the first entries are the same, `most` at most."""
    return next((place for place in range(most) if one[place] != other[place]), most)


def unfold(folded: Sequence[Sequence[Any]], pieces: Sequence[str]) -> list[str]:
    """The pictures again; the inverse of `Pieces.fold`."""
    pictures, before = [], list[int]()
    for start, end, between in folded:
        before = [*before[:start], *between, *before[len(before) - end :]]
        pictures.append("".join(pieces[place] for place in before))
    return pictures


def packed(data: Any) -> str:
    """Plain data as JSON, deflated without a head, in Base64."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = json.dumps(data, separators=(",", ":"), allow_nan=False).encode()
    return base64.b64encode(packer.compress(text) + packer.flush()).decode()


def unpacked(text: str) -> Any:
    """The data again; the inverse of `packed`."""
    return json.loads(zlib.decompress(base64.b64decode(text), -zlib.MAX_WBITS))
