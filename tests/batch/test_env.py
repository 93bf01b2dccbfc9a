"""BatchEnv by the contract: lanes are games of single states, whatever the threads, and the arrays say what they say."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest

import uneri
from _batches import MODES, VIEWS, assert_same, copies, short
from uneri.testing import stream

OBSERVED = (  # games of all sizes of rows, and with what options add to them
    "namima(variant=sazanami,players=2,games=1)",
    "namima(variant=juuayanami,players=4,games=2,riichi=true,dora=true)",
    "namima(variant=aranami,players=5,games=1,first_seat=-1)",
    "onda(players=2,rounds=1)",
    "onda(players=5)",
    "solo(players=2,max_rounds=1)",
    "solo(players=10,max_rounds=2)",
    "tacta(players=2)",
    "tacta(players=6,mode=team_free_play)",
    "tacta(players=4,mode=sabotage,suits=cs,outer_cards=owner)",
    "tacta(players=3,mode=limited_space)",
    "tidal(players=2)",
    "tidal(players=5,rounds=2)",
)
EXACT = {  # segments whose bytes are counts
    "namima": ("hand", "exposed", "exposed_total", "hand_total", "thrown", "lying", "unseen", "wall_total", "pot"),
    "onda": ("hand", "known", "down", "spent", "played", "hand_total", "scores", "round_wins"),
    "solo": ("hand", "known", "unseen", "discard", "hand_total", "draw_total", "pending", "round"),
    "tacta": ("round", "scores", "visible", "hidden", "ends", "ends_total", "unseen", "told", "laid_parent"),
    "tidal": ("hand", "played", "hand_total", "supply", "dock", "tower", "fruit", "pool", "points"),
}


def check_lane(env: Any, lane: int, state: Any) -> None:
    """The lane's rows are what the state says."""
    legal = state.legal_actions()
    player = state.current_player()
    assert env.get_state(lane) == state
    assert env.current_player[lane] == player
    assert env.num_legal[lane] == len(legal)
    assert env.legal[lane, : len(legal)].tolist() == legal
    assert (env.legal[lane, len(legal) :] == -1).all()
    assert np.array_equal(env.mask[lane], state.legal_actions_mask())
    seen = state.observation_tensor(player) if player >= 0 else np.zeros(env.game.observation_tensor_shape, np.float32)
    assert np.array_equal(env.observation[lane], seen)


@pytest.mark.parametrize("autoreset", MODES)
def test_lanes_are_single_games(name: str, autoreset: Any) -> None:
    """Every lane is played again with one state, from the seed that the lane shows."""
    env = uneri.BatchEnv(short(name), 5, seed=3, autoreset=autoreset)
    states = [env.game.new_initial_state(int(seed)) for seed in env.seeds]
    lengths = [0] * 5
    ended = 0

    def begin(lane: int) -> None:
        states[lane], lengths[lane] = env.game.new_initial_state(int(env.seeds[lane])), 0
        check_lane(env, lane, states[lane])

    for _ in range(1_500):
        seats = env.current_player.copy()
        env.step_random(1)
        for lane, state in enumerate(states):
            if seats[lane] == uneri.TERMINAL:
                assert env.actions[lane] == -1
                assert not env.rewards[lane].any()
                if autoreset is None:
                    assert env.terminated[lane]
                    continue
                assert not env.terminated[lane]
                assert env.episode_length[lane] == 0
                begin(lane)
                continue
            state.apply_action(int(env.actions[lane]))
            lengths[lane] += 1
            assert np.array_equal(env.rewards[lane], np.array(state.rewards(), np.float32))
            assert env.terminated[lane] == state.is_terminal()
            assert env.episode_length[lane] == lengths[lane]
            if state.is_terminal():
                ended += 1
                assert np.array_equal(env.final_returns[lane], np.array(state.returns(), np.float32))
                if autoreset == "same":
                    begin(lane)
                    continue
            if lane == 0 or state.is_terminal():
                check_lane(env, lane, state)
    assert ended >= 5


@pytest.mark.parametrize("autoreset", MODES)
def test_random_steps_draw_from_the_lane_s_generator(name: str, autoreset: Any) -> None:
    env = uneri.BatchEnv(short(name), 3, seed=5, autoreset=autoreset)
    choosers = [stream(int(seed), 0) for seed in env.seeds]
    for _ in range(200):
        counts = env.num_legal.tolist()
        expected = [
            row[chooser.below(count)] if count else -1
            for row, chooser, count in zip(env.legal.tolist(), choosers, counts, strict=True)
        ]
        env.step_random()
        assert env.actions.tolist() == expected


def test_the_reference_backend_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"game must be of the core, not .* of the reference backend"):
        uneri.BatchEnv(uneri.load_game(name, backend="reference"), 1)


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_change_nothing(name: str, threads: int) -> None:
    one, many = (uneri.BatchEnv(short(name), 300, seed=9, threads=n) for n in (1, threads))
    for _ in range(4):
        one.step_random(25)
        many.step_random(25)
        assert_same(one, many)
        chosen = one.legal[:, 0].copy()
        one.step(chosen)
        many.step(chosen)
    assert_same(one, many)
    assert one.to_bytes() == many.to_bytes()


def test_steps_of_random_play_add_up(name: str) -> None:
    one, two = (uneri.BatchEnv(short(name), 40, seed=1) for _ in range(2))
    one.step_random(30)
    for k in (0, 1, 9, 20):
        two.step_random(k)
    assert_same(one, two)
    one.step_random(5, seed=4)
    two.step_random(2, seed=4)
    two.step_random(3)
    assert_same(one, two)
    two.step_random(10, seed=5)
    one.step_random(10, seed=6)
    assert not np.array_equal(one.actions, two.actions)


def test_seeds(name: str) -> None:
    game = short(name)
    env = uneri.BatchEnv(game, 4, seed=11)
    assert env.seeds.tolist() == [stream(11, lane).next() for lane in range(4)]
    given = [7, 0, 2**64 - 1, 7]
    env.reset(given)
    assert env.seeds.tolist() == given
    assert env.get_state(0) == game.new_initial_state(7) == env.get_state(3)
    env.reset()
    assert env.seeds.tolist() == [stream(seed, 1).next() for seed in given]
    assert env.seeds[0] == env.seeds[3] != env.seeds[1]
    before = copies(env)
    env.reset(5, lanes=np.array([False, True, False, False]))
    assert env.seeds[1] == stream(5, 1).next()
    assert env.get_state(0) == game.new_initial_state(int(before["seeds"][0]))
    env.reset([3], lanes=[2])
    assert env.get_state(2) == game.new_initial_state(3)
    env.reset(lanes=[])
    assert env.seeds[2] == 3
    assert np.array_equal(env.seeds[[0, 3]], before["seeds"][[0, 3]])


def test_an_illegal_action_changes_nothing(name: str) -> None:
    env = uneri.BatchEnv(short(name), 4, seed=2)
    env.step_random(3)
    before = copies(env)
    saved = env.to_bytes()
    good = env.legal[:, 0].copy()
    actions = env.game.num_distinct_actions
    illegal = int(np.flatnonzero(env.mask[2] == 0)[0])
    for bad in (illegal, -1, actions, 2**31 - 1, -(2**31)):
        chosen = good.copy()
        chosen[2] = bad
        with pytest.raises(
            ValueError, match=rf"^{name}: lane 2: action {bad}\b.* is not legal here; legal: {good[2]} "
        ):
            env.step(chosen)
        chosen[3] = bad
        with pytest.raises(ValueError, match="lane 2"):
            env.step(chosen)
        assert_same(env, before)
        assert env.to_bytes() == saved
    for huge in (2**40, 2**62):
        with pytest.raises(ValueError, match=f"lane 1: action {huge}"):
            env.step(np.array([good[0], huge, good[2], good[3]]))
    with pytest.raises(ValueError, match=f"lane 0: action {2**64 - 1}"):
        env.step(np.full(4, 2**64 - 1, np.uint64))
    assert_same(env, before)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint16, np.uint64, ">i4", list])
def test_kinds_of_actions(name: str, kind: Any) -> None:
    env, same = (uneri.BatchEnv(short(name), 3, seed=2) for _ in range(2))
    first = [min(env.legal[lane, 0], 127) for lane in range(3)]
    env.step([int(a) for a in first] if kind is list else np.array(first).astype(kind))
    same.step(np.array([[a, 0] for a in first], np.int32)[:, 0])  # no neighbours in memory
    assert_same(env, same)
    assert env.actions.tolist() == first


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        (np.zeros(3), TypeError, "actions must be .*, not (of )?float64"),
        (np.zeros(3, bool), TypeError, "actions must be .*, not (of )?bool"),
        ([None] * 3, TypeError, "actions must be .*, not (of )?object"),
        (np.zeros(2, int), ValueError, r"actions must have shape \(3,\), not \(2,\)"),
        (np.zeros((3, 1), int), ValueError, r"actions must have shape \(3,\), not \(3, 1\)"),
        (4, ValueError, r"actions must have shape \(3,\), not \(\)"),
    ],
)
def test_actions_are_checked(name: str, actions: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        uneri.BatchEnv(short(name), 3).step(actions)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"num_envs": 0}, ValueError),
        ({"num_envs": 2**20 + 1}, ValueError),
        ({"num_envs": 2.0}, TypeError),
        ({"seed": -1}, ValueError),
        ({"seed": 2**64}, ValueError),
        ({"seed": 0.5}, TypeError),
        ({"seed": [1, 2]}, ValueError),
        ({"seed": [1, 2, -3]}, ValueError),
        ({"seed": [1, 2, 2**64]}, ValueError),
        ({"seed": [1.0, 2.0, 3.0]}, TypeError),
        ({"seed": np.ones(3)}, TypeError),
        ({"threads": 0}, ValueError),
        ({"threads": 257}, ValueError),
        ({"observation": "some"}, ValueError),
        ({"observation": 1}, TypeError),
        ({"dtype": "float64"}, ValueError),
        ({"dtype": None}, ValueError),
        ({"dtype": "nonsense"}, ValueError),
        ({"autoreset": "none"}, ValueError),
        ({"autoreset": False}, TypeError),
        ({"game": 3}, TypeError),
        ({"game": "nonsense"}, ValueError),
    ],
)
def test_arguments_are_checked(name: str, arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"must|allowed|game"):
        uneri.BatchEnv(**{"game": short(name), "num_envs": 3, **arguments})


def test_calls_are_checked(name: str) -> None:
    env = uneri.BatchEnv(short(name), 3)
    state = env.get_state(0)
    other = uneri.load_game(name, utility="win").new_initial_state(1)
    for call, error, words in (
        (lambda: env.get_state(3), ValueError, "lane is 3; allowed: 0 to 2"),
        (lambda: env.get_state("0"), TypeError, "lane"),
        (lambda: env.set_state(-1, state), ValueError, "lane is -1"),
        (lambda: env.set_state(0, None), TypeError, "state must be .*, not NoneType"),
        (lambda: env.set_state(0, other), ValueError, "state must be a state of"),
        (lambda: env.step_random(-1), ValueError, "k is -1"),
        (lambda: env.step_random(1, seed=-1), ValueError, "seed is -1"),
        (lambda: env.reset(lanes=[3]), ValueError, "lanes has 3; allowed: 0 to 2"),
        (lambda: env.reset(lanes=[0.0]), TypeError, "lanes must be .*, not (of )?float64"),
        (lambda: env.reset(lanes=[True]), ValueError, "lanes must have shape"),
        (lambda: env.reset([1, 2], lanes=[0]), ValueError, "seed must have shape"),
    ):
        with pytest.raises(error, match=words):
            call()


def test_arrays_stay(name: str) -> None:
    """The views are made once, outlive the batch, and those that the batch relies on cannot be written to."""
    env = uneri.BatchEnv(short(name), 3, seed=1)
    views = {view: getattr(env, view) for view in VIEWS}
    data = env.to_bytes()
    env.step_random(5)
    env.reset(2)
    env.restore(data)
    assert all(getattr(env, view) is array for view, array in views.items())
    for view in ("legal", "num_legal", "members"):
        with pytest.raises(ValueError, match="read-only"):
            views[view][:] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            views[view].flags.writeable = True
    seen = views["mask"].copy()
    for view in set(VIEWS) - {"legal", "num_legal", "members"}:
        views[view][:] = 1  # spoils nothing but what is read
    twin = uneri.BatchEnv.from_bytes(data)
    env.step_random(1)
    twin.step_random(1)
    for view in ("observation", "mask", "legal", "current_player", "rewards", "actions"):
        assert np.array_equal(getattr(env, view), getattr(twin, view)), view
    del env
    assert views["mask"].shape == seen.shape
    assert views["mask"].sum() == views["num_legal"].sum()


def test_states_go_in_and_out(name: str) -> None:
    env = uneri.BatchEnv(short(name), 3, seed=1)
    env.step_random(7)
    state = env.get_state(1)
    assert state.seeded
    assert state.rewards() == pytest.approx(env.rewards[1].tolist())
    env.set_state(2, state)
    assert env.get_state(2) == state
    assert env.episode_length.tolist() == [7, 7, 0]
    action = state.legal_actions()[-1]
    env.step([env.legal[0, 0], action, action])
    state.apply_action(action)
    assert env.get_state(1) == env.get_state(2) == state
    assert env.episode_length.tolist() == [8, 8, 1]
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    env.set_state(0, state)
    assert env.current_player[0] == uneri.TERMINAL
    assert not env.terminated[0]
    env.step([-5, env.legal[1, 0], env.legal[2, 0]])
    assert env.get_state(0) == env.game.new_initial_state(int(env.seeds[0]))


def test_an_unseeded_state_gets_the_lane_s_chance(name: str) -> None:
    env = uneri.BatchEnv(short(name), 2, seed=1)
    rng = env.get_state(0).to_dict()["rng"]
    start = env.game.new_initial_state()
    assert start.is_chance_node()
    env.set_state(0, start)
    assert env.get_state(0) == env.game.new_initial_state(rng)


@pytest.mark.parametrize("autoreset", MODES)
def test_bytes_go_on(name: str, autoreset: Any) -> None:
    game = short(name)
    env = uneri.BatchEnv(game, 4, seed=1, autoreset=autoreset, observation="all", dtype="uint8")
    env.step_random(30)
    data = env.to_bytes()
    other = uneri.BatchEnv.from_bytes(data, threads=2)
    assert (other.game, other.num_envs, other.autoreset, other.threads) == (game, 4, autoreset, 2)
    third = pickle.loads(pickle.dumps(env))
    assert_same(env, other)
    assert_same(env, third)
    for one in (env, other, third):
        one.step_random(40)
    assert_same(env, other)
    assert env.to_bytes() == other.to_bytes() == third.to_bytes()
    env.restore(data)
    assert env.to_bytes() == data
    env.step_random(40)
    assert_same(env, other)


def test_damaged_bytes(name: str) -> None:
    env = uneri.BatchEnv(short(name), 2, seed=1)
    data = env.to_bytes()
    generator = np.random.default_rng(3)
    for _ in range(200):
        at, bit = int(generator.integers(len(data))), 1 << int(generator.integers(8))
        broken = data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :]
        with pytest.raises(ValueError, match="bytes are not a saved batch"):
            uneri.BatchEnv.from_bytes(broken)
    for size in (0, 3, 4, 16, 17, len(data) - 1):
        with pytest.raises(ValueError, match="bytes are not a saved batch"):
            env.restore(data[:size])
    with pytest.raises(TypeError, match=r"data must be .*, not a str"):
        env.restore("UNRB")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="num_envs is 2, not 3"):
        uneri.BatchEnv(env.game, 3).restore(data)
    with pytest.raises(ValueError, match="autoreset is 'same', not None"):
        uneri.BatchEnv(env.game, 2, autoreset=None).restore(data)


@pytest.mark.slow
def test_lanes_that_cannot_be(name: str) -> None:
    """Bytes with a good checksum and a bad content are refused as a whole."""
    from uneri.batch.saved import digest_of, read_saved

    env = uneri.BatchEnv(short(name), 3, seed=1)
    env.step_random(2)
    before = copies(env)
    data = env.to_bytes()
    _, lanes = read_saved(data)
    head = data[: -len(lanes) - 8]
    generator = np.random.default_rng(4)
    refused = 0
    trials = 300
    for trial in range(trials):
        changed = bytearray(lanes)
        changed[int(generator.integers(len(lanes)))] = int(generator.integers(256))
        content = head + bytes(changed if trial % 3 else changed[: int(generator.integers(len(changed)))])
        content += digest_of(content)
        try:
            uneri.BatchEnv.from_bytes(content).step_random(3)  # some changes give another good batch
        except ValueError:
            refused += 1
            with pytest.raises(ValueError, match="not a saved batch"):
                env.restore(content)
            assert_same(env, before)
    assert refused > trials / 3


def test_bytes_of_observations(name: str) -> None:
    """`low + step * byte` is the float, within half a step, wherever the bytes reach."""
    floats, small = (uneri.BatchEnv(short(name), 50, seed=3, dtype=d) for d in (np.float32, np.uint8))
    low, step = small.observation_low, small.observation_step
    assert small.observation.dtype == np.uint8
    for _ in range(20):
        floats.step_random(7)
        small.step_random(7)
        again = low + step * small.observation
        inside = (floats.observation >= low) & (floats.observation <= low + 255 * step)
        wrong = np.abs(again - floats.observation)
        assert (wrong <= step / 2 * 1.001)[inside].all()
        assert inside.mean() > 0.999
        for segment, start, shape in floats.game.observation_layout:
            if segment in EXACT[name]:
                assert wrong[:, start : start + math.prod(shape)].max() < 1e-6, segment


@pytest.mark.parametrize("game", OBSERVED)
def test_bytes_are_those_of_the_floats(game: str) -> None:
    """`(x - low) / step`, rounded and cut, for every number that any seat sees on the way to the end."""
    floats, small = (uneri.BatchEnv(game, 24, seed=5, observation="all", dtype=d) for d in (np.float32, np.uint8))
    one, half = np.float32(1), np.float32(0.5)
    scale = one / small.observation_step
    for steps in (1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144):
        floats.step_random(steps)
        small.step_random(steps)
        levels = ((floats.observation - small.observation_low) * scale + half).astype(np.int32)
        assert np.array_equal(levels.clip(0, 255), small.observation)


def test_who_is_watched(name: str) -> None:
    game = short(name)
    acting, everyone, nobody = (uneri.BatchEnv(game, 3, seed=3, observation=o) for o in ("acting", "all", None))
    size = game.observation_tensor_shape[0]
    assert nobody.observation.shape == (3, 0)
    for env in (acting, everyone, nobody):
        env.step_random(4)
    assert everyone.observation.shape == (3, game.num_players, size)
    for lane, seat in enumerate(acting.current_player):
        assert np.array_equal(acting.observation[lane], everyone.observation[lane, seat])
        for p in range(game.num_players):
            assert np.array_equal(everyone.observation[lane, p], everyone.get_state(lane).observation_tensor(p))


def test_repr_and_length(name: str) -> None:
    env = uneri.BatchEnv(name, 2, threads=3, autoreset=None)
    assert len(env) == env.num_envs == 2
    assert repr(env) == (
        f"uneri.BatchEnv('{name}()', 2, threads=3, observation='acting', dtype='float32', autoreset=None)"
    )
