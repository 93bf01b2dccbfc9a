"""Validates "new game" requests and creates the table; lists the games, options and bots to choose."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import uneri
from uneri._util.messages import brief, printable
from uneri.bots.players import SIMPLE, plays
from uneri.registry import game_module, load_foreign_game, numbered_data
from uneri.registry.book import LANGUAGES, has_book, read_book
from uneri.registry.options import OptionRow, option_rows

from .bot_policy import HUMAN, OFFERED, check_bot, list_levels, stand_in
from .lobby import Lobby
from .messages import title
from .requests import Refused, check_fields, read_flag, read_text, read_whole
from .table import Table

_LONGEST_NAME = 40
_SAMPLE = 30
"""Decisions before the position of `draw_sample`."""


def list_offers(lobby: Lobby) -> dict[str, Any]:
    """Return all choices of the start page."""
    bots = dict.fromkeys((*lobby.named, *OFFERED))
    return {
        "games": [
            {
                "name": name,
                "title": title(name),
                "about": {} if not has_book(name) else {tongue: _introduce(name, tongue) for tongue in LANGUAGES},
                "levels": list_levels(name),
                "seats": uneri.load_game(name).num_players,
                "options": [_option(row) for row in option_rows(name).values()],
                "book": has_book(name),
                "bots": [bot for bot in bots if bot not in SIMPLE or plays(bot, name)],
            }
            for name in uneri.games()
        ],
        "human": HUMAN,
    }


@cache
def draw_sample(name: str) -> str:
    """Draw a position of a game, to show what it looks like."""
    state, bot = uneri.load_game(name).new_initial_state(7), stand_in(name, 7)
    for _ in range(_SAMPLE):
        if not state.is_terminal():
            state.apply_action(bot.act(state.clone()))
    return str(state.to_svg(max(state.current_player(), 0)))


def _introduce(name: str, language: str) -> str:
    """Say in a few words what a game is about and how long it takes."""
    words = read_book(name, language).introduction.partition("\n\n")[0]
    if language == "ja":
        return "".join(words.splitlines())
    goal = game_module(name).RULES.partition("\n")[0].partition(". ")[2]
    takes = next((part for part in re.split(r"(?<=\.)\s", " ".join(words.split())) if " takes " in part), "")
    return f"{goal} {takes}".strip()


def _option(row: OptionRow) -> dict[str, Any]:
    """Describe an option for the form. Data are chosen by name, or sent in full as `own`."""
    schema = row["schema"]
    shown: dict[str, Any] = {key: row[key] for key in ("name", "allowed", "meaning", "default")}
    if "builtin" in row:
        return shown | {"allowed": ", ".join(row["builtin"]), "words": list(row["builtin"]), "own": True}
    if schema.get("type") == "integer":
        return shown | {"low": schema.get("minimum"), "high": schema.get("maximum")}
    if schema.get("type") == "boolean":
        return shown | {"words": [True, False]}
    return shown | ({"words": list(schema["enum"])} if "enum" in schema else {})


def make_wanted_table(lobby: Lobby, asked: dict[str, Any]) -> Table:
    """Make the game that a request asks for. Raise Refused, with what is allowed, if that is impossible."""
    check_fields(asked, "game", "options", "seats", "names", "seed", "hints")
    game = load_wanted_game(read_text(asked, "game"), asked.get("options", {}))
    seats = asked.get("seats", [HUMAN])
    if not isinstance(seats, list) or len(seats) != game.num_players:
        raise Refused(f"seats must be {game.num_players} strings, {HUMAN} or a bot, one per seat, not {brief(seats)}")
    for seat, spec in enumerate(seats):
        if not isinstance(spec, str) or len(spec) > 200:
            raise Refused(f"seat {seat} is {brief(spec)}; allowed: {HUMAN}, or a bot")
        if spec != HUMAN:
            check_bot(spec, game.name, lobby.named, lobby.limits)
    names = _names(asked.get("names", []), len(seats))
    seed = None if asked.get("seed") is None else read_whole(asked, "seed", 0, (1 << 64) - 1)
    return Table(game, seed, seats, names, hints=read_flag(asked, "hints", True))


def _names(asked: Any, seats: int) -> list[str]:
    """Return the names of the seats; empty if they have none."""
    if not isinstance(asked, list) or len(asked) not in (0, seats):
        raise Refused(f"names must be {seats} strings, one per seat (empty for no name), not {brief(asked)}")
    found = []
    for seat, name in enumerate(asked):
        if not isinstance(name, str) or len(name) > _LONGEST_NAME:
            raise Refused(f"name {seat} must be a string of at most {_LONGEST_NAME} characters, not {brief(name)}")
        found.append(printable(" ".join(name.split())))
    return found


def load_wanted_game(name: str, options: Any) -> uneri.Game:
    """Load the game that a request asks for. Raise Refused, with what is allowed, if that is impossible."""
    if not isinstance(options, dict):
        raise Refused(f"options must be an object of names and values, not {brief(options)}")
    if name not in uneri.games():
        raise Refused(f"no game {brief(name)}; allowed: {', '.join(uneri.games())}")
    rows = option_rows(name)
    for option, value in options.items():
        if option not in rows:
            raise Refused(f"{name}: no option {brief(option)}; allowed: {', '.join(rows)}")
        if not isinstance(value, str | int) and not ("builtin" in rows[option] and isinstance(value, dict | list)):
            words = ", ".join(rows[option].get("builtin", [])) or rows[option]["allowed"]
            raise Refused(f"{name}: option {option} is {brief(value)}; allowed: {words}")
    try:
        numbered = {option: numbered_data(name, option, value) for option, value in options.items()}
        return load_foreign_game(name, numbered)
    except (ValueError, TypeError) as error:
        raise Refused(str(error)) from None
