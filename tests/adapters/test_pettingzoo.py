"""PettingZoo's own checks on our games, and what they don't check."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import uneri
from uneri.adapters import pettingzoo

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of its own games, which its tests import
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env])
def test_api(text: str, make: Any) -> None:
    api_test(make(text, mask="info"), num_cycles=100, verbose_progress=False)


def test_api_with_masks_in_observations(text: str) -> None:
    """PettingZoo warns of any observation that is a dict, but for a list of its own environments."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation (space for each agent probably|is not a NumPy array)")
        api_test(pettingzoo.env(text), num_cycles=100, verbose_progress=False)


def test_seeds_and_parallel(text: str) -> None:
    seed_test(lambda: pettingzoo.env(text), num_cycles=60)
    parallel_api_test(pettingzoo.parallel_env(text), num_cycles=60)


def test_a_hundred_games(text: str) -> None:
    """Rewards add up to what the seats earned, masks are the legal actions of the agent that acts and of no other."""
    env = pettingzoo.raw_env(text)
    env.reset(seed=11)
    generator = np.random.default_rng(11)
    for _ in range(100):
        env.reset()
        start = np.array(env.state_of_game.returns())
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            total[agent] += reward
            if over:
                env.step(None)
                continue
            legal = env.state_of_game.legal_actions()
            assert np.flatnonzero(observation["action_mask"]).tolist() == legal
            env.step(int(generator.choice(legal)))
        np.testing.assert_allclose(list(total.values()), np.array(env.state_of_game.returns()) - start, atol=1e-9)


def test_waiting_agents_have_no_legal_action(text: str) -> None:
    env = pettingzoo.env(text)
    env.reset(seed=2)
    for agent in env.possible_agents:
        assert bool(env.observe(agent)["action_mask"].any()) == (agent == env.agent_selection)


def test_illegal_actions() -> None:
    env = pettingzoo.raw_env("onda(players=2)")
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        env.observe("seat_0")
    env.reset(seed=1)
    before = env.state_of_game
    with pytest.raises(ValueError, match="is not legal here"):
        env.step(next(action for action in range(env.game.num_distinct_actions) if not before.is_legal(action)))
    assert env.state_of_game == before


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    for mode in ("ansi", "svg"):
        env = pettingzoo.env("tacta", render_mode=mode)
        env.reset(seed=1)
        assert ("<svg" in env.render()) == (mode == "svg")
    pictures = {"svg": lambda shown: shown.startswith("<svg")}
    render_test(lambda render_mode=None: pettingzoo.env("tacta", render_mode=render_mode), pictures)
    human = pettingzoo.env("onda", render_mode="human")
    human.reset(seed=1)
    capsys.readouterr()
    human.step(int(human.observe(human.agent_selection)["action_mask"].argmax()))
    assert "round 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"render_mode": "rgb"}, "render_mode is 'rgb'; allowed: None, human, ansi, svg"),
        ({"mask": "none"}, "mask is 'none'; allowed: observation, info"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pettingzoo.env(uneri.load_game("onda"), **settings)
