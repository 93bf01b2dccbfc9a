"""ONDA's hand analysis, and analysis of states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, cast, overload

import numpy as np

from .._core import onda as _onda
from .._util.checks import bounded, check_state, seat_of
from .._util.progress import Progress, Report
from ..registry.outside import ask
from .cards import CARDS, LAST_PLAY, NOTATION, play, tide_of

if TYPE_CHECKING:
    from .. import contract
    from .cards import Batch, Flags, Hand, Ids, PlayLike, TideLike, Vector

__all__ = [
    "all_combos", "beaters", "beats", "can_turn", "hand_points", "is_bomb", "is_boss", "legal_actions", "min_plays",
    "penalty_if_ended", "replies", "unseen",
]  # fmt: skip

# Hand analysis (section 9 of the rules)


@overload
def all_combos(hand: Hand, j: SupportsIndex = ...) -> list[int]: ...
@overload
def all_combos(hand: Batch, j: SupportsIndex = ...) -> Batch: ...
@_onda.shortcut()
def all_combos(hand: Hand | Batch, j: SupportsIndex = 0) -> list[int] | Batch:
    """List the plays that the cards of a hand can make, as action ids, ascending.

    These are all plays whose natural cards are in the hand; those with a joker only if `j >= 1`. For a batch the result
    is `uint8[n, 584]`, 1 where the id is one.

    Parameters
    ----------
    hand
        A hand, or a batch of hands.
    j
        How many jokers may be used: 0 to 60.

    Examples
    --------
    >>> from uneri import onda
    >>> [onda.play_name(play) for play in onda.all_combos("b4 b5 g4")]
    ['SINGLE b4', 'SINGLE b5', 'SINGLE g4', 'RUN2 b4', 'SET2 4 bg']
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
@_onda.shortcut()
def min_plays(
    hand: Hand | Batch, j: SupportsIndex = 0, *, threads: SupportsIndex = 1, progress: Report = None
) -> int | Vector:
    """Count the fewest plays into which a hand splits; for a batch, `uint8[n]`.

    At most `j` of the plays have a joker. The count is exact. A joker on its own sheds no card and is never counted.

    Parameters
    ----------
    hand
        A hand, or a batch of hands; at most 15 cards each if `j` is 3 or more.
    j
        How many jokers may be used: 0 to 60.
    threads
        Threads that share the hands of a batch: 1 to 256.
    progress
        None: show a line on a terminal. True: always show it. False: never. Or a function of the share that is done.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.min_plays("b2 b4 b6 b8"), onda.min_plays("b2 b4 b6 b8", 1)
    (4, 3)
    """
    rows, one = CARDS.one_or_many(hand, "hand")
    with Progress("min_plays", progress) as report:
        plays = cast("Vector", _onda.min_plays(rows, j, threads, report if report.wanted else None))
    return int(plays[0]) if one else plays


@overload
def hand_points(hand: Hand, ndown: SupportsIndex = ...) -> int: ...
@overload
def hand_points(hand: Batch, ndown: SupportsIndex | Vector = ...) -> Ids: ...
@_onda.shortcut()
def hand_points(hand: Hand | Batch, ndown: SupportsIndex | Vector = 0) -> int | Ids:
    """Compute the penalty for a hand and face-down cards, at least 0; for a batch, `int32[n]`.

    Parameters
    ----------
    hand
        A hand, or a batch of hands.
    ndown
        The number of face-down cards: 0 to 2. With a batch one number for all hands, or `uint8[n]`.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.hand_points("b1 g5 g13", 1)
    9
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
@_onda.shortcut()
def beats(a: Ids | PlayLike, b: Ids | PlayLike, tide: TideLike) -> bool | Flags:
    """Tell whether play `a` beats play `b` under the tide (O-5.9); for arrays, `bool[n]`.

    It does if it has the same shape and a higher or, at low tide, a lower rank.

    Parameters
    ----------
    a, b
        Plays: text, id, or `int32[n]`. One of them or both may be arrays.
    tide
        0 or `"high"`, 1 or `"low"`.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.beats("SINGLE b9", "SINGLE g4", "high"), onda.beats("SINGLE b9", "SINGLE g4", "low")
    (True, False)
    """
    if not isinstance(a, np.ndarray) and not isinstance(b, np.ndarray):
        return bool(_onda.beats(_ids(a, "a", 1), _ids(b, "b", 1), tide_of(tide))[0])
    size = len(_ids(a if isinstance(a, np.ndarray) else b, "plays", 1))
    first, second = _ids(a, "a", size), _ids(b, "b", size)
    if len(first) != len(second):
        raise ValueError(f"a and b must have the same number of plays, not {len(first)} and {len(second)}")
    return cast("Flags", _onda.beats(first, second, tide_of(tide)))


def _ids(plays: Any, what: str, size: int) -> Ids:
    """Read plays as `int32[n]`, with a single one repeated `size` times."""
    if not isinstance(plays, np.ndarray):
        return np.full(size, play(plays), np.int32)
    if plays.dtype != np.int32:
        raise TypeError(f"{what} must have dtype int32, not {plays.dtype}")
    if plays.ndim != 1:
        raise ValueError(f"{what} must have shape (n,), not {plays.shape}")
    return np.ascontiguousarray(plays)


@overload
def beaters(a: PlayLike, tide: TideLike, pool: Hand) -> list[int]: ...
@overload
def beaters(a: PlayLike, tide: TideLike, pool: Batch) -> Batch: ...
@_onda.shortcut()
def beaters(a: PlayLike, tide: TideLike, pool: Hand | Batch) -> list[int] | Batch:
    """List the natural plays of cards in `pool` that beat play `a`, as action ids, ascending.

    Natural plays have no joker. For a batch of pools the result is `uint8[n, 584]`, 1 where the id is one.

    Parameters
    ----------
    a
        The play to beat: text or id.
    tide
        0 or `"high"`, 1 or `"low"`.
    pool
        A hand, or a batch of hands.

    Examples
    --------
    >>> from uneri import onda
    >>> [onda.play_name(play) for play in onda.beaters("SINGLE b9", "high", "b7 b10 g12")]
    ['SINGLE b10', 'SINGLE g12']
    """
    rows, one = CARDS.one_or_many(pool, "pool")
    mask = cast("Batch", _onda.beaters(play(a), tide_of(tide), rows))
    return np.flatnonzero(mask[0]).tolist() if one else mask


@overload
def is_boss(a: PlayLike, tide: TideLike, pool: Hand) -> bool: ...
@overload
def is_boss(a: PlayLike, tide: TideLike, pool: Batch) -> Flags: ...
@_onda.shortcut()
def is_boss(a: PlayLike, tide: TideLike, pool: Hand | Batch) -> bool | Flags:
    """Tell whether no natural play of cards in `pool` beats play `a`; for a batch of pools, `bool[n]`.

    Parameters
    ----------
    a
        The play: text or id.
    tide
        0 or `"high"`, 1 or `"low"`.
    pool
        A hand, or a batch of hands.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.is_boss("SET2 14 bg", "high", "b15 g13 g12")
    True
    """
    rows, one = CARDS.one_or_many(pool, "pool")
    result = cast("Flags", _onda.is_boss(play(a), tide_of(tide), rows))
    return bool(result[0]) if one else result


# Analysis of states


def legal_actions(state: contract.State) -> list[int]:
    """List the legal actions of a state, ascending (section 4 and 5.6).

    At a chance node they are its outcomes; at the end there are none.
    """
    check_state(state, "onda")
    return state.legal_actions()


def is_bomb(state: contract.State, a: PlayLike) -> bool:
    """Tell whether an action (text or id), played now, is the trick's bomb (O-5.22); False outside ACT."""
    action = NOTATION.parse_action(a) if isinstance(a, str) else bounded(a, "action", 0, LAST_PLAY)
    return bool(ask(state, "onda", "is_bomb", action))


def replies(state: contract.State, slot: SupportsIndex) -> list[int]:
    """List the legal replies after a face-down card is taken back, ascending (O-4.10).

    They are those of the seat to act, which takes back its card `slot`.

    Parameters
    ----------
    state
        A state of either backend: in ACT, or in SLOT with TURN pending.
    slot
        Which face-down card: 0 or 1.
    """
    return [int(action) for action in ask(state, "onda", "replies", bounded(slot, "slot", 0, 1))]


def can_turn(state: contract.State) -> bool:
    """Tell whether TURN is legal (O-4.7); False outside ACT."""
    return bool(ask(state, "onda", "can_turn"))


def unseen(state: contract.State, p: SupportsIndex) -> Vector:
    """Count the cards whose places seat `p` doesn't know, by kind: `uint8[30]` (8.3).

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("onda").new_initial_state(seed=1)
    >>> int(uneri.onda.unseen(state, 0).sum())  # all 60 but the 15 in its hand
    45
    """
    return np.array(ask(state, "onda", "unseen", seat_of(state, "onda", p)), np.uint8)


def penalty_if_ended(state: contract.State, p: SupportsIndex) -> int:
    """Compute what seat `p` would lose, at least 0, if another seat ended the round now."""
    return int(ask(state, "onda", "penalty_if_ended", seat_of(state, "onda", p)))
