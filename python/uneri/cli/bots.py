"""`uneri bots`: the named bots, with their options and defaults."""

from __future__ import annotations

import argparse
import inspect
import textwrap
from typing import Any

from uneri.bots import BOTS
from uneri.bots.specs import follows

from ._output import print_json, say
from ._parser import Parser

_INDENT = 9
_OTHERS = (
    ("net:FILE", "a network made by `uneri train`"),
    ("module:Name(option=value)", "your own class or function"),
    ("exec:COMMAND", "a program that speaks JSON lines"),
)


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Lists the named bots, with their options and defaults. An option without a default "
        "depends on the others or on the game. A bot's text: ismcts:sims=1000,rollout=eps."
    )
    parser.add_argument("bot", nargs="?", choices=sorted(BOTS), metavar="BOT", help="only this one")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Print the bots."""
    shown = [args.bot] if args.bot else sorted(BOTS)
    if args.json:
        print_json({name: {"about": describe_bot(name), "options": list_options(name)} for name in shown})
        return 0
    for name in shown:
        _say(name, describe_bot(name))
        if found := list_options(name):
            _say("", ", ".join(_describe(*option) for option in found.items()))
    if not args.bot:
        for form, words in _OTHERS:
            _say(form, words)
    return 0


def _say(name: str, words: str) -> None:
    """Print a name with its description, within 80 columns."""
    indent = " " * _INDENT
    begin = f"{name:<{_INDENT}}" if len(name) < _INDENT else f"{name}  "
    say(textwrap.fill(words, 79, initial_indent=begin, subsequent_indent=indent, break_on_hyphens=False))


def describe_bot(name: str) -> str:
    """Describe a bot in a sentence."""
    return " ".join((inspect.getdoc(BOTS[name]) or "").partition(".")[0].split())


def list_options(name: str) -> dict[str, Any]:
    """Return a bot's options with their defaults."""
    found = {one.name: one.default for one in inspect.signature(BOTS[name]).parameters.values()}
    return {**found, "follow": False} if follows(BOTS[name]) else found


def _describe(name: str, default: Any) -> str:
    """Write an option as in a bot's text, or its name alone if the bot chooses the value."""
    if default is None:
        return name
    return f"{name}={str(default).lower() if isinstance(default, bool) else default}"
