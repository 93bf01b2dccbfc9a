"""Parses the arguments shared by Namima's hand functions: hands, exposed melds, a rule set and visible cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from .._core import namima as _namima
from .._util.checks import MOST_THREADS, bounded
from .._util.progress import Progress, Report
from ..registry import reference_module
from .cards import MOST_EXPOSED, MOST_HAND, VARIANTS, game_of, tables_of

if TYPE_CHECKING:
    from .. import contract
    from .cards import Hand, Melds, Tables, Variant

    Batch = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
    Flags = NDArray[np.bool_]
    Int32 = NDArray[np.int32]
    Bits = NDArray[np.uint64]
    Int = SupportsIndex
    Growth = Int | None
    Seen = Hand | Batch | None  # the cards known to be elsewhere, of a batch of hands
    Off = Literal[False]

    class Common(TypedDict, total=False):
        """The keywords that all functions over one or many hands take."""

        variant: Variant
        players: Int
        threads: Int
        progress: Report


INF: Final = 99
"""The deficiency of a hand that no draws can complete."""
ANY: Final = 99  # growth or exposures without a bound


def read_growth(growth: SupportsIndex | None) -> int | None:
    """Read the number of cards by which a hand may grow, None for any number."""
    return None if growth is None else bounded(growth, "growth", 0, ANY)


_MOST_KNOWN: Final = 64
_known: dict[tuple[str, int] | int, tuple[Any, Tables]] = {}  # by variant and players, or by the identity of a game


def known_tables(variant: Variant, players: SupportsIndex) -> Tables | None:
    """Return the cached tables of a rule set of the core."""
    if type(variant) is str:
        found = _known.get((variant, players)) if type(players) is int else None
        return None if found is None else found[1]
    found = _known.get(id(variant))
    return found[1] if found is not None and found[0] is variant else None


def remember_tables(variant: Variant, players: SupportsIndex, tables: Tables) -> None:
    """Keep the tables for `known_tables`, and in the core for the shortcuts (cpp/bindings/namima_one.cpp)."""
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    if type(variant) is str and variant in VARIANTS and type(players) is int:
        _known[variant, players] = (variant, tables)
        _namima.remember_rule_set(variant, players, tables.game, tables.kinds, tables.melds)
    elif type(variant) is _namima.Game:
        _known[id(variant)] = (variant, tables)
        _namima.remember_rule_set(variant, 0, tables.game, tables.kinds, tables.melds)


class HandQuery:
    """A hand or a batch with its context, checked, and the backend to call."""

    def __init__(
        self,
        hand: Any,
        exposed: Melds,
        variant: Variant,
        players: SupportsIndex,
        visible: Any = None,
        *,
        deck: bool = False,
        threads: SupportsIndex = 1,
    ) -> None:
        self.workers = bounded(threads, "threads", 1, MOST_THREADS)
        known = known_tables(variant, players)
        self.game: contract.Game = game_of(variant, players) if known is None else known.game
        self.tables = tables_of(self.game) if known is None else known
        self.core = known is not None or self.game.backend == "core"
        if self.core and known is None:
            remember_tables(variant, players, self.tables)
        self.rows, self.one = self.tables.hands.one_or_many(hand, "hand", check=not self.core)
        self.exposed = self.tables.exposed(exposed, None if self.one else len(self.rows))
        self.visible = self.tables.visible(visible, len(self.rows), check=not self.core)
        self.start = self.exposed.start
        self.deck = deck
        if self.one or not self.core:
            self.check()

    def check(self) -> None:
        """Raise a ValueError for counts beyond the deck and too many cards or melds. The core has no messages."""
        self.tables.check_exposed(self.exposed)
        sizes = [len(self.exposed.ids)] if self.start is None else np.diff(self.start).tolist()
        if max(sizes, default=0) > MOST_EXPOSED:
            raise ValueError(f"namima: exposed must have at most {MOST_EXPOSED} melds for a hand, not {max(sizes)}")
        if self.visible is not None:
            self.tables.hands.check(self.visible, "visible")
        self.tables.hands.check(self.rows, "hand")
        if self.deck:
            self.tables.check_deck(self.rows, self.exposed, self.visible)
            return
        totals = self.rows.sum(axis=1, dtype=np.int64)
        for large in np.flatnonzero(totals > MOST_HAND).tolist():
            named = "hand" if len(self.rows) == 1 else f"hands[{large}]"
            raise ValueError(f"{named} must have at most {MOST_HAND} cards, not {totals[large]}")

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The first arguments of the core's functions for many hands."""
        return self.tables.game, self.rows, self.exposed.ids, self.start

    def single(self, what: str) -> None:
        """Raise a ValueError for a batch."""
        if not self.one:
            raise ValueError(f"hand must be one hand, not of shape {self.rows.shape}: {what} takes no batch")

    def reference(self, function: str, **more: Any) -> list[Any]:
        """Return the answers of the reference, hand by hand."""
        ask = getattr(reference_module("namima"), function)
        rules = cast("Any", self.game).rules
        out = []
        for row, counts in enumerate(self.rows.tolist()):
            given = dict(more)
            if self.visible is not None:
                given["visible"] = self.visible[row if len(self.visible) > 1 else 0].tolist()
            out.append(ask(rules, counts, exposed=self.exposed.of(row), **given))
        return out

    def run(self, name: str, function: Callable[..., Any], progress: Report, *more: Any) -> Any:
        """Run the core's function over the hands."""
        try:
            with Progress(name, progress) as report:
                return function(*self.arrays, *more, self.workers, report if report.wanted else None)
        except ValueError:
            self.check()
            raise

    def ask(self, function: Callable[..., Any], *more: Any) -> Any:
        """Return the core's answer for the one hand, after all checks."""
        return function(self.tables.game, self.rows[0], self.exposed.ids.tolist(), *more)

    def texts(self, melds: Any) -> tuple[str, ...]:
        """Return melds as text."""
        return tuple(self.tables.melds[meld] for meld in melds)
