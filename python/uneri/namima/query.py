"""What hand functions are asked: a hand or many, with exposed melds, a rule set and visible cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, cast

import numpy as np
from numpy.typing import NDArray

from .._util.checks import MOST_THREADS, bounded
from .._util.progress import Progress, Report
from ..registry import reference_module
from .cards import MOST_HAND, game_of, tables_of

if TYPE_CHECKING:
    from .cards import Melds, Variant

    Batch = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
    Flags = NDArray[np.bool_]
    Int32 = NDArray[np.int32]

INF: Final = 99
"""The deficiency of a hand that no draws can complete."""
ANY: Final = 99  # growth or exposures without a bound


def read_growth(growth: SupportsIndex | None) -> int | None:
    """By how many cards a hand may grow, None for any number."""
    return None if growth is None else bounded(growth, "growth", 0, ANY)


class HandQuery:
    """A hand or a batch with what belongs to it, checked, and the backend to ask."""

    def __init__(
        self,
        hand: Any,
        exposed: Melds,
        variant: Variant,
        players: SupportsIndex,
        visible: Any = None,
        *,
        deck: bool = False,
    ) -> None:
        self.game = game_of(variant, players)
        self.tables = tables_of(self.game)
        self.rows, self.one = self.tables.hands.one_or_many(hand, "hand")
        self.exposed = self.tables.exposed(exposed, None if self.one else len(self.rows))
        self.visible = self.tables.visible(visible, len(self.rows))
        self.left = self.tables.check_deck(self.rows, self.exposed, self.visible) if deck else None
        self.core = self.game.backend == "core"
        self.start = self.exposed.start

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The first arguments of the core's functions over many hands."""
        return self.tables.game, self.rows, self.exposed.ids, self.start

    def single(self, what: str) -> None:
        """ValueError for a batch."""
        if not self.one:
            raise ValueError(f"hand has shape {self.rows.shape}; allowed: one hand ({what} has no batch)")

    def reference(self, function: str, **more: Any) -> list[Any]:
        """The answers of the reference, hand by hand."""
        totals = self.rows.sum(axis=1, dtype=np.int64)
        for large in np.flatnonzero(totals > MOST_HAND).tolist():
            named = "hand" if len(self.rows) == 1 else f"hands[{large}]"
            raise ValueError(f"{named} has {totals[large]} cards; allowed: at most {MOST_HAND}")
        ask = getattr(reference_module("namima"), function)
        rules = cast("Any", self.game).rules
        out = []
        for row, counts in enumerate(self.rows.tolist()):
            given = dict(more)
            if self.visible is not None:
                given["visible"] = self.visible[row].tolist()
            out.append(ask(rules, counts, exposed=self.exposed.of(row), **given))
        return out

    def run(self, name: str, function: Callable[..., Any], threads: SupportsIndex, progress: Report, *more: Any) -> Any:
        """The core's function over the hands."""
        workers = bounded(threads, "threads", 1, MOST_THREADS)
        with Progress(name, progress) as report:
            return function(*self.arrays, *more, workers, report if report.wanted else None)

    def texts(self, melds: Any) -> tuple[str, ...]:
        """Melds as text."""
        return tuple(self.tables.melds[meld] for meld in melds)
