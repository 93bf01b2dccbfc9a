"""Every game's own works, as `uneri bench GAME` has them, and playouts by the number of seats."""

from __future__ import annotations

import uneri
from uneri.cli._bench.ours import game_works, playouts_run
from uneri.cli._bench.work import Run, Work

from ..settings import Settings
from .names import prefixed


def works(settings: Settings) -> list[Work]:
    """All games, one after the other."""
    found: list[Work] = []
    for name in settings.games:
        found += prefixed(name, [*game_works(uneri.load_game(name)), *(_playouts(name, n) for n in _seats(name))])
    return found


def _seats(name: str) -> list[int]:
    """The least and the greatest number of seats."""

    def is_allowed(seats: int) -> bool:
        try:
            uneri.load_game(name, players=seats)
        except ValueError:
            return False
        return True

    allowed = [seats for seats in range(1, 17) if is_allowed(seats)]
    return [allowed[0], allowed[-1]]


def _playouts(name: str, seats: int) -> Work:
    def start() -> Run:
        return playouts_run(uneri.load_game(name, players=seats))

    return Work(f"random playouts, {seats} seats", "decisions/s", start)
