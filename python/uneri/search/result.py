"""The result of a search: its choice and the statistics of each legal action, as text, HTML and plain data."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, SupportsIndex

from .._util.checks import bounded
from .._util.text_table import text_table
from ..contract import State


@dataclass(frozen=True)
class ActionStats:
    """The statistics of a search about one legal action."""

    action: int
    notation: str
    visits: int
    """Simulations that began with it."""
    mean: float | None
    """Their mean value for the seat, 0 to 1; None without a visit."""
    stderr: float | None
    """Standard error of the mean; None below two visits. Simulations of one tree aren't independent: a lower bound."""

    prior: float | None = None
    """The evaluator's probability for it; None in searches without one."""


@dataclass(frozen=True)
class EvaluatorUse:
    """The calls of a search's evaluator, with their times; for `run_many` of all positions together."""

    batches: int
    rows: int
    """Leaves in all batches."""
    seconds: float
    """Wall time in the evaluator."""
    exchange_seconds: float
    """Wall time beside it, for passing the batches and reading the answers."""


@dataclass(frozen=True)
class SearchResult:
    """The result of a search. A notebook shows it as a table."""

    action: int
    """The choice."""
    stats: tuple[ActionStats, ...]
    """Every legal action, ascending."""
    principal_variation: tuple[str, ...]
    """The choice and the expected continuation, in notation with the seat: `"0: HIDE b3"`."""
    worlds: int
    """Worlds that were drawn."""
    simulations: int
    """Playouts, each to its end, the horizon or its depth."""
    solved: int
    """Worlds whose exact values replaced simulations (`PIMC(exact=...)`)."""
    reused: int
    """Visits of the legal actions that come from earlier decisions (`ISMCTS.follow`)."""
    seconds: float
    """Wall time."""
    cheated: bool
    """Whether the true state was searched (`cheat=True`), with all hidden cards. A fair player must not use it."""
    tree: list[dict[str, Any]] = field(repr=False)
    """Decisions of at least a hundredth of the simulations, nested: `player`, `action`, `notation`, `visits`,
    `available`, `mean`, `stderr` and `prior` (for the player who decides), `children`."""
    evaluator: EvaluatorUse | None = None
    """None in searches without one."""

    @property
    def simulations_per_second(self) -> float:
        """Simulations per second of wall time."""
        return self.simulations / self.seconds if self.seconds > 0 else math.inf

    @property
    def notation(self) -> str:
        """The choice in notation."""
        return next(stats.notation for stats in self.stats if stats.action == self.action)

    @property
    def value(self) -> float:
        """The mean of the choice, 0 to 1."""
        return next(stats.mean or 0.0 for stats in self.stats if stats.action == self.action)

    @property
    def visits(self) -> dict[int, int]:
        """Visits by action."""
        return {stats.action: stats.visits for stats in self.stats}

    def best(self, count: SupportsIndex = 5) -> list[ActionStats]:
        """List the statistics of the choice first, then of the most visited others: at most `count` (default 5).

        TypeError or ValueError if `count` is not an integer of at least 0.
        """
        most = bounded(count, "count", 0, 1_000_000_000)
        order = sorted(self.stats, key=lambda stats: (stats.action != self.action, -stats.visits, stats.action))
        return order[:most]

    def __str__(self) -> str:
        rows = [(s.notation, f"{s.visits:,}", _format_value(s.mean), _format_value(s.stderr)) for s in self.best(10)]
        lines = [text_table(("action", "visits", "mean", "+-"), rows, right=(False, True, True, True))]
        if len(self.stats) > 10:
            lines.append(f"... {len(self.stats) - 10} more")
        lines.append(f"line  {', '.join(self.principal_variation)}")
        lines.append(self._describe_budget())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from ..view.html import bar, block, details, interval, paragraph, reach, table, tree  # only notebooks need it

        shown = self.best(10)
        most = max((stats.visits for stats in self.stats), default=0) or 1
        ends = [[None if s.mean is None else s.mean + side * 2 * (s.stderr or 0.0) for side in (-1, 1)] for s in shown]
        least, greatest = reach([end for pair in ends for end in pair])
        rows = []
        for stats, (low, high) in zip(shown, ends, strict=True):
            cells: list[object] = [
                stats.notation, f"{stats.visits:,}", bar(stats.visits / most), _format_value(stats.mean), _format_value(stats.stderr),
                interval(low, stats.mean, high, least, greatest),
            ]  # fmt: skip
            if stats.prior is not None:
                cells.append(_format_value(stats.prior))
            rows.append(cells)
        priors = any(stats.prior is not None for stats in shown)
        head = ["action", "visits", "", "mean", "±", "mean ± 2 errors", *(["prior"] if priors else [])]
        rows = [[*cells, "-"] if priors and len(cells) < len(head) else cells for cells in rows]
        lines = [f"{len(self.stats) - 10} more actions"] if len(self.stats) > 10 else []
        parts = [
            table(head, rows, right=(False, True, False, True, True, False, True)),
            paragraph(*lines, ", ".join(self.principal_variation), self._describe_budget()),
        ]
        if self.tree:
            parts.append(details("the tree", tree(self.tree)))
        return block(*parts)

    def _describe_budget(self) -> str:
        worlds = "CHEATED: the true state seen" if self.cheated else f"{self.worlds:,} worlds"
        asked = "" if self.evaluator is None else f", {self.evaluator.batches:,} batches"
        return f"{self.simulations:,} simulations, {worlds}{asked}, {self.seconds:.2f} s"


_OF_ARM = ("visits", "mean", "stderr", "prior")


def make_result(state: State, found: dict[str, Any], seconds: float, *, cheated: bool = False) -> SearchResult:
    """Return the core's results for `state`."""
    game = state.game
    return SearchResult(
        action=found["best"],
        stats=tuple(
            ActionStats(arm["action"], state.action_to_string(arm["action"]), *(arm[name] for name in _OF_ARM))
            for arm in found["arms"]
        ),
        principal_variation=tuple(f"{p}: {game.action_to_string(p, a)}" for p, a in found["line"]),
        worlds=found["worlds"],
        simulations=found["simulations"],
        solved=found["solved"],
        reused=found["reused"],
        seconds=seconds,
        cheated=cheated,
        tree=found["tree"],
        evaluator=EvaluatorUse(**found["evaluator"]) if "evaluator" in found else None,
    )


def _format_value(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
