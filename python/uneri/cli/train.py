"""`uneri train GAME`: trains a network by self-play."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import Any

from uneri._util.call_syntax import parse_assignment
from uneri._util.messages import brief
from uneri._util.output_files import check_target
from uneri.train import Recipe, TrainReport, train

from ._output import label, print_json, say
from ._parser import MANY, BadInput, FileNames, FileWritten, Parser, bad_input, check_files, load, number


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Trains a network by self-play and writes its file, which the bot 'net:FILE' plays. The same seed, "
        "number of games and settings give the same file for any number of threads."
    )
    parser.epilog = (
        "Settings: " + ", ".join(field.name for field in fields(Recipe)) + ". Example: uneri train "
        "'onda(players=2,rounds=1)' --games 100000 --out onda.net --set temperature=0.2"
    )
    parser.add_game(backend=False)
    budget = parser.add_mutually_exclusive_group(required=True)
    parser.add_value("--games", "N", "stop after this number of games", number(1, MANY), to=budget)
    parser.add_value("--minutes", "M", "stop after this number of minutes", float, to=budget)
    parser.add_value("--out", "FILE", "the file; default: GAME_SEATS.net", FileWritten)
    parser.add_seed()
    parser.add_threads()
    parser.add_value("--start", "NET", "net or a file to begin with, in place of random weights", FileNames)
    words = "an opponent and its share of games, as greedy=0.4, past=0.1, net=0.2, net:FILE=0.2; may be repeated"
    parser.add_several("--against", "BOT=SHARE", words, dest="opponents", type=FileNames)
    words = "written during the training; if it exists, the training resumes from it"
    parser.add_value("--checkpoint", "FILE", words, FileWritten)
    parser.add_several("--set", "NAME=VALUE", "a setting; may be repeated", dest="settings")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Train, show the strength reached, and write the file."""
    game = load(args)
    recipe: dict[str, Any] = {}
    opponents: dict[str, float] = {}
    with bad_input():
        for what, given, texts in (("setting", recipe, args.settings), ("opponent", opponents, args.opponents)):
            for text in texts:
                name, value = parse_assignment(text) if what == "setting" else _parse_share(text)
                if name in given:
                    raise BadInput(f"{what} {brief(name)} is given twice")
                given[name] = value
    if args.out is None:
        args.out = FileWritten(f"{game.name}_{game.num_players}.net")
        check_files(args)
    out = Path(args.out)
    with bad_input():
        check_target(out, "--out")
    if not args.json:
        say(f"{label(game, args.given)}: strength against the greedy bot, every deal twice with seats swapped")
    with bad_input({"checkpoint is '": "--checkpoint is '"}):
        budget = {"games": args.games, "minutes": args.minutes, "seed": args.seed, "threads": args.threads}
        told = None if args.json else _show
        more = {"start": args.start, "opponents": opponents or None}
        trained = train(game, recipe=recipe, **more, checkpoint=args.checkpoint, progress=told, **budget)
    trained.save(out)
    if args.json:
        print_json({"game": str(game), "file": str(out), "bytes": len(trained.data), **trained.last._asdict()})
    else:
        say(f"{out}: {len(trained.data):,} bytes; play it with the bot net:{out}")
    return 0


def _parse_share(text: str) -> tuple[str, float]:
    """Read BOT=SHARE; a file's name may have more signs of equality."""
    name, _, share = text.rpartition("=")
    try:
        return name, float(share)
    except ValueError:
        raise BadInput(f"--against is {brief(text)}; allowed: BOT=SHARE, as greedy=0.4") from None


def _show(report: TrainReport) -> None:
    say(
        f"{100 * report.done:3.0f} %  {report.seconds:6.1f} s  {report.games:>9,} games  loss {report.loss:.4f}  "
        f"score {100 * report.score:4.1f} ± {100 * report.score_half:.1f}  "
        f"first {100 * report.first:4.1f} ± {100 * report.first_half:.1f}"
    )
