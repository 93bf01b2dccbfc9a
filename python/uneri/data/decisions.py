"""Decisions as they are made, collected for a shard."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .packing import Packer, Part, layout_parts, repack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..contract import Game

Thought = tuple[list[int], float]
"""What a search says of a decision: visits of the legal actions in order, and the value of its choice, 0 to 1."""


@dataclass
class Decisions:
    """Blocks of decisions in any order of games; those of one game come in order."""

    packer: Packer
    blocks: list[tuple[list[Part], NDArray[np.uint8]]] = field(default_factory=list)
    columns: dict[str, list[NDArray[Any]]] = field(default_factory=dict)
    thoughts: list[Thought | None] = field(default_factory=list)
    """One for each decision, or none at all."""

    @classmethod
    def of(cls, game: Game) -> Decisions:
        """An empty collection for a game."""
        return cls(Packer(layout_parts(game)))

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
        packed = self.packer.pack(observation)
        if chosen is not None and not chosen.all():
            packed, mask = packed[chosen], mask[chosen]
            columns = {name: column[chosen] for name, column in columns.items()}
        self.blocks.append((self.parts, packed))
        counts, actions = legal_of(mask)
        for name, column in {**columns, "num_legal": counts, "legal": actions}.items():
            self.columns.setdefault(name, []).append(column)

    def packed(self) -> NDArray[np.uint8]:
        """All observations, packed in `parts`."""
        return np.concatenate([repack(block, parts, self.parts) for parts, block in self.blocks])

    def column(self, name: str) -> NDArray[Any]:
        """All of one kind."""
        return np.concatenate(self.columns[name])


def legal_of(mask: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """How many actions each row of bits allows, and which, row after row."""
    across = mask.shape[1]
    some = np.flatnonzero(mask)
    bits = np.unpackbits(mask.ravel()[some], bitorder="little")
    found = np.flatnonzero(bits)
    which, bit = some[found >> 3], found & 7
    counts = np.bincount(which // across, minlength=len(mask))
    return counts, (8 * (which % across) + bit).astype(np.int32)
