"""What the settings of searches may be, and the checks that say so."""

from __future__ import annotations

from typing import Any

from .._util.checks import integer
from ..contract import State
from ..reference.words import brief
from ..registry import core_module

DEFAULT_SIMS = 1000
"""The budget of a search that is given neither `sims` nor `time_ms`."""
MOST_SIMS = 1_000_000_000
MOST_TREES = 256
SIMS_FOR_TREES = 8000  # a thousand simulations a tree
MOST_WORLDS = 1_000_000
ROLLOUTS = ("uniform", "greedy", "eps")
OBJECTIVES = ("utility", "rank", "win")
FINALS = ("visits", "mean")
MOST_POSITIONS = 100_000  # that a world's solution may look at: they are kept in memory, a thread each
SELECTIONS = ("ucb", "regret")
CUTOFFS = ("points", "held")
HORIZONS = ("round", "match")


def in_core(state: Any) -> tuple[Any, State]:
    """The core's module of a state's game, and the state as the core has it."""
    if not hasattr(state, "current_player"):
        raise TypeError(f"state is {brief(state)}; allowed: a state")
    core = core_module(state.game.name)
    if state.game.backend != "core":
        return core, core.Game(state.game.options).state_from_dict(state.to_dict())
    return core, state


def forced_action(state: State) -> int | None:
    """The only legal action of a seat, if there is but one."""
    if state.current_player() < 0 or state.num_legal_actions() != 1:
        return None
    return state.legal_actions()[0]


def choice_index(value: Any, what: str, allowed: tuple[str, ...]) -> int:
    """The index of a word among those allowed."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is {brief(value)} ({type(value).__name__}); allowed: {', '.join(allowed)}")
    if value not in allowed:
        raise ValueError(f"{what} is {brief(value)}; allowed: {', '.join(allowed)}")
    return allowed.index(value)


def flag(value: Any, what: str) -> bool:
    """True or False, and no other truth."""
    if not isinstance(value, bool):
        raise TypeError(f"{what} is {brief(value)} ({type(value).__name__}); allowed: True, False")
    return value


def number_or_default(value: Any, what: str, low: float, high: float) -> float | None:
    """A number in low..high, or None for what the game asks for (`SEARCH_DEFAULTS`)."""
    return None if value is None else number(value, what, low, high)


def number(value: Any, what: str, low: float, high: float) -> float:
    """A number in low..high."""
    if isinstance(value, bool) or hasattr(value, "__len__") or not hasattr(value, "__float__"):
        raise TypeError(f"{what} is {brief(value)} ({type(value).__name__}); allowed: a number")
    number = (
        float(value) if isinstance(value, float) or not hasattr(value, "__index__") else float(integer(value, what))
    )
    if not low <= number <= high:  # NaN, too
        raise ValueError(f"{what} is {brief(value)}; allowed: {low} to {high}")
    return number
