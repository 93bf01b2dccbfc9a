"""The settings of all searches, in one table: the name, values and meaning of each, and the searches that have it."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from .._util.checks import MOST_MS, MOST_THREADS, bounded, check_any_state, each, flag, number, seed_of, word
from .._util.messages import brief
from ..contract import SeatView, State
from ..registry import core_module
from ..train.features import to_core_state

DEFAULT_SIMS: Final = 1000
"""The budget of a search that is given neither `sims` nor `time_ms`."""
DEFAULT_SIMS_WITH_NET: Final = 40
"""The budget if a network plays the playouts, which takes 6 to 34 times as long as by a game's quick player."""
MOST_SIMS: Final = 1_000_000_000
ROLLOUTS: Final = ("uniform", "greedy", "eps", "net")
_SIMS_FOR_TREES: Final = 8000  # a thousand simulations per tree
_OF_NET: Final = {"top": 4, "prior": 0.5}
"""Settings that only a network has, with their values for None."""
_NOT_BY_NET: Final = {"epsilon": None, "depth": 0}
"""Settings that network playouts don't have, with the values that they must have."""

_Class = TypeVar("_Class", bound=type)
_Read = Callable[[Any, str], Any]


@dataclass(frozen=True)
class Setting:
    """A setting of one or more searches."""

    name: str
    core: str
    """Its name in the core."""
    default: Mapping[str, Any]
    """The default, by the name of each search that has the setting."""
    read: _Read
    """Checks a value, and converts it for the core. None is not read if it is a default."""
    about: str

    def read_for_core(self, given: Mapping[str, Any]) -> Any:
        """Read the setting of a search."""
        value = given[self.name]
        return None if value is None and None in self.default.values() else self.read(value, self.name)

    def text(self, search: str) -> str:
        """Describe the setting for a docstring."""
        default = self.default[search]
        known = "" if default is None else f" Default: {f'`{default!r}`'.replace(chr(39), chr(34))}."
        return f"{self.name}\n{textwrap.indent(textwrap.fill(self.about + known, 112), '    ')}"


def _check_whole(low: int, high: int) -> _Read:
    return lambda value, name: bounded(value, name, low, high)


def _check_real(low: float, high: float) -> _Read:
    return lambda value, name: number(value, name, low, high)


def _check_word(*words: str, first: int = 0) -> _Read:
    """Read a word as the core's number for it."""
    return lambda value, name: words.index(word(value, name, words)) + first


def _default_in(*searches: str, default: Any) -> dict[str, Any]:
    return dict.fromkeys(searches, default)


_ALL, _TREES, _NETS = ("flat", "ismcts", "pimc"), ("ismcts", "pimc"), ("flat", "ismcts")

SETTINGS: Final = (
    Setting("sims", "sims", _default_in(*_ALL, "search", default=None), _check_whole(1, MOST_SIMS),
            "The number of simulations, 1 to 10^9. Without `sims` and `time_ms` it is 1,000."),
    Setting("sims", "sims", {"puct": 200}, _check_whole(1, MOST_SIMS), "Simulations per position, 1 to 10^9."),
    Setting("time_ms", "seconds", _default_in(*_ALL, "search", default=None), lambda value, name: number(value, name, 1, MOST_MS) / 1000,
            "A time limit in milliseconds, 1 to 86,400,000 (a day). With both, whichever ends first."),
    Setting("seed", "seed", _default_in(*_ALL, "puct", "search", default=0), lambda value, _: seed_of(value), "An integer from 0 to 2^64 - 1."),
    Setting("threads", "threads", _default_in(*_ALL, "search", default=1), _check_whole(1, MOST_THREADS),
            "1 to 256. With `sims` alone the result doesn't depend on their number."),
    Setting("rollout", "rollout", _default_in(*_ALL, default=None), _check_word(*ROLLOUTS),
            'How playouts choose: `"uniform"`; `"greedy"`, the game\'s heuristic player; `"eps"`, the same with a share `epsilon` of '
            'random decisions; or `"net"`. None (default): `"net"` with a network, else `"eps"`, or `"uniform"` in a game without a '
            "heuristic player."),
    Setting("epsilon", "epsilon", _default_in(*_ALL, default=None), _check_real(0, 1),
            'The share of random decisions of `"eps"`, 0 to 1. None (default): 0.02 in Namima, else 0.1.'),
    Setting("depth", "depth", _default_in(*_ALL, default=0), _check_whole(0, 1_000_000),
            "The most decisions in a playout, 0 to 1,000,000; 0: no limit. Where it ends, the points so far count, less what the cards in "
            "hand would cost if the round ended there, in ONDA and SOLO."),
    Setting("horizon", "round_only", _default_in(*_ALL, "puct", default="round"), lambda value, name: word(value, name, ("round", "match")) == "round",
            '`"round"` ends a playout with the round and counts its points, in the games whose rounds share only '
            'points (all but Tidal). `"match"` plays on.'),
    Setting("objective", "objective", _default_in(*_ALL, default="rank"), _check_word("utility", "rank", "win"),
            'The goal: `"rank"`, the share of the other seats left behind, a tie counting half; `"win"`, the share of '
            'first place; or `"utility"`, the game\'s option `utility`, scaled by the range that 64 rollouts show.'),
    Setting("objective", "objective", {"puct": "rank"}, _check_word("rank", "win", first=1),
            '`"rank"`: values are the share of the other seats left behind, a tie counting half. `"win"`: they are the share of '
            "first place."),
    Setting("cheat", "cheats", _default_in(*_ALL, default=False), flag,
            "True searches the true state in place of worlds. This cheats: use it as an upper bound on what hidden information is "
            "worth."),
    Setting("c", "exploration", _default_in(*_TREES, default=0.5) | {"puct": 1.5}, _check_real(0, 1000), "The weight of exploration, 0 to 1000."),
    Setting("bias", "bias", _default_in(*_TREES, default=None), _check_real(0, 1000),
            "`bias / visits` is added to the score of the heuristic player's action (progressive bias), 0 to 1000. None (default): 50 "
            "in Namima, else 5."),
    Setting("widening", "widening", _default_in(*_TREES, default=1.0), _check_real(0, 1000),
            "A node below the root has at most `widening * sqrt(visits)` actions, 0 to 1000; 0: no limit."),
    Setting("root_widening", "root_widening", _default_in(*_TREES, default=0.0), _check_real(0, 1000), "The same for the root."),
    Setting("final", "final_choice", {"ismcts": "visits", "pimc": "mean", "puct": "visits"}, _check_word("visits", "mean"),
            'The choice is the action with the most visits (`"visits"`) or with the best mean (`"mean"`).'),
    Setting("margin", "margin", {"flat": None}, _check_real(0, 1000),
            'With `rollout="eps"` or `"greedy"` the heuristic player\'s action stays to the end, and is chosen unless another did better '
            "in the same worlds by more than this many standard errors, 0 to 1000. 0 turns this off. None (default): 2 in Namima, else "
            "0."),
    Setting("trees", "trees", {"ismcts": None}, _check_whole(1, 256),
            "Logical trees, 1 to 256, that are grown separately and added up. Threads share them, which keeps the result the same for any "
            "number of threads. One large tree plays better than several small ones, so None (default) is 1 below 8,000 simulations "
            "and 8 from there on. With a time limit alone it is the number of threads."),
    Setting("mo", "own_trees", {"ismcts": None}, flag,
            "True gives every seat its own tree, walked by that seat's observations (MO-ISMCTS). None (default): True in games with "
            "simultaneous choices (Tidal), which it decouples."),
    Setting("worlds", "worlds", {"pimc": 20}, _check_whole(1, 1_000_000),
            "The number of worlds, 1 to 1,000,000. With `cheat=True` there is only one, the true one."),
    Setting("exact", "exact", {"pimc": 0}, _check_whole(0, 100_000),  # each thread keeps the positions in memory
            "0 to 100,000: positions per solved world; each thread keeps its own table. A world whose rest needs no more than these "
            "is solved (max^n, chance weighed) and takes no simulations: short tails of rounds."),
    Setting("net", "", _default_in(*_NETS, default=None), lambda value, _: value,
            'A network: `"default"`, the one that comes with the library for the game and its options, or a file from `uneri train`. '
            '`rollout` is then `"net"` by default: the network chooses for all seats in playouts, `sims` is 40 if no budget is given, '
            "and `epsilon` and `depth` are not for it. With another `rollout` it only says which actions are tried. "
            "`margin` is then about its favourite, and 0 by default. None (default): no network."),
    Setting("top", "top", _default_in(*_NETS, default=None), _check_whole(0, 1000),
            "With a network: the number of actions to try, the network's favourites, 1 to 1000; 0: all. None (default): 4."),
    Setting("prior", "prior", _default_in(*_NETS, default=None), _check_real(0, 1),
            "With a network: the weight of its own opinion beside the mean of many playouts, 0 to 1. The mean of `n` playouts counts with only "
            "`n / (n + 100)` of its weight. None (default): 0.5."),
    Setting("leaves", "worlds", {"puct": 4}, _check_whole(1, 4096), "Leaves of each tree in a batch, 1 to 4096."),
    Setting("batch", "batch", {"puct": 256}, _check_whole(1, 65_536), "The most rows in a call, 1 to 65,536, or `leaves` if those are more."),
    Setting("gumbel", "considered", {"puct": 0}, _check_whole(0, 65_536),
            "0 to 65,536. Above 0 the root tries this many actions, those with the largest logit plus Gumbel noise (of the seed), and "
            "halves them by stages of equal visits (Danihelka et al. 2022); `final` doesn't matter then. Good for few simulations and "
            "many actions, and for games of self-play, which the noise makes different."),
)  # fmt: skip
"""In the order in which they are checked."""


def list_settings(search: str) -> dict[str, Setting]:
    """List the settings of a search by name."""
    return {setting.name: setting for setting in SETTINGS if search in setting.default}


_WRONG = """Raises
------
ValueError
    If a setting is out of range, or doesn't go with the others.
TypeError
    If a setting has a wrong type.

"""


def describe_settings(search: str) -> Callable[[_Class], _Class]:
    """Make a decorator that writes the settings into the docstring of a search, before its examples."""

    def describe(cls: _Class) -> _Class:
        table = list_settings(search)
        texts = [table[name].text(search) for name in inspect.signature(cls).parameters if name in table]
        own, heading, examples = inspect.cleandoc(cls.__doc__ or "").partition("Examples\n")
        begin = own.rstrip() + ("\n" if "Parameters\n" in own else "\n\nParameters\n----------\n")
        cls.__doc__ = begin + "\n".join(texts) + "\n\n" + _WRONG + heading + examples
        return cls

    return describe


def make_core_settings(search: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Check the settings of a search, and rename them for the core; replace None where the game decides."""
    table = list_settings(search)
    core = {row.core: row.read_for_core(given) for row in table.values() if row.core and row.name not in _OF_NET}
    if search == "puct":
        return core
    if core["sims"] is None:
        core["sims"] = DEFAULT_SIMS if core["seconds"] is None else 0
    if core["seconds"] is None:
        core["seconds"] = 0.0
    if "trees" in core and core["trees"] is None:
        several = 1 if core["sims"] < _SIMS_FOR_TREES else 8
        core["trees"] = several if core["sims"] else int(core["threads"])
    if core.get("own_trees", 0) is None:
        del core["own_trees"]
    if "worlds" in core and core["cheats"]:
        core["worlds"] = 1
    return core


def make_core_net(search: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Check the settings that only a search with a network has, and return their values."""
    table = list_settings(search)
    found = {name: table[name].read_for_core(given) for name in _OF_NET}
    return {name: _OF_NET[name] if value is None else value for name, value in found.items()}


def fill_net_settings(search: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Check the settings of a search that may have a network, and fill in the network's defaults."""
    make_core_settings(search, given)  # first their types and ranges
    make_core_net(search, given)
    settings = dict(given)
    rollout = given["rollout"]
    if given["net"] is None:
        for name in _OF_NET:
            if given[name] is not None:
                raise ValueError(f"{name} is {brief(given[name])} without net; use None, or net=default")
        if rollout == "net":
            raise ValueError("rollout is 'net' without net; use uniform, greedy or eps, or net=default")
        return settings
    if rollout in (None, "net"):
        for name, without in _NOT_BY_NET.items():
            if given[name] != without:
                raise ValueError(
                    f"{name} is {brief(given[name])} with a network, which replaces rollouts; use {without}, "
                    "or rollout=eps"
                )
        settings["rollout"] = "net"
        if given["sims"] is None and given["time_ms"] is None:
            settings["sims"] = DEFAULT_SIMS_WITH_NET
    if "margin" in given and given["margin"] is None:
        settings["margin"] = 0
    return settings


def to_state(position: Any) -> State:
    """Return the state, or a world of what a seat sees."""
    state = position.world() if isinstance(position, SeatView) else position
    check_any_state(state)
    return cast("State", state)


def to_core(state: Any) -> tuple[Any, State]:
    """Return the core's module of a state's game, and the state in the core, or a world of what a seat sees."""
    state = to_state(state)
    return core_module(state.game.name), to_core_state(state)


def to_core_states(positions: Any) -> tuple[Any, list[State]]:
    """Return the core's module of the states' game, and the states in the core; raise ValueError if the games differ,
    TypeError if one is not a state, or they aren't several.
    """
    found = [to_core(state) for state in each(positions, "positions", "a list of states of one game, or a BatchEnv")]
    for _, state in found:
        if state.game != found[0][1].game:
            raise ValueError(f"states are of different games: {found[0][1].game}, {state.game}")
    return (found[0][0] if found else None), [state for _, state in found]


def find_forced_action(position: State | SeatView) -> int | None:
    """Return the only legal action of a seat, if there is just one. Raise TypeError unless it is a state."""
    state = to_state(position)
    if state.current_player() < 0 or state.num_legal_actions() != 1:
        return None
    return state.legal_actions()[0]
