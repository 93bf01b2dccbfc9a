"""Statistics over deals. The games of a deal depend on each other, so a deal is one observation."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

ELO = 400 / math.log(10)
"""Elo points of one natural unit of the logistic scale."""

_Z = 1.959963984540054  # the normal distribution leaves 2.5 % above it
_STEPS = 100


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval. An end is None if the data give no bound.

    `str()` writes `"value [low, high]"`.
    """

    value: float | None
    low: float | None
    high: float | None

    def __str__(self) -> str:
        return f"{_format(self.value)} [{_format(self.low)}, {_format(self.high)}]"


@dataclass(frozen=True)
class BotRow:
    """A bot's results."""

    bot: str
    games: int
    """Seats it played; two in a game in which it sat twice."""
    elo: Estimate
    """Bradley-Terry strength in Elo points; the mean of all bots is 0."""
    score: Estimate
    """Share of the other bots at its tables that it left behind, a tie counting half."""
    first: Estimate
    """Share of first places; several on the first place share it."""
    points: Estimate
    """Mean return."""
    rank: float
    """Mean rank, 1 being first."""
    forfeits: int
    """Games that it lost by failing."""


@dataclass(frozen=True)
class PairRow:
    """Two bots in all games at one table."""

    first: str
    second: str
    meetings: int
    """Pairs of their seats."""
    score: Estimate
    """Share of them in which the first was ahead, a tie counting half."""
    elo: Estimate
    """The same as a difference in Elo points."""


class Tally:
    """Sums of results by deal. Its output depends only on the results and their order by deal."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.bots = tuple(bots)
        self.games = 0
        self.decisions = 0
        self.forfeits = [0] * len(self.bots)
        self._wins: list[NDArray[np.float64]] = []  # by deal: [a, b] times a was ahead of b
        self._met: list[NDArray[np.float64]] = []
        self._sums: list[NDArray[np.float64]] = []  # by deal and bot: seats, returns, first places, ranks

    @property
    def deals(self) -> int:
        """Deals counted."""
        return len(self._wins)

    def add(self, lines: Iterable[dict[str, Any]]) -> None:
        """Count the games of whole deals."""
        deal = None
        for line in lines:
            if line["deal"] != deal:
                deal = line["deal"]
                self._wins.append(np.zeros((len(self.bots),) * 2))
                self._met.append(np.zeros((len(self.bots),) * 2))
                self._sums.append(np.zeros((len(self.bots), 4)))
            self._add(line)

    def _add(self, line: dict[str, Any]) -> None:
        wins, met, sums = self._wins[-1], self._met[-1], self._sums[-1]
        bots, ranks = line["bots"], line["ranks"]
        leaders = ranks.count(1)
        for seat, bot in enumerate(bots):
            sums[bot] += (1, line["returns"][seat], (ranks[seat] == 1) / leaders, ranks[seat])
            for other in range(seat):
                rival = bots[other]
                if rival == bot:
                    continue
                ahead = 0.5 if ranks[seat] == ranks[other] else float(ranks[seat] < ranks[other])
                wins[bot, rival] += ahead
                wins[rival, bot] += 1 - ahead
                met[bot, rival] += 1
                met[rival, bot] += 1
        for forfeit in line["forfeits"]:
            self.forfeits[forfeit["bot"]] += 1
        self.games += 1
        self.decisions += line["decisions"]

    def rows(self) -> list[BotRow]:
        """List the bots, the strongest first."""
        if not self.games:
            return []
        wins, met, sums = np.array(self._wins), np.array(self._met), np.array(self._sums)
        rating, error = ratings(wins, met)
        rows = []
        for bot, name in enumerate(self.bots):
            ahead, meetings = wins[:, bot].sum(axis=1), met[:, bot].sum(axis=1)
            seats = sums[:, bot, 0]
            reach = _reach(self.deals) * error[bot] if error is not None else math.inf
            all_lost, all_won = ahead.sum() == 0, ahead.sum() == meetings.sum()
            elo = Estimate(
                _round(rating[bot], 1),
                None if all_lost else _round(rating[bot] - reach, 1),
                None if all_won else _round(rating[bot] + reach, 1),
            )
            games = int(seats.sum())
            rows.append(
                BotRow(
                    name,
                    games,
                    elo,
                    share(ahead, meetings, bounded=True),
                    share(sums[:, bot, 2], seats, bounded=True),
                    share(sums[:, bot, 1], seats),
                    round(float(sums[:, bot, 3].sum()) / games, 4) if games else 0.0,
                    self.forfeits[bot],
                )
            )
        order = sorted(range(len(rows)), key=lambda bot: (-(rows[bot].elo.value or 0.0), bot))
        return [rows[bot] for bot in order]

    def pairs(self) -> list[PairRow]:
        """List every two bots that met, in the order of the list of bots."""
        if not self.deals:
            return []
        wins, met = np.array(self._wins), np.array(self._met)
        rows = []
        for a in range(len(self.bots)):
            for b in range(a + 1, len(self.bots)):
                if met[:, a, b].sum() > 0:
                    found = share(wins[:, a, b], met[:, a, b], bounded=True)
                    elo = Estimate(*(_estimate_elo(score) for score in (found.value, found.low, found.high)))
                    rows.append(PairRow(self.bots[a], self.bots[b], int(met[:, a, b].sum()), found, elo))
        return rows


def share(part: NDArray[np.float64], whole: NDArray[np.float64], *, bounded: bool = False) -> Estimate:
    """Return the ratio of two sums over deals, with the interval of a ratio estimate over these observations."""
    played = whole > 0
    part, whole = part[played], whole[played]
    deals = len(whole)
    if deals == 0:
        return Estimate(None, None, None)
    value = float(part.sum() / whole.sum())
    if deals == 1:
        return Estimate(_round(value), None, None)
    left = (part - value * whole) / whole.mean()
    reach = _reach(deals) * math.sqrt(float(left @ left) / (deals - 1) / deals)
    low, high = value - reach, value + reach
    if bounded and value in (0.0, 1.0):  # no spread was seen, but nobody wins forever: the exact bound for deals
        low, high = (0.0, 1 - 0.025 ** (1 / deals)) if value == 0.0 else (0.025 ** (1 / deals), 1.0)
    elif bounded:
        low, high = max(low, 0.0), min(high, 1.0)
    return Estimate(_round(value), _round(low), _round(high))


def ratings(
    wins: NDArray[np.float64], met: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64] | None]:
    """Compute Bradley-Terry Elo points from `[deals, bots, bots]`, and standard errors (None for one deal).

    Every two bots get one drawn game added, so that a bot that always wins has a finite rating, too. The errors are
    those of the sandwich estimator with deals as clusters. For many deals they are right, however much the games of a
    deal and the pairs of a table depend on each other. The added draws count as separate observations, so a few
    identical deals don't give an error of zero.
    """
    deals, count, _ = wins.shape
    prior = np.ones((count, count)) - np.eye(count)
    won, pairs = wins.sum(axis=0) + prior / 2, met.sum(axis=0) + prior
    theta = np.zeros(count)
    flat = np.full((count, count), 1 / count)
    bread = flat
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
        weight = pairs * expected * (1 - expected)
        bread = np.linalg.inv(np.diag(weight.sum(axis=1)) - weight + flat)
        step = bread @ (won - pairs * expected).sum(axis=1)
        theta += np.clip(step, -1, 1)
        theta -= theta.mean()
        if np.abs(step).max() < 1e-10:
            break
    if deals < 2:
        return theta * ELO, None
    expected = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
    scores = (wins - met * expected).sum(axis=2)
    added = prior * expected * (1 - expected)
    meat = scores.T @ scores * (deals / (deals - 1)) + np.diag(added.sum(axis=1)) - added
    variance = np.diag(bread @ meat @ bread)
    return theta * ELO, np.sqrt(np.maximum(variance, 0)) * ELO


def _reach(deals: int) -> float:
    """Return how many standard errors a 95 % interval reaches: Student's t, by Cornish and Fisher's expansion."""
    v = max(deals - 1, 1)
    z = _Z
    return z + (z**3 + z) / (4 * v) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v * v)


def _estimate_elo(score: float | None) -> float | None:
    if score is None or not 0 < score < 1:
        return None
    return _round(ELO * math.log(score / (1 - score)), 1)


def _round(value: Any, places: int = 4) -> float | None:
    """Round so that two machines give the same digits."""
    number = float(value)
    return round(number, places) + 0.0 if math.isfinite(number) else None


def _format(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
