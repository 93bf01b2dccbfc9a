"""Text that fits a terminal of 80 columns: padding by display width, folding, shortening of names, and tables.

The command line, results of arenas and searches, and the hand calculator have one function for tables.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

_GAP = "  "
_NARROWEST = 12  # of a column that wraps, unless its cells are shorter
_NAME = 20  # of the first column, if a table is too wide


Block = list[str]
"""A table, or those of its columns that fit side by side: the header, then the rows."""


def format_table_lines(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    right: Sequence[bool] | None = None,
    most: int | None = None,
    wrap: Sequence[str] = (),
) -> list[Block]:
    """Write the table as lines, with cells padded by their display width.

    `right` lists the columns that are aligned to the right. With `most`, no line is longer than that: columns named
    in `wrap` break their cells, otherwise the cells of the first column are shortened. Columns that don't fit follow
    in further blocks, each of which repeats the first column.
    """
    columns = [[name, *(row[i] for row in rows)] for i, name in enumerate(header)]
    sides = list(right or [False] * len(header))
    widths = [max(map(measure_width, column)) for column in columns]
    if most is None or _sum(widths) <= most:
        return [_make_block(columns, widths, sides)]
    wrapping = [i for i, name in enumerate(header) if name in wrap]
    fitted = _fit(widths, wrapping, most)
    if fitted is not None:
        return [_make_block(columns, fitted, sides)]
    columns[0] = [columns[0][0], *shorten_names(columns[0][1:], min(_NAME, most))]
    widths[0] = max(map(measure_width, columns[0]))
    blocks, here = [], [0]
    for i in range(1, len(columns)):
        if len(here) > 1 and _sum([widths[j] for j in [*here, i]]) > most:
            blocks.append(here)
            here = [0]
        here.append(i)
    picked = [*blocks, here]
    return [_make_block([columns[j] for j in b], [widths[j] for j in b], [sides[j] for j in b]) for b in picked]


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[bool] | None = None) -> str:
    """Write the table as one text, in its full width."""
    return "\n".join(line for block in format_table_lines(header, rows, right=right) for line in block)


def _sum(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _fit(widths: list[int], wrapping: list[int], most: int) -> list[int] | None:
    """Return column widths that fit, by narrowing the widest wrapping columns; None if there are none."""
    found = list(widths)
    while _sum(found) > most:
        widest = max(wrapping, key=lambda i: found[i], default=None)
        if widest is None or found[widest] <= _NARROWEST:
            return None
        found[widest] -= 1
    return found


def _make_block(columns: list[list[str]], widths: list[int], right: list[bool]) -> Block:
    texts: Block = []
    for cells in zip(*columns, strict=True):
        parts = [
            fold("", cell, width) if measure_width(cell) > width else [cell]
            for cell, width in zip(cells, widths, strict=True)
        ]
        lines = []
        for k in range(max(map(len, parts))):
            row = (part[k] if k < len(part) else "" for part in parts)
            shown = (pad(cell, w, right=side) for cell, w, side in zip(row, widths, right, strict=True))
            lines.append(_GAP.join(shown).rstrip())
        texts.append("\n".join(lines))
    return texts


WIDTH = 76
"""Columns of a table's text: a terminal of 80 less a frame."""

_NO_WIDTH = ("Mn", "Me", "Cf")
_BREAKS = re.compile(r"( {2,})")


def measure_width(text: str) -> int:
    """Return the display width of a text: 2 for an East Asian wide character, 0 for combining marks and joiners."""
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
    for place, chunk in enumerate(_BREAKS.split(text)):
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
    """Return names cut to their first letters and the words in which they differ."""
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


def name_cards(text: str, tokens: str, words: Mapping[str, str]) -> str:
    """Write tokens such as `b4` as `blue 4`. `tokens` has a group for the sign and one for the number or symbol; `words` spells both."""

    def name(found: re.Match[str]) -> str:
        return " ".join(words.get(part, part) for part in found.groups() if part)

    return re.sub(tokens, name, text)


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
