"""`uneri games`: what can be played."""

from __future__ import annotations

import argparse
import inspect
from typing import Any

import uneri
from uneri.registry import game_module

from ._output import print_json, table
from ._parser import add_json


def add(parsers: Any) -> None:
    """Adds the command."""
    parser = parsers.add_parser("games", help="list the games", description="Lists the games.")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Prints the games."""
    rows = [(name, about(name), uneri.load_game(name).num_players) for name in uneri.games()]
    if args.json:
        print_json([{"name": name, "about": text, "players": players} for name, text, players in rows])
    else:
        table(("game", "about", "seats (default)"), rows, wrap=("about",))
    return 0


def about(name: str) -> str:
    """The first line of the game module's own description."""
    return (inspect.getdoc(game_module(name)) or "").partition("\n")[0]
