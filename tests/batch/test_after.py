"""What comes of each legal action in a batch's lanes, and bots' actions in all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import uneri
from _batches import SLOW, assert_same, copies, short
from uneri.batch import After
from uneri.bots import GreedyBot, NetBot, RandomBot, make_bot
from uneri.train import features, has_features


def rows_of(rows: After) -> dict[str, Any]:
    return {name: array.copy() for name, array in vars(rows).items()}


def assert_rows(mine: After, yours: After | dict[str, Any]) -> None:
    theirs = yours if isinstance(yours, dict) else vars(yours)
    for name, array in vars(mine).items():
        assert array.dtype == theirs[name].dtype, name
        assert np.array_equal(array, theirs[name]), name


def is_plain(state: Any, after: Any) -> bool:
    """Is an action's result one that the seat could foresee? The others are in drawn worlds."""
    if state.game.name == "tacta":  # where cards are drawn after each action
        return not after.is_terminal()
    return state.game.name == "onda" and not after.is_terminal() and not after.is_chance_node()


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_rows_are_what_the_seat_sees(name: str, dtype: str) -> None:
    """Actions whose result the seat can foresee are played again with single states."""
    game = short(name)
    env = uneri.BatchEnv(game, 5, seed=3, dtype=dtype)
    plain = 0
    for _ in range(12 if name in SLOW else 40):
        rows = env.after()
        assert np.array_equal(np.diff(rows.offsets), env.num_legal)
        assert np.array_equal(rows.actions, env.legal[env.legal >= 0])
        assert rows.observation.dtype == env.observation.dtype
        for lane in range(5):
            state = game.state_from_dict({**env.get_state(lane).to_dict(), "rng": None})  # so that chance stays open
            seat = state.current_player()
            for row in range(rows.offsets[lane], rows.offsets[lane + 1]):
                after = state.clone()
                after.apply_action(int(rows.actions[row]))
                if not is_plain(state, after):
                    continue
                plain += 1
                seen = after.observation_tensor(seat)
                if dtype == "uint8":
                    seen = np.clip((seen - env.observation_low) / env.observation_step + 0.5, 0, 255).astype(np.uint8)
                assert np.abs(rows.observation[row].astype(float) - seen).max() <= (dtype == "uint8")
                assert not rows.terminated[row]
                assert rows.rewards[row] == pytest.approx(after.returns()[seat] - state.returns()[seat], abs=1e-4)
        env.step_random()
    assert plain > 100 or name not in ("onda", "tacta")


def test_features_in_place_of_observations(name: str) -> None:
    game = short(name)
    assert has_features(name)
    env = uneri.BatchEnv(game, 4, seed=3, observation=None, dtype="uint8")
    env.step_random(3)
    seen = rows_of(env.after())
    rows = env.after(features=True)
    assert rows.observation.shape == (len(rows.actions), features(env.get_state(0), 0).size)
    assert rows.observation.dtype == np.float32
    for field in ("offsets", "actions", "rewards", "terminated"):
        assert np.array_equal(getattr(rows, field), seen[field])
    for lane in range(4):
        state = game.state_from_dict({**env.get_state(lane).to_dict(), "rng": None})
        for row in range(rows.offsets[lane], rows.offsets[lane + 1]):
            after = state.clone()
            after.apply_action(int(rows.actions[row]))
            if is_plain(state, after):
                assert np.array_equal(rows.observation[row], features(after, state.current_player()))


@pytest.mark.parametrize("worlds", [1, 3])
def test_rows_tell_nothing_that_the_seat_cannot_know(name: str, worlds: int) -> None:
    """They are the same in lanes that differ in what is hidden from the seat alone, at all times of games."""
    game = short(name)
    env = uneri.BatchEnv(game, 6, seed=7, autoreset=None)
    other = uneri.BatchEnv(game, 6, seed=7, autoreset=None)
    hidden = 0
    for step in range(15 if name in SLOW else 60):
        for lane in np.flatnonzero(env.current_player >= 0).tolist():
            state = env.get_state(lane)
            env.set_state(lane, state)
            other.set_state(lane, state.resample_from_infostate(state.current_player(), step))
            hidden += state != other.get_state(lane)
        for wanted in (False, True):
            mine = env.after(worlds, seed=step, features=wanted)
            assert_rows(mine, other.after(worlds, seed=step, features=wanted))
        for batch in (env, other):
            batch.reset(lanes=other.terminated) if step % 10 == 9 else None
        env.step(np.where(env.num_legal > 0, env.legal[np.arange(6), np.maximum(env.num_legal - 1 - step % 3, 0)], -1))
        other.reset(lanes=env.terminated)
        env.reset(lanes=env.terminated)
    assert hidden > 50


def test_secret_choices_are_played_against_drawn_ones() -> None:
    """In Tidal cards are chosen in secret: rows are positions after the bout, others' cards drawn, the same for all."""
    env = uneri.BatchEnv("tidal(players=2,rounds=1)", 3, seed=1)
    rows = rows_of(env.after(6, seed=4))
    assert np.array_equal(np.diff(rows["offsets"]), 6 * env.num_legal)
    assert np.array_equal(rows["actions"], np.repeat(env.legal[env.legal >= 0], 6))
    assert len(np.unique(rows["observation"][:6], axis=0)) > 1  # the worlds of the first action
    one = rows_of(env.after(1, seed=4))
    assert len(one["actions"]) == env.num_legal.sum()
    assert any(not np.array_equal(one["observation"], env.after(1, seed=seed).observation) for seed in (5, 6, 7))


def test_the_end_of_a_game_pays(name: str) -> None:
    """Somewhere an action ends the game; its row says so and what the seat earns, in a drawn world."""
    game = short(name, utility="win")
    env = uneri.BatchEnv(game, 6, seed=2)
    ends = 0
    for _ in range(400):
        rows = env.after()
        assert ((rows.rewards >= 0) & (rows.rewards <= 1)).all()
        assert not rows.rewards[~rows.terminated].any()
        ends += int(rows.terminated.sum())
        if ends > 3:
            return
        env.step_random()
    pytest.fail(f"{ends} ends")


def test_threads_change_nothing(name: str) -> None:
    game = short(name)
    env = uneri.BatchEnv(game, 70, seed=5, threads=3, opponents="greedy", seat=None)
    one = uneri.BatchEnv(game, 70, seed=5, opponents="greedy", seat=None)
    for _ in range(3):
        for worlds, wanted in ((1, False), (4, False), (2, True)):
            assert_rows(env.after(worlds, seed=9, features=wanted), one.after(worlds, seed=9, features=wanted))
        env.step_random(2)
        one.step_random(2)


def test_looking_changes_nothing(name: str) -> None:
    env, other = (uneri.BatchEnv(short(name), 4, seed=5) for _ in range(2))
    before = copies(env)
    env.after(2)
    env.greedy()
    env.choose("random")
    assert_same(env, before)
    env.step_random(5)
    other.step_random(5)
    assert_same(env, other)


def test_lanes_that_are_over_have_no_rows() -> None:
    env = uneri.BatchEnv("onda(players=2,rounds=1)", 3, seed=5, autoreset=None)
    while not env.terminated.any():
        env.step_random()
    rows = env.after()
    assert (np.diff(rows.offsets)[env.terminated] == 0).all()
    assert (env.greedy()[env.terminated] == -1).all()
    assert (env.choose("net")[env.terminated] == -1).all()
    while not env.terminated.all():
        env.step_random()
    assert len(env.after().actions) == 0


def test_arrays_are_written_again() -> None:
    env = uneri.BatchEnv("onda(players=2,rounds=1)", 8, seed=5)
    first = env.after()
    kept = first.observation.copy()
    env.step_random()
    second = env.after()
    assert np.shares_memory(first.observation, second.observation)
    assert not np.array_equal(kept[: len(second.actions)], second.observation[: len(kept)])


@pytest.mark.parametrize("text", ["greedy", "net", "net:", "random:seed=4"])
def test_choices_are_the_bots(text: str) -> None:
    env = uneri.BatchEnv("tidal(players=2,rounds=1)", 9, seed=5, threads=2)
    bot: Any = NetBot(margin=0.05, seed=3) if text == "net:" else make_bot(text)
    lone: Any = RandomBot(seed=4) if text.startswith("random") else bot
    for _ in range(4):
        chosen = env.choose(text if text == "net" else bot)
        assert chosen.dtype == np.int32
        assert chosen.tolist() == [lone.act(env.get_state(lane)) for lane in range(9)]
        env.step(chosen)


def test_greedy_is_the_greedy_bot(name: str) -> None:
    env = uneri.BatchEnv(short(name), 9, seed=5, threads=2)
    for _ in range(4):
        assert env.greedy().tolist() == [GreedyBot().act(env.get_state(lane)) for lane in range(9)]
        assert np.array_equal(env.greedy(), env.choose("greedy"))
        env.step(env.greedy())


class Wrong:
    def act(self, state: Any) -> int:
        return -3


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda env: env.after(0), ValueError, "worlds is 0; allowed: 1 to 1024"),
        (lambda env: env.after(1025), ValueError, "worlds is 1025"),
        (lambda env: env.after(1.0), TypeError, "worlds must be .*, not 1.0"),
        (lambda env: env.after(seed=-1), ValueError, "seed is -1"),
        (lambda env: env.after(features=1), TypeError, r"features must be True or False, not 1 \(int\)"),
        (lambda env: env.choose(3), TypeError, r"bot must be a bot or its text, not 3 \(int\)"),
        (lambda env: env.choose("exec:cat"), ValueError, "would start a program per call"),
        (lambda env: env.choose("nobody"), ValueError, "no bot 'nobody'"),
        (lambda env: env.choose(Wrong()), ValueError, "lane 0: bot Wrong played -3"),
    ],
)
def test_arguments_are_checked(call: Any, error: type[Exception], words: str) -> None:
    env = uneri.BatchEnv(short("onda"), 2)
    with pytest.raises(error, match=words):
        call(env)


def test_a_network_of_other_options_is_refused() -> None:
    env = uneri.BatchEnv("onda(players=5)", 2)
    with pytest.raises(ValueError, match=r"no network comes with the library for onda\(players=5\)|options"):
        env.choose("net")
