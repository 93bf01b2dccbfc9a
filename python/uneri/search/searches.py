"""Searches by playouts: flat Monte Carlo, ISMCTS, PIMC."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, SupportsFloat, SupportsIndex, cast, overload

from .._util.checks import integer
from .._util.messages import brief
from .._util.stop import tick
from ..contract import Game, State
from ..registry import core_module
from ..train.networks import NetworkOf, read_network
from .many import Lanes, SearchArrays, acting_lanes, arrays_of_batch, arrays_of_states, is_batch, open_lanes
from .result import SearchResult, result_of
from .settings import ROLLOUTS, core_net, core_settings, forced_action, in_core, same_game, with_net

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class _Search:
    """What all searches share: settings, checked once, and a run in the core."""

    _entry: ClassVar[str]

    def __init__(self, given: dict[str, Any]) -> None:
        self._text = ", ".join(f"{name}={value!r}" for name, value in given.items() if value is not None)
        self._network: NetworkOf | None = None
        settings = with_net(given) if "net" in given else given
        self._core = core_settings(settings)
        if "net" in given:
            of_net = core_net(given)
            if given["net"] is not None:
                self._core |= of_net
                self._network = NetworkOf(read_network(given["net"]))

    @property
    def cheats(self) -> bool:
        """True if the search looks at what its seat may not know (`cheat=True`)."""
        return bool(self._core["cheats"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._text})"

    def run(self, state: State) -> SearchResult:
        """Search for the seat to act.

        Parameters
        ----------
        state
            A state where a seat is to act. It stays as it is.

        Returns
        -------
        SearchResult
            The choice, and what the search knows about each legal action.

        Raises
        ------
        ValueError
            If no seat is to act, or `rollout` asks for a greedy player that the game doesn't have.
        TypeError
            If `state` is not a state.
        """
        core, state = in_core(state)
        start = time.perf_counter()
        found = self._found(core, state, tree=True)
        return result_of(state, found, time.perf_counter() - start, cheated=self.cheats)

    def _found(self, core: Any, state: State, *, tree: bool) -> dict[str, Any]:
        """What the core answers. A choice needs no tree, which takes long to write down."""
        settings = self._settings_for(core, state.game) | {"tree": tree}
        return cast("dict[str, Any]", getattr(core, self._entry)(state, settings, tick()))

    @overload
    def run_many(self, positions: Sequence[State]) -> list[SearchResult]: ...
    @overload
    def run_many(self, positions: Lanes) -> SearchArrays: ...
    def run_many(self, positions: Sequence[State] | Lanes) -> list[SearchResult] | SearchArrays:
        """Search many positions of one game, each for its seat to act. Threads share the positions.

        Each is searched as `run` would: with a budget of simulations the results are the same for any number of
        threads and whatever the other positions are. A limit of time holds for each position.

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

        Raises
        ------
        ValueError
            If the games differ, or as in `run`.
        TypeError
            If a position is no state.
        """
        start = time.perf_counter()
        if is_batch(positions):
            return self._lanes(positions, acting_lanes(positions), start)
        core, states = same_game(positions)
        found = self._found_many(core, states, tree=True)
        seconds = time.perf_counter() - start
        return [result_of(state, one, seconds, cheated=self.cheats) for state, one in zip(states, found, strict=True)]

    def _found_many(self, core: Any, states: list[State], *, tree: bool) -> list[dict[str, Any]]:
        if not states:
            return []
        settings = self._settings_for(core, states[0].game) | {"tree": tree}
        entry = getattr(core, f"{self._entry}_states")
        return cast("list[dict[str, Any]]", entry(states, settings, tick()))

    def _lanes(self, env: Lanes, lanes: NDArray[np.int64], start: float) -> SearchArrays:
        """Search some lanes of a batch."""
        core = core_module(env.game.name)
        batch = env._lanes
        if isinstance(batch, core.Batch):
            settings = self._settings_for(core, env.game) | {"tree": False}
            found = getattr(core, f"{self._entry}_lanes")(batch, lanes, settings, tick())
            return arrays_of_batch(env, lanes, found, time.perf_counter() - start)
        core, states = same_game([env.get_state(int(lane)) for lane in lanes])
        return arrays_of_states(env, lanes, self._found_many(core, states, tree=False), time.perf_counter() - start)

    @overload
    def act_many(self, positions: Sequence[State]) -> list[int]: ...
    @overload
    def act_many(self, positions: Lanes) -> NDArray[np.int32]: ...
    def act_many(self, positions: Sequence[State] | Lanes) -> list[int] | NDArray[np.int32]:
        """Choose an action for each position, as `act` would.

        Parameters
        ----------
        positions
            States of equal games, where a seat is to act, or a `BatchEnv`. They stay as they are.

        Returns
        -------
        list of int, or NDArray
            The choices. Of a batch: an int32[num_envs] for `BatchEnv.step`, with 0 in lanes where no seat is to act. A
            single legal action is taken without a search.

        Raises
        ------
        ValueError, TypeError
            As in `run_many`.
        """
        if is_batch(positions):
            chosen, lanes = open_lanes(positions)
            chosen[lanes] = self._lanes(positions, lanes, 0.0).action
            return chosen
        core, states = same_game(positions)
        forced = [forced_action(state) for state in states]
        open_ones = [state for state, action in zip(states, forced, strict=True) if action is None]
        searched = iter(self._found_many(core, open_ones, tree=False))
        return [int(next(searched)["best"]) if action is None else action for action in forced]

    def act(self, state: State) -> int:
        """Choose an action for the seat to act. A single legal action is taken without a search.

        Parameters
        ----------
        state
            A state where a seat is to act. It stays as it is.

        Returns
        -------
        int
            The choice.

        Raises
        ------
        ValueError, TypeError
            As in `run`.
        """
        forced = forced_action(state)
        return int(self._found(*in_core(state), tree=False)["best"]) if forced is None else forced

    def _settings_for(self, core: Any, game: Game) -> dict[str, Any]:
        """The settings with what depends on the game."""
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


class FlatMC(_Search):
    """Flat Monte Carlo: sequential halving over the legal actions.

    In every stage all actions that are left get the same number of playouts, in the same worlds with the same numbers,
    and the worse half goes. There is no tree. It is hard to beat with small budgets.

    Parameters
    ----------
    sims
        The budget in simulations, 1 to 10^9. Without `sims` and `time_ms` it is 1,000.
    time_ms
        A limit of time in milliseconds, 1 to 86,400,000 (a day). With both, whichever ends first. Halvings then follow
        one another, each as short as can be, since how many simulations there will be is not known.
    seed
        An integer from 0 (default) to 2^64 - 1.
    threads
        1 (default) to 256. With `sims` alone the result doesn't depend on their number.
    margin
        With `rollout="eps"` or `"greedy"` the heuristic player's action is tried to the end, and chosen unless another
        did better in the same worlds by more than so many standard errors, 0 to 1000. 0 asks for nothing. None
        (default): 2 in Namima, else 0.
    rollout
        How playouts choose: `"uniform"`; `"greedy"`, the game's heuristic player; `"eps"`, the same with a share
        `epsilon` of random decisions; or `"net"`. None (default): `"net"` with a network, else `"eps"`, or `"uniform"` in
        a game without a heuristic player.
    epsilon
        The share of random decisions of `"eps"`, 0 to 1. None (default): 0.02 in Namima, else 0.1.
    depth
        A playout ends after so many decisions, 0 to 1,000,000. 0 (default): no limit.
    cutoff
        What counts where `depth` ends a playout: the points so far (`"points"`), or these less what the cards in hand
        would cost if the round ended there, in ONDA and SOLO (`"held"`, default).
    horizon
        `"round"` (default) ends a playout with the round and counts what was gained in it, in the games whose rounds
        share nothing but points (all but Tidal). `"match"` plays on.
    objective
        What is searched for: `"rank"` (default), the share of the other seats left behind, a tie counting half;
        `"win"`, the share of first place; or `"utility"`, the game's option `utility`, scaled by the range that 64
        rollouts show.
    cheat
        True searches the true state in place of worlds, as in `ISMCTS`. Default False.
    net
        A network: `"default"`, the one that comes with the library for the game and its options, or a file from
        `uneri train`. `rollout` is then `"net"` by default: the network chooses for all seats in playouts, `sims` is 40
        if no budget is given, and `epsilon`, `depth` and `cutoff` are not for it. With another `rollout` it only says
        which actions are tried. `margin` is then about its favourite, and 0 by default. None (default): no network.
    top
        With a network: so many actions are tried, those that it likes best, 1 to 1000; 0: all. None (default): 4.
    prior
        With a network: the weight of its own opinion beside the mean of many playouts, 0 to 1. The mean of `n` playouts
        has only `n / (n + 100)` of its weight. None (default): 0.5.

    Raises
    ------
    ValueError
        If a setting is out of range, or doesn't go with `net`.
    TypeError
        If a setting has a wrong type.

    Examples
    --------
    >>> import uneri
    >>> from uneri.search import FlatMC
    >>> state = uneri.load_game("onda", players=3, rounds=1).new_initial_state(seed=7)
    >>> state.is_legal(FlatMC(sims=100, seed=1).act(state))
    True
    """

    _entry = "search_flat"

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
        cutoff: str = "held",
        horizon: str = "round",
        objective: str = "rank",
        cheat: bool = False,
        net: str | os.PathLike[str] | None = None,
        top: SupportsIndex | None = None,
        prior: SupportsFloat | None = None,
    ) -> None:
        super().__init__({name: value for name, value in locals().items() if name not in ("self", "__class__")})


class ISMCTS(_Search):
    """Information-set Monte Carlo tree search: one tree over all worlds, a fresh world each simulation.

    Selection is UCB1 with availability counts. A simulation adds one action. Values are backed up to the seat that
    decided (max^n). With `rollout="eps"` or `"greedy"` the heuristic player's action is the first that a node tries.

    Parameters
    ----------
    sims, time_ms, seed, threads, rollout, epsilon, depth, cutoff, horizon, objective
        As in `FlatMC`.
    trees
        Logical trees, 1 to 256, that are grown apart and added up. Threads share them, which keeps the result the same
        for any number of threads. One large tree plays better than several small ones, so None (default) is 1 below
        8,000 simulations and 8 from there on. With a limit of time alone it is the number of threads.
    c
        The weight of exploration in UCB1, 0 to 1000 (default 0.5).
    bias
        `bias / visits` is added to the score of the heuristic player's action (progressive bias), 0 to 1000. None
        (default): 50 in Namima, else 5.
    widening
        A node below the root has at most `widening * sqrt(visits)` actions, 0 to 1000 (default 1). 0: no limit.
    root_widening
        The same for the root (default 0).
    final
        The choice is the action with the most visits (`"visits"`, default) or with the best mean (`"mean"`).
    paranoid
        True has all other seats work against the searcher. Default False.
    mo
        True gives every seat a tree of its own, walked by what that seat sees (MO-ISMCTS). None (default): True in
        games with simultaneous choices (Tidal), which it decouples.
    cheat
        True searches the true state in place of worlds (in FlatMC and PIMC, too). This cheats: use it as an upper
        bound on what hidden information is worth. Default False.
    net, top, prior
        As in `FlatMC`. A node tries the action first that the network likes best; the root has the best `top` alone. The
        network's opinion counts in the tree as it does at the root. `bias` is not used.

    Raises
    ------
    ValueError
        If a setting is out of range.
    TypeError
        If a setting has a wrong type.

    Examples
    --------
    >>> import uneri
    >>> from uneri.search import ISMCTS
    >>> state = uneri.load_game("onda", players=3, rounds=1).new_initial_state(seed=7)
    >>> result = ISMCTS(sims=200, seed=1).run(state)
    >>> sum(stats.visits for stats in result.stats)
    200
    """

    _entry = "search_ismcts"

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
        cutoff: str = "held",
        horizon: str = "round",
        objective: str = "rank",
        final: str = "visits",
        paranoid: bool = False,
        mo: bool | None = None,
        cheat: bool = False,
        net: str | os.PathLike[str] | None = None,
        top: SupportsIndex | None = None,
        prior: SupportsFloat | None = None,
    ) -> None:
        super().__init__({name: value for name, value in locals().items() if name not in ("self", "__class__")})

    def follow(self) -> FollowingISMCTS:
        """Make a player of one seat that keeps its trees from decision to decision.

        Returns
        -------
        FollowingISMCTS
            A new player with these settings.
        """
        return FollowingISMCTS(self)


class FollowingISMCTS:
    """`ISMCTS` that follows a game, and keeps what it found out about the positions to come.

    Show it every action of the game before it is applied: its own, those of others, and outcomes of chance, too, if the
    game was begun without a seed. It uses only what its seat sees of them. Where it missed one, or a round is over, it
    begins anew. The same sequence of calls gives the same results for any number of threads. Copies and pickles have
    the trees, too.

    As a bot it has the text `"ismcts:sims=500,follow=true"`.

    Parameters
    ----------
    search
        The settings. `ISMCTS.follow` calls this.

    Raises
    ------
    TypeError
        If `search` is no `ISMCTS`.

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
            raise TypeError(f"search is {brief(search)} ({type(search).__name__}); allowed: an ISMCTS")
        self._search = search
        self._kept: Any = None
        self._module: Any = None
        self._game: Game | None = None

    def _is_other_game(self, game: Game) -> bool:
        """Is a network for another game than this?"""
        return self._search._network is not None and game != self._game

    def __reduce__(self) -> tuple[Any, ...]:
        return FollowingISMCTS, (self._search,), None if self._kept is None else self._kept.save()

    def __setstate__(self, saved: tuple[Game, bytes]) -> None:
        game, trees = saved
        self._begin(core_module(game.name), game)
        self._kept.load(game, trees)

    def _begin(self, core: Any, game: Game) -> None:
        self._kept = core.FollowingSearch(self._search._settings_for(core, game))
        self._module, self._game = core, game

    @property
    def cheats(self) -> bool:
        """True if the search looks at what its seat may not know (`cheat=True`)."""
        return self._search.cheats

    def __repr__(self) -> str:
        return f"{self._search!r}.follow()"

    def see(self, state: State, action: SupportsIndex) -> None:
        """Take in that somebody, or chance, takes an action.

        Parameters
        ----------
        state
            The state before the action. It stays as it is.
        action
            The id of the action or outcome.

        Raises
        ------
        ValueError
            If the action is not legal there.
        TypeError
            If `state` is not a state, or `action` no integer.
        """
        core, state = in_core(state)
        number = integer(action, "action")
        if not state.is_legal(number):
            raise ValueError(f"action is {number}, which is not legal; legal: {state.legal_actions()[:20]}")
        if self._kept is not None and core is self._module:
            self._kept.see(state, number)

    def watch(self, player: int, action: int | None, sight: int) -> None:
        """Take in what this player's seat sees of a decision: `see` for a table where nobody shows the whole state.

        `uneri.bots.tell` calls this, and so does the arena for bots with `follow=true`. It must be told of everything
        that its seat sees: what was missed isn't noticed.

        Parameters
        ----------
        player
            The seat that decides.
        action
            What it does, or None if this player's seat doesn't see it.
        sight
            1 if the action is seen, else a number that is the same for all actions that look the same.
        """
        if self._kept is not None:
            self._kept.watch(player, 0 if action is None else action, sight)

    def forget(self) -> None:
        """Begin anew with the next decision: another game comes, or a move was taken back."""
        self._kept = None

    def run(self, state: State) -> SearchResult:
        """Search for the seat to act, on top of what is kept.

        Parameters
        ----------
        state
            A state where a seat is to act. It stays as it is.

        Returns
        -------
        SearchResult
            The choice. `reused` says how many visits were there before.

        Raises
        ------
        ValueError
            If no seat is to act, or `rollout` asks for a greedy player that the game doesn't have.
        TypeError
            If `state` is not a state.
        """
        core, state = in_core(state)
        if self._kept is None or core is not self._module or self._is_other_game(state.game):
            self._begin(core, state.game)
        start = time.perf_counter()
        found = self._kept.run(state, tick())
        return result_of(state, found, time.perf_counter() - start, cheated=self.cheats)

    def act(self, state: State) -> int:
        """Choose an action for the seat to act. A single legal action is taken without a search.

        Parameters
        ----------
        state
            A state where a seat is to act. It stays as it is.

        Returns
        -------
        int
            The choice.

        Raises
        ------
        ValueError, TypeError
            As in `run`.
        """
        forced = forced_action(state)
        return self.run(state).action if forced is None else forced


class PIMC(_Search):
    """Perfect-information Monte Carlo: in each of some worlds, a tree search that sees everything.

    The searches are added up. Simulations are shared among the worlds.

    Parameters
    ----------
    sims, time_ms, seed, threads, rollout, epsilon, depth, cutoff, horizon, objective
        As in `FlatMC`.
    worlds
        The number of worlds, 1 to 1,000,000 (default 20). With `cheat=True` there is one, the true one, whatever this
        says.
    exact
        0 (default) to 100,000. A world whose rest can be solved by looking at no more than so many positions is solved
        (max^n, chance weighed) and takes no simulations: short tails of rounds.
    c, bias, widening, root_widening, paranoid
        As in `ISMCTS`.
    final
        The choice is the action with the best mean (`"mean"`, default) or with the most visits (`"visits"`).
    cheat
        True searches the true state in place of worlds, as in `ISMCTS`. Default False.

    Raises
    ------
    ValueError
        If a setting is out of range.
    TypeError
        If a setting has a wrong type.

    Examples
    --------
    >>> import uneri
    >>> from uneri.search import PIMC
    >>> state = uneri.load_game("onda", players=3, rounds=1).new_initial_state(seed=7)
    >>> PIMC(sims=200, worlds=5, seed=1).run(state).worlds
    5
    """

    _entry = "search_pimc"

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
        cutoff: str = "held",
        horizon: str = "round",
        objective: str = "rank",
        final: str = "mean",
        paranoid: bool = False,
        cheat: bool = False,
    ) -> None:
        super().__init__({name: value for name, value in locals().items() if name not in ("self", "__class__")})
