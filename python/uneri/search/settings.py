"""What the settings of searches may be, and the checks that say so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._util.checks import MOST_MS, MOST_THREADS, bounded, check_any_state, each, flag, number, seed_of, word
from .._util.messages import brief
from ..contract import State
from ..registry import core_module

DEFAULT_SIMS = 1000
"""The budget of a search that is given neither `sims` nor `time_ms`."""
MOST_SIMS = 1_000_000_000
MOST_TREES = 256
SIMS_FOR_TREES = 8000  # a thousand simulations a tree
MOST_WORLDS = 1_000_000
ROLLOUTS = ("uniform", "greedy", "eps", "net")
OBJECTIVES = ("utility", "rank", "win")
FINALS = ("visits", "mean")
MOST_POSITIONS = 100_000  # that a world's solution may look at: they are kept in memory, a thread each
CUTOFFS = ("points", "held")
HORIZONS = ("round", "match")


def in_core(state: Any) -> tuple[Any, State]:
    """The core's module of a state's game, and the state as the core has it."""
    check_any_state(state)
    core = core_module(state.game.name)
    if state.game.backend != "core":
        return core, core.Game(state.game.options).state_from_dict(state.to_dict())
    return core, state


def listed(positions: Any) -> list[Any]:
    """What was given in place of a batch, one by one; TypeError if it isn't several."""
    return list(each(positions, "positions", "states of one game, or a BatchEnv"))


def same_game(positions: Any) -> tuple[Any, list[State]]:
    """The core's module of the states' game, and the states as the core has them; ValueError if the games differ,
    TypeError if one is no state.
    """
    found = [in_core(state) for state in listed(positions)]
    for _, state in found:
        if state.game != found[0][1].game:
            raise ValueError(f"states are of different games: {found[0][1].game}, {state.game}")
    return (found[0][0] if found else None), [state for _, state in found]


def forced_action(state: State) -> int | None:
    """The only legal action of a seat, if there is but one. TypeError if it is no state."""
    check_any_state(state)
    if state.current_player() < 0 or state.num_legal_actions() != 1:
        return None
    return state.legal_actions()[0]


def core_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a search by the core's names, checked. Which it has, `given` tells by its keys."""
    core = _shared(given)
    if "c" in given:
        core |= _of_trees(given)
    if "margin" in given:
        core["margin"] = number_or_default(given["margin"], "margin", 0, 1000)
    if "trees" in given:
        core |= _of_one_tree_over_worlds(given, core)
    if "worlds" in given:
        core |= _of_a_tree_a_world(given, core)
    return core


def _shared(given: Mapping[str, Any]) -> dict[str, Any]:
    """What all searches have."""
    sims, time_ms = given["sims"], given["time_ms"]
    core = {
        "sims": 0 if sims is None else bounded(sims, "sims", 1, MOST_SIMS),
        "seconds": 0.0 if time_ms is None else number(time_ms, "time_ms", 1, MOST_MS) / 1000,
        "seed": seed_of(given["seed"]),
        "threads": bounded(given["threads"], "threads", 1, MOST_THREADS),
        "rollout": None if given["rollout"] is None else choice_index(given["rollout"], "rollout", ROLLOUTS),
        "epsilon": number_or_default(given["epsilon"], "epsilon", 0, 1),
        "depth": bounded(given["depth"], "depth", 0, 1_000_000),
        "cutoff": choice_index(given["cutoff"], "cutoff", CUTOFFS),
        "round_only": choice_index(given["horizon"], "horizon", HORIZONS) == 0,
        "objective": choice_index(given["objective"], "objective", OBJECTIVES),
        "cheats": flag(given["cheat"], "cheat"),
    }
    if sims is None and time_ms is None:
        core["sims"] = DEFAULT_SIMS
    return core


DEFAULT_SIMS_WITH_NET = 40
"""The budget where a network plays the playouts, which takes 6 to 34 times as long as by a game's quick player."""
DEFAULT_TOP = 4
DEFAULT_PRIOR = 0.5
_NOT_BY_NET = {"epsilon": None, "depth": 0, "cutoff": "held"}
"""Settings of playouts that a network's don't have."""
OF_NET = ("net", "top", "prior")


def with_net(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a search that may have a network, checked for what goes with one, and its defaults."""
    core_settings(given)  # first what they are at all
    core_net(given)
    settings = dict(given)
    rollout = given["rollout"]
    if given["net"] is None:
        for name in ("top", "prior"):
            if given[name] is not None:
                raise ValueError(f"{name} is {brief(given[name])} without net; allowed: None, or net=default")
        if rollout == "net":
            raise ValueError("rollout is 'net' without net; allowed: uniform, greedy, eps, or net=default")
        return settings
    if rollout in (None, "net"):
        for name, without in _NOT_BY_NET.items():
            if given[name] != without:
                raise ValueError(
                    f"{name} is {brief(given[name])} with a network, which plays by itself; allowed: {without}, "
                    "or rollout=eps"
                )
        settings["rollout"] = "net"
        if given["sims"] is None and given["time_ms"] is None:
            settings["sims"] = DEFAULT_SIMS_WITH_NET
    if "margin" in given and given["margin"] is None:
        settings["margin"] = 0
    return settings


def core_net(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that only a search with a network has."""
    top, prior = given["top"], given["prior"]
    return {
        "top": DEFAULT_TOP if top is None else bounded(top, "top", 0, 1000),
        "prior": DEFAULT_PRIOR if prior is None else number(prior, "prior", 0, 1),
    }


def _of_trees(given: Mapping[str, Any]) -> dict[str, Any]:
    """What searches with a tree have."""
    return {
        "exploration": number(given["c"], "c", 0, 1000),
        "bias": number_or_default(given["bias"], "bias", 0, 1000),
        "widening": number(given["widening"], "widening", 0, 1000),
        "root_widening": number(given["root_widening"], "root_widening", 0, 1000),
        "final_choice": choice_index(given["final"], "final", FINALS),
        "paranoid": flag(given["paranoid"], "paranoid"),
    }


def _of_one_tree_over_worlds(given: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """What ISMCTS alone has."""
    trees = given["trees"]
    core = {"trees": _default_trees(shared) if trees is None else bounded(trees, "trees", 1, MOST_TREES)}
    if given["mo"] is not None:
        core["own_trees"] = flag(given["mo"], "mo")
    return core


def _of_a_tree_a_world(given: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """What PIMC alone has."""
    worlds = bounded(given["worlds"], "worlds", 1, MOST_WORLDS)
    exact = bounded(given["exact"], "exact", 0, MOST_POSITIONS)
    return {"worlds": 1 if shared["cheats"] else worlds, "exact": exact}


def _default_trees(shared: Mapping[str, Any]) -> int:
    if shared["sims"] == 0:
        return int(shared["threads"])
    return 1 if shared["sims"] < SIMS_FOR_TREES else 8


def choice_index(value: Any, what: str, allowed: tuple[str, ...]) -> int:
    """The index of a word among those allowed."""
    return allowed.index(word(value, what, allowed))


def number_or_default(value: Any, what: str, low: float, high: float) -> float | None:
    """A number in low..high, or None for what the game asks for (`SEARCH_DEFAULTS`)."""
    return None if value is None else number(value, what, low, high)
