"""The options of Namima (0.2)."""

from __future__ import annotations

from collections.abc import Mapping

from ..common import UTILITIES
from ..reader import read_options
from .ruleset import GAME
from .tables import load_tables


class Options:
    """The options, and the tables of the rule set that one of them chooses."""

    name = GAME
    defaults: Mapping[str, object] = {
        "variant": "shikinami", "players": 4, "games": 0, "first_seat": 0, "riichi": False, "dora": False,
        "utility": "score",
    }  # fmt: skip

    def __init__(self, **options: object) -> None:
        given = read_options(GAME, options, self.defaults)
        n = self.num_players = given["players"].integer(2, 5)
        games = given["games"].integer(0, 99)
        self.first_seat = given["first_seat"].integer(-1, n - 1)
        self.riichi = given["riichi"].flag()
        self.dora = given["dora"].flag()
        given["utility"].word(UTILITIES)
        self.tables, listed = load_tables(given["variant"], n)
        self.options: dict[str, object] = {**self.defaults, **options, "variant": listed}
        self.games = games if games > 0 else self.tables.rules.games_per_match[str(n)]  # N-8.1
