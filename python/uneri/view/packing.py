"""Pictures as data of a page: shared parts are stored once, and everything is compressed as browsers read it."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

_ELEMENT = re.compile("(?=<)")

Folded = tuple[int, int, list[int]]
"""A delta of a list of pieces: how many it keeps from the start and the end of the list before it, and those between."""


class Film:
    """A sequence of pictures that stores only the differences from one to the next: a long game has thousands.

    Parameters
    ----------
    pictures
        The first ones.
    """

    def __init__(self, pictures: Iterable[str] = ()) -> None:
        self._places: dict[str, int] = {}
        self._before: list[int] = []
        self.folded: list[Folded] = []
        """Lists of indices into `pieces`."""
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
        """Return the pictures of a film, with indices into `texts`."""
        places = [_place(self._places, piece) for piece in film.pieces]
        return [(start, end, [places[place] for place in between]) for start, end, between in film.folded]

    def texts(self) -> list[str]:
        """List the pieces by their indices."""
        return list(self._places)


def _place(places: dict[str, int], piece: str) -> int:
    """Return the index of a piece, the next free one if it is new."""
    return places.setdefault(piece, len(places))


def _alike(one: Sequence[int], other: Sequence[int], most: int) -> int:
    """Count the equal first entries, at most `most`."""
    return next((place for place in range(most) if one[place] != other[place]), most)


def unfold(folded: Sequence[Sequence[Any]], pieces: Sequence[str]) -> list[str]:
    """Restore the pictures; the inverse of `Film`."""
    pictures, before = [], list[int]()
    for start, end, between in folded:
        before = [*before[:start], *between, *before[len(before) - end :]]
        pictures.append("".join(pieces[place] for place in before))
    return pictures


def packed(data: Any) -> str:
    """Write plain data as JSON, deflated without a header, in Base64."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = json.dumps(data, separators=(",", ":"), allow_nan=False).encode()
    return base64.b64encode(packer.compress(text) + packer.flush()).decode()


def unpacked(text: str) -> Any:
    """Restore the data; the inverse of `packed`."""
    return json.loads(zlib.decompress(base64.b64decode(text), -zlib.MAX_WBITS))
