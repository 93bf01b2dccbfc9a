"""How much the suites do, and of what."""

from __future__ import annotations

from dataclasses import dataclass, field

import uneri


@dataclass(frozen=True)
class Settings:
    """Sizes of the works. The default ones take some tenths of a second each."""

    games: tuple[str, ...] = field(default_factory=lambda: tuple(uneri.games()))
    lanes: int = 1024
    threads: int = 1
    sims: int = 10_000
    hands: int = 20_000
    kernel_step: int = 1  # every so many-th kernel of the core
    layers: tuple[tuple[int, ...], ...] = ((64,), (256, 256), (512, 512), (1024, 1024, 1024))
    """Of the networks that evaluators are measured with."""


QUICK = Settings(lanes=4, sims=20, hands=40, kernel_step=60, layers=((8,),))
"""To see that everything runs. The figures say nothing."""
