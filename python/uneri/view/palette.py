"""The colours of pictures, each for a light and a dark background, as a style sheet for the classes in use."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from .._util.checks import word
from .._util.messages import brief

THEMES: Final = ("auto", "light", "dark")
"""The values of `theme`: `auto` follows the page or the system (`prefers-color-scheme`)."""

PALETTE: Final[dict[str, tuple[str, str]]] = {
    "ground": ("#f6f4ee", "#15171c"),
    "panel": ("#ffffff", "#20232b"),
    "felt": ("#e3ece8", "#1a2b2a"),
    "table": ("#efece4", "#2b2925"),
    "line": ("#cfccc2", "#3d424d"),
    "ink": ("#1b1d22", "#eceef2"),
    "muted": ("#585c64", "#a9afbb"),
    "move": ("#b03a06", "#ffa366"),  # the seat to move
    "movetint": ("#fff0e4", "#3a2517"),
    "last": ("#6a2bc4", "#c9adff"),  # the last action
    "back": ("#41526b", "#52647f"),
    "backline": ("#9fb0c8", "#a9bad3"),
    "onback": ("#ffffff", "#ffffff"),
    "place": ("#ffd54a", "#ffd54a"),  # numbers of moves where cards have all colours
    "onplace": ("#1b1d22", "#1b1d22"),
    "number": ("#1b1d22", "#f4f5f7"),  # numbers of moves
    "onnumber": ("#ffffff", "#15171c"),
    "fruit": ("#b87900", "#f2b83a"),
    "border": ("#8a8578", "#8f8a7e"),  # of a table
    "seam": ("#ffffff", "#15171c"),  # between cards, and between edge and face of one
    "hollow": ("#ffffff", "#15171c"),  # shapes without dots
    "dot": ("#ffffff", "#15171c"),  # on shapes; a sign on a player's colour
    "aim": ("#f0e442", "#ffe14d"),  # shapes that may be covered
}
"""Every colour of the pictures by name: on light, on dark. `to_svg(colors=...)` replaces some of them."""

Colors = Mapping[str, str | tuple[str, str]]
"""Colours by name: `#rgb`, `#rrggbb` or with an opacity `#rrggbbaa`, for light and dark or as a pair of both."""

# Face, ink and sign of a card.
_SUITS: Final = {
    "blue": (("#e6f0fb", "#14263b"), ("#0b4a8f", "#b4d6ff"), ("#1f6fc2", "#5aa2ee")),
    "green": (("#e3f4eb", "#102a1f"), ("#0a573a", "#a2e6c7"), ("#12805a", "#3fbd8c")),
    "red": (("#fdeae8", "#391a1a"), ("#9a1a1a", "#ffbdb7"), ("#cf3a34", "#f0706a")),
    "yellow": (("#fdf4d3", "#322a0a"), ("#665000", "#f5de91"), ("#a67f00", "#e2b93b")),
    "orange": (("#fff0df", "#3a2310"), ("#833c00", "#ffc896"), ("#cf6408", "#f0913d")),
    "teal": (("#dff4f4", "#0d2b2d"), ("#004f54", "#9ae4e6"), ("#0a858a", "#35b6ba")),
    "purple": (("#f2e9fa", "#29193a"), ("#572883", "#dcc1f6"), ("#8a4bbd", "#b07fe0")),
    "black": (("#dedee4", "#33343c"), ("#17171c", "#f0f0f4"), ("#3a3a44", "#b4b5c0")),
    "white": (("#ffffff", "#e9e9ec"), ("#3d3d45", "#2b2b31"), ("#85858f", "#72727c")),
    "wild": (("#33343d", "#3b3c47"), ("#ffffff", "#ffffff"), ("#c9cad4", "#c9cad4")),
}
for _name, _looks in _SUITS.items():
    PALETTE.update(zip((f"{_name}-face", f"{_name}-ink", f"{_name}-sign"), _looks, strict=True))

# Edge, face and shapes of a card where players have colours: those of Okabe and Ito. `start` is nobody's.
_PLAYERS: Final = {
    "colour0": (("#0072b2", "#1f83c4"), ("#d0e4f0", "#0d2433"), ("#004a75", "#a5d3f2")),
    "colour1": (("#e69f00", "#e69f00"), ("#fbeccc", "#332606"), ("#7d5600", "#f5d68f")),
    "colour2": (("#009e73", "#12a67c"), ("#ccece3", "#0b2a21"), ("#00573f", "#93dcc3")),
    "colour3": (("#cc79a7", "#cf83ae"), ("#f5e4ed", "#331d29"), ("#7c3a5e", "#edbfd8")),
    "colour4": (("#56b4e9", "#6fc3f2"), ("#e6f4fc", "#162a36"), ("#1c5f86", "#c4e6fa")),
    "colour5": (("#d55e00", "#dd6a12"), ("#f8dfcc", "#35190a"), ("#7d3700", "#f7b98c")),
    "start": (("#6b6b6b", "#8a8a8a"), ("#e4e4e4", "#2c2c2c"), ("#4d4d4d", "#c4c4c4")),
}
for _name, _looks in _PLAYERS.items():
    PALETTE.update(zip((f"{_name}-edge", f"{_name}-face", f"{_name}-ink"), _looks, strict=True))

# Seats: the colours of Okabe and Ito, darker or lighter where the background requires it. Tokens have numbers as well.
_SEATS: Final = (
    ("#00639c", "#4aa8e0"), ("#9a5b00", "#e69f00"), ("#00765a", "#2cc197"), ("#a14b7c", "#e09cc4"), ("#b34700", "#ff8a47"),
    ("#3b5b00", "#a9cf4c"), ("#5c4aa8", "#a99af0"), ("#7a3b3b", "#e09a9a"), ("#00707d", "#3fc4d2"), ("#5d5d66", "#b9b9c4"),
)  # fmt: skip
PALETTE.update({f"seat{seat}": look for seat, look in enumerate(_SEATS)})

_CLASS: Final = re.compile(r'class="([^"]+)"')
_COLOUR: Final = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")


class Style(NamedTuple):
    """The theme of a picture, and its own colours: name, on light, on dark."""

    theme: str
    colors: tuple[tuple[str, str, str], ...] = ()

    @property
    def css_class(self) -> str:
        """The class of the picture. Own colours give it a class of its own: pictures on one page don't mix."""
        if not self.colors:
            return f"uneri-{self.theme}"
        digest = hashlib.blake2s(repr(self.colors).encode(), digest_size=4).hexdigest()
        return f"uneri-{self.theme}-{digest}"

    def all_colors(self) -> dict[str, tuple[str, str]]:
        """Return the palette with these colours in it."""
        return PALETTE | {name: (light, dark) for name, light, dark in self.colors}


def style_of(theme: str, colors: Colors | None = None) -> Style:
    """Check a theme and colours: raise TypeError for anything but a string, ValueError for unknown ones."""
    word(theme, "theme", THEMES)
    if colors is None:
        return Style(theme)
    if not isinstance(colors, Mapping):
        raise TypeError(f"colors must be a mapping of names to colours or None, not {brief(colors)}")
    return Style(theme, tuple(sorted((name, *_own_colour(name, value)) for name, value in colors.items())))


def _own_colour(name: str, value: object) -> tuple[str, str]:
    """Return a colour for light and one for dark."""
    if name not in PALETTE:
        raise ValueError(f"colors has {brief(name)}, which is not a name of uneri.view.PALETTE")
    pair: Sequence[object] = value if isinstance(value, tuple) and len(value) == 2 else (value, value)
    return _checked(name, pair[0], value), _checked(name, pair[1], value)


def _checked(name: str, one: object, value: object) -> str:
    if not isinstance(one, str):
        raise TypeError(f"colour {name} must be a string, or one for light and one for dark, not {brief(value)}")
    if not _COLOUR.fullmatch(one):
        raise ValueError(f"colour {name} is {brief(one)}; allowed: #rgb, #rrggbb, #rrggbbaa")
    return one


def style_sheet(body: str, style: Style) -> str:
    """Write the rules for the classes of a picture, given as its elements and its style: `f_ROLE` fills, `s_ROLE`
    strokes. They hold below an element of the class `style.css_class` alone, so that pictures on one page don't mix.
    """
    used = sorted({name for names in _CLASS.findall(body) for name in names.split() if name[:2] in ("f_", "s_")})
    colors = style.all_colors()
    css_class = style.css_class

    def rules(side: int) -> str:
        properties = {"f": "fill", "s": "stroke"}
        return "".join(f".{css_class} .{name}{{{properties[name[0]]}:{colors[name[2:]][side]}}}" for name in used)

    shown = f".{css_class}{{max-width:100%;height:auto}}"
    if style.theme == "auto":
        return f"{shown}{rules(0)}@media (prefers-color-scheme:dark){{{rules(1)}}}"
    return shown + rules(int(style.theme == "dark"))


def variables(roles: Sequence[str], own: Colors | None = None) -> str:
    """Write roles and the colours of seats as variables of a page that follows the reader's system, `--ROLE`."""
    colors = style_of("auto", own).all_colors()
    names = [*roles, *(name for name in PALETTE if name.startswith("seat"))]
    light, dark = (":root{" + "".join(f"--{name}:{colors[name][side]};" for name in names) + "}" for side in (0, 1))
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"
