"""Tables as text: one function for the command line, results of arenas and searches, and the hand calculator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .text_wrap import fold, measure_width, pad, shorten_names

_GAP = "  "
_NARROWEST = 12  # of a column that wraps, unless its cells are shorter
_NAME = 20  # of the first column, if a table is too wide


class Block(NamedTuple):
    """A table, or those of its columns that fit side by side."""

    header: str
    rows: tuple[str, ...]

    def write_lines(self) -> list[str]:
        """Return the header and rows."""
        return [self.header, *self.rows]


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
    return "\n".join(line for block in format_table_lines(header, rows, right=right) for line in block.write_lines())


def _sum(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _fit(widths: list[int], wrapping: list[int], most: int) -> list[int] | None:
    """Return widths with which the table fits, at the cost of the widest wrapping columns; None if there are none."""
    found = list(widths)
    while _sum(found) > most:
        widest = max(wrapping, key=lambda i: found[i], default=None)
        if widest is None or found[widest] <= _NARROWEST:
            return None
        found[widest] -= 1
    return found


def _make_block(columns: list[list[str]], widths: list[int], right: list[bool]) -> Block:
    texts = []
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
    return Block(texts[0], tuple(texts[1:]))
