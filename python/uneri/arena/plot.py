"""Ratings over the deals of an arena, as numbers and as a plot (extra: plot)."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

from .ratings import Estimate, Tally

POINTS = 24
"""The numbers of deals at which ratings are shown."""


def ratings_over_deals(
    bots: tuple[str, ...], games: Iterable[dict[str, Any]], deals: int
) -> list[tuple[int, dict[str, Estimate]]]:
    """Return the ratings after the first deals: small steps at the start, where much changes, then by equal factors."""
    wanted = sorted({max(1, round(deals ** ((i + 1) / POINTS))) for i in range(POINTS)} | {deals})
    tally, found = Tally(bots), []
    deal: list[dict[str, Any]] = []

    def count() -> None:
        tally.add(deal)
        if tally.deals in wanted:
            found.append((tally.deals, {row.bot: row.elo for row in tally.rows()}))

    for line in games:
        if deal and line["deal"] != deal[0]["deal"]:
            count()
            deal = []
        deal.append(line)
    if deal:
        count()
    return found


def draw_ratings(title: str, steps: list[tuple[int, dict[str, Estimate]]]) -> Any:
    """Draw a matplotlib figure: one line per bot, with its interval as a band if it has two ends."""
    try:
        make = importlib.import_module("matplotlib.figure").Figure
    except ImportError:
        raise ImportError("a plot needs matplotlib: pip install matplotlib") from None
    figure = make((8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    last = steps[-1][1] if steps else {}
    for bot in sorted(last, key=lambda bot: -(last[bot].value or 0)):
        points = [(deals, elos[bot]) for deals, elos in steps if elos[bot].value is not None]
        (line,) = axes.plot([d for d, _ in points], [e.value for _, e in points], marker=".", label=bot)
        closed = [(deals, elo.low, elo.high) for deals, elo in points if elo.low is not None and elo.high is not None]
        if closed:
            axes.fill_between(*zip(*closed, strict=True), color=line.get_color(), alpha=0.15, linewidth=0)
    axes.set_xscale("log")
    axes.set_xlabel("deals")
    axes.set_ylabel("Elo, 95 %")
    axes.set_title(title, fontsize=9, loc="left")
    axes.grid(alpha=0.3)
    if last:
        axes.legend(frameon=False)
    return figure
