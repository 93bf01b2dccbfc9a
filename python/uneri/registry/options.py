"""Everything derived from the option table of a game, which is in the core (cpp/uneri/games/GAME/options.hpp)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NotRequired, TypeAlias, TypedDict

from .._util.rng import Generator
from .._util.shipped import read_shipped
from .outside import core_module

Draw: TypeAlias = Sequence[Any] | Callable[[], Any]
"""Values of equal chance, or a function that draws one."""


class Draws:
    """Ways to draw."""

    def __init__(self, rng: Generator) -> None:
        self.below = rng.below

    def between(self, low: int, high: int) -> int:
        """Draw from `low` to `high` with equal chance."""
        return low + self.below(high - low + 1)

    def usual(self, low: int, high: int, most: int) -> int:
        """Draw from `low` to `most`, one time in eight from `low` to `high`."""
        return self.between(low, high if self.below(8) == 0 else min(most, high))

    def once_in(self, times: int) -> bool:
        """Return True with a chance of one in `times`."""
        return self.below(times) == 0

    def one_of(self, items: Sequence[Any]) -> Any:
        """Draw one item."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        """Return all items in random order."""
        pool = list(items)
        return [pool.pop(self.below(len(pool))) for _ in items]

    def some(self, items: Sequence[Any], least: int, most: int) -> list[Any]:
        """Draw `least` to `most` different items, in random order."""
        count = self.between(min(least, len(items)), min(most, len(items)))
        pool = list(items)
        return [pool.pop(self.below(len(pool))) for _ in range(count)]


class OptionRow(TypedDict):
    """An option as the core describes it."""

    name: str
    allowed: str
    meaning: str
    default: Any
    schema: dict[str, Any]
    builtin: NotRequired[list[str]]
    """The names that are not files, of an option that is data."""


def option_rows(game: str) -> dict[str, OptionRow]:
    """Return the rows of a game's table by name, in order."""
    return {row["name"]: row for row in core_module(game).OPTION_TABLE}


def option_texts(game: str) -> dict[str, tuple[str, str]]:
    """Return the values and the meaning of every option."""
    return {name: (row["allowed"], row["meaning"]) for name, row in option_rows(game).items()}


def random_values(game: str, rng: Generator, drawn: Mapping[str, Any], draws: Mapping[str, Draw]) -> dict[str, Any]:
    """Return the options in `drawn`, and all others drawn in the order of the table.

    Values that are not in `draws` have equal chances. If None is drawn, the option is left out.
    """
    values = dict(drawn)
    for name, row in option_rows(game).items():
        if name not in drawn:
            draw = draws[name] if name in draws else possible_values(row)
            values[name] = draw() if callable(draw) else draw[rng.below(len(draw))]
    return {name: value for name, value in values.items() if value is not None}


def possible_values(row: OptionRow) -> Sequence[Any]:
    """List all values of an integer, a flag or a choice; the names of data."""
    schema = row["schema"]
    if "minimum" in schema:
        return range(schema["minimum"], schema["maximum"] + 1)
    if schema.get("type") == "boolean":
        return (True, False)
    return row["builtin"] if "builtin" in row else schema.get("enum", [row["default"]])


def data_schema(game: str, option: str) -> dict[str, Any]:
    """Return the JSON schema of the data of an option, with the meaning of each field (data/facts.schema.json)."""
    shipped = read_shipped("facts.schema.json")
    defs = shipped["$defs"]

    def inlined(part: Any) -> Any:
        if isinstance(part, list):
            return [inlined(item) for item in part]
        if not isinstance(part, dict):
            return part
        base = defs[part["$ref"].removeprefix("#/$defs/")] if "$ref" in part else {}
        return {key: inlined(value) for key, value in (base | part).items() if key != "$ref"}

    return {"$schema": shipped["$schema"], **inlined(defs[f"{game}_{option}"])}
