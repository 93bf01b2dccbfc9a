"""Decisions as they are made, collected for a shard."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .packing import Packer, Part, list_layout_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..contract import Game

Thought = tuple[list[int], float]
"""What a search says of a decision: visits of the legal actions in order, and the value of its choice, 0 to 1."""


@dataclass
class Decisions:
    """Blocks of decisions in any order of games; those of one game come in order."""

    packer: Packer
    columns: dict[str, list[NDArray[Any]]] = field(default_factory=dict)
    thoughts: list[Thought | None] = field(default_factory=list)
    """One for each decision, or none at all."""

    @classmethod
    def of(cls, game: Game) -> Decisions:
        """An empty collection for a game."""
        return cls(Packer(list_layout_parts(game)))

    @property
    def parts(self) -> list[Part]:
        """How all observations so far can be packed."""
        return self.packer.parts

    def add(
        self,
        observation: NDArray[np.float32],
        mask: NDArray[np.uint8],
        chosen: NDArray[np.bool_] | None = None,
        **columns: NDArray[Any],
    ) -> None:
        """Takes some decisions; `mask` is of bits. `chosen` are the rows that count, None: all."""
        rows = np.arange(len(mask)) if chosen is None else np.flatnonzero(chosen)
        self.packer.pack(observation, rows)
        for name, column in {**columns, "mask": mask}.items():
            self.columns.setdefault(name, []).append(column[rows])

    @property
    def packed(self) -> NDArray[np.uint8]:
        """All observations, packed in `parts`."""
        return self.packer.packed

    def column(self, name: str) -> NDArray[Any]:
        """All of one kind."""
        return np.concatenate(self.columns[name])
