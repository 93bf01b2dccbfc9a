"""SOLO's options: what they are, and random ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .._util.rng import Generator
from .cards import COLOURS, DECK, KIND_NAMES

OPTIONS: Final = {
    "players": ("2 to 10", "number of seats"),
    "start_points": ("1 to 100000", "points of every seat at the start"),
    "max_rounds": ("0 to 100000", "rounds in a game; 0: until a seat is below 0"),
    "first_seat": ("-1 or a seat", "starter of round 1; -1: drawn by chance"),
    "next_starter": ("rotate, winner, left_of_winner", "starter of later rounds"),
    "extend_any_wild": ("true, false", "may any black card pass on a pending draw?"),
    "jump_in": ("all, coloured, numbers, none", "which top cards may be jumped on"),
    "self_jump_in": ("true, false", "may the seat of the top card jump in with its second copy?"),
    "jump_window": ("after_card, every_turn", "when jumping in is offered"),
    "jump_in_last_card": ("true, false", "may the last card be played by jumping in?"),
    "solo_call": ("manual, auto", "is the Solo declaration a decision, or always made?"),
    "solo_penalty": ("0 to 10", "cards drawn for a missing declaration"),
    "reverse_two_player": ("skip, plain", "with two seats, does Reverse also skip the other one?"),
    "last_card_draws": ("true, false", "does a draw card as the last card still make the next seat draw?"),
    "turn_cap": ("0 to 100000", "turns in a round before it is stopped; 0: no cap"),
    "pack": ("full, small, a mapping of deal and cards, a JSON file of one", "the cards, and how many a seat is dealt"),
    "utility": ("score, margin, win", "what returns are: points, points less their mean, shares of the win"),
}
"""Every option: what it allows, what it means."""

SMALL: Final = "solo(players=2,max_rounds=1,turn_cap=5,solo_call=auto,pack=small,utility=margin)"
"""A game of two seats that is small enough to be solved (S-1.5)."""


def random_options(rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Draw every option at random, except the fixed ones.

    Short games are drawn more often than long ones.

    Parameters
    ----------
    rng
        The generator.
    fixed
        Options that keep these values.

    Returns
    -------
    dict
        Every option by name, for `uneri.load_game("solo", **options)`.
    """

    def one_of(*values: Any) -> Any:
        return values[rng.below(len(values))]

    seats = one_of(2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9, 10)
    given = fixed.get("pack", "full") != "full"  # such a pack may have too few cards for more than two
    players = fixed.get("players", 2 if given else seats)
    drawn = {
        "players": players,
        "start_points": one_of(1, 10, 40, 40, 100, 200, 1000),
        "max_rounds": one_of(0, 0, 1, 1, 1, 2, 3),
        "first_seat": rng.below(players + 1) - 1,
        "next_starter": one_of("rotate", "winner", "left_of_winner"),
        "extend_any_wild": one_of(True, False),
        "jump_in": one_of("all", "all", "all", "coloured", "numbers", "none"),
        "self_jump_in": one_of(True, False),
        "jump_window": one_of("after_card", "every_turn"),
        "jump_in_last_card": one_of(True, False),
        "solo_call": one_of("manual", "manual", "auto"),
        "solo_penalty": one_of(0, 1, 2, 2, 2, 5, 10),
        "reverse_two_player": one_of("skip", "plain"),
        "last_card_draws": one_of(True, False),
        "turn_cap": one_of(0, 1, 3, 20, 60, 60, 150, 150, 400, 2000),
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
        `deal` (cards per seat) and `cards` (tokens).
    """
    cards = [name for name, count in zip(KIND_NAMES, DECK, strict=True) for _ in range(count)]
    numbers = [name for name in cards if name[0] in COLOURS and name[1:].isdigit()]  # W4 is none
    others = [name for name in cards if name not in numbers]
    deal = 1 + rng.below(min(8, (len(numbers) - 1) // players))
    while len(numbers) > players * deal + 1 and rng.below(16):
        del numbers[rng.below(len(numbers))]
    while others and rng.below(16):
        del others[rng.below(len(others))]
    return {"deal": deal, "cards": numbers + others}
