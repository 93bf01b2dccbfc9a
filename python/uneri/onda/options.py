"""ONDA's options: what they are, and random ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .._util.rng import Generator
from .cards import COPIES, KIND_NAMES

OPTIONS: Final = {
    "players": ("2 to 5", "number of seats"),
    "rounds": ("1 to 6", "rounds in a game"),
    "first_seat": ("-1 or a seat", "first player of round 1; -1: drawn by chance"),
    "bomb_sequence": (
        "ladder, runs_first, a list of shapes 1 to 6, a JSON file of one",
        "the bombs on the dial, in order",
    ),
    "tide_start": ("high, low", "tide at the start of the game"),
    "tide_reset": ("never, round, trick", "when the tide goes back to tide_start"),
    "lead_of_bomb_shape": ("bomb, plain", "is a lead of the dial's shape the trick's bomb?"),
    "leader_may_turn": ("true, false", "may the leader of a trick turn the tide?"),
    "reveal_jokers": ("never, on_discard, on_play", "when a spent joker is shown"),
    "reveal_returned": ("true, false", "is the card shown that a turn of the tide takes back?"),
    "pack": (
        "full, small, a mapping of deal, down and cards, a JSON file of one",
        "the cards, how many a seat is dealt and puts face down",
    ),
    "utility": ("score, margin, win", "what returns are: points, points less their mean, shares of the win"),
}
"""Every option: what it allows, what it means."""

SMALL: Final = "onda(players=2,rounds=1,pack=small,utility=margin)"
"""A game of two seats that is small enough to be solved (O-1.7)."""


def random_options(rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Draw every option at random, except the fixed ones.

    Short matches are drawn more often than long ones.

    Parameters
    ----------
    rng
        The generator.
    fixed
        Options that keep these values.

    Returns
    -------
    dict
        Every option by name, for `uneri.load_game("onda", **options)`.
    """

    def one_of(*values: Any) -> Any:
        return values[rng.below(len(values))]

    seats = 2 + rng.below(4)
    given = fixed.get("pack", "full") != "full"  # such a pack may have too few cards for more than two
    players = fixed.get("players", 2 if given else seats)
    shapes = [1 + rng.below(6) for _ in range(1 + rng.below(16))]
    drawn = {
        "players": players,
        "rounds": one_of(1, 1, 1, 2, 2, 3, 4, 5, 6),
        "first_seat": rng.below(players + 1) - 1,
        "bomb_sequence": one_of("ladder", "runs_first", shapes),
        "tide_start": one_of("high", "low"),
        "tide_reset": one_of("never", "round", "trick"),
        "lead_of_bomb_shape": one_of("bomb", "plain"),
        "leader_may_turn": one_of(True, False),
        "reveal_jokers": one_of("never", "on_discard", "on_play"),
        "reveal_returned": one_of(True, False),
        "pack": "full" if rng.below(4) else random_pack(rng, players),
        "utility": one_of("score", "margin", "win"),
    }
    return drawn | dict(fixed)


def random_pack(rng: Generator, players: int) -> dict[str, Any]:
    """Draw data for the option `pack`: some of the cards, enough for all seats.

    Parameters
    ----------
    rng
        The generator.
    players
        The number of seats.

    Returns
    -------
    dict
        `deal` (cards per seat), `down` (those put face down) and `cards` (names).
    """
    cards = [name for name in KIND_NAMES for _ in range(COPIES)]
    down = 1 + rng.below(2)
    deal = down + 1 + rng.below(min(15, len(cards) // players) - down)
    while len(cards) > players * deal and rng.below(12):
        del cards[rng.below(len(cards))]
    return {"deal": deal, "down": down, "cards": cards}
