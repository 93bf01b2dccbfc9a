"""Parses arguments, with the same words for the same things in every command. Refuses commands that would overwrite a
file that they read or write, and says what Ctrl-C leaves.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import uneri
from uneri._util.call_syntax import parse_assignment, parse_call
from uneri._util.messages import brief
from uneri._util.output_files import is_same_file
from uneri.registry import BACKENDS, check_name
from uneri.registry.reasons import add_reason

if TYPE_CHECKING:
    from uneri.view.palette import Colors


class BadInput(Exception):
    """The user's input isn't allowed; the text names it and what is allowed."""


class _Argument(str):
    """A string of the command line with a type. Other processes get the plain text."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


class FileRead(_Argument):
    """The type of an argument that names a file, or a folder, to read."""


class FileWritten(_Argument):
    """The type of an argument that names a file to write."""


class FileNames(_Argument):
    """The type of an argument whose text may name files: games, options, bots."""


def number(low: int, high: int) -> Callable[[str], int]:
    """Return the argument type for an integer in low..high."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{brief(text)} is not valid; allowed: {low} to {high}")
        return value

    return read


seed = number(0, (1 << 64) - 1)
threads = number(1, 256)
MANY = 1_000_000_000


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors are one line, `uneri: ...`, and exit code 2."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        """Raise BadInput."""
        raise BadInput(f"{message} (see {self.prog} --help)")

    def add_value(
        self,
        name: str,
        metavar: str,
        words: str = "",
        kind: Callable[[str], Any] = str,
        default: Any = None,
        *,
        to: argparse._ActionsContainer | None = None,
        **more: Any,
    ) -> None:
        """Add an option with a value, read by `kind`, `to` a group. Its help is `words` and the default, if it has one."""
        known = [] if default is None else [f"default: {default}"]
        words = "; ".join(part for part in (words, *known) if part)
        (to or self).add_argument(name, metavar=metavar, type=kind, default=default, help=words, **more)

    def add_several(self, name: str, metavar: str, words: str, **more: Any) -> None:
        """Add an option that may be repeated; the values are a list."""
        self.add_argument(name, metavar=metavar, action="append", default=[], help=words, **more)

    def add_flag(self, name: str, words: str, to: argparse._ActionsContainer | None = None) -> None:
        """Add an option without a value."""
        (to or self).add_argument(name, action="store_true", help=words)

    def add_game(self, *, backend: bool = True, needed: bool = True) -> None:
        """Add GAME, -o and --backend."""
        words = "a name, or with options 'onda(players=3,rounds=1)'"
        self.add_argument("game", type=FileNames, metavar="GAME", nargs=None if needed else "?", help=words)
        words = "an option of the game; may be repeated"
        self.add_argument(
            "-o", "--option", type=FileNames, action="append", default=[], metavar="NAME=VALUE", help=words
        )
        if backend:
            self.add_argument("--backend", choices=BACKENDS, default="core", help="default: core")

    def add_json(self, to: argparse._ActionsContainer | None = None) -> None:
        """Add --json."""
        self.add_flag("--json", "print JSON instead of text", to)

    def add_seed(self, words: str = "") -> None:
        """Add --seed, with the default 0."""
        self.add_value("--seed", "S", words, seed, 0)

    def add_threads(self) -> None:
        """Add --threads."""
        self.add_value("--threads", "T", kind=threads, default=1)

    def add_timeout(self, words: str = "for exec: bots") -> None:
        """Add --timeout-ms."""
        self.add_value("--timeout-ms", "MS", words, number(1, 86_400_000), 10_000)

    def add_colors(self, where: str) -> None:
        """Add --colors."""
        self.add_value(
            "--colors",
            "NAME=COLOUR,...",
            f"colours of {where}: felt=#0b5d3b, or one for light and one for dark, felt=#dcebd2/#123b2a; docs/pictures.md has the "
            "names",
            _colors,
        )

    def add_bots(self, words: str) -> None:
        """Add --bots and --bot."""
        self.add_value("--bots", "BOTS", words, FileNames)
        words = "add one bot, whose text may have commas: 'exec:python my_bot.py --sizes 1,2'"
        self.add_several("--bot", "BOT", words, type=FileNames)

    def add_work(self, jobs: str) -> None:
        """Add the number of processes (`jobs` names the option), --ray and --unit-seconds."""
        self.add_value(jobs, "N", "processes", number(1, 256), 1)
        words = (
            "run on a Ray cluster (extra: ray) at this address; default: at RAY_ADDRESS, else a new one on this machine"
        )
        self.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help=words)
        words = "kill a worker that spends longer on a unit of work, and retry the unit, four times at most"
        self.add_value("--unit-seconds", "S", words, float)

    def add_kept(self) -> None:
        """Add --out, for a command that stores the results of parts."""
        self.add_value(
            "--out", "DIR", "store the results of parts in this folder, and reuse those already stored", FileRead
        )

    def add_moves(self) -> None:
        """Add --moves."""
        words = (
            "moves to play first: names ('HIDE b3'), '#2' for the second of the legal ones, or ids (17); several words, or with "
            "commas between them"
        )
        self.add_argument("--moves", nargs="+", default=[], metavar="MOVE", help=words)

    def add_number_of_game(self) -> None:
        """Add --game, for a file with several games."""
        self.add_value("--game", "N", "the number of the game in the file, from 1", number(1, MANY))


def _colors(text: str) -> Colors:
    from uneri.view.palette import style_of  # pictures are seldom needed

    colors: dict[str, str | tuple[str, str]] = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        light, _, dark = value.strip().partition("/")
        colors[name.strip()] = (light, dark) if dark else light
    try:
        style_of("auto", colors)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return colors


def parse_bots(args: argparse.Namespace) -> list[str]:
    """List the bots of --bots and --bot."""
    from uneri.bots import split_bots  # with all modules that play, which few commands need

    return [*(split_bots(args.bots) if args.bots else []), *args.bot]


def is_alone(args: argparse.Namespace) -> bool:
    """Return whether this process does the work alone. If so, its CPU time is that of the work."""
    return args.jobs == 1 and args.ray is None and args.unit_seconds is None and args.out is None


@contextlib.contextmanager
def spread(args: argparse.Namespace, words: Mapping[str, str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the arguments of a call with helpers; errors about them become BadInput, with `words` as in `bad_input`."""
    try:
        with bad_input({"unit_seconds is": "--unit-seconds is", **(words or {})}):
            yield {"jobs": args.jobs, "ray": parse_ray(args), "out": args.out, "unit_seconds": args.unit_seconds}
    except (ImportError, ConnectionError, RuntimeError) as error:
        raise BadInput(str(error)) from error


def parse_ray(args: argparse.Namespace) -> str | bool:
    """Return --ray in the form of `executor_for`."""
    return False if args.ray is None else args.ray or True


def game_options(args: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Return the game's name and the options given in GAME and by -o."""
    with bad_input():
        name, options = parse_call(args.game)
        check_name(name)
        for text in args.option:
            option, value = parse_assignment(text)
            if option in options:
                raise BadInput(f"option {brief(option)} of {name} is given twice")
            options[option] = value
    return name, options


def check_seat(seat: int | None, players: int) -> None:
    """Raise BadInput unless a game of `players` has the seat of --seat."""
    if seat is not None and seat >= players:
        raise BadInput(f"--seat is {seat}; allowed: 0 to {players - 1}")


def read_input(what: str, read: Callable[[], bytes]) -> bytes:
    """Return what `read` returns; if the file can't be read, the BadInput names it as `what`."""
    try:
        return read()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{what} cannot be read: {reason}") from None


def load(args: argparse.Namespace) -> uneri.Game:
    """Load the game that the arguments name."""
    name, options = game_options(args)
    with bad_input():
        args.given = options
        return uneri.load_game(name, backend=getattr(args, "backend", "core"), **options)


@contextlib.contextmanager
def bad_input(words: Mapping[str, str] | None = None) -> Iterator[None]:
    """Turn the library's errors about user input into BadInput; `words` maps Python's words to the shell's."""
    try:
        yield
    except (ValueError, TypeError) as error:
        text = str(error)
        for python, shell in (words or {}).items():
            text = text.replace(python, shell)
        raise BadInput(text) from error


_SHOWN = 10  # legal moves in a message


def split_moves(words: Sequence[str]) -> list[str]:
    """Split the words into single moves: no notation has a comma."""
    return [move.strip() for word in words for move in word.split(",") if move.strip()]


def apply_moves(state: uneri.State, words: Sequence[str]) -> None:
    """Play them. The BadInput names the first that can't be played, and the legal ones."""
    for place, text in enumerate(split_moves(words), 1):
        state.apply_action(_read_action(state, text, place))


def _read_action(state: uneri.State, text: str, place: int) -> int:
    legal = [] if state.is_terminal() else state.legal_actions()
    if not legal:
        raise BadInput(f"--moves: move {place} is {text!r}, but the game is over")
    if text.startswith("#") and text[1:].isdecimal() and len(text) < 10:
        if 1 <= int(text[1:]) <= len(legal):
            return legal[int(text[1:]) - 1]
        raise BadInput(f"--moves: move {place} is {text}; allowed: #1 to #{len(legal)}, or a move by name")
    if text.lstrip("-").isdecimal() and len(text) < 20:
        action = int(text)
    else:
        try:
            action = state.parse_action(text)
        except ValueError as error:
            raise BadInput(f"--moves: move {place}: {error}") from error
    if action not in legal:
        known = ", ".join(state.action_to_string(a) for a in legal[:_SHOWN])
        more = ", ..." if len(legal) > _SHOWN else ""
        message = f"--moves: move {place} is {text}, which is not legal; legal: {known}{more}"
        raise BadInput(add_reason(message, state, action))
    return action


_OF_RUNS = {"settings.json", "games.jsonl", "games.parquet", "table.json", "run.json", "lock", "units", "shards"}
"""The names in the folder of a run. Other files may be beside them."""
_OPTION = re.compile(r"\w+\s*=")
_WORD = re.compile(r"""["]([^"]*)["]|([^\s"'()\[\]{},]+)""")


def check_files(args: argparse.Namespace) -> None:
    """Raise BadInput if an output file is also read, or written twice."""
    given = [
        (name, value)
        for name, values in vars(args).items()
        for value in (values if isinstance(values, list) else [values])
    ]
    written = [(f"--{name.replace('_', '-')}", Path(value)) for name, value in given if isinstance(value, FileWritten)]
    if not written:
        return
    read = [path for _, value in given for path in _paths_in(value)]
    for index, (option, path) in enumerate(written):
        for other, there in written[:index]:
            if is_same_file(path, there):
                raise BadInput(f"{option} is {brief(str(path))}, as {other} is; name two different files")
        if any(is_same_file(path, source) or _is_of_run(path, source) for source in read):
            raise BadInput(f"{option} is {brief(str(path))}, which this command reads; name another file")


def _paths_in(value: object) -> Iterator[Path]:
    if isinstance(value, FileRead):
        yield Path(value)
    if isinstance(value, FileNames):
        for rest in re.split("[:=(]", value, maxsplit=1)[1:]:  # the text after the name of a game, a bot or an option
            yield Path(rest.strip())  # all of it, since a file's name may have blanks
            for quoted, word in _WORD.findall(_OPTION.sub(" ", rest)):
                yield from (Path(quoted or word), Path(word.partition(":")[2] or word))


def _is_of_run(path: Path, folder: Path) -> bool:
    """Return whether it is one of the files of a run's folder."""
    if not folder.is_dir():
        return False
    real, base = Path(path).resolve(), folder.resolve()
    return real.is_relative_to(base) and real != base and real.relative_to(base).parts[0] in _OF_RUNS


class _Kept(NamedTuple):
    """The files that a command stores, and their place."""

    what: str
    option: str
    value: str
    resume: str | None = None
    """The option that resumes it, if one is needed."""


_PARTS = _Kept("finished parts are", "out", "DIR")
_KEPT = {
    "arena": _Kept("finished deals are", "out", "DIR", "--resume"),
    "selfplay": _Kept("finished games are", "out", "DIR", "--resume"),
    "train": _Kept("what was learned up to the last report is", "checkpoint", "FILE"),
    "perft": _PARTS,
    "playouts": _PARTS,
    "review": _PARTS,
}


def describe_stop(args: argparse.Namespace) -> str:
    """Return the message for a command that was stopped."""
    kept = _KEPT.get(args.command)
    if kept is None or getattr(args, "show", None) is not None:
        return "stopped"
    place = getattr(args, kept.option)
    return f"stopped; {resume_text(args, place is not None and ('://' in place or Path(place).exists()))}"


def resume_text(args: argparse.Namespace, begun: bool) -> str:
    """Say how to resume after a stop; `begun` is true if there is anything to resume."""
    kept = _KEPT[args.command]
    place = getattr(args, kept.option)
    if place is None:
        return f"nothing is kept; with --{kept.option} {kept.value} a stopped run can be resumed"
    if not begun:
        return "nothing was finished yet"
    resume = [] if kept.resume is None or kept.resume in args.words else [kept.resume]
    return f"{kept.what} kept in {place}; resume with: {shlex.join(['uneri', *args.words, *resume])}"
