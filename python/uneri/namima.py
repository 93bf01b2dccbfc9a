"""なみマ (Namima), a family of meld games for 2 to 5: hand analysis, rule sets, positions set up by hand.

A *hand* is text (`"B123 R44"`), a sequence of one count a kind, or `uint8[kinds]`; a *batch* is a C-contiguous
`uint8[n, kinds]`. Kinds are numbers, colour by colour and rank by rank, or names (`"R3"`). A meld is its id or its cards
(`"R1.R2.R3"`, `"R123"`); `exposed` is a list of melds (or a text with blanks between them); for a batch one list for all
hands or one list a hand.

`variant` is a built-in rule set (`"sazanami"`, `"shiranami"`, `"shikinami"`, `"aranami"`, `"ayanami"`, `"juuayanami"`), a
mapping or JSON file of one, or a loaded game of either backend, whose rules and players then count. `players` matters
where the deck depends on it. `visible` are cards known to be elsewhere. `growth` is how many cards the hand may still grow
by calls, None for any number, 0 for a player who calls no more. `INF` says that no draws can win.

Hands have at most 24 cards, 20 for what asks how far from a win they are; no deal is of more than 16.

Arguments that don't fit raise TypeError (type, dtype) or ValueError (range, shape, text) that says what is allowed.
Numbers in brackets below are those of the analysis section of the rules (docs/games/namima.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsIndex, cast, overload

import numpy as np
from numpy.typing import NDArray

from ._checks import bounded
from ._core import namima as _namima
from ._namima_hands import Analysis, analyse
from ._namima_options import OPTIONS
from ._namima_position import position
from ._namima_random import random_options, random_rule_set
from ._namima_rules import MOST_HAND, Tables, check_state, game_of, tables_of
from ._namima_text import events, render
from ._progress import Progress, Report
from .registry import reference_module

if TYPE_CHECKING:
    from . import contract
    from ._namima_rules import Hand, Kind, Melds, Variant

    Batch = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
    Flags = NDArray[np.bool_]
    Int32 = NDArray[np.int32]
    UInt8 = NDArray[np.uint8]

__all__ = [
    "INF",
    "OPTIONS",
    "SMALL",
    "VARIANTS",
    "Analysis",
    "Best",
    "Call",
    "Game",
    "State",
    "acceptance",
    "analyse",
    "arrangements",
    "benches",
    "best",
    "call_acceptance",
    "deficiency",
    "deficiency_drawn",
    "discard_table",
    "events",
    "format_hand",
    "is_complete",
    "legal_melds",
    "meld_key",
    "min_penalty",
    "need",
    "parse_hand",
    "penalty",
    "position",
    "random_options",
    "random_rule_set",
    "render",
    "rule_set",
    "unseen",
    "waits",
]

Game = _namima.Game
"""The core's game class; `uneri.load_game("namima")` makes one."""
State = _namima.State
"""The core's state class."""

VARIANTS: Final[tuple[str, ...]] = _namima.DATA_OPTIONS["variant"]
"""The built-in rule sets."""
INF: Final = 99
"""The deficiency of a hand that no draws can complete."""
DEFAULT: Final = "shikinami"
SMALL: Final = (
    'namima(players=2,games=1,utility=margin,variant={"colours":["B","R"],"ranks":[1,2],"copies":{"B":5,"R":1},'
    '"melds":{"SAME":[3],"RUN":[2]},"points":{"SAME3":[3,5],"RUN2":[2,3]},"combos":{},"penalty":{"B":1,"R":1},'
    '"deal":{"threshold":0,"at_least":5,"below":5}})'
)
"""A game of two seats that is small enough to be solved: twelve cards, hands of five, a wall of two (2.6)."""

_ANY = 99  # growth without a bound
_NO_MELDS = np.zeros(0, np.uint16)


class _Asked:
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
        workers = bounded(threads, "threads", 1, 256)
        with Progress(name, progress) as report:
            return function(*self.arrays, *more, workers, report if report.wanted else None)

    def texts(self, melds: Any) -> tuple[str, ...]:
        return tuple(self.tables.melds[meld] for meld in melds)


# Rule sets and hands as text


def rule_set(variant: Variant = DEFAULT, *, players: SupportsIndex = 4) -> dict[str, Any]:
    """The rule set as a mapping of your own, with every key, to change and to load: `load_game("namima", variant=...)`."""
    import copy

    return copy.deepcopy(tables_of(game_of(variant, players)).rules)


def parse_hand(text: str, *, variant: Variant = DEFAULT, players: SupportsIndex = 4) -> UInt8:
    """`"B123 R44"` as counts, `uint8[kinds]`. Blanks, commas or dots between the cards, upper or lower case."""
    return tables_of(game_of(variant, players)).hands.parse(text)


def format_hand(hand: Hand, *, variant: Variant = DEFAULT, players: SupportsIndex = 4) -> str:
    """The inverse of `parse_hand`: `"B123 R44"`, colour by colour; `""` for no card."""
    hands = tables_of(game_of(variant, players)).hands
    rows, one = hands.one_or_many(hand, "hand")
    if not one:
        raise ValueError(f"hand has shape {rows.shape}; allowed: one hand")
    return hands.format(rows[0])


def meld_key(cards: Hand, *, variant: Variant = DEFAULT, players: SupportsIndex = 4) -> str | None:
    """The key of the meld of exactly these cards, such as `"SAME3w"`; None if they are no meld."""
    tables = tables_of(game_of(variant, players))
    rows, one = tables.hands.one_or_many(cards, "cards")
    if not one:
        raise ValueError(f"cards has shape {rows.shape}; allowed: one meld")
    meld = tables.meld_of(np.repeat(np.arange(len(tables.kinds)), rows[0]).tolist())
    return None if meld is None else tables.keys[meld]


# Melds and points (11.1 to 11.3)


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

    With a `claimed` card, which is in the hand, it must be in a new meld (N-3.18); one hand only.
    """
    if not exposed and claimed is None and type(hand) is np.ndarray and hand.ndim == 1 and hand.dtype == np.uint8:
        game = variant if type(variant) is Game else game_of(variant, players)  # a row of counts: the quickest way
        if game.backend == "core":
            return _namima.is_complete(cast("Game", game), hand, _NO_MELDS, None)
    asked = _Asked(hand, exposed, variant, players)
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


def _check_claimed(asked: _Asked, kind: int) -> None:
    if asked.rows[0, kind] == 0:
        raise ValueError(f"claimed is {asked.tables.kinds[kind]}; allowed: a card of the hand")


def arrangements(
    hand: Hand, exposed: Melds = (), *, variant: Variant = DEFAULT, players: SupportsIndex = 4
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """All ways to put the hand into melds (11.1): the new melds, and what the exposed ones become by lay-offs.

    In the order of meld ids. ValueError if there are more than 100,000 (custom rule sets can have so many).
    """
    asked = _Asked(hand, exposed, variant, players)
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

    Of a batch the points alone, `int32[n]`, -1 for hands that are not complete; nothing being claimed.
    """
    asked = _Asked(hand, exposed, variant, players)
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


def _best(asked: _Asked, found: dict[str, Any]) -> Best:
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
    asked = _Asked(hand, (), variant, players)
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
    asked = _Asked(hand, exposed, variant, players)
    colour = asked.tables.colour("dora", dora)
    most = None if exposures is None else bounded(exposures, "exposures", 0, _ANY)
    if asked.core:
        limit, suit = -1 if most is None else most, -1 if colour is None else colour
        points = cast("Int32", asked.run("min_penalty", _namima.min_penalty_rows, threads, progress, limit, suit))
    else:
        points = np.array(asked.reference("min_penalty", exposures=most, dora=colour), np.int32)
    return int(points[0]) if asked.one else points


# The distance to a win (11.4 to 11.8)


def _growth(growth: SupportsIndex | None) -> int | None:
    return None if growth is None else bounded(growth, "growth", 0, _ANY)


@overload
def need(
    hand: Hand,
    size: SupportsIndex,
    exposed: Melds = ...,
    min_new: SupportsIndex = ...,
    visible: Hand | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> int: ...
@overload
def need(
    hand: Batch,
    size: SupportsIndex,
    exposed: Melds = ...,
    min_new: SupportsIndex = ...,
    visible: Hand | Batch | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> UInt8: ...
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
    """The fewest cards that the hand lacks to have an arrangement of `size` (0 to 40) concealed cards (11.4).

    At least `min_new` of its melds are new ones. INF if there is none. Of a batch `uint8[n]`.
    """
    asked = _Asked(hand, exposed, variant, players, visible, deck=True)
    cards, melds = bounded(size, "size", 0, 40), bounded(min_new, "min_new", 0, 40)
    if asked.core:
        missing = cast("UInt8", asked.run("need", _namima.need_rows, threads, progress, asked.visible, cards, melds))
    else:
        missing = np.array(asked.reference("need", size=cards, min_new=melds), np.uint8)
    return int(missing[0]) if asked.one else missing


def _deficiency(
    hand: Hand | Batch,
    exposed: Melds,
    growth: SupportsIndex | None,
    visible: Hand | Batch | None,
    variant: Variant,
    players: SupportsIndex,
    threads: SupportsIndex,
    progress: Report,
    drawn: bool,
) -> int | UInt8:
    asked = _Asked(hand, exposed, variant, players, visible, deck=True)
    most = _growth(growth)
    name = "deficiency_drawn" if drawn else "deficiency"
    if asked.core:
        limit = _ANY if most is None else most
        far = cast("UInt8", asked.run(name, _namima.deficiency_rows, threads, progress, asked.visible, limit, drawn))
    else:
        far = np.array(asked.reference(name, growth=most), np.uint8)
    return int(far[0]) if asked.one else far


@overload
def deficiency(
    hand: Hand,
    exposed: Melds = ...,
    growth: SupportsIndex | None = ...,
    visible: Hand | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> int: ...
@overload
def deficiency(
    hand: Batch,
    exposed: Melds = ...,
    growth: SupportsIndex | None = ...,
    visible: Hand | Batch | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> UInt8: ...
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
    """The fewest cards still to be got, the winning one included, for a hand that waits for a card (11.4).

    1 is ready; shanten is one less; INF if no draws can win. Of a batch `uint8[n]`. Hands of at most 20 cards.
    """
    return _deficiency(hand, exposed, growth, visible, variant, players, threads, progress, False)


@overload
def deficiency_drawn(
    hand: Hand,
    exposed: Melds = ...,
    growth: SupportsIndex | None = ...,
    visible: Hand | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> int: ...
@overload
def deficiency_drawn(
    hand: Batch,
    exposed: Melds = ...,
    growth: SupportsIndex | None = ...,
    visible: Hand | Batch | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> UInt8: ...
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
    """The same for a hand that holds the drawn card: 0 if it is complete (11.4)."""
    return _deficiency(hand, exposed, growth, visible, variant, players, threads, progress, True)


def _kinds(bits: NDArray[np.uint64], tables: Tables) -> Flags:
    """Bits of kinds as `bool[n, kinds]`."""
    return (bits[:, np.newaxis] >> np.arange(len(tables.kinds), dtype=np.uint64) & np.uint64(1)).astype(np.bool_)


@overload
def waits(
    hand: Hand,
    exposed: Melds = ...,
    visible: Hand | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> tuple[list[str], list[str]]: ...
@overload
def waits(
    hand: Batch,
    exposed: Melds = ...,
    visible: Hand | Batch | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> tuple[Flags, Flags]: ...
def waits(
    hand: Hand | Batch,
    exposed: Melds = (),
    visible: Hand | Batch | None = None,
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    threads: SupportsIndex = 1,
    progress: Report = None,
) -> tuple[list[str], list[str]] | tuple[Flags, Flags]:
    """The kinds that would complete the hand: drawn, and claimed (11.5); those with a copy left.

    Of a batch two `bool[n, kinds]`.
    """
    asked = _Asked(hand, exposed, variant, players, visible, deck=True)
    left = cast("NDArray[np.int16]", asked.left)
    if asked.core:
        both = asked.run("waits", _namima.waits_rows, threads, progress)
        drawn, claimed = (_kinds(bits, asked.tables) & (left > 0) for bits in both)
    else:
        drawn, claimed = (np.zeros(asked.rows.shape, np.bool_) for _ in range(2))
        for row, answer in enumerate(asked.reference("waits")):
            drawn[row, answer[0]] = True
            claimed[row, answer[1]] = True
    if not asked.one:
        return drawn, claimed
    names = asked.tables.kinds
    return [names[kind] for kind in np.flatnonzero(drawn[0])], [names[kind] for kind in np.flatnonzero(claimed[0])]


@overload
def acceptance(
    hand: Hand,
    exposed: Melds = ...,
    growth: SupportsIndex | None = ...,
    visible: Hand | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> list[tuple[str, int]]: ...
@overload
def acceptance(
    hand: Batch,
    exposed: Melds = ...,
    growth: SupportsIndex | None = ...,
    visible: Hand | Batch | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> UInt8: ...
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
    """The kinds that bring a hand at rest nearer when drawn, with the copies left (11.6). Of a batch the copies,
    `uint8[n, kinds]`, 0 for kinds that don't help.
    """
    asked = _Asked(hand, exposed, variant, players, visible, deck=True)
    most = _growth(growth)
    if asked.core:
        limit = _ANY if most is None else most
        bits = asked.run("acceptance", _namima.acceptance_rows, threads, progress, asked.visible, limit)
        copies = np.where(_kinds(bits, asked.tables), cast("Any", asked.left), 0).astype(np.uint8)
    else:
        copies = np.zeros(asked.rows.shape, np.uint8)
        for row, answer in enumerate(asked.reference("acceptance", growth=most)):
            for kind, left in answer:
                copies[row, kind] = left
    if not asked.one:
        return copies
    return [(asked.tables.kinds[kind], int(copies[0, kind])) for kind in np.flatnonzero(copies[0])]


class Call(NamedTuple):
    """A kind that brings the hand nearer when called."""

    kind: str
    copies: int
    """Left."""
    melds: tuple[str, ...]
    """To be called for; none if the call wins."""


def call_acceptance(
    hand: Hand,
    exposed: Melds = (),
    growth: SupportsIndex | None = None,
    visible: Hand | None = None,
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
) -> list[Call]:
    """The kinds that bring a hand at rest nearer when called (11.7)."""
    asked = _Asked(hand, exposed, variant, players, visible, deck=True)
    asked.single("call_acceptance")
    most = _growth(growth)
    if asked.core:
        game, rows, ids, _ = asked.arrays
        found = _namima.call_acceptance(game, rows, ids, asked.visible, _ANY if most is None else most)
    else:
        found = asked.reference("call_acceptance", growth=most)[0]
    return [Call(asked.tables.kinds[kind], copies, asked.texts(melds)) for kind, copies, melds in found]


@overload
def discard_table(
    hand: Hand,
    exposed: Melds = ...,
    growth: SupportsIndex | None = ...,
    visible: Hand | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> list[tuple[str, int, int]]: ...
@overload
def discard_table(
    hand: Batch,
    exposed: Melds = ...,
    growth: SupportsIndex | None = ...,
    visible: Hand | Batch | None = ...,
    *,
    variant: Variant = ...,
    players: SupportsIndex = ...,
    threads: SupportsIndex = ...,
    progress: Report = ...,
) -> tuple[UInt8, NDArray[np.uint16]]: ...
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
    """For each card that a hand with the drawn card can discard: kind, deficiency then, copies that bring it nearer (11.8).

    Of a batch the deficiencies `uint8[n, kinds]` and the copies `uint16[n, kinds]`; INF and 0 for kinds not in the hand.
    """
    asked = _Asked(hand, exposed, variant, players, visible, deck=True)
    most = _growth(growth)
    if asked.core:
        limit = _ANY if most is None else most
        far, copies = asked.run("discard_table", _namima.discard_table_rows, threads, progress, asked.visible, limit)
    else:
        far, copies = np.full(asked.rows.shape, INF, np.uint8), np.zeros(asked.rows.shape, np.uint16)
        for row, answer in enumerate(asked.reference("discard_table", growth=most)):
            for kind, after, left in answer:
                far[row, kind], copies[row, kind] = after, left
    if not asked.one:
        return far, copies
    held = np.flatnonzero(asked.rows[0]).tolist()
    return [(asked.tables.kinds[kind], int(far[0, kind]), int(copies[0, kind])) for kind in held]


# 11.9


def unseen(state: contract.State, seat: SupportsIndex) -> UInt8:
    """The cards whose places the seat can't see (N-10.5), `uint8[kinds]`."""
    check_state(state)
    who = bounded(seat, "seat", 0, state.game.num_players - 1)
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
    asked = _Asked(hand, (), variant, players)
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


# What the command line asks a game for, beside OPTIONS, random_options, render and events


OPEN_SPIEL = OPEN_SPIEL_SEARCH = "gin_rummy"  # its nearest: melds of a hand that is drawn to and discarded from


def benches() -> list[tuple[str, str, Callable[[], int]]]:
    """Works of Namima's own for `uneri bench`: name, unit, and a function that does some and tells how many."""
    works: list[tuple[str, str, Callable[[], int]]] = []
    rng = np.random.default_rng(1)

    def work(kernel: Callable[..., object], rows: Batch, variant: str) -> tuple[str, str, Callable[[], int]]:
        def counted() -> int:
            kernel(rows, variant=variant)
            return len(rows)

        return f"{kernel.__name__}, {variant}", "hands/s", counted

    for variant in ("sazanami", "shikinami"):
        many = _deals(rng, tables_of(game_of(variant, 4)), 20_000, 14)
        works.append(work(is_complete, cast("Batch", np.tile(many, (10, 1))), variant))
        works += [work(kernel, cast("Batch", many[:5_000]), variant) for kernel in (deficiency, discard_table)]
    return works


def _deals(rng: np.random.Generator, tables: Tables, count: int, cards: int) -> UInt8:
    """So many hands from the deck."""
    deck = np.tile(np.repeat(np.arange(len(tables.kinds)), tables.copies), (count, 1))
    hands = np.zeros((count, len(tables.kinds)), np.uint8)
    np.add.at(hands, (np.arange(count)[:, np.newaxis], rng.permuted(deck, axis=1)[:, :cards]), 1)
    return hands
