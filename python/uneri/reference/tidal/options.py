"""The option `pack` of Tidal: a deck other than the board's (2.4)."""

from __future__ import annotations

from dataclasses import dataclass

from ..reader import Entry, Field
from .state import ACTION_NAMES, CARDS

CARD_NAMES = ACTION_NAMES[:CARDS]


@dataclass(frozen=True)
class Pack:
    """Card ids, ascending, and how many cards each seat is dealt."""

    cards: list[int]
    deal: int


SMALL = Pack([CARD_NAMES.index(name) for name in ("O1", "O4", "Y2", "Y5", "Y9", "T3", "T7", "P6", "P8")], 2)


def read_pack(option: Field, full: Pack, players: int) -> tuple[object, Pack]:
    """Return the option as it is listed, and the pack; `full` is what the board says."""
    names, value = {"full": full, "small": SMALL}, option.value
    listed, pack = (value, names[value]) if isinstance(value, str) and value in names else _pack_data(option)
    lasting = sum(card % 10 != 9 for card in pack.cards)  # a 9 may be kept
    if lasting < players * pack.deal:
        raise option.bad(f"a pack of at least {players * pack.deal} cards beside the 9s for {players} players")
    return listed, pack


def _pack_data(option: Field) -> tuple[object, Pack]:
    given = option.value
    allowed = "full, small, a mapping of deal (1 to 18) and cards (a list of different names such as O7)"
    bad = option.bad(f"{allowed}, a JSON file of one")
    try:
        keys = Entry("", given).mapping(("deal", "cards", "name"), {"name": ""})
        deal, title = keys["deal"].integer(1, 18), keys["name"].name()
        ids = sorted(CARD_NAMES.index(card.word(CARD_NAMES)) for card in keys["cards"].items(0, CARDS))
        if len(set(ids)) < len(ids):
            raise ValueError
    except ValueError:
        raise bad from None
    listed: dict[str, object] = {"deal": deal, "cards": [CARD_NAMES[card] for card in ids]}
    return listed | ({"name": title} if isinstance(given, dict) and "name" in given else {}), Pack(ids, deal)
