"""A sequential test on deals: play until it is clear whether the first bot is better by `elo1` or only by `elo0`."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .._util.checks import number
from .ratings import ELO

ERROR = 0.05
"""Errors of either kind, by default: the share of runs that accept the wrong hypothesis."""

_LEAST_DEALS = 16  # below that the spread isn't known well enough
_MOST_ELO = 2000
_LEAST_ERROR, _MOST_ERROR = 1e-6, 0.4


@dataclass(frozen=True)
class SprtState:
    """The state of a sequential test."""

    elo0: float
    elo1: float
    deals: int
    llr: float
    """Log-likelihood ratio of the hypotheses."""
    lower: float
    """At or below it, `elo0` is accepted."""
    upper: float
    """At or above it, `elo1` is accepted."""
    accepted: str | None
    """`"elo0"`, `"elo1"`, or None as long as the test continues."""
    alpha: float = ERROR
    """The share of runs that accept `elo1` when `elo0` is true."""
    beta: float = ERROR
    """The share of runs that accept `elo0` when `elo1` is true."""

    def __str__(self) -> str:
        ending = "undecided" if self.accepted is None else f"accepted: {self.accepted}"
        return (
            f"SPRT elo0 {self.elo0:g}, elo1 {self.elo1:g}: {ending}; "
            f"LLR {self.llr:.2f} of {self.lower:.2f} to {self.upper:.2f} after {self.deals} deals"
        )


class Sprt:
    """The generalised sequential probability ratio test, by the normal approximation, on the scores of deals.

    A deal's score is the share of its meetings with other bots that the first bot won. The hypotheses set its mean, `1
    / (1 + 10^(-elo / 400))`. The spread is estimated from the deals, with one deal of a coin toss added because the
    first deals may all be alike. Ask the test only at fixed points in the order of deals: then its end depends on the
    results, not on which worker was first.
    """

    def __init__(self, elo0: float, elo1: float, alpha: float = ERROR, beta: float = ERROR) -> None:
        self.elo0, self.elo1 = check_bounds(elo0, elo1)
        self.alpha, self.beta = check_error("alpha", alpha), check_error("beta", beta)
        self._deals, self._sum, self._squares = 0, 0.0, 0.0

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The arguments with which it was made."""
        return self.elo0, self.elo1, self.alpha, self.beta

    def add(self, lines: Iterable[dict[str, Any]]) -> None:
        """Count the games of whole deals."""
        scores: dict[int, list[float]] = {}
        for line in lines:
            ahead, meetings = _meetings(line)
            sums = scores.setdefault(line["deal"], [0.0, 0.0])
            sums[0] += ahead
            sums[1] += meetings
        for won, met in scores.values():
            if met:
                score = won / met
                self._deals += 1
                self._sum += score
                self._squares += score * score

    def state(self) -> SprtState:
        """Return the state of the test."""
        upper = math.log((1 - self.beta) / self.alpha)
        lower = math.log(self.beta / (1 - self.alpha))
        count = self._deals
        llr = 0.0
        if count >= _LEAST_DEALS:
            mean = self._sum / count
            spread = (max(self._squares - count * mean * mean, 0.0) + 0.25) / count
            s0, s1 = (1 / (1 + math.exp(-elo / ELO)) for elo in (self.elo0, self.elo1))
            llr = count * (s1 - s0) * (2 * mean - s0 - s1) / (2 * spread)
        accepted = "elo1" if llr >= upper else "elo0" if llr <= lower else None
        llr, lower, upper = (round(value, 4) for value in (llr, lower, upper))
        return SprtState(self.elo0, self.elo1, count, llr, lower, upper, accepted, self.alpha, self.beta)


def check_bounds(elo0: Any, elo1: Any) -> tuple[float, float]:
    """Check two numbers, the first below the second."""
    low, high = (
        number(value, f"sprt: {name}", -_MOST_ELO, _MOST_ELO) for name, value in (("elo0", elo0), ("elo1", elo1))
    )
    if not low < high:
        raise ValueError(f"sprt: elo0 must be below elo1, but they are {low:g} and {high:g}")
    return low, high


def check_error(name: str, value: Any) -> float:
    """Check that a probability makes sense for a test."""
    return number(value, f"sprt: {name}", _LEAST_ERROR, _MOST_ERROR)


def _meetings(line: dict[str, Any]) -> tuple[float, int]:
    """Count how often the first bot finished ahead of another at its table, and how often they met."""
    ahead, meetings = 0.0, 0
    for seat, bot in enumerate(line["bots"]):
        if bot != 0:
            continue
        for other, rival in enumerate(line["bots"]):
            if rival != 0:
                mine, theirs = line["ranks"][seat], line["ranks"][other]
                ahead += 0.5 if mine == theirs else float(mine < theirs)
                meetings += 1
    return ahead, meetings
