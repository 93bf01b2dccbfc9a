"""Spaces for Gymnasium and PettingZoo, and text drawn as a picture, for `render_mode="rgb_array"`: frames of videos and of
training logs.

Every picture has the same size, as videos require. Text that doesn't fit is drawn half as large, in two columns.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .. import contract
from ..registry import game_module

SIZE: Final = (576, 1024)
"""Height and width in pixels, multiples of 16 as video encoders require."""
WIDTH, HEIGHT = 6, 10  # of a character
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
_PALETTE: Final = np.array([_GROUND, _INK, *_COLOURS.values()], np.uint8)


def draw_text(text: str, styles: Iterable[tuple[str, str]] = ()) -> NDArray[np.uint8]:
    """Return `uint8[height, width, 3]`: the lines of a text, words that match a pattern of `styles` in its colour."""
    lines = [line[at : at + _COLUMN] for line in text.split("\n") for at in range(0, max(len(line), 1), _COLUMN)]
    scale = 2 if len(lines) <= _AREA[0] // (2 * HEIGHT) else 1
    high, wide = _AREA[0] // (scale * HEIGHT), _AREA[1] // (scale * WIDTH)
    most = high * (wide // _COLUMN)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"... {len(lines) - most + 1} more lines"]
    codes, inks = np.full((high, wide), ord(" "), np.uint8), np.zeros((high, wide), np.uint8)
    for number, line in enumerate(lines):
        column, row = divmod(number, high)
        cells = slice(column * _COLUMN, column * _COLUMN + len(line))
        codes[row, cells] = [min(ord(letter), 127) for letter in line]
        inks[row, cells] = _choose_inks(line, styles)
    dots = draw_glyphs()[codes].swapaxes(1, 2).reshape(high * HEIGHT, wide * WIDTH)
    cells_of = np.repeat(np.repeat(inks + 1, HEIGHT, 0), WIDTH, 1)
    area = np.repeat(np.repeat(np.where(dots, cells_of, 0), scale, 0), scale, 1)
    drawn = np.zeros(SIZE, np.uint8)
    top, left = (SIZE[0] - _AREA[0]) // 2, (SIZE[1] - _AREA[1]) // 2
    drawn[top : top + _AREA[0], left : left + _AREA[1]] = area
    return _PALETTE[drawn]


def _choose_inks(line: str, styles: Iterable[tuple[str, str]]) -> list[int]:
    """Return each character's colour by number, 0 for the default."""
    found = [0] * len(line)
    for style, pattern in styles:
        words = style.split()
        ink = next((1 + number for number, name in enumerate(_COLOURS) if name in words), 0)
        for match in re.finditer(pattern, line):
            found[match.start() : match.end()] = [ink] * (match.end() - match.start())
    return found


@functools.cache
def draw_glyphs() -> NDArray[np.bool_]:
    """Return `bool[128, HEIGHT, WIDTH]`, by code: where a character of Pillow's font has dots. Others have a frame."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default_imagefont()
    dots = np.zeros((128, HEIGHT, WIDTH), np.bool_)
    for code in range(ord("!"), 127):
        image = Image.new("L", (WIDTH, HEIGHT))
        ImageDraw.Draw(image).text((0, -1), chr(code), fill=255, font=font)  # whose first row of dots is empty
        dots[code] = np.asarray(image) > 0
    frame = np.ones((HEIGHT - 3, WIDTH - 1), np.bool_)
    frame[1:-1, 1:-1] = False
    for code in (*range(ord(" ")), 127):
        dots[code, 1:-2, :-1] = frame
    return dots


_BOUND = float(2**24)  # beyond every number in a tensor (flags, counts, points), and finite: their checks want bounds


def make_observations(game: contract.Game) -> spaces.Box:
    """Return the space of `State.observation_tensor`."""
    return spaces.Box(-_BOUND, _BOUND, game.observation_tensor_shape, np.float32)


def make_actions(game: contract.Game) -> spaces.Discrete:
    """Return the space of the game's action ids."""
    return spaces.Discrete(game.num_distinct_actions)


def rendered(game: contract.Game, view: dict[str, Any], mode: str) -> str | NDArray[np.uint8] | None:
    """Show a view of a position, a result of `State.to_dict`, in one of RENDER_MODES.

    It is a text (`"ansi"`), a picture (`"rgb_array"`), or None: with `"human"` the text is printed.
    """
    module = game_module(game.name)
    text: str = module.render(view)
    if mode == "human":
        print(text)
        return None
    return draw_text(text, module.STYLES) if mode == "rgb_array" else text


rendered.__module__ = "uneri.adapters.gymnasium"  # where users import it from
