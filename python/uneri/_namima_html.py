"""Namima's hand calculator: its report as HTML, loaded when a notebook asks for it."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from . import _namima_report

if TYPE_CHECKING:
    from ._namima_hands import Analysis

COLOURS = {"B": "#1f5fbf", "R": "#c0272d", "Y": "#8a6400", "K": "#222222", "W": "#6b6b6b"}
"""Of the built-in sets, to be read on `CARD`."""

CARD = "#f5f5f2"
"""What cards stand on. With a ground of their own they can be read in light and in dark notebooks."""


def html(found: Analysis) -> str:
    """The report for a notebook."""
    lines = [_namima_report.heading(found), *_namima_report.facts(found)]
    parts = [f"<p><b>{_cell(lines[0])}</b><br>{'<br>'.join(map(escape, lines[1:]))}</p>"]
    for table in _namima_report.tables(found):
        title = f"<caption>{escape(table.title)}</caption>" if table.title else ""
        head = "".join(f"<th>{escape(cell)}</th>" for cell in table.header)
        body = "".join(f"<tr>{''.join(f'<td>{_cell(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
        parts.append(f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
    return f'<div class="uneri-namima">{"".join(parts)}</div>'


def _cell(text: str) -> str:
    """Escaped, the cards in their colours."""

    def coloured(card: re.Match[str]) -> str:
        colour = COLOURS.get(card[1])
        style = f"color:{colour};background:{CARD};border-radius:3px;padding:0 3px"
        return f'<span style="{style}">{card[0]}</span>' if colour else card[0]

    return re.sub(r"\b([A-Z])\d+\b", coloured, escape(text))
