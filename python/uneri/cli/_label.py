"""Writes games on a screen: their names, with custom data shown by their file's name, and their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import uneri
from uneri._util.call_syntax import parse_call, text_of

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
