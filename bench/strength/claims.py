"""`python -m bench strength [NAME ...]`: plays the claims of strength of README and docs again, on fresh deals.

A claim is outside if it and the new figure differ by more than the error of their difference. The exit code is 1 then.
"""

from __future__ import annotations

import argparse
import json
import math
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

import uneri
from uneri import arena
from uneri.cli._output import print_table, say

FILE = Path(__file__).with_name("claims.toml")
ROOT = Path(__file__).parents[2]
FRESH = 7_000_000_000
"""The first seed: training and published rows use smaller ones."""
WIDER = 1.5
"""A dozen true claims at 95 % would have one outside most of the time: about 99.7 % is asked for."""


@dataclass(frozen=True)
class Claim:
    """A row of the file."""

    name: str
    game: str
    bots: list[str]
    first: float
    error: float
    deals: int
    pages: list[str]
    quick: bool = False

    def on_page(self) -> str:
        """Returns the figure as pages write it."""
        return f"{self.first:.1f} ± {self.error:.1f}"


@dataclass(frozen=True)
class Replay:
    """A claim and its new figure, in percent."""

    claim: Claim
    first: float
    error: float
    seconds: float

    @property
    def is_inside(self) -> bool:
        """Whether the new figure agrees with the claim."""
        least = 100 / (2 * self.claim.deals)  # the share of one game: errors of 0 are possible near 100 %
        return abs(self.first - self.claim.first) <= max(least, WIDER * math.hypot(self.error, self.claim.error))


def read_claims() -> list[Claim]:
    """Reads the file."""
    return [Claim(**row) for row in tomllib.loads(FILE.read_text(encoding="utf-8"))["claim"]]


def replay(claim: Claim, seed: int, deals: int, jobs: int) -> Replay:
    """Plays a claim."""
    start = time.perf_counter()
    game = uneri.load_game(claim.game)
    result = arena.run(game, claim.bots, deals=deals, seed=seed, workers=jobs)
    first = next(row for row in result.rows if row.bot == claim.bots[0]).first  # of one of its seats
    percent = 100 * game.num_players / len(claim.bots)
    error = percent * (first.high - first.low) / 2
    return Replay(claim, percent * first.value, error, time.perf_counter() - start)


def main(words: list[str]) -> int:
    """Runs the command."""
    claims = {claim.name: claim for claim in read_claims()}
    parser = argparse.ArgumentParser(prog="python -m bench strength", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"default: all; of {', '.join(claims)}")
    parser.add_argument("--quick", action="store_true", help="the cheap ones alone")
    parser.add_argument("--deals", type=int, metavar="N", help="default: as many as the file says")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="another S gives other deals")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes; default: 1")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    given = parser.parse_args(words)
    unknown = [name for name in given.names if name not in claims]
    if unknown:
        parser.error(f"no such claim: {', '.join(unknown)}; there are {', '.join(claims)}")
    chosen = [claims[name] for name in given.names or claims if claims[name].quick or not given.quick]
    played: list[Replay] = []
    for claim in chosen:
        seed = FRESH + given.seed * 1_000_000
        played.append(replay(claim, seed, given.deals or claim.deals, given.jobs))
        say(f"{claim.name}: {played[-1].first:.1f} ± {played[-1].error:.1f}, {played[-1].seconds:.0f} s")
    print_table(
        ("claim", "game", "bots", "first, % (docs)", "first, % (now)", ""),
        [
            (
                row.claim.name,
                row.claim.game,
                " against ".join(row.claim.bots),
                row.claim.on_page(),
                f"{row.first:.1f} ± {row.error:.1f}",
                "inside" if row.is_inside else "OUTSIDE",
            )
            for row in played
        ],
    )
    if given.json is not None:
        rows = [{"claim": row.claim.name, "first": row.first, "error": row.error} for row in played]
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0 if all(row.is_inside for row in played) else 1
