"""The options of TACTA (2.1): their values, defaults and errors."""

from __future__ import annotations

import re
from typing import cast

from ..common import UTILITIES
from ..reader import Field, is_int, read_options
from .deck import DEFAULT_NAME, GAME, MAX_TABLE, SUIT_LETTERS, Deck, load_deck

MODES = ("standard", "quick", "limited_space", "sabotage", "team_up", "free_play", "team_free_play")
TEAM_MODES = ("team_up", "team_free_play")
FREE_PLAY_MODES = ("free_play", "team_free_play")
REPLAYS = 10  # rounds beyond `rounds` that ties may lead to (7)
LIMITED_ROUNDS = len(SUIT_LETTERS)  # limited space has one round per suit (8)
NAMES = (
    "players", "mode", "suits", "values", "table", "outer_cards", "tie_break", "rounds", "target", "deck", "utility",
)  # fmt: skip


class Options:
    """The options in force. Others depend on `mode`, which comes first; `table` depends on the deck."""

    def __init__(self, **given: object) -> None:
        mode = read_options(GAME, given, dict.fromkeys(NAMES) | {"mode": "standard"})["mode"].word(MODES)
        target = given.get("target")
        alone = is_int(target) and 0 < cast("int", target) < 1 << 63  # as many rounds as it takes
        limited, teams = mode == "limited_space", mode in TEAM_MODES
        self.defaults: dict[str, object] = {
            "players": 4 if teams else 2,
            "mode": "standard",
            "suits": SUIT_LETTERS[:2] if mode in ("quick", "sabotage") else SUIT_LETTERS,
            "values": 6,
            "table": "default",
            "outer_cards": "public",
            "tie_break": "share",
            "rounds": LIMITED_ROUNDS if limited else 100 if alone else 1,
            "target": 0,
            "deck": DEFAULT_NAME,
            "utility": "score",
        }
        chosen = read_options(GAME, given, self.defaults)
        players, values, rounds = chosen["players"], chosen["values"], chosen["rounds"]
        self.mode, self.team_mode, self.free_play = mode, teams, mode in FREE_PLAY_MODES
        self.num_players = players.one_of(4, 6, 8, 10, 12) if teams else players.integer(2, 6)
        self.num_colours = self.num_players // 2 if teams else self.num_players
        self.all_suits = _suits(mode, chosen["suits"])
        # The highest in play: at least two cards per seat, so partners need an even number of four or more of a colour.
        self.values = values.one_of(4, 6) if teams else values.integer(2, 6)
        self.owner = chosen["outer_cards"].word(("public", "owner")) == "owner"
        self.tie_break = chosen["tie_break"].word(("share", "first_to_finish", "replay"))
        self.rounds = rounds.one_of(LIMITED_ROUNDS) if limited else rounds.integer(1, 100)
        self.most_rounds = self.rounds + (REPLAYS if self.tie_break == "replay" else 0)
        aimless = self.rounds == 1 or limited
        self.target = chosen["target"].one_of(0) if aimless else chosen["target"].integer(0, 6300)
        self.deck, listed = load_deck(chosen["deck"])
        self.table = _table(self.deck, chosen["table"])  # None: the deck's table for the number of colours
        chosen["utility"].word(UTILITIES)
        self.options = {name: option.value for name, option in chosen.items()} | {"deck": listed}


def _suits(mode: str, option: Field) -> str:
    words = f"different letters of {SUIT_LETTERS!r} in that order"
    counts, allowed = {
        "limited_space": ((3,), SUIT_LETTERS),
        "quick": ((1, 2), f"one or two {words}"),
        "sabotage": ((2,), f"two {words}"),
    }.get(mode, ((1, 2, 3), words))
    text = option.value if isinstance(option.value, str) else ""
    if len(text) not in counts or text != "".join(letter for letter in SUIT_LETTERS if letter in text):
        raise option.bad(allowed)
    return text


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
    raise option.bad(f"'default' or WxH, even numbers from {low[0]}x{low[1]} to {MAX_TABLE}x{MAX_TABLE}")
