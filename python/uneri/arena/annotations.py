"""The bots' comments on their moves: stored with an arena's games on request, and read back."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from .._util.messages import brief
from ..bots import Bot
from ..bots.seats import act_and_explain
from ..contract import State
from ..records.fields import fields_of

Info = Mapping[str, Any]
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


def check_annotations(line: Mapping[str, Any]) -> list[Info | None]:
    """Return the info of a game's line, one entry per decision, None for none. Raise ValueError if it is malformed."""
    found, actions = line.get("info", []), len(line["actions"])
    if not isinstance(found, list) or len(found) not in (0, actions):
        raise ValueError("'info' is not a list with an entry for each action")
    kind = fields_of("move").optional["bot"]
    for entry in found:
        if entry is not None and not kind.check(entry):
            raise ValueError(f"'info' has {brief(entry)}; allowed: null or {kind.allowed}")
    return found or [None] * actions
