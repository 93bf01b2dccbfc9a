"""Imitation from a data set: a network of one hidden layer learns the moves of the greedy player. numpy only.

    uneri selfplay 'onda(players=3,rounds=1)' --bots greedy --games 20000 --out games
    python docs/examples/train_imitation.py games --passes 4
    python docs/examples/train_imitation.py games --picture docs/images/train_imitation.svg

The last shard is never trained on: the curve is the share of its decisions in which the network plays what the bot played.
At the end the network plays against that bot.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import curve
import numpy as np
from numpy.typing import NDArray

import uneri
from uneri import data

COLUMNS = ("observation", "mask", "action")
Floats = NDArray[np.float32]


class Network:
    """Observation -> hidden layer (ReLU) -> logits of all actions, trained by Adam on the cross-entropy."""

    def __init__(self, inputs: int, hidden: int, actions: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        shapes = [(inputs, hidden), (hidden,), (hidden, actions), (actions,)]
        self.weights = [(rng.standard_normal(shape) * (2 / shape[0]) ** 0.5).astype(np.float32) for shape in shapes]
        self.weights[1][:], self.weights[3][:] = 0, 0
        self._moments = [(np.zeros(shape, np.float32), np.zeros(shape, np.float32)) for shape in shapes]
        self._steps = 0

    def logits(self, observation: Floats, mask: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The logits, illegal ones far below, and the hidden layer."""
        w, b, v, c = self.weights
        hidden = np.maximum(observation @ w + b, 0)
        return np.where(mask, hidden @ v + c, np.float32(-1e9)), hidden

    def learn(self, batch: dict[str, NDArray[Any]], rate: float) -> float:
        """One step; returns the loss before it."""
        observation, action = batch["observation"], batch["action"].astype(np.int64)
        logits, hidden = self.logits(observation, batch["mask"])
        logits -= logits.max(axis=1, keepdims=True)
        shares = np.exp(logits)
        shares /= shares.sum(axis=1, keepdims=True)
        rows = np.arange(len(action))
        loss = float(-np.log(np.maximum(shares[rows, action], 1e-12)).mean())
        shares[rows, action] -= 1
        shares /= np.float32(len(action))
        back = (shares @ self.weights[2].T) * (hidden > 0)
        self._move([observation.T @ back, back.sum(axis=0), hidden.T @ shares, shares.sum(axis=0)], rate)
        return loss

    def _move(self, slopes: list[Floats], rate: float) -> None:
        self._steps += 1
        for weight, slope, (first, second) in zip(self.weights, slopes, self._moments, strict=True):
            first += np.float32(0.1) * (slope - first)
            second += np.float32(0.001) * (slope * slope - second)
            mean, spread = first / (1 - 0.9**self._steps), second / (1 - 0.999**self._steps)
            weight -= np.float32(rate) * mean / (np.sqrt(spread) + np.float32(1e-8))


class Player:
    """The network as a bot."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def act(self, state: uneri.State) -> int:
        """The likeliest action."""
        seen = np.asarray(state.observation_tensor(state.current_player()), np.float32)
        mask = np.asarray(state.legal_actions_mask(), np.bool_)
        return int(self._network.logits(seen[None], mask[None])[0].argmax())


def agreement(network: Network, batches: list[dict[str, NDArray[Any]]]) -> float:
    """The share of decisions in which the network does what was done."""
    right = sum(
        int((network.logits(b["observation"], b["mask"])[0].argmax(axis=1) == b["action"]).sum()) for b in batches
    )
    return right / sum(len(b["action"]) for b in batches)


def match(network: Network, game: uneri.Game, rival: str, games: int, seed: int) -> float:
    """The network's mean share of first places on every seat in turn; an even share is 1 by the number of seats."""
    from uneri.bots import make_bot

    player, other, won = Player(network), make_bot(rival), 0.0
    for number in range(games):
        state, own = game.new_initial_state(seed + number // game.num_players), number % game.num_players
        while (seat := state.current_player()) >= 0:
            state.apply_action((player if seat == own else other).act(state))
        returns = state.returns()
        won += (returns[own] == max(returns)) / returns.count(max(returns))
    return won / games


def train(rows: data.DataSet, passes: int, *, hidden: int = 128, rate: float = 1e-3, seed: int = 0) -> Any:
    """Trains on all shards but the last. Returns the network and the points of the curve."""
    settings = rows.settings
    game = uneri.load_game(settings["game"], **settings["options"])
    if len(rows.shards) < 2:
        raise SystemExit("the data set has one shard; two are needed, one to learn from and one to look at")
    network = Network(game.observation_tensor_shape[0], hidden, game.num_distinct_actions, seed)
    count = len(rows.shards)
    unseen = list(rows.batches(columns=COLUMNS, part=(count - 1, count)))
    points, seen, start = [(0.0, agreement(network, unseen))], 0, time.perf_counter()
    for number in range(passes):
        for shard in np.random.default_rng([seed, number]).permutation(count - 1):
            for batch in rows.batches(256, columns=COLUMNS, part=(int(shard), count)):
                network.learn(batch, rate)
                seen += len(batch["action"])
        points.append((float(seen), agreement(network, unseen)))
        print(f"{seen:>10,} decisions  {points[-1][1]:.1%} as the bot  {time.perf_counter() - start:.0f} s", flush=True)
    return game, network, points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="what `uneri selfplay` wrote")
    parser.add_argument("--passes", type=int, default=4, help="over the data; default: 4")
    parser.add_argument("--games", type=int, default=300, help="against the bot at the end; default: 300")
    parser.add_argument("--picture", type=Path, help="an SVG file for the curve")
    args = parser.parse_args()
    rows = data.load(args.folder)
    game, network, points = train(rows, args.passes)
    rival = rows.settings["bots"][0]
    won = match(network, game, rival, args.games, 1_000_000)
    print(
        f"first in {won:.1%} of {args.games} games against {rival} on all other seats; even: {1 / game.num_players:.1%}"
    )
    if args.picture:
        title = f"{rows.settings['game']}: learning from {rival}"
        curve.write(args.picture, points, title=title, axes=("decisions", "share as the bot"))


if __name__ == "__main__":
    main()
