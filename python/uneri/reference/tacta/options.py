"""The options of TACTA (2.1): their values, defaults and errors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from uneri.reference.common import UTILITIES
from uneri.reference.reader import Field, is_int, read_options
from uneri.reference.tacta.deck import DEFAULT_NAME, GAME, MAX_TABLE, SUIT_LETTERS, Deck, load_deck

MODES = ("standard", "quick", "limited_space", "sabotage", "team_up", "free_play", "team_free_play")
TEAM_MODES = ("team_up", "team_free_play")
FREE_PLAY_MODES = ("free_play", "team_free_play")
REPLAYS = 10  # rounds beyond `rounds` that ties may lead to (7)
LIMITED_ROUNDS = len(SUIT_LETTERS)  # limited space has one round per suit (8)
NAMES = (
    "players", "mode", "suits", "values", "table", "outer_cards", "tie_break", "rounds", "target", "deck", "utility",
)  # fmt: skip


@dataclass(frozen=True)
class Options:
    """The options in force."""

    players: int
    mode: str
    suits: str
    values: int  # the highest in play
    table: tuple[int, int] | None  # None: the deck's table for the number of colours
    outer_cards: str
    tie_break: str
    rounds: int
    target: int
    deck: Deck
    listed: dict[str, object]  # every option by name, as plain data
    defaults: dict[str, object]  # the value if it weren't given


def options_of(given: Mapping[str, object]) -> Options:
    """Check and return the options. Others depend on `mode`, which comes first; `table` depends on the deck."""
    mode = read_options(GAME, given, dict.fromkeys(NAMES) | {"mode": "standard"})["mode"].word(MODES)
    target_given = given.get("target")
    alone = is_int(target_given) and 0 < cast("int", target_given) < 1 << 63  # as many rounds as it takes
    defaults: dict[str, object] = {
        "players": 4 if mode in TEAM_MODES else 2,
        "mode": "standard",
        "suits": SUIT_LETTERS[:2] if mode in ("quick", "sabotage") else SUIT_LETTERS,
        "values": 6,
        "table": "default",
        "outer_cards": "public",
        "tie_break": "share",
        "rounds": LIMITED_ROUNDS if mode == "limited_space" else 100 if alone else 1,
        "target": 0,
        "deck": DEFAULT_NAME,
        "utility": "score",
    }
    chosen = read_options(GAME, given, defaults)
    players = _players(mode, chosen["players"])
    suits = _suits(mode, chosen["suits"])
    values = _values(mode, chosen["values"])
    outer_cards = chosen["outer_cards"].word(("public", "owner"))
    tie_break = chosen["tie_break"].word(("share", "first_to_finish", "replay"))
    limited = mode == "limited_space"
    rounds = chosen["rounds"].one_of(LIMITED_ROUNDS) if limited else chosen["rounds"].integer(1, 100)
    target = chosen["target"].one_of(0) if rounds == 1 or limited else chosen["target"].integer(0, 6300)
    deck, listed = load_deck(chosen["deck"])
    table = _table(deck, chosen["table"])
    chosen["utility"].word(UTILITIES)
    return Options(
        players=players,
        mode=mode,
        suits=suits,
        values=values,
        table=table,
        outer_cards=outer_cards,
        tie_break=tie_break,
        rounds=rounds,
        target=target,
        deck=deck,
        listed={name: option.value for name, option in chosen.items()} | {"deck": listed},
        defaults=defaults,
    )


def _players(mode: str, option: Field) -> int:
    return option.one_of(4, 6, 8, 10, 12) if mode in TEAM_MODES else option.integer(2, 6)


def _suits(mode: str, option: Field) -> str:
    words = f"different letters of {SUIT_LETTERS!r} in that order"
    counts, allowed = {
        "limited_space": ((3,), SUIT_LETTERS),
        "quick": ((1, 2), f"one or two {words}"),
        "sabotage": ((2,), f"two {words}"),
    }.get(mode, ((1, 2, 3), words))
    value = option.value
    if (
        not isinstance(value, str)
        or len(value) not in counts
        or value != "".join(letter for letter in SUIT_LETTERS if letter in value)
    ):
        raise option.bad(allowed)
    return value


def _values(mode: str, option: Field) -> int:
    """Read `values`: at least two cards per seat, so partners need an even number of four or more of a colour."""
    return option.one_of(4, 6) if mode in TEAM_MODES else option.integer(2, 6)


def _table(deck: Deck, option: Field) -> tuple[int, int] | None:
    """Read the size of the table; the start card with its margin must fit on it."""
    value = option.value
    if value == "default":
        return None
    low = (deck.width + 2 * deck.margin, deck.height + 2 * deck.margin)
    match = re.fullmatch(r"([1-9][0-9]{0,4})x([1-9][0-9]{0,4})", value) if isinstance(value, str) else None
    if match:
        size = (int(match[1]), int(match[2]))
        if all(side % 2 == 0 and least <= side <= MAX_TABLE for side, least in zip(size, low, strict=True)):
            return size
    allowed = f"'default' or WxH, even numbers from {low[0]}x{low[1]} to {MAX_TABLE}x{MAX_TABLE}"
    raise option.bad(allowed)
