"""The colours of pictures, each for a light and a dark ground, as a style sheet of what a picture uses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

THEMES: Final = ("auto", "light", "dark")
"""What `theme` may be: `auto` follows the page or the system (`prefers-color-scheme`)."""

ROLES: Final[dict[str, tuple[str, str]]] = {
    "ground": ("#f6f4ee", "#15171c"),
    "panel": ("#ffffff", "#20232b"),
    "felt": ("#e3ece8", "#1a2b2a"),
    "table": ("#efece4", "#2b2925"),
    "line": ("#cfccc2", "#3d424d"),
    "ink": ("#1b1d22", "#eceef2"),
    "muted": ("#585c64", "#a9afbb"),
    "move": ("#b03a06", "#ffa366"),  # who is to move
    "movetint": ("#fff0e4", "#3a2517"),
    "last": ("#6a2bc4", "#c9adff"),  # what was done last
    "back": ("#41526b", "#52647f"),
    "backline": ("#9fb0c8", "#a9bad3"),
    "onback": ("#ffffff", "#ffffff"),
    "place": ("#ffd54a", "#ffd54a"),  # numbers of moves where cards lie in all colours
    "onplace": ("#1b1d22", "#1b1d22"),
    "number": ("#1b1d22", "#f4f5f7"),  # numbers of moves
    "onnumber": ("#ffffff", "#15171c"),
    "fruit": ("#b87900", "#f2b83a"),
}
"""Fills and strokes by what they are for: on light, on dark."""

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
    ROLES.update(zip((f"{_name}-face", f"{_name}-ink", f"{_name}-sign"), _looks, strict=True))

# Seats: the colours of Okabe and Ito, darker or lighter where the ground asks for it. Tokens have numbers as well.
_SEATS: Final = (
    ("#00639c", "#4aa8e0"), ("#9a5b00", "#e69f00"), ("#00765a", "#2cc197"), ("#a14b7c", "#e09cc4"), ("#b34700", "#ff8a47"),
    ("#3b5b00", "#a9cf4c"), ("#5c4aa8", "#a99af0"), ("#7a3b3b", "#e09a9a"), ("#00707d", "#3fc4d2"), ("#5d5d66", "#b9b9c4"),
)  # fmt: skip
ROLES.update({f"seat{seat}": look for seat, look in enumerate(_SEATS)})

_CLASS: Final = re.compile(r'class="([^"]+)"')


def style_sheet(body: str, theme: str) -> str:
    """The rules for the classes of a picture: `f_ROLE` fills, `s_ROLE` strokes.

    Parameters
    ----------
    body
        The elements of the picture.
    theme
        One of `THEMES`.

    Returns
    -------
    str
        Style rules that hold below an element of the class `uneri-THEME` alone, so that pictures on one page don't mix.
    """
    used = sorted({name for names in _CLASS.findall(body) for name in names.split() if name[:2] in ("f_", "s_")})
    parts = [f".uneri-{theme}{{max-width:100%;height:auto}}"]
    if theme == "auto":
        dark = _rules(used, "auto", 1)
        return "".join([*parts, _rules(used, "auto", 0), "@media (prefers-color-scheme:dark){", dark, "}"])
    return parts[0] + _rules(used, theme, int(theme == "dark"))


def _rules(used: list[str], theme: str, side: int) -> str:
    properties = {"f": "fill", "s": "stroke"}
    return "".join(f".uneri-{theme} .{name}{{{properties[name[0]]}:{ROLES[name[2:]][side]}}}" for name in used)


def variables(roles: Sequence[str]) -> str:
    """Roles and the colours of seats as variables of a page that follows the reader's system, `--ROLE`."""
    names = [*roles, *(name for name in ROLES if name.startswith("seat"))]
    light, dark = (":root{" + "".join(f"--{name}:{ROLES[name][side]};" for name in names) + "}" for side in (0, 1))
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"
