"""Describes Tidal's options, and draws them at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .._util.rng import Generator
from ..registry import reference_module
from ..registry.hooks import hook
from ..registry.options import Draw, Draws, option_texts, random_values
from .cards import CARD_NAMES, SUITS, default_board

OPTIONS: Final = option_texts("tidal")
"""The values and the meaning of every option."""


SMALL: Final = "tidal(players=2,rounds=1,pack=small,utility=margin)"
"""A two-seat game small enough to be solved (2.4)."""


def random_board(rng: Generator) -> dict[str, Any]:
    """Draw data for the option `board`: a valid board, occasionally up to the bounds."""
    draw = Draws(rng)
    usual, shuffled = draw.usual, draw.shuffled

    def dock() -> dict[str, Any]:
        when: Any = ("even", "odd", "any", *SUITS)[rng.below(7)]
        if own and rng.below(3) == 0:
            when = shuffled(("even", "odd", *SUITS, *range(10)))[: usual(2, 15, 4)]
        bonus = {"sail": usual(0, 9, 3), "profit": usual(0, 9, 3)} if own and rng.below(3) == 0 else {}
        return {"when": when, "fruit": usual(0, 9, 3), "extra_banner": usual(0, 9, 1), **bonus}

    def stunt() -> int | None:
        return None if own and rng.below(5) == 0 else 1 + rng.below(spaces)

    def seating(players: int) -> dict[str, Any]:
        zeros = rng.below(2) == 1
        hand = usual(1, (36 if zeros else 32) // players, 8)
        neutral: Any = rng.below(2) == 1
        if own and rng.below(2):
            neutral = shuffled([f"{suit}.{dock}" for suit in SUITS for dock in range(4)])[: rng.below(17)]
        places = {"majority": [usual(0, 99, 9) for _ in range(3)]} if own and rng.below(2) else {}
        return {"hand": hand, "fruit_pool": usual(1, 99, 13), "zeros": zeros, "neutral": neutral, **places}

    own = rng.below(2) == 1  # whether there are facts that the default board has not (2.5)
    spaces = 5 + rng.below(12)
    regions = shuffled(SUITS)
    return {
        "schema": "tidal-board/1",
        "name": {"en": f"random {rng.below(1000)}", "ja": "\u4e71"} if own else f"random {rng.below(1_000_000)}",
        "suits": list(SUITS),
        "rounds": 1 + rng.below(3),
        "banners_per_player": usual(1, 99, 14),
        "majority": [usual(0, 99, 9) for _ in range(3)],
        "kept_card_profit": usual(0, 99, 9),
        "track": {
            "spaces": spaces,
            "boat_start": 1 + rng.below(spaces),
            "gate_start": 1 + rng.below(spaces),
            "lap_exit": 1 + rng.below(spaces),
        },
        "ring": shuffled([*SUITS, *(SUITS[rng.below(4)] for _ in range(spaces - 4))]),
        "regions": [regions[:2], regions[2:]],
        "quadrants": {suit: {"order": shuffled(SUITS), "docks": [dock() for _ in range(4)]} for suit in SUITS},
        "characters": {
            "values": sorted(usual(0, 99, 28) for _ in range(7)),
            "stunts": [[stunt() for _ in range(7)] for _ in range(5)],
            "stunt_fruit": usual(0, 9, 2),
            "deck_done_fruit": usual(0, 9, 3),
        },
        "players": {str(players): seating(players) for players in range(2, 6)},
    }


def random_pack(rng: Generator, players: int) -> dict[str, Any]:
    """Draw data for the option `pack`: `deal` (cards per seat) and `cards` (names), enough for all seats."""
    nines = [name for name in CARD_NAMES if name.endswith("9")]
    cards = [name for name in CARD_NAMES if name not in nines]
    deal = 1 + rng.below(len(cards) // players)
    while len(cards) > players * deal and rng.below(8):
        del cards[rng.below(len(cards))]
    while nines and rng.below(2):
        del nines[rng.below(len(nines))]
    return {"deal": deal, "cards": cards + nines}


@hook
def builtin_data(option: str, name: str) -> Any:
    """The options are `"board"` and `"pack"`. The full pack is the one for two to four seats.

    Examples
    --------
    >>> from uneri import tidal
    >>> tidal.builtin_data("pack", "small")["deal"]
    2
    """
    if (option, name) == ("board", "default"):
        return default_board()
    seats = default_board()["players"]["4"]
    full = {"deal": seats["hand"], "cards": [card for card in CARD_NAMES if seats["zeros"] or card[1] != "0"]}
    small = reference_module("tidal").options.SMALL
    packs = {"full": full, "small": {"deal": small.deal, "cards": [CARD_NAMES[card] for card in small.cards]}}
    return {"pack": packs}[option][name]


@hook
def random_options(rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Half of the boards are random, half are the built-in one."""

    seats = 2 + rng.below(4)
    given = fixed.get("pack", "full") != "full"  # such a pack may have too few cards for more than two
    players = 2 if given else seats
    draws: dict[str, Draw] = {
        "rounds": (1, 2, 3, None),  # None: as many as the board says
        "board": lambda: random_board(rng) if rng.below(2) == 1 else "default",
        "pack": lambda: random_pack(rng, fixed.get("players", players)) if rng.below(4) == 0 else None,
    }
    return random_values("tidal", rng, {"players": players}, draws) | dict(fixed)
