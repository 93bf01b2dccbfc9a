"""`uneri games`: the list of games."""

from __future__ import annotations

import argparse
import ast
from importlib import resources

import uneri
from uneri.registry import game_module
from uneri.registry.outside import outside_game

from ._output import print_json, print_table
from ._parser import Parser


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = "Lists the games."
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Print the games."""
    rows = [(name, describe_game(name), uneri.load_game(name).num_players) for name in uneri.games()]
    if args.json:
        print_json([{"name": name, "about": text, "players": players} for name, text, players in rows])
    else:
        print_table(("game", "about", "seats (default)"), rows, wrap=("about",))
    return 0


def describe_game(name: str) -> str:
    """Return the first line of the game module's own description, read without running the module."""
    if outside_game(name) is not None:
        return (game_module(name).__doc__ or "").partition("\n")[0]
    source = (resources.files("uneri") / name / "__init__.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
