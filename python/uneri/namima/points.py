"""Namima's melds and points: which hands are complete, and what they are worth (11.1 to 11.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, cast, overload

import numpy as np

from .._core import namima as _namima
from .._util.checks import MOST_THREADS, bounded
from .._util.progress import Report
from ..registry import reference_module
from .cards import DEFAULT, game_of
from .query import ANY, HandQuery

if TYPE_CHECKING:
    from .cards import Hand, Kind, Melds, Variant
    from .query import Batch, Flags, Int32

_NO_MELDS = np.zeros(0, np.uint16)
_COUNTS = np.dtype(np.uint8)


@overload
def is_complete(
    hand: Hand,
    exposed: Melds = ...,
    claimed: Kind | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> bool: ...
@overload
def is_complete(
    hand: Batch,
    exposed: Melds = ...,
    claimed: None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> Flags: ...
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
    """Do all cards of the hand lie in melds, new ones or by lay-offs on exposed ones (11.1)? Of a batch `bool[n]`.

    With a `claimed` card, which is in the hand, it must be in a new meld (N-3.18); one hand only. A hand without cards
    is complete.
    """
    # A row of counts: the quickest way. To compare dtypes, or to ask a game for its backend, takes longer than to look
    # whether they are the same objects; who has others goes on below. An array of melds has no truth value, or that of
    # its only meld.
    if (
        type(hand) is np.ndarray
        and hand.dtype is _COUNTS
        and hand.ndim == 1
        and type(exposed) is tuple
        and not exposed
        and claimed is None
        and type(threads) is int
        and threads == 1
    ):
        game = variant if type(variant) is _namima.Game else game_of(variant, players)
        if type(game) is _namima.Game:
            return _namima.is_complete(game, hand, _NO_MELDS, None)
    asked = HandQuery(hand, exposed, variant, players)
    bounded(threads, "threads", 1, MOST_THREADS)
    kind = asked.tables.kind("claimed", claimed)
    if kind is not None:
        asked.single("claimed")
        _check_claimed(asked, kind)
    if not asked.core:
        answers = asked.reference("is_complete", claimed=kind)
        return bool(answers[0]) if asked.one else np.array(answers, np.bool_)
    if asked.one:
        return _namima.is_complete(asked.tables.game, asked.rows[0], asked.exposed.ids, kind)
    return cast("Flags", asked.run("is_complete", _namima.complete_rows, threads, progress))


def _check_claimed(asked: HandQuery, kind: int) -> None:
    if asked.rows[0, kind] == 0:
        raise ValueError(f"claimed is {asked.tables.kinds[kind]}; allowed: a card of the hand")


def arrangements(
    hand: Hand, exposed: Melds = (), *, variant: Variant = DEFAULT, players: SupportsIndex = 4
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """All ways to put the hand into melds (11.1): the new melds, and what the exposed ones become by lay-offs.

    In the order of meld ids. ValueError if there are more than 100,000 (custom rule sets can have so many).
    """
    asked = HandQuery(hand, exposed, variant, players)
    asked.single("arrangements")
    if asked.core:
        found = _namima.arrangements(asked.tables.game, asked.rows[0], asked.exposed.ids)
    else:
        found = asked.reference("arrangements")[0]
    return [(asked.texts(new), asked.texts(grown)) for new, grown in found]


class Best(NamedTuple):
    """What a complete hand is worth at best (11.2)."""

    points: int
    """Before riichi doubles it."""
    melds: tuple[str, ...]
    """The new ones."""
    exposed: tuple[str, ...]
    """What the exposed ones become by lay-offs."""
    claimed_meld: str | None
    """The new meld with the claimed card."""
    combinations: dict[str, int]
    """Their points by name."""
    meld_points: int
    dora_points: int


@overload
def best(
    hand: Hand,
    exposed: Melds = ...,
    claimed: Kind | None = ...,
    dora: Kind | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> Best | None: ...
@overload
def best(
    hand: Batch,
    exposed: Melds = ...,
    claimed: None = ...,
    dora: Kind | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> Int32: ...
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
    """The arrangement that is worth most (11.2); None if the hand is not complete. `dora` is a colour.

    A hand without cards has the points of those combinations that hold of "all melds".

    Of a batch the points alone, `int32[n]`, -1 for hands that are not complete; nothing being claimed.
    """
    asked = HandQuery(hand, exposed, variant, players)
    bounded(threads, "threads", 1, MOST_THREADS)
    kind, colour = asked.tables.kind("claimed", claimed), asked.tables.colour("dora", dora)
    if kind is not None:
        asked.single("claimed")
        _check_claimed(asked, kind)
    if asked.one:
        if asked.core:
            found = _namima.best(asked.tables.game, asked.rows[0], asked.exposed.ids, kind, colour)
        else:
            found = asked.reference("best", claimed=kind, dora=colour)[0]
        return None if found is None else _best(asked, found)
    if asked.core:
        return cast("Int32", asked.run("best", _namima.best_rows, threads, progress, colour))
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


def penalty(hand: Hand, dora: Kind | None = None, *, variant: Variant = DEFAULT, players: SupportsIndex = 4) -> int:
    """What the cards cost a player who holds them when another wins (11.2)."""
    asked = HandQuery(hand, (), variant, players)
    asked.single("penalty")
    colour = asked.tables.colour("dora", dora)
    if asked.core:
        return _namima.penalty(asked.tables.game, asked.rows[0], colour)
    rules = cast("Any", asked.game).rules
    return int(reference_module("namima").penalty(rules, asked.rows[0].tolist(), dora=colour))


@overload
def min_penalty(
    hand: Hand,
    exposed: Melds = ...,
    exposures: SupportsIndex | None = ...,
    dora: Kind | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> int: ...
@overload
def min_penalty(
    hand: Batch,
    exposed: Melds = ...,
    exposures: SupportsIndex | None = ...,
    dora: Kind | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> Int32: ...
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
    """The least penalty of what stays concealed after laying cards off and exposing at most `exposures` melds (11.3).

    None: any number. Of a batch `int32[n]`.
    """
    asked = HandQuery(hand, exposed, variant, players)
    colour = asked.tables.colour("dora", dora)
    most = None if exposures is None else bounded(exposures, "exposures", 0, ANY)
    if asked.core:
        limit, suit = -1 if most is None else most, -1 if colour is None else colour
        points = cast("Int32", asked.run("min_penalty", _namima.min_penalty_rows, threads, progress, limit, suit))
    else:
        points = np.array(asked.reference("min_penalty", exposures=most, dora=colour), np.int32)
    return int(points[0]) if asked.one else points
