"""ISMCTS of ours beside OpenSpiel's ISMCTSBot: simulations per CPU second, one thread, in one run.

    python bench/search.py                      # OpenSpiel's side needs the extra: pip install "uneri[bench]"
    python bench/search.py --runs 9 --json
    python bench/search.py --threads            # two threads beside one, by the clock

Both sides search the first decision of a four-seat round with uniform rollouts to the end. OpenSpiel's side is hearts,
its fastest four-seat card game that its search can play, and beside Namima gin_rummy, its game of melds (two seats);
its C++ bot is called through its Python entry, one call a run. Ours is called through `uneri.search`. With --all the
table has our other searches and rollouts, too.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import platform
import statistics
import sys
from collections.abc import Callable
from typing import Any

from measure import rates, ratio

import uneri
from uneri.cli._peers import SEARCHED, search_work
from uneri.search import ISMCTS, PIMC, FlatMC

# One round, four seats.
OURS = {
    "namima": "namima(players=4,games=1)",
    "onda": "onda(players=4,rounds=1)",
    "solo": "solo(players=4,max_rounds=1)",
    "tacta": "tacta(players=4)",
    "tidal": "tidal(players=4,rounds=1)",
}
SIMS = 10_000  # a search, on both sides
SEARCHES = {"namima": 1, "onda": 4, "solo": 1, "tacta": 1, "tidal": 10}  # of ours a run
NEAREST = {"namima": "gin_rummy"}  # beside this game: the one that is nearer in kind
THEIR_SIMS = {SEARCHED: SIMS, "gin_rummy": 1000}  # a search: some tenths of a second
THEIR_TITLE = "open_spiel ISMCTSBot"

Work = tuple[str, str, Callable[[], int]]


def first_decision(text: str) -> Any:
    """The first position with a choice of a game dealt with seed 5."""
    state = uneri.load_game(text).new_initial_state(seed=5)
    while state.num_legal_actions() == 1:
        state.apply_action(state.legal_actions()[0])
    return state


def ours(name: str, kind: type[Any], **settings: Any) -> Work:
    """Some searches a run, each of a seed of its own."""
    state = first_decision(OURS[name])
    searches = [kind(SIMS, seed=seed, **{"rollout": "uniform", **settings}) for seed in range(SEARCHES[name])]
    what = ", ".join(f"{key}={value}" for key, value in settings.items())
    title = f"{kind.__name__} {OURS[name]} {what}".strip()
    return title, "sims/s", lambda: sum(search.run(state).simulations for search in searches)


def theirs(name: str) -> Work | None:
    """OpenSpiel's bot at the first decision with a choice, or None where it isn't installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    return f"{THEIR_TITLE} {name}", "sims/s", search_work(pyspiel, name, THEIR_SIMS[name])


def works(everything: bool) -> list[Work]:
    """All rows; OpenSpiel's come first, where it is installed."""
    rows = [work for name in THEIR_SIMS if (work := theirs(name)) is not None]
    for name in OURS:
        rows.append(ours(name, ISMCTS))
        if name == "solo":  # a round of random players is very long there
            rows.append(ours(name, ISMCTS, depth=40))
        if everything:
            rows += [ours(name, ISMCTS, mo=True), ours(name, FlatMC), ours(name, PIMC)]
            rows += [ours(name, ISMCTS, rollout=rollout) for rollout in ("greedy", "eps")]
    return rows


def show_threads(runs: int) -> None:
    """ISMCTS in eight trees with two threads and with one, in turn, by the clock; they must find the same."""
    for text in OURS.values():
        state, times = first_decision(text), list[float]()
        for seed in range(runs):
            one, two = (
                ISMCTS(40_000, seed=seed, rollout="uniform", trees=8, threads=threads).run(state) for threads in (1, 2)
            )
            if one.stats != two.stats:
                raise AssertionError(f"{text}: two threads find something else than one, seed {seed}")
            times.append(one.seconds / two.seconds)
        found = f"{statistics.median(times):.2f} [{min(times):.2f} .. {max(times):.2f}]"
        print(f"{text:<30} two threads {found} times as fast as one, the same statistics", flush=True)


def numpy_network(game: uneri.Game, *layers: int) -> Callable[..., Any]:
    """Layers with ReLU and two heads, random."""
    import numpy as np

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


def torch_network(game: uneri.Game, *layers: int) -> Callable[..., Any] | None:
    """The same as modules of PyTorch, one thread; None where that isn't installed."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(1)
    torch.manual_seed(0)
    sizes = (game.observation_tensor_shape[0], *layers)
    modules = [m for shape in itertools.pairwise(sizes) for m in (torch.nn.Linear(*shape), torch.nn.ReLU())]
    body = torch.nn.Sequential(*modules).eval()
    policy, value = torch.nn.Linear(sizes[-1], game.num_distinct_actions), torch.nn.Linear(sizes[-1], game.num_players)

    @torch.inference_mode()
    def network(obs: Any, _legal: Any, _seat: Any) -> tuple[Any, Any]:
        hidden = body(torch.from_numpy(obs))
        return policy(hidden).numpy(), torch.sigmoid(value(hidden)).numpy()

    return network


def evaluator_overhead(text: str, positions: int, network: Callable[..., Any], runs: int) -> str:
    """PUCT in batches of 256: CPU time of the callable for one, and what is taken beside it, as shares of it: by handing a
    batch over and reading the answer, and by all of the search."""
    import time

    from uneri.search import PUCT

    game = uneri.load_game(text)
    spent = [0.0, 0.0]  # in the callable: clock, CPU of this thread
    rows = [0]

    def timed(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        start, cpu = time.perf_counter(), time.thread_time()
        answer = network(obs, legal, seat)
        spent[0] += time.perf_counter() - start
        spent[1] += time.thread_time() - cpu
        rows[0] += len(seat)
        return answer

    states = [game.new_initial_state(seed=seed) for seed in range(positions)]
    search, shares, batch_ms = PUCT(timed, 129, leaves=4, batch=256), list[tuple[float, ...]](), list[float]()
    for _ in range(runs + 1):  # the first one warms up
        spent[:], rows[0] = [0.0, 0.0], 0
        start = time.perf_counter(), time.thread_time(), time.process_time()
        search.act_many(states)
        clock, thread, cpu = (
            time.perf_counter() - start[0],
            time.thread_time() - start[1],
            time.process_time() - start[2],
        )
        batch_ms.append(spent[1] / rows[0] * 256e3)
        beside = clock / spent[0] - 1, thread / spent[1] - 1, cpu / spent[1] - 1
        use = search.run_many(states)[0].evaluator
        assert use is not None
        shares.append((use.exchange_seconds / use.seconds, *beside))
    columns = [sorted(100 * share for share in column) for column in zip(*shares[1:], strict=True)]
    shown = [f"{column[runs // 2]:.1f} [{column[0]:.1f} .. {column[-1]:.1f}] %" for column in columns]
    took = sorted(batch_ms[1:])[runs // 2]
    return f"{took:5.2f} ms; exchange {shown[0]}; search {shown[1]} clock, {shown[2]} of its thread, {shown[3]} CPU"


def show_evaluators(runs: int) -> None:
    """With positions for one batch, and for two, of which one is gathered while the other is evaluated."""
    for text in (OURS["onda"], OURS["tidal"]):
        game = uneri.load_game(text)
        for make in (numpy_network, torch_network):
            for layers in ((64,), (256, 256), (512, 512), (1024, 1024, 1024)):
                network = make(game, *layers)
                if network is None:
                    continue
                for positions in (64, 128):
                    what = f"{text}, {make.__name__} {'x'.join(map(str, layers))}, {positions} positions"
                    print(f"{what:<72} {evaluator_overhead(text, positions, network, runs)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each work (default 5)")
    parser.add_argument("--all", action="store_true", help="other rollouts and searches, too")
    parser.add_argument("--evaluator", action="store_true", help="what batches of 256 cost beside networks")
    parser.add_argument("--threads", action="store_true", help="how much faster two threads are, by the clock")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    args = parser.parse_args()
    if args.runs < 1:
        parser.error(f"--runs is {args.runs}; allowed: 1 or more")
    if args.evaluator:
        show_evaluators(args.runs)
        return 0
    if args.threads:
        show_threads(args.runs)
        return 0
    found = rates(works(args.all), args.runs)
    if args.json:
        json.dump(
            {"machine": platform.processor() or platform.machine(), "rows": [vars(row) for row in found]}, sys.stdout
        )
        print()
        return 0
    print(
        f"median of {args.runs} runs per CPU second, one thread [least .. greatest]; Python {platform.python_version()}"
    )
    peers = {row.name.removeprefix(f"{THEIR_TITLE} "): row for row in found if row.name.startswith(THEIR_TITLE)}
    for row in found:
        game = next((name for name, text in OURS.items() if text in row.name), None)
        peer = None if game is None else peers.get(NEAREST.get(game, SEARCHED))
        print(row, "" if peer is None else ratio(row, peer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
