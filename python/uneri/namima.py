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
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, cast

import numpy as np

from ._checks import bounded
from ._core import namima as _namima
from ._namima_asked import DEFAULT, INF, Asked
from ._namima_distance import (
    Call,
    acceptance,
    call_acceptance,
    deficiency,
    deficiency_drawn,
    discard_table,
    need,
    waits,
)
from ._namima_hands import Analysis, analyse
from ._namima_options import OPTIONS
from ._namima_points import Best, arrangements, best, is_complete, min_penalty, penalty
from ._namima_position import position
from ._namima_random import random_options, random_rule_set
from ._namima_rules import Tables, check_state, game_of, tables_of
from ._namima_text import STYLES, events, render

if TYPE_CHECKING:
    from . import contract
    from ._namima_asked import Batch, UInt8
    from ._namima_rules import Hand, Kind, Variant

__all__ = [
    "INF",
    "OPTIONS",
    "SMALL",
    "STYLES",
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
SMALL: Final = (
    'namima(players=2,games=1,utility=margin,variant={"colours":["B","R"],"ranks":[1,2],"copies":{"B":5,"R":1},'
    '"melds":{"SAME":[3],"RUN":[2]},"points":{"SAME3":[3,5],"RUN2":[2,3]},"combos":{},"penalty":{"B":1,"R":1},'
    '"deal":{"threshold":0,"at_least":5,"below":5}})'
)
"""A game of two seats that is small enough to be solved: twelve cards, hands of five, a wall of two (2.6)."""

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
    return hands.format(hands.one(hand))


def meld_key(cards: Hand, *, variant: Variant = DEFAULT, players: SupportsIndex = 4) -> str | None:
    """The key of the meld of exactly these cards, such as `"SAME3w"`; None if they are no meld."""
    tables = tables_of(game_of(variant, players))
    counts = tables.hands.one(cards, "cards", "one meld")
    meld = tables.meld_of(np.repeat(np.arange(len(tables.kinds)), counts).tolist())
    return None if meld is None else tables.keys[meld]


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
    asked = Asked(hand, (), variant, players)
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


# What the command line asks a game for, beside OPTIONS, STYLES, random_options, render and events


# Their nearest: melds of a hand that is drawn to and discarded from.
OPEN_SPIEL = OPEN_SPIEL_SEARCH = "gin_rummy"
RLCARD = "gin-rummy"


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
