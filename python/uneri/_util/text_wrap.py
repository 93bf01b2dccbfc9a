"""Text that fits a terminal of 80 columns: padding by display width, folding, shortening of names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

WIDTH = 76
"""Columns of a table's text: a terminal of 80 less a frame."""

_NO_WIDTH = ("Mn", "Me", "Cf")
_GAP = re.compile(r"( {2,})")


def measure_width(text: str) -> int:
    """Count the columns that a text takes: East Asian wide characters two, combining marks and joiners none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(c) in _NO_WIDTH else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Pad a text with blanks up to a width: behind it, or before it with `right`."""
    blanks = " " * (width - measure_width(text))
    return blanks + text if right else text + blanks


def fold(lead: str, text: str, width: int = WIDTH) -> list[str]:
    """Return `lead` and `text` as lines; those after the first begin under the text.

    Lines break at two blanks or more, and at single blanks if necessary.
    """
    indent = " " * measure_width(lead)
    lines, fresh = [lead], True
    for place, chunk in enumerate(_GAP.split(text)):
        if place % 2:
            gap = chunk
            continue
        joint = "" if fresh else gap
        if measure_width(lines[-1] + joint + chunk) <= width:
            lines[-1] += joint + chunk
        elif measure_width(indent + chunk) <= width and not fresh:
            lines.append(indent + chunk)
        else:
            for word in chunk.split(" "):
                if fresh or measure_width(lines[-1] + joint + word) <= width:
                    lines[-1] += joint + word
                else:
                    lines.append(indent + word)
                joint, fresh = " ", False
        fresh = False
    return [line.rstrip() for line in lines]


def shorten_names(names: Sequence[str], width: int) -> list[str]:
    """Cut names to a width so that they stay distinct: the differing part is kept, or a number added."""
    short = {name: _cut(name, width) for name in names}
    for text in set(short.values()):
        alike = [name for name in short if short[name] == text]
        if len(alike) > 1:
            short |= zip(alike, _shorten_apart(alike, width), strict=True)
    if len(set(short.values())) < len(short):
        short = {name: _cut(name, width - len(f" #{i}")) + f" #{i}" for i, name in enumerate(short, 1)}
    return [short[name] for name in names]


def _shorten_apart(names: Sequence[str], width: int) -> list[str]:
    """Return names with the words in which they differ, after their first letters."""
    same = 0
    while len({name[: same + 1] for name in names}) == 1:
        same += 1
    start = len(re.split(r"[^,:(/ ]*$", names[0][:same])[0])  # of the word in which they differ
    told = [name if start <= 6 else f"{_cut_head(name, 4)}..{name[start:]}" for name in names]
    return [text if measure_width(text) <= width else f"{_cut_head(text, width - 2)}.." for text in told]


def _cut_head(text: str, width: int) -> str:
    while measure_width(text) > width:
        text = text[:-1]
    return text


def _cut(name: str, width: int) -> str:
    if measure_width(name) <= width:
        return name
    head, tail = _cut_head(name, (width - 2) // 3), name
    while measure_width(head) + 2 + measure_width(tail) > width:
        tail = tail[1:]
    return f"{head}..{tail}"


def counted(count: int, word: str) -> str:
    """Write `1 card`, `2 cards`."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def tell_changes(before: Sequence[int], after: Sequence[int]) -> str:
    """Write `seat 0 +3, seat 1 -3`."""
    pairs = enumerate(zip(before, after, strict=True))
    return ", ".join(f"seat {seat} {new - old:+d}" for seat, (old, new) in pairs)


def tell(seat: int, reader: int | None, words: str) -> str:
    """Write `seat 1 plays b4`, for the reader's own seat `you play b4`. The first word is a verb that ends with s."""
    if seat != reader:
        return f"seat {seat} {words}"
    verb, _, rest = words.partition(" ")
    return f"you {verb[: -2 if verb.endswith('sses') else -1]} {rest}".rstrip()
