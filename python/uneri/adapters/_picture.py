"""Draws text as a picture, for `render_mode="rgb_array"`: frames of videos and of training logs.

Every picture has the same size, as videos require. Text that doesn't fit is drawn half as large, in two columns.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from . import _font

SIZE: Final = (576, 1024)
"""Height and width in pixels, multiples of 16 as video encoders require."""
_AREA: Final = (540, 960)  # 27 lines of 80 characters, or 54 lines of twice as many
_COLUMN: Final = 80  # characters
_GROUND: Final = (24, 26, 32)
_INK: Final = (222, 222, 214)
_COLOURS: Final = {
    "red": (240, 98, 92),
    "green": (104, 196, 104),
    "yellow": (232, 200, 72),
    "blue": (102, 160, 248),
    "magenta": (214, 130, 230),
    "cyan": (80, 200, 206),
}
"""The terminal colours of the games' cards (`STYLES`), bright enough for a dark background."""


def picture_of(text: str, styles: Iterable[tuple[str, str]] = ()) -> NDArray[np.uint8]:
    """Return `uint8[height, width, 3]`: the lines of a text, words that match a pattern of `styles` in its colour."""
    lines = [line[at : at + _COLUMN] for line in text.split("\n") for at in range(0, max(len(line), 1), _COLUMN)]
    scale = 2 if len(lines) <= _AREA[0] // (2 * _font.HEIGHT) else 1
    high, wide = _AREA[0] // (scale * _font.HEIGHT), _AREA[1] // (scale * _font.WIDTH)
    most = high * (wide // _COLUMN)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"... {len(lines) - most + 1} more lines"]
    codes, inks = np.full((high, wide), ord(" "), np.uint8), np.zeros((high, wide), np.uint8)
    for number, line in enumerate(lines):
        column, row = divmod(number, high)
        cells = slice(column * _COLUMN, column * _COLUMN + len(line))
        codes[row, cells] = [min(ord(letter), 127) for letter in line]
        inks[row, cells] = _inks(line, styles)
    dots = _glyphs()[codes].swapaxes(1, 2).reshape(high * _font.HEIGHT, wide * _font.WIDTH)
    cells_of = np.repeat(np.repeat(inks + 1, _font.HEIGHT, 0), _font.WIDTH, 1)
    area = np.repeat(np.repeat(np.where(dots, cells_of, 0), scale, 0), scale, 1)
    drawn = np.zeros(SIZE, np.uint8)
    top, left = (SIZE[0] - _AREA[0]) // 2, (SIZE[1] - _AREA[1]) // 2
    drawn[top : top + _AREA[0], left : left + _AREA[1]] = area
    return _palette()[drawn]


def _inks(line: str, styles: Iterable[tuple[str, str]]) -> list[int]:
    """Return the number of each character's colour, 0 for the usual one."""
    found = [0] * len(line)
    for style, pattern in styles:
        words = style.split()
        ink = next((1 + number for number, name in enumerate(_COLOURS) if name in words), 0)
        for match in re.finditer(pattern, line):
            found[match.start() : match.end()] = [ink] * (match.end() - match.start())
    return found


@functools.cache
def _glyphs() -> NDArray[np.bool_]:
    return _font.glyphs()


@functools.cache
def _palette() -> NDArray[np.uint8]:
    return np.array([_GROUND, _INK, *_COLOURS.values()], np.uint8)
