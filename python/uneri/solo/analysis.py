"""SOLO's hand analysis, and analysis of states."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex, cast, overload

import numpy as np

from .._core import solo as _solo
from .._util.checks import bounded
from .._util.game_module import ask, check_state, seat_of
from ..reference.words import brief
from .cards import CARDS, NO_JUMP, chain_of, colour_of, kind, top_of

if TYPE_CHECKING:
    from .. import contract
    from .cards import Batch, ColourLike, Flags, Hand, KindLike, Numbers, Table, Vector


def _column(value: Any, what: str, read: Callable[[Any], int], size: int) -> Numbers:
    """One number for each of `size` rows, from `int32[size]` or from one value for all."""
    if not isinstance(value, np.ndarray):
        return np.full(size, read(value), np.int32)
    if value.dtype != np.int32:
        raise TypeError(f"{what} has dtype {value.dtype}; allowed: int32")
    if value.ndim == 0:
        return np.full(size, read(value[()]), np.int32)
    if value.ndim != 1:
        raise ValueError(f"{what} is of shape {value.shape}; allowed: (n,)")
    return np.ascontiguousarray(value)


# Hand analysis (section 9 of the rules)


@overload
def matches(k: KindLike, top: KindLike | None, active_colour: ColourLike) -> bool: ...
@overload
def matches(k: Numbers, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike) -> Flags: ...
def matches(k: Numbers | KindLike, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike) -> bool | Flags:
    """May a card of kind `k` follow, in an ordinary turn (S-5.1)? `top` is the kind on top of the pile (None: no card).

    With `k` as `int32[n]`, `top` (-1: no card) and `active_colour` may be `int32[n]` too; the result is `bool[n]`.
    """
    many = isinstance(k, np.ndarray) and k.ndim > 0
    size = len(cast("Numbers", k)) if many else 1
    result = _solo.matches(
        _column(k, "k", kind, size),
        _column(top, "top", top_of, size),
        _column(active_colour, "active_colour", colour_of, size),
    )
    return cast("Flags", result) if many else bool(result[0])


@overload
def playable(hand: Hand, top: KindLike | None, active_colour: ColourLike) -> list[int]: ...
@overload
def playable(hand: Batch, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike) -> Batch: ...
def playable(
    hand: Hand | Batch, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike
) -> list[int] | Batch:
    """The kinds of the hand that match (S-5.1), ascending. Of a batch `uint8[n, 55]`, 1 where the kind is one; `top`
    and `active_colour` are then one value for all hands or `int32[n]` (a `top` of -1 is no card).
    """
    rows, one = CARDS.one_or_many(hand, "hand")
    mask = cast("Batch", _solo.playable(rows, *_pile(top, active_colour, len(rows))))
    return np.flatnonzero(mask[0]).tolist() if one else mask


@overload
def extenders(
    hand: Hand, top: KindLike | None, active_colour: ColourLike, chain: str | None, extend_any_wild: bool = ...
) -> list[int]: ...
@overload
def extenders(
    hand: Batch,
    top: Numbers | KindLike | None,
    active_colour: Numbers | ColourLike,
    chain: str | None,
    extend_any_wild: bool = ...,
) -> Batch: ...
def extenders(
    hand: Hand | Batch,
    top: Numbers | KindLike | None,
    active_colour: Numbers | ColourLike,
    chain: str | None,
    extend_any_wild: bool = False,
) -> list[int] | Batch:
    """The kinds of the hand that pass a pending draw on (S-5.7, S-5.8), ascending; `chain` is `"D2"`, `"W4"` or None.
    Of a batch `uint8[n, 55]`, 1 where the kind is one.
    """
    if not isinstance(extend_any_wild, bool):
        raise TypeError(f"extend_any_wild is {brief(extend_any_wild)}; allowed: True, False")
    rows, one = CARDS.one_or_many(hand, "hand")
    chains = np.full(len(rows), chain_of(chain), np.int32)
    pile = _pile(top, active_colour, len(rows))
    mask = cast("Batch", _solo.extenders(rows, *pile, chains, extend_any_wild))
    return np.flatnonzero(mask[0]).tolist() if one else mask


def _pile(top: Any, active_colour: Any, size: int) -> tuple[Numbers, Numbers]:
    return _column(top, "top", top_of, size), _column(active_colour, "active_colour", colour_of, size)


@overload
def card_value(k: KindLike) -> int: ...
@overload
def card_value(k: Numbers) -> Numbers: ...
def card_value(k: Numbers | KindLike) -> int | Numbers:
    """What a card costs at the end of a round (S-7.2). Of kinds `int32[n]`, `int32[n]`."""
    many = isinstance(k, np.ndarray) and k.ndim > 0
    values = cast("Numbers", _solo.card_value(_column(k, "k", kind, len(cast("Numbers", k)) if many else 1)))
    return values if many else int(values[0])


@overload
def hand_penalty(hand: Hand) -> int: ...
@overload
def hand_penalty(hand: Batch) -> Numbers: ...
def hand_penalty(hand: Hand | Batch) -> int | Numbers:
    """What the hand costs at the end of a round (S-7.2): a number from 0 up. Of a batch `int32[n]`."""
    rows, one = CARDS.one_or_many(hand, "hand")
    values = cast("Numbers", _solo.hand_penalty(rows))
    return int(values[0]) if one else values


@overload
def colour_counts(hand: Hand) -> list[int]: ...
@overload
def colour_counts(hand: Batch) -> Table: ...
def colour_counts(hand: Hand | Batch) -> list[int] | Table:
    """Five numbers: cards of the colours 0 to 3, black cards. Of a batch `int32[n, 5]`."""
    rows, one = CARDS.one_or_many(hand, "hand")
    counts = cast("Table", _solo.colour_counts(rows))
    return cast("list[int]", counts[0].tolist()) if one else counts


# Analysis of states


def legal_actions(state: contract.State) -> list[int]:
    """The legal actions of the state, ascending (section 4)."""
    return state.legal_actions()


def jump_matches(state: contract.State) -> list[int]:
    """All seats that hold the kind of the top card, if that can be jumped on at all (S-5.10); ascending. Whose turn it
    is, who put the card down and how many cards a seat has doesn't matter here.
    """
    return [int(seat) for seat in _ask(state, "jump_matches")]


def jump_candidates(state: contract.State) -> list[int]:
    """In phase JUMP the seat asked and those that will be asked after it if nobody jumps, in that order (S-4.7); else
    none.
    """
    return [int(seat) for seat in _ask(state, "jump_candidates")]


def would_declare(state: contract.State, a: KindLike) -> bool:
    """Is `a` legal, and does it lead at once to a SOLO node (S-4.5)? False for ids that are no legal action."""
    action = state.parse_action(a) if isinstance(a, str) else bounded(a, "action", 0, NO_JUMP)
    return bool(_ask(state, "would_declare", action))


def unseen(state: contract.State, p: SupportsIndex) -> Vector:
    """Counts `uint8[55]` of the cards in the other hands and the draw pile (8.3)."""
    return np.array(_ask(state, "unseen", _seat(state, p)), np.uint8)


def known(state: contract.State, p: SupportsIndex, q: SupportsIndex) -> Vector:
    """Counts `uint8[55]` of the cards that seat `p` knows seat `q` to hold (8.3); for p = q all 0."""
    return np.array(_ask(state, "known", _seat(state, p), _seat(state, q)), np.uint8)


def solo_threat(state: contract.State, p: SupportsIndex) -> list[int]:
    """Seats other than `p` with exactly one card, ascending."""
    return [int(seat) for seat in _ask(state, "solo_threat", _seat(state, p))]


def _seat(state: Any, p: SupportsIndex) -> int:
    check_state(state, "solo")
    return seat_of(state, p)


def _ask(state: Any, function: str, *arguments: int) -> Any:
    check_state(state, "solo")
    return ask(state, function, *arguments)
