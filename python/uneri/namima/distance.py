"""The distance of Namima's hands from a win (11.4). The cards that reduce the distance are in `improvement.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex, Unpack, cast, overload

import numpy as np

from .._core import namima as _namima
from .._util.checks import bounded
from .._util.progress import Report
from .cards import DEFAULT
from .query import ANY, HandQuery, read_growth

if TYPE_CHECKING:
    from .cards import Hand, Melds, UInt8, Variant
    from .query import Batch, Common, Growth, Int, Seen


@overload
def need(
    hand: Hand, size: Int, exposed: Melds = ..., min_new: Int = ..., visible: Hand | None = ..., **more: Unpack[Common]
) -> int: ...
@overload
def need(
    hand: Batch, size: Int, exposed: Melds = ..., min_new: Int = ..., visible: Seen = ..., **more: Unpack[Common]
) -> UInt8: ...
@_namima.shortcut()
def need(
    hand: Hand | Batch,
    size: SupportsIndex,
    exposed: Melds = (),
    min_new: SupportsIndex = 0,
    visible: Hand | Batch | None = None,
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    threads: SupportsIndex = 1,
    progress: Report = None,
) -> int | UInt8:
    """Count the fewest cards that a hand lacks to have an arrangement of a given size (11.4).

    Parameters
    ----------
    hand
        The concealed cards: a hand, or a batch of hands; at most 20 cards each.
    size
        The concealed cards of the arrangement: 0 to 40.
    exposed
        The exposed melds: one list for all hands, one list per hand, or `MeldLists`.
    min_new
        How many of its melds are new ones, at least: 0 to 40.
    visible
        The cards known to be elsewhere: one hand of them, or for a batch one per hand, `uint8[n, kinds]`.
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
        Cards; INF if there is no such arrangement. For a batch `uint8[n]`.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.need("B12 R44", size=5)
    1
    """
    asked = HandQuery(hand, exposed, variant, players, visible, deck=True, threads=threads)
    cards, melds = bounded(size, "size", 0, 40), bounded(min_new, "min_new", 0, 40)
    if asked.core:
        missing = cast("UInt8", asked.run("need", _namima.need_rows, progress, asked.visible, cards, melds))
    else:
        missing = np.array(asked.reference("need", size=cards, min_new=melds), np.uint8)
    return int(missing[0]) if asked.one else missing


def _deficiency(asked: HandQuery, growth: SupportsIndex | None, progress: Report, *, drawn: bool) -> int | UInt8:
    most = read_growth(growth)
    name = "deficiency_drawn" if drawn else "deficiency"
    if asked.core:
        limit = ANY if most is None else most
        far = cast("UInt8", asked.run(name, _namima.deficiency_rows, progress, asked.visible, limit, drawn))
    else:
        far = np.array(asked.reference(name, growth=most), np.uint8)
    return int(far[0]) if asked.one else far


@overload
def deficiency(
    hand: Hand, exposed: Melds = ..., growth: Growth = ..., visible: Hand | None = ..., **more: Unpack[Common]
) -> int: ...
@overload
def deficiency(
    hand: Batch, exposed: Melds = ..., growth: Growth = ..., visible: Seen = ..., **more: Unpack[Common]
) -> UInt8: ...
@_namima.shortcut()
def deficiency(
    hand: Hand | Batch,
    exposed: Melds = (),
    growth: SupportsIndex | None = None,
    visible: Hand | Batch | None = None,
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    threads: SupportsIndex = 1,
    progress: Report = None,
) -> int | UInt8:
    """Count the fewest cards still needed by a hand that waits for a card (11.4).

    The winning card is included. 1 is ready; shanten is one less. It is never 0: a complete hand at rest still waits
    for one more card. Without cards and melds it is INF.

    Parameters
    ----------
    hand
        The concealed cards: a hand, or a batch of hands; at most 20 cards each.
    exposed
        The exposed melds: one list for all hands, one list per hand, or `MeldLists`.
    growth
        By how many cards the hand may still grow by calls. None: any number; 0: no more calls.
    visible
        The cards known to be elsewhere: one hand of them, or for a batch one per hand, `uint8[n, kinds]`.
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
        Cards; INF if no draws can win. For a batch `uint8[n]`.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.deficiency("B12 R44"), namima.deficiency("B12 R46")
    (1, 2)
    """
    asked = HandQuery(hand, exposed, variant, players, visible, deck=True, threads=threads)
    return _deficiency(asked, growth, progress, drawn=False)


@overload
def deficiency_drawn(
    hand: Hand, exposed: Melds = ..., growth: Growth = ..., visible: Hand | None = ..., **more: Unpack[Common]
) -> int: ...
@overload
def deficiency_drawn(
    hand: Batch, exposed: Melds = ..., growth: Growth = ..., visible: Seen = ..., **more: Unpack[Common]
) -> UInt8: ...
@_namima.shortcut()
def deficiency_drawn(
    hand: Hand | Batch,
    exposed: Melds = (),
    growth: SupportsIndex | None = None,
    visible: Hand | Batch | None = None,
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    threads: SupportsIndex = 1,
    progress: Report = None,
) -> int | UInt8:
    """Count the fewest cards still needed by a hand that holds the drawn card (11.4).

    The winning card is included. A complete hand has 0, as has one without cards.

    Parameters
    ----------
    hand
        The concealed cards: a hand, or a batch of hands; at most 20 cards each.
    exposed
        The exposed melds: one list for all hands, one list per hand, or `MeldLists`.
    growth
        By how many cards the hand may still grow by calls. None: any number; 0: no more calls.
    visible
        The cards known to be elsewhere: one hand of them, or for a batch one per hand, `uint8[n, kinds]`.
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
        Cards; INF if no draws can win. For a batch `uint8[n]`.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.deficiency_drawn("B123 R44"), namima.deficiency_drawn("B123 R46")
    (0, 1)
    """
    asked = HandQuery(hand, exposed, variant, players, visible, deck=True, threads=threads)
    return _deficiency(asked, growth, progress, drawn=True)
