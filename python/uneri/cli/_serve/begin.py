"""Starting a game as somebody on the page asks for: which games, options and bots there are, and what is refused."""

from __future__ import annotations

import secrets
from typing import Any

import uneri
from uneri._util.option_table import OptionRow, option_rows
from uneri.bots import has_greedy
from uneri.reference.words import brief
from uneri.registry import load_foreign_game

from .asking import Refused, flag, only, text, whole
from .hall import Hall
from .seating import HUMAN, OFFERED, check_bot
from .table import Table


def offers(hall: Hall) -> dict[str, Any]:
    """All that the start page lets choose."""
    bots = dict.fromkeys((*hall.named, *OFFERED))
    return {
        "games": [
            {
                "name": name,
                "options": [_option(row) for row in option_rows(name).values()],
                "bots": [bot for bot in bots if bot != "greedy" or has_greedy(name)],
            }
            for name in uneri.games()
        ],
        "human": HUMAN,
    }


def _option(row: OptionRow) -> dict[str, Any]:
    """An option as a form needs it. Of data only what is built in can be chosen."""
    schema = row["schema"]
    shown: dict[str, Any] = {key: row[key] for key in ("name", "allowed", "meaning", "default")}
    if "builtin" in row:
        return shown | {"allowed": ", ".join(row["builtin"]), "words": list(row["builtin"])}
    if schema.get("type") == "integer":
        return shown | {"low": schema["minimum"], "high": schema["maximum"]}
    if schema.get("type") == "boolean":
        return shown | {"words": [True, False]}
    return shown | ({"words": list(schema["enum"])} if "enum" in schema else {})


def wanted_table(hall: Hall, asked: dict[str, Any]) -> Table:
    """The game that a request asks for. Refused, with what is allowed, if it cannot be."""
    only(asked, "game", "options", "seats", "seed", "hints")
    game = _game(text(asked, "game"), asked.get("options", {}))
    seats = asked.get("seats", [HUMAN])
    if not isinstance(seats, list) or len(seats) != game.num_players:
        raise Refused(f"seats is {brief(seats)}; allowed: {game.num_players} texts, {HUMAN} or a bot, one a seat")
    for seat, spec in enumerate(seats):
        if not isinstance(spec, str) or len(spec) > 200:
            raise Refused(f"seat {seat} is {brief(spec)}; allowed: {HUMAN}, or a bot")
        if spec != HUMAN:
            check_bot(spec, game.name, hall.named, hall.limits)
    seed = secrets.randbits(32)
    if asked.get("seed") is not None:
        seed = whole(asked, "seed", 0, (1 << 64) - 1)
    return Table(game, seed, seats, hints=flag(asked, "hints", True))


def _game(name: str, options: Any) -> uneri.Game:
    if not isinstance(options, dict):
        raise Refused(f"options is {brief(options)}; allowed: an object of names and values")
    if name not in uneri.games():
        raise Refused(f"no game {brief(name)}; allowed: {', '.join(uneri.games())}")
    rows = option_rows(name)
    for option, value in options.items():
        if option not in rows:
            raise Refused(f"{name}: no option {brief(option)}; allowed: {', '.join(rows)}")
        if not isinstance(value, str | int):
            words = ", ".join(rows[option].get("builtin", [])) or rows[option]["allowed"]
            raise Refused(f"{name}: option {option} is {brief(value)}; allowed: {words}")
    try:
        return load_foreign_game(name, options)
    except (ValueError, TypeError) as error:
        raise Refused(str(error)) from None
