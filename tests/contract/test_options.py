"""Options as the core's table declares them (cpp/uneri/games/GAME/options.hpp) and as the reference reads them by itself."""

from __future__ import annotations

import importlib
import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import uneri
from uneri.registry import game_module
from uneri.registry.options import OptionRow, option_rows, possible_values
from uneri.testing import SplitMix64, stream

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
tables = importlib.import_module("option_tables")

TEXTS = {
    "suits": ["c", "st", "cst", "ts", "cc", "", "circle"],
    "table": ["default", "400x300", "8192x8192", "90x138", "88x138", "401x300", "0400x300", "400"],
}
"""Values of options whose text has a form of its own."""


def values_to_try(row: OptionRow) -> list[Any]:
    """What an option allows, as far as the table says, and what lies beside."""
    schema = row["schema"]
    if schema.get("type") == "integer":
        low, high = schema["minimum"], schema["maximum"]
        return [*sorted({low - 1, low, low + 1, (low + high) // 2, high - 1, high, high + 1}), float(low), True]
    if schema.get("type") == "string":
        return [*TEXTS[row["name"]], 1]
    return [*possible_values(row), "no such word", 1, None]


def said(name: str, backend: str, options: dict[str, Any]) -> Any:
    """The game's options and its text, or why there is none."""
    try:
        game = uneri.load_game(name, backend=backend, **options)
    except ValueError as error:
        return str(error)
    return game.options, str(game)


def choices(name: str) -> Iterator[dict[str, Any]]:
    rows = option_rows(name)
    every = [(option, value) for option, row in rows.items() for value in values_to_try(row)]
    yield {}
    yield from ({option: value} for option, value in every)
    rng = SplitMix64(5)  # of two or three at once, one may decide what another allows, and which fault is named
    for count, _ in itertools.product((2, 3), range(60)):
        yield dict(every[rng.below(len(every))] for _ in range(count))


def test_both_backends_read_options_alike(name: str) -> None:
    """R-5"""
    refused = 0
    for options in choices(name):
        core, reference = (said(name, backend, options) for backend in ("core", "reference"))
        assert core == reference, options
        refused += isinstance(core, str)
    assert refused >= 2 * len(option_rows(name))


def test_the_table_has_the_names_and_defaults_of_the_game(name: str, backend: str) -> None:
    rows = option_rows(name)
    assert {option: row["default"] for option, row in rows.items()} == uneri.load_game(name, backend=backend).options
    assert list(rows) == list(uneri.load_game(name).options) == list(game_module(name).OPTIONS)
    assert all(row["meaning"] and row["allowed"] for row in rows.values())


def test_the_schema_of_options(name: str) -> None:
    """It takes what the game takes, data aside, and refuses single values that are never allowed."""
    jsonschema = pytest.importorskip("jsonschema")
    data = {option: {} for option, row in option_rows(name).items() if "builtin" in row}
    validator = jsonschema.Draft202012Validator({**tables.options_schema(name), "$defs": data})
    for options in choices(name):
        found = said(name, "core", options)
        if not isinstance(found, str):
            validator.validate(json.loads(json.dumps(found[0])))
    plain = uneri.load_game(name).options
    assert not validator.is_valid({**plain, "surplus": 1})
    for option, row in option_rows(name).items():
        if "builtin" not in row:
            assert not validator.is_valid({**plain, option: None}), option
            assert not validator.is_valid({key: value for key, value in plain.items() if key != option}), option


def test_random_options_reach_every_value_of_choices_and_flags(name: str) -> None:
    module = game_module(name)
    drawn = [module.random_options(stream(3, index), {}) for index in range(60)]
    for option, row in option_rows(name).items():
        if row["schema"].get("type") == "boolean" or "enum" in row["schema"]:
            assert {options[option] for options in drawn} == set(possible_values(row)), option


def test_the_table_of_the_docs(name: str) -> None:
    head, _, *lines = tables.markdown_table(name).splitlines()
    assert head == "| name | allowed | default | meaning |"
    assert [line.split(" | ")[0] for line in lines] == [f"| `{option}`" for option in option_rows(name)]
    meaning = "what returns are: points, points less their mean, shares of the win (R-4)"
    assert f"| `utility` | `score`, `margin`, `win` | `score` | {meaning} |" in lines
