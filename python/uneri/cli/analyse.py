"""`uneri analyse GAME`: what a search thinks of one position."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import uneri
from uneri._util.strict_json import JSONError, read_json
from uneri.bots import bot_maker
from uneri.registry import game_module
from uneri.search import SearchResult

from ._label import label
from ._moves import add_moves, apply_moves
from ._output import heading, panel, print_json, say, table
from ._parser import BadInput, add_game, add_json, bad_input, load, number, seed


def add(parser: argparse.ArgumentParser) -> None:
    """Says what the command is for, and adds its arguments."""
    parser.description = (
        "Searches a position for the seat to act: the moves with their visits and values, and what the search "
        "expects to follow. Only what that seat may know is used."
    )
    add_game(parser)
    parser.add_argument("--seed", type=seed, metavar="S", help="the deal, as in `play`; default: 0")
    add_moves(parser)
    parser.add_argument(
        "--state", metavar="FILE", help="a position as JSON, as `state.to_dict()` has it, or its bytes; - for stdin"
    )
    parser.add_argument("--bot", default="ismcts", metavar="BOT", help="a search: ismcts:sims=5000; default: ismcts")
    parser.add_argument("--top", type=number(1, 100_000), default=10, metavar="N", help="moves shown; default: 10")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Searches and prints."""
    game = load(args)
    state = _state(args, game)
    seat = state.current_player()
    if seat < 0:
        raise BadInput("the game is over" if state.is_terminal() else "chance comes next; no seat is to act")
    with bad_input():
        bot: Any = bot_maker(args.bot)(None)
        if not hasattr(bot, "run"):
            raise BadInput(f"--bot is {args.bot}; allowed: a search, such as ismcts:sims=5000, flat, pimc")
        result: SearchResult = bot.run(state)
    if args.json:
        print_json(_data(game, seat, args.bot, result))
        return 0
    module = game_module(game.name)
    title = f"{label(game, args.given)}, seat {seat} to act"
    panel(module.render(state.to_dict(seat)), title, getattr(module, "STYLES", ()))
    heading(f"{args.bot}: {result.simulations} simulations, {result.worlds} worlds, {result.seconds:.2f} s")
    best = result.best(args.top)
    priors = any(stats.prior is not None for stats in best)
    header = ("move", "visits", "mean", "stderr", *(["prior"] if priors else []))
    table(
        header,
        [
            (s.notation, s.visits, _shown(s.mean), _shown(s.stderr), *([_shown(s.prior)] if priors else []))
            for s in best
        ],
    )
    if len(result.stats) > len(best):
        say(f"{len(result.stats) - len(best)} more")
    say(f"line  {', '.join(result.principal_variation)}")
    return 0


def _data(game: uneri.Game, seat: int, bot: str, result: SearchResult) -> dict[str, Any]:
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


def _state(args: argparse.Namespace, game: uneri.Game) -> uneri.State:
    """The position that the arguments name."""
    if args.state is not None and args.seed is not None:
        raise BadInput("--state and --seed are both given; allowed: one of them")
    state = game.new_initial_state(args.seed or 0) if args.state is None else _read(args.state, game)
    apply_moves(state, args.moves)
    return state


def _read(name: str, game: uneri.Game) -> uneri.State:
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"--state {name} cannot be read: {reason}") from None
    with bad_input():
        if not content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
            return game.deserialize_state(content)
        try:
            data = read_json(content)
        except JSONError as error:
            raise BadInput(f"--state {name} is no JSON: {error}") from None
        return game.state_from_dict(data)


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
