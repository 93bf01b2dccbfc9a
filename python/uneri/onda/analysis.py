"""ONDA's hand analysis, and analysis of states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, cast, overload

import numpy as np

from .._core import onda as _onda
from .._util.checks import bounded
from .._util.game_module import ask, check_state, seat_of
from .._util.progress import Progress, Report
from .cards import CARDS, LAST_PLAY, NOTATION, play, tide_of

if TYPE_CHECKING:
    from .. import contract
    from .cards import Batch, Flags, Hand, Ids, PlayLike, TideLike, Vector

# Hand analysis (section 9 of the rules)


@overload
def all_combos(hand: Hand, j: SupportsIndex = ...) -> list[int]: ...
@overload
def all_combos(hand: Batch, j: SupportsIndex = ...) -> Batch: ...
def all_combos(hand: Hand | Batch, j: SupportsIndex = 0) -> list[int] | Batch:
    """Ids of all plays whose natural cards are in the hand, those with a joker only if `j >= 1`; ascending.

    Of a batch `uint8[n, 584]`, 1 where the id is one.
    """
    rows, one = CARDS.one_or_many(hand, "hand")
    mask = cast("Batch", _onda.all_combos(rows, j))
    return np.flatnonzero(mask[0]).tolist() if one else mask


@overload
def min_plays(hand: Hand, j: SupportsIndex = ..., *, threads: SupportsIndex = ..., progress: Report = ...) -> int: ...
@overload
def min_plays(
    hand: Batch, j: SupportsIndex = ..., *, threads: SupportsIndex = ..., progress: Report = ...
) -> Vector: ...
def min_plays(
    hand: Hand | Batch, j: SupportsIndex = 0, *, threads: SupportsIndex = 1, progress: Report = None
) -> int | Vector:
    """The least number of plays into which the hand splits, at most `j` of them with a joker; exact.

    A joker on its own sheds no card and is never counted. `j` is 0 to 60; with 3 or more, hands of at most 15 cards.
    Of a batch `uint8[n]`, worked out by `threads` threads.
    """
    rows, one = CARDS.one_or_many(hand, "hand")
    with Progress("min_plays", progress) as report:
        plays = cast("Vector", _onda.min_plays(rows, j, threads, report if report.wanted else None))
    return int(plays[0]) if one else plays


@overload
def hand_points(hand: Hand, ndown: SupportsIndex = ...) -> int: ...
@overload
def hand_points(hand: Batch, ndown: SupportsIndex | Vector = ...) -> Ids: ...
def hand_points(hand: Hand | Batch, ndown: SupportsIndex | Vector = 0) -> int | Ids:
    """The penalty for the hand and `ndown` (0 to 2) face-down cards: a number from 0 up. Of a batch `int32[n]`;
    `ndown` is then one number or `uint8[n]`.
    """
    rows, one = CARDS.one_or_many(hand, "hand")
    if isinstance(ndown, np.ndarray) and ndown.ndim > 0:
        if ndown.dtype != np.uint8:
            raise TypeError(f"ndown is an array of {ndown.dtype}; allowed: 0 to 2, uint8[n]")
        if one or ndown.shape != rows.shape[:1]:
            raise ValueError(f"ndown has shape {ndown.shape}; allowed: {'a number' if one else rows.shape[:1]}")
        if ndown.size and int(ndown.max()) > 2:
            raise ValueError(f"ndown has a {int(ndown.max())}; allowed: 0 to 2")
        down = np.ascontiguousarray(ndown)
    else:
        down = np.full(len(rows), bounded(ndown, "ndown", 0, 2), np.uint8)
    points = cast("Ids", _onda.hand_points(rows, down))
    return int(points[0]) if one else points


@overload
def beats(a: PlayLike, b: PlayLike, tide: TideLike) -> bool: ...
@overload
def beats(a: Ids, b: Ids | PlayLike, tide: TideLike) -> Flags: ...
@overload
def beats(a: PlayLike, b: Ids, tide: TideLike) -> Flags: ...
def beats(a: Ids | PlayLike, b: Ids | PlayLike, tide: TideLike) -> bool | Flags:
    """True if play `a` beats play `b` under the tide (O-5.9): same shape, higher or lower rank. Plays may be given as
    `int32[n]`, one of them or both; the result is then `bool[n]`.
    """
    if not isinstance(a, np.ndarray) and not isinstance(b, np.ndarray):
        return bool(_onda.beats(_ids(a, "a", 1), _ids(b, "b", 1), tide_of(tide))[0])
    size = len(_ids(a if isinstance(a, np.ndarray) else b, "plays", 1))
    first, second = _ids(a, "a", size), _ids(b, "b", size)
    if len(first) != len(second):
        raise ValueError(f"a has {len(first)} plays and b {len(second)}; allowed: the same number")
    return cast("Flags", _onda.beats(first, second, tide_of(tide)))


def _ids(plays: Any, what: str, size: int) -> Ids:
    """Plays as `int32[n]`; a single one `size` times."""
    if not isinstance(plays, np.ndarray):
        return np.full(size, play(plays), np.int32)
    if plays.dtype != np.int32:
        raise TypeError(f"{what} has dtype {plays.dtype}; allowed: int32")
    if plays.ndim != 1:
        raise ValueError(f"{what} has shape {plays.shape}; allowed: (n,)")
    return np.ascontiguousarray(plays)


@overload
def beaters(a: PlayLike, tide: TideLike, pool: Hand) -> list[int]: ...
@overload
def beaters(a: PlayLike, tide: TideLike, pool: Batch) -> Batch: ...
def beaters(a: PlayLike, tide: TideLike, pool: Hand | Batch) -> list[int] | Batch:
    """Ids of the natural plays (without a joker) of cards in `pool` that beat play `a`; ascending. Of a batch of pools
    `uint8[n, 584]`, 1 where the id is one.
    """
    rows, one = CARDS.one_or_many(pool, "pool")
    mask = cast("Batch", _onda.beaters(play(a), tide_of(tide), rows))
    return np.flatnonzero(mask[0]).tolist() if one else mask


@overload
def is_boss(a: PlayLike, tide: TideLike, pool: Hand) -> bool: ...
@overload
def is_boss(a: PlayLike, tide: TideLike, pool: Batch) -> Flags: ...
def is_boss(a: PlayLike, tide: TideLike, pool: Hand | Batch) -> bool | Flags:
    """True if no natural play of cards in `pool` beats play `a`. Of a batch of pools `bool[n]`."""
    rows, one = CARDS.one_or_many(pool, "pool")
    result = cast("Flags", _onda.is_boss(play(a), tide_of(tide), rows))
    return bool(result[0]) if one else result


# Analysis of states


def legal_actions(state: contract.State) -> list[int]:
    """The legal actions of the state, ascending (section 4 and 5.6)."""
    return state.legal_actions()


def is_bomb(state: contract.State, a: PlayLike) -> bool:
    """Would this action, played now, be the trick's bomb (O-5.22)? False outside ACT."""
    action = NOTATION.parse_action(a) if isinstance(a, str) else bounded(a, "action", 0, LAST_PLAY)
    return bool(_ask(state, "is_bomb", action))


def replies(state: contract.State, slot: SupportsIndex) -> list[int]:
    """The legal replies (O-4.10) of the seat to act after taking back its face-down card `slot`, 0 or 1; ascending.

    The state is in ACT, or in SLOT with TURN pending, and the seat has that card; ValueError if not.
    """
    return [int(action) for action in _ask(state, "replies", bounded(slot, "slot", 0, 1))]


def can_turn(state: contract.State) -> bool:
    """Is TURN legal (O-4.7)? False outside ACT."""
    return bool(_ask(state, "can_turn"))


def unseen(state: contract.State, p: SupportsIndex) -> Vector:
    """Counts `uint8[30]` of the cards whose places seat `p` doesn't know (8.3)."""
    return np.array(_ask(state, "unseen", _seat(state, p)), np.uint8)


def penalty_if_ended(state: contract.State, p: SupportsIndex) -> int:
    """What seat `p` would lose if another seat ended the round now: a number from 0 up."""
    return int(_ask(state, "penalty_if_ended", _seat(state, p)))


def _seat(state: Any, p: SupportsIndex) -> int:
    check_state(state, "onda")
    return seat_of(state, p)


def _ask(state: Any, function: str, *arguments: int) -> Any:
    check_state(state, "onda")
    return ask(state, function, *arguments)
