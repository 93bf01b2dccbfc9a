"""Logarithm and exponential as the core computes them, to the last bit: `cpp/uneri/base/elementary.hpp` and `exponentials.cpp`.

Python's floats are IEEE 754 doubles, and only their sums, products and quotients are used. `math.exp` and `math.log`
differ between systems.
"""

from __future__ import annotations

import math
from functools import reduce

_LN2 = float.fromhex("0x1.62e42fefa39efp-1")
_LN2_HIGH, _LN2_LOW = float.fromhex("0x1.62e42feep-1"), float.fromhex("0x1.a39ef35793c76p-33")
_LOG2E = float.fromhex("0x1.71547652b82fep0")
_ROUND = 1.5 * 2.0**52
_LEAST = -700.0
_EXP = [1 / math.factorial(n) for n in range(13, -1, -1)]
_LOG = [1 / n for n in range(21, 0, -2)]


def exp(x: float) -> float:
    """Return e to a power from minus infinity to 0; 0 for powers below -700."""
    if x < _LEAST:
        return 0.0
    k = (x * _LOG2E + _ROUND) - _ROUND
    r = (x - k * _LN2_HIGH) - k * _LN2_LOW
    return math.ldexp(reduce(lambda total, part: total * r + part, _EXP), int(k))


def log(x: float) -> float:
    """Return the natural logarithm of a normal number above 0."""
    m, exponent = math.frexp(x)  # in 0.5..1
    m, exponent = 2 * m, exponent - 1
    if m > 1.4142135623730951:
        m, exponent = m / 2, exponent + 1
    s = (m - 1) / (m + 1)
    square = s * s
    return exponent * _LN2 + 2 * s * reduce(lambda total, part: total * square + part, _LOG, 0.0)
