"""Names of games on a screen. Data of one's own is shown by the file it came from, not in full."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import uneri
from uneri._util.spec import parse_call, text_of

_LONGEST = 60  # characters of an option's value


def label(game: uneri.Game, given: Mapping[str, Any] | None = None) -> str:
    """`str(game)` with short values. `given` are the options as the user wrote them."""
    name, options = parse_call(str(game))
    inside = ",".join(f"{option}={value_label(option, value, given)}" for option, value in options.items())
    return f"{name}({inside})"


def value_label(option: str, value: Any, given: Mapping[str, Any] | None = None) -> str:
    """An option's value; of long data the file's name, or `...`."""
    text = text_of(value)
    if len(text) <= _LONGEST:
        return text
    written = (given or {}).get(option)
    return written if isinstance(written, str) else "..."
