"""The options of Namima (0.2)."""

from __future__ import annotations

from collections.abc import Mapping

from uneri.reference.common import (
    UTILITIES,
    bool_option,
    check_names,
    choice_option,
    int_option,
)
from uneri.reference.namima.ruleset import GAME
from uneri.reference.namima.tables import load_tables


class Options:
    """The options, and the tables of the rule set that one of them chooses."""

    name = GAME
    defaults: Mapping[str, object] = {
        "variant": "shikinami",
        "players": 4,
        "games": 0,
        "first_seat": 0,
        "riichi": False,
        "dora": False,
        "utility": "score",
    }

    def __init__(self, **options: object) -> None:
        check_names(GAME, options, self.defaults)
        given = {**self.defaults, **options}
        n = self.num_players = int_option(GAME, "players", given["players"], 2, 5)
        games = int_option(GAME, "games", given["games"], 0, 99)
        self.first_seat = int_option(GAME, "first_seat", given["first_seat"], -1, n - 1)
        self.riichi = bool_option(GAME, "riichi", given["riichi"])
        self.dora = bool_option(GAME, "dora", given["dora"])
        choice_option(GAME, "utility", given["utility"], UTILITIES)
        self.tables, listed = load_tables(given["variant"], n)
        self.options: dict[str, object] = {**given, "variant": listed}
        self.games = games if games > 0 else self.tables.rules.games_per_match[str(n)]  # N-8.1
