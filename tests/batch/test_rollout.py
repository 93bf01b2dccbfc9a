"""BatchEnv.rollout: many steps in arrays, by a policy's logits or by the core's players."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import uneri
from _batches import MODES, assert_same, short
from uneri.batch import Rollout
from uneri.bots import GreedyBot, has_greedy

FIELDS = tuple(field.name for field in dataclasses.fields(Rollout))


def assert_same_rows(one: Rollout, two: Rollout) -> None:
    for name in FIELDS:
        mine, yours = getattr(one, name), getattr(two, name)
        assert mine.dtype == yours.dtype, name
        assert np.array_equal(mine, yours), name


def by_hand(env: Any, steps: int, step: Callable[[], object]) -> Rollout:
    """The rows as they are defined: step by step, lane by lane."""
    rows: dict[str, list[Any]] = {name: [] for name in FIELDS}
    for _ in range(steps):
        for name in ("observation", "mask", "current_player"):
            rows[name].append(getattr(env, name).copy())
        step()
        for name in ("actions", "log_prob", "rewards", "terminated"):
            rows[name].append(getattr(env, name).copy())
        seats = rows["current_player"][-1]
        rows["reward"].append(
            np.array([env.rewards[i, seat] if seat >= 0 else 0 for i, seat in enumerate(seats)], np.float32)
        )
    return Rollout(**{name: np.array(values) for name, values in rows.items()})


def greedy_actions(env: Any) -> list[int]:
    states = [env.get_state(lane) for lane in range(len(env))]
    return [-1 if state.is_terminal() else GreedyBot().act(state) for state in states]


def players_of(name: str) -> tuple[str, ...]:
    return ("random", "greedy") if has_greedy(name) else ("random",)


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize(
    ("observation", "dtype", "mask"),
    [("acting", "float32", "bits"), ("all", "uint8", "bytes"), (None, "float32", "bits")],
)
def test_players_of_the_core(name: str, autoreset: Any, observation: Any, dtype: str, mask: Any) -> None:
    """A rollout is what single steps are, and the batch goes on from there."""
    for player in players_of(name):
        env, other = (
            uneri.BatchEnv(short(name), 5, seed=4, autoreset=autoreset, observation=observation, dtype=dtype, mask=mask)
            for _ in range(2)
        )
        for steps in (30, 1):
            rows = env.rollout(steps, player)  # type: ignore[arg-type]
            legal = []

            def step(other: Any = other, player: str = player, legal: list[Any] = legal) -> None:
                legal.append(other.num_legal.copy())
                if player == "random":
                    other.step_random()
                else:
                    other.step(greedy_actions(other))

            expected = by_hand(other, steps, step)
            counts = np.maximum(legal, 1) if player == "random" else np.ones_like(legal)
            assert np.allclose(rows.log_prob, -np.log(counts), atol=1e-6)
            assert_same_rows(rows, dataclasses.replace(expected, log_prob=rows.log_prob))
        env.step_random()
        other.step_random()
        assert_same(env, other)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(name: str, threads: int) -> None:
    for player in players_of(name):
        count = 70 if player == "greedy" else 300
        one, many = (uneri.BatchEnv(short(name), count, seed=9, threads=n) for n in (1, threads))
        assert_same_rows(one.rollout(10, player), many.rollout(10, player))  # type: ignore[arg-type]
        assert one.to_bytes() == many.to_bytes()


@pytest.mark.parametrize("opponents", [None, "random"])
def test_a_policy(name: str, opponents: Any) -> None:
    """It gets the batch's arrays, once a step, and its logits are drawn from."""
    game = short(name)
    seat = 0 if opponents is None else None
    env, other = (uneri.BatchEnv(game, 3, seed=2, opponents=opponents, seat=seat) for _ in range(2))
    generator = np.random.default_rng(3)
    logits = generator.standard_normal((6, 3, game.num_distinct_actions)).astype(np.float32)
    asked: list[int] = []

    def policy(observation: Any, mask: Any) -> Any:
        assert observation is env.observation
        assert mask is env.mask
        asked.append(0)
        return logits[len(asked) - 1]

    rows = env.rollout(6, policy, temperature=0.5)
    given = iter(logits)
    expected = by_hand(other, 6, lambda: other.step_logits(next(given), 0.5))
    assert len(asked) == 6
    assert_same_rows(rows, expected)
    assert_same(env, other)
    assert rows.log_prob.any()
    if opponents is not None:
        assert np.array_equal(rows.mask.sum(axis=2) > 0, rows.current_player >= 0)


def test_arrays_are_written_again(name: str) -> None:
    env, other = (uneri.BatchEnv(short(name), 2, seed=2) for _ in range(2))
    first = env.rollout(5, "random")
    kept = {field: getattr(first, field) for field in FIELDS}
    assert env.rollout(5, "random", out=first) is first
    other.rollout(5, "random")
    assert_same_rows(first, other.rollout(5, "random"))
    assert all(getattr(first, field) is array for field, array in kept.items())

    def policy(observation: Any, mask: Any) -> Any:
        return np.zeros((2, env.game.num_distinct_actions), np.float32)

    assert env.rollout(5, policy, out=first) is first
    assert_same_rows(first, other.rollout(5, policy))


@pytest.mark.parametrize("field", FIELDS)
def test_arrays_that_do_not_fit(field: str) -> None:
    env = uneri.BatchEnv(short("solo"), 3, seed=2)
    rows = env.rollout(4, "random")
    before = env.to_bytes()
    array = getattr(rows, field)
    constant = array.copy()
    constant.flags.writeable = False
    wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)[..., ::2]
    for wrong in (array[:3], array[:, :2].copy(), array.astype(np.float64), constant, wide, array.tolist(), None):
        for policy in ("random", lambda observation, mask: np.zeros(mask.shape)):
            with pytest.raises(ValueError, match=rf"out\.{field} must be "):
                env.rollout(4, policy, out=dataclasses.replace(rows, **{field: wrong}))  # type: ignore[arg-type]
    assert env.to_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"steps": 0}, ValueError, "steps is 0; allowed: 1 to 1048576"),
        ({"steps": 2.0}, TypeError, "steps must be .*, not 2.0"),
        ({"policy": "best"}, ValueError, "policy is 'best'; allowed for solo: random, greedy, or a function"),
        ({"policy": 3}, TypeError, r"policy must be a function, 'random' or 'greedy', not 3 \(int\)"),
        ({"policy": None}, TypeError, "policy must be .*, not None"),
        ({"temperature": -0.5}, ValueError, "temperature is -0.5"),
        ({"out": {}}, TypeError, r"out must be a Rollout or None, not {} \(dict\)"),
        ({"policy": lambda observation, mask: None}, TypeError, "logits must be .*, not (of )?object"),
        ({"policy": lambda observation, mask: mask[:, :2] * 0.5}, ValueError, "logits must have shape"),
    ],
)
def test_arguments_are_checked(arguments: Any, error: type[Exception], words: str) -> None:
    env = uneri.BatchEnv(short("solo"), 2)
    with pytest.raises(error, match=words):
        env.rollout(**{"steps": 2, "policy": "random", **arguments})


def test_games_without_a_greedy_player() -> None:
    for name in uneri.games():
        if has_greedy(name):
            continue
        env = uneri.BatchEnv(short(name), 1)
        with pytest.raises(ValueError, match=f"policy is 'greedy'; allowed for {name}: random, or a function"):
            env.rollout(1, "greedy")


def test_progress() -> None:
    """Told between steps, when the batch may be read but not played."""
    env = uneri.BatchEnv(short("solo"), 2, seed=1, observation=None, mask="bits")
    shares: list[float] = []

    def tell(share: float) -> None:
        shares.append(share)
        assert env.get_state(0).seeded
        with pytest.raises(RuntimeError, match="this batch is running a call of this thread"):
            env.step_random()

    env.rollout(300_000, "random", progress=tell)
    assert shares
    assert shares == sorted(shares)
    assert 0 < shares[-1] <= 1


def test_errors_of_a_policy_come_through() -> None:
    """The batch stands where it was, and goes on."""
    env = uneri.BatchEnv(short("onda"), 2, seed=1)

    def policy(observation: Any, mask: Any) -> Any:
        if env.episode_length[0] == 2:
            raise ZeroDivisionError
        return np.zeros(mask.shape)

    with pytest.raises(ZeroDivisionError):
        env.rollout(5, policy)
    assert env.episode_length.tolist() == [2, 2]
    env.rollout(2, "random")


def test_the_gil_is_released(ticks: list[int]) -> None:
    env = uneri.BatchEnv("solo", 256, seed=1, observation=None)
    before = ticks[0]
    env.rollout(2_000, "random", progress=False)
    assert ticks[0] > before + 3


def test_two_callers() -> None:
    """A rollout by the core is one call; others wait for it."""
    env, alone = (uneri.BatchEnv("solo", 64, seed=1, threads=2, observation=None) for _ in range(2))
    callers = [threading.Thread(target=env.rollout, args=(50, "random")) for _ in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    alone.step_random(150)
    assert env.to_bytes() == alone.to_bytes()
