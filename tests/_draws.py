"""Draws from logits as the core makes them, to the last bit: `cpp/uneri/engine/draw.hpp`, `cpp/uneri/base/elementary.hpp` and `exponentials.cpp`.

Python's floats are IEEE 754 doubles, and only their sums, products and quotients are used. `math.exp` and `math.log`
differ between systems.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from itertools import accumulate

import numpy as np

_LN2 = float.fromhex("0x1.62e42fefa39efp-1")
_LN2_HIGH, _LN2_LOW = float.fromhex("0x1.62e42feep-1"), float.fromhex("0x1.a39ef35793c76p-33")
_LOG2E = float.fromhex("0x1.71547652b82fep0")
_ROUND = 1.5 * 2.0**52
_LEAST = -700.0
_EXP = [1 / math.factorial(n) for n in range(13, -1, -1)]
_LOG = [1 / n for n in range(21, 0, -2)]


def exp(x: float) -> float:
    """e to a power from minus infinity to 0; 0 for powers below -700."""
    if x < _LEAST:
        return 0.0
    k = (x * _LOG2E + _ROUND) - _ROUND
    r = (x - k * _LN2_HIGH) - k * _LN2_LOW
    return math.ldexp(reduce(lambda total, part: total * r + part, _EXP), int(k))


def log(x: float) -> float:
    """The natural logarithm of a normal number above 0."""
    m, exponent = math.frexp(x)  # in 0.5..1
    m, exponent = 2 * m, exponent - 1
    if m > 1.4142135623730951:
        m, exponent = m / 2, exponent + 1
    s = (m - 1) / (m + 1)
    square = s * s
    return exponent * _LN2 + 2 * s * reduce(lambda total, part: total * square + part, _LOG, 0.0)


def unit_of(number: int) -> float:
    """A multiple of 2^-53 in [0, 1), from 64 bits."""
    return math.ldexp(number >> 11, -53)


def draw(legal: Sequence[int], logits: Sequence[float], temperature: float, unit: float) -> tuple[int, float]:
    """An action and the logarithm of its probability, as a float32. ValueError says which logit is refused, and why."""
    for action, logit in zip(legal, logits, strict=True):
        if not logit < math.inf:
            raise ValueError(f"the logit of action {action} is {logit}; it must be finite, or -inf for never")
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
