"""Pictures as data of a page: what they share is there once, and the whole is packed as browsers unpack it."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

_ELEMENT = re.compile("(?=<)")

Folded = tuple[int, int, list[int]]
"""Of a list of pieces: how many it keeps of the start and of the end of the list before it, and those between."""


class Film:
    """A sequence of pictures that keeps only what differs from one to the next: a long game has thousands.

    Parameters
    ----------
    pictures
        The first ones.
    """

    def __init__(self, pictures: Iterable[str] = ()) -> None:
        self._places: dict[str, int] = {}
        self._before: list[int] = []
        self.folded: list[Folded] = []
        """Lists of places in `pieces`."""
        for picture in pictures:
            self.append(picture)

    @property
    def pieces(self) -> Iterable[str]:
        """The elements of the pictures, each once."""
        return self._places

    def append(self, picture: str) -> None:
        """Add a picture."""
        before, now = self._before, [_place(self._places, piece) for piece in _ELEMENT.split(picture)]
        room = min(len(before), len(now))
        start = _alike(before, now, room)
        end = _alike(before[::-1], now[::-1], room - start)
        self.folded.append((start, end, now[start : len(now) - end]))
        self._before = now


class Pieces:
    """The elements of the films of a page, each once."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def fold(self, film: Film) -> list[Folded]:
        """Return the pictures of a film, with places in `texts`."""
        places = [_place(self._places, piece) for piece in film.pieces]
        return [(start, end, [places[place] for place in between]) for start, end, between in film.folded]

    def texts(self) -> list[str]:
        """The pieces by their places."""
        return list(self._places)


def _place(places: dict[str, int], piece: str) -> int:
    """Return the place of a piece, the next free one if it is new."""
    return places.setdefault(piece, len(places))


def _alike(one: Sequence[int], other: Sequence[int], most: int) -> int:
    """How many of the first entries are the same, `most` at most."""
    return next((place for place in range(most) if one[place] != other[place]), most)


def unfold(folded: Sequence[Sequence[Any]], pieces: Sequence[str]) -> list[str]:
    """The pictures again; the inverse of `Film`."""
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
