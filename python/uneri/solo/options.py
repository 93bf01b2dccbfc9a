"""Describes SOLO's options, and draws them at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .._util.rng import Generator
from ..registry import reference_module
from ..registry.hooks import hook
from ..registry.options import Draw, option_texts, random_values
from ..registry.views import cards_of
from .cards import COLOURS, DECK, KIND_NAMES

OPTIONS: Final = option_texts("solo")
"""The values and the meaning of every option."""

SMALL: Final = "solo(players=2,max_rounds=1,turn_cap=5,solo_call=auto,pack=small,utility=margin)"
"""A two-seat game small enough to be solved (S-1.5)."""


@hook
def builtin_data(option: str, name: str) -> Any:
    """The option is `"pack"`.

    Examples
    --------
    >>> from uneri import solo
    >>> solo.builtin_data("pack", "small")
    {'deal': 2, 'cards': ['R1', 'R1', 'R2', 'G1', 'G2', 'GD2']}
    """
    pack = {"pack": reference_module("solo").options.PACKS}[option][name]
    return {"deal": pack.deal, "cards": [KIND_NAMES[kind] for kind in cards_of(pack.cards)]}


@hook
def random_options(rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Short games are drawn more often than long ones."""

    seats = (2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9, 10)[rng.below(13)]
    given = fixed.get("pack", "full") != "full"  # such a pack may have too few cards for more than two
    players = fixed.get("players", 2 if given else seats)
    draws: dict[str, Draw] = {
        "start_points": (1, 10, 40, 40, 100, 200, 1000),
        "max_rounds": (0, 0, 1, 1, 1, 2, 3),
        "first_seat": range(-1, players),
        "jump_in": ("all", "all", "all", "coloured", "numbers", "none"),
        "solo_call": ("manual", "manual", "auto"),
        "solo_penalty": (0, 1, 2, 2, 2, 5, 10),
        "turn_cap": (0, 1, 3, 20, 60, 60, 150, 150, 400, 2000),
        "pack": lambda: "full" if rng.below(4) else random_pack(rng, players),
    }
    return random_values("solo", rng, {"players": players}, draws) | dict(fixed)


def random_pack(rng: Generator, players: int) -> dict[str, Any]:
    """Draw data for the option `pack`: some of the cards, enough for all seats.

    It has `deal` (cards per seat), mostly `cards` (tokens), and at times `values` and `name`.
    """
    extra = rng.below(3) == 0  # more copies than in the full pack
    full = [name for name, count in zip(KIND_NAMES, DECK, strict=True) for _ in range(count)]
    cards = [*full, *(name for name in KIND_NAMES for _ in range(rng.below(2)))] if extra else full
    numbers = [name for name in cards if name[0] in COLOURS and name[1:].isdigit()]  # W4 has none
    others = [name for name in cards if name not in numbers]
    deal = 1 + rng.below(min(30 if rng.below(4) == 0 else 8, (len(numbers) - 1) // players))
    while len(numbers) > players * deal + 1 and rng.below(16):
        del numbers[rng.below(len(numbers))]
    while others and rng.below(16):
        del others[rng.below(len(others))]
    pack: dict[str, Any] = {"deal": deal, "cards": numbers + others[: 112 - len(numbers)]}
    names = [*KIND_NAMES, *(name[1:] for name in KIND_NAMES[:13])]
    values = {names[rng.below(len(names))]: 1 + rng.below(99) for _ in range(rng.below(6))}
    if rng.below(2):
        pack["values"] = values
        if rng.below(3) == 0 and deal <= 8:
            del pack["cards"]  # the full pack
    return pack | {"name": f"pack {rng.below(100)}"} if rng.below(4) == 0 else pack
