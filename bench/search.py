"""ISMCTS of ours beside OpenSpiel's ISMCTSBot: simulations per CPU second, one thread, in one run.

    python bench/search.py                      # OpenSpiel's side needs the extra: pip install "uneri[bench]"
    python bench/search.py --runs 9 --json

Both sides search the first decision of a four-seat round with uniform rollouts to the end. OpenSpiel's side is hearts,
its fastest four-seat card game that its search can play; its C++ bot is called through its Python entry, one call a
run. Ours is called through `uneri.search`. With --rollouts the table has our other rollouts, too.
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
SIMS = {"onda": 40_000, "solo": 8_000, "tidal": 80_000}
THEIRS = "hearts(pass_cards=False)"
THEIR_SIMS = 10_000

Work = tuple[str, str, Callable[[], int]]


def first_decision(text: str) -> Any:
    """The first position with a choice of a game dealt with seed 5."""
    state = uneri.load_game(text).new_initial_state(seed=5)
    while state.num_legal_actions() == 1:
        state.apply_action(state.legal_actions()[0])
    return state


def ours(text: str, search: Any) -> Callable[[], int]:
    """One search a run."""
    state = first_decision(text)
    return lambda: int(search.run(state).simulations)


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
    while state.is_chance_node():
        state.apply_action(number.choice(state.legal_actions()))
    bot = pyspiel.ISMCTSBot(
        seed=5,
        evaluator=pyspiel.RandomRolloutEvaluator(1, 5),
        uct_c=2.0,
        max_simulations=THEIR_SIMS,
        max_world_samples=-1,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        use_observation_string=False,
        allow_inconsistent_action_sets=False,
    )

    def work() -> int:
        bot.step(state)
        return THEIR_SIMS

    return work


def works(rollouts: bool) -> list[Work]:
    """All rows; OpenSpiel's comes first, where it is installed."""
    rows: list[Work] = []
    unit = "sims/s"
    hearts = theirs()
    if hearts is not None:
        rows.append((f"open_spiel ISMCTSBot {THEIRS}", unit, hearts))
    for name, text in OURS.items():
        uniform: dict[str, Any] = {"rollout": "uniform", "trees": 1}
        rows.append((f"ISMCTS {text}", unit, ours(text, ISMCTS(SIMS[name], **uniform))))
        if not rollouts:
            continue
        for kind in ("greedy", "eps"):
            search = ISMCTS(SIMS[name] // 5, rollout=kind, trees=1)
            rows.append((f"  {kind} rollouts", unit, ours(text, search)))
        rows.append(("  MO, uniform", unit, ours(text, ISMCTS(SIMS[name], mo=True, **uniform))))
        rows.append(("  FlatMC, uniform", unit, ours(text, FlatMC(SIMS[name], rollout="uniform"))))
        rows.append(("  PIMC, 20 worlds, uniform", unit, ours(text, PIMC(SIMS[name], rollout="uniform"))))
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each work (default 5)")
    parser.add_argument("--rollouts", action="store_true", help="other rollouts and searches, too")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    args = parser.parse_args()
    if args.runs < 1:
        parser.error(f"--runs is {args.runs}; allowed: 1 or more")
    found = rates(works(args.rollouts), args.runs)
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
