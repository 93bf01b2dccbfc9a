"""`uneri info GAME`: options, sizes, tensor layout."""

from __future__ import annotations

import argparse

import uneri
from uneri.registry.options import option_texts
from uneri.registry.outside import outside_game

from ._output import format_value, label, print_heading, print_json, print_table, say
from ._parser import Parser, load
from .games import describe_game

SIZES = (
    ("num_players", "seats"),
    ("num_distinct_actions", "actions"),
    ("max_legal_actions", "most legal actions at once"),
    ("max_chance_outcomes", "chance outcomes"),
    ("max_game_length", "most decisions of seats in a game"),
    ("max_chance_nodes", "most chance nodes in a game"),
    ("min_utility", "least return"),
    ("max_utility", "greatest return"),
    ("utility_sum", "sum of the returns, if it is always the same"),
)


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = "Describes a game under its options."
    parser.add_game()
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Print the facts."""
    game = load(args)
    defaults = uneri.load_game(game.name, backend=game.backend).options
    known = option_texts(game.name)
    rules = None if outside_game(game.name) else f"uneri.reference.{game.name}"
    if args.json:
        options = {
            name: {"value": value, "default": defaults[name], "allowed": known[name][0], "meaning": known[name][1]}
            for name, value in game.options.items()
        }
        layout = [{"name": n, "offset": o, "shape": list(s)} for n, o, s in game.observation_layout]
        data = {"name": game.name, "game": str(game), "backend": game.backend, "about": describe_game(game.name)}
        sizes = {name: getattr(game, name) for name, _ in SIZES}
        print_json({**data, "options": options, **sizes, "observation_layout": layout, "rules": rules})
        return 0
    print_heading(f"{label(game, args.given)}   {describe_game(game.name)}")
    if rules is not None:
        say(f"The rules as one readable Python file: {rules}\n")
    print_heading("options")
    rows = [
        (n, format_value(n, v, args.given), format_value(n, defaults[n]), *known[n]) for n, v in game.options.items()
    ]
    print_table(("name", "value", "default", "allowed", "meaning"), rows, wrap=("allowed", "meaning"))
    say()
    print_heading("sizes")
    facts = [(name, str(getattr(game, name)), meaning) for name, meaning in SIZES]
    print_table(("name", "value", "meaning"), facts, wrap=("meaning",))
    say()
    print_heading(f"observation tensor: float32{list(game.observation_tensor_shape)}")
    segments = [(n, o, " x ".join(map(str, s))) for n, o, s in game.observation_layout]
    print_table(("segment", "offset", "shape"), segments)
    return 0
