"""Searches by playouts: flat Monte Carlo, ISMCTS, PIMC."""

from __future__ import annotations

import time
from typing import Any, ClassVar, SupportsFloat, SupportsIndex, cast

from .._util.checks import MOST_MS, MOST_THREADS, bounded, integer, seed_of
from ..contract import Game, State
from ..registry import core_module
from .result import SearchResult, result_of
from .settings import (
    CUTOFFS,
    DEFAULT_SIMS,
    FINALS,
    HORIZONS,
    MOST_POSITIONS,
    MOST_SIMS,
    MOST_TREES,
    MOST_WORLDS,
    OBJECTIVES,
    ROLLOUTS,
    SELECTIONS,
    SIMS_FOR_TREES,
    choice_index,
    flag,
    forced_action,
    in_core,
    number,
    number_or_default,
)


class _Search:
    """What all searches share: settings, checked once, and a run in the core."""

    _entry: ClassVar[str]

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        self._text = ", ".join(f"{name}={value!r}" for name, value in settings.items() if value is not None)
        sims, time_ms = settings["sims"], settings["time_ms"]
        core: dict[str, Any] = {
            "sims": 0 if sims is None else bounded(sims, "sims", 1, MOST_SIMS),
            "seconds": 0.0 if time_ms is None else number(time_ms, "time_ms", 1, MOST_MS) / 1000,
            "seed": seed_of(settings["seed"]),
            "threads": bounded(settings["threads"], "threads", 1, MOST_THREADS),
            "rollout": None if settings["rollout"] is None else choice_index(settings["rollout"], "rollout", ROLLOUTS),
            "epsilon": number_or_default(settings["epsilon"], "epsilon", 0, 1),
            "depth": bounded(settings["depth"], "depth", 0, 1_000_000),
            "cutoff": choice_index(settings["cutoff"], "cutoff", CUTOFFS),
            "round_only": choice_index(settings["horizon"], "horizon", HORIZONS) == 0,
            "objective": choice_index(settings["objective"], "objective", OBJECTIVES),
            "cheats": flag(settings["cheat"], "cheat"),
        }
        if sims is None and time_ms is None:
            core["sims"] = DEFAULT_SIMS
        if "c" in settings:
            core["exploration"] = number(settings["c"], "c", 0, 1000)
            core["bias"] = number_or_default(settings["bias"], "bias", 0, 1000)
            core["widening"] = number(settings["widening"], "widening", 0, 1000)
            core["root_widening"] = number(settings["root_widening"], "root_widening", 0, 1000)
            core["final_choice"] = choice_index(settings["final"], "final", FINALS)
            core["paranoid"] = flag(settings["paranoid"], "paranoid")
        if "margin" in settings:
            core["margin"] = number_or_default(settings["margin"], "margin", 0, 1000)
        if "trees" in settings:
            core["trees"] = (
                _default_trees(core)
                if settings["trees"] is None
                else bounded(settings["trees"], "trees", 1, MOST_TREES)
            )
            if settings["mo"] is not None:
                core["own_trees"] = flag(settings["mo"], "mo")
            core["selection"] = choice_index(settings["selection"], "selection", SELECTIONS)
            if core["selection"] == SELECTIONS.index("regret") and settings["mo"] is False:
                raise ValueError("selection is 'regret' with mo=False; allowed: mo=True or none")
        if "worlds" in settings:
            core["worlds"] = bounded(settings["worlds"], "worlds", 1, MOST_WORLDS)
            core["exact"] = bounded(settings["exact"], "exact", 0, MOST_POSITIONS)
            core["postpone"] = bounded(settings["postpone"], "postpone", 0, 1000)
            if core["cheats"]:
                if core["postpone"] > 0:
                    raise ValueError(
                        f"postpone is {core['postpone']} with cheat=True, which knows one world; allowed: 0"
                    )
                core["worlds"] = 1
            if core["postpone"] > 0:
                if core["exact"] > 0:
                    raise ValueError(f"exact is {core['exact']} with postpone={core['postpone']}; allowed: 0")
                # One tree over all worlds, up to where they part.
                core |= {"own_trees": False, "trees": 1}
        self._core = core

    @property
    def cheats(self) -> bool:
        """Does it look at what its seat may not know (`cheat=True`)?"""
        return bool(self._core["cheats"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._text})"

    def run(self, state: State) -> SearchResult:
        """Searches for the seat to act. ValueError where no seat is to act. `state` is not changed."""
        core, state = in_core(state)
        start = time.perf_counter()
        found = self._found(core, state, tree=True)
        return result_of(state, found, time.perf_counter() - start, cheated=self.cheats)

    def _found(self, core: Any, state: State, *, tree: bool) -> dict[str, Any]:
        """What the core answers. A choice needs no tree, which takes long to write down."""
        settings = self._settings_for(core, state) | {"tree": tree}
        entry = "search_ismcts" if settings.get("postpone") else self._entry
        return cast("dict[str, Any]", getattr(core, entry)(state, settings, None))

    def act(self, state: State) -> int:
        """The choice for the seat to act. A single legal action is taken without a search."""
        forced = forced_action(state)
        return int(self._found(*in_core(state), tree=False)["best"]) if forced is None else forced

    def _settings_for(self, core: Any, state: State) -> dict[str, Any]:
        """The settings with what depends on the game."""
        settings = dict(self._core)
        if settings["rollout"] is None:
            settings["rollout"] = ROLLOUTS.index("eps" if hasattr(core, "greedy") else "uniform")
        for name, value in core.SEARCH_DEFAULTS.items():
            if settings.get(name, value) is None:
                settings[name] = value
        if settings["rollout"] != 0 and not hasattr(core, "greedy"):
            raise ValueError(f"{state.game.name} has no greedy player; rollout: uniform")
        return settings


class FlatMC(_Search):
    """Flat Monte Carlo: sequential halving over the legal actions, each tried in the same fresh worlds.

    In every stage all actions that are left get the same number of playouts, in the same worlds with the same numbers,
    and the worse half goes. No tree; hard to beat with small budgets.

    With a `margin` and `rollout="eps"` or `"greedy"` the heuristic player's action is tried to the end, and chosen unless
    another did better in the same worlds by more than so many standard errors (None: 2 in Namima, else 0, which asks
    for nothing). `epsilon` is the share of random decisions of `"eps"` (None: 0.02 in Namima, else 0.1).
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
    ) -> None:
        super().__init__({name: value for name, value in locals().items() if name not in ("self", "__class__")})


class ISMCTS(_Search):
    """Information-set Monte Carlo tree search: one tree over all worlds, a fresh world each simulation.

    Selection is UCB1 with availability counts, one new action a simulation, values are backed up to the seat that
    decided (max^n). With `rollout="eps"` or `"greedy"` the heuristic player's action is the first that a node tries,
    with `bias / visits` added to its score (progressive bias; None: 50 in Namima, else 5), and with `widening` a node
    below the root has at most `widening * sqrt(visits)` actions (0: no limit), the root the same with `root_widening`.

    `trees` logical trees are grown apart and added up: that is what threads share, and what keeps the result the same
    for any number of them. One large tree plays better than several small ones, so the default is 1 below 8,000
    simulations and 8 from there on; with a limit of time alone it is the number of threads. `mo` gives every seat a tree
    of its own, walked by what that seat sees (MO-ISMCTS); that is the default in games with simultaneous choices (Tidal), which it decouples.
    There `selection="regret"` makes those choices by regret matching, which mixes; other games have none of them.

    `cheat=True` (in FlatMC and PIMC, too) searches the true state in place of worlds. That is no fair player; it shows what
    hidden knowledge is worth.
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
        selection: str = "ucb",
        cheat: bool = False,
    ) -> None:
        super().__init__({name: value for name, value in locals().items() if name not in ("self", "__class__")})

    def follow(self) -> FollowingISMCTS:
        """A player of one seat that keeps its trees from decision to decision."""
        return FollowingISMCTS(self)


class FollowingISMCTS:
    """`ISMCTS` that follows a game: what it found out about the positions to come is not lost with a decision.

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

    As a bot it is had by `"ismcts:sims=500,follow=true"`.

    It must be shown every action of the game, its own and those of others, before it is applied; outcomes of chance,
    too, if the game was begun without a seed. Of all that it uses what its seat sees. Where it missed one, or a round
    is over, it begins anew. The same sequence of calls gives the same results for any number of threads.
    Copies and pickles have the trees, too.
    """

    def __init__(self, search: ISMCTS) -> None:
        self._search = search
        self._kept: Any = None
        self._module: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        return FollowingISMCTS, (self._search,), None if self._kept is None else self._kept.save()

    def __setstate__(self, saved: tuple[Game, bytes]) -> None:
        game, trees = saved
        self._begin(core_module(game.name), game.new_initial_state())
        self._kept.load(game, trees)

    def _begin(self, core: Any, state: State) -> None:
        self._kept = core.FollowingSearch(self._search._settings_for(core, state))
        self._module = core

    @property
    def cheats(self) -> bool:
        """Does it look at what its seat may not know (`cheat=True`)?"""
        return self._search.cheats

    def __repr__(self) -> str:
        return f"{self._search!r}.follow()"

    def see(self, state: State, action: SupportsIndex) -> None:
        """Somebody, or chance, takes `action` at `state`."""
        core, state = in_core(state)
        number = integer(action, "action")
        if not state.is_legal(number):
            raise ValueError(f"action is {number}, which is not legal; legal: {state.legal_actions()[:20]}")
        if self._kept is not None and core is self._module:
            self._kept.see(state, number)

    def watch(self, player: int, action: int | None, sight: int) -> None:
        """`see` for a table where nobody shows the whole state: what this player's seat sees of a decision.

        That is what `uneri.bots.tell` hands over, and the arena for bots with `follow=true`. It must be told of
        everything that its seat sees; what was missed isn't noticed.
        """
        if self._kept is not None:
            self._kept.watch(player, 0 if action is None else action, sight)

    def forget(self) -> None:
        """The next decision begins anew: another game comes, or a move was taken back."""
        self._kept = None

    def run(self, state: State) -> SearchResult:
        """Searches for the seat to act, on top of what is kept. ValueError where no seat is to act."""
        core, state = in_core(state)
        if self._kept is None or core is not self._module:
            self._begin(core, state)
        start = time.perf_counter()
        found = self._kept.run(state, None)
        return result_of(state, found, time.perf_counter() - start, cheated=self.cheats)

    def act(self, state: State) -> int:
        """The choice for the seat to act. A single legal action is taken without a search."""
        forced = forced_action(state)
        return self.run(state).action if forced is None else forced


class PIMC(_Search):
    """Perfect-information Monte Carlo: `worlds` worlds, in each a tree search that sees everything, added up.

    Simulations are shared among the worlds. With `exact` a world whose rest can be solved by looking at no more than so
    many positions is solved (max^n, chance weighed) and takes no simulations: short tails of rounds. With `postpone`
    the worlds are told apart only so many decisions later (EPIMC): one tree, whose paths part there. With `cheat=True`
    there is one world, the true one, whatever `worlds` says.
    """

    _entry = "search_pimc"

    def __init__(
        self,
        sims: SupportsIndex | None = None,
        time_ms: SupportsFloat | None = None,
        *,
        worlds: SupportsIndex = 20,
        exact: SupportsIndex = 0,
        postpone: SupportsIndex = 0,
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


def _default_trees(core: dict[str, Any]) -> int:
    if core["sims"] == 0:
        return int(core["threads"])
    return 1 if core["sims"] < SIMS_FOR_TREES else 8
