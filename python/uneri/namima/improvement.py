"""The cards that bring Namima's hands closer to a win: waits, draws, calls and discards (11.5 to 11.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, SupportsIndex, Unpack, cast, overload

import numpy as np
from numpy.typing import NDArray

from .._core import namima as _namima
from .._util.checks import flag
from .._util.progress import Report
from .cards import DEFAULT
from .query import ANY, INF, HandQuery, read_growth

if TYPE_CHECKING:
    from .cards import Hand, Melds, UInt8, Variant
    from .query import Batch, Bits, Common, Flags, Growth, Off, Seen


@overload
def waits(
    hand: Hand, exposed: Melds = ..., visible: Hand | None = ..., *, as_bits: Off = ..., **more: Unpack[Common]
) -> tuple[list[str], list[str]]: ...
@overload
def waits(
    hand: Batch, exposed: Melds = ..., visible: Seen = ..., *, as_bits: Off = ..., **more: Unpack[Common]
) -> tuple[Flags, Flags]: ...
@overload
def waits(
    hand: Hand, exposed: Melds = ..., visible: Hand | None = ..., *, as_bits: Literal[True], **more: Unpack[Common]
) -> tuple[int, int]: ...
@overload
def waits(
    hand: Batch, exposed: Melds = ..., visible: Seen = ..., *, as_bits: Literal[True], **more: Unpack[Common]
) -> tuple[Bits, Bits]: ...
@_namima.shortcut()
def waits(
    hand: Hand | Batch,
    exposed: Melds = (),
    visible: Hand | Batch | None = None,
    *,
    as_bits: bool = False,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    threads: SupportsIndex = 1,
    progress: Report = None,
) -> tuple[list[str], list[str]] | tuple[Flags, Flags] | tuple[int, int] | tuple[Bits, Bits]:
    """List the kinds that would complete a hand: drawn, and claimed (11.5).

    Only kinds with a copy left are listed.

    Parameters
    ----------
    hand
        The concealed cards: a hand, or a batch of hands; at most 20 cards each.
    exposed
        The exposed melds: one list for all hands, one list per hand, or `MeldLists`.
    visible
        The cards known to be elsewhere: one hand of them, or for a batch one per hand, `uint8[n, kinds]`.
    as_bits
        Give the kinds as bits of integers, bit k for kind k: an eighth of the memory, and faster.
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
    tuple
        Two lists of names of kinds. For a batch two `bool[n, kinds]`. With `as_bits` two integers, for a batch two
        `uint64[n]`.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.waits("B12 R44")
    (['B3'], ['B3'])

    Count bits with `numpy.bitwise_count`, test them by shifts, and unpack them to a flag for each kind like this:

    >>> import numpy as np
    >>> hands = np.array([namima.parse_hand("B12 R44"), namima.parse_hand("B12 R46")])
    >>> drawn, claimed = namima.waits(hands, as_bits=True)
    >>> [hex(bits) for bits in drawn.tolist()]
    ['0x4', '0x0']
    >>> flags = np.unpackbits(drawn.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, count=45, bitorder="little")
    >>> np.flatnonzero(flags[0]).tolist()
    [2]
    """
    as_bits = flag(as_bits, "as_bits")
    asked = HandQuery(hand, exposed, variant, players, visible, deck=True, threads=threads)
    if asked.core:
        drawn, claimed = asked.run("waits", _namima.waits_rows, progress, asked.visible, as_bits)
    else:
        answers = asked.reference("waits")
        both = [[answer[i] for answer in answers] for i in range(2)]
        drawn, claimed = map(_as_bits, both) if as_bits else (_as_flags(rows, len(asked.tables.kinds)) for rows in both)
    if not asked.one:
        return drawn, claimed
    if as_bits:
        return int(drawn[0]), int(claimed[0])
    names = asked.tables.kinds
    return [names[kind] for kind in np.flatnonzero(drawn[0])], [names[kind] for kind in np.flatnonzero(claimed[0])]


def _as_flags(rows: list[list[int]], kinds: int) -> Flags:
    """Return kinds as `bool[n, kinds]`."""
    flags = np.zeros((len(rows), kinds), np.bool_)
    for row, found in enumerate(rows):
        flags[row, found] = True
    return flags


def _as_bits(rows: list[list[int]]) -> Bits:
    """Return kinds as `uint64[n]`."""
    return np.array([sum(1 << kind for kind in found) for found in rows], np.uint64)


@overload
def acceptance(
    hand: Hand, exposed: Melds = ..., growth: Growth = ..., visible: Hand | None = ..., **more: Unpack[Common]
) -> list[tuple[str, int]]: ...
@overload
def acceptance(
    hand: Batch, exposed: Melds = ..., growth: Growth = ..., visible: Seen = ..., **more: Unpack[Common]
) -> UInt8: ...
@_namima.shortcut()
def acceptance(
    hand: Hand | Batch,
    exposed: Melds = (),
    growth: SupportsIndex | None = None,
    visible: Hand | Batch | None = None,
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    threads: SupportsIndex = 1,
    progress: Report = None,
) -> list[tuple[str, int]] | UInt8:
    """List the kinds that bring a hand at rest closer to a win when drawn, with the copies left (11.6).

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
    list of tuple or numpy.ndarray
        Name of the kind and copies. For a batch the copies, `uint8[n, kinds]`, 0 for kinds that don't help.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.acceptance("B12 R44")
    [('B3', 4)]
    """
    asked = HandQuery(hand, exposed, variant, players, visible, deck=True, threads=threads)
    most = read_growth(growth)
    if asked.core:
        limit = ANY if most is None else most
        copies = cast("UInt8", asked.run("acceptance", _namima.acceptance_rows, progress, asked.visible, limit))
    else:
        copies = np.zeros(asked.rows.shape, np.uint8)
        for row, answer in enumerate(asked.reference("acceptance", growth=most)):
            for kind, left in answer:
                copies[row, kind] = left
    if not asked.one:
        return copies
    return [(asked.tables.kinds[kind], int(copies[0, kind])) for kind in np.flatnonzero(copies[0])]


class Call(NamedTuple):
    """A kind that brings the hand closer to a win when called."""

    kind: str
    copies: int
    """Left."""
    melds: tuple[str, ...]
    """Melds that the call may make; none if the call wins."""


@_namima.shortcut(Call)
def call_acceptance(
    hand: Hand,
    exposed: Melds = (),
    growth: SupportsIndex | None = None,
    visible: Hand | None = None,
    *,
    level: bool = False,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
) -> list[Call]:
    """List the kinds that bring a hand at rest closer to a win when called (11.7).

    Parameters
    ----------
    hand
        The concealed cards: one hand, at most 20 cards.
    exposed
        The exposed melds.
    growth
        By how many cards the hand may still grow by calls. None: any number; 0: no more calls.
    visible
        The cards known to be elsewhere.
    level
        Also list the calls that leave the deficiency as it is and the acceptance with more copies. A call costs no
        discard, so these are good as well.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.

    Returns
    -------
    list of Call
        The kinds, the copies left, and the melds to call for.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.call_acceptance("B12 R46 Y7")[0]
    Call(kind='B3', copies=4, melds=('B1.B2.B3',))
    """
    asked = HandQuery(hand, exposed, variant, players, visible, deck=True)
    asked.single("call_acceptance")
    most, level = read_growth(growth), flag(level, "level")
    if asked.core:
        seen = None if asked.visible is None else asked.visible[0]
        names = (asked.tables.kinds, asked.tables.melds, Call)
        return cast("list[Call]", asked.ask(_namima.one_call_acceptance, seen, most, level, *names))
    answers = asked.reference("call_acceptance", growth=most, level=level)[0]
    return [Call(asked.tables.kinds[kind], copies, asked.texts(melds)) for kind, copies, melds in answers]


@overload
def discard_table(
    hand: Hand, exposed: Melds = ..., growth: Growth = ..., visible: Hand | None = ..., **more: Unpack[Common]
) -> list[tuple[str, int, int]]: ...
@overload
def discard_table(
    hand: Batch, exposed: Melds = ..., growth: Growth = ..., visible: Seen = ..., **more: Unpack[Common]
) -> tuple[UInt8, NDArray[np.uint16]]: ...
@_namima.shortcut()
def discard_table(
    hand: Hand | Batch,
    exposed: Melds = (),
    growth: SupportsIndex | None = None,
    visible: Hand | Batch | None = None,
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    threads: SupportsIndex = 1,
    progress: Report = None,
) -> list[tuple[str, int, int]] | tuple[UInt8, NDArray[np.uint16]]:
    """Evaluate each discard of a hand that holds the drawn card (11.8).

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
    list of tuple or tuple
        For each possible discard: name of the kind, deficiency then, copies that would reduce it. For a batch
        two arrays: deficiencies `uint8[n, kinds]` and copies `uint16[n, kinds]`; INF and 0 for kinds not in the hand.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.discard_table("B123 R4 Y7")
    [('B1', 2, 13), ('B2', 2, 9), ('B3', 2, 9), ('R4', 1, 3), ('Y7', 1, 3)]
    """
    asked = HandQuery(hand, exposed, variant, players, visible, deck=True, threads=threads)
    most = read_growth(growth)
    if asked.core:
        limit = ANY if most is None else most
        far, copies = asked.run("discard_table", _namima.discard_table_rows, progress, asked.visible, limit)
    else:
        far, copies = np.full(asked.rows.shape, INF, np.uint8), np.zeros(asked.rows.shape, np.uint16)
        for row, answer in enumerate(asked.reference("discard_table", growth=most)):
            for kind, after, left in answer:
                far[row, kind], copies[row, kind] = after, left
    if not asked.one:
        return far, copies
    held = np.flatnonzero(asked.rows[0]).tolist()
    return [(asked.tables.kinds[kind], int(far[0, kind]), int(copies[0, kind])) for kind in held]
