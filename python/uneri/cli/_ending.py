"""The end of a game: points by seat, a star for who has won."""

from __future__ import annotations

from collections.abc import Sequence


def result_lines(returns: Sequence[float], won: Sequence[bool], you: int | None = None) -> list[str]:
    """`seat 0 (you): 12  *`, a line per seat."""
    return [
        f"seat {seat}{' (you)' if seat == you else ''}: {value:g}{'  *' if first else ''}"
        for seat, (value, first) in enumerate(zip(returns, won, strict=True))
    ]
