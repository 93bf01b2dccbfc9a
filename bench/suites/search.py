"""Searches of the first decision of a four-seat round, beside OpenSpiel's ISMCTSBot, and two threads beside one.

OpenSpiel's side is hearts, its fastest four-seat card game that its search can play, and beside Namima gin rummy, its game
of melds (two seats). Rollouts are uniform and go to the end where the name says nothing else.
"""

from __future__ import annotations

from typing import Any

import uneri
from uneri.cli._bench.ours import first_decision
from uneri.cli._bench.work import Run, Work, calls
from uneri.search import ISMCTS, PIMC, FlatMC, Search

from ..open_spiel import search_run
from ..peers import NEAREST, Nearest
from ..settings import Settings
from .names import prefixed

# One round, four seats.
OURS = {
    "namima": "namima(players=4,games=1)",
    "onda": "onda(players=4,rounds=1)",
    "solo": "solo(players=4,max_rounds=1)",
    "tacta": "tacta(players=4)",
    "tidal": "tidal(players=4,rounds=1)",
}
UNIFORM = "ISMCTS"
TWO_THREADS = "ISMCTS, eight trees, two threads"
TIMES = (1, 5, 20, 60)  # ms
SLOW = {"gin_rummy": 10}  # so many times fewer simulations


def works(settings: Settings) -> list[Work]:
    """All games, one after the other."""
    return [work for name in settings.games for work in prefixed(name, _of_game(name, settings.sims))]


def _of_game(name: str, sims: int) -> list[Work]:
    searched = NEAREST.get(name, Nearest()).searched
    listed: list[tuple[str, type[Any], dict[str, Any]]] = [
        (UNIFORM, ISMCTS, {}),
        ("ISMCTS, many observers", ISMCTS, {"mo": True}),
        ("FlatMC", FlatMC, {}),
        ("PIMC", PIMC, {}),
        ("ISMCTS, greedy rollouts", ISMCTS, {"rollout": "greedy"}),
        ("ISMCTS, epsilon-greedy rollouts", ISMCTS, {"rollout": "eps"}),
    ]
    if name == "solo":  # a round of random players is very long there
        listed.append(("ISMCTS, depth 40", ISMCTS, {"depth": 40}))
    return [
        *(_ours(name, title, kind, sims, **settings) for title, kind, settings in listed),
        Work(
            f"open_spiel {searched}: ISMCTSBot",
            "sims/s",
            lambda: search_run(searched, max(2, sims // SLOW.get(searched, 1))),
            UNIFORM,
        ),
        _trees(name, TWO_THREADS, 2, 4 * sims),
        _trees(name, "ISMCTS, eight trees, one thread", 1, 4 * sims, beside=TWO_THREADS),
        *(_timed(name, ms, threads) for ms in TIMES for threads in (2, 1)),
        *(_small(name, title, threads) for title in ("400 simulations", "100 playouts") for threads in (2, 1)),
    ]


def _ours(name: str, title: str, kind: type[Any], sims: int, **settings: Any) -> Work:
    return Work(title, "sims/s", lambda: _searches(name, kind, sims, **settings))


def _trees(name: str, title: str, threads: int, sims: int, beside: str = "") -> Work:
    def start() -> Run:
        return _searches(name, ISMCTS, sims, trees=8, threads=threads)

    return Work(title, "sims/s", start, beside, "wall")


def _timed(name: str, ms: int, threads: int) -> Work:
    """The default search with a limit of time. A unit is a simulation."""
    titles = {n: f"Search, {ms} ms, {'two threads' if n == 2 else 'one thread'}" for n in (1, 2)}

    def start() -> Run:
        state, search = first_decision(uneri.load_game(OURS[name])), Search(time_ms=ms, threads=threads)
        return lambda: sum(search.run(state).simulations for _ in range(max(1, 60 // ms)))

    return Work(titles[threads], "sims/s", start, titles[2] if threads == 1 else "", "wall")


def _small(name: str, title: str, threads: int) -> Work:
    """Calls that take about a millisecond."""
    titles = {n: f"{title}, {'two threads' if n == 2 else 'one thread'}" for n in (1, 2)}

    def start() -> Run:
        state, search = first_decision(uneri.load_game(OURS[name])), Search(sims=400, threads=threads)
        if title == "400 simulations":
            return calls([lambda: search.run(state)], 10)
        return calls([lambda: uneri.playouts(state, 100, seed=1, threads=threads)], 10)

    return Work(titles[threads], "calls/s", start, titles[2] if threads == 1 else "", "wall")


def _searches(name: str, kind: type[Any], sims: int, **settings: Any) -> Run:
    """Searches of seeds that go on from run to run."""
    state = first_decision(uneri.load_game(OURS[name]))
    seed = 0

    def run() -> int:
        nonlocal seed
        seed += 1
        found: int = kind(sims, seed=seed, **{"rollout": "uniform", **settings}).run(state).simulations
        return found

    return run
