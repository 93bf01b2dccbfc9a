"""Draws the growth of TACTA's costs with the table: reads what `uneri_bench tacta/wide` prints (of several runs
the medians), writes an SVG.

for i in 1 2 3 4 5 6 7; do build/bench/uneri_bench tacta/wide; done |
    python bench/strength/plot_tacta.py docs/images/tacta_growth.svg
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from typing import NamedTuple

BLUE, ORANGE, INK, GRID = "#0072b2", "#d55e00", "#1a1a1a", "#d8d5cc"
WIDE, HIGH = 400, 300  # a panel, in pixels
LEFT, TOP, RIGHT, BOTTOM = 52, 34, 12, 46  # around its axes


class Row(NamedTuple):
    """A line of the table that the bench prints: means over decisions of random games."""

    cards: float
    open: float
    listing: float
    laying: float


def read(text: str) -> list[Row]:
    """The rows, in the order of cards on the table; of several runs the medians."""
    found: dict[str, dict[str, list[float]]] = {}  # by cards on the table: what was measured, in nanoseconds
    for line in text.splitlines():
        words = line.split()
        if not words or not words[0].startswith("tacta/wide/") or "open" not in words:
            continue
        _, _, cards, name = words[0].split("/")
        figures = found.setdefault(cards, {})
        figures.setdefault(name, []).append(float(words[1]))
        figures["open"] = [float(words[words.index("open") + 1])]
    if not found:
        raise SystemExit("nothing of `uneri_bench tacta/wide` in the input")
    rows = []
    for cards, figures in found.items():
        middle = {name: median(runs) for name, runs in figures.items()}
        mean_cards = sum(map(int, cards.split(".."))) / 2
        rows.append(Row(mean_cards, middle["open"], middle["list"], middle["lay"] - middle["copy"]))
    return rows


class Panel:
    """Axes from 0, and what is drawn between them."""

    def __init__(self, left: int, title: str, below: str, most: tuple[float, float], steps: tuple[int, int]) -> None:
        self.left, self.most = left, most
        self.parts = [text(left + LEFT, 20, title, weight="bold")]
        for x in range(0, int(most[0]) + 1, steps[0]):
            self.parts.append(line(self.at(x, 0), self.at(x, most[1]), GRID))
            self.parts.append(text(self.at(x, 0)[0], HIGH - BOTTOM + 16, str(x), anchor="middle"))
        for y in range(0, int(most[1]) + 1, steps[1]):
            self.parts.append(line(self.at(0, y), self.at(most[0], y), GRID))
            self.parts.append(text(left + LEFT - 6, self.at(0, y)[1] + 4, str(y), anchor="end"))
        self.parts.append(text(left + (LEFT + WIDE - RIGHT) / 2, HIGH - 10, below, anchor="middle"))

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point lies in the picture."""
        across, down = WIDE - LEFT - RIGHT, HIGH - TOP - BOTTOM
        return self.left + LEFT + across * x / self.most[0], HIGH - BOTTOM - down * y / self.most[1]

    def dots(self, points: list[tuple[float, float]], colour: str, *, square: bool, joined: bool) -> None:
        """Marks, with lines between them if they are `joined`."""
        places = [self.at(*point) for point in points]
        if joined:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
            self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        for x, y in places:
            mark = f'circle cx="{x:.1f}" cy="{y:.1f}" r="4"'
            if square:
                mark = f'rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7"'
            self.parts.append(f'<{mark} fill="{colour}"/>')

    def label(self, point: tuple[float, float], words: str, colour: str) -> None:
        """Words beside a point."""
        x, y = self.at(*point)
        self.parts.append(text(x, y, words, colour=colour))


def line(start: tuple[float, float], end: tuple[float, float], colour: str, dashes: str = "") -> str:
    """A straight line."""
    (x1, y1), (x2, y2) = start, end
    style = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"{style}/>'


def text(x: float, y: float, words: str, *, anchor: str = "start", weight: str = "normal", colour: str = INK) -> str:
    """A line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}" fill="{colour}">{words}</text>'


def above(values: list[float], step: int) -> int:
    """A multiple of the step with some room above all values."""
    return step * (1 + int(1.05 * max(values) // step))


def draw(rows: list[Row]) -> str:
    """Two panels: both costs by the cards on the table, and that of a list by the open shapes."""
    highest = above([cost for row in rows for cost in (row.listing, row.laying)], 50)
    left = Panel(0, "ns of CPU time", "cards on the table", (108, highest), (12, 50))
    left.dots([(row.cards, row.listing) for row in rows], BLUE, square=False, joined=True)
    left.dots([(row.cards, row.laying) for row in rows], ORANGE, square=True, joined=True)
    left.label((rows[5].cards - 8, 1.1 * rows[5].listing), "list", BLUE)
    left.label((2, 1.1 * rows[0].laying + 8), "lay a card", ORANGE)
    widest = above([row.open for row in rows], 5)
    right = Panel(WIDE, "ns of CPU time for a list", "open shapes that a card can cover", (widest, highest), (5, 50))
    # The line through 0 with the least squares.
    slope = sum(row.open * row.listing for row in rows) / sum(row.open**2 for row in rows)
    far = min(widest, highest / slope)
    right.parts.append(line(right.at(0, 0), right.at(far, slope * far), BLUE, "4 3"))
    right.dots([(row.open, row.listing) for row in rows], BLUE, square=False, joined=False)
    right.label((1, 0.9 * highest), f"dashed: {slope:.1f} ns an open shape", BLUE)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDE} {HIGH}" width="{2 * WIDE}" height="{HIGH}" '
        'role="img" font-family="sans-serif" font-size="12"><title>Cost of a list of placements and of laying a card</title>'
    )
    frame = f'<rect width="{2 * WIDE}" height="{HIGH}" fill="#fff"/>'
    return "\n".join([head, frame, *left.parts, *right.parts, "</svg>"]) + "\n"


def main() -> int:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    Path(sys.argv[1]).write_text(draw(read(sys.stdin.read())), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
