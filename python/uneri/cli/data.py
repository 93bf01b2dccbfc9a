"""`uneri data GAME`: the facts of a game as JSON to correct, and checks of a corrected file."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uneri
from uneri._util.messages import brief
from uneri._util.plain_data import read_title
from uneri._util.strict_json import read_json
from uneri.registry import game_module, numbered_data
from uneri.registry.options import OptionRow, data_schema, option_rows

from ._output import dump_compact_json, print_json, print_table, say
from ._parser import BadInput, FileRead, Parser, bad_input, game_options, read_input

_LONGEST = 120  # characters of a value in a list of differences
_ALIASES = {"dial": "bomb_sequence", "rules": "variant", "rule_set": "variant", "ruleset": "variant"}


def add(parser: Parser) -> None:
    """Add the description and the arguments of the command."""
    parser.description = (
        "Prints the facts of a game that are data, as JSON that you may correct and pass as an option. "
        "--check reports whether a game can be played with a file and any error in it, --diff the differences."
    )
    parser.epilog = (
        "Example: uneri data tidal > board.json; uneri data tidal --diff board.json; "
        "uneri play tidal -o board=board.json"
    )
    parser.add_game(backend=False)
    words = (
        "an option that holds data, such as board or pack, or one of its built-in values, such as aranami; default: the game's "
        "main one"
    )
    parser.add_argument("kind", nargs="?", metavar="KIND", help=words)
    which = parser.add_mutually_exclusive_group()
    parser.add_flag("--list", "list the data", to=which)
    parser.add_flag("--schema", "print the JSON schema, with the meaning of each field", to=which)
    parser.add_value("--check", "FILE", "load FILE as the option would; exit code 2 if that fails", FileRead, to=which)
    parser.add_value("--diff", "FILE", "list the differences of FILE, by path; exit code 1 if any", FileRead, to=which)
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Print, check or compare."""
    game, options = game_options(args)
    rows = {name: row for name, row in option_rows(game).items() if "builtin" in row}
    if args.list:
        print_table(
            ("kind", "built in", "meaning"),
            [(name, ", ".join(row["builtin"]), row["meaning"]) for name, row in rows.items()],
            wrap=("built in", "meaning"),
        )
        return 0
    if not rows:
        with bad_input():
            raise ValueError(f"{game} has no option that is data")
    file = args.check or args.diff
    mine = None if file is None else _read(file)
    option, name = _read_question(game, rows, args.kind, mine)
    if args.check is not None:
        with bad_input():
            loaded = uneri.load_game(game, **{**options, option: file})
        value = loaded.options[option]
        what = f"the built-in {value}" if isinstance(value, str) else f"data for {option} of {game}"
        say(f"{file}: {what}; no fault found")
        return 0
    if args.schema:
        print_json(data_schema(game, option))
        return 0
    data = _load_builtin(game, option, name)
    if args.diff is None:
        if args.json:
            print_json(data)
        else:
            say(dump_compact_json(data))
        return 0
    found = list(find_differences(numbered_data(game, option, data), numbered_data(game, option, mine)))
    if args.json:
        print_json([{"path": path, "built_in": old, "file": new} for path, old, new in found])
    else:
        for path, old, new in found:
            say(f"{path or option}: {_format(old)} -> {_format(new)}")
        say(f"{len(found)} difference{'s' * (len(found) != 1)} from {name}")
    return 1 if found else 0


class Absent:
    """The placeholder for a missing value."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT = Absent()


def find_differences(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the differences of two values: the path, as in `quadrants.teal.docks[2].fruit`, and both values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in (*old, *(key for key in new if key not in old)):
            place = f"{path}.{key}" if path else str(key)
            yield from find_differences(old.get(key, ABSENT), new.get(key, ABSENT), place)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from find_differences(one, other, f"{path}[{index}]")
    elif type(old) is not type(new) or old != new:
        yield path, old, new


def _format(value: Any) -> str:
    text = repr(value) if value is ABSENT else dump_compact_json(value, 1_000_000)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _read_question(game: str, rows: dict[str, OptionRow], kind: str | None, mine: Any) -> tuple[str, str]:
    """Return the option and its built-in value that KIND names; without KIND, the most similar to the file."""
    if kind is None:
        option = max(
            rows, key=lambda name: _measure_likeness(_load_builtin(game, name, _load_default(rows[name])), mine)
        )
        return option, _load_default(rows[option])
    named = _ALIASES.get(kind, kind)
    if named in rows:
        return named, _load_default(rows[named])
    named = _find_builtin(game, named)
    for option, row in rows.items():
        if named in row["builtin"]:
            return option, named
    names = [*rows, *(name for row in rows.values() for name in row["builtin"])]
    raise BadInput(f"{game} has no data {brief(kind)}; allowed: {', '.join(names)}")


def _find_builtin(game: str, text: str) -> str:
    """Return the built-in value of that name: a rule set's Japanese name works, too."""
    for option, row in option_rows(game).items():
        for name in row.get("builtin", []):
            data = _load_builtin(game, option, name)
            if text in (read_title(data, "ja"), read_title(data)):
                return name
    return text


def _measure_likeness(data: Any, mine: Any) -> int:
    """Count the keys that two data share; -1 if one is a list and the other is not."""
    if mine is None:
        return 0
    if isinstance(data, dict) and isinstance(mine, dict):
        return len(data.keys() & mine.keys())
    return 0 if type(data) is type(mine) else -1


def _load_default(row: OptionRow) -> str:
    return row["default"] if isinstance(row["default"], str) else row["builtin"][0]


def _load_builtin(game: str, option: str, name: str) -> Any:
    return game_module(game).builtin_data(option, name)


def _read(file: str) -> Any:
    """Read a JSON file."""
    with bad_input():
        return read_json(read_input(file, Path(file).read_bytes), file)
