"""Prints with rich on a terminal if it is installed, as plain text anywhere else, and reads typed lines."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TextIO

import uneri
from uneri._util.call_syntax import parse_call, text_of
from uneri._util.interrupts import hear_signals
from uneri._util.messages import printable
from uneri._util.text_table import fold, format_table_lines, measure_width, pad

Styles = Sequence[tuple[str, str]]
"""Colours of a game's words: a style of rich and the pattern that it marks. Colour is never the only cue."""

_PIPED = 100  # columns if the width is unknown


def is_terminal() -> bool:
    """Return whether the output goes to a terminal."""
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


def print_table(header: Sequence[str], rows: Sequence[Sequence[object]], *, wrap: Sequence[str] = ()) -> None:
    """Print rows under a header, numbers to the right. `wrap` names columns that may break on a narrow terminal."""
    right = [all(not isinstance(row[i], str) for row in rows) for i in range(len(header))]
    cells = [[printable(str(cell)) for cell in row] for row in rows]
    for block in format_table_lines(header, cells, right=right, most=measure_terminal(), wrap=wrap):
        if _import_styled("console") is not None:
            say(block[0], style="bold")
            print("-" * max(measure_width(line) for text in block for line in text.split("\n")))
            print(*block[1:], sep="\n")
        else:
            print(*block, sep="\n")


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


_LONGEST = 60  # characters of an option's value


def label(game: uneri.Game, given: Mapping[str, Any] | None = None) -> str:
    """Write `str(game)` with short values. `given` are the options as the user wrote them."""
    name, options = parse_call(str(game))
    inside = ",".join(f"{option}={format_value(option, value, given)}" for option, value in options.items())
    return f"{name}({inside})"


def format_value(option: str, value: Any, given: Mapping[str, Any] | None = None) -> str:
    """Write an option's value; for long data the file's name, or `...`."""
    text = text_of(value)
    if len(text) <= _LONGEST:
        return text
    written = (given or {}).get(option)
    return written if isinstance(written, str) else "..."


def format_result(returns: Sequence[float], won: Sequence[bool], you: int | None = None) -> list[str]:
    """Write `seat 0 (you): 12 *`, a line per seat."""
    return [
        f"seat {seat}{' (you)' if seat == you else ''}: {value:g}{'  *' if first else ''}"
        for seat, (value, first) in enumerate(zip(returns, won, strict=True))
    ]


MOST_ROWS = 12
"""On a terminal longer lists are only counted, unless requested: the table must stay in sight."""

_MANY = 24  # the number of moves from which they are grouped
_TOKEN = re.compile(r"[A-Za-z]*\d+|[A-Za-z_]+")


def list_moves(names: Sequence[str], styles: Styles, words: str = "", *, short: bool = False) -> None:
    """Print the moves with their numbers. `words` selects those that fit all words; `short` may only count them."""
    kept = [(number, name) for number, name in enumerate(names, 1) if fits(name, words.split())]
    if not kept:
        say(f"No move fits {words}; 'moves' lists all.")
        return
    groups = group_moves(kept) if len(kept) > _MANY else {"": kept}
    width = measure_terminal()
    if short and width is not None and len(groups) > 1 and _count_rows(kept, width) > MOST_ROWS:
        counted = "   ".join(
            f"{group} {len(moves)}" if group else _write_alone(moves) for group, moves in groups.items()
        )
        say("\n".join(fold(f"{len(kept)} moves: ", counted)), styles)
        say(f"'moves {next(filter(None, groups)).lower()}' or 'moves 7' lists some of them, 'moves' all.")
        return
    digits = len(str(len(names)))
    for group, moves in groups.items():
        if group:
            say(f"{group} ...")
        print_columns([f"{number:>{digits}}  {name.removeprefix(f'{group} ')}" for number, name in moves], styles)


def fits(name: str, words: Sequence[str]) -> bool:
    """Return whether each word occurs in a move. `run` is in RUN3; `7` is in b7 but not in b17."""
    parts = _TOKEN.findall(name.lower())
    return all(any(_is_part(word.lower(), part) for part in parts) for word in words)


def _is_part(word: str, part: str) -> bool:
    if word.isdecimal():
        return re.sub(r"^[a-z_]+", "", part) == word
    return part == word if word[-1].isdecimal() else part.startswith(word)


def group_moves(moves: Sequence[tuple[int, str]]) -> dict[str, list[tuple[int, str]]]:
    """Group moves by the first word of those that have several; all others are under the empty name."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for number, name in moves:
        head, _, more = name.partition(" ")
        groups.setdefault(head if more else "", []).append((number, name))
    return groups


def _count_rows(moves: Sequence[tuple[int, str]], width: int) -> int:
    across = max(1, width // (max(measure_width(name) for _, name in moves) + len(str(moves[-1][0])) + 5))
    return -(-len(moves) // across)


def _write_alone(moves: Sequence[tuple[int, str]]) -> str:
    return "   ".join(name for _, name in moves) if len(moves) <= 4 else f"others {len(moves)}"


def ask(prompt: str, words: Callable[[], Sequence[str]]) -> str | None:
    """Read a line of input, stripped of blanks; return None at the end of the input. `words` are the completions."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        say(prompt, end="", flush=True)
        with hear_signals():
            line = sys.stdin.readline().removeprefix("\ufeff")  # of a file made on Windows, or of a PowerShell pipe
        if not sys.stdin.isatty():  # so that a recorded session looks as on a terminal
            say(line.rstrip("\r\n"))
        elif not line:
            say()
        return line.strip() if line else None
    _complete(words)
    try:
        with hear_signals():
            return input(prompt).strip()
    except EOFError:
        say()
        return None


def _complete(words: Callable[[], Sequence[str]]) -> None:
    """Let the Tab key complete a line from these words. Without readline (Windows) only plain lines are read."""
    try:
        readline: Any = importlib.import_module("readline")
    except ImportError:
        return
    found: list[str] = []

    def completer(text: str, index: int) -> str | None:
        if index == 0:
            found[:] = matches(text, words())
        return found[index] if index < len(found) else None

    readline.set_completer(completer)
    readline.set_completer_delims("")  # a move may have blanks: the whole line is completed
    of_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if of_libedit else "tab: complete")


def matches(text: str, words: Sequence[str]) -> list[str]:
    """List the words that begin with the typed text, in any case."""
    begun = text.lstrip().lower()
    return [word for word in words if word.lower().startswith(begun)]
