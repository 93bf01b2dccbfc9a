"""Calls the backend of a game or a state for many rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .._core import tidal as _tidal
from .._util.checks import check_game, check_state
from ..registry import reference_module

if TYPE_CHECKING:
    from .cards import Int32, Table

_OF_GAMES = ("strength", "rank_bout", "majority_points")
"""Functions of a game. All others are functions of a state."""


def _subject(of: Any, function: str) -> tuple[Any, tuple[Any, ...]]:
    """Return the backend's module for a game or state, and its own object there."""
    is_game = function in _OF_GAMES
    (check_game if is_game else check_state)(of, "tidal")
    game = of if is_game else of.game
    if game.backend == "core":
        return _tidal, (of,)
    return reference_module("tidal"), (game.rules,) if is_game else (game.rules, of.state)


def ask_rows(of: Any, function: str, arguments: tuple[int, ...], rows: Int32) -> Int32:
    """Call the function for every row; the reference is called row by row."""
    module, subject = _subject(of, function)
    if module is _tidal:
        return cast("Int32", getattr(module, function)(*subject, *arguments, rows))
    answers = [getattr(module, function)(*subject, *arguments, row) for row in rows.tolist()]
    shape = (len(rows),) if function in ("strength", "dock_for") else rows.shape
    return np.array(answers, np.int32).reshape(shape)


def ask_table(of: Any, function: str, arguments: tuple[int, ...], rows: Int32, keys: Iterable[str]) -> Table:
    """Do the same for functions that return named numbers."""
    module, subject = _subject(of, function)
    if module is _tidal:
        return cast("Table", getattr(module, function)(*subject, *arguments, rows))
    answers = [getattr(module, function)(*subject, *arguments, row) for row in rows.tolist()]
    return {key: np.array([answer[key] for answer in answers], np.int32) for key in keys}


def first_row(table: Table) -> dict[str, Any]:
    """Return the numbers of the first row."""
    return {key: values[0].item() for key, values in table.items()}
