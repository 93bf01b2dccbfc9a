"""ISMCTS of ours beside OpenSpiel's ISMCTSBot: simulations per CPU second, one thread, in one run.

    python bench/search.py                      # OpenSpiel's side needs the extra: pip install "uneri[bench]"
    python bench/search.py --runs 9 --json

Both sides search the first decision of a four-seat round with uniform rollouts to the end. OpenSpiel's side is hearts,
its fastest four-seat card game that its search can play; its C++ bot is called through its Python entry, one call a
run. Ours is called through `uneri.search`. With --all the table has our other searches and rollouts, too.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable
from typing import Any

from measure import rates, ratio

import uneri
from uneri.search import ISMCTS, PIMC, FlatMC

# One round, four seats.
OURS = {
    "onda": "onda(players=4,rounds=1)",
    "solo": "solo(players=4,max_rounds=1)",
    "tidal": "tidal(players=4,rounds=1)",
}
SIMS = 10_000  # a search, on both sides
SEARCHES = {"onda": 4, "solo": 1, "tidal": 10}  # of ours a run
THEIRS = "hearts(pass_cards=False)"

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


def theirs() -> Callable[[], int] | None:
    """OpenSpiel's bot at the first card of hearts, or None where it isn't installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    import random

    game = pyspiel.load_game(THEIRS)
    state = game.new_initial_state()
    number = random.Random(5)
    while state.is_chance_node() or len(state.legal_actions()) == 1:  # the first card is forced
        state.apply_action(number.choice(state.legal_actions()))
    bot = pyspiel.ISMCTSBot(
        seed=5,
        evaluator=pyspiel.RandomRolloutEvaluator(1, 5),
        uct_c=2.0,
        max_simulations=SIMS,
        max_world_samples=-1,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        use_observation_string=False,
        allow_inconsistent_action_sets=False,
    )

    def work() -> int:
        bot.step(state)
        return SIMS

    return work


def works(everything: bool) -> list[Work]:
    """All rows; OpenSpiel's comes first, where it is installed."""
    hearts = theirs()
    rows = [] if hearts is None else [(f"open_spiel ISMCTSBot {THEIRS}", "sims/s", hearts)]
    for name in OURS:
        rows.append(ours(name, ISMCTS))
        if everything:
            rows += [ours(name, ISMCTS, mo=True), ours(name, FlatMC), ours(name, PIMC)]
            rows += [ours(name, ISMCTS, rollout=rollout) for rollout in ("greedy", "eps")]
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each work (default 5)")
    parser.add_argument("--all", action="store_true", help="other rollouts and searches, too")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    args = parser.parse_args()
    if args.runs < 1:
        parser.error(f"--runs is {args.runs}; allowed: 1 or more")
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
    for row in found:
        beside = row is not found[0] and found[0].name.startswith("open_spiel")
        print(row, ratio(row, found[0]) if beside else "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
