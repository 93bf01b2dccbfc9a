"""ONDA's cards and plays: names, text, and the meaning of their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from .. import _core
from .._core import onda as _onda
from .._util.checks import bounded
from .._util.messages import brief
from .._util.notation import Kinds, index_of
from .._util.shipped import read_shipped

if TYPE_CHECKING:
    Vector = np.ndarray[tuple[int], np.dtype[np.uint8]]
    Hand = str | Sequence[int] | Vector
    Batch = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
    Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]
    Ids = np.ndarray[tuple[int], np.dtype[np.int32]]
    Cards = Sequence[str] | Mapping[int, str]
    PlayLike = str | int | np.integer[Any]
    TideLike = str | int

__all__ = [
    "BOMB_SEQUENCES", "CHANGEABLE", "DIAL_ADVANCE", "DIAL_KEEP", "FIRST_PLAY", "FIXED", "HIDE", "HIGH", "KINDS",
    "KIND_NAMES", "LAST_PLAY", "LOW", "PASS", "RUN2", "RUN3", "RUN4", "SET2", "SET3", "SET4", "SHAPES", "SINGLE",
    "SLOT_HIGH", "SLOT_LOW", "TURN", "Play", "describe_play", "format_hand", "parse_hand", "play", "play_name",
]  # fmt: skip

KINDS: Final = 30
KIND_NAMES: Final = tuple(f"{suit}{number}" for suit in "bg" for number in range(1, 16))
"""Names of the kinds 0 to 29."""
SHAPES: Final = ("SINGLE", "RUN2", "RUN3", "RUN4", "SET2", "SET3", "SET4")
"""Names of the shapes 0 to 6."""
SINGLE, RUN2, RUN3, RUN4, SET2, SET3, SET4 = range(7)
HIGH, LOW = 0, 1
CHANGEABLE, FIXED = 0, 1
PASS, TURN, SLOT_LOW, SLOT_HIGH, DIAL_KEEP, DIAL_ADVANCE = range(6)
HIDE: Final = 6
"""`HIDE + kind` puts a card face down."""
FIRST_PLAY, LAST_PLAY = 36, 583
_LAST_MIXED = 1223
BOMB_SEQUENCES: Final[dict[str, tuple[int, ...]]] = {
    name: tuple(dial) for name, dial in read_shipped("onda_dial.json").items()
}
"""The shapes on the dial under the built-in names of the option `bomb_sequence` (O-5.20)."""

TIDES = ("high", "low")
STATUSES = ("changeable", "fixed")
COPIES = 2
CARDS = Kinds("onda", KIND_NAMES, [COPIES] * KINDS, _core.HandReader)
NOTATION = _onda.Game({"pack": {"runs": "any"}})  # notation is the same under all options; this one has all actions


def parse_hand(text: str) -> Vector:
    """Read a hand as counts by kind, `uint8[30]`.

    The text names cards, such as `"b4 b5 g12"`, with blanks or commas between them. Upper and lower case are the same.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.parse_hand("b1 b1 b3")[:4].tolist()
    [2, 0, 1, 0]
    """
    return cast("Vector", CARDS.parse(text))


def format_hand(hand: Hand) -> str:
    """Write one hand as text, ascending by kind; `""` for no card. It is the inverse of `parse_hand`.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.format_hand("g12 b5 b4")
    'b4 b5 g12'
    """
    return CARDS.format(CARDS.one(hand))


class Play(NamedTuple):
    """The meaning of a play id."""

    id: int
    shape: int
    """Index into SHAPES."""
    rank: int
    """Its number; of a run the lowest."""
    joker: int
    """The number that the joker stands for; 0 without one."""
    cards: tuple[int, ...]
    """Kinds of the natural cards, ascending."""


def play(text_or_id: PlayLike) -> int:
    """Read a play, as its id.

    It is given as text, such as `"RUN3 b4 J@6"`, or as an id, 36 to 583, which is checked.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.play("RUN3 b4 J@6")
    316
    """
    if not isinstance(text_or_id, str):
        return bounded(text_or_id, "play", FIRST_PLAY, LAST_PLAY)
    action = NOTATION.parse_action(text_or_id)
    if not FIRST_PLAY <= action <= LAST_PLAY:
        raise ValueError(f"{brief(text_or_id)} is not a play; allowed: SINGLE b7, RUN3 b4 J@6, SET3 7 bg+J, ...")
    return action


def play_name(text_or_id: PlayLike) -> str:
    """Write a play, given as text or id, as text in canonical spelling, which `play` reads.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.play_name(316)
    'RUN3 b4 J@6'
    """
    return NOTATION.action_to_string(0, _any_play(text_or_id))


def describe_play(text_or_id: PlayLike) -> Play:
    """Return the shape, rank, joker and cards of a play, given as text or id.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.describe_play("RUN3 b4 J@6")
    Play(id=316, shape=2, rank=4, joker=6, cards=(3, 4))
    """
    number = _any_play(text_or_id)
    head, first, *rest = NOTATION.action_to_string(0, number).split()
    shape = SHAPES.index(head)
    if number > LAST_PLAY:  # a mixed run
        joker = int(rest[1][2:]) if rest[1:] else 0
        places = [place for place in range(int(first), int(first) + 1 + shape) if place != joker]
        kinds = ("bg".index(suit) * 15 + place - 1 for suit, place in zip(rest[0], places, strict=True))
        return Play(number, shape, int(first), joker, tuple(sorted(kinds)))
    if shape == SINGLE and first.startswith("J="):
        return Play(number, shape, int(first[2:]), int(first[2:]), ())
    if shape <= RUN4:
        low = KIND_NAMES.index(first)
        rank = low % 15 + 1
        joker = int(rest[0][2:]) if rest else 0
        length = 1 + shape
        return Play(number, shape, rank, joker, tuple(k for k in range(low, low + length) if k % 15 + 1 != joker))
    rank = int(first)
    suits, _, extra = rest[0].partition("+")
    cards = tuple(("bg".index(suit)) * 15 + rank - 1 for suit in suits)
    return Play(number, shape, rank, rank if extra else 0, cards)


def _any_play(text_or_id: PlayLike) -> int:
    """Read a play as `play` does, or a mixed run (O-6.3)."""
    if isinstance(text_or_id, str):
        action = NOTATION.parse_action(text_or_id)
        return action if action > LAST_PLAY else play(text_or_id)
    return int(text_or_id) if LAST_PLAY < text_or_id <= _LAST_MIXED else play(text_or_id)


def bombs_of(options: Mapping[str, Any]) -> list[Any]:
    """Return the bombs on the dial of a game with these options."""
    dial = options["bomb_sequence"]
    dial = dial["bombs"] if isinstance(dial, Mapping) else dial
    return list(BOMB_SEQUENCES[dial] if isinstance(dial, str) else dial)


def bomb_text(bomb: Any) -> str:
    """Write a bomb as `RUN2`, `SET2 same suit`, `RUN4 from 8` or `SET3 or RUN4`."""
    if isinstance(bomb, int):
        return SHAPES[bomb]
    if isinstance(bomb, list):
        return " or ".join(bomb_text(one) for one in bomb)
    parts = [bomb["shape"]]
    parts += [f"{bomb['suit']} suit" + "s" * (bomb["suit"] != "same")] if "suit" in bomb else []
    return " ".join([*parts, *(f"{word} {bomb[word]}" for word in ("from", "to") if word in bomb)])


def tide_of(tide: TideLike) -> int:
    """Return a tide by its number or name."""
    return index_of(tide, "tide", TIDES)
