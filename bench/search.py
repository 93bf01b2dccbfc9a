"""ISMCTS of ours beside OpenSpiel's ISMCTSBot: simulations per CPU second, one thread, in one run.

    python bench/search.py                      # OpenSpiel's side needs the extra: pip install "uneri[bench]"
    python bench/search.py --runs 9 --json

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


def evaluator_overhead() -> str:
    """PUCT over 64 positions with a small numpy network, batches of 256: time outside the callable, by that inside."""
    import time

    import numpy as np

    from uneri.search import PUCT

    game = uneri.load_game(OURS["onda"])
    rng = np.random.default_rng(0)
    sizes = (game.observation_tensor_shape[0], 512, 512)
    layers = [rng.normal(0, 0.05, shape).astype(np.float32) for shape in itertools.pairwise(sizes)]
    policy = rng.normal(0, 0.05, (sizes[-1], game.num_distinct_actions)).astype(np.float32)
    value = rng.normal(0, 0.05, (sizes[-1], game.num_players)).astype(np.float32)
    inside, rows = [0.0], [0]

    def network(obs: Any, _legal: Any, seat: Any) -> tuple[Any, Any]:
        start = time.process_time()
        hidden = obs
        for layer in layers:
            hidden = np.maximum(hidden @ layer, 0)
        answer = hidden @ policy, 1 / (1 + np.exp(-(hidden @ value)))
        inside[0] += time.process_time() - start
        rows[0] += len(seat)
        return answer

    states = [game.new_initial_state(seed=seed) for seed in range(64)]
    start = time.process_time()
    PUCT(network, 129, leaves=4, batch=256).run_many(states)
    outside = time.process_time() - start - inside[0]
    return (
        f"evaluator, batches of 256: {inside[0] / rows[0] * 256e3:.2f} ms in the callable (numpy, 2 x 512), "
        f"{outside / rows[0] * 256e3:.2f} ms for 256 walks and the exchange"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each work (default 5)")
    parser.add_argument("--all", action="store_true", help="other rollouts and searches, too")
    parser.add_argument("--evaluator", action="store_true", help="what a batch of 256 costs beside the network")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    args = parser.parse_args()
    if args.runs < 1:
        parser.error(f"--runs is {args.runs}; allowed: 1 or more")
    if args.evaluator:
        for _ in range(args.runs):
            print(evaluator_overhead())
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
