"""The interface of games with features (cpp/bindings/net.cpp). The core binds it once, in a module of this name. The
classes `Network` and `Training` are in `_bound.pyi`.
"""

from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ..contract import FeatureBlock
from ._bound import BoundGame, BoundNetwork, BoundState

__all__ = [
    "action_layout",
    "feature_digest",
    "features",
    "network_label",
    "network_options",
    "network_strength",
]

def action_layout(game: BoundGame[Any]) -> list[FeatureBlock]: ...
def feature_digest(game: BoundGame[Any]) -> int: ...
def features(state: BoundState[Any], seat: SupportsIndex) -> NDArray[np.float32]: ...
def network_options(game: BoundGame[Any]) -> str: ...
def network_label(data: bytes) -> dict[str, Any]: ...
def network_strength(
    network: BoundNetwork, first_deal: SupportsIndex, deals: SupportsIndex, threads: SupportsIndex
) -> dict[str, Any]: ...
