"""Searches by playouts: flat Monte Carlo, ISMCTS, PIMC."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import Any, ClassVar, SupportsFloat, SupportsIndex, cast, overload

import numpy as np
from numpy.typing import NDArray

from .._util.checks import integer
from .._util.interrupts import tick
from .._util.messages import brief
from .._util.public import documented
from ..contract import Game, SeatView, State
from ..registry import core_module
from ..train.networks import NetworkOf, read_network
from .many import Lanes, SearchArrays, find_acting_lanes, is_batch, open_lanes
from .result import SearchResult, make_result
from .settings import (
    ROLLOUTS,
    describe_settings,
    fill_net_settings,
    find_forced_action,
    list_settings,
    make_core_net,
    make_core_settings,
    to_core,
    to_core_states,
)


class Searcher:
    """The methods that all searches share, for one position and for many; the core does the work."""

    def _run_core(self, core: Any, state: State, *, tree: bool) -> dict[str, Any]:
        """Return the core's results. A choice needs no tree, which takes long to copy."""
        raise NotImplementedError

    def _run_core_many(self, core: Any, states: list[State], *, tree: bool) -> list[dict[str, Any]]:
        raise NotImplementedError

    def _run_lanes(self, env: Lanes, lanes: NDArray[np.int64], start: float) -> SearchArrays:
        """Search some lanes of a batch."""
        raise NotImplementedError

    def run(self, state: State | SeatView) -> SearchResult:
        """Search for the seat to act: the choice, and the statistics of each legal action.

        ValueError if no seat is to act, or `rollout` asks for a greedy player that the game doesn't have.

        In `state` a seat is to act; or it is what that seat sees (`state.view(seat)`). It stays as it is.
        """
        core, state = to_core(state)
        start = time.perf_counter()
        found = self._run_core(core, state, tree=True)
        return make_result(state, found, time.perf_counter() - start, cheated=getattr(self, "cheats", False))

    @overload
    def run_many(self, positions: Sequence[State | SeatView]) -> list[SearchResult]: ...
    @overload
    def run_many(self, positions: Lanes) -> SearchArrays: ...
    def run_many(self, positions: Sequence[State | SeatView] | Lanes) -> list[SearchResult] | SearchArrays:
        """Search many positions of one game, each for its seat to act. Threads share the positions.

        Each is searched as `run` would: with a budget of simulations the results don't depend on threads or the other
        positions. A limit of time holds for each position. ValueError if the games differ, or as in `run`.

        Parameters
        ----------
        positions
            States of equal games, where a seat is to act, or a `BatchEnv`, of which all lanes are searched where a seat
            is to act. They stay as they are.

        Returns
        -------
        list of SearchResult, or SearchArrays
            A result for each state, whose `seconds` are those of all together; or the results of a batch's lanes as
            arrays.
        """
        start = time.perf_counter()
        if is_batch(positions):
            return self._run_lanes(positions, find_acting_lanes(positions), start)
        core, states = to_core_states(positions)
        found = self._run_core_many(core, states, tree=True)
        seconds, cheated = time.perf_counter() - start, getattr(self, "cheats", False)
        return [make_result(state, one, seconds, cheated=cheated) for state, one in zip(states, found, strict=True)]

    @overload
    def act_many(self, positions: Sequence[State | SeatView]) -> list[int]: ...
    @overload
    def act_many(self, positions: Lanes) -> NDArray[np.int32]: ...
    def act_many(self, positions: Sequence[State | SeatView] | Lanes) -> list[int] | NDArray[np.int32]:
        """Choose an action for each position, as `act` would, with the errors of `run_many`.

        Parameters
        ----------
        positions
            States of equal games, where a seat is to act, or a `BatchEnv`. They stay as they are.

        Returns
        -------
        list of int, or NDArray
            The choices. Of a batch: an int32[num_envs] for `BatchEnv.step`, with 0 in lanes where no seat is to act. A
            single legal action is taken without a search.
        """
        if is_batch(positions):
            chosen, lanes = open_lanes(positions)
            chosen[lanes] = self._run_lanes(positions, lanes, 0.0).action
            return chosen
        core, states = to_core_states(positions)
        forced = [find_forced_action(state) for state in states]
        open_ones = [state for state, action in zip(states, forced, strict=True) if action is None]
        searched = iter(self._run_core_many(core, open_ones, tree=False))
        return [int(next(searched)["best"]) if action is None else action for action in forced]

    def act(self, state: State | SeatView) -> int:
        """Choose an action for the seat to act, with the errors of `run`. A single legal action is taken without a search.

        In `state` a seat is to act; or it is what that seat sees (`state.view(seat)`). It stays as it is.
        """
        forced = find_forced_action(state)
        return int(self._run_core(*to_core(state), tree=False)["best"]) if forced is None else forced


class _Search(Searcher):
    """The base of searches by playouts: settings, checked once, and a run in the core."""

    _name: ClassVar[str]

    def __init__(self, arguments: dict[str, Any]) -> None:
        """Take the settings from the arguments of a constructor."""
        given = {name: arguments[name] for name in list_settings(self._name)}
        self._text = ", ".join(f"{name}={given[name]!r}" for name in arguments if given.get(name) is not None)
        self._network: NetworkOf | None = None
        self._core = make_core_settings(self._name, fill_net_settings(self._name, given) if "net" in given else given)
        if given.get("net") is not None:
            self._core |= make_core_net(self._name, given)
            self._network = NetworkOf(read_network(given["net"]))

    @property
    def cheats(self) -> bool:
        """True if the search reads what its seat may not know (`cheat=True`)."""
        return bool(self._core["cheats"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._text})"

    def _run_core(self, core: Any, state: State, *, tree: bool) -> dict[str, Any]:
        settings = self._make_settings(core, state.game) | {"tree": tree}
        return cast("dict[str, Any]", core.search(self._name, state, settings, tick()))

    def _run_core_many(self, core: Any, states: list[State], *, tree: bool) -> list[dict[str, Any]]:
        if not states:
            return []
        settings = self._make_settings(core, states[0].game) | {"tree": tree}
        return cast("list[dict[str, Any]]", core.search_states(self._name, states, settings, tick()))

    def _run_lanes(self, env: Lanes, lanes: NDArray[np.int64], start: float) -> SearchArrays:
        core = core_module(env.game.name)
        settings = self._make_settings(core, env.game) | {"tree": False}
        found = core.search_lanes(self._name, env._lanes, lanes, settings, tick())
        actions, seconds = env.game.num_distinct_actions, time.perf_counter() - start
        return SearchArrays(lanes=lanes, num_actions=actions, seconds=seconds, **found)

    def _make_settings(self, core: Any, game: Game) -> dict[str, Any]:
        """Return the settings, with those that depend on the game."""
        settings = dict(self._core)
        if self._network is not None:
            settings["network"] = self._network.of(game)
        if settings["rollout"] is None:
            settings["rollout"] = ROLLOUTS.index("eps" if hasattr(core, "greedy") else "uniform")
        for name, value in core.SEARCH_DEFAULTS.items():
            if settings.get(name, value) is None:
                settings[name] = value
        if settings["rollout"] != 0 and not hasattr(core, "greedy"):
            raise ValueError(f"{game.name} has no greedy player; rollout: uniform")
        return settings


@describe_settings("flat")
class FlatMC(_Search):
    """Flat Monte Carlo: sequential halving over the legal actions.

    In every stage all remaining actions get the same number of playouts, in the same worlds with the same numbers, and
    the worse half is dropped. There is no tree. It is hard to beat with small budgets. With a time limit, halvings
    follow one another, each as short as possible, since the number of simulations is not known beforehand.

    Examples
    --------
    >>> import uneri
    >>> from uneri.search import FlatMC
    >>> state = uneri.load_game("onda", players=3, rounds=1).new_initial_state(seed=7)
    >>> state.is_legal(FlatMC(sims=100, seed=1).act(state))
    True
    """

    _name = "flat"

    def __init__(
        self,
        sims: SupportsIndex | None = None,
        time_ms: SupportsFloat | None = None,
        *,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        margin: SupportsFloat | None = None,
        rollout: str | None = None,
        epsilon: SupportsFloat | None = None,
        depth: SupportsIndex = 0,
        horizon: str = "round",
        objective: str = "rank",
        cheat: bool = False,
        net: str | os.PathLike[str] | None = None,
        top: SupportsIndex | None = None,
        prior: SupportsFloat | None = None,
    ) -> None:
        super().__init__(locals())


@describe_settings("ismcts")
class ISMCTS(_Search):
    """Information-set Monte Carlo tree search: one tree over all worlds, with a fresh world for each simulation.

    Selection is UCB1 with availability counts. A simulation adds one action. Values are backed up to the seat that
    decided (max^n). With `rollout="eps"` or `"greedy"` the heuristic player's action is the first that a node tries.

    With a network, a node first tries the network's favourite action; at the root only its `top` best actions are tried. The network's
    opinion counts in the tree as it does at the root. `bias` is not used.

    Examples
    --------
    >>> import uneri
    >>> from uneri.search import ISMCTS
    >>> state = uneri.load_game("onda", players=3, rounds=1).new_initial_state(seed=7)
    >>> result = ISMCTS(sims=200, seed=1).run(state)
    >>> sum(stats.visits for stats in result.stats)
    200
    """

    _name = "ismcts"

    def __init__(
        self,
        sims: SupportsIndex | None = None,
        time_ms: SupportsFloat | None = None,
        *,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        trees: SupportsIndex | None = None,
        c: SupportsFloat = 0.5,
        bias: SupportsFloat | None = None,
        widening: SupportsFloat = 1.0,
        root_widening: SupportsFloat = 0.0,
        rollout: str | None = None,
        epsilon: SupportsFloat | None = None,
        depth: SupportsIndex = 0,
        horizon: str = "round",
        objective: str = "rank",
        final: str = "visits",
        mo: bool | None = None,
        cheat: bool = False,
        net: str | os.PathLike[str] | None = None,
        top: SupportsIndex | None = None,
        prior: SupportsFloat | None = None,
    ) -> None:
        super().__init__(locals())

    def follow(self) -> FollowingISMCTS:
        """Make a new player of one seat, with these settings, that keeps its trees from decision to decision."""
        return FollowingISMCTS(self)


@documented(_Search)
class FollowingISMCTS:
    """`ISMCTS` that follows a game, and keeps the statistics of positions to come. `ISMCTS.follow` makes it.

    Show it every action of the game before it is applied: its own, the other seats', and outcomes of chance, too, if
    the game was begun without a seed. It uses only what its seat sees of them. If it misses an action, or when a round
    is over, it starts from scratch. The same sequence of calls gives the same results for any number of threads. Copies
    and pickles have the trees, too.

    As a bot it has the text `"ismcts:sims=500,follow=true"`.

    Examples
    --------
    >>> import uneri
    >>> from uneri.search import ISMCTS
    >>> state = uneri.load_game("onda", players=2, rounds=1).new_initial_state(seed=7)
    >>> player = ISMCTS(sims=500).follow()
    >>> seat, reused = state.current_player(), 0
    >>> while not state.is_terminal():
    ...     if state.current_player() == seat and state.num_legal_actions() > 1:
    ...         result = player.run(state)
    ...         action, reused = result.action, reused + result.reused
    ...     else:
    ...         action = state.legal_actions()[0]
    ...     player.see(state, action)
    ...     state.apply_action(action)
    >>> reused > 0
    True
    """

    def __init__(self, search: ISMCTS) -> None:
        if not isinstance(search, ISMCTS):
            raise TypeError(f"search must be an ISMCTS, not {brief(search)} ({type(search).__name__})")
        self._search = search
        self._kept: Any = None
        self._module: Any = None
        self._game: Game | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return FollowingISMCTS, (self._search,), None if self._kept is None else self._kept.save()

    def __setstate__(self, saved: tuple[Game, bytes]) -> None:
        game, trees = saved
        self._begin(core_module(game.name), game)
        self._kept.load(game, trees)

    def _begin(self, core: Any, game: Game) -> None:
        self._kept = core.FollowingSearch(self._search._make_settings(core, game))
        self._module, self._game = core, game

    @property
    def cheats(self) -> bool:
        """True if the search reads what its seat may not know (`cheat=True`)."""
        return self._search.cheats

    def __repr__(self) -> str:
        return f"{self._search!r}.follow()"

    def see(self, state: State, action: SupportsIndex) -> None:
        """Record an action of a seat or an outcome of chance, by its id, before it is applied. The state stays as it
        is.

        ValueError if the action is not legal there.
        """
        core, state = to_core(state)
        number = integer(action, "action")
        if not state.is_legal(number):
            raise ValueError(f"action is {number}, which is not legal; legal: {state.legal_actions()[:20]}")
        if self._kept is not None and core is self._module:
            self._kept.see(state, number)

    def watch(self, player: int, action: int | None, sight: int) -> None:
        """Record what this player's seat sees of a decision: `see` for a table where nobody shows the whole state.

        `uneri.bots.tell` calls this, and so does the arena for bots with `follow=true`. It must be called for
        everything that its seat sees: gaps aren't noticed.

        Parameters
        ----------
        player
            The seat that decides.
        action
            Its action, or None if this player's seat doesn't see it.
        sight
            1 if the action is seen, else a number that is the same for all actions that look the same.
        """
        if self._kept is not None:
            self._kept.watch(player, 0 if action is None else action, sight)

    def forget(self) -> None:
        """Start from scratch at the next decision, for another game or after a move was taken back."""
        self._kept = None

    def run(self, state: State | SeatView) -> SearchResult:
        """Search as `ISMCTS.run` does, on top of the kept statistics; `reused` is the number of earlier visits."""
        core, state = to_core(state)
        network_of_other_game = self._search._network is not None and state.game != self._game
        if self._kept is None or core is not self._module or network_of_other_game:
            self._begin(core, state.game)
        start = time.perf_counter()
        found = self._kept.run(state, tick())
        return make_result(state, found, time.perf_counter() - start, cheated=self.cheats)

    def act(self, state: State | SeatView) -> int:
        forced = find_forced_action(state)
        return self.run(state).action if forced is None else forced


@describe_settings("pimc")
class PIMC(_Search):
    """Perfect-information Monte Carlo: in each of some worlds, a tree search that sees everything.

    The statistics are added up. Simulations are shared among the worlds.

    Examples
    --------
    >>> import uneri
    >>> from uneri.search import PIMC
    >>> state = uneri.load_game("onda", players=3, rounds=1).new_initial_state(seed=7)
    >>> PIMC(sims=200, worlds=5, seed=1).run(state).worlds
    5
    """

    _name = "pimc"

    def __init__(
        self,
        sims: SupportsIndex | None = None,
        time_ms: SupportsFloat | None = None,
        *,
        worlds: SupportsIndex = 20,
        exact: SupportsIndex = 0,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        c: SupportsFloat = 0.5,
        bias: SupportsFloat | None = None,
        widening: SupportsFloat = 1.0,
        root_widening: SupportsFloat = 0.0,
        rollout: str | None = None,
        epsilon: SupportsFloat | None = None,
        depth: SupportsIndex = 0,
        horizon: str = "round",
        objective: str = "rank",
        final: str = "mean",
        cheat: bool = False,
    ) -> None:
        super().__init__(locals())
