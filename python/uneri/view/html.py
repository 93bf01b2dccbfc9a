"""Tables, bars and intervals as HTML for notebooks. They use the page's text colour, so light and dark pages work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Self

from .layout import safe

BAR: Final = "#4a90d9"
"""The colour of bars and intervals: a contrast of 3 with both white and black."""
_LINE: Final = "#8a8a8a"


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Make the picture from its text."""
        return super().__new__(cls, text)


def cell(value: object) -> str:
    """Write a value as HTML: `Html` as it is, anything else as escaped text."""
    return value if isinstance(value, Html) else safe(str(value))


def table(
    header: Sequence[object], rows: Sequence[Sequence[object]], *, right: Sequence[bool] = (), caption: str = ""
) -> Html:
    """Write a table in HTML. `right` says which columns are numbers."""
    sides = ["right" if column < len(right) and right[column] else "left" for column in range(len(header))]

    def line(tag: str, cells: Sequence[object]) -> str:
        parts = (
            f'<{name} style="text-align:{side};padding:2px 8px{";white-space:nowrap" if side == "right" else ""}">{cell(value)}</{name}>'
            for side, value in zip(sides, cells, strict=True)
            for name in [tag if value else "td"]  # an empty heading is none
        )
        return f"<tr>{''.join(parts)}</tr>"

    title = f'<caption style="text-align:left;font-weight:bold">{cell(caption)}</caption>' if caption else ""
    head = f"<thead>{line('th', header)}</thead>" if any(header) else ""
    return Html(f"<table>{title}{head}<tbody>{''.join(line('td', row) for row in rows)}</tbody></table>")


def bar(share: float, *, width: int = 140) -> Html:
    """Draw a bar for a share from 0 to 1."""
    length = max(min(share, 1.0), 0.0) * width
    return Html(
        f'<svg width="{width}" height="12" role="img" aria-label="{100 * share:.0f} %">'
        f'<rect width="{width}" height="12" rx="2" fill="{_LINE}" fill-opacity="0.25"/>'
        f'<rect width="{length:.1f}" height="12" rx="2" fill="{BAR}"/></svg>'
    )


def interval(
    low: float | None, value: float | None, high: float | None, least: float, most: float, *, width: int = 160
) -> Html:
    """Draw a value as a dot and its interval as a line, on an axis from `least` to `most`; open ends reach the edge."""
    if value is None:
        return Html("")
    span = most - least if most > least else 1.0

    def at(number: float | None, edge: float) -> float:
        return 6 + (width - 12) * (min(max(((edge if number is None else number) - least) / span, 0.0), 1.0))

    zero = f'<path d="M{at(0, 0):.1f} 1V15" stroke="{_LINE}" stroke-dasharray="2 2"/>' if least < 0 < most else ""
    ends = [f"M{at(number, edge):.1f} 4V12" for number, edge in ((low, least), (high, most)) if number is not None]
    words = f"{value:.3g}, from {'?' if low is None else f'{low:.3g}'} to {'?' if high is None else f'{high:.3g}'}"
    return Html(
        f'<svg width="{width}" height="16" role="img" aria-label="{words}">'
        f'<path d="M6 8H{width - 6}" stroke="{_LINE}" stroke-opacity="0.4"/>{zero}'
        f'<path d="M{at(low, least):.1f} 8H{at(high, most):.1f}{"".join(ends)}" stroke="{BAR}" stroke-width="2" fill="none"/>'
        f'<circle cx="{at(value, value):.1f}" cy="8" r="4" fill="{BAR}"/></svg>'
    )


def reach(values: Sequence[float | None], *, zero: bool = False) -> tuple[float, float]:
    """Return the ends of an axis for some numbers, without None."""
    known = [value for value in values if value is not None] + ([0.0] if zero else [])
    return (min(known), max(known)) if known else (0.0, 1.0)


def details(summary: str, body: str, *, opened: bool = False) -> Html:
    """Write a section that opens and closes."""
    return Html(f"<details{' open' if opened else ''}><summary>{cell(summary)}</summary>{body}</details>")


def paragraph(*lines: object) -> Html:
    """Write lines below each other."""
    return Html(f"<p>{'<br>'.join(cell(line) for line in lines)}</p>")


def strong(words: object) -> Html:
    """Write words in bold."""
    return Html(f"<b>{cell(words)}</b>")


def tree(nodes: Sequence[dict[str, Any]], *, most: int = 300) -> Html:
    """Write nested parts in HTML that open and close."""
    left = most

    def shown(nodes: Sequence[dict[str, Any]]) -> str:
        nonlocal left
        parts = []
        for node in sorted(nodes, key=lambda node: (-node["visits"], node["action"])):
            if left <= 0:
                break
            left -= 1
            mean = "" if node["mean"] is None else f", {node['mean']:.3f}"
            error = "" if node["stderr"] is None else f" ± {node['stderr']:.3f}"
            words = f"seat {node['player']}: {node['notation']}  ({node['visits']:,}{mean}{error})"
            below = shown(node["children"])
            inside = f'<div style="margin-left:1.2em">{below}</div>'
            parts.append(details(words, inside) if below else f"<div>{cell(words)}</div>")
        return "".join(parts)

    return Html(shown(nodes))


def block(*parts: str) -> str:
    """Put parts of a report below each other."""
    return f'<div class="uneri">{"".join(parts)}</div>'
