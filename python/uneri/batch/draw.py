"""Draws an action from logits as the core does, in plain Python (see cpp/uneri/engine/draw.hpp)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from .._util.elementary import exp, log


def unit_of(number: int) -> float:
    """Return a multiple of 2^-53 in [0, 1), from 64 bits."""
    return math.ldexp(number >> 11, -53)


def draw(legal: Sequence[int], logits: Sequence[float], temperature: float, unit: float) -> tuple[int, float]:
    """Draw an action; return it with its log-probability, as a float32. The ValueError names a refused logit."""
    for action, logit in zip(legal, logits, strict=True):
        if not logit < math.inf:
            raise ValueError(f"the logit of action {action} is {logit}; allowed: a finite number, or -inf for never")
    top = max(logits)
    if top == -math.inf:
        raise ValueError(f"the logits of all {len(legal)} legal actions are -inf; allowed: at least one that is finite")
    if temperature == 0:
        return legal[logits.index(top)], 0.0
    shifted = [(logit - top) / temperature for logit in logits]
    sums = list(accumulate(map(exp, shifted)))
    level = unit * sums[-1]
    place = next(j for j, total in enumerate(sums) if total > level)
    return legal[place], float(np.float32(shifted[place] - log(sums[-1])))
