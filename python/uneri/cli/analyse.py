"""`uneri analyse GAME`: a search of one position; with `--stream`, of any position that a tool requests."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import uneri
from uneri._util.strict_json import read_json
from uneri.bots import bot_maker
from uneri.bots.players import draw_world
from uneri.registry import game_module
from uneri.review.json_lines import LONGEST_LINE, answer_with, describe_search
from uneri.review.searcher import find_searcher
from uneri.search import SearchResult, format_example

from ._output import label, print_heading, print_json, print_panel, print_table, say
from ._parser import MANY, BadInput, FileNames, FileRead, Parser, apply_moves, bad_input, load, number, read_input, seed
from .replay import take_one_game


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Searches a position for the seat to act: the moves with their visits and values, and the expected "
        "continuation. The search uses only what that seat may know."
    )
    parser.add_game(needed=False)
    parser.add_argument("--seed", type=seed, metavar="S", help="the deal, as in `play`; default: 0")
    parser.add_moves()
    words = "a position as JSON, as from `state.to_dict()`, or its bytes; - for stdin"
    parser.add_value("--state", "FILE", words, FileRead)
    words = (
        "what a seat sees, as `str(state.view(seat))`; or with GAME and --seat as `state.to_dict(seat)`; - for stdin"
    )
    parser.add_value("--view", "FILE", words, FileRead)
    parser.add_value("--seat", "K", "the seat of --view", number(0, MANY))
    parser.add_value("--record", "FILE", "a recorded game in place of GAME, as for `uneri replay`", FileRead)
    parser.add_value("--game", "N", "the game in it, from 1", number(1, MANY), dest="number")
    parser.add_value("--ply", "K", "the position after K moves of the game", number(0, MANY))
    parser.add_flag("--stream", "answer requests from stdin, one JSON line each (docs/review.md), to its end")
    parser.add_value("--bot", "BOT", "a search: search:sims=5000, ismcts", FileNames, "search")
    parser.add_value("--top", "N", "moves shown", number(1, 100_000), 10)
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Search and print."""
    _check_together(args)
    if args.stream:
        return _answer_stream(args.bot)
    if args.record is not None:
        state = _read_recorded(args)
    else:
        state = _read_view(args) if args.game is None else _state(args, load(args))
    game = state.game
    seat = state.current_player()
    if seat < 0:
        raise BadInput("the game is over" if state.is_terminal() else "chance comes next; no seat is to act")
    bot = make_search(args.bot)
    with bad_input():
        result: SearchResult = bot.run(draw_world(bot, state, 0))
    if args.json:
        print_json(describe_search(game, seat, args.bot, result, len(result.stats)))
        return 0
    module = game_module(game.name)
    title = f"{label(game, args.given)}, seat {seat} to act"
    print_panel(module.render(state.to_dict(seat)), title, module.STYLES)
    print_heading(f"{args.bot}: {result.simulations} simulations, {result.worlds} worlds, {result.seconds:.2f} s")
    print_moves(result, args.top)
    return 0


def make_search(text: str) -> Any:
    """Make the search of --bot."""
    with bad_input():
        bot = bot_maker(text)(None)
    if not hasattr(bot, "run"):
        raise BadInput(f"--bot is {text}; allowed: {format_example(5000)}")
    return bot


def print_moves(result: SearchResult, top: int) -> None:
    """Print the best moves of a search, and what it expects."""
    best = result.best(top)
    priors = any(stats.prior is not None for stats in best)
    columns = ("mean", "stderr", *(["prior"] if priors else []))
    rows = [(s.notation, s.visits, *(_format(getattr(s, column)) for column in columns)) for s in best]
    print_table(("move", "visits", *columns), rows)
    if len(result.stats) > len(best):
        say(f"{len(result.stats) - len(best)} more")
    say(f"line  {', '.join(result.principal_variation)}")


def _check_together(args: argparse.Namespace) -> None:
    """Raise BadInput for arguments that don't go together."""
    own = {"GAME": args.game, "-o": args.option, "--seed": args.seed, "--state": args.state, "--view": args.view}
    own |= {"--seat": args.seat}
    of_record = {"--game": args.number, "--ply": args.ply}
    rest = {"--moves": args.moves, "--record": args.record, "--json": args.json}
    if args.stream:
        _refuse("--stream", own | of_record | rest, "--bot; requests say the rest")
    elif args.record is not None:
        _refuse("--record", own, "--game, --ply and --moves")
        if args.ply is None:
            raise BadInput("--record needs --ply K: the position after K moves")
    elif args.game is None:
        if args.view is None:
            raise BadInput("no position is given; give GAME, --view FILE, --record FILE or --stream")
        _refuse("--view without GAME", own | of_record | {"--view": None}, "--moves; the file says the rest")
    else:
        _refuse("GAME", of_record, "--game and --ply with --record")


def _refuse(word: str, others: dict[str, Any], allowed: str) -> None:
    for name, value in others.items():
        if value not in (None, [], False):
            raise BadInput(f"{name} cannot be given with {word}; use {allowed}")


def _answer_stream(bot: str) -> int:
    """Answer lines until stdin ends."""
    with bad_input():
        searcher = find_searcher(bot)
    source = getattr(sys.stdin, "buffer", sys.stdin)
    while line := source.readline(LONGEST_LINE + 1):
        end = line
        while len(end) > LONGEST_LINE and end[-1:] not in (b"\n", "\n"):  # the rest of a long line isn't kept
            end = source.readline(LONGEST_LINE + 1)
        if line.strip():
            say(answer_with(searcher, line), flush=True)
    return 0


def _read_recorded(args: argparse.Namespace) -> uneri.State:
    """Return the position of a recorded game."""
    record = take_one_game(args.record, args.number)
    with bad_input():
        state = record.replay(args.ply)
    args.given = {}
    apply_moves(state, args.moves)
    return state


def _read_view(args: argparse.Namespace) -> uneri.State:
    """Return a world of the view in a file that names its game."""
    with bad_input():
        state = uneri.parse_view(_content("--view", args.view).decode("utf-8-sig", "replace")).world()
    args.given = {}
    apply_moves(state, args.moves)
    return state


def _state(args: argparse.Namespace, game: uneri.Game) -> uneri.State:
    """Return the position that the arguments name."""
    given = [word for word in ("state", "view", "seed") if getattr(args, word) is not None]
    if len(given) > 1:
        raise BadInput(f"--{given[0]} and --{given[1]} are both given; give only one")
    if (args.view is None) != (args.seat is None):
        raise BadInput("--view and --seat go together")
    if args.view is not None:
        text = _content("--view", args.view).decode("utf-8-sig", "replace")
        try:
            with bad_input():
                state = game.state_from_view(text, args.seat)
        except NotImplementedError as error:  # a game from outside
            raise BadInput(str(error)) from None
    else:
        state = game.new_initial_state(args.seed or 0) if args.state is None else _read(args.state, game)
    apply_moves(state, args.moves)
    return state


def _content(word: str, name: str) -> bytes:
    """Read the file named after a word of the command line."""
    return read_input(f"{word} {name}", sys.stdin.buffer.read if name == "-" else Path(name).read_bytes)


def _read(name: str, game: uneri.Game) -> uneri.State:
    content = _content("--state", name)
    with bad_input():
        if not content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
            return game.deserialize_state(content)
        return game.state_from_dict(read_json(content, f"--state {name}"))


def _format(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
