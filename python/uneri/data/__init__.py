"""Data sets of decisions: made by self-play, read as Arrow, numpy or PyTorch. They need the extra `data`.

    >>> import tempfile
    >>> from uneri import data
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = data.selfplay("onda(players=2,rounds=1)", ["greedy"], 16, out=folder, seed=7)
    ...     rows = [len(batch["action"]) for batch in data.load(folder).batches(100)]
    >>> sum(rows) == made.decisions
    True

The JSON files beside this module are the games' boards, decks and rule sets.
"""

from __future__ import annotations

from typing import Any

from .._util.public import publish
from .dataset import DataSet, load
from .selfplay_run import SelfPlayResult, selfplay

__all__ = ["DataSet", "SelfPlayResult", "load", "selfplay"]

__dir__ = publish(globals())


def __getattr__(name: str) -> Any:
    if name != "Made":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import warnings

    warnings.warn("uneri.data.Made is now SelfPlayResult; it goes in 0.3", DeprecationWarning, stacklevel=2)
    return SelfPlayResult
