"""Tells what a move did, in sentences for a viewer, and the sheet of the round that it ended. All words are the games' own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .._util.text_table import measure_width, pad
from ..contract import State
from ..registry import game_module

ROUNDS = ("round", "game")
"""The names that views have for the part of a game that is dealt again."""
_SEAT = re.compile(r"\bseat (\d+)\b")


def tell_move(
    game: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    move: tuple[int, int],
    viewer: int | None,
    names: Sequence[str] = (),
) -> list[str]:
    """Tell in at least one sentence what a move (a seat and its action) did.

    `before` and `after` are `to_dict(viewer)`. `names`, by seat, replace `seat 0` and so on.
    """
    lines = game_module(game).events(before, after, *move, viewer) or ["something happens that you don't see"]
    lines = [line if line.startswith("seat ") else line[:1].upper() + line[1:] for line in lines]
    return [_SEAT.sub(lambda found: _name(found, names), line) for line in lines]


def _name(found: re.Match[str], names: Sequence[str]) -> str:
    """Return the name of a seat; a seat that doesn't exist is a word from custom data."""
    seat = int(found[1])
    return names[seat] if seat < len(names) else found[0]


def tell_scores(before: State, action: int, after: State, names: Sequence[str] = ()) -> list[str]:
    """Write the score sheet of the round or game that a move ended; the rules then show what it lists. No lines if nothing
    ended. `names`, by seat, replace `seat 0` and so on.
    """
    lines = game_module(after.game.name).score_lines(before, action, after)
    if not names:
        return lines
    width = max(map(measure_width, names))

    def name(found: re.Match[str]) -> str:
        starts_row = not found.string[: found.start()].strip()
        return pad(_name(found, names), width) if starts_row else _name(found, names)

    heading = re.compile("^seat  ")  # as wide as `seat 0`
    return [_SEAT.sub(name, heading.sub(lambda _: pad("seat", width), line)) for line in lines]
