"""PPO with action masks on the vector environment: learns ONDA for two against the greedy bot, on one CPU core.

    python docs/examples/train_ppo.py                       # minutes; prints a curve, then 2,000 games on fresh deals
    python docs/examples/train_ppo.py --steps 20000 --deals 20
    python docs/examples/train_ppo.py --picture docs/images/train_ppo.svg

The shape is CleanRL's: one file, one loop. The learner sits on either seat, drawn for every game; the greedy bot plays
the other one inside the core, so that a step of the environment is a decision of the learner in every lane.
Schulman et al. 2017, arXiv:1707.06347; Huang and Ontanon 2020, arXiv:2006.14171 (masks).
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from pathlib import Path

import curve
import numpy as np

try:
    import torch
    from torch import nn
except ImportError:
    raise SystemExit("this example needs torch: pip install 'uneri[torch,gymnasium]'") from None

import uneri
from uneri import arena
from uneri.adapters.gymnasium import VectorEnv

GAME = "onda(players=2,rounds=1,utility=margin)"  # half the points between the two: who is ahead has more than 0
SCALE = 0.1  # of rewards, so that values are about 1
LANES, HORIZON = 128, 32
EPOCHS, MINIBATCH = 3, 1_024
LEARNING_RATE, CLIP, LAMBDA, ENTROPY, VALUE = 1e-3, 0.2, 0.95, 0.01, 0.5
RECENT = 16  # updates over which the curve is a mean


class Policy(nn.Module):
    """Two hidden layers, a head for actions and one for the value."""

    def __init__(self, inputs: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.actor, self.critic = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of actions, those of illegal ones far below any other, and values."""
        hidden = self.body(seen)
        logits = self.actor(hidden).masked_fill(~mask, -1e9)
        return logits.log_softmax(1), self.critic(hidden).squeeze(1)


class PolicyBot:
    """The most likely action, for the arena."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def act(self, state: uneri.State) -> int:
        """A legal action."""
        seen = torch.from_numpy(state.observation_tensor(state.current_player()))[None]
        mask = torch.from_numpy(state.legal_actions_mask()).bool()[None]
        with torch.no_grad():
            return int(self.policy(seen, mask)[0].argmax())


def train(game: str, steps: int, seed: int) -> tuple[Policy, list[curve.Point]]:
    """A policy after so many decisions, and its share of first places on the way."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    env = VectorEnv(game, LANES, opponents="greedy", seat=None, copy=False)
    inputs, actions = env.single_observation_space.shape[0], env.single_action_space.n
    policy = Policy(inputs, actions)
    optimizer = torch.optim.Adam(policy.parameters(), LEARNING_RATE, eps=1e-5)
    seen = torch.zeros(HORIZON, LANES, inputs)
    masks = torch.zeros(HORIZON, LANES, actions, dtype=torch.bool)
    taken = torch.zeros(HORIZON, LANES, dtype=torch.int64)
    chances, values, rewards, ends, decides = torch.zeros(5, HORIZON, LANES)

    points: list[curve.Point] = []
    recent: deque[tuple[float, int]] = deque(maxlen=RECENT)
    observation, _ = env.reset(seed=seed)
    over = np.zeros(LANES, np.bool_)
    updates = max(1, steps // (LANES * HORIZON))
    started = time.perf_counter()
    for update in range(1, updates + 1):
        won, games = 0.0, 0
        for t in range(HORIZON):
            seen[t] = torch.from_numpy(observation)
            masks[t] = torch.from_numpy(env.action_masks())
            masks[t, over] = True  # a game that is over: the next step begins another, whatever the action
            decides[t] = torch.from_numpy(~over)
            with torch.no_grad():
                likely, values[t] = policy(seen[t], masks[t])
            taken[t] = torch.multinomial(likely.exp(), 1).squeeze(1)
            chances[t] = likely.gather(1, taken[t][:, None]).squeeze(1)
            observation, earned, over, _, info = env.step(taken[t].numpy())
            over = over.copy()  # arrays are the batch's own
            rewards[t], ends[t] = torch.from_numpy(SCALE * earned), torch.from_numpy(over)
            margins = info["final_returns"][over, env.batch.learner[over]]
            won, games = won + (margins > 0).sum() + (margins == 0).sum() / 2, games + len(margins)
        recent.append((won, games))

        with torch.no_grad():  # advantages, without discount: games are short
            after = policy(torch.from_numpy(observation), torch.ones(LANES, actions, dtype=torch.bool))[1]
            advantages, later = torch.zeros(HORIZON, LANES), torch.zeros(LANES)
            for t in reversed(range(HORIZON)):
                following = values[t + 1] if t + 1 < HORIZON else after
                delta = rewards[t] + (1 - ends[t]) * following - values[t]
                advantages[t] = later = delta + LAMBDA * (1 - ends[t]) * later
            goals = advantages + values

        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * (1 - (update - 1) / updates)
        rows = decides.flatten().nonzero().squeeze(1)
        flat = [x.flatten(0, 1) for x in (seen, masks, taken, chances, advantages, goals)]
        for _ in range(EPOCHS):
            for part in rows[torch.randperm(len(rows))].split(MINIBATCH):
                s, m, a, before, gain, goal = (x[part] for x in flat)
                likely, value = policy(s, m)
                ratio = (likely.gather(1, a[:, None]).squeeze(1) - before).exp()
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                gains = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                spread = -(likely.exp() * likely).sum(1).mean()
                loss = VALUE * (value - goal).square().mean() - gains - ENTROPY * spread
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
                optimizer.step()

        done = update * LANES * HORIZON
        first = sum(w for w, _ in recent) / max(1, sum(n for _, n in recent))
        points.append((done, 100 * first))
        if update % max(1, updates // 20) == 0:
            rate = done / (time.perf_counter() - started)
            print(f"{done:>9,} decisions  first in {100 * first:5.1f} % of games  {rate:,.0f} decisions/s", flush=True)
    return policy, points


def main() -> None:
    """Trains, draws, and lets the arena say how good it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default=GAME, help="any game with two seats and a greedy bot; utility=margin")
    parser.add_argument("--steps", type=int, default=2_000_000, help="decisions of the learner (default 2,000,000)")
    parser.add_argument(
        "--deals", type=int, default=1_000, help="fresh deals, each played on both seats (default 1,000)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="an .svg file for the curve; a .csv is written beside it")
    args = parser.parse_args()
    policy, points = train(args.game, args.steps, args.seed)
    if args.picture:
        axes = ("decisions of the learner", f"first places in %, mean of {RECENT} updates")
        title = f"PPO against the greedy bot, {args.game}"
        curve.write(args.picture, points, title=title, axes=axes, goal=(50, "as good as the greedy bot"))

    def ppo() -> PolicyBot:
        return PolicyBot(policy)

    result = arena.run(args.game, [ppo, "greedy"], deals=args.deals, seed=args.seed + 1_000_000)
    print(result)


if __name__ == "__main__":
    main()
