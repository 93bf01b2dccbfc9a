"""Describes ONDA's options, and draws them at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .._util.rng import Generator
from ..registry import reference_module
from ..registry.hooks import hook
from ..registry.options import Draw, option_texts, random_values
from ..registry.views import cards_of
from .cards import BOMB_SEQUENCES, COPIES, KIND_NAMES, SHAPES

OPTIONS: Final = option_texts("onda")
"""The values and the meaning of every option."""

SMALL: Final = "onda(players=2,rounds=1,pack=small,utility=margin)"
"""A two-seat game small enough to be solved (O-1.7)."""


@hook
def builtin_data(option: str, name: str) -> Any:
    """The options are `"bomb_sequence"` and `"pack"`.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.builtin_data("bomb_sequence", "runs_first")
    ['RUN2', 'RUN3', 'RUN4', 'SET2', 'SET3', 'SET4']
    """
    if option == "bomb_sequence":
        return [SHAPES[shape] for shape in BOMB_SEQUENCES[name]]
    pack = {"pack": reference_module("onda").options.PACKS}[option][name]
    return {"deal": pack.deal, "down": pack.down, "cards": [KIND_NAMES[kind] for kind in cards_of(pack.cards)]}


@hook
def numbered_data(option: str, value: Any) -> Any:
    """Names of shapes become numbers.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.numbered_data("bomb_sequence", ["RUN2", "SET2", 3])
    [1, 4, 3]
    """
    if option != "bomb_sequence" or not isinstance(value, list):
        return value
    return [SHAPES.index(shape) if isinstance(shape, str) and shape in SHAPES else shape for shape in value]


@hook
def random_options(rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Short matches are drawn more often than long ones."""

    seats = 2 + rng.below(4)
    given = fixed.get("pack", "full") != "full"  # such a pack may have too few cards for more than two
    players = fixed.get("players", 2 if given else seats)
    bombs = random_dial(rng)
    draws: dict[str, Draw] = {
        "rounds": (1, 1, 1, 2, 2, 3, 4, 5, 6),
        "first_seat": range(-1, players),
        "bomb_sequence": ("ladder", "runs_first", bombs),
        "pack": lambda: "full" if rng.below(4) else random_pack(rng, players),
    }
    return random_values("onda", rng, {"players": players}, draws) | dict(fixed)


def random_dial(rng: Generator) -> Any:
    """Draw data for the option `bomb_sequence`: shapes, half of the time some with conditions, at times a name too."""
    plain = rng.below(2) == 0

    def condition() -> Any:
        shape = 1 + rng.below(6)
        if plain or rng.below(3) == 0:
            return shape if rng.below(2) else SHAPES[shape]
        low = 1 + rng.below(15)
        bomb = {"shape": SHAPES[shape], "from": low, "to": low + rng.below(16 - low)}
        bomb["suit"] = ("same", "mixed", "any")[rng.below(3)]
        for key in ("from", "to", "suit"):
            if rng.below(2):
                del bomb[key]
        return bomb

    def bomb() -> Any:
        return condition() if plain or rng.below(4) else [condition() for _ in range(1 + rng.below(6))]

    bombs = [bomb() for _ in range(1 + rng.below(16))]
    return {"name": f"dial {rng.below(100)}", "bombs": bombs} if rng.below(8) == 0 else bombs


def random_pack(rng: Generator, players: int) -> dict[str, Any]:
    """Draw data for the option `pack`: some of the cards, enough for all seats.

    It has `deal` (cards per seat), `down` (those put face down) and `cards` (names), or `runs`; at times `name`.
    """
    cards = [name for name in KIND_NAMES for _ in range(COPIES)]
    down = 1 + rng.below(2)
    deal = down + 1 + rng.below(min(15, len(cards) // players) - down)
    while len(cards) > players * deal and rng.below(12):
        del cards[rng.below(len(cards))]
    pack = {"deal": deal, "down": down, "cards": cards} if rng.below(4) else {}
    if not pack or rng.below(3) == 0:
        pack["runs"] = "any" if rng.below(4) else "suited"
    return pack | {"name": f"pack {rng.below(100)}"} if rng.below(4) == 0 else pack
