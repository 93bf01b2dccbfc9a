"""`uneri namima HAND`: the hand calculator of Namima."""

from __future__ import annotations

import argparse

from ._output import print_json, say
from ._parser import BadInput, Parser, bad_input, number


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Analyses a hand of Namima: its points if it is complete, else its missing cards, its waits, "
        "and the result of every discard. A hand with the size of a hand between turns waits for a card, any other "
        "is to discard."
    )
    parser.epilog = 'Example: uneri namima "B123 R44 Y678" --variant sazanami --exposed "K123 W88" --visible "B4 R4"'
    parser.add_argument("hand", nargs="+", metavar="CARDS", help="the concealed cards, such as 'B123 R44'")
    parser.add_several("--exposed", "MELDS", "your exposed melds, such as 'R123 K88' or R1.R3.W2; may be repeated")
    parser.add_argument(
        "--variant", default="shikinami", help="a variant, such as aranami or 荒波, or a JSON file; default: shikinami"
    )
    parser.add_value("--players", "N", "seats", number(2, 5), 4)
    words = "cards known to be elsewhere: discards, other seats' melds; may be repeated"
    parser.add_several("--visible", "CARDS", words)
    parser.add_value("--growth", "N", "the most calls that may still be made; 0: none", number(0, 99))
    parser.add_value("--claimed", "CARD", "the card of the hand that is another seat's discard")
    parser.add_value("--dora", "COLOUR", "the dora suit, such as R")
    parser.add_value("--turns", "N", "also the chance to have won by each of the next N turns", number(1, 20))
    parser.add_value("--calls", "P", "the chance that a call goes through, for --turns", float, 0.85)
    words = "what to aim for with --turns; default: win"
    parser.add_argument("--goal", choices=("win", "points"), default="win", help=words)
    when = parser.add_mutually_exclusive_group()
    when.add_argument("--drawn", action="store_true", default=None, help="the hand must discard, whatever its size")
    parser.add_flag("--waiting", "the hand waits for a card, whatever its size", to=when)
    how = parser.add_mutually_exclusive_group()
    parser.add_json(to=how)
    parser.add_flag("--ja", "the report in Japanese", to=how)


def run(args: argparse.Namespace) -> int:
    """Print the analysis."""
    if args.claimed is not None and args.waiting:
        raise BadInput("--claimed and --waiting: a hand with a claimed card doesn't wait")
    # Other commands read this file for its options alone.
    from uneri.namima import analyse
    from uneri.namima.cards import builtin_name
    from uneri.namima.japanese import japanese

    with bad_input():
        found = analyse(
            " ".join(args.hand),
            " ".join(args.exposed),
            builtin_name(args.variant),
            args.players,
            " ".join(args.visible),
            args.growth,
            drawn=False if args.waiting else args.drawn,
            claimed=args.claimed,
            dora=args.dora,
            turns=args.turns,
            calls=args.calls,
            goal=args.goal,
        )
    if args.json:
        print_json(found.to_dict())
    else:
        say(japanese(found) if args.ja else found)
    return 0
