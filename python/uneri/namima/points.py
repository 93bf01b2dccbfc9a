"""Namima's melds and points: complete hands and their worth (11.1 to 11.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, Unpack, cast, overload

import numpy as np

from .._core import namima as _namima
from .._util.checks import bounded
from .._util.progress import Report
from ..registry import reference_module
from .cards import DEFAULT
from .query import ANY, HandQuery

if TYPE_CHECKING:
    from .cards import Hand, Kind, Melds, Variant
    from .query import Batch, Common, Flags, Int, Int32


@overload
def is_complete(hand: Hand, exposed: Melds = ..., claimed: Kind | None = ..., **more: Unpack[Common]) -> bool: ...
@overload
def is_complete(hand: Batch, exposed: Melds = ..., claimed: None = ..., **more: Unpack[Common]) -> Flags: ...
@_namima.shortcut()
def is_complete(
    hand: Hand | Batch,
    exposed: Melds = (),
    claimed: Kind | None = None,
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    threads: SupportsIndex = 1,
    progress: Report = None,
) -> bool | Flags:
    """Return whether all cards of a hand are in melds (11.1).

    These are new melds, or lay-offs on exposed ones. A hand without cards is complete.

    Parameters
    ----------
    hand
        The concealed cards: a hand, or a batch of hands.
    exposed
        The exposed melds: one list for all hands, one list per hand, or `MeldLists`.
    claimed
        A card of the hand that was a discard: it must be in a new meld (N-3.18). One hand only.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.
    threads
        Threads that share the hands of a batch: 1 to 256.
    progress
        None: show a line on a terminal. True: always show it. False: never. Or a function of the share that is done.

    Returns
    -------
    bool or numpy.ndarray
        For a batch `bool[n]`.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.is_complete("B123 R44"), namima.is_complete("B123 R46")
    (True, False)
    """
    asked = HandQuery(hand, exposed, variant, players, threads=threads)
    kind = asked.tables.kind("claimed", claimed)
    _check_claimed(asked, kind)
    if not asked.core:
        answers = asked.reference("is_complete", claimed=kind)
        return bool(answers[0]) if asked.one else np.array(answers, np.bool_)
    if asked.one:
        return cast("bool", asked.ask(_namima.one_complete, kind))
    return cast("Flags", asked.run("is_complete", _namima.complete_rows, progress))


def _check_claimed(asked: HandQuery, kind: int | None) -> None:
    if kind is None:
        return
    asked.single("claimed")
    if asked.rows[0, kind] == 0:
        raise ValueError(f"claimed must be a card of the hand, not {asked.tables.kinds[kind]}")


@_namima.shortcut()
def arrangements(
    hand: Hand, exposed: Melds = (), *, variant: Variant = DEFAULT, players: SupportsIndex = 4
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """List all ways to put a hand into melds (11.1).

    Parameters
    ----------
    hand
        The concealed cards: one hand.
    exposed
        The exposed melds.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.

    Returns
    -------
    list of tuple
        The new melds, and the exposed ones after lay-offs; in the order of meld ids.

    Examples
    --------
    >>> from uneri import namima
    >>> for new, grown in namima.arrangements("B112233"):
    ...     print(new)
    ('B1.B1', 'B2.B2', 'B3.B3')
    ('B1.B2.B3', 'B1.B2.B3')
    """
    asked = HandQuery(hand, exposed, variant, players)
    asked.single("arrangements")
    if asked.core:
        found: list[tuple[tuple[str, ...], tuple[str, ...]]] = asked.ask(_namima.one_arrangements, asked.tables.melds)
        return found
    return [(asked.texts(new), asked.texts(grown)) for new, grown in asked.reference("arrangements")[0]]


class Best(NamedTuple):
    """The worth of a complete hand in its best arrangement (11.2)."""

    points: int
    """Before riichi doubles it."""
    melds: tuple[str, ...]
    """The new ones."""
    exposed: tuple[str, ...]
    """The exposed ones after lay-offs."""
    claimed_meld: str | None
    """The new meld with the claimed card."""
    combinations: dict[str, int]
    """Their points by name."""
    meld_points: int
    dora_points: int


@overload
def best(
    hand: Hand, exposed: Melds = ..., claimed: Kind | None = ..., dora: Kind | None = ..., **more: Unpack[Common]
) -> Best | None: ...
@overload
def best(
    hand: Batch, exposed: Melds = ..., claimed: None = ..., dora: Kind | None = ..., **more: Unpack[Common]
) -> Int32: ...
@_namima.shortcut(Best)
def best(
    hand: Hand | Batch,
    exposed: Melds = (),
    claimed: Kind | None = None,
    dora: Kind | None = None,
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    threads: SupportsIndex = 1,
    progress: Report = None,
) -> Best | Int32 | None:
    """Find the arrangement that is worth most (11.2).

    A hand without cards has the points of those combinations that hold of "all melds".

    Parameters
    ----------
    hand
        The concealed cards: a hand, or a batch of hands.
    exposed
        The exposed melds: one list for all hands, one list per hand, or `MeldLists`.
    claimed
        A card of the hand that was a discard. One hand only.
    dora
        The colour of the dora suit.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.
    threads
        Threads that share the hands of a batch: 1 to 256.
    progress
        None: show a line on a terminal. True: always show it. False: never. Or a function of the share that is done.

    Returns
    -------
    Best, numpy.ndarray or None
        None if the hand is not complete. For a batch the points alone, `int32[n]`, -1 for hands that are not complete.

    Examples
    --------
    >>> from uneri import namima
    >>> best = namima.best("B123 R44")
    >>> best.points, best.melds
    (3, ('R4.R4', 'B1.B2.B3'))
    """
    asked = HandQuery(hand, exposed, variant, players, threads=threads)
    kind, colour = asked.tables.kind("claimed", claimed), asked.tables.colour("dora", dora)
    _check_claimed(asked, kind)
    if asked.one and asked.core:
        return cast("Best | None", asked.ask(_namima.one_best, kind, colour, asked.tables.melds, Best))
    if asked.one:
        found = asked.reference("best", claimed=kind, dora=colour)[0]
        return None if found is None else _best(asked, found)
    if asked.core:
        return cast("Int32", asked.run("best", _namima.best_rows, progress, colour))
    answers = asked.reference("best", dora=colour)
    return np.array([-1 if answer is None else answer["points"] for answer in answers], np.int32)


def _best(asked: HandQuery, found: dict[str, Any]) -> Best:
    claimed = found["claimed_meld"]
    return Best(
        points=found["points"],
        melds=asked.texts(found["new"]),
        exposed=asked.texts(found["exposed"]),
        claimed_meld=None if claimed is None or claimed < 0 else asked.tables.melds[claimed],
        combinations=dict(found["combinations"]),
        meld_points=found["meld_points"],
        dora_points=found["dora_points"],
    )


@_namima.shortcut()
def penalty(hand: Hand, dora: Kind | None = None, *, variant: Variant = DEFAULT, players: SupportsIndex = 4) -> int:
    """Compute the cost of a hand when another seat wins (11.2).

    Parameters
    ----------
    hand
        The concealed cards: one hand.
    dora
        The colour of the dora suit.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.

    Returns
    -------
    int
        Points.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.penalty("B123 R4")
    4
    """
    asked = HandQuery(hand, (), variant, players)
    asked.single("penalty")
    colour = asked.tables.colour("dora", dora)
    if asked.core:
        return cast("int", _namima.one_penalty(asked.tables.game, asked.rows[0], colour))
    rules = cast("Any", asked.game).rules
    return int(reference_module("namima").penalty(rules, asked.rows[0].tolist(), dora=colour))


@overload
def min_penalty(
    hand: Hand, exposed: Melds = ..., exposures: Int | None = ..., dora: Kind | None = ..., **more: Unpack[Common]
) -> int: ...
@overload
def min_penalty(
    hand: Batch, exposed: Melds = ..., exposures: Int | None = ..., dora: Kind | None = ..., **more: Unpack[Common]
) -> Int32: ...
@_namima.shortcut()
def min_penalty(
    hand: Hand | Batch,
    exposed: Melds = (),
    exposures: SupportsIndex | None = None,
    dora: Kind | None = None,
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    threads: SupportsIndex = 1,
    progress: Report = None,
) -> int | Int32:
    """Compute the least penalty of the cards that stay concealed (11.3).

    That is after laying cards off and exposing at most `exposures` melds.

    Parameters
    ----------
    hand
        The concealed cards: a hand, or a batch of hands.
    exposed
        The exposed melds: one list for all hands, one list per hand, or `MeldLists`.
    exposures
        How many melds may be exposed: 0 to 99. None: any number.
    dora
        The colour of the dora suit.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.
    threads
        Threads that share the hands of a batch: 1 to 256.
    progress
        None: show a line on a terminal. True: always show it. False: never. Or a function of the share that is done.

    Returns
    -------
    int or numpy.ndarray
        Points. For a batch `int32[n]`.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.min_penalty("B123 R4"), namima.min_penalty("B123 R4", exposures=0)
    (1, 4)
    """
    asked = HandQuery(hand, exposed, variant, players, threads=threads)
    colour = asked.tables.colour("dora", dora)
    most = None if exposures is None else bounded(exposures, "exposures", 0, ANY)
    if asked.core:
        limit, suit = -1 if most is None else most, -1 if colour is None else colour
        points = cast("Int32", asked.run("min_penalty", _namima.min_penalty_rows, progress, limit, suit))
    else:
        points = np.array(asked.reference("min_penalty", exposures=most, dora=colour), np.int32)
    return int(points[0]) if asked.one else points
