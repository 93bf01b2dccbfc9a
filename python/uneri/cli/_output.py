"""Prints with rich on a terminal if it is installed, as plain text anywhere else."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Sequence
from typing import Any, TextIO

from uneri._util.messages import printable
from uneri._util.text_table import format_table_lines
from uneri._util.text_wrap import measure_width, pad

Styles = Sequence[tuple[str, str]]
"""Colours of a game's words: a style of rich and the pattern that it marks. Colour is never the only cue."""

_PIPED = 100  # columns if the width is unknown


def is_terminal() -> bool:
    """Return whether a person reads the output."""
    return sys.stdout.isatty()


def measure_terminal() -> int | None:
    """Return the columns of the terminal; None if the output is not a terminal, and lines may have any length."""
    return shutil.get_terminal_size().columns if is_terminal() else None


def import_rich(module: str) -> Any:
    """Return a module of rich, or None if it isn't installed."""
    try:
        return importlib.import_module(f"rich.{module}")
    except ImportError:
        return None


def _import_styled(module: str) -> Any:
    """Return a module of rich, or None if the output is to be plain."""
    return import_rich(module) if is_terminal() else None


def print_json(data: object) -> None:
    """Print data for another program."""
    text = json.dumps(data, indent=1, ensure_ascii=False)
    print("".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text))


def dump_compact_json(data: Any, width: int = 100, indent: str = "") -> str:
    """Write JSON for editing by hand: short parts take one line."""
    line = json.dumps(data, ensure_ascii=False)
    if len(indent) + len(line) <= width or not isinstance(data, dict | list) or not data:
        return line
    deeper = indent + "  "
    if isinstance(data, dict):
        start, end = "{}"
        items = [
            f"{json.dumps(key, ensure_ascii=False)}: {dump_compact_json(v, width, deeper)}" for key, v in data.items()
        ]
    else:
        start, end = "[]"
        items = [dump_compact_json(value, width, deeper) for value in data]
        if not any(isinstance(value, dict | list) for value in data):
            rows = _split_rows(items, width - len(deeper))
            return f"{start}\n{deeper}" + f"\n{deeper}".join(rows) + f"\n{indent}{end}"
    return f"{start}\n{deeper}" + f",\n{deeper}".join(items) + f"\n{indent}{end}"


def _split_rows(items: Sequence[str], width: int) -> list[str]:
    rows = [items[0]]
    for item in items[1:]:
        if len(rows[-1]) + 2 + len(item) < width:
            rows[-1] += f", {item}"
        else:
            rows[-1] += ","
            rows.append(item)
    return rows


def say(
    text: object = "",
    styles: Styles = (),
    *,
    style: str = "",
    end: str = "\n",
    file: TextIO | None = None,
    flush: bool = False,
) -> None:
    """Print lines of text, with a game's colours. Outside text in them can't control the terminal."""
    shown = _escape(text)
    console = _import_styled("console") if file is None and (styles or style) else None
    if console is None:
        print(shown, end=end, file=file, flush=flush)
        return
    # rich itself omits colours if NO_COLOR is set or the terminal has none.
    console.Console(highlight=False).print(_colour(shown, styles, style), soft_wrap=True)


def _escape(text: object) -> str:
    return "\n".join(map(printable, str(text).split("\n")))


def _colour(text: str, styles: Styles, style: str = "") -> Any:
    shown = importlib.import_module("rich.text").Text(text, style=style)
    for colour, pattern in styles:
        shown.highlight_regex(pattern, colour)
    return shown


def print_heading(text: str) -> None:
    """Print a line above a table."""
    say(text, style="bold")


def print_table(
    header: Sequence[str], rows: Sequence[Sequence[object]], *, wrap: Sequence[str] = (), stream: Any = None
) -> None:
    """Print rows under a header; numbers on the right. `wrap` names the columns that may break on a narrow terminal."""
    right = [all(not isinstance(row[i], str) for row in rows) for i in range(len(header))]
    cells = [[printable(str(cell)) for cell in row] for row in rows]
    out = sys.stdout if stream is None else stream
    width = measure_terminal() if stream is None else None
    for block in format_table_lines(header, cells, right=right, most=width, wrap=wrap):
        if stream is None and _import_styled("console") is not None:
            say(block.header, style="bold")
            print("-" * max(measure_width(line) for text in block.write_lines() for line in text.split("\n")))
            print(*block.rows, sep="\n")
        else:
            print(*block.write_lines(), sep="\n", file=out)


def print_panel(text: str, title: str = "", styles: Styles = ()) -> None:
    """Print a block of text, framed on a terminal."""
    rich_panel = _import_styled("panel")
    if rich_panel is None:
        say(f"{title}\n{text}" if title else text)
        return
    importlib.import_module("rich.console").Console(highlight=False).print(
        rich_panel.Panel(
            _colour(_escape(text), styles),
            title=importlib.import_module("rich.text").Text(printable(title)) if title else None,
            title_align="left",
            expand=False,
        )
    )


def print_columns(items: Sequence[str], styles: Styles = ()) -> None:
    """Print short items side by side, down the columns."""
    width = measure_terminal() or _PIPED
    widest = max(map(measure_width, items)) + 3
    across = max(1, width // widest)
    down = -(-len(items) // across)
    for row in range(down):
        say("".join(pad(item, widest) for item in items[row::down]).rstrip(), styles)


def format_rate(value: float) -> str:
    """Write 1234567 as '1.23 M'."""
    for factor, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= factor:
            return f"{value / factor:.3g} {letter}"
    return f"{value:.3g}"
