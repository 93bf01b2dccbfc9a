"""The command line `uneri`.

Exit codes: 0 done; 1 a difference was found, or the output couldn't be written; 2 bad input; 130 stopped by Ctrl-C;
141 the reader of the output went away.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import os
import sys
from collections.abc import Sequence

from ._output import say
from ._parser import BadInput, Parser

COMMANDS = (
    "games", "info", "play", "serve", "replay", "review", "perft", "playouts", "bench", "selfcheck", "arena", "analyse",
    "data", "train",
)  # fmt: skip
"""Each is a module here, with `add(parsers)` that adds its parser and `run(args)` that returns the exit code. A module
with the name of a game is a command of that game's own, such as a hand calculator."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit code."""
    if sys.stdout is None:
        return _told("cannot write the output: stdout is closed", 1)
    if sys.stdin is None:
        sys.stdin = io.StringIO()  # closed: there is nothing to read
    _forgiving_streams()
    try:
        code = _run(argv)
        sys.stdout.flush()
    except SystemExit as stop:  # --help, --version
        code = stop.code if isinstance(stop.code, int) else 0
        return _flushed(code)
    except BadInput as error:
        return _told(error, 2)
    except KeyboardInterrupt:
        return _told("stopped", 130)
    except BrokenPipeError:
        _drop_output()
        return 141
    except OSError as error:
        # Only writing is left, to stdout where no file is named: files are read where BadInput is raised.
        _drop_output()
        return _told(f"cannot write {error.filename or 'the output'}: {error.strerror or error}", 1)
    return code


def _run(argv: Sequence[str] | None) -> int:
    parser = Parser(
        prog="uneri",
        description="Rules engines for table games: play, measure, check.",
        epilog="GAME is a name, or a name with options: onda, 'onda(players=3,rounds=1)'.",
    )
    parser.add_argument("--version", action="version", version=f"uneri {importlib.import_module('uneri').__version__}")
    parsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    given = sys.argv[1:] if argv is None else argv
    every = (*COMMANDS, *_game_commands())
    # A command named first needs no other's modules: half the time of a short call goes into imports.
    names = given[:1] if given and given[0] in every else every
    modules = {name: importlib.import_module(f"uneri.cli.{name}") for name in names}
    for module in modules.values():
        module.add(parsers)
    args, unknown = parser.parse_known_args(given)
    if unknown:  # said by the command's own parser, whose --help knows better
        parsers.choices[args.command].error(f"unrecognized arguments: {' '.join(unknown)}")
    args.words = list(given)
    code: int = modules[args.command].run(args)
    return code


def _game_commands() -> list[str]:
    games = importlib.import_module("uneri").games()
    return [game for game in games if importlib.util.find_spec(f"uneri.cli.{game}") is not None]


def _told(message: object, code: int) -> int:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            say(f"uneri: {message}", file=sys.stderr)
    return code


def _flushed(code: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return 141
    except OSError as error:
        _drop_output()
        return _told(f"cannot write the output: {error.strerror or error}", 1)
    return code


def _drop_output() -> None:
    """What is still buffered goes nowhere: Python would complain about it at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _forgiving_streams() -> None:
    """A character that the terminal can't show is escaped instead of stopping the program; bad input, too."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
