"""Chooses the search that is strong for its CPU time, by game, number of seats and budget."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .._util.call_syntax import text_of
from .._util.checks import MOST_MS, MOST_THREADS, bounded, check_any_game, number, seed_of
from ..contract import Game, State
from ..train.networks import has_network
from .many import Lanes, SearchArrays
from .searches import ISMCTS, FlatMC, Searcher
from .settings import DEFAULT_SIMS, MOST_SIMS, describe_settings


@dataclass(frozen=True)
class _Kind:
    """A search with its settings."""

    name: str
    settings: dict[str, Any] = field(default_factory=dict)

    def text(self, budget: dict[str, Any]) -> str:
        options = {**budget, **self.settings}
        return f"{self.name}:" + ",".join(f"{name}={text_of(value)}" for name, value in options.items())


_FLAT = _Kind("flat")
_TREE = _Kind("ismcts")
# Measured at equal CPU time: docs/lab/searching.md, "The default search".
_WITHOUT_NETWORK = {"solo": _TREE, "tacta": _TREE}
_WITH_NETWORK = _Kind("flat", {"net": "default", "rollout": "eps"})
# Playouts by the network are stronger here from a few milliseconds on. But one costs as much as 17 to 34 quick ones, so
# with a number of simulations alone they are quick ones, whose cost is alike in all games.
_WITH_TIME = {game: _Kind("flat", {"net": "default"}) for game in ("onda", "tacta")}


def choose_kind(game: Game, timed: bool = False) -> _Kind:
    """Return the search for a game. A network is used if one comes with the library for its sizes."""
    if has_network(game):
        return _WITH_TIME.get(game.name, _WITH_NETWORK) if timed else _WITH_NETWORK
    return _WITHOUT_NETWORK.get(game.name, _FLAT)


@describe_settings("search")
class Search(Searcher):
    """The default search: for each game one that is strong for its CPU time, with a network if one fits.

    With a time limit the network also plays the playouts of ONDA and TACTA, which is stronger from some milliseconds
    on. The documentation has the measurements behind the choice. Where no network has the game's sizes, it searches without
    one.

    Examples
    --------
    >>> import uneri
    >>> from uneri.search import Search
    >>> state = uneri.load_game("onda", players=2, rounds=1).new_initial_state(seed=7)
    >>> search = Search(seed=1)
    >>> search.run(state).action in state.legal_actions()
    True
    >>> search.text(state.game)
    'flat:sims=1000,seed=1,net=default,rollout=eps'
    >>> Search(time_ms=50).text(state.game)
    'flat:time_ms=50.0,seed=0,net=default'
    >>> search.text(uneri.load_game("solo"))
    'ismcts:sims=1000,seed=1'
    """

    cheats = False

    def __init__(
        self,
        sims: SupportsIndex | None = None,
        time_ms: SupportsFloat | None = None,
        *,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
    ) -> None:
        self._sims = None if sims is None else bounded(sims, "sims", 1, MOST_SIMS)
        self._time_ms = None if time_ms is None else number(time_ms, "time_ms", 1, MOST_MS)
        self._seed = seed_of(seed)
        self._threads = bounded(threads, "threads", 1, MOST_THREADS)
        self._made: dict[Game, FlatMC | ISMCTS] = {}

    def __repr__(self) -> str:
        given = {"sims": self._sims, "time_ms": self._time_ms, "seed": self._seed, "threads": self._threads}
        return f"Search({', '.join(f'{name}={value!r}' for name, value in given.items() if value is not None)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _make_search, (self._sims, self._time_ms, self._seed, self._threads)

    def _budget(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self._sims is not None or self._time_ms is None:
            found["sims"] = DEFAULT_SIMS if self._sims is None else self._sims
        if self._time_ms is not None:
            found["time_ms"] = self._time_ms
        found["seed"] = self._seed
        if self._threads > 1:
            found["threads"] = self._threads
        return found

    def text(self, game: Game) -> str:
        """Return the search for a game as a bot's text, which `make_bot` takes."""
        check_any_game(game)
        return choose_kind(game, self._time_ms is not None).text(self._budget())

    def of(self, game: Game) -> FlatMC | ISMCTS:
        """Make the search for a game, with its settings; the same game gets the same object."""
        check_any_game(game)
        if game not in self._made:
            kind = choose_kind(game, self._time_ms is not None)
            maker: Any = {"flat": FlatMC, "ismcts": ISMCTS}[kind.name]
            self._made = {game: maker(**self._budget(), **kind.settings)}
        return self._made[game]

    def _run_core(self, core: Any, state: State, *, tree: bool) -> dict[str, Any]:
        return self.of(state.game)._run_core(core, state, tree=tree)

    def _run_core_many(self, core: Any, states: list[State], *, tree: bool) -> list[dict[str, Any]]:
        return self.of(states[0].game)._run_core_many(core, states, tree=tree) if states else []

    def _run_lanes(self, env: Lanes, lanes: NDArray[np.int64], start: float) -> SearchArrays:
        return self.of(env.game)._run_lanes(env, lanes, start)


def _make_search(sims: int | None, time_ms: float | None, seed: int, threads: int) -> Search:
    return Search(sims, time_ms, seed=seed, threads=threads)
