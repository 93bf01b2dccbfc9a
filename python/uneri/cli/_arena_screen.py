"""Shows an arena's progress: a table redrawn on a terminal with rich, lines on stderr anywhere else."""

from __future__ import annotations

import contextlib
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from uneri._util.messages import printable
from uneri._util.progress import duration
from uneri._util.text_table import format_table_lines
from uneri.arena import Result, Snapshot
from uneri.arena.result import HEADER, format_table_cells
from uneri.arena.store import Store

from ._output import import_rich, say

_REDRAW_SECONDS = 0.5
_LINE_SECONDS = 10.0  # between plain lines of progress
_RIGHT = [False] + [True] * (len(HEADER) - 1)


def format_standings(result: Result, most: int | None) -> list[str]:
    """Write the table of the bots, with no line longer than `most`."""
    rows = [tuple(printable(cell) for cell in row) for row in format_table_cells(result.rows)]
    blocks = format_table_lines(HEADER, rows, right=_RIGHT, most=most)
    return [line for block in blocks for line in block.write_lines()]


def format_progress(snapshot: Snapshot) -> str:
    """Write `12 of 100 deals, 3.4 games/s, 1:05 h left`."""
    left = snapshot.seconds_left
    ending = "" if left is None else f", {duration(left)} left"
    return f"{snapshot.done} of {snapshot.deals} deals, {snapshot.games_per_second:.3g} games/s{ending}"


def run_line(folder: Path, result: Result) -> str:
    """Write `40 of 100 deals are played, the last 7 s ago, 0:12 h left`, about the run in a folder, if there is one."""
    store, now = Store(folder), time.time()
    run, newest = store.read_run(), store.newest()
    if run is None:
        return "no run is at work there"
    line = f"{result.deals} of {run['deals']} deals are played"
    if run["stopped"]:
        return f"{line}; no run is at work there"
    if newest is not None and newest <= now:  # else this machine's clock is behind the run's
        line += f", the last {duration(now - newest)} ago"
    done = result.deals - run["kept"]
    if done > 0 and run["begun"] < now:
        line += f", {duration((now - run['begun']) * (run['deals'] - result.deals) / done)} left"
    return line


class Screen:
    """The display of a running arena; `last` is its newest state."""

    def __init__(self, title: str) -> None:
        self.last: Snapshot | None = None
        self._title = title

    @contextlib.contextmanager
    def redraw(self) -> Iterator[Callable[[Snapshot], object]]:
        """Yield a function that shows snapshots, at a limited rate."""
        stream = sys.stderr
        live = import_rich("live") if stream is not None and stream.isatty() else None
        due = time.monotonic() + (_REDRAW_SECONDS if live is not None else _LINE_SECONDS)
        draw: Callable[[Snapshot], object]

        def watch(snapshot: Snapshot) -> None:
            nonlocal due
            self.last = snapshot
            if time.monotonic() >= due:
                draw(snapshot)
                due = time.monotonic() + (_REDRAW_SECONDS if live is not None else _LINE_SECONDS)  # drawing takes time

        if live is None:
            draw = _say
            yield watch
            return
        console = import_rich("console").Console(stderr=True, highlight=False)
        with live.Live(console=console, transient=True, auto_refresh=False) as drawn:
            draw = lambda snapshot: drawn.update(self._draw(snapshot, console.width), refresh=True)
            yield watch

    def _draw(self, snapshot: Snapshot, width: int) -> Any:
        result = snapshot.result()
        lines = [self._title, *format_standings(result, width), format_progress(snapshot)]
        if result.sprt is not None:
            lines.append(str(result.sprt))
        return import_rich("text").Text("\n".join(lines), overflow="ellipsis", no_wrap=True)

    def stopped(self, going_on: str) -> None:
        """Leave on the screen of a stopped run the table so far, and the way to resume."""
        if sys.stderr is None:
            return
        lines = []
        if self.last is not None and self.last.done:
            width = shutil.get_terminal_size().columns if sys.stderr.isatty() else None
            lines = [
                *format_standings(self.last.result(), width),
                f"{self.last.done} of {self.last.deals} deals are played",
            ]
        with contextlib.suppress(OSError, ValueError):
            say("\n".join([*lines, going_on]), file=sys.stderr)


def _say(snapshot: Snapshot) -> None:
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            say(format_progress(snapshot), file=sys.stderr, flush=True)
