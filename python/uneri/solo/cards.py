"""SOLO's cards and actions: names, text, and the meaning of their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from .. import _core
from .._core import solo as _solo
from .._util.checks import bounded
from .._util.messages import brief
from .._util.notation import Kinds

if TYPE_CHECKING:
    Vector = np.ndarray[tuple[int], np.dtype[np.uint8]]
    Hand = str | Sequence[int] | Vector
    Batch = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
    Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]
    Numbers = np.ndarray[tuple[int], np.dtype[np.int32]]
    Table = np.ndarray[tuple[int, int], np.dtype[np.int32]]
    KindLike = str | int | np.integer[Any]
    ColourLike = str | int | np.integer[Any]

__all__ = [
    "ANY", "COLOUR", "COLOURS", "DRAW", "JUMP", "KEEP", "KINDS", "KIND_NAMES", "NO_JUMP", "PLAY_DRAWN", "SOLO_DECLARE",
    "SOLO_SILENT", "SWAP", "SWAP_IN_TURN", "TAKE", "WILD", "WILD_DRAW4", "format_hand", "kind", "parse_hand",
]  # fmt: skip


NOTATION: Final = _solo.Game({})  # notation is the same under all options
KINDS: Final = 55
KIND_NAMES: Final = tuple(NOTATION.action_to_string(0, kind) for kind in range(KINDS))
"""Tokens of the kinds 0 to 54."""
COLOURS: Final = ("R", "G", "B", "Y")
"""Letters of the colours 0 to 3: red, green, blue, yellow."""
ANY: Final = 4
"""The active colour that any card matches."""
WILD, WILD_DRAW4, SWAP_IN_TURN = 52, 53, 54
DRAW, TAKE, PLAY_DRAWN, KEEP = 55, 56, 57, 58
COLOUR: Final = 59
"""`COLOUR + colour` names a colour."""
SWAP: Final = 62
"""`SWAP + d` exchanges hands with the seat d places clockwise."""
SOLO_DECLARE, SOLO_SILENT, JUMP, NO_JUMP = 72, 73, 74, 75
COLOUR_WORDS = ("red", "green", "blue", "yellow", "any")
CHAINS = (None, "D2", "W4")
_MOST = [3] * WILD + [7] * 3
CARDS = Kinds("solo", KIND_NAMES, _MOST, _core.HandReader)


def parse_hand(text: str) -> Vector:
    """Read a hand as counts by kind, `uint8[55]`.

    The text names cards by tokens, such as `"R1 RSk Wi"`, with blanks or commas between them, upper or lower case.

    Examples
    --------
    >>> from uneri import solo
    >>> solo.parse_hand("R1 R1 R3")[:4].tolist()
    [2, 0, 1, 0]
    """
    return cast("Vector", CARDS.parse(text))


def format_hand(hand: Hand) -> str:
    """Write one hand as text, ascending by kind; `""` for no card. It is the inverse of `parse_hand`.

    Examples
    --------
    >>> from uneri import solo
    >>> solo.format_hand("wi rsk r1")
    'R1 RSk Wi'
    """
    return CARDS.format(CARDS.one(hand))


def kind(token_or_kind: KindLike) -> int:
    """Read the kind of a card.

    It is given as a token, such as `"RSk"`, upper or lower case; or as a number, 0 to 54, which is checked.

    Examples
    --------
    >>> from uneri import solo
    >>> solo.kind("RSk"), solo.kind("st")
    (9, 54)
    """
    if isinstance(token_or_kind, str):
        return CARDS.kind(token_or_kind.strip())
    return bounded(token_or_kind, "kind", 0, KINDS - 1)


def colour_of(colour: ColourLike) -> int:
    """Return 0 to 4 for a letter, a word or a number."""
    if not isinstance(colour, str):
        return bounded(colour, "active_colour", 0, ANY)
    for index, word in enumerate(COLOUR_WORDS):
        if colour.lower() in (word, word[0] if index < ANY else word):
            return index
    raise ValueError(f"active_colour is {brief(colour)}; allowed: R, G, B, Y, any, 0 to 4")


def top_of(top: KindLike | None) -> int:
    """Return the top card as a number; -1 for no card."""
    return -1 if top is None else kind(top)


def chain_of(chain: object) -> int:
    """Return the index of a chain in `CHAINS`."""
    if not isinstance(chain, str | None) or chain not in CHAINS:
        raise ValueError(f"chain is {brief(chain)}; allowed: None, 'D2', 'W4'")
    return CHAINS.index(chain)


DECK: Final = tuple(weight for _, weight in NOTATION.new_initial_state().chance_weights())


def values_of(options: Mapping[str, Any]) -> list[int]:
    """Return what each kind is worth in a game with these options (S-1.5)."""
    pack = options["pack"]
    own = pack.get("values", {}) if isinstance(pack, Mapping) else {}
    printed = _solo.card_value(np.arange(KINDS, dtype=np.int32)).tolist()
    return [
        own.get(name, own.get(name[1:] if k < WILD else name, value))
        for k, (name, value) in enumerate(zip(KIND_NAMES, printed, strict=True))
    ]
