"""Our games beside the nearest ones of other libraries, on the same work.

Playouts: whole games by uniformly random seats in compiled code; dealing is part of the time and no decision. Loops: the
same from Python, `legal_actions` and `apply_action`. Calls: over positions of one random game each.
"""

from __future__ import annotations

import uneri
from uneri.cli._bench.ours import game_works
from uneri.cli._bench.work import Work

from ..peers import peers
from ..settings import Settings
from .names import prefixed

OURS = {
    "namima": "namima(players=4,games=1)",
    "onda": "onda(players=4,rounds=1)",
    "solo": "solo(players=4)",
    "tacta": "tacta(players=4)",
    "tidal": "tidal(players=4)",
}
ELSEWHERE = ("ISMCTSBot", "batch")  # measured by other suites


def works(settings: Settings) -> list[Work]:
    """For each game what others have beside it."""
    found: list[Work] = []
    for name in settings.games:
        theirs = [work for work in peers(name) if not any(word in work.name for word in ELSEWHERE)]
        beside = {work.beside for work in theirs}
        ours = [work for work in game_works(uneri.load_game(OURS[name])) if work.name in beside]
        found += prefixed(name, [*ours, *theirs])
    return found
