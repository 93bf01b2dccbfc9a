"""PPO on a batch of games: learns ONDA for two until it beats the greedy bot, in minutes on one CPU core.

    python docs/examples/train_ppo.py --save policy.pt         # ends with 4,000 games on fresh deals
    python docs/examples/train_ppo.py --picture docs/images/train_ppo.svg
    PYTHONPATH=docs/examples uneri arena onda -o rounds=1 --seats 2 --bots greedy --bot "train_ppo:PolicyBot"

The shape is CleanRL's: one file, one loop. The learner sits on either seat, drawn for every game; the greedy bot plays
the other one inside the core, so that a step of the environment is a decision of the learner in every lane. It learns by
won and lost games alone. The core draws the actions from the policy's logits and keeps what PPO needs of each step. With
`--taught` its first decisions are lessons instead: the policy plays, and is taught what the greedy bot would have done in
its place. With `--data` it first learns by heart what bots did in a data set:

    uneri selfplay 'onda(players=2,rounds=1,utility=win)' --bots greedy --games 4000 --out games
    python docs/examples/train_ppo.py --data games --picture curve.svg

Schulman et al. 2017, arXiv:1707.06347 (PPO); Huang and Ontanon 2020, arXiv:2006.14171 (masks); Ross et al. 2011,
arXiv:1011.0686 (teaching in the learner's own states).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import curve
import numpy as np
from numpy.typing import NDArray

try:
    import torch
    from torch import nn
except ImportError:
    raise SystemExit("this example needs torch: pip install torch") from None

import uneri
from uneri import arena, onda
from uneri.bots import GreedyBot

GAME = "onda(players=2,rounds=1,utility=win)"  # 1 for a game that is won, 0 for one that is lost
LANES, HORIZON = 512, 32
EPOCHS, MINIBATCH = 3, 2_048
TEACHING_RATE, LEARNING_RATE = 1e-3, 7e-4  # Adam's; the latter falls to 0
CLIP, LAMBDA, ENTROPY, VALUE = 0.2, 0.95, 0.01, 0.5  # no discount: a game is some ten decisions of a seat
SHAPES = ("SINGLE", "RUN2", "RUN3", "RUN4", "SET2", "SET3", "SET4")
OTHERS = ("PASS", "TURN", "SLOT_LOW", "SLOT_HIGH", "DIAL_KEEP", "DIAL_ADVANCE", "HIDE")
KINDS = 30  # of cards


def describe(name: str) -> list[float]:
    """An action of ONDA in numbers, from its name: what it is, its rank, its joker, the cards it takes from the hand."""
    kind, *words = name.split()
    what = [float(kind == known) for known in SHAPES + OTHERS]
    rank, joker, cards = np.zeros(15), np.zeros(16), np.zeros((2, 15))  # joker: is there one, and for which number
    if kind == "HIDE":
        cards["bg".index(words[0][0]), int(words[0][1:]) - 1] = 1
    elif kind in SHAPES:
        low = int(words[0].lstrip("bgJ="))
        rank[low - 1] = 1
        if words[0].startswith("J="):
            joker[[0, low]] = 1
        elif kind.startswith("SET"):
            for suit in words[1].removesuffix("+J"):
                cards["bg".index(suit), low - 1] += 1
            joker[[0, low]] = words[1].endswith("+J")
        else:
            length = 1 if kind == "SINGLE" else int(kind[3:])
            cards["bg".index(words[0][0]), low - 1 : low - 1 + length] = 1
            if len(words) > 1:
                number = int(words[1].removeprefix("J@"))
                joker[[0, number]] = 1
                cards[:, number - 1] = 0
    return [*what, *rank, *joker, *cards.ravel()]


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


class Policy(nn.Module):
    """A state and each action become vectors; an action is as likely as the two fit. A net of its own tells the value.

    What is learned of an action so goes for those like it: most of the 584 are rare.
    """

    def __init__(self, game: uneri.Game) -> None:
        super().__init__()
        inputs, width, size = game.observation_tensor_shape[0], 256, 128
        names = [game.action_to_string(0, action) for action in range(game.num_distinct_actions)]
        described = np.array([describe(name) for name in names], np.float32)
        self.cards = described[:, -KINDS:].astype(np.int8)
        self.register_buffer("described", torch.from_numpy(described), persistent=False)
        self.states = nn.Sequential(
            layer(inputs, width), nn.ReLU(), layer(width, width), nn.ReLU(), layer(width, size + 1, 1)
        )
        self.actions = nn.Sequential(layer(described.shape[1], size), nn.ReLU(), layer(size, size, 0.1))
        self.critic = nn.Sequential(layer(inputs, 128), nn.ReLU(), layer(128, 64), nn.ReLU(), layer(64, 1, 1))

    def hints(self, seen: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.float32]:
        """For each legal action the change of the least number of plays that shed the hand: -1 for a card gone well."""
        hands = np.rint(2 * seen[:, :KINDS]).astype(np.int8)  # what is seen begins with half the counts of the own hand
        states, actions = masks.nonzero()
        left = np.maximum(hands[states] - self.cards[actions], 0).astype(np.uint8)
        now = onda.min_plays(hands.astype(np.uint8), 0).astype(np.float32)
        out = np.zeros(masks.shape, np.float32)
        out[states, actions] = onda.min_plays(left, 0) - now[states]
        return out

    def forward(
        self, seen: torch.Tensor, masks: torch.Tensor, hints: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of actions, those of illegal ones far below any other, and values."""
        wishes = self.states(seen)
        logits = wishes[:, :-1] @ self.actions(self.described).T + wishes[:, -1:] * hints
        return logits.masked_fill(~masks, -1e8).log_softmax(1), self.critic(seen).squeeze(1)


class PolicyBot:
    """Plays the most likely action: a bot for the arena, `uneri play` and `make_bot`."""

    def __init__(self, file: str | Path = "policy.pt", policy: Policy | None = None) -> None:
        torch.set_num_threads(1)
        if policy is None:
            policy = Policy(uneri.load_game(GAME))
            policy.load_state_dict(torch.load(file, weights_only=True))
        self.policy = policy
        with torch.no_grad():
            self.actions = policy.actions(policy.described).numpy()

    def new_game(self, game: uneri.Game, seat: int, seed: int) -> None:
        """One bot serves all games."""

    def act(self, state: uneri.State) -> int:
        """A legal action."""
        seen = state.observation_tensor(state.current_player())
        mask = state.legal_actions_mask().view(np.bool_)
        with torch.no_grad():
            wish = self.policy.states(torch.from_numpy(seen)).numpy()
        logits = self.actions @ wish[:-1] + self.policy.hints(seen[None], mask[None])[0] * wish[-1]
        return int(np.where(mask, logits, -np.inf).argmax())


def imitate(policy: Policy, optimizer: torch.optim.Optimizer, folder: str | Path, passes: int = 2) -> float:
    """Teaches the moves and returns of a data set. Returns the share of moves it would have played, in the last pass."""
    from uneri import data  # needs pyarrow

    rows, game = data.load(folder), uneri.load_game(GAME)
    if (rows.settings["game"], rows.settings["options"]) != (game.name, game.options):
        raise SystemExit(f"{folder} has games of {rows.settings['game']} with other options; this learns {GAME}")
    optimizer.param_groups[0]["lr"] = TEACHING_RATE
    share = 0.0
    for number in range(passes):
        right = seen = 0
        for batch in rows.batches(MINIBATCH // 4, shuffle=number):
            hints = torch.from_numpy(policy.hints(batch["observation"], batch["mask"]))
            action, goal = torch.from_numpy(batch["action"]).long(), torch.from_numpy(batch["return"])
            likely, value = policy(torch.from_numpy(batch["observation"]), torch.from_numpy(batch["mask"]), hints)
            loss = -likely.gather(1, action[:, None]).mean() + VALUE * (value - goal).square().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()
            right, seen = right + int((likely.argmax(1) == action).sum()), seen + len(action)
        share = right / seen
        print(f"{seen:>9,} decisions  of the data set, {share:.1%} as its bots", flush=True)
    return share


def train(steps: int, taught: int, seed: int, folder: str | Path | None = None) -> tuple[Policy, list[curve.Point]]:
    """A trained policy, and the games that it won on the way: decisions so far, percent of an update's games."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    env = uneri.BatchEnv(GAME, LANES, seed=seed, opponents="greedy", seat=None)
    game, teacher = env.game, GreedyBot()
    policy = Policy(game)
    optimizer = torch.optim.Adam(policy.parameters(), eps=1e-5)
    if folder is not None:
        imitate(policy, optimizer, folder)
    rollout = None
    hints = torch.zeros(HORIZON, LANES, game.num_distinct_actions)
    examples = torch.zeros(HORIZON, LANES, dtype=torch.int64)
    values = torch.zeros(HORIZON, LANES)

    points: list[curve.Point] = []
    size = LANES * HORIZON
    updates, lessons = max(1, steps // size), taught // size
    started = time.process_time()
    for update in range(updates):
        lesson = update < lessons
        numbers = iter(range(HORIZON))

        def decide(
            seen: NDArray[np.float32], mask: NDArray[np.uint8], numbers: Iterator[int] = numbers, lesson: bool = lesson
        ) -> NDArray[np.float32]:
            """The logits of the next step. What else the learner needs of it is kept."""
            t, legal = next(numbers), mask.view(np.bool_)
            hints[t] = torch.from_numpy(policy.hints(seen, legal))
            with torch.no_grad():
                likely, values[t] = policy(torch.from_numpy(seen), torch.from_numpy(legal), hints[t])
            if lesson:
                examples[t] = torch.tensor([teacher.act(env.get_state(lane)) for lane in range(LANES)])
            return likely.numpy()

        rollout = env.rollout(HORIZON, decide, out=rollout)
        seen, masks = torch.from_numpy(rollout.observation), torch.from_numpy(rollout.mask.view(np.bool_))
        chosen, chances = torch.from_numpy(rollout.actions).long(), torch.from_numpy(rollout.log_prob)
        rewards, ends = torch.from_numpy(rollout.reward), torch.from_numpy(rollout.terminated).float()
        won, games = rollout.reward[rollout.terminated].sum(), rollout.terminated.sum()

        with torch.no_grad():  # generalised advantage estimation; nothing follows the end of a game
            following = policy.critic(torch.from_numpy(env.observation)).squeeze(1)
        advantages, later = torch.zeros(HORIZON, LANES), torch.zeros(LANES)
        for t in reversed(range(HORIZON)):
            delta = rewards[t] + (1 - ends[t]) * following - values[t]
            advantages[t] = later = delta + LAMBDA * (1 - ends[t]) * later
            following = values[t]

        falling = LEARNING_RATE * (updates - update) / max(1, updates - lessons)
        optimizer.param_groups[0]["lr"] = TEACHING_RATE if lesson else falling
        arrays = (seen, masks, hints, chosen, examples, chances, advantages, advantages + values)
        rows = [array.flatten(0, 1) for array in arrays]
        for _ in range(EPOCHS):
            for part in torch.randperm(size).split(MINIBATCH):
                s, m, h, action, example, before, gain, goal = (x[part] for x in rows)
                likely, value = policy(s, m, h)
                if lesson:
                    loss = -likely.gather(1, example[:, None]).mean()
                else:
                    ratio = (likely.gather(1, action[:, None]).squeeze(1) - before).exp()
                    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                    loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                    loss += ENTROPY * (likely.exp() * likely).sum(1).mean()
                loss += VALUE * (value - goal).square().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
                optimizer.step()

        points.append(((update + 1) * size, 100 * won / max(1, games)))
        if (update + 1) % max(1, updates // 20) == 0 or update + 1 in (lessons, updates):
            (done, share), how = points[-1], "taught" if lesson else "PPO"
            seconds = time.process_time() - started
            print(f"{done:>9,} decisions  {how:<6}  won {share:4.1f} %  {seconds:.0f} s of CPU", flush=True)
    return policy, points


def main() -> None:
    """Trains, draws, and lets the arena say how good it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=500_000, help="decisions of the learner (default 500,000)")
    parser.add_argument("--taught", type=int, default=0, help="the first of them, which are lessons (default 0)")
    parser.add_argument(
        "--deals", type=int, default=2_000, help="fresh deals, each played on both seats (default 2,000)"
    )
    parser.add_argument("--data", metavar="DIR", help="a data set of `uneri selfplay` to learn from first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a file for the policy, which PolicyBot reads")
    parser.add_argument("--picture", type=Path, help="an .svg file for the curve; a .csv is written beside it")
    args = parser.parse_args()
    policy, points = train(args.steps, args.taught, args.seed, args.data)
    if args.save:
        torch.save(policy.state_dict(), args.save)
    if args.picture:
        title = f"PPO against the greedy bot, {GAME}"
        axes = ("decisions of the learner", "games won, %")
        curve.write(args.picture, points, title=title, axes=axes, goal=(50, "as good as the greedy bot"))
    bots = {"ppo": lambda: PolicyBot(policy=policy), "greedy": "greedy"}
    result = arena.run(GAME, bots, deals=args.deals, seed=args.seed + 1_000_000)
    (share,) = (row.first for row in result.rows if row.bot.startswith("ppo"))
    value, low, high = ("?" if x is None else f"{100 * x:.1f}" for x in (share.value, share.low, share.high))
    print(f"first in {value} % [{low} .. {high}] of {result.games_played:,} games on fresh deals")


if __name__ == "__main__":
    main()
