"""The parts of pictures: signs, cards, backs, fans, tokens, badges, tracks, arrows. Independent of any game.

The designs are abstract and our own. A colour is never the only cue: suits have a sign and a letter, seats a number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from .layout import Item, num, placed, row, safe, text, text_at, text_width

# In a box from -1 to 1, to be filled by the even-odd rule.
SIGNS: Final = {
    "wave": "M-1-.35Q-.5-1 0-.35T1-.35V.15Q.5.8 0 .15T-1 .15ZM-1 .55Q-.5-.1 0 .55T1 .55V1Q.5 1.6 0 1T-1 1Z",
    "hexagon": "M-.5-.87H.5L1 0 .5.87H-.5L-1 0ZM-.25-.43L-.5 0-.25.43H.25L.5 0 .25-.43Z",
    "diamond": "M0-1.1L.85 0 0 1.1-.85 0Z",
    "triangle": "M0-1L1 .8H-1Z",
    "disc": "M-1 0A1 1 0 1 0 1 0 1 1 0 1 0-1 0Z",
    "square": "M-.85-.85H.85V.85H-.85Z",
    "star": "M0-1.1L.28-.34 1.05-.34 .43 .14 .65 .89 0 .44-.65 .89-.43 .14-1.05-.34-.28-.34Z",
    "drop": "M0-1.15Q.95 .1 .75 .5A.8 .8 0 0 1-.75 .5Q-.95 .1 0-1.15Z",
    "moon": "M.4-.92A1 1 0 1 0 .4 .92 1.2 1.2 0 0 1 .4-.92Z",
    "ring": "M-1 0A1 1 0 1 0 1 0 1 1 0 1 0-1 0ZM-.5 0A.5 .5 0 1 0 .5 0 .5 .5 0 1 0-.5 0Z",
    "sun": "M0-1.1L.25-.6 .78-.78 .6-.25 1.1 0 .6 .25 .78 .78 .25 .6 0 1.1-.25 .6-.78 .78-.6 .25-1.1 0-.6-.25-.78-.78-.25-.6Z",
    "plus": "M-.3-1H.3V-.3H1V.3H.3V1H-.3V.3H-1V-.3H-.3Z",
}
"""Filled signs by name."""

# In the same box, drawn as lines.
GLYPHS: Final = {
    "skip": "M-.9 0A.9 .9 0 1 0 .9 0 .9 .9 0 1 0-.9 0ZM-.63-.63L.63 .63",
    "reverse": "M-.45 .9V-.8L-.85-.35M-.45-.8L-.05-.35M.45-.9V.8L.05 .35M.45 .8L.85 .35",
    "swap": "M-.9-.4H.8L.4-.8M.8-.4L.4 0M.9 .4H-.8L-.4 0M-.8 .4L-.4 .8",
    "pass round": "M.75-.55A.92 .92 0 1 0 .9 .2M.75-.55V-1.05M.75-.55H.25",
    "lock": "M-.6-.05H.6V.9H-.6ZM-.38-.05V-.4A.38 .42 0 0 1 .38-.4V-.05",
    "open lock": "M-.6-.05H.6V.9H-.6ZM-.38-.05V-.5A.38 .42 0 0 1 .3-.62",
    "up": "M0 .9V-.8M-.55-.25L0-.85 .55-.25",
    "down": "M0-.9V.8M-.55 .25L0 .85 .55 .25",
    "right": "M-.9 0H.8M.25-.55L.85 0 .25 .55",
    "left": "M.9 0H-.8M-.25-.55L-.85 0-.25 .55",
    "flag": "M-.5 1.05V-1L.75-.55-.5-.1",
    "boat": "M-1 .25H1L.6 .9H-.6ZM-.05 .25V-1L.75-.1H-.05",
    "clockwise": "M-.9 .1A.9 .9 0 0 1 .75-.5M.75-.5L.75-1.05M.75-.5L.2-.5",
}
"""Signs drawn as lines, by name."""

LARGE, HAND, SMALL, TINY = 50.0, 34.0, 27.0, 22.0
"""Widths of cards; they are 1.4 times as high."""


class Face(NamedTuple):
    """The face of a card."""

    label: str
    """Its number or word; empty if a glyph replaces it."""
    letter: str
    """The letter of its suit, as in notation."""
    look: str
    """Its colours: the first part of roles of `palette`."""
    sign: str
    """The sign of its suit, out of `SIGNS`; empty for none."""
    glyph: str = ""
    """Out of `GLYPHS`."""
    dots: int = 0
    """In a row between the number and the sign."""


def sign(name: str, x: float, y: float, size: float, role: str) -> str:
    """Draw a filled sign around a point."""
    place = f"translate({num(x)} {num(y)}) scale({num(size)})"
    return f'<path class="f_{role}" d="{SIGNS[name]}" transform="{place}" fill-rule="evenodd"/>'


def glyph(name: str, x: float, y: float, size: float, role: str, thick: float = 0.24) -> str:
    """Draw a sign made of lines around a point."""
    place = f"translate({num(x)} {num(y)}) scale({num(size)})"
    return (
        f'<path class="s_{role}" d="{GLYPHS[name]}" transform="{place}" fill="none" stroke-width="{thick:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


@lru_cache(maxsize=1024)
def symbol(name: str, size: float = 16, role: str = "ink") -> Item:
    """Return a sign or glyph as an item."""
    half = size / 2
    draw = sign if name in SIGNS else glyph
    return Item(size, size, draw(name, half, half, half * 0.82, role))


@lru_cache(maxsize=1024)
def card(face: Face, width: float = HAND, *, joker: bool = False) -> Item:
    """Draw a card, face up. `joker` draws it dashed: another card stands for this one."""
    w, h = width, width * 1.4
    dash = ' stroke-dasharray="4 3"' if joker else ""
    parts = [
        (
            f'<rect class="f_{face.look}-face s_{face.look}-sign" x=".8" y=".8" width="{num(w - 1.6)}" '
            f'height="{num(h - 1.6)}" rx="{num(w * 0.13)}" stroke-width="1.6"{dash}/>'
        )
    ]
    if face.label:
        size = w * (0.62 if len(face.label) < 2 else 0.54 if len(face.label) < 3 else 0.4)
        at = h * (0.32 if face.dots else 0.36) + size * 0.36
        parts.append(text_at(face.label, w / 2, at, size, f"{face.look}-ink", anchor="middle", bold=True))
    if face.glyph == "four colours":
        y, r = (0.72, 0.17) if face.label else (0.36, 0.3)
        parts.append(_four_colours(w / 2, h * y, w * r))
    elif face.glyph:
        parts.append(glyph(face.glyph, w / 2, h * 0.36, w * 0.27, f"{face.look}-ink"))
    for dot in range(face.dots):
        x = w * (0.5 + 0.17 * (dot - (face.dots - 1) / 2))
        parts.append(f'<circle class="f_{face.look}-sign" cx="{num(x)}" cy="{num(h * 0.625)}" r="{num(w * 0.06)}"/>')
    foot = h * 0.8
    if face.sign:
        parts.append(sign(face.sign, w * (0.3 if face.letter else 0.5), foot, w * 0.145, f"{face.look}-sign"))
    if face.letter and face.sign:
        size = w * 0.36
        parts.append(text_at(face.letter, w * 0.68, foot + size * 0.36, size, f"{face.look}-ink", anchor="middle"))
    elif face.letter and not face.label:
        parts.append(text_at(face.letter, w / 2, foot + w * 0.13, w * 0.36, f"{face.look}-ink", anchor="middle"))
    return Item(w, h, "".join(parts))


def _four_colours(x: float, y: float, r: float) -> str:
    quarters = (("red", -1, -1), ("green", 1, -1), ("blue", 1, 1), ("yellow", -1, 1))
    parts = []
    for look, dx, dy in quarters:
        sweep = int(dx * dy > 0)
        parts.append(
            f'<path class="f_{look}-sign s_wild-ink" d="M{num(x)} {num(y)}H{num(x + dx * r)}'
            f'A{num(r)} {num(r)} 0 0 {sweep} {num(x)} {num(y + dy * r)}Z" stroke-width=".8"/>'
        )
    return "".join(parts)


@lru_cache(maxsize=1024)
def back(width: float = HAND, label: str = "") -> Item:
    """Draw a card, face down."""
    w, h = width, width * 1.4
    parts = [
        (
            f'<rect class="f_back s_ground" x=".5" y=".5" width="{num(w - 1)}" height="{num(h - 1)}" '
            f'rx="{num(w * 0.13)}" stroke-width="1"/>'
            f'<rect class="s_backline" x="{num(w * 0.13)}" y="{num(w * 0.13)}" width="{num(w * 0.74)}" '
            f'height="{num(h - w * 0.26)}" rx="{num(w * 0.07)}" fill="none" stroke-width="1"/>'
        )
    ]
    if label:
        parts.append(text_at(label, w / 2, h / 2 + w * 0.16, w * 0.42, "onback", anchor="middle", bold=True))
    else:
        parts.append(sign("wave", w / 2, h / 2, w * 0.18, "backline"))
    return Item(w, h, "".join(parts))


def fan(count: int, width: float = TINY, room: float = 150) -> Item:
    """Draw overlapping cards face down, with their number."""
    if count <= 0:
        return text("no cards", 13, "muted")
    step = min(width * 0.42, max((room - 34 - width) / max(count - 1, 1), 1.6))
    one = back(width)
    stack = "".join(placed(one, i * step, 0) for i in range(count))
    return row([Item(width + step * (count - 1), one.h, stack), text(f"\u00d7{count}", 14, bold=True)], 5)


def pile(count: int, width: float = LARGE) -> Item:
    """Draw a pile face down with the number of its cards."""
    if count <= 0:
        w, h = width, width * 1.4
        frame = (
            f'<rect class="s_line" x="1" y="1" width="{num(w - 2)}" height="{num(h - 2)}" rx="{num(w * 0.13)}" '
            'fill="none" stroke-width="1.5" stroke-dasharray="4 4"/>'
        )
        return Item(w, h, frame + text_at("0", w / 2, h / 2 + w * 0.14, w * 0.4, "muted", anchor="middle", bold=True))
    depth = 3 if count > 2 else count - 1
    one = back(width)
    parts = [placed(one, 2.0 * i, 2.0 * (depth - i)) for i in range(depth)]
    parts.append(placed(back(width, str(count)), 2.0 * depth, 0))
    return Item(width + 2 * depth, one.h + 2 * depth, "".join(parts))


@lru_cache(maxsize=1024)
def token(label: str, role: str, size: float = 20) -> Item:
    """Draw a round token with a short label."""
    r = size / 2
    disc = f'<circle class="f_{role}" cx="{num(r)}" cy="{num(r)}" r="{num(r - 0.5)}"/>'
    return Item(size, size, disc + text_at(label, r, r + size * 0.2, size * 0.58, "ground", anchor="middle", bold=True))


def seat_token(seat: int, size: float = 20) -> Item:
    """Draw the token of a seat: its number on its colour."""
    return token(str(seat), f"seat{seat % 10}", size)


@lru_cache(maxsize=1024)
def chip(words: str, role: str = "muted", *, size: float = 13, strong: bool = False, lead: str = "") -> Item:
    """Draw some words in a rounded frame, after `lead` in bold."""
    first = text_width(lead, size, bold=True) + 6 if lead else 0
    width, height = first + text_width(words, size) + 14, size + 9
    fill = role if strong else "panel"
    ink = "ground" if strong else role
    parts = [
        (
            f'<rect class="f_{fill} s_{role}" x=".5" y=".5" width="{num(width - 1)}" height="{num(height - 1)}" '
            f'rx="{num(height / 2 if not lead else 5)}" stroke-width="1"/>'
        )
    ]
    if lead:
        parts.append(text_at(lead, 7, size * 0.85 + 4.5, size, ink, bold=True))
        parts.append(text_at(words, 7 + first, size * 0.85 + 4.5, size, "ink"))
    else:
        parts.append(text_at(words, width / 2, size * 0.85 + 4.5, size, ink, anchor="middle"))
    return Item(width, height, "".join(parts))


def badges(item: Item, numbers: Sequence[int]) -> Item:
    """Draw an item with numbers of moves at its top."""
    if not numbers:
        return item
    words = ",".join(map(str, numbers[:3])) + ("\u2026" if len(numbers) > 3 else "")
    size = 11.5
    width = max(text_width(words, size, bold=True) + 7, 16)
    x = (item.w - width) / 2
    pill = (
        f'<rect class="f_number s_panel" x="{num(x)}" y="-10" width="{num(width)}" height="16" rx="8" stroke-width="1"/>'
        + text_at(words, item.w / 2, size * 0.36 - 2, size, "onnumber", anchor="middle", bold=True)
    )
    return meant(Item(item.w, item.h + 10, placed(Item(item.w, item.h, item.svg + pill), 0, 10)), numbers)


def meant(item: Item, numbers: Sequence[int]) -> Item:
    """Link an item to the listed moves that it means, for pages on which it can be clicked."""
    if not numbers:
        return item
    return Item(item.w, item.h, f'<g data-moves="{" ".join(map(str, numbers))}">{item.svg}</g>')


def reasoned(item: Item, why: str) -> Item:
    """Show on a card why it can't be played, when a pointer is over it or it is clicked."""
    words = safe(why)
    return Item(item.w, item.h, f'<g data-why="{words}"><title>{words}</title>{item.svg}</g>')


def times(item: Item, count: int) -> Item:
    """Draw an item with its count, if more than one."""
    if count <= 1:
        return item
    words, size = f"\u00d7{count}", 11.0
    width = text_width(words, size, bold=True) + 5
    x, y = (item.w - width) / 2, item.h - 4
    pill = (
        f'<rect class="f_ink s_panel" x="{num(x)}" y="{num(y)}" width="{num(width)}" height="14" rx="4" stroke-width="1"/>'
        + text_at(words, item.w / 2, y + 10.8, size, "panel", anchor="middle", bold=True)
    )
    return Item(item.w, item.h + 10, item.svg + pill)


def marked(item: Item, role: str = "last", pad: float = 4) -> Item:
    """Draw an item in a dashed frame: the last action."""
    frame = (
        f'<rect class="s_{role}" x="1" y="1" width="{num(item.w + 2 * pad - 2)}" height="{num(item.h + 2 * pad - 2)}" '
        'rx="7" fill="none" stroke-width="2.4" stroke-dasharray="7 3"/>'
    )
    return Item(item.w + 2 * pad, item.h + 2 * pad, placed(item, pad, pad) + frame)


def titled(item: Item, words: str) -> Item:
    """Give an item a title for pointers and screen readers."""
    return Item(item.w, item.h, f"<g><title>{safe(words)}</title>{item.svg}</g>")


def arrow(x1: float, y1: float, x2: float, y2: float, role: str = "muted", thick: float = 2) -> str:
    """Draw an arrow from one point to another."""
    turn = math.atan2(y2 - y1, x2 - x1)
    head = 3.2 * thick
    sides = (turn + math.pi * 0.82, turn - math.pi * 0.82)
    points = [(x2 + head * math.cos(side), y2 + head * math.sin(side)) for side in sides]
    wings = " ".join(f"{num(x)} {num(y)}" for x, y in (points[0], (x2, y2), points[1]))
    return (
        f'<path class="s_{role}" d="M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}M{wings}" fill="none" '
        f'stroke-width="{num(thick)}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def track(words: Sequence[str], now: int, *, size: float = 13) -> list[Item]:
    """Draw the spaces of a track, with an arrow between two; the current one is filled."""
    return [
        chip(word, "move" if place == now else "muted", size=size, strong=place == now)
        for place, word in enumerate(words)
    ]
