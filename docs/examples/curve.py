"""Draws a learning curve: points as a CSV file and, beside it, as an SVG picture. Standard library only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

WIDE, HIGH = 560, 320  # pixels
LEFT, TOP, RIGHT, BOTTOM = 62, 40, 16, 48  # around the axes
BLUE, ORANGE, INK, GRID = "#0072b2", "#d55e00", "#1a1a1a", "#d8d5cc"
Point = tuple[float, float]


def write(
    path: Path,
    points: Sequence[Point],
    *,
    title: str,
    axes: tuple[str, str],
    goal: tuple[float, str] | None = None,
    logarithmic: bool = False,
) -> None:
    """Writes `path` (.svg) and the same name with .csv. `goal` is a level that is drawn across, with its name.

    `logarithmic` is for both axes.
    """
    rows = "".join(f"{x:g},{y:.6g}\n" for x, y in points)
    path.with_suffix(".csv").write_text(f"{axes[0]},{axes[1]}\n{rows}", "utf-8")

    levels = [y for _, y in points] + ([goal[0]] if goal else [])
    across = _ticks(min(x for x, _ in points) if logarithmic else 0.0, max(x for x, _ in points), logarithmic)
    up = _ticks(min(levels), max(levels), logarithmic)

    def at(x: float, y: float) -> Point:
        def share(value: float, ticks: list[float]) -> float:
            a, b, c = (math.log(v) if logarithmic else v for v in (ticks[0], value, ticks[-1]))
            return (b - a) / (c - a)

        return LEFT + share(x, across) * (WIDE - LEFT - RIGHT), HIGH - BOTTOM - share(y, up) * (HIGH - TOP - BOTTOM)

    parts = [_text((LEFT, 22), title, weight="bold")]
    for x in across:
        parts += [_line([at(x, up[0]), at(x, up[-1])], GRID)]
        parts += [_text((at(x, up[0])[0], HIGH - BOTTOM + 16), _short(x), anchor="middle")]
    for y in up:
        parts += [_line([at(across[0], y), at(across[-1], y)], GRID)]
        parts += [_text((LEFT - 6, at(0 if not logarithmic else across[0], y)[1] + 4), _short(y), anchor="end")]
    parts.append(_text(((LEFT + WIDE - RIGHT) / 2, HIGH - 10), axes[0], anchor="middle"))
    parts.append(_text((LEFT, TOP - 4), axes[1]))
    if goal:
        parts.append(_line([at(across[0], goal[0]), at(across[-1], goal[0])], ORANGE))
        parts.append(_text((WIDE - RIGHT - 4, at(across[0], goal[0])[1] - 5), goal[1], anchor="end", fill=ORANGE))
    parts.append(_line([at(x, y) for x, y in points], BLUE, 2))
    body = "\n".join(parts)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="{WIDE}" height="{HIGH}" fill="white"/>\n{body}\n</svg>\n',
        "utf-8",
    )


def _ticks(low: float, high: float, logarithmic: bool) -> list[float]:
    """Round numbers from at most `low` to at least `high`."""
    if logarithmic:
        first = math.floor(math.log10(low))
        return [10.0**k for k in range(first, max(math.ceil(math.log10(high)), first + 1) + 1)]
    span = max(high - low, 1e-9)
    step = next(s for s in (m * 10.0**k for k in range(-12, 13) for m in (1, 2, 5)) if span / s <= 6)
    return [k * step for k in range(math.floor(low / step), math.ceil(high / step) + 1)]


def _short(value: float) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:.3g}"


def _line(points: Sequence[Point], color: str, width: float = 1) -> str:
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{text}" fill="none" stroke="{color}" stroke-width="{width:g}"/>'


def _text(place: Point, words: str, anchor: str = "start", weight: str = "normal", fill: str = INK) -> str:
    x, y = place
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}" fill="{fill}">'
        f"{words.replace('&', '&amp;').replace('<', '&lt;')}</text>"
    )
