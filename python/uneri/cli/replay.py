"""`uneri replay FILE`: recorded games in the terminal or as a page, to any move, as a seat saw them; or checked."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from uneri import records
from uneri._util.messages import cut, printable
from uneri._util.output_files import check_target, write_target
from uneri._util.progress import Progress
from uneri._util.winners import winners
from uneri.records.fields import marked, shown_notes
from uneri.registry import game_module

from ._output import format_result, label, print_heading, print_panel, print_table, say
from ._parser import MANY, BadInput, FileRead, FileWritten, Parser, bad_input, check_seat, number

RECORDS = "a .uneri.jsonl file, or .uneri.jsonl.gz; or the folder of an arena (its --out)"
"""The help of an argument that names a file of records."""
_NAMED = 20  # unknown fields


class Game(NamedTuple):
    """A game of the file."""

    record: records.Record
    ranks: Sequence[int] = ()
    """The ranks, in a game of an arena."""
    forfeits: Sequence[dict[str, Any]] = ()


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = "Shows a recorded game, or the list of games in a file that has several, or of an arena."
    parser.add_argument("file", type=FileRead, metavar="FILE", help=RECORDS)
    parser.add_number_of_game()
    parser.add_value("--ply", "K", "show the table after K moves", number(0, MANY))
    parser.add_value("--seat", "S", "show only what this seat saw", number(0, 99))
    words = "write the games as one page to step through in a browser, of a seat with --seat"
    parser.add_value("--html", "OUT.html", words, FileWritten)
    parser.add_flag("--one-view", "with --html: leave out the seats' views, which takes a fraction of the time")
    parser.add_argument(
        "--most", type=number(1, 1000), default=20, metavar="N", help="with --html: games of the page; default 20"
    )
    parser.add_colors("the page of --html")
    parser.add_flag("--check", "play the games again and compare everything; exit code 1 if one differs")


def run(args: argparse.Namespace) -> int:
    """Show or check."""
    try:
        if args.check:
            return _check(args)
        if args.html:
            return _write_page(args)
        first, rows = None, []  # a file may hold more games than fit into memory
        for index, game in enumerate(choose_games(args), args.game or 1):
            first = game if first is None else first
            players = ", ".join(game.record.players)
            rows.append((index, game.record.game, len(game.record), _write_standing(game), players))
        if first is not None and len(rows) == 1:
            show(first, args.ply, args.seat)
        elif rows:
            print_table(("game", "of", "moves", "returns", "players"), rows, wrap=("returns", "players"))
        else:
            say(f"{args.file}: no games")
    except records.RecordError as error:
        if not args.check:
            raise BadInput(str(error)) from error
        sys.stdout.flush()
        say(f"uneri: {error}", file=sys.stderr)
        return 1
    return 0


def choose_games(args: argparse.Namespace) -> Iterator[Game]:
    """Yield the requested games of `args.file`: all, or `args.game`. Raise RecordError for a damaged one."""
    found = 0
    try:
        for found, game in enumerate(_read_games(Path(args.file)), 1):
            if args.game in (None, found):
                yield game
            if args.game == found:
                return
    except OSError as error:
        raise BadInput(f"cannot read {args.file}: {error.strerror or error}") from error
    if args.game is not None:
        raise BadInput(f"--game is {args.game}; allowed: 1 to {found}" if found else f"{args.file} has no games")


def take_one_game(file: str, number: int | None) -> records.Record:
    """Return the game of a file, or of an arena's folder: the only one, or that of this number."""
    with bad_input():
        found = list(itertools.islice(choose_games(argparse.Namespace(file=file, game=number)), 2))
    if not found:
        raise BadInput(f"{file} has no games")
    if len(found) > 1:
        raise BadInput(f"{file} has several games; choose one by --game N, from 1 (`uneri replay` lists them)")
    return found[0].record


def _read_games(path: Path) -> Iterator[Game]:
    from uneri.arena import records as kept

    folder = kept.find_arena_folder(path)
    if folder is None:
        if kept.is_moved(path):
            raise BadInput(f"{path} has an arena's games; name the arena's folder, with its settings.json")
        yield from map(Game, records.read(path))
        return
    under_way = None
    if (folder / "settings.json").is_file() and not kept.has_ended(folder):
        from uneri import arena

        with bad_input():
            texts = arena.load(folder).texts()
        under_way = (line for text in texts for line in text.split("\n")[:-1])
    for game in kept.read_games(folder, under_way):
        yield Game(*game)


def _check(args: argparse.Namespace) -> int:
    games = moves = 0
    unknown: dict[str, None] = {}
    for game in choose_games(args):
        game.record.check()
        games, moves = games + 1, moves + len(game.record)
        unknown |= dict.fromkeys(game.record.unknown)
    say(f"{args.file}: {games} games, {moves} moves; all replay as recorded")
    if unknown:
        more = f" and {len(unknown) - _NAMED} more" if len(unknown) > _NAMED else ""
        names = ", ".join(map(cut, itertools.islice(unknown, _NAMED)))
        say(f"fields unknown to this version, which keeps them: {printable(names)}{more}")
    return 0


def _write_page(args: argparse.Namespace) -> int:
    """Write the games as one page."""
    with bad_input():
        check_target(Path(args.html), "--html")
    from uneri.records.replay import story_of
    from uneri.view.replay_page import Story, replay_page

    stories: list[Story] = []
    more = False
    with Progress("drawing") as progress:
        for game in choose_games(args):
            if len(stories) == args.most:
                more = True
                break
            check_seat(args.seat, len(game.record.players))
            won = [rank == 1 for rank in game.ranks] if game.forfeits else None
            # A seat doesn't learn how many moves there were, and a reason may reveal anything.
            notes = [
                _forfeit(item) if args.seat is None else f"seat {item['seat']} lost by forfeit"
                for item in game.forfeits
            ]
            views, before = not args.one_view, len(stories)
            share = lambda done, before=before: progress((before + done) / (before + 1))
            more_of_it = {"views": views, "colors": args.colors, "won": won, "notes": notes, "report": share}
            stories.append(story_of(game.record, args.seat, **more_of_it))
    if not stories:
        raise BadInput(f"{args.file}: no games")
    page = replay_page(stories, args.colors)
    write_page(args.html, page)
    left = "; the file has more: see --most and --game" if more else ""
    say(f"{args.html}: {len(stories)} game{'s' * (len(stories) > 1)}, {len(page) / 1e3:.0f} kB{left}")
    return 0


def write_page(file: str, page: str) -> None:
    """Write a page, whole or not at all."""
    try:
        write_target(Path(file), page.encode())
    except OSError as error:
        raise BadInput(f"cannot write {file}: {error.strerror or error}") from error


def _forfeit(item: dict[str, Any]) -> str:
    return f"seat {item['seat']} lost by forfeit after {item['ply']} moves, {item['kind']}: {item['reason']}"


def _write_standing(game: Game) -> str:
    ending = "" if game.record.over else " unfinished"
    return " ".join(f"{value:g}" for value in game.record.returns) + ending + (" forfeit" if game.forfeits else "")


def show(game: Game, ply: int | None, seat: int | None) -> None:
    """Print the moves of a game, or the table after one of them."""
    record, module = game.record, game_module(game.record.game)
    styles = module.STYLES
    check_seat(seat, len(record.players))
    if ply is not None:
        with bad_input():
            state = record.replay(ply)
        print_panel(module.render(state.to_dict(seat)), f"after {ply} of {len(record)} moves", styles)
        if ply and seat is None:
            move = record.moves[ply - 1]
            say(printable(marked(f"seat {move.seat}: {move.text}", move.notes)), styles)
            for words in _note_lines("move", move.notes, seat):
                say(words)
        return
    rules = record.load_game()
    seed = "" if record.seed is None or seat is not None else f", seed {record.seed}"
    players = ", ".join(f"seat {s}: {name}" for s, name in enumerate(record.players))
    print_heading(f"{label(rules)}{seed}; {players}")
    for words in (*_note_lines("game", record.headers, seat), *_note_lines("deal", record.deal.notes, seat)):
        say(words)
    for line in _read_moves(record, seat):
        say(printable(line), styles)
    state = record.replay()
    print_panel(module.render(state.to_dict(seat)), "the last position", styles)
    won = winners(state) if record.over else [False] * len(record.players)
    for line in format_result(record.returns, [rank == 1 for rank in game.ranks] if game.forfeits else won):
        say(line)
    if not record.over:
        say("The game ends here, unfinished.")
    for words in _note_lines("end", record.end_notes, seat):
        say(words)
    for item in game.forfeits:
        say(_forfeit(item))


def _note_lines(kind: str, notes: dict[str, Any], seat: int | None) -> Iterator[str]:
    """Yield what a line of the record tells the reader."""
    for words in shown_notes(kind, notes, public=seat is not None):
        yield words.replace("\n", "\n  ")  # no line of a comment looks like one of ours


def _said(move: records.Move) -> str:
    """Return the comments on a move, in brackets."""
    said = "; ".join(" ".join(words.split()) for words in _note_lines("move", move.notes, None))
    return f"  ({said})" if said else ""


def _read_moves(record: records.Record, seat: int | None) -> list[str]:
    if seat is None:
        width = len(str(max(len(record) - 1, 0)))
        return [
            f"{move.ply:>{width}}  seat {move.seat}: {marked(move.text, move.notes)}{_said(move)}"
            for move in record.moves
        ]
    seen = [event for event in record.view(seat)[1:] if event.seat is not None]
    return [f"seat {event.seat}: {event.text or 'moves, unseen'}" for event in seen]
