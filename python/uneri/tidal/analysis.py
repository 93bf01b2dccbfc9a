"""Tidal's analysis of cards and points. Previews of a position are in `previews.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypedDict, cast, overload

import numpy as np

from .._core import tidal as _tidal
from .._util.checks import bounded, check_game
from ..registry import reference_module
from ..registry.outside import ask
from .backend import ask_rows
from .cards import CARD_NAMES, CARDS, ROLES, quadrant, read_bouts, read_counts, read_flags, read_many_cards

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .. import contract
    from .cards import CardLike, Cards, Flags, Int32, Ints, QuadrantLike, Table

    Float64 = NDArray[np.float64]

__all__ = [
    "Breakdown", "RoleOdds", "ScoreNow", "breakdown", "feast_points", "majority_points", "rank_bout", "region_counts",
    "role_odds", "score_now", "strength",
]  # fmt: skip

# Analysis of cards (section 10 of the rules)


@overload
def strength(game: contract.Game, q: QuadrantLike, card: CardLike) -> int: ...
@overload
def strength(game: contract.Game, q: QuadrantLike, card: Ints) -> Int32: ...
@_tidal.shortcut()
def strength(game: contract.Game, q: QuadrantLike, card: CardLike | Ints) -> int | Int32:
    """Return the strength of a card in a quadrant, 0 to 39; 39 is the strongest (6.1). For an array, `int32[n]`.

    Parameters
    ----------
    game
        A loaded game of either backend.
    q
        The quadrant: 0 to 3, or its colour.
    card
        A card: id or text; or an array of ids, `[n]`.

    Examples
    --------
    >>> import uneri
    >>> game = uneri.load_game("tidal")
    >>> uneri.tidal.strength(game, "teal", "T7"), uneri.tidal.strength(game, "teal", "O9")
    (37, 19)
    """
    cards, one = read_many_cards(card)
    values = ask_rows(game, "strength", (quadrant(q),), cards)
    return int(values[0]) if one else values


@overload
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Cards) -> list[int]: ...
@overload
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Ints) -> Int32: ...
@_tidal.shortcut()
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Cards | Ints) -> list[int] | Int32:
    """Rank the seats of a bout, highest first; for many bouts, `int32[n, seats]`.

    Parameters
    ----------
    game
        A loaded game of either backend.
    q
        The quadrant: 0 to 3, or its colour.
    cards
        The 2 to 5 different cards played, by seat. For many bouts, an array of ids, `[n, seats]`.

    Examples
    --------
    >>> import uneri
    >>> uneri.tidal.rank_bout(uneri.load_game("tidal"), "teal", "O9 T7 T8")
    [2, 1, 0]
    """
    rows, one = read_bouts(cards, 2, 5)
    ranks = ask_rows(game, "rank_bout", (quadrant(q),), rows)
    return cast("list[int]", ranks[0].tolist()) if one else ranks


class RoleOdds(TypedDict):
    """The chances that a card is the highest, a middle one or the lowest. They add up to 1."""

    highest: float
    middle: float
    lowest: float


@overload
def role_odds(game: contract.Game, q: QuadrantLike, card: CardLike, U: Cards, k: SupportsIndex) -> RoleOdds: ...
@overload
def role_odds(
    game: contract.Game, q: QuadrantLike, card: CardLike | Ints, U: Cards | Flags, k: SupportsIndex
) -> RoleOdds | Table: ...
def role_odds(
    game: contract.Game, q: QuadrantLike, card: CardLike | Ints, U: Cards | Flags, k: SupportsIndex
) -> RoleOdds | Table:
    """Compute the chances that a card is the highest, a middle one or the lowest.

    It is in quadrant `q` against `k` cards drawn from `U`. For arrays the result has one `float64[n]` per role.

    Parameters
    ----------
    game
        A loaded game of either backend.
    q
        The quadrant: 0 to 3, or its colour.
    card
        A card: id or text; or an array of ids, `[n]`.
    U
        The other cards, without `card`: cards, or `uint8[40]` flags as of `card_flags`; or many sets, `uint8[n, 40]`.
    k
        How many of them are drawn: 1 to the size of `U`.

    Examples
    --------
    >>> import uneri
    >>> uneri.tidal.role_odds(uneri.load_game("tidal"), "teal", "T7", "T8 O1 O2 P0", 1)
    {'highest': 0.75, 'middle': 0.0, 'lowest': 0.25}
    """
    numbers, one_card = read_many_cards(card)
    flags, one_set = read_flags(U)
    size = len(flags) if one_card else len(numbers)
    if not one_set and len(flags) != size:
        raise ValueError(f"card and U must have the same number of rows, not {len(numbers)} and {len(flags)}")
    wanted = np.ascontiguousarray(np.broadcast_to(numbers, (size,)))
    others = np.ascontiguousarray(np.broadcast_to(flags, (size, CARDS)))
    check_game(game, "tidal")
    where = quadrant(q)
    sizes = others.sum(axis=1)
    draws = bounded(k, "k", 1, int(sizes.min()) if size else CARDS)
    for number, row in zip(wanted.tolist(), others, strict=True):
        if row[number]:
            raise ValueError(f"U must not have the card itself, {CARD_NAMES[number]}")
    if game.backend == "core":
        odds = cast("Float64", cast("Any", _tidal).role_odds(game, where, wanted, others, draws))
    else:
        odds_of = reference_module("tidal").role_odds
        rules = cast("Any", game).rules
        pairs = zip(wanted.tolist(), others, strict=True)
        found = [odds_of(rules, where, number, np.flatnonzero(row).tolist(), draws) for number, row in pairs]
        odds = np.array([list(each.values()) for each in found], np.float64).reshape(size, len(ROLES))
    if one_card and one_set:
        return RoleOdds(highest=float(odds[0, 0]), middle=float(odds[0, 1]), lowest=float(odds[0, 2]))
    return {role: np.ascontiguousarray(odds[:, index]) for index, role in enumerate(ROLES)}


# Analysis of points


@overload
def majority_points(game: contract.Game, counts: Sequence[int]) -> list[int]: ...
@overload
def majority_points(game: contract.Game, counts: Ints) -> Int32: ...
@_tidal.shortcut()
def majority_points(game: contract.Game, counts: Sequence[int] | Ints) -> list[int] | Int32:
    """Compute the points of one region by seat (8.2); for many, `int32[n, seats]`.

    Parameters
    ----------
    game
        A loaded game of either backend.
    counts
        The banners of 2 to 5 seats there. For many, an array `[n, seats]`.

    Examples
    --------
    >>> import uneri
    >>> uneri.tidal.majority_points(uneri.load_game("tidal"), [3, 1, 0, 0])
    [6, 3, 0, 0]
    """
    rows, one = read_counts(counts, "counts")
    points = ask_rows(game, "majority_points", (), rows)
    return cast("list[int]", points[0].tolist()) if one else points


@overload
def feast_points(fruit: Sequence[int]) -> list[int]: ...
@overload
def feast_points(fruit: Ints) -> Int32: ...
@_tidal.shortcut()
def feast_points(fruit: Sequence[int] | Ints) -> list[int] | Int32:
    """Compute each seat's profit from a feast (8.1), from the fruit of 2 to 5 seats. For many, `int32[n, seats]`, from an
    array `[n, seats]`.

    Examples
    --------
    >>> from uneri import tidal
    >>> tidal.feast_points([4, 3, 0, 1])
    [4, 2, 0, 1]
    """
    rows, one = read_counts(fruit, "fruit")
    points = _tidal.feast_points(rows)
    return cast("list[int]", points[0].tolist()) if one else points


def region_counts(state: contract.State) -> list[list[int]]:
    """Count the banners that count for the majority, as `[region][seat]`.

    Towers are included, neutral banners are not.
    """
    return cast("list[list[int]]", ask(state, "tidal", "region_counts"))


class ScoreNow(TypedDict):
    """Profit by seat."""

    majority: list[int]
    majority_pending: list[int]
    """The gain if the majorities were scored at once."""
    feast: list[int]
    feast_pending: list[int]
    """The gain if a feast came at once."""
    character: list[int]
    kept: list[int]
    """For kept 9s."""
    total: list[int]
    """The sum, pending profit included."""


def score_now(state: contract.State) -> ScoreNow:
    """Compute each seat's score if majorities and a feast were scored at once; at the end nothing is pending."""
    return cast("ScoreNow", ask(state, "tidal", "score_now"))


class Breakdown(TypedDict):
    """The points of each seat by source, and its place."""

    majority: list[int]
    feast: list[int]
    character: list[int]
    kept: list[int]
    """For kept 9s."""
    total: list[int]
    tower: list[int]
    """Banners on both towers, which break ties."""
    place: list[int]
    """1-based; equal seats share a place."""


def breakdown(state: contract.State) -> Breakdown:
    """List the points of the seats by source, and their places (8.3); before the end, as if the game ended now."""
    return cast("Breakdown", ask(state, "tidal", "breakdown"))
