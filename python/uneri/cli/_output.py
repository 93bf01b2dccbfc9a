"""Printing: with rich on a terminal if it is installed, plain text anywhere else."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Sequence
from typing import Any


def is_terminal() -> bool:
    """Does a person read the output?"""
    return sys.stdout.isatty()


def _rich(module: str) -> Any:
    """A module of rich, or None if the output is to be plain."""
    if not is_terminal():
        return None
    try:
        return importlib.import_module(f"rich.{module}")
    except ImportError:
        return None


def print_json(data: object) -> None:
    """Data for another program."""
    print(json.dumps(data, indent=1, ensure_ascii=False))


def heading(text: str) -> None:
    """A line above a table."""
    console = _rich("console")
    if console is None:
        print(text)
    else:
        console.Console(highlight=False).print(text, style="bold", markup=False)


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Rows under a header; numbers on the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    right = [all(not isinstance(row[i], str) for row in rows) for i in range(len(header))]
    rich_table = _rich("table")
    if rich_table is not None:
        shown = rich_table.Table(box=importlib.import_module("rich.box").SIMPLE_HEAD)
        text = importlib.import_module("rich.text")
        for name, number in zip(header, right, strict=True):
            shown.add_column(name, justify="right" if number else "left")
        for row in cells:
            shown.add_row(*(text.Text(cell) for cell in row))
        importlib.import_module("rich.console").Console(highlight=False).print(shown)
        return
    widths = [max(len(row[i]) for row in [list(header), *cells]) for i in range(len(header))]
    for row in [list(header), *cells]:
        padded = [c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right, strict=True)]
        print("  ".join(padded).rstrip())


def panel(text: str, title: str = "") -> None:
    """A block of text, framed on a terminal."""
    rich_panel = _rich("panel")
    if rich_panel is None:
        print(f"{title}\n{text}" if title else text)
        return
    body = importlib.import_module("rich.text").Text(text)
    importlib.import_module("rich.console").Console(highlight=False).print(
        rich_panel.Panel(body, title=title or None, title_align="left", expand=False)
    )


def columns(items: Sequence[str]) -> None:
    """Short items side by side, down the columns."""
    width = shutil.get_terminal_size().columns if is_terminal() else 100
    widest = max(len(item) for item in items) + 3
    across = max(1, width // widest)
    down = -(-len(items) // across)
    for row in range(down):
        print("".join(item.ljust(widest) for item in items[row::down]).rstrip())


def rate(value: float) -> str:
    """1234567 -> '1.23 M'."""
    for factor, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= factor:
            return f"{value / factor:.3g} {letter}"
    return f"{value:.3g}"
