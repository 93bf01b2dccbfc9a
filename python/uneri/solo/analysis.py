"""SOLO's hand analysis, and analysis of states."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex, cast, overload

import numpy as np

from .._core import solo as _solo
from .._util.checks import bounded, check_state, flag, seat_of
from ..registry.outside import ask
from .cards import CARDS, NO_JUMP, chain_of, colour_of, kind, top_of

if TYPE_CHECKING:
    from .. import contract
    from .cards import Batch, ColourLike, Flags, Hand, KindLike, Numbers, Table, Vector

__all__ = [
    "card_value", "colour_counts", "extenders", "hand_penalty", "jump_candidates", "jump_matches", "known",
    "legal_actions", "matches", "playable", "solo_threat", "unseen", "would_declare",
]  # fmt: skip


def _column(value: Any, what: str, read: Callable[[Any], int], size: int) -> Numbers:
    """Return one number for each of `size` rows, from `int32[size]` or from one value for all."""
    if not isinstance(value, np.ndarray):
        return np.full(size, read(value), np.int32)
    if value.dtype != np.int32:
        raise TypeError(f"{what} must have dtype int32, not {value.dtype}")
    if value.ndim == 0:
        return np.full(size, read(value[()]), np.int32)
    if value.ndim != 1:
        raise ValueError(f"{what} must have shape (n,), not {value.shape}")
    return np.ascontiguousarray(value)


# Hand analysis (section 9 of the rules)


@overload
def matches(k: KindLike, top: KindLike | None, active_colour: ColourLike) -> bool: ...
@overload
def matches(k: Numbers, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike) -> Flags: ...
@_solo.shortcut()
def matches(k: Numbers | KindLike, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike) -> bool | Flags:
    """Return whether a card of kind `k` may follow in an ordinary turn (S-5.1); for an array `k`, `bool[n]`.

    Parameters
    ----------
    k
        A kind, or `int32[n]`.
    top
        The kind on top of the pile; None: no card. With an array `k` also `int32[n]`, in which -1 is not a card.
    active_colour
        A colour. With an array `k` also `int32[n]`.

    Examples
    --------
    >>> from uneri import solo
    >>> solo.matches("R7", "B7", "blue"), solo.matches("R7", "B8", "blue")
    (True, False)
    """
    many = isinstance(k, np.ndarray) and k.ndim > 0
    size = len(cast("Numbers", k)) if many else 1
    result = _solo.matches(_column(k, "k", kind, size), *_pile(top, active_colour, size))
    return cast("Flags", result) if many else bool(result[0])


@overload
def playable(hand: Hand, top: KindLike | None, active_colour: ColourLike) -> list[int]: ...
@overload
def playable(hand: Batch, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike) -> Batch: ...
@_solo.shortcut()
def playable(
    hand: Hand | Batch, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike
) -> list[int] | Batch:
    """List the kinds of a hand that match, ascending (S-5.1).

    For a batch the result is `uint8[n, 55]`, 1 where the kind is one.

    Parameters
    ----------
    hand
        A hand, or a batch of hands.
    top
        The kind on top of the pile; None: no card. With a batch one for all, or `int32[n]`, in which -1 is not a card.
    active_colour
        A colour. With a batch one for all, or `int32[n]`.

    Examples
    --------
    >>> from uneri import solo
    >>> [solo.KIND_NAMES[kind] for kind in solo.playable("R1 B9 G3 Wi", top="R9", active_colour="red")]
    ['R1', 'B9', 'Wi']
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
@_solo.shortcut()
def extenders(
    hand: Hand | Batch,
    top: Numbers | KindLike | None,
    active_colour: Numbers | ColourLike,
    chain: str | None,
    extend_any_wild: bool = False,
) -> list[int] | Batch:
    """List the kinds of a hand that pass a pending draw on, ascending (S-5.7, S-5.8).

    For a batch the result is `uint8[n, 55]`, 1 where the kind is one.

    Parameters
    ----------
    hand
        A hand, or a batch of hands.
    top
        The kind on top of the pile; None: no card. With a batch one for all, or `int32[n]`, in which -1 is not a card.
    active_colour
        A colour. With a batch one for all, or `int32[n]`.
    chain
        The last draw card of the running chain: `"D2"`, `"W4"`, or None without one.
    extend_any_wild
        The option of this name: whether any black card may pass the draw on.

    Examples
    --------
    >>> from uneri import solo
    >>> [solo.KIND_NAMES[kind] for kind in solo.extenders("GD2 Wi W4 ST", "RD2", "red", chain="D2")]
    ['GD2']
    """
    flag(extend_any_wild, "extend_any_wild")
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
@_solo.shortcut()
def card_value(k: Numbers | KindLike) -> int | Numbers:
    """Return the points that a card costs at the end of a round (S-7.2); for kinds `int32[n]`, `int32[n]`.

    Examples
    --------
    >>> from uneri import solo
    >>> solo.card_value("R7"), solo.card_value("W4")
    (7, 50)
    """
    many = isinstance(k, np.ndarray) and k.ndim > 0
    values = cast("Numbers", _solo.card_value(_column(k, "k", kind, len(cast("Numbers", k)) if many else 1)))
    return values if many else int(values[0])


@overload
def hand_penalty(hand: Hand) -> int: ...
@overload
def hand_penalty(hand: Batch) -> Numbers: ...
@_solo.shortcut()
def hand_penalty(hand: Hand | Batch) -> int | Numbers:
    """Compute the cost of a hand at the end of a round, at least 0 (S-7.2); for a batch, `int32[n]`.

    Examples
    --------
    >>> from uneri import solo
    >>> solo.hand_penalty("R7 GRv Wi")
    57
    """
    rows, one = CARDS.one_or_many(hand, "hand")
    values = cast("Numbers", _solo.hand_penalty(rows))
    return int(values[0]) if one else values


@overload
def colour_counts(hand: Hand) -> list[int]: ...
@overload
def colour_counts(hand: Batch) -> Table: ...
@_solo.shortcut()
def colour_counts(hand: Hand | Batch) -> list[int] | Table:
    """Count the cards of each colour in a hand: five numbers, those of the colours 0 to 3, then the black cards.

    For a batch the result is `int32[n, 5]`.

    Examples
    --------
    >>> from uneri import solo
    >>> solo.colour_counts("R7 R8 BSk Wi")
    [2, 0, 1, 0, 1]
    """
    rows, one = CARDS.one_or_many(hand, "hand")
    counts = cast("Table", _solo.colour_counts(rows))
    return cast("list[int]", counts[0].tolist()) if one else counts


# Analysis of states


def legal_actions(state: contract.State) -> list[int]:
    """List the legal actions of a state, ascending (section 4).

    At a chance node they are its outcomes; at the end there are none.
    """
    check_state(state, "solo")
    return state.legal_actions()


def jump_matches(state: contract.State) -> list[int]:
    """List all seats that hold the kind of the top card, ascending (S-5.10).

    It does not matter whose turn it is, who put the card down, or how many cards a seat has. There are none if the top
    card can't be jumped on at all.
    """
    return [int(seat) for seat in ask(state, "solo", "jump_matches")]


def jump_candidates(state: contract.State) -> list[int]:
    """List the seats that are asked whether they jump in (S-4.7); none outside of phase JUMP.

    The seat asked now comes first, then those that will be asked if nobody jumps, in that order.
    """
    return [int(seat) for seat in ask(state, "solo", "jump_candidates")]


def would_declare(state: contract.State, a: KindLike) -> bool:
    """Return whether an action (text or id) is legal and leads at once to a SOLO node (S-4.5)."""
    check_state(state, "solo")
    action = state.parse_action(a) if isinstance(a, str) else bounded(a, "action", 0, NO_JUMP)
    return bool(ask(state, "solo", "would_declare", action))


def unseen(state: contract.State, p: SupportsIndex) -> Vector:
    """Count the cards in the hands other than seat `p`'s and in the draw pile, by kind: `uint8[55]` (8.3).

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("solo").new_initial_state(seed=1)
    >>> int(uneri.solo.unseen(state, 0).sum())  # all 112 but the 8 in its hand and the first card of the pile
    103
    """
    return np.array(ask(state, "solo", "unseen", seat_of(state, "solo", p)), np.uint8)


def known(state: contract.State, p: SupportsIndex, q: SupportsIndex) -> Vector:
    """Count the cards that seat `p` knows seat `q` to hold, by kind: `uint8[55]`, all 0 for p = q (8.3)."""
    return np.array(ask(state, "solo", "known", seat_of(state, "solo", p), seat_of(state, "solo", q)), np.uint8)


def solo_threat(state: contract.State, p: SupportsIndex) -> list[int]:
    """List the seats other than `p` with exactly one card, ascending.

    Examples
    --------
    >>> import uneri
    >>> game = uneri.load_game("solo")
    >>> state = uneri.solo.position(game, hands=["R1 R3", "G5", "B2 B2", "Wi"], discard="B4 R7")
    >>> uneri.solo.solo_threat(state, 0)
    [1, 3]
    """
    return [int(seat) for seat in ask(state, "solo", "solo_threat", seat_of(state, "solo", p))]
