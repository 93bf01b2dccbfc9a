"""A game's short rules and the legend of its notation, kept with the game: `uneri/GAME/rules.txt`."""

from __future__ import annotations

from importlib import resources
from typing import NamedTuple

from uneri.registry import game_module


class Page(NamedTuple):
    """What somebody at the table may want to read; each part fits a terminal of 80 columns and 24 rows."""

    rules: str
    notation: str


def rules_page(game: str) -> Page:
    """The page of a game. A line `--` stands between the two parts."""
    own: str | None = getattr(game_module(game), "RULES", None)
    text = own or (resources.files("uneri") / game / "rules.txt").read_text(encoding="utf-8")
    rules, _, notation = text.partition("\n--\n")
    return Page(rules.strip("\n"), notation.strip("\n"))
