"""`uneri replay FILE`: recorded games in the terminal, to any move, as a seat saw them; or checked."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from uneri import records
from uneri.registry import game_module

from ._output import heading, panel, table
from ._parser import BadInput, bad_input, number

_MANY = 1_000_000_000


def add(parsers: Any) -> None:
    """Adds the command."""
    parser = parsers.add_parser(
        "replay",
        help="show or check recorded games",
        description="Shows a recorded game, or the list of games in a file that has several.",
    )
    parser.add_argument("file", metavar="FILE", help="a .uneri.jsonl file, or .uneri.jsonl.gz")
    parser.add_argument("--game", type=number(1, _MANY), metavar="N", help="which game of the file, from 1")
    parser.add_argument("--ply", type=number(0, _MANY), metavar="K", help="the table after K moves")
    parser.add_argument("--seat", type=number(0, 99), metavar="S", help="only what this seat saw")
    parser.add_argument(
        "--check", action="store_true", help="play the games again and compare everything; exit code 1 if one differs"
    )


def run(args: argparse.Namespace) -> int:
    """Shows or checks."""
    try:
        if args.check:
            return _check(args)
        first, rows = None, []  # a file may hold more games than fit into memory
        for index, record in enumerate(_chosen(args), args.game or 1):
            first = record if first is None else first
            rows.append((index, record.game, len(record), _standing(record), ", ".join(record.players)))
        if first is not None and len(rows) == 1:
            show(first, args.ply, args.seat)
        elif rows:
            table(("game", "of", "moves", "returns", "players"), rows)
        else:
            print(f"{args.file}: no games")
    except records.RecordError as error:
        if not args.check:
            raise BadInput(str(error)) from error
        sys.stdout.flush()
        print(f"uneri: {error}", file=sys.stderr)
        return 1
    return 0


def _chosen(args: argparse.Namespace) -> Any:
    """The games of the file that are asked for."""
    found = 0
    try:
        for found, record in enumerate(records.read(args.file), 1):
            if args.game in (None, found):
                yield record
            if args.game == found:
                return
    except OSError as error:
        raise BadInput(f"cannot read {args.file}: {error.strerror or error}") from error
    if args.game is not None:
        raise BadInput(f"--game is {args.game}; allowed: 1 to {found}" if found else f"{args.file} has no games")


def _check(args: argparse.Namespace) -> int:
    games = moves = 0
    for record in _chosen(args):
        record.check()
        games, moves = games + 1, moves + len(record)
    print(f"{args.file}: {games} games, {moves} moves; all replay as recorded")
    return 0


def _standing(record: records.Record) -> str:
    return " ".join(f"{value:g}" for value in record.returns) + ("" if record.over else " unfinished")


def show(record: records.Record, ply: int | None, seat: int | None) -> None:
    """The moves of a game, or the table at one of them."""
    if seat is not None and seat >= len(record.players):
        raise BadInput(f"--seat is {seat}; allowed: 0 to {len(record.players) - 1}")
    if ply is not None:
        with bad_input():
            state = record.replay(ply)
        panel(game_module(record.game).render(state.to_dict(seat)), f"after {ply} of {len(record)} moves")
        return
    game = record.load_game()
    seed = "" if record.seed is None or seat is not None else f", seed {record.seed}"
    heading(f"{game}{seed}; " + ", ".join(f"seat {s}: {name}" for s, name in enumerate(record.players)))
    for line in _moves(record, seat):
        print(line)
    panel(game_module(record.game).render(record.replay().to_dict(seat)), "the last position")
    for s, value in enumerate(record.returns):
        print(f"seat {s}: {value:g}{'  *' if record.over and value == max(record.returns) else ''}")
    if not record.over:
        print("The game ends here, unfinished.")


def _moves(record: records.Record, seat: int | None) -> list[str]:
    if seat is None:
        width = len(str(max(len(record) - 1, 0)))
        return [f"{move.ply:>{width}}  seat {move.seat}: {move.text}" for move in record.moves]
    seen = [event for event in record.view(seat)[1:] if event.seat is not None]
    return [f"seat {event.seat}: {event.text or 'moves, unseen'}" for event in seen]
