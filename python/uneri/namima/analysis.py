"""Namima's hand analysis: the melds that a seat may expose and the cards it can't see. Other files have the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, SupportsIndex

import numpy as np

from .._util.checks import seat_of
from .cards import DEFAULT, tables_of
from .distance import deficiency, deficiency_drawn, need
from .improvement import Call, acceptance, call_acceptance, discard_table, waits
from .points import Best, arrangements, best, is_complete, min_penalty, penalty
from .query import HandQuery, read_growth

if TYPE_CHECKING:
    from .. import contract
    from .._util.notation import Counts
    from .cards import Hand, Kind, Melds, Tables, UInt8, Variant

__all__ = [
    "Best", "Call", "CallChoice", "acceptance", "arrangements", "best", "call_acceptance", "call_table", "deficiency",
    "deficiency_drawn", "discard_table", "is_complete", "legal_melds", "min_penalty", "need", "penalty", "unseen", "waits",
]  # fmt: skip


def unseen(state: contract.State, seat: SupportsIndex) -> UInt8:
    """Count the cards of a state of either backend whose places a seat can't see, by kind: `uint8[kinds]` (N-10.5).

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("namima").new_initial_state(seed=1)
    >>> int(uneri.namima.unseen(state, 1).sum())  # all 140 but the 15 in its hand
    125
    """
    viewer = seat_of(state, "namima", seat)
    view = state.to_dict(viewer)
    if view["phase"] == "SEAT":  # nothing is dealt
        return tables_of(state.game).copies.copy()
    tables = tables_of(state.game)
    seen = np.array(view["lying"], np.int64)
    for melds in view["exposed"]:
        for meld in melds:
            seen += tables.meld_cards(meld)
    for hand in view["hand"]:
        if hand is not None:
            seen += np.array(hand, np.int64)
    return (tables.copies - seen).astype(np.uint8)


def legal_melds(
    hand: Hand, discard: Kind | None = None, *, variant: Variant = DEFAULT, players: SupportsIndex = 4
) -> list[str]:
    """List the melds that a seat may expose.

    On its turn it exposes them from the hand (N-5.3), or with another's `discard` (N-5.8). At least one card stays
    concealed. Melds already exposed make no difference.

    Parameters
    ----------
    hand
        The concealed cards: one hand.
    discard
        The card that another discarded. None: it is the seat's turn.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.legal_melds("B123 R44"), namima.legal_melds("B12 R4", discard="B3")
    (['R4.R4', 'B1.B2.B3'], ['B1.B2.B3'])
    """
    asked = HandQuery(hand, (), variant, players)
    asked.single("legal_melds")
    melds = meld_ids(asked.tables, asked.rows[0], asked.tables.kind("discard", discard))
    return [asked.tables.melds[meld] for meld in melds]


def meld_ids(tables: Tables, hand: Counts, discard: int | None) -> list[int]:
    """List the ids of the melds of `legal_melds`."""
    both = hand.astype(np.int64)
    if discard is not None:
        both[discard] += 1
    melds = tables.meld_rows
    legal = (melds <= both).all(axis=1) & (tables.meld_sizes < both.sum())
    if discard is not None:
        legal &= melds[:, discard] > 0
    found: list[int] = np.flatnonzero(legal).tolist()
    return found


class CallChoice(NamedTuple):
    """An answer to another's discard, and the hand after it."""

    move: str
    """`win`, `pass`, or the meld to call for."""
    deficiency: int
    copies: int
    """Cards in the acceptance then."""
    min_penalty: int
    """The least penalty of the cards that stay concealed, after any further exposures and lay-offs."""


def call_table(
    hand: Hand,
    discard: Kind,
    exposed: Melds = (),
    growth: SupportsIndex | None = None,
    visible: Hand | None = None,
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
) -> list[CallChoice]:
    """Evaluate each thing that a hand at rest may do with another's discard: win, pass, or call for a meld.

    Parameters
    ----------
    hand
        The concealed cards: one hand, at most 19 cards.
    discard
        The card that another seat discarded.
    exposed
        The exposed melds.
    growth
        By how many cards the hand may still grow by calls, this one included. None: any number; 0: no more calls.
    visible
        The cards known to be elsewhere, without the discard.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.

    Returns
    -------
    list of CallChoice
        A win if there is one, passing, then the calls by meld.

    Examples
    --------
    >>> from uneri import namima
    >>> for choice in namima.call_table("B12 R46 Y7", "B3"):
    ...     print(*choice)
    pass 3 46 5
    B1.B2.B3 2 9 3
    """
    asked = HandQuery(hand, exposed, variant, players, visible, deck=True)
    asked.single("call_table")
    tables, most = asked.tables, read_growth(growth)
    kind = tables.kind("discard", discard)
    if kind is None:
        raise TypeError("discard is None; allowed: a kind")
    both = asked.rows.copy()
    both[0, kind] += 1
    tables.check_deck(both, asked.exposed, asked.visible)
    old, seen = asked.exposed.of(0), np.zeros_like(both) if asked.visible is None else asked.visible
    melds = [] if most == 0 else meld_ids(tables, asked.rows[0], kind)
    rows = np.concatenate([asked.rows, both - tables.meld_rows[melds]])
    after = np.repeat(seen, len(rows), axis=0)
    after[0, kind] += 1  # a card that is passed lies open
    fewer = None if most is None else most - 1
    wins = is_complete(both[0], old, kind, variant=asked.game)
    found = [CallChoice("win", 0, 0, 0)] if wins else []
    for row, meld in enumerate([None, *melds]):
        context = (old, most) if meld is None else ([*old, meld], fewer)
        far = deficiency(rows[row], *context, after[row], variant=asked.game)
        copies = sum(left for _, left in acceptance(rows[row], *context, after[row], variant=asked.game))
        worth = min_penalty(rows[row], context[0], context[1], variant=asked.game)
        found.append(CallChoice("pass" if meld is None else tables.melds[meld], far, copies, worth))
    return found
