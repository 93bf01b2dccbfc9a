"""The points of each meld of a complete hand (N-7.2)."""

from __future__ import annotations

from typing import NamedTuple

from .cards import Tables
from .points import Best


class MeldWorth(NamedTuple):
    """A meld of an arrangement, and its points."""

    meld: str
    key: str
    points: int
    exposed: bool
    """Whether its exposed points count."""


def meld_worths(tables: Tables, found: Best) -> tuple[MeldWorth, ...]:
    """Return the melds of a complete hand with their points, which add up to `found.meld_points` (N-7.2)."""
    worths, claimed = [], found.claimed_meld
    for meld in found.melds:
        exposed = meld == claimed
        claimed = None if exposed else claimed
        worths.append(_worth(tables, meld, exposed=exposed))
    worths += [_worth(tables, meld, exposed=True) for meld in found.exposed]
    return tuple(worths)


def _worth(tables: Tables, meld: str, *, exposed: bool) -> MeldWorth:
    number = tables.meld(meld)
    return MeldWorth(meld, tables.keys[number], tables.points[number][0 if exposed else 1], exposed)
