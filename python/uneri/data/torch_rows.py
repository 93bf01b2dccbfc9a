"""Data sets as PyTorch reads them. Only who asks for this imports PyTorch."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator
from typing import Any


def torch_rows(rows: Any, size: int, seed: int | None, options: dict[str, Any]) -> Any:
    """Batches of tensors of a `DataSet`; each worker of a loader reads its own shards. ImportError that names the extra."""
    try:
        return _kind()(rows, size, seed, options)
    except ImportError as error:
        raise ImportError('this needs PyTorch: pip install "uneri[torch]"') from error


@functools.cache
def _kind() -> Any:
    """The class, which stands on one of PyTorch's."""
    torch, tools = importlib.import_module("torch"), importlib.import_module("torch.utils.data")

    class TorchRows(tools.IterableDataset):  # type: ignore[misc, name-defined]
        """Batches of tensors."""

        def __init__(self, *given: Any) -> None:
            self._given, self._passes = given, 0

        def __reduce__(self) -> Any:
            return torch_rows, self._given

        def __iter__(self) -> Iterator[dict[str, Any]]:
            rows, size, seed, options = self._given
            worker = tools.get_worker_info()
            part = (0, 1) if worker is None else (worker.id, worker.num_workers)
            shuffle = None if seed is None else (seed + self._passes) % (1 << 64)
            self._passes += 1
            for batch in rows.batches(size, shuffle=shuffle, part=part, **options):
                yield {name: torch.from_numpy(values) for name, values in batch.items()}

    return TorchRows
