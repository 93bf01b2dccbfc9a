"""The command line `uneri`.

Exit codes: 0 done; 1 a difference was found, or the output couldn't be written; 2 bad input; 130 stopped by Ctrl-C;
141 the reader of the output went away. A signal to end (SIGTERM, SIGHUP) stops a command as Ctrl-C does, and then the process.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import uneri
from uneri._util.interrupts import catch_endings, end_by
from uneri._util.starting import CODE, end_by_exception, end_quietly

end_quietly()

from ._output import say
from ._parser import BadInput, Parser, check_files, describe_stop

COMMANDS = {
    "games": "list the games",
    "info": "show a game's options and sizes",
    "rules": "read how a game is played",
    "play": "play in the terminal",
    "serve": "play in the browser",
    "replay": "show or check recorded games",
    "review": "find the mistakes in a recorded game",
    "perft": "count action paths",
    "playouts": "play random games",
    "bench": "measure a game's speed on this machine",
    "speedtest": "one figure of speed, and a signature of all answers",
    "selfcheck": "compare core and reference move by move",
    "arena": "let bots play each other and rate them",
    "selfplay": "let bots play, and store every decision as data",
    "bots": "list the bots with their options",
    "compliance": "check a program that plays as a bot",
    "analyse": "search one position",
    "advise": "advise a player at a real table",
    "data": "print a game's board, rule set, deck or dial as JSON; check yours",
    "train": "train a small network by self-play",
    "exploit": "measure how exploitable a bot is",
    "namima": "analyse a hand of Namima: points, waits, discards",
}
"""Each is a module here, with `add(parser)`, which adds its arguments, and `run(args)`, which returns the exit code. The module
is imported only for its command: a short call spends most of its time on imports.
"""


def entry() -> NoReturn:
    """Run the program `uneri`."""
    code = main()
    end_quietly()
    sys.exit(code)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    with catch_endings() as heard:
        code = _main(argv)
    if heard:
        _flush(code)
        end_by(heard[0])
    return code


def _main(argv: Sequence[str] | None) -> int:
    if sys.stdout is None:
        return _tell("cannot write the output: stdout is closed", 1)
    if sys.stdin is None:
        sys.stdin = io.StringIO()  # closed: there is nothing to read
    _forgive_streams()
    try:
        code = _run(argv)
        sys.stdout.flush()
    except SystemExit as stop:  # --help, --version
        code = stop.code if isinstance(stop.code, int) else 0
    except BadInput as error:
        return _tell(error, 2)
    except KeyboardInterrupt:
        return _tell("stopped", CODE)
    except OSError as error:  # only writing is left: files are read where BadInput is raised
        return _explain_no_writing(error)
    return _flush(code)


def _run(argv: Sequence[str] | None) -> int:
    parser = Parser(
        prog="uneri",
        description="Rules engines for table games: play, measure, check.",
        epilog="GAME is a name, or a name with options: onda, 'onda(players=3,rounds=1)'.",
    )
    parser.add_argument("--version", action="version", version=f"uneri {uneri.__version__}")
    parsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, about in COMMANDS.items():
        parsers.add_parser(name, help=about)
    given = sys.argv[1:] if argv is None else argv
    named = next((word for word in given if word in COMMANDS), None)  # no option before it takes a word
    if named is not None:
        _import_command(named).add(parsers.choices[named])
    args, unknown = parser.parse_known_args(given)
    if unknown:  # reported by the command's own parser, whose --help is the right one
        parsers.choices[args.command].error(f"unrecognized arguments: {' '.join(unknown)}")
    args.words = list(given)
    check_files(args)
    command = _import_command(args.command)
    end_by_exception()
    try:
        with _say_warnings():
            code: int = command.run(args)
    except KeyboardInterrupt:
        return _tell(describe_stop(args), CODE)
    return code


@contextlib.contextmanager
def _say_warnings() -> Iterator[None]:
    """Print this library's warnings as one line each, once."""
    with warnings.catch_warnings():
        show = warnings.showwarning

        def say_warning(message: Warning | str, category: type[Warning], *rest: Any, **more: Any) -> None:
            if category is UserWarning:
                _tell(message, 0)
            else:
                show(message, category, *rest, **more)

        if not sys.warnoptions:
            warnings.filterwarnings("default", category=UserWarning, module="uneri")
        warnings.showwarning = say_warning
        yield


def _import_command(command: str) -> Any:
    return importlib.import_module(f"uneri.cli.{command}")


def _tell(message: object, code: int) -> int:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            say(f"uneri: {message}", file=sys.stderr)
    return code


def _flush(code: int) -> int:
    try:
        sys.stdout.flush()
    except OSError as error:
        return _explain_no_writing(error)
    return code


def _explain_no_writing(error: OSError) -> int:
    """Say what could not be written, stdout if no file is named, unless its reader is gone."""
    with contextlib.suppress(OSError, ValueError):  # drop the rest of the output: Python would complain at its exit
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    if isinstance(error, BrokenPipeError):
        return 141
    return _tell(f"cannot write {error.filename or 'the output'}: {error.strerror or error}", 1)


def _forgive_streams() -> None:
    """Escape characters that the terminal can't show instead of stopping the program; bad input, too."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
