"""The bots' comments on their moves: stored with an arena's games on request, read back, and as text."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..bots import Bot
from ..bots.seats import act_and_explain
from ..contract import State

Info = Mapping[str, Any]
FIELDS: Final = {"visits": int, "sims": int, "value": float, "ms": float}
"""Simulations of the move, of the whole search; the seat's expected result, 0 to 1; wall time in milliseconds."""


def act_and_annotate(bot: Bot, state: State) -> tuple[Any, Info]:
    """Return a bot's answer, as from `act`, with its comment. A search is asked for its result."""
    begun = time.perf_counter()
    answer, found = act_and_explain(bot, state)
    if found is None:
        return answer, {"ms": _ms(begun)}
    visits, sims = found.visits[found.action], sum(found.visits.values())
    return answer, {"visits": visits, "sims": sims, "value": round(found.value, 4), "ms": _ms(begun)}


def _ms(begun: float) -> float:
    return round(1000 * (time.perf_counter() - begun), 1)


def check_annotations(line: Mapping[str, Any]) -> tuple[Info | None, ...]:
    """Check the comments of a game's line, one entry per decision or none at all; raise ValueError if wrong."""
    found = line.get("info", [])
    if not isinstance(found, list) or len(found) not in (0, len(line["actions"])):
        raise ValueError("'info' is not a list with an entry for each action")
    for entry in found:
        if entry is None:
            continue
        if not isinstance(entry, dict) or not entry.keys() <= FIELDS.keys():
            raise ValueError(f"'info' has an entry that is not null or an object of {', '.join(FIELDS)}")
        for value in entry.values():
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1e15:
                raise ValueError("'info' has an entry with a value that is not a number from 0 to 1e15")
    return tuple(found)


def format_annotation(entry: Info | None) -> str:
    """Write an entry as text: `value 0.53, 812 of 1000 visits, 12 ms`; empty if there is none."""
    if not entry:
        return ""
    parts = []
    if "value" in entry:
        parts.append(f"value {entry['value']:.2f}")
    if "visits" in entry:
        parts.append(f"{entry['visits']} of {entry.get('sims', '?')} visits")
    if "ms" in entry:
        parts.append(f"{math.ceil(entry['ms'])} ms")
    return ", ".join(parts)


def get_annotation(info: Sequence[Info | None], ply: int) -> Info | None:
    """Return the entry of a decision, if one was kept."""
    return info[ply] if ply < len(info) else None
