"""The names that data give themselves: the key `name` of a board, a deck, a pack, a rule set or a dial."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def read_title(data: Any, language: str = "en") -> str:
    """Return the name of an option's value in a language, or in the other one; `""` without a name."""
    name = data.get("name", "") if isinstance(data, Mapping) else ""
    if isinstance(name, str):
        return name
    return str(name.get(language) or next(iter(name.values()), ""))


def title_of(options: Mapping[str, Any], language: str = "en") -> str:
    """Return the names of all data of a game, with commas; `""` without any."""
    return ", ".join(filter(None, (read_title(value, language) for value in options.values())))
