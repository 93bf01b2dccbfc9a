"""What the binder gives games that name features (cpp/bindings/bind_net.hpp). Only a stub: there is no such module at run
time. The classes `Network` and `Training` stand in `_bound.pyi`.
"""

from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ._bound import BoundGame, BoundNetwork, BoundState

__all__ = [
    "action_features",
    "action_layout",
    "feature_layout",
    "features",
    "network_label",
    "network_options",
    "network_strength",
]

def action_layout(game: BoundGame[Any]) -> list[tuple[str, int, tuple[int, ...], float]]: ...
def action_features(game: BoundGame[Any]) -> NDArray[np.float32]: ...
def feature_layout(game: BoundGame[Any]) -> list[tuple[str, int, tuple[int, ...], float]]: ...
def features(state: BoundState[Any], seat: SupportsIndex) -> NDArray[np.float32]: ...
def network_options(game: BoundGame[Any]) -> str: ...
def network_label(data: bytes) -> dict[str, Any]: ...
def network_strength(
    network: BoundNetwork, first_deal: SupportsIndex, deals: SupportsIndex, threads: SupportsIndex
) -> dict[str, Any]: ...
