"""Small networks: trained by self-play in the core in minutes, played as the bot `net`.

    >>> import uneri
    >>> from uneri.train import train
    >>> trained = train("onda(players=2,rounds=1)", games=64, seed=1)
    >>> trained.games
    64

The same seed, budget in games and settings give the same file, for any number of threads. `uneri.bots.NetBot(file)`
plays a file, in texts `"net:FILE"`.

A game may be given by its text. A text that names no game is a ValueError, and so is a game without features where they
are asked for.
"""

from __future__ import annotations

from .._util.public import publish
from ..contract import FeatureBlock
from .features import action_features, action_layout, feature_layout, features, has_features
from .networks import has_network
from .recipe import RECIPES, Recipe
from .training import TrainedNetwork, TrainReport, train

__all__ = [
    "RECIPES", "FeatureBlock", "Recipe", "TrainReport", "TrainedNetwork", "action_features", "action_layout",
    "feature_layout", "features", "has_features", "has_network", "train",
]  # fmt: skip

__dir__ = publish(globals())
