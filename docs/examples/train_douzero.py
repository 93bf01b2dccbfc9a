"""DouZero's recipe on a batch of games: Q(observation, action) learned from finished games, against past versions.

    python docs/examples/train_douzero.py --picture docs/images/train_douzero.svg

A network says how likely a seat is to win by an action. The learner takes the best one, now and then another, and learns
what came out (arXiv:2106.06135). Its opponents are itself and past versions, one for each game. numpy only.
"""

from __future__ import annotations

import argparse
import copy
import os
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: threads that wait use CPU time, too

import curve
import numpy as np

import uneri

GAME = "onda(players=2,rounds=1,utility=win)"  # 1 for a game that is won, 0 for one that is lost
HIDDEN, SECOND, BATCH, RATE, EXPLORE, CARDS = 96, 32, 512, 2e-3, 0.02, 30
LANES, LONGEST, PAST, EVERY = 512, 64, 5, 200  # decisions kept of a game; past versions, and steps between them


class Network:
    """Two hidden layers. The first adds up parts of the observation and of the action, and what the hand gains by it."""

    def __init__(self, game: uneri.Game, seed: int) -> None:
        rng, self.told = np.random.default_rng(seed), game.action_features
        sizes = [(*game.observation_tensor_shape, HIDDEN), (self.told.shape[1], HIDDEN), (1, HIDDEN), (HIDDEN, SECOND)]
        sizes += [(SECOND, 1), (1, HIDDEN), (1, SECOND)]
        self.weights = [(rng.standard_normal(size) * (1 / size[0]) ** 0.5).astype(np.float32) for size in sizes]
        self.moments, self.steps = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights], 0
        self.table = self.told @ self.weights[1]

    def layers(self, seen: Any, rows: Any, actions: Any) -> tuple[Any, Any, Any, Any]:
        """For actions of rows: by how many plays the hand is sooner shed, the hidden layers, the logits of winning."""
        outer, _, hint, inner, out, b, c = self.weights
        hands = np.rint(2 * seen[:, :CARDS]).astype(np.uint8)  # half the counts of the own hand come first
        left = np.maximum(hands[rows] - self.told[actions, -CARDS:], 0).astype(np.uint8)
        before, after = (uneri.onda.min_plays(cards, 0).astype(np.float32) for cards in (hands, left))
        gain = (before[rows] - after)[:, None]
        first = (seen @ outer + b)[rows] + self.table[actions] + gain * hint
        second = np.maximum(first, 0, out=first) @ inner + c
        return gain, first, second, np.maximum(second, 0, out=second) @ out

    def best(self, seen: Any, legal: Any, _: Any) -> Any:  # of each row, as `BatchEnv` asks opponents
        (starts, actions), counts = legal, np.diff(legal[0])
        values = self.layers(seen, np.repeat(np.arange(len(seen)), counts), actions)[3][:, 0]
        best = np.flatnonzero(values == np.repeat(np.maximum.reduceat(values, starts[:-1]), counts))
        return actions[best[np.searchsorted(best, starts[:-1])]]

    def learn(self, seen: Any, action: Any, won: Any, rate: float) -> None:  # a step of Adam on the cross-entropy
        gain, first, second, logits = self.layers(seen, np.arange(len(seen)), action)
        d = (np.tanh(logits / 2) + 1) / 2 - won[:, None]
        d2 = d @ self.weights[4].T * (second > 0)
        d1 = d2 @ self.weights[3].T * (first > 0)
        slopes = [seen.T @ d1, self.told[action].T @ d1, gain.T @ d1, first.T @ d2, second.T @ d, d1.sum(0), d2.sum(0)]
        self.steps += 1
        for w, slope, (mean, square) in zip(self.weights, slopes, self.moments, strict=True):
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope * slope - square)
            w -= np.float32(rate / (1 - 0.9**self.steps)) * mean / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-6)
        self.table = self.told @ self.weights[1]


def strength(network: Network, rival: str, games: int, seed: int) -> float:
    """The share of games that the network wins against a bot, in percent."""
    env, won = uneri.BatchEnv(GAME, games, seed=seed, opponents=rival, seat=None), np.full(games, np.nan)
    while np.isnan(won).any():
        seats = env.learner.copy()
        env.step(network.best(env.observation, env.legal_rows(), seats))
        won = np.where(env.terminated & np.isnan(won), env.final_returns[np.arange(games), seats], won)
    return 100 * float(won.mean())


def train(decisions: int, seed: int, games: int) -> tuple[Network, list[tuple[float, float]], float]:
    """The network, its curve (decisions, games won against the greedy bot in %) and decisions a CPU second."""
    network, rng, lanes = Network(uneri.load_game(GAME), seed), np.random.default_rng(seed), np.arange(LANES)
    pool = uneri.batch.Pool([network.best] * (1 + PAST))
    env = uneri.BatchEnv(GAME, LANES, seed=seed, opponents=pool, seat=None)
    seen, turn = np.zeros((LANES, LONGEST, env.observation.shape[1]), np.float32), np.zeros(LANES, int)
    chosen, ready, points, spent = np.zeros((LANES, LONGEST), np.int32), [], [], 0.0
    for step in range(1 + decisions // LANES):
        if step % EVERY == 0:
            pool[1 + step // EVERY % PAST] = copy.deepcopy(network).best
            points.append((step * LANES, strength(network, "greedy", games, seed + 10**6)))
            print(f"{step * LANES:>9,} decisions  won {points[-1][1]:4.1f} %  {spent:.0f} s of CPU", flush=True)
        started = time.process_time()
        action = network.best(env.observation, env.legal_rows(), env.learner)
        other = np.flatnonzero(rng.random(LANES) < EXPLORE)
        action[other] = env.legal[other, (rng.random(len(other)) * env.num_legal[other]).astype(int)]
        seen[lanes, turn], chosen[lanes, turn], seats = env.observation, action, env.learner.copy()
        env.step(action)
        over, played = env.terminated, np.arange(LONGEST) <= turn[env.terminated, None]
        won = env.final_returns[over, seats[over]].repeat(turn[over] + 1)
        ready.append((seen[over][played], chosen[over][played], won))
        turn = np.where(env.terminated, 0, np.minimum(turn + 1, LONGEST - 1))
        if sum(len(part[2]) for part in ready) >= BATCH:
            network.learn(*map(np.concatenate, zip(*ready, strict=True)), RATE * (1 - step * LANES / decisions))
            ready.clear()
        spent += time.process_time() - started
    return network, points, decisions / spent


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=2_000_000, help="of the learner (default 2,000,000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="an .svg file for the curve; a .csv is written beside it")
    args = parser.parse_args()
    network, points, speed = train(args.decisions, args.seed, games=2000)
    print(f"won {strength(network, 'greedy', 20_000, args.seed + 2 * 10**6):.1f} %; {speed:,.0f} decisions/CPU second")
    if args.picture:
        curve.write(args.picture, points, title=GAME, axes=("decisions", "games won, %"), goal=(50, "the greedy bot"))
