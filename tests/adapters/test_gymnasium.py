"""Gymnasium's own checks on our games, and what they don't check."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import uneri
from uneri.adapters.gymnasium import SeatEnv, VectorEnv


@pytest.mark.parametrize("seat", [0, None])
def test_checks(text: str, seat: int | None) -> None:
    check_env(gymnasium.make("uneri/Seat-v0", game=text, seat=seat).unwrapped)


def test_rewards_are_what_the_seat_earns(text: str) -> None:
    env = SeatEnv(text, seat=1, opponents="greedy")
    generator = np.random.default_rng(3)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        paid, over = 0.0, False
        start = env.game.new_initial_state(0).returns()[1]
        while not over:
            np.testing.assert_array_equal(env.action_masks(), info["action_mask"])
            action = generator.choice(np.flatnonzero(info["action_mask"]))
            _, reward, over, cut, info = env.step(action)
            assert not cut
            paid += reward
        assert env._state is not None
        assert paid == pytest.approx(env._state.returns()[1] - start, abs=1e-9)
        with pytest.raises(ValueError, match="the game is over"):
            env.step(0)


def test_same_seed_same_games(text: str) -> None:
    seen = []
    for _ in range(2):
        env = SeatEnv(text, seat=None)
        observation, info = env.reset(seed=5)
        run = [observation.tobytes()]
        for _ in range(10):
            observation, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
            run.append((observation.tobytes(), reward, over))
            if over:
                observation, info = env.reset()
        seen.append(run)
    assert seen[0] == seen[1]


class Told:
    """Takes the first action, and writes down what it is told."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, int | None]] = []

    def act(self, state: Any) -> int:
        return int(state.legal_actions()[0])

    def watch(self, player: int, action: int | None, sight: int) -> None:
        self.heard.append((player, action))


def test_opponents_are_told_what_their_seats_see() -> None:
    """Those that keep their trees need it; an illegal action is no decision."""
    bot = Told()
    env = SeatEnv("solo(players=2)", seat=0, opponents=bot, illegal="raise")
    _, info = env.reset(seed=3)
    with pytest.raises(ValueError, match="legal"):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    own = int(info["action_mask"].argmax())
    before = len(bot.heard)
    env.step(own)
    assert bot.heard[before] == (0, own)
    assert {player for player, _ in bot.heard} == {0, 1}
    kept = SeatEnv("tidal(players=2,rounds=1)", opponents="ismcts:sims=20,follow=true")
    _, info = kept.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = kept.step(int(info["action_mask"].argmax()))


def test_illegal_actions() -> None:
    for illegal in ("end", "raise"):
        env = SeatEnv("onda(players=2,rounds=1)", illegal=illegal)
        _, info = env.reset(seed=1)
        wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
        if illegal == "raise":
            with pytest.raises(ValueError, match="is not legal here"):
                env.step(wrong)
            env.step(int(info["action_mask"].argmax()))
        else:
            _, reward, over, _, info = env.step(wrong)
            assert (reward, over, info["illegal"]) == (env.game.min_utility, True, True)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seat": 9}, "seat is 9; allowed: 0 to 2, None"),
        ({"illegal": "no"}, "illegal is 'no'; allowed: end, raise"),
        ({"render_mode": "svg"}, "render_mode is 'svg'; allowed: None, ansi, human"),
        ({"opponents": ["random"]}, "opponents must be one or 2, not 1"),
        ({"opponents": "nobody"}, "nobody"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SeatEnv("onda(players=3)", **settings)


PROGRAM = """
import json, os, sys
with open(sys.argv[1], "a") as log:
    print("begins", os.getpid(), file=log)
for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "act":
        print(json.dumps({"id": request["id"], "action": request["legal"][0]["action"]}), flush=True)
with open(sys.argv[1], "a") as log:
    print("ends", os.getpid(), file=log)
"""


@pytest.mark.subprocess
def test_programs_end_with_the_environment(tmp_path: Path) -> None:
    """One program plays all games, and `close` ends it."""
    script, log = tmp_path / "bot.py", tmp_path / "log"
    script.write_text(PROGRAM)
    env = SeatEnv("onda(players=2,rounds=1)", opponents=f"exec:'{sys.executable}' '{script}' '{log}'")
    for seed in range(3):
        env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, _ = env.step(np.flatnonzero(env.action_masks())[0])
    assert [line.split()[0] for line in log.read_text().splitlines()] == ["begins"]
    env.close()
    begun, ended = log.read_text().splitlines()
    assert begun.replace("begins", "ends") == ended


def test_bots_get_their_seats() -> None:
    """The first opponent sits after the learner."""

    class Noting:
        def __init__(self) -> None:
            self.seats: set[int] = set()

        def act(self, state: uneri.State) -> int:
            self.seats.add(state.current_player())
            return state.legal_actions()[0]

    bots = [Noting(), Noting()]
    env = SeatEnv("onda(players=3,rounds=1)", seat=1, opponents=bots)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert [bot.seats for bot in bots] == [{2}, {0}]


@pytest.mark.parametrize("copy", [True, False])
def test_vectors_are_the_games_of_their_seeds(text: str, copy: bool) -> None:
    """Every lane's observations, rewards and masks are those of a state that plays the same actions."""
    env = VectorEnv(text, 4, copy=copy)
    observation, info = env.reset(seed=np.arange(4))
    assert env.observation_space.contains(observation)
    states = [env.batch.game.new_initial_state(seed) for seed in range(4)]
    generator = np.random.default_rng(1)
    for _ in range(60):
        actions = np.array(
            [generator.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in info["action_mask"]]
        )
        acted = [state.current_player() for state in states]
        observation, rewards, over, cut, info = env.step(actions)
        assert not cut.any()
        for lane, state in enumerate(states):
            if state.is_terminal():
                states[lane] = env.batch.game.new_initial_state(int(env.batch.seeds[lane]))
                assert rewards[lane] == 0
                continue
            state.apply_action(actions[lane])
            assert rewards[lane] == pytest.approx(state.rewards()[acted[lane]], abs=1e-5)
            assert over[lane] == state.is_terminal()
            assert info["current_player"][lane] == state.current_player()
            if not state.is_terminal():
                np.testing.assert_array_equal(observation[lane], state.observation_tensor(state.current_player()))
                np.testing.assert_array_equal(info["action_mask"][lane], state.legal_actions_mask())


def test_made_by_gymnasium() -> None:
    env = gymnasium.make_vec(
        "uneri/Seat-v0", 8, vectorization_mode="vector_entry_point", game="onda(players=2,rounds=1)"
    )
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    _, info = env.reset(seed=4)
    ended = 0
    for _ in range(200):
        _, _, over, _, info = env.step(info["action_mask"].argmax(axis=1))
        ended += int(over.sum())
    assert ended > 8
    assert len(env.return_queue) == min(ended, env.return_queue.maxlen or ended)


def test_resets_by_mask() -> None:
    env = VectorEnv("onda(players=2,rounds=1)", 3, autoreset=None)
    env.reset(seed=1)
    after, *_ = env.step(env.action_masks().argmax(axis=1))
    again, _ = env.reset(seed=[1, 2, 3], options=None)
    assert not np.array_equal(after, again)
    env.step(env.action_masks().argmax(axis=1))
    kept = env.batch.observation[1:].copy()
    env.reset(options={"reset_mask": np.array([True, False, False])})
    np.testing.assert_array_equal(env.batch.observation[1:], kept)
    with pytest.raises(ValueError, match="autoreset is 'same'; allowed: 'next', None"):
        VectorEnv("onda", 2, autoreset="same")
    with pytest.raises(ValueError, match="an integer, one for each lane"):
        env.reset(seed=[1, None, 2])


def test_a_seat_that_never_decides_is_no_endless_loop() -> None:
    env = SeatEnv("solo(players=3,max_rounds=1,turn_cap=1)", seat=2)
    with pytest.raises(ValueError, match=r"seat 2 made no decision in 65 games of solo\(.*turn_cap=1"):
        env.reset(seed=1)
    with pytest.raises(ValueError, match="the game is over; call reset"):
        env.step(0)
