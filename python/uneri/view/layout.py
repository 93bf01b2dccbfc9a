"""Arranges boxes of drawn items: side by side, in columns, wrapped, framed. Items never overlap, by construction.

Lengths are units of the picture; a whole picture is 560 wide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

_ILLEGAL: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WIDTHS: Final = {
    **dict.fromkeys(" !'(),.:;[]`fijlrt|", 0.39),
    **dict.fromkeys("mwMW@%", 0.98),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZ+=<>~", 0.77),
    **dict.fromkeys("0123456789", 0.64),
    "\u200c": 0, "\u200d": 0, "I": 0.3, "J": 0.35, "-": 0.37, "\u2026": 1.0, "\u00d7": 0.84, "\u00b7": 0.32,
}  # fmt: skip
_NARROWEST: Final = min(width for width in _WIDTHS.values() if width)


class Item(NamedTuple):
    """A drawing in a box whose upper left corner is at 0, 0."""

    w: float
    h: float
    svg: str


EMPTY: Final = Item(0, 0, "")


def safe(text: str) -> str:
    """Escape text for XML, without the characters that XML forbids."""
    text = _ILLEGAL.sub("\ufffd", text).replace("&", "&amp;")
    return text.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def num(value: float) -> str:
    """Write a length with at most one digit after the point."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _em(char: str) -> float:
    return _WIDTHS.get(char, 0.63 if char < "\u2e80" else 1.02)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the largest width of a text, in the wide fonts that a reader may have."""
    return sum(map(_em, text)) * size * (1.09 if bold else 1.0)


def shortened(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return the text, cut with an ellipsis where it is wider than `width`."""
    em = size * (1.09 if bold else 1.0)
    # Outside texts may be long. No more of one can fit, even with a joiner after each letter.
    text = text[: 2 * int(width / em / _NARROWEST) + 2]
    if text_width(text, size, bold=bold) <= width:
        return text
    fits, ems = 0, 0.0
    for char in text:
        ems += _em(char)
        if (ems + _WIDTHS["\u2026"]) * em > width:
            break
        fits += 1
    return text[:fits].rstrip() + "\u2026"


def text_at(
    text: str, x: float, y: float, size: float, role: str = "ink", *, anchor: str = "start", bold: bool = False
) -> str:
    """Write a text element with its baseline at y."""
    weight = ' font-weight="bold"' if bold else ""
    at = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="f_{role}" x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{at}{weight}>{safe(text)}</text>'


@lru_cache(maxsize=2048)
def text(words: str, size: float = 14, role: str = "ink", *, bold: bool = False, width: float | None = None) -> Item:
    """Draw a line of text, cut to `width` if one is given."""
    if width is not None:
        words = shortened(words, size, width, bold=bold)
    return Item(text_width(words, size, bold=bold), size * 1.3, text_at(words, 0, size, size, role, bold=bold))


def caption(words: str, *, width: float | None = None) -> Item:
    """Draw a line of small grey text."""
    return text(words, 13, "muted", width=width)


def paragraph(words: str, width: float, size: float = 14, role: str = "ink") -> Item:
    """Draw text in as many lines as it takes."""
    lines, line = [], ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and text_width(longer, size) > width:
            lines.append(line)
            longer = word
        line = longer
    lines += [line] if line else []
    return column([text(line, size, role, width=width) for line in lines], gap=1)


def placed(item: Item, x: float, y: float) -> str:
    """Return the elements of an item, moved."""
    if not item.svg or (x == 0 and y == 0):
        return item.svg
    return f'<g transform="translate({num(x)} {num(y)})">{item.svg}</g>'


def row(items: Iterable[Item], gap: float = 6, *, align: float = 0.5) -> Item:
    """Arrange items beside each other; `align` 0 at their tops, 0.5 in the middle, 1 at their feet."""
    shown = [item for item in items if item.w or item.h]
    height = max((item.h for item in shown), default=0)
    x, parts = 0.0, []
    for item in shown:
        parts.append(placed(item, x, (height - item.h) * align))
        x += item.w + gap
    return Item(max(x - gap, 0) if shown else 0, height, "".join(parts))


def column(items: Iterable[Item], gap: float = 6) -> Item:
    """Arrange items below each other."""
    shown = [item for item in items if item.w or item.h]
    y, parts = 0.0, []
    for item in shown:
        parts.append(placed(item, 0, y))
        y += item.h + gap
    return Item(max((item.w for item in shown), default=0), max(y - gap, 0) if shown else 0, "".join(parts))


def flow(items: Sequence[Item], width: float, gap: float = 6, row_gap: float = 6, *, align: float = 0.5) -> Item:
    """Arrange items beside each other, in as many rows as `width` requires."""
    rows: list[list[Item]] = [[]]
    used = 0.0
    for item in items:
        if rows[-1] and used + gap + item.w > width + 0.01:
            rows.append([])
            used = 0.0
        used += item.w + (gap if rows[-1] else 0)
        rows[-1].append(item)
    return column([row(line, gap, align=align) for line in rows], row_gap)


def spread(left: Item, right: Item, width: float, gap: float = 8) -> Item:
    """Arrange one item at the left edge and one at the right; below each other if they don't fit."""
    if left.w + right.w + gap > width:
        return column([left, right], 4)
    height = max(left.h, right.h)
    svg = placed(left, 0, (height - left.h) / 2) + placed(right, width - right.w, (height - right.h) / 2)
    return Item(width, height, svg)


def box(
    item: Item,
    width: float,
    *,
    pad: float = 10,
    fill: str = "panel",
    line: str = "line",
    thick: float = 1,
    rx: float = 9,
    height: float = 0,
) -> Item:
    """Draw an item in a frame, at least `height` high."""
    height = max(item.h + 2 * pad, height)
    frame = (
        f'<rect class="f_{fill} s_{line}" x="{num(thick / 2)}" y="{num(thick / 2)}" width="{num(width - thick)}" '
        f'height="{num(height - thick)}" rx="{num(rx)}" stroke-width="{num(thick)}"/>'
    )
    return Item(width, height, frame + placed(item, pad, pad))
