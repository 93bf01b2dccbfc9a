"""How long the hand calculator thinks: `uneri.namima.analyse` on random hands, by variant.

    python bench/namima_analyse.py --hands 1000 --cards 16

Prints milliseconds of wall time: the first hand of a process, which makes the tables of the variant, then the median, the
99th percentile and the slowest of all others, as drawn hands (what to discard) and at rest (what helps, what to call).
"""

from __future__ import annotations

import argparse
import random
import time

import uneri.namima


def random_hand(variant: str, cards: int, rng: random.Random) -> str:
    rules = uneri.namima.rule_set(variant)
    deck = [f"{colour}{rank}" for colour in rules["colours"] for rank in rules["ranks"]]
    return " ".join(rng.sample([kind for kind in deck for _ in range(rules["copies"][kind[0]])], cards))


def milliseconds(hand: str, variant: str, drawn: bool) -> float:
    start = time.perf_counter()
    uneri.namima.analyse(hand, variant=variant, drawn=drawn)
    return 1e3 * (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1000, help="of each row (default 1000)")
    parser.add_argument("--cards", type=int, default=16, help="in a hand (default 16)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("| variant | hands | first | median | 99 % | slowest | |\n|---|---|---|---|---|---|---|")
    for variant in uneri.namima.VARIANTS:
        rng = random.Random(args.seed)
        first = milliseconds(random_hand(variant, args.cards, rng), variant, True)
        for drawn in (True, False):
            hands = [random_hand(variant, args.cards, rng) for _ in range(args.hands)]
            times = sorted((milliseconds(hand, variant, drawn), hand) for hand in hands)
            median, most = times[len(times) // 2][0], times[len(times) * 99 // 100][0]
            name = f"{variant} | {'drawn' if drawn else 'at rest'} | {first:.1f}"
            print(f"| {name} | {median:.2f} | {most:.2f} | {times[-1][0]:.2f} | `{times[-1][1]}` |", flush=True)


if __name__ == "__main__":
    main()
