"""VectorEnv with opponents: the same games as one seat's view of single states."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from uneri.adapters.gymnasium import VectorEnv
from uneri.bots import GreedyBot, has_greedy

pytestmark = pytest.mark.adapters


@pytest.mark.parametrize("copy", [True, False])
def test_the_learner_s_rewards_add_up_to_its_returns(text: str, copy: bool) -> None:
    """Over a game; and what it sees at the end is its own view of it."""
    greedy = has_greedy(text.partition("(")[0])
    env = VectorEnv(text, 3, opponents="greedy" if greedy else "random", seat=None, copy=copy)
    start = env.batch.game.new_initial_state().returns()[0]
    observation, info = env.reset(seed=2)
    assert env.observation_space.contains(observation)
    generator = np.random.default_rng(1)
    earned, ended = np.zeros(3), 0
    for _ in range(1_500):
        over = info["current_player"] < 0
        learner = env.batch.learner.copy()
        assert (over | (info["current_player"] == learner)).all()
        masks = info["action_mask"]
        scores = generator.random(masks.shape) * masks
        observation, rewards, done, cut, info = env.step(scores.argmax(axis=1))
        assert not cut.any()
        assert not rewards[over].any()
        earned = np.where(over, 0.0, earned + rewards)
        for lane in np.flatnonzero(done):
            assert earned[lane] == pytest.approx(info["final_returns"][lane, learner[lane]] - start, abs=1e-3)
            seen = env.batch.get_state(lane).observation_tensor(int(learner[lane]))
            np.testing.assert_array_equal(observation[lane], seen)
            ended += 1
        if ended > 4:
            return
    pytest.fail("no game ended")


def test_made_by_gymnasium() -> None:
    """With statistics of its own wrapper; the bots in Python play what those in the core play."""
    seen = []
    for opponents in ("greedy", GreedyBot()):
        settings: dict[str, Any] = {"game": "onda(players=3,rounds=1)", "opponents": opponents, "seat": 2}
        env = gymnasium.make_vec("uneri/Seat-v0", 4, vectorization_mode="vector_entry_point", **settings)
        env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
        _, info = env.reset(seed=4)
        run = []
        for _ in range(60):
            observation, rewards, over, _, info = env.step(info["action_mask"].argmax(axis=1))
            run.append((observation.tobytes(), rewards.tolist(), over.tolist()))
        assert len(env.return_queue) > 4
        seen.append(run)
    assert seen[0] == seen[1]


def test_settings_are_checked() -> None:
    with pytest.raises(ValueError, match="seat is 5; allowed: 0 to 2"):
        VectorEnv("onda(players=3)", 2, opponents="greedy", seat=5)
    with pytest.raises(ValueError, match="seat is 1 without opponents"):
        VectorEnv("onda(players=3)", 2, seat=1)
