"""Searches for games with hidden information: flat Monte Carlo, ISMCTS and PIMC.

    >>> import uneri
    >>> from uneri.search import ISMCTS
    >>> state = uneri.load_game("onda", players=3, rounds=1).new_initial_state(seed=7)
    >>> result = ISMCTS(sims=200, seed=1).run(state)
    >>> result.simulations, result.action in state.legal_actions()
    (200, True)

A search is a bot, too: `act(state)` is `run(state).action`. It reads only what the seat to act may know: every
simulation starts in a world drawn by `resample_from_infostate`. With a budget of simulations the result depends on the
state's view, the settings and the seed, never on `threads`; with a limit of time on the machine as well.

All run in the core without the GIL and stop at Ctrl-C. States of the reference backend are searched in the core, too.
"""

from __future__ import annotations

import html
import math
import time
from dataclasses import dataclass, field
from typing import Any, ClassVar, SupportsFloat, SupportsIndex

from ._checks import MOST_THREADS, bounded, integer, seed_of
from .contract import State
from .registry import core_module

DEFAULT_SIMS = 1000
"""The budget of a search that is given neither `sims` nor `time_ms`."""

_MOST_SIMS = 1_000_000_000
_MOST_MS = 86_400_000
_MOST_TREES = 256
_MOST_WORLDS = 1_000_000
_ROLLOUTS = ("uniform", "greedy", "eps")
_OBJECTIVES = ("utility", "rank", "win")
_FINALS = ("visits", "mean")
_HORIZONS = ("round", "match")


@dataclass(frozen=True)
class ActionStats:
    """What a search found out about one legal action."""

    action: int
    notation: str
    visits: int
    """Simulations that began with it."""
    mean: float | None
    """Their mean value for the seat, 0 to 1; None without a visit."""
    stderr: float | None
    """Standard error of the mean; None below two visits. Simulations of one tree aren't independent: a lower bound."""


@dataclass(frozen=True)
class SearchResult:
    """The answer of a search. Shown as a table in a notebook."""

    action: int
    """The choice."""
    stats: tuple[ActionStats, ...]
    """Every legal action, ascending."""
    principal_variation: tuple[str, ...]
    """The choice and what the search expects to follow, in notation with the seat: `"0: HIDE b3"`."""
    worlds: int
    """Worlds that were drawn."""
    simulations: int
    """Playouts, each to its end, the horizon or its depth."""
    seconds: float
    """Time on the clock."""
    tree: list[dict[str, Any]] = field(repr=False)
    """Decisions of at least a hundredth of the simulations, nested: `player`, `action`, `notation`, `visits`,
    `available`, `mean` and `stderr` (for the player who decides), `children`."""

    @property
    def simulations_per_second(self) -> float:
        """Simulations by seconds on the clock."""
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

    def best(self, count: int = 5) -> list[ActionStats]:
        """The choice first, then the most visited others."""
        order = sorted(self.stats, key=lambda stats: (stats.action != self.action, -stats.visits, stats.action))
        return order[:count]

    def __str__(self) -> str:
        lines = [f"{'action':<18} {'visits':>9} {'mean':>7} {'+-':>7}"]
        for stats in self.best(10):
            lines.append(f"{stats.notation:<18} {stats.visits:>9,} {_shown(stats.mean):>7} {_shown(stats.stderr):>7}")
        if len(self.stats) > 10:
            lines.append(f"... {len(self.stats) - 10} more")
        lines.append(f"line  {', '.join(self.principal_variation)}")
        lines.append(f"{self.simulations:,} simulations, {self.worlds:,} worlds, {self.seconds:.2f} s")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        most = max((stats.visits for stats in self.stats), default=0) or 1
        rows = []
        for stats in self.best(10):
            bar = f"<div style='background:#4a90d9;height:0.8em;width:{100 * stats.visits / most:.1f}%'></div>"
            cells = (html.escape(stats.notation), f"{stats.visits:,}", _shown(stats.mean), _shown(stats.stderr))
            rows.append(
                "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + f"<td style='width:12em'>{bar}</td></tr>"
            )
        heads = "".join(f"<th>{head}</th>" for head in ("action", "visits", "mean", "&plusmn;", ""))
        line = html.escape(", ".join(self.principal_variation))
        return (
            f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
            f"<p>{line}<br>{self.simulations:,} simulations, {self.worlds:,} worlds, {self.seconds:.2f} s</p>"
        )


class _Search:
    """What all searches share: settings, checked once, and a run in the core."""

    _entry: ClassVar[str]

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        self._text = ", ".join(f"{name}={value!r}" for name, value in settings.items() if value is not None)
        sims, time_ms = settings["sims"], settings["time_ms"]
        core: dict[str, Any] = {
            "sims": 0 if sims is None else bounded(sims, "sims", 1, _MOST_SIMS),
            "seconds": 0.0 if time_ms is None else _number(time_ms, "time_ms", 1, _MOST_MS) / 1000,
            "seed": seed_of(settings["seed"]),
            "threads": bounded(settings["threads"], "threads", 1, MOST_THREADS),
            "rollout": _choice(settings["rollout"], "rollout", _ROLLOUTS),
            "epsilon": _number(settings["epsilon"], "epsilon", 0, 1),
            "depth": bounded(settings["depth"], "depth", 0, 1_000_000),
            "round_only": _choice(settings["horizon"], "horizon", _HORIZONS) == 0,
            "objective": _choice(settings["objective"], "objective", _OBJECTIVES),
        }
        if sims is None and time_ms is None:
            core["sims"] = DEFAULT_SIMS
        if "c" in settings:
            core["exploration"] = _number(settings["c"], "c", 0, 1000)
            core["final_choice"] = _choice(settings["final"], "final", _FINALS)
            core["paranoid"] = _flag(settings["paranoid"], "paranoid")
        if "trees" in settings:
            core["trees"] = bounded(settings["trees"], "trees", 1, _MOST_TREES)
            core["own_trees"] = _flag(settings["mo"], "mo")
        if "worlds" in settings:
            core["worlds"] = bounded(settings["worlds"], "worlds", 1, _MOST_WORLDS)
        self._core = core

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._text})"

    def run(self, state: State) -> SearchResult:
        """Searches for the seat to act. ValueError where no seat is to act. `state` is not changed."""
        if not hasattr(state, "current_player"):
            raise TypeError(f"state is {state!r}; allowed: a state")
        game = state.game
        core = core_module(game.name)
        if game.backend != "core":
            state = core.Game(game.options).state_from_dict(state.to_dict())
        settings = dict(self._core)
        if settings["rollout"] != 0 and not hasattr(core, "greedy"):
            raise ValueError(f"{game.name} has no greedy player; rollout: uniform")
        start = time.perf_counter()
        found = getattr(core, self._entry)(state, settings, None)
        seconds = time.perf_counter() - start
        return SearchResult(
            action=found["best"],
            stats=tuple(
                ActionStats(
                    arm["action"], state.action_to_string(arm["action"]), arm["visits"], arm["mean"], arm["stderr"]
                )
                for arm in found["arms"]
            ),
            principal_variation=tuple(f"{p}: {game.action_to_string(p, a)}" for p, a in found["line"]),
            worlds=found["worlds"],
            simulations=found["simulations"],
            seconds=seconds,
            tree=found["tree"],
        )

    def act(self, state: State) -> int:
        """The choice for the seat to act. A single legal action is taken without a search."""
        if state.current_player() >= 0 and state.num_legal_actions() == 1:
            return state.legal_actions()[0]
        return self.run(state).action


class FlatMC(_Search):
    """Flat Monte Carlo: sequential halving over the legal actions, each tried in the same fresh worlds.

    In every stage all actions that are left get the same number of playouts, in the same worlds with the same numbers,
    and the worse half goes. No tree; hard to beat with small budgets.
    """

    _entry = "search_flat"

    def __init__(
        self,
        sims: SupportsIndex | None = None,
        time_ms: SupportsFloat | None = None,
        *,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        rollout: str = "eps",
        epsilon: SupportsFloat = 0.2,
        depth: SupportsIndex = 0,
        horizon: str = "round",
        objective: str = "rank",
    ) -> None:
        super().__init__({name: value for name, value in locals().items() if name not in ("self", "__class__")})


class ISMCTS(_Search):
    """Information-set Monte Carlo tree search: one tree over all worlds, a fresh world each simulation.

    Selection is UCB1 with availability counts, one new action a simulation, values are backed up to the seat that
    decided (max^n). `trees` logical trees are grown apart and added up: that is what threads share, and what keeps the
    result the same for any number of them. `mo` gives every seat a tree of its own, walked by what that seat sees
    (MO-ISMCTS); in a game with simultaneous choices that makes them decoupled.
    """

    _entry = "search_ismcts"

    def __init__(
        self,
        sims: SupportsIndex | None = None,
        time_ms: SupportsFloat | None = None,
        *,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        trees: SupportsIndex = 4,
        c: SupportsFloat = 0.7,
        rollout: str = "eps",
        epsilon: SupportsFloat = 0.2,
        depth: SupportsIndex = 0,
        horizon: str = "round",
        objective: str = "rank",
        final: str = "visits",
        paranoid: bool = False,
        mo: bool = False,
    ) -> None:
        super().__init__({name: value for name, value in locals().items() if name not in ("self", "__class__")})


class PIMC(_Search):
    """Perfect-information Monte Carlo: `worlds` worlds, in each a tree search that sees everything, added up.

    Simulations are shared among the worlds.
    """

    _entry = "search_pimc"

    def __init__(
        self,
        sims: SupportsIndex | None = None,
        time_ms: SupportsFloat | None = None,
        *,
        worlds: SupportsIndex = 20,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        c: SupportsFloat = 0.7,
        rollout: str = "eps",
        epsilon: SupportsFloat = 0.2,
        depth: SupportsIndex = 0,
        horizon: str = "round",
        objective: str = "rank",
        final: str = "mean",
        paranoid: bool = False,
    ) -> None:
        super().__init__({name: value for name, value in locals().items() if name not in ("self", "__class__")})


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _choice(value: Any, what: str, allowed: tuple[str, ...]) -> int:
    if not isinstance(value, str):
        raise TypeError(f"{what} is {value!r} ({type(value).__name__}); allowed: {', '.join(allowed)}")
    if value not in allowed:
        raise ValueError(f"{what} is {value!r}; allowed: {', '.join(allowed)}")
    return allowed.index(value)


def _flag(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{what} is {value!r} ({type(value).__name__}); allowed: True, False")
    return value


def _number(value: Any, what: str, low: float, high: float) -> float:
    """A number in low..high."""
    if isinstance(value, bool) or not (isinstance(value, float) or hasattr(value, "__float__")):
        raise TypeError(f"{what} is {value!r} ({type(value).__name__}); allowed: a number")
    number = (
        float(value) if isinstance(value, float) or not hasattr(value, "__index__") else float(integer(value, what))
    )
    if not low <= number <= high:  # NaN, too
        raise ValueError(f"{what} is {value!r}; allowed: {low} to {high}")
    return number
