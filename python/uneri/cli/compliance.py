"""`uneri compliance BOT`: checks that a program keeps to the protocol of external bots."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from uneri._util.messages import brief
from uneri.testing import check_program

from ._output import print_heading, print_json, say
from ._parser import BadInput, Parser, bad_input, load, number


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Plays games with a program on every seat and reports which rules of the protocol it follows (docs/bots.md, "
        "Programs). Exit code 1 if it breaks one."
    )
    parser.add_argument("bot", metavar="BOT", help="'exec:python my_bot.py', in quotes")
    parser.add_game()
    parser.add_value("--games", "N", "games on each seat", number(1, 1000), 2)
    parser.add_seed()
    parser.add_timeout("")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Play and print."""
    kind, _, command = args.bot.partition(":")
    if kind != "exec":
        raise BadInput(f"BOT is {brief(args.bot)}; allowed: exec:COMMAND")
    game = load(args)
    with bad_input():
        checks = check_program(command, game, games=args.games, seed=args.seed, timeout_ms=args.timeout_ms)
    passed = all(check.passed for check in checks)
    if args.json:
        print_json({"game": str(game), "passed": passed, "checks": [asdict(check) for check in checks]})
    else:
        print_heading(f"{args.bot} plays {game}")
        for check in checks:
            say(f"{'ok' if check.passed else 'FAILED':<7} {check.name:<9} {check.detail}")
    return 0 if passed else 1
