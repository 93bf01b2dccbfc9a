"""Namima's hand analysis: points and distances, which have files of their own, and what a seat may expose and can't see."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from .._util.game_module import check_state, seat_of
from .cards import DEFAULT, tables_of
from .distance import (
    Call,
    acceptance,
    call_acceptance,
    deficiency,
    deficiency_drawn,
    discard_table,
    need,
    waits,
)
from .points import (
    Best,
    arrangements,
    best,
    is_complete,
    min_penalty,
    penalty,
)
from .query import HandQuery

if TYPE_CHECKING:
    from .. import contract
    from .cards import Hand, Kind, UInt8, Variant

__all__ = [
    "Best",
    "Call",
    "acceptance",
    "arrangements",
    "best",
    "call_acceptance",
    "deficiency",
    "deficiency_drawn",
    "discard_table",
    "is_complete",
    "legal_melds",
    "min_penalty",
    "need",
    "penalty",
    "unseen",
    "waits",
]


def unseen(state: contract.State, seat: SupportsIndex) -> UInt8:
    """The cards whose places the seat can't see (N-10.5), `uint8[kinds]`."""
    check_state(state, "namima")
    who = seat_of(state, seat)
    view = state.to_dict(who)
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
    """The melds that a seat may expose, on its turn from the hand (N-5.3), or with another's `discard` (N-5.8).

    One card at least stays concealed. What it has exposed makes no difference.
    """
    asked = HandQuery(hand, (), variant, players)
    asked.single("legal_melds")
    kind = asked.tables.kind("discard", discard)
    both = asked.rows[0].astype(np.int64)
    if kind is not None:
        both[kind] += 1
    out = []
    for meld, text in enumerate(asked.tables.melds):
        cards = asked.tables.meld_cards(meld)
        if (cards <= both).all() and cards.sum() < both.sum() and (kind is None or cards[kind]):
            out.append(text)
    return out
