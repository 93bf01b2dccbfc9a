"""The option table of a game, which is in the core, as the pages show it: Markdown and a JSON schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from uneri.registry.options import OptionRow, option_rows


def options_schema(game: str) -> dict[str, Any]:
    """Return the JSON schema of `game.options`. The schema of data is `$defs/NAME` of the game's schema file."""
    rows = option_rows(game)
    return {
        "type": "object",
        "properties": {name: row["schema"] for name, row in rows.items()},
        "required": list(rows),
        "additionalProperties": False,
    }


def with_options(game: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema file of a game (docs/games/GAME.schema.json), with the schema of the options in it."""
    return {**schema, "$defs": {"options": options_schema(game), **schema["$defs"]}}


def markdown_table(game: str) -> str:
    """Write the options as a table."""
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
