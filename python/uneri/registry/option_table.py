"""What follows from the option table of a game, which stands once, in the core (cpp/uneri/games/GAME/options.hpp)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources
from typing import Any, NotRequired, TypeAlias, TypedDict

from .._util.rng import Generator
from .outside import core_module

Draw: TypeAlias = Sequence[Any] | Callable[[], Any]
"""Values of equal chance, or what draws one."""


class OptionRow(TypedDict):
    """An option as the core describes it."""

    name: str
    allowed: str
    meaning: str
    default: Any
    schema: dict[str, Any]
    builtin: NotRequired[list[str]]
    """Of an option that is data: names that are no file."""


def option_rows(game: str) -> dict[str, OptionRow]:
    """The rows of a game's table by name, in order."""
    return {row["name"]: row for row in core_module(game).OPTION_TABLE}


def option_texts(game: str) -> dict[str, tuple[str, str]]:
    """Every option: what it allows, what it means."""
    return {name: (row["allowed"], row["meaning"]) for name, row in option_rows(game).items()}


def random_values(game: str, rng: Generator, drawn: Mapping[str, Any], draws: Mapping[str, Draw]) -> dict[str, Any]:
    """Those options in `drawn`, and all others drawn in the order of the table.

    Values for which `draws` says nothing have equal chances. An option of which None is drawn is left out.
    """
    values = dict(drawn)
    for name, row in option_rows(game).items():
        if name not in drawn:
            draw = draws[name] if name in draws else possible_values(row)
            values[name] = draw() if callable(draw) else draw[rng.below(len(draw))]
    return {name: value for name, value in values.items() if value is not None}


def possible_values(row: OptionRow) -> Sequence[Any]:
    """All values of an integer, a flag or a choice; the names of data."""
    schema = row["schema"]
    if "minimum" in schema:
        return range(schema["minimum"], schema["maximum"] + 1)
    if schema.get("type") == "boolean":
        return (True, False)
    return row["builtin"] if "builtin" in row else schema.get("enum", [row["default"]])


def options_schema(game: str) -> dict[str, Any]:
    """The JSON schema of `game.options`. What data may be is `$defs/NAME` of the game's schema file."""
    rows = option_rows(game)
    return {
        "type": "object",
        "properties": {name: row["schema"] for name, row in rows.items()},
        "required": list(rows),
        "additionalProperties": False,
    }


def data_schema(game: str, option: str) -> dict[str, Any]:
    """The JSON schema of the data of an option, with what each field means (data/facts.schema.json)."""
    shipped = json.loads((resources.files("uneri") / "data" / "facts.schema.json").read_text(encoding="utf-8"))
    return {"$schema": shipped["$schema"], **shipped["$defs"][f"{game}_{option}"]}


def with_options(game: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema file of a game (docs/games/GAME.schema.json), with the schema of the options in it."""
    return {**schema, "$defs": {"options": options_schema(game), **schema["$defs"]}}


def markdown_table(game: str) -> str:
    """The options for the docs."""
    return "\n".join(_lines(option_rows(game)))


def _lines(rows: Mapping[str, OptionRow]) -> Iterator[str]:
    yield "| name | allowed | default | meaning |"
    yield "|---|---|---|---|"
    for name, row in rows.items():
        words = ["true", "false"] if row["schema"].get("type") == "boolean" else row["schema"].get("enum", [])
        words = row.get("builtin", words)
        rest = row["allowed"].removeprefix(", ".join(words))
        allowed = ", ".join(f"`{word}`" for word in words) + rest
        default = row["default"] if isinstance(row["default"], str) else json.dumps(row["default"])
        yield f"| `{name}` | {allowed} | `{default}` | {row['meaning']} |"
