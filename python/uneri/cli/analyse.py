"""`uneri analyse GAME`: a search of one position; with `--stream`, of any position that a tool requests."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import uneri
from uneri._util.strict_json import JSONError, read_json
from uneri.bots import bot_maker
from uneri.bots.players import draw_world
from uneri.registry import game_module
from uneri.review.json_lines import LONGEST_LINE, answer_with
from uneri.review.searcher import find_searcher
from uneri.search import SearchResult, format_example

from ._output import label, print_heading, print_json, print_panel, print_table, say
from ._parser import (
    BadInput,
    FileNames,
    FileRead,
    add_game,
    add_json,
    add_moves,
    apply_moves,
    bad_input,
    load,
    number,
    seed,
)
from .replay import take_one_game

_MANY = 1_000_000_000


def add(parser: argparse.ArgumentParser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Searches a position for the seat to act: the moves with their visits and values, and the expected "
        "continuation. The search uses only what that seat may know."
    )
    add_game(parser, needed=False)
    parser.add_argument("--seed", type=seed, metavar="S", help="the deal, as in `play`; default: 0")
    add_moves(parser)
    parser.add_argument(
        "--state",
        type=FileRead,
        metavar="FILE",
        help="a position as JSON, as from `state.to_dict()`, or its bytes; - for stdin",
    )
    parser.add_argument(
        "--view",
        type=FileRead,
        metavar="FILE",
        help="what a seat sees, as `str(state.view(seat))`; or with GAME and --seat as `state.to_dict(seat)`; - for stdin",
    )
    parser.add_argument("--seat", type=number(0, _MANY), metavar="K", help="the seat of --view")
    parser.add_argument(
        "--record", type=FileRead, metavar="FILE", help="a recorded game in place of GAME, as for `uneri replay`"
    )
    parser.add_argument("--game", type=number(1, _MANY), dest="number", metavar="N", help="the game in it, from 1")
    parser.add_argument("--ply", type=number(0, _MANY), metavar="K", help="the position after K moves of it")
    parser.add_argument(
        "--stream",
        action="store_true",
        help="answer requests from stdin, one JSON line each (docs/review.md), to its end",
    )
    parser.add_argument(
        "--bot",
        type=FileNames,
        default="search",
        metavar="BOT",
        help="a search: search:sims=5000, ismcts; default: search",
    )
    parser.add_argument("--top", type=number(1, 100_000), default=10, metavar="N", help="moves shown; default: 10")
    add_json(parser)


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
    with bad_input():
        bot: Any = bot_maker(args.bot)(None)
        if not hasattr(bot, "run"):
            raise BadInput(f"--bot is {args.bot}; allowed: {format_example(5000)}")
        result: SearchResult = bot.run(draw_world(bot, state, 0))
    if args.json:
        print_json(_read_data(game, seat, args.bot, result))
        return 0
    module = game_module(game.name)
    title = f"{label(game, args.given)}, seat {seat} to act"
    print_panel(module.render(state.to_dict(seat)), title, module.STYLES)
    print_heading(f"{args.bot}: {result.simulations} simulations, {result.worlds} worlds, {result.seconds:.2f} s")
    print_moves(result, args.top)
    return 0


def print_moves(result: SearchResult, top: int) -> None:
    """Print the best moves of a search, and what it expects."""
    best = result.best(top)
    priors = any(stats.prior is not None for stats in best)
    header = ("move", "visits", "mean", "stderr", *(["prior"] if priors else []))
    print_table(
        header,
        [
            (s.notation, s.visits, _format(s.mean), _format(s.stderr), *([_format(s.prior)] if priors else []))
            for s in best
        ],
    )
    if len(result.stats) > len(best):
        say(f"{len(result.stats) - len(best)} more")
    say(f"line  {', '.join(result.principal_variation)}")


def _read_data(game: uneri.Game, seat: int, bot: str, result: SearchResult) -> dict[str, Any]:
    return {
        "game": str(game),
        "seat": seat,
        "bot": bot,
        "action": result.action,
        "notation": result.notation,
        "moves": [asdict(stats) for stats in result.best(len(result.stats))],
        "principal_variation": list(result.principal_variation),
        "simulations": result.simulations,
        "worlds": result.worlds,
        "seconds": result.seconds,
    }


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
            raise BadInput("no position is given; allowed: GAME, --view FILE, --record FILE or --stream")
        _refuse("--view without GAME", own | of_record | {"--view": None}, "--moves; the file says the rest")
    else:
        _refuse("GAME", of_record, "--game and --ply with --record")


def _refuse(word: str, others: dict[str, Any], allowed: str) -> None:
    for name, value in others.items():
        if value not in (None, [], False):
            raise BadInput(f"{name} is given with {word}; allowed: {allowed}")


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
        raise BadInput(f"--{given[0]} and --{given[1]} are both given; allowed: one of them")
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
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{word} {name} cannot be read: {reason}") from None


def _read(name: str, game: uneri.Game) -> uneri.State:
    content = _content("--state", name)
    with bad_input():
        if not content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
            return game.deserialize_state(content)
        try:
            data = read_json(content)
        except JSONError as error:
            raise BadInput(f"--state {name} is not JSON: {error}") from None
        return game.state_from_dict(data)


def _format(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
