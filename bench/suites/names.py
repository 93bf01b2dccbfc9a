"""Names of works in a suite of several games."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from uneri.cli._bench.work import Work


def prefixed(game: str, works: Iterable[Work]) -> list[Work]:
    """The works under names that begin with the game's."""
    return [
        dataclasses.replace(work, name=f"{game}: {work.name}", beside=f"{game}: {work.beside}" if work.beside else "")
        for work in works
    ]
