"""The option `--moves`, with the same words in every command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import uneri
from uneri.registry.reasons import add_reason

from ._parser import BadInput

_SHOWN = 10  # legal moves in a message


def add_moves(parser: argparse.ArgumentParser) -> None:
    """Add --moves."""
    parser.add_argument(
        "--moves",
        nargs="+",
        default=[],
        metavar="MOVE",
        help="moves to play first: names ('HIDE b3'), '#2' for the second of the legal ones, or ids (17); several words, "
        "or with commas between them",
    )


def split_moves(words: Sequence[str]) -> list[str]:
    """Split the words into single moves: no notation has a comma."""
    return [move.strip() for word in words for move in word.split(",") if move.strip()]


def apply_moves(state: uneri.State, words: Sequence[str]) -> None:
    """Play them. The BadInput names the first that can't be played, and the legal ones."""
    for place, text in enumerate(split_moves(words), 1):
        state.apply_action(_read_action(state, text, place))


def _read_action(state: uneri.State, text: str, place: int) -> int:
    legal = [] if state.is_terminal() else state.legal_actions()
    if not legal:
        raise BadInput(f"--moves: move {place} is {text!r}, but the game is over")
    if text.startswith("#") and text[1:].isdecimal() and len(text) < 10:
        if 1 <= int(text[1:]) <= len(legal):
            return legal[int(text[1:]) - 1]
        raise BadInput(f"--moves: move {place} is {text}; allowed: #1 to #{len(legal)}, or a move by name")
    if text.lstrip("-").isdecimal() and len(text) < 20:
        action = int(text)
    else:
        try:
            action = state.parse_action(text)
        except ValueError as error:
            raise BadInput(f"--moves: move {place}: {error}") from error
    if action not in legal:
        known = ", ".join(state.action_to_string(a) for a in legal[:_SHOWN])
        more = ", ..." if len(legal) > _SHOWN else ""
        message = f"--moves: move {place} is {text}, which is not legal; legal: {known}{more}"
        raise BadInput(add_reason(message, state, action))
    return action
