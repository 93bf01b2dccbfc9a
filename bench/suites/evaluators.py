"""PUCT in batches of 256 leaves beside the network it asks: evaluations a CPU second.

The network alone, all of the search (the ratio is what a position costs beside its network), and the exchange: arrays for
a batch, the GIL, reading and checking the answer (`SearchResult.evaluator`). With positions for one batch, and for two, of
which one is gathered while the other is evaluated. Set OPENBLAS_NUM_THREADS=1.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any, Literal

import numpy as np

import uneri
from uneri.cli._bench.work import Run, Timed, Work, library
from uneri.search import PUCT

from ..settings import Settings

GAMES = {"onda": "onda(players=4,rounds=1)", "tidal": "tidal(players=4,rounds=1)"}
BATCH = 256
Network = Callable[[Any, Any, Any], tuple[Any, Any]]
Part = Literal["network alone", "search", "exchange"]


def works(settings: Settings) -> list[Work]:
    """By game, kind of network, its layers and the number of positions."""
    found: list[Work] = []
    for game, make, layers, share in itertools.product(
        GAMES, (_numpy_network, _torch_network), settings.layers, (4, 2)
    ):
        if game not in settings.games:
            continue
        leaves = max(8, min(BATCH, settings.sims // 4))
        positions = max(1, leaves // share)
        library_name = "numpy" if make is _numpy_network else "torch"
        title = f"{game}, {library_name} {'x'.join(map(str, layers))}, {positions} positions"
        parts: tuple[Part, ...] = ("network alone", "search", "exchange")
        for part in parts:
            found.append(
                Work(
                    f"{title}: {part}",
                    "evaluations/s",
                    lambda game=game, make=make, layers=layers, positions=positions, leaves=leaves, part=part: _run(
                        game, make, layers, positions, leaves, part
                    ),
                    "" if part == "network alone" else f"{title}: network alone",
                )
            )
    return found


def _run(
    game: str,
    make: Callable[..., Network],
    layers: tuple[int, ...],
    positions: int,
    batch: int,
    part: Part,
) -> Run:
    rules = uneri.load_game(GAMES[game])
    network = make(rules, *layers)
    rows, inside = 0, 0.0

    def timed(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        nonlocal rows, inside
        start = time.thread_time()
        answer = network(obs, legal, seat)
        inside += time.thread_time() - start
        rows += len(seat)
        return answer

    states = [rules.new_initial_state(seed=seed) for seed in range(positions)]
    search = PUCT(timed, 129, leaves=4, batch=batch)

    def run() -> Timed:
        nonlocal rows, inside
        rows, inside = 0, 0.0
        start = time.process_time()
        use = search.run_many(states)[0].evaluator
        spent = time.process_time() - start
        if use is None:
            raise RuntimeError("the search says nothing of its evaluator")
        seconds = {"network alone": inside, "search": spent, "exchange": use.exchange_seconds}
        return Timed(rows, seconds[part])

    return run


def _numpy_network(game: uneri.Game, *layers: int) -> Network:
    """Layers with ReLU and two heads, random."""
    rng = np.random.default_rng(0)
    sizes = (game.observation_tensor_shape[0], *layers)
    body = [rng.normal(0, 0.05, shape).astype(np.float32) for shape in itertools.pairwise(sizes)]
    policy = rng.normal(0, 0.05, (sizes[-1], game.num_distinct_actions)).astype(np.float32)
    value = rng.normal(0, 0.05, (sizes[-1], game.num_players)).astype(np.float32)

    def network(obs: Any, _legal: Any, _seat: Any) -> tuple[Any, Any]:
        hidden = obs
        for layer in body:
            hidden = np.maximum(hidden @ layer, 0)
        return hidden @ policy, 1 / (1 + np.exp(-(hidden @ value)))

    return network


def _torch_network(game: uneri.Game, *layers: int) -> Network:
    """The same as modules of PyTorch, one thread."""
    torch = library("torch")
    torch.set_num_threads(1)
    torch.manual_seed(0)
    sizes = (game.observation_tensor_shape[0], *layers)
    modules = [m for shape in itertools.pairwise(sizes) for m in (torch.nn.Linear(*shape), torch.nn.ReLU())]
    body = torch.nn.Sequential(*modules).eval()
    policy, value = torch.nn.Linear(sizes[-1], game.num_distinct_actions), torch.nn.Linear(sizes[-1], game.num_players)

    def network(obs: Any, _legal: Any, _seat: Any) -> tuple[Any, Any]:
        with torch.inference_mode():
            hidden = body(torch.from_numpy(obs))
            return policy(hidden).numpy(), torch.sigmoid(value(hidden)).numpy()

    return network
