"""What users of the neighbours take for granted and their checks do not ask: masks, entropy, ends, closing."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from uneri.adapters import pettingzoo
from uneri.adapters.gymnasium import SeatEnv, VectorEnv

SHORT = "tidal(players=2,rounds=1)"


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("autoreset", ["next", None])
def test_no_lane_is_ever_without_an_action(copy: bool, autoreset: str | None) -> None:
    """A masked softmax over nothing is no number. All is 1 where the game is over, and exact where it isn't."""
    env = VectorEnv(SHORT, 8, copy=copy, autoreset=autoreset)
    generator, ended = np.random.default_rng(0), 0
    _, info = env.reset(seed=1)
    for _ in range(200):
        mask = info["action_mask"]
        np.testing.assert_array_equal(mask, env.action_masks())
        for lane in range(8):
            state = env.batch.get_state(lane)
            legal = np.arange(mask.shape[1]).tolist() if state.is_terminal() else state.legal_actions()
            assert np.flatnonzero(mask[lane]).tolist() == legal
            ended += state.is_terminal()
        _, _, over, _, info = env.step((generator.random(mask.shape) * mask).argmax(axis=1))
        if autoreset is None and over.any():
            assert info["action_mask"][over].all()
            _, info = env.reset(options={"reset_mask": over})
    assert autoreset is None or ended > 8


@pytest.mark.parametrize("illegal", [False, True])
def test_the_mask_at_the_end_of_one_game(illegal: bool) -> None:
    env = SeatEnv(SHORT)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        mask = info["action_mask"]
        _, _, over, _, info = env.step(int(mask.argmin() if illegal else mask.argmax()))
    assert info["action_mask"].all()
    assert env.action_masks().all()
    _, info = env.reset()
    assert not info["action_mask"].all()


def test_masks_in_gymnasium_s_own_vector() -> None:
    env = gymnasium.make_vec("uneri/Seat-v0", 4, vectorization_mode="sync", game=SHORT)
    assert isinstance(env, SyncVectorEnv)
    _, info = env.reset(seed=1)
    ended = 0
    for _ in range(60):
        assert info["action_mask"].any(axis=1).all()
        _, _, over, _, info = env.step(info["action_mask"].argmax(axis=1))
        ended += int(over.sum())
    assert ended > 4


def test_masks_of_pettingzoo_are_empty_for_whoever_is_not_to_act(name: str) -> None:
    """As in PettingZoo's own classic games; at the end nobody is, and the action is None."""
    env = pettingzoo.raw_env({"tidal": SHORT, "onda": "onda(players=2,rounds=1)"}.get(name, f"{name}(players=2)"))
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        for agent in env.agents:
            acts = agent == env.agent_selection and not env.terminations[agent]
            assert env.observe(agent)["action_mask"].any() == acts
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


@pytest.mark.parametrize("name", ["SeatEnv", "VectorEnv", "VectorEnv by opponents", "PettingZoo", "parallel"])
def test_nobody_has_seeded_it(name: str) -> None:
    """Two environments play different games, one plays another after each reset, and a seed brings the same back."""

    def make() -> object:
        if name == "SeatEnv":
            return SeatEnv("solo")
        if name == "PettingZoo":
            return pettingzoo.env("solo")
        if name == "parallel":
            return pettingzoo.parallel_env("solo")
        return VectorEnv("solo", 2, opponents="random" if "opponents" in name else None)

    def seen(env: object, seed: int | None = None) -> str:
        env.reset(seed=seed)  # type: ignore[attr-defined]
        inner = env.unwrapped  # type: ignore[attr-defined]
        if isinstance(inner, VectorEnv):
            return str([str(inner.batch.get_state(lane)) for lane in range(2)])
        return str(inner._state if isinstance(inner, SeatEnv) else inner.state_of_game)

    one, two = make(), make()
    games = [seen(one), seen(one), seen(two), seen(two)]
    assert len(set(games)) == 4
    assert [seen(one, 5), seen(one)] == [seen(two, 5), seen(two)]


def test_vectors_know_their_seed() -> None:
    env, other = VectorEnv("solo", 2), VectorEnv("solo", 2)
    assert env.np_random_seed != other.np_random_seed
    env.reset(seed=5)
    assert env.np_random_seed == 5


@pytest.mark.parametrize(("autoreset", "mode"), [("next", AutoresetMode.NEXT_STEP), (None, AutoresetMode.DISABLED)])
def test_metadata_of_vectors(autoreset: str | None, mode: AutoresetMode) -> None:
    env = VectorEnv("solo", 2, autoreset=autoreset)
    assert env.metadata["autoreset_mode"] is mode
    assert env.metadata["render_modes"] == ["ansi", "rgb_array"]
    assert env.metadata["render_fps"] > 0


def test_closing_twice() -> None:
    for env in (SeatEnv("solo", opponents="ismcts:sims=5"), VectorEnv("solo", 2, opponents="ismcts:sims=5")):
        env.reset(seed=1)
        env.close()
        env.close()
    for agents in (pettingzoo.env("solo"), pettingzoo.parallel_env("solo"), pettingzoo.raw_env("solo")):
        agents.reset(seed=1)
        agents.close()
        agents.close()


def test_nothing_is_truncated() -> None:
    env = VectorEnv("onda(players=2,rounds=1)", 4)
    _, info = env.reset(seed=1)
    for _ in range(100):
        _, _, over, cut, info = env.step(info["action_mask"].argmax(axis=1))
        assert (cut.dtype, cut.any()) == (np.bool_, False)
        assert over.dtype == np.bool_
    limited = gymnasium.make("uneri/Onda-v0", max_episode_steps=2)
    _, info = limited.reset(seed=1)
    limited.step(info["action_mask"].argmax())
    assert limited.step(limited.unwrapped.action_masks().argmax())[2:4] == (False, True)
