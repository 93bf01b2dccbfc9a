"""Many games stepped together over arrays that are allocated once: `BatchEnv`.

>>> import uneri
>>> env = uneri.BatchEnv("onda(players=4,rounds=1)", 1024, seed=7)
>>> env.observation.shape
(1024, 603)
>>> env.step(env.legal[:, 0])  # every lane plays its first legal action
"""

from __future__ import annotations

from .._util.public import publish
from .afterstates import After
from .arguments import MOST_LANES, observation_grid
from .env import AutoReset, BatchEnv, MaskForm, Observed
from .pool import Pool
from .rollout import MOST_STEPS, Policy, Rollout

__all__ = [
    "MOST_LANES", "MOST_STEPS", "After", "AutoReset", "BatchEnv", "MaskForm", "Observed", "Policy", "Pool",
    "Rollout", "observation_grid",
]  # fmt: skip

__dir__ = publish(globals())
