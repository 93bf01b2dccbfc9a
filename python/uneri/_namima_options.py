"""Namima's options: what they are."""

from __future__ import annotations

from typing import Final

OPTIONS: Final = {
    "variant": (
        "sazanami, shiranami, shikinami, aranami, ayanami, juuayanami, a mapping, a JSON file of one",
        "rule set: cards, melds, points",
    ),
    "players": ("2 to 5", "number of seats"),
    "games": ("0 to 99", "games in a match; 0: as many as the rule set says"),
    "first_seat": ("-1 to players - 1", "who deals the first game; -1: drawn by lot"),
    "riichi": ("true, false", "a ready player may declare it for double points"),
    "dora": ("true, false", "cards of the first discard's colour bring extra points"),
    "utility": ("score, margin, win", "what returns are: points, points less their mean, shares of the win"),
}
"""Every option: what it allows, what it means."""
