"""Collects decisions for a shard."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .packing import Packer, Part, list_layout_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..contract import Game

Thought = tuple[list[int], float]
"""A search's data on a decision: visits of the legal actions in order, and the value of its choice, 0 to 1."""


@dataclass
class Decisions:
    """Blocks of decisions in any order of games; those of one game come in order."""

    packer: Packer
    columns: dict[str, list[NDArray[Any]]] = field(default_factory=dict)
    thoughts: list[Thought | None] = field(default_factory=list)
    """One per decision, or none at all."""

    @classmethod
    def of(cls, game: Game) -> Decisions:
        """Make an empty collection for a game."""
        return cls(Packer(list_layout_parts(game)))

    @property
    def parts(self) -> list[Part]:
        """The parts in which all observations so far can be packed."""
        return self.packer.parts

    def add(
        self,
        observation: NDArray[np.float32],
        mask: NDArray[np.uint8],
        chosen: NDArray[np.bool_] | None = None,
        **columns: NDArray[Any],
    ) -> None:
        """Add some decisions; `mask` has bits. `chosen` are the rows that count, None: all."""
        rows = np.arange(len(mask)) if chosen is None else np.flatnonzero(chosen)
        self.packer.pack(observation, rows)
        for name, column in {**columns, "mask": mask}.items():
            self.columns.setdefault(name, []).append(column[rows])

    @property
    def packed(self) -> NDArray[np.uint8]:
        """All observations, packed in `parts`."""
        return self.packer.packed

    def column(self, name: str) -> NDArray[Any]:
        """Return all values of a column."""
        return np.concatenate(self.columns[name])
