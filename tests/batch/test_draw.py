"""BatchEnv.step_logits: actions by softmax, by plain sums, and masks as bits."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import uneri
from _batches import MODES, assert_same, copies, short
from _draws import draw, exp, log, unit_of
from uneri.testing import stream

TEMPERATURES = (1.0, 0.3, 7.0, 1e-300, 0.0)


def logits_for(env: Any, generator: np.random.Generator, never: float = 0.2) -> np.ndarray[Any, Any]:
    """Random logits, some of them minus infinity, but one of every lane's legal actions is finite."""
    shape = env.num_envs, env.game.num_distinct_actions
    logits = (4 * generator.standard_normal(shape)).astype(np.float32)
    logits[generator.random(shape) < never] = -np.inf
    logits[np.arange(env.num_envs), np.maximum(env.legal[:, 0], 0)] = 0.5
    return logits


@pytest.mark.parametrize("autoreset", MODES)
def test_draws_are_plain_sums(name: str, autoreset: Any) -> None:
    """The action is the first whose sum of weights exceeds the lane's number, by numpy's own exponential and sums."""
    env = uneri.BatchEnv(short(name), 6, seed=3, autoreset=autoreset)
    choosers = [stream(int(seed), 0) for seed in env.seeds]
    generator = np.random.default_rng(1)
    drawn = 0
    for step in range(300):
        logits = logits_for(env, generator)
        logits[env.current_player < 0] = np.nan  # which nobody looks at
        temperature = TEMPERATURES[step % 3]
        legal = [env.legal[lane, : env.num_legal[lane]].copy() for lane in range(6)]
        env.step_logits(logits, temperature)
        for lane, actions in enumerate(legal):
            if not len(actions):
                assert (env.actions[lane], env.log_prob[lane]) == (-1, 0)
                continue
            scaled = logits[lane, actions].astype(np.float64) / temperature
            weights = np.exp(scaled - scaled.max())
            number = (choosers[lane].next() >> 11) / 2**53
            place = int(np.searchsorted(np.cumsum(weights), number * weights.sum(), side="right"))
            assert env.actions[lane] == actions[place]
            assert env.log_prob[lane] == pytest.approx(np.log(weights[place] / weights.sum()), abs=1e-6)
            drawn += 1
    assert drawn > (1_700 if autoreset else 30)


FLOATS = st.floats(width=32, allow_nan=False).filter(lambda x: x < math.inf)


@given(
    logits=st.lists(FLOATS, min_size=1, max_size=9).filter(lambda x: max(x) > -math.inf),
    temperature=st.one_of(st.just(1.0), st.floats(0, 1e6)),
    number=st.integers(0, 2**64 - 1),
)
def test_any_logits(logits: list[float], temperature: float, number: int) -> None:
    """A plain draw, of whatever logits: of some weight, and with its probability."""
    legal = list(range(10, 10 + len(logits)))
    action, log_prob = draw(legal, logits, temperature, unit_of(number))
    chosen, top = logits[action - 10], max(logits)
    assert chosen > -math.inf
    if temperature == 0:
        assert (chosen, logits.index(chosen), log_prob) == (top, action - 10, 0)
        return
    with np.errstate(over="ignore"):  # far below any weight
        weights = np.exp(np.maximum((np.array(logits) - top) / temperature, -1e4))
    assert log_prob == pytest.approx((chosen - top) / temperature - math.log(weights.sum()), rel=1e-6, abs=1e-6)
    below, above = weights[: action - 10].sum(), weights[: action - 9].sum()
    level = (number >> 11) / 2**53 * weights.sum()
    assert below * (1 - 1e-12) <= level <= above * (1 + 1e-12)


@given(data=st.data(), seed=st.integers(0, 2**64 - 1), temperature=st.floats(0, 1e6))
def test_the_core_draws_what_the_definition_says(data: Any, seed: int, temperature: float) -> None:
    env = uneri.BatchEnv("onda(players=2)", 1, seed=[seed])
    legal = env.legal[0, : env.num_legal[0]].tolist()
    size = min(len(legal), 40)
    row = np.full((1, env.game.num_distinct_actions), -np.inf, np.float32)
    row[0, legal[:size]] = data.draw(st.lists(FLOATS, min_size=size, max_size=size))
    row[0, legal[0]] = data.draw(st.floats(-1e3, 1e3, width=32))
    expected = draw(legal, row[0, legal].tolist(), temperature, unit_of(stream(seed, 0).next()))
    env.step_logits(row, temperature)
    assert (env.actions[0], env.log_prob[0]) == expected


def test_exponentials_and_logarithms() -> None:
    """Within two and four units in the last place of numpy's."""
    generator = np.random.default_rng(4)
    powers = np.concatenate([-700 * generator.random(20_000), -generator.random(20_000), [0.0, -700.0]])
    for x, expected in zip(powers.tolist(), np.exp(powers).tolist(), strict=True):
        assert abs(exp(x) - expected) <= 2 * math.ulp(expected), x
    numbers = np.concatenate([1 + 7_000 * generator.random(20_000), generator.random(20_000) + 1e-9])
    for x, expected in zip(numbers.tolist(), np.log(numbers).tolist(), strict=True):
        assert abs(log(x) - expected) <= 4 * max(math.ulp(expected), 2.0**-53 if x < 0.9 else 0), x
    assert (exp(0.0), exp(-700.1), exp(-math.inf), log(1.0)) == (1, 0, 0, 0)
    assert unit_of(2**64 - 1) == 1 - 2**-53
    assert unit_of(2**11 - 1) == 0


def test_temperature_zero(name: str) -> None:
    """The largest logit, the first of several; the generator goes on as at any temperature."""
    env, other = (uneri.BatchEnv(short(name), 3, seed=4) for _ in range(2))
    zeros = np.zeros((3, env.game.num_distinct_actions), np.float32)
    legal = env.legal.copy()
    env.step_logits(zeros, 0)
    assert env.actions.tolist() == legal[:, 0].tolist()
    assert not env.log_prob.any()
    other.step(legal[:, 0])
    last = other.legal[np.arange(3), other.num_legal - 1]
    zeros[np.arange(3), last] = 1e-30
    env.step_logits(zeros, np.float32(0))
    assert env.actions.tolist() == last.tolist()


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(name: str, threads: int) -> None:
    one, many = (uneri.BatchEnv(short(name), 300, seed=9, threads=n) for n in (1, threads))
    assert_same(one, many)
    generator = np.random.default_rng(5)
    for _ in range(10):
        logits = logits_for(one, generator)
        one.step_logits(logits)
        many.step_logits(logits)
        assert_same(one, many)
    assert one.to_bytes() == many.to_bytes()
    for seed in (None, 3, np.arange(300)):
        one.reset(seed)
        many.reset(seed)
        assert_same(one, many)
    lanes = [5, 299, 5, 0] * 40  # twice the same lane: one game after the other
    one.reset(lanes=lanes)
    many.reset(lanes=lanes)
    assert_same(one, many)
    assert one.to_bytes() == many.to_bytes()


@pytest.mark.parametrize("kind", ["float64", "float16", ">f4", "list", "columns", "reversed", "gaps", "crooked"])
def test_kinds_of_logits(name: str, kind: str) -> None:
    """Whatever lies in memory, the numbers count, as float32."""
    env, same = (uneri.BatchEnv(short(name), 3, seed=2) for _ in range(2))
    actions = env.game.num_distinct_actions
    plain = np.random.default_rng(6).standard_normal((3, actions)).astype(np.float16).astype(np.float32)
    given: Any = plain
    if kind in ("float64", "float16", ">f4"):
        given = plain.astype(kind)
    elif kind == "list":
        given = plain.tolist()
    elif kind == "columns":
        given = np.asfortranarray(plain)
    elif kind == "reversed":
        given = plain[::-1].copy()[::-1]
    elif kind == "gaps":
        given = np.zeros((6, actions + 5), np.float32)[::2, 2:-3]
        given[:] = plain
    else:
        memory = np.zeros(plain.nbytes + 1, np.uint8)[1:]
        given = memory.view(np.float32).reshape(plain.shape)
        given[:] = plain
    for _ in range(3):
        env.step_logits(given)
        same.step_logits(plain)
        assert_same(env, same)


def test_bad_logits_change_nothing(name: str) -> None:
    env = uneri.BatchEnv(short(name), 4, seed=2)
    env.step_logits(np.zeros((4, env.game.num_distinct_actions)))
    before, saved = copies(env), env.to_bytes()
    action = int(env.legal[2, env.num_legal[2] - 1])
    good = np.zeros((4, env.game.num_distinct_actions), np.float32)
    good[env.mask == 0] = np.nan  # illegal actions may have any
    for bad in (np.nan, np.inf):
        for temperature in (1, 0):
            logits = good.copy()
            logits[2, action] = bad
            logits[3, env.legal[3, 0]] = bad
            words = rf"^{name}: lane 2: the logit of action {action} is {bad}; it must be finite, or -inf"
            with pytest.raises(ValueError, match=words):
                env.step_logits(logits, temperature)
    logits = good.copy()
    logits[1, env.mask[1] == 1] = -np.inf
    words = (
        rf"^{name}: lane 1: the logits of all {env.num_legal[1]} legal actions are -inf; at least one must be finite"
    )
    with pytest.raises(ValueError, match=words):
        env.step_logits(logits)
    assert_same(env, before)
    assert env.to_bytes() == saved
    env.step_logits(good)


@pytest.mark.parametrize(
    ("logits", "temperature", "error", "words"),
    [
        ("int64", 1, TypeError, "logits must be an array of floats, not of int64"),
        ("object", 1, TypeError, "logits must be .*, not (of )?object"),
        ((2, 0), 1, ValueError, r"logits must have shape \(3, .*\), not \(2, "),
        ((3, 1), 1, ValueError, r"logits must have shape .*, not \(3, "),
        ((3,), 1, ValueError, r"logits must have shape \(3, .*\), not \(3,\)"),
        ("float32", -1, ValueError, "temperature is -1; allowed: 0"),
        ("float32", math.nan, ValueError, "temperature is nan"),
        ("float32", math.inf, ValueError, "temperature is inf"),
        ("float32", 1e7, ValueError, "temperature is 10000000.0"),
        ("float32", "1", TypeError, "temperature must be a number, not '1' \\(str\\)"),
        ("float32", True, TypeError, "temperature must be .*, not True"),
        ("float32", None, TypeError, "temperature must be .*, not None"),
    ],
)
def test_arguments_are_checked(name: str, logits: Any, temperature: Any, error: type[Exception], words: str) -> None:
    env = uneri.BatchEnv(short(name), 3)
    actions = env.game.num_distinct_actions
    if isinstance(logits, str):
        array = np.zeros((3, actions), logits)
    else:
        array = np.zeros((logits[0], *(actions + more for more in logits[1:])), np.float32)
    with pytest.raises(error, match=words):
        env.step_logits(array, temperature)


def test_numbers_are_shared_with_random_steps(name: str) -> None:
    """One generator a lane, which `step_random` seeds."""
    env = uneri.BatchEnv(short(name), 3, seed=1)
    env.step_random(0, seed=7)
    numbers = [unit_of(stream(7, lane).next()) for lane in range(3)]
    legal = [env.legal[lane, : env.num_legal[lane]].copy() for lane in range(3)]
    env.step_logits(np.zeros((3, env.game.num_distinct_actions), np.float32))
    for lane, actions in enumerate(legal):
        assert env.actions[lane] == actions[int(numbers[lane] * len(actions))]
        assert env.log_prob[lane] == np.float32(-math.log(len(actions)))


@pytest.mark.parametrize("autoreset", MODES)
def test_masks_as_bits(name: str, autoreset: Any) -> None:
    size = 50
    bits, plain = (uneri.BatchEnv(short(name), size, seed=3, autoreset=autoreset, mask=m) for m in ("bits", "bytes"))
    actions = plain.game.num_distinct_actions
    assert bits.mask.shape == (size, (actions + 7) // 8)
    for _ in range(60):
        assert np.array_equal(bits.mask, np.packbits(plain.mask, axis=1, bitorder="little"))
        assert np.array_equal(np.unpackbits(bits.mask, axis=1, count=actions, bitorder="little"), plain.mask)
        bits.step_random()
        plain.step_random()
    for again in (uneri.BatchEnv.from_bytes(bits.to_bytes()), pickle.loads(pickle.dumps(bits))):
        assert_same(bits, again)
    with pytest.raises(ValueError, match="mask is 'bits', not 'bytes'"):
        plain.restore(bits.to_bytes())
    assert repr(bits).endswith(", mask='bits')")


@pytest.mark.parametrize(("mask", "error"), [("bit", ValueError), (None, TypeError), (1, TypeError)])
def test_masks_are_checked(mask: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"mask (is .*; allowed: |must be one of )'bytes', 'bits'"):
        uneri.BatchEnv(short("solo"), 1, mask=mask)


def test_log_probabilities_travel(name: str) -> None:
    """Saved batches have them, and a reset clears them."""
    env = uneri.BatchEnv(short(name), 2, seed=3)
    env.step_logits(np.zeros((2, env.game.num_distinct_actions)))
    assert (env.log_prob <= 0).all()
    again = uneri.BatchEnv.from_bytes(env.to_bytes())
    assert_same(env, again)
    env.reset(lanes=[0])
    assert env.log_prob[0] == 0
    assert env.log_prob[1] == again.log_prob[1]
    env.step(env.legal[:, 0])
    assert not env.log_prob.any()
