"""Data sets as PyTorch reads them. Only who asks for this imports PyTorch."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .reading import DataSet

_torch = importlib.import_module("torch")
_data = importlib.import_module("torch.utils.data")


class TorchRows(_data.IterableDataset):  # type: ignore[misc, name-defined]
    """Batches of tensors; each worker of a loader reads its own shards."""

    def __init__(self, rows: DataSet, size: int, seed: int | None, options: dict[str, Any]) -> None:
        self._rows, self._size, self._seed, self._options = rows, size, seed, options
        self._passes = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        worker = _data.get_worker_info()
        part = (0, 1) if worker is None else (worker.id, worker.num_workers)
        seed = None if self._seed is None else (self._seed + self._passes) % (1 << 64)
        self._passes += 1
        for batch in self._rows.batches(self._size, shuffle=seed, part=part, **self._options):
            yield {name: _torch.from_numpy(values) for name, values in batch.items()}
