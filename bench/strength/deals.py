"""What playing the same deals on all seats saves: games that independent deals would need, by games that these need.

    python bench/strength/deals.py "onda(players=2,rounds=1)" flat:sims=40 greedy --deals 300

The first bot's score in single games has a variance; independent games would have a mean with that variance by their
number. The scores of whole deals have theirs. The ratio is the games saved for intervals of one width.
"""

from __future__ import annotations

import argparse

import numpy as np

from uneri import arena


def score(line: dict[str, object]) -> float:
    """The share of the other bot's seats that the first bot left behind in a game."""
    bots, ranks = line["bots"], line["ranks"]
    assert isinstance(bots, list)
    assert isinstance(ranks, list)
    mine = [rank for bot, rank in zip(bots, ranks, strict=True) if bot == 0]
    theirs = [rank for bot, rank in zip(bots, ranks, strict=True) if bot == 1]
    ahead = [0.5 if a == b else float(a < b) for a in mine for b in theirs]
    return sum(ahead) / len(ahead)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("bots", nargs=2)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    result = arena.run(args.game, args.bots, args.deals, workers=args.workers)
    games = np.array([score(line) for line in result.games()]).reshape(args.deals, -1)
    apart, together = games.var(ddof=1) / games.shape[1], games.mean(axis=1).var(ddof=1)
    if together == 0:
        print(f"{args.game}: {' '.join(args.bots)}: all {args.deals} deals have the same score")
        return
    resampled = np.random.default_rng(0).integers(args.deals, size=(2000, args.deals))
    drawn = games[resampled]
    ratios = drawn.reshape(2000, -1).var(axis=1, ddof=1) / games.shape[1] / drawn.mean(axis=2).var(axis=1, ddof=1)
    low, high = np.quantile(ratios, [0.025, 0.975])
    print(f"{args.game}: {' '.join(args.bots)}: {apart / together:.2f}x [{low:.2f} .. {high:.2f}]")


if __name__ == "__main__":
    main()
