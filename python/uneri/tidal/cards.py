"""Tidal's cards and quadrants as text and ids, boards, and argument parsing for one or many items."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from .._util.checks import bounded, check_game, check_text
from .._util.notation import in_range, index_of, read_many
from .._util.shipped import read_shipped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .. import contract

    Ints = NDArray[np.integer[Any]]
    Int32 = NDArray[np.int32]
    Flags = NDArray[np.uint8]
    CardLike = str | int | np.integer[Any]
    QuadrantLike = str | int | np.integer[Any]
    Cards = str | Sequence[CardLike]
    Table = dict[str, NDArray[Any]]

__all__ = [
    "CARDS", "CARD_NAMES", "GATE", "NEUTRAL", "NOWHERE", "ORANGE", "PURPLE", "ROLES", "SUITS", "TEAL", "TOWER",
    "YELLOW", "board_of", "card", "card_flags", "card_name", "default_board", "format_cards", "parse_cards",
    "quadrant",
]  # fmt: skip

SUITS: Final = ("orange", "yellow", "teal", "purple")
"""Names of the suits and quadrants 0 to 3."""
ORANGE, YELLOW, TEAL, PURPLE = range(4)
CARDS: Final = 40
CARD_NAMES: Final = tuple(f"{suit}{number}" for suit in "OYTP" for number in range(10))
"""Names of the cards 0 to 39."""
GATE: Final = 40
"""`GATE + n - 1` moves the gate by `n` spaces, 1 to 4."""
TOWER: Final = 4
"""The place behind the docks 0 to 3."""
NOWHERE: Final = -1
"""The place when no banner is put down."""
ROLES: Final = ("highest", "middle", "lowest")
"""Names of the roles 0 to 2 in a bout."""
NEUTRAL: Final = 5
"""The owner of neutral banners in `dock`."""

MOST: Final = 9999
"""The largest number of steps, banners or fruit in an argument."""


# Cards and quadrants


def card(text_or_id: CardLike) -> int:
    """Read a card, as its id.

    It is given as text such as `"T7"`, upper or lower case, or as an id, 0 to 39, which is checked.

    Examples
    --------
    >>> from uneri import tidal
    >>> tidal.card("T7")
    27
    """
    return index_of(text_or_id, "card", CARD_NAMES, "O0 to P9")


def card_name(text_or_id: CardLike) -> str:
    """Write a card, given as text or id, as text, which `card` reads.

    Examples
    --------
    >>> from uneri import tidal
    >>> tidal.card_name(27)
    'T7'
    """
    return CARD_NAMES[card(text_or_id)]


def parse_cards(text: str) -> list[int]:
    """Read a list of cards, as ids in the order given.

    The text names cards such as `"Y9, T7 P8"`, with blanks or commas between them.

    Examples
    --------
    >>> from uneri import tidal
    >>> tidal.parse_cards("Y9, T7 P8")
    [19, 27, 38]
    """
    return [card(word) for word in check_text(text).replace(",", " ").split()]


def format_cards(cards: Cards) -> str:
    """Write cards, given as text or as a sequence of ids and names, in that order, with blanks between them.

    Examples
    --------
    >>> from uneri import tidal
    >>> tidal.format_cards([3, 19, "t7"])
    'O3 Y9 T7'
    """
    return " ".join(CARD_NAMES[number] for number in read_cards(cards, "cards"))


def card_flags(cards: Cards) -> Flags:
    """Write a set of cards as flags, `uint8[40]`: 1 for each card of the set.

    The set is given as text, or as a sequence of ids and names; each card once.

    Examples
    --------
    >>> from uneri import tidal
    >>> tidal.card_flags("O1 O3")[:5].tolist()
    [0, 1, 0, 1, 0]
    """
    flags = np.zeros(CARDS, np.uint8)
    flags[read_different(cards, "cards")] = 1
    return flags


def quadrant(word_or_id: QuadrantLike) -> int:
    """Read a quadrant, as its id.

    It is given as a colour, upper or lower case, or as an id, 0 to 3, which is checked.

    Examples
    --------
    >>> from uneri import tidal
    >>> tidal.quadrant("teal")
    2
    """
    return index_of(word_or_id, "quadrant", SUITS)


def read_cards(cards: Cards, what: str) -> list[int]:
    """Read the ids of cards given as text or one by one."""
    if isinstance(cards, str):
        return parse_cards(cards)
    if not isinstance(cards, Sequence | np.ndarray | set | frozenset) or isinstance(cards, bytes | bytearray):  # type: ignore[redundant-expr]
        raise TypeError(f"{what} must be text or a sequence of cards, not {type(cards).__name__}")
    return [card(item) for item in (sorted(cards) if isinstance(cards, set | frozenset) else cards)]


def read_different(cards: Cards, what: str) -> list[int]:
    """Do the same for cards that must differ."""
    ids = read_cards(cards, what)
    for index, number in enumerate(ids):
        if number in ids[:index]:
            raise ValueError(f"{what} must have different cards, but has {CARD_NAMES[number]} twice")
    return ids


# Boards


def default_board() -> dict[str, Any]:
    """Copy the built-in board, to change and to load: `load_game("tidal", board=...)`.

    It is a new mapping in the schema `tidal-board/1`.

    Examples
    --------
    >>> from uneri import tidal
    >>> tidal.default_board()["ring"]
    ['orange', 'orange', 'yellow', 'yellow', 'teal', 'teal', 'purple', 'purple']
    """
    return read_shipped("tidal_board.json")


def board_of(game: contract.Game) -> dict[str, Any]:
    """Copy the board of a game of either backend, to change: a mapping in the schema `tidal-board/1`."""
    check_game(game, "tidal")
    board = game.options["board"]
    return default_board() if board == "default" else cast("dict[str, Any]", json.loads(json.dumps(board)))


# Reading arguments


def read_many_cards(cards: CardLike | Ints) -> tuple[Int32, bool]:
    """Return `(int32[n], scalar)` for one card or an array of ids."""
    if isinstance(cards, str):
        return np.array([card(cards)], np.int32), True
    return read_many(cards, "card", 0, CARDS - 1)


def read_bouts(cards: Cards | Ints, fewest: int, most: int) -> tuple[Int32, bool]:
    """Return `(int32[n, seats], scalar)`; each row has different cards."""
    allowed = f"{most} cards" if fewest == most else f"{fewest} to {most} cards"
    if isinstance(cards, np.ndarray) and cards.ndim != 1:
        if cards.ndim != 2 or not fewest <= cards.shape[1] <= most:
            raise ValueError(f"cards must have {allowed} per row, not shape {cards.shape}")
        rows = in_range(cards, "cards", 0, CARDS - 1)
        ordered = np.sort(rows, axis=1)
        twice = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        if twice.any():
            raise ValueError(f"cards[{int(twice.argmax())}] must have different cards, but has one twice")
        return rows, False
    if isinstance(cards, set | frozenset):
        raise TypeError(f"cards must be cards in the order of the seats, not {type(cards).__name__}")
    ids = read_different(cast("Cards", cards), "cards")
    if not fewest <= len(ids) <= most:
        raise ValueError(f"cards must be {allowed}, not {len(ids)}")
    return np.array([ids], np.int32), True


def read_counts(counts: Any, what: str) -> tuple[Int32, bool]:
    """Return `(int32[n, seats], scalar)`."""
    if isinstance(counts, np.ndarray) and counts.ndim == 2:
        if not 2 <= counts.shape[1] <= 5:
            raise ValueError(f"{what} must have 2 to 5 counts per row, not shape {counts.shape}")
        return in_range(counts, what, 0, MOST), False
    if isinstance(counts, str | bytes | bytearray) or not isinstance(counts, Sequence | np.ndarray):
        raise TypeError(f"{what} must be a sequence of counts, not {type(counts).__name__}")
    numbers = [bounded(count, what, 0, MOST) for count in counts]
    if not 2 <= len(numbers) <= 5:
        raise ValueError(f"{what} must have 2 to 5 counts, not {len(numbers)}")
    return np.array([numbers], np.int32), True


def read_flags(cards: Any) -> tuple[Flags, bool]:
    """Return `(uint8[n, 40], scalar)`."""
    if not isinstance(cards, np.ndarray) or cards.dtype != np.uint8:
        return card_flags(cards)[np.newaxis], True
    if cards.ndim not in (1, 2) or cards.shape[-1] != CARDS:
        raise ValueError(f"U must have shape ({CARDS},) or (n, {CARDS}), not {cards.shape}")
    if cards.size and int(cards.max()) > 1:
        raise ValueError(f"U has a {int(cards.max())}; allowed: 0, 1")
    return np.ascontiguousarray(cards.reshape(-1, CARDS)), cards.ndim == 1
