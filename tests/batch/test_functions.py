"""Functions as opponents of a BatchEnv, called for all lanes that wait, and pools of which every game draws one."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import uneri
from _batches import MODES, assert_same, copies
from uneri.batch import Pool
from uneri.bots import GreedyBot, RandomBot
from uneri.testing import stream

SHORT = {
    "namima": "namima(variant=sazanami,players=3,games=1)",
    "onda": "onda(players=3,rounds=1)",
    "solo": "solo(players=3,max_rounds=1,turn_cap=60)",
    "tacta": "tacta(players=3)",
    "tidal": "tidal(players=3)",
}
ALONE = "solo(players=3,max_rounds=1,turn_cap=1)"  # whose second and third seat come to no decision


def by_looks(observation: Any, legal: Any, seat: Any) -> Any:
    """An action that depends on all that is given, and on a row alone."""
    starts, actions = legal
    looks = (observation.astype(np.float64) * np.arange(1, observation.shape[1] + 1)).sum(axis=1)
    places = (np.abs(looks) * 8 + seat).astype(np.int64) % np.diff(starts)
    return actions[starts[:-1] + places]


def first(observation: Any, legal: Any, seat: Any) -> Any:
    return legal[1][legal[0][:-1]]


def last(observation: Any, legal: Any, seat: Any) -> Any:
    return legal[1][legal[0][1:] - 1].tolist()


def choice(state: Any) -> int:
    """What `by_looks` plays, from a state."""
    seat, legal = state.current_player(), state.legal_actions()
    seen = state.observation_tensor(seat)[None]
    return int(by_looks(seen, (np.array([0, len(legal)]), np.array(legal)), np.array([seat]))[0])


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("seat", [1, None])
def test_lanes_are_games_against_the_function(name: str, autoreset: Any, seat: int | None) -> None:
    """Every lane is played again with one state, from the seed that it shows."""
    env = uneri.BatchEnv(SHORT[name], 4, seed=3, autoreset=autoreset, opponents=["greedy", by_looks], seat=seat)
    start = env.game.new_initial_state().returns()
    states, paid = [None] * 4, [start] * 4

    def play(state: Any, learner: int) -> None:
        while not state.is_terminal() and state.current_player() != learner:
            greedy = (state.current_player() - learner) % 3 == 1
            state.apply_action(GreedyBot().act(state) if greedy else choice(state))

    def begin(lane: int) -> None:
        states[lane], paid[lane] = env.game.new_initial_state(int(env.seeds[lane])), start
        play(states[lane], int(env.learner[lane]))

    for lane in range(4):
        begin(lane)
    ended = 0
    for _ in range(120):
        over, learners = env.current_player == uneri.TERMINAL, env.learner.copy()
        env.step_random()
        for lane in range(4):
            state: Any = states[lane]
            if over[lane]:
                if autoreset is None:
                    continue
                begin(lane)
            else:
                state.apply_action(int(env.actions[lane]))
                play(state, int(learners[lane]))
                now = state.returns()
                assert env.rewards[lane] == pytest.approx(np.subtract(now, paid[lane]), abs=1e-4)
                assert env.terminated[lane] == state.is_terminal()
                paid[lane] = now
                if state.is_terminal():
                    ended += 1
                    assert env.final_returns[lane] == pytest.approx(now, abs=1e-4)
                    if autoreset == "same":
                        begin(lane)
            state = states[lane]
            assert env.get_state(lane) == state
            assert env.current_player[lane] == state.current_player()
            assert np.array_equal(env.observation[lane], state.observation_tensor(int(env.learner[lane])))
            assert np.array_equal(env.mask[lane], state.legal_actions_mask())
    assert ended >= 4


def test_threads_change_nothing() -> None:
    def envs(threads: int) -> Any:
        pool = Pool([by_looks, "random", first])
        return uneri.BatchEnv(SHORT["onda"], 300, seed=3, threads=threads, opponents=[pool, by_looks], seat=None)

    one, three = envs(1), envs(3)
    for _ in range(10):
        one.step_random(3)
        three.step_random(3)
        assert_same(one, three)
    assert len(set(one.members[:, 0].tolist())) == 3


def test_a_game_that_passes_the_learner_is_skipped() -> None:
    """Before the learner's first decision functions may be asked, and games may end."""
    game = uneri.load_game(ALONE)
    env = uneri.BatchEnv(game, 2, seed=1, opponents=by_looks, seat=1)
    assert env.current_player.tolist() == [-4, -4]
    assert env.seeds.tolist() == [stream(stream(1, lane).next(), 64).next() for lane in range(2)]


def test_which_member_plays_is_part_of_the_game() -> None:
    weights = [1.0, 0.0, 2.0, 0.5]
    pool = Pool([first, "random", last, by_looks], weights=weights)
    game = uneri.load_game("solo(players=3,max_rounds=1,turn_cap=4)")
    env = uneri.BatchEnv(game, 6, seed=9, opponents=["greedy", pool], seat=None)
    drawn = []
    for _ in range(30):
        for lane in range(6):
            numbers = stream(int(env.seeds[lane]), 2**63)
            assert env.learner[lane] == numbers.below(3)
            level = (numbers.next() >> 11) * 2.0**-53 * sum(weights)
            assert env.members[lane].tolist() == [0, sum(total <= level for total in np.cumsum(weights))]
            drawn.append(env.members[lane, 1])
        env.reset()
    counts = np.bincount(drawn, minlength=4)
    assert counts[1] == 0
    expected = len(drawn) * np.array(weights) / sum(weights)
    assert ((counts - expected) ** 2 / np.maximum(expected, 1)).sum() < 16


def test_pools_change_during_games() -> None:
    """A member that is replaced plays from then on, one that is added from the next game on."""
    called: list[str] = []

    def named(what: str) -> Any:
        def play(observation: Any, legal: Any, seat: Any) -> Any:
            called.append(what)
            return first(observation, legal, seat)

        return play

    pool = Pool([named("a")])
    env = uneri.BatchEnv(uneri.load_game("onda(players=2,rounds=1)"), 3, seed=2, opponents=pool)
    env.step_random(2)
    assert set(called) == {"a"}
    pool[0] = named("b")
    called.clear()
    env.step_random(2)
    assert set(called) == {"b"}
    pool.append(named("c"), weight=1e9)
    before = env.members.copy()
    env.step(env.legal[:, 0])
    assert np.array_equal(env.members[~env.terminated], before[~env.terminated])
    env.reset()
    assert env.members.tolist() == [[1]] * 3
    pool.weights = [1, 0]
    env.reset()
    assert env.members.tolist() == [[0]] * 3
    pool.append("greedy")
    pool.weights = [0, 0, 1]
    env.reset()
    called.clear()
    env.step_random(5)
    assert called == []
    pool.append(RandomBot())
    pool.weights = [0, 0, 0, 1]
    env.reset()
    env.step_random(5)
    assert env.members.tolist() == [[3]] * 3


def test_a_call_has_all_lanes_that_wait() -> None:
    """In the order of lanes, once for several seats, and arrays that are kept stay as they are."""
    calls: list[Any] = []

    def keeps(observation: Any, legal: Any, seat: Any) -> Any:
        assert observation.dtype == np.uint8
        assert {array.dtype for array in (*legal, seat)} == {np.dtype(np.int32)}
        calls.append((observation, observation.copy(), seat))
        return first(observation, legal, seat)

    game = uneri.load_game("onda(players=4,rounds=1)")
    env = uneri.BatchEnv(game, 5, seed=3, opponents=keeps, seat=None, dtype="uint8")
    assert len(calls[0][2]) == (env.learner != 0).sum()
    env.step_random(5)
    for seen, then, _ in calls:
        assert np.array_equal(seen, then)
    assert len({id(seen) for seen, _, _ in calls}) == len(calls)


def test_bots_play_beside_functions() -> None:
    env = uneri.BatchEnv(SHORT["solo"], 3, seed=4, opponents=[by_looks, GreedyBot()], seat=None)
    core = uneri.BatchEnv(SHORT["solo"], 3, seed=4, opponents=[by_looks, "greedy"], seat=None)
    for _ in range(40):
        env.step_random()
        core.step_random()
        assert_same(env, core)


class Failing:
    """A function that answers by `answer` when it is to fail."""

    def __init__(self) -> None:
        self.answer: Callable[[int, Any], Any] | None = None
        self.calls = 0

    def __call__(self, observation: Any, legal: Any, seat: Any) -> Any:
        self.calls += 1
        if self.answer is not None and self.calls >= 2:  # when lanes have been half stepped
            return self.answer(len(seat), legal)
        return by_looks(observation, legal, seat)


def crash(count: int, legal: Any) -> Any:
    raise KeyError("mine")


def illegal(count: int, legal: Any) -> Any:
    answer = legal[1][legal[0][:-1]].astype(np.int64)
    answer[-1] = 5 + 10**12
    return answer


ANSWERS: list[tuple[Callable[[int, Any], Any], type[Exception], str]] = [
    (crash, KeyError, "mine"),
    (illegal, ValueError, r"onda: lane \d, opponents\[1\]: action 1000000000005 is not legal here; legal: "),
    (lambda n, legal: np.full(n, -1), ValueError, r"onda: lane \d, opponents\[1\]: action -1 is not legal here"),
    (lambda n, legal: np.full(n, 2**64 - 1, np.uint64), ValueError, r"action 18446744073709551615 is not legal"),
    (lambda n, legal: np.zeros(n), TypeError, r"opponents\[1\]: actions must be an array of integers, not of float64"),
    (lambda n, legal: np.ones(n, bool), TypeError, "array of integers, not of bool"),
    (lambda n, legal: None, TypeError, "array of integers, not of object"),
    (
        lambda n, legal: np.zeros(n + 1, np.int32),
        ValueError,
        r"opponents\[1\]: actions must have shape \(\d,\), not \(\d,\)",
    ),
    (lambda n, legal: np.zeros((n, 1), np.int32), ValueError, r"must have shape .*, not \(\d, 1\)"),
    (lambda n, legal: 3, ValueError, r"must have shape .*, not \(\)"),
]
CALLS: dict[str, Callable[[Any], Any]] = {
    "step": lambda env: env.step(env.legal[:, 0]),
    "step_random": lambda env: env.step_random(1),
    "step_logits": lambda env: env.step_logits(np.zeros((4, env.game.num_distinct_actions), np.float32)),
    "reset": lambda env: env.reset(),
    "seeded": lambda env: env.reset(seed=8, lanes=[1, 3]),
    "set_state": lambda env: env.set_state(3, env.game.new_initial_state(77)),
    "rollout": lambda env: env.rollout(1, "random"),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(("answer", "error", "words"), ANSWERS[:2])
def test_a_failure_leaves_the_batch_as_it_was(call: str, answer: Any, error: Any, words: str) -> None:
    """The call can be made again, and then all is as if nothing had failed."""
    check_failure(call, answer, error, words)


@pytest.mark.parametrize(("answer", "error", "words"), ANSWERS[2:])
def test_wrong_answers(answer: Any, error: Any, words: str) -> None:
    check_failure("step_random", answer, error, words)


def check_failure(call: str, answer: Any, error: Any, words: str) -> None:
    game = uneri.load_game(SHORT["onda"])
    failing = Failing()
    pool = Pool(["greedy", first])
    env, other = (uneri.BatchEnv(game, 4, seed=2, opponents=[pool, f], seat=2) for f in (failing, by_looks))
    for batch in (env, other):
        batch.step_random(9, seed=1)
    before, states = copies(env), [env.get_state(lane) for lane in range(4)]
    failing.answer, failing.calls = answer, 0 if call not in ("set_state", "seeded") else 1
    for _ in range(20):
        try:
            CALLS[call](env)
        except error as raised:
            found: Exception | None = raised
            break
        found = None
        CALLS[call](other)
        failing.calls = 1
        before, states = copies(env), [env.get_state(lane) for lane in range(4)]
    assert found is not None, "no lane has asked"
    assert re.search(words, str(found)), found
    assert_same(env, before)
    assert [env.get_state(lane) for lane in range(4)] == states
    failing.answer = None
    for _ in range(3):
        CALLS[call](env)
        CALLS[call](other)
        assert_same(env, other)
    env.step_random(20)
    other.step_random(20)
    assert_same(env, other)


def test_a_failure_at_the_beginning() -> None:
    with pytest.raises(KeyError, match="mine"):
        uneri.BatchEnv(uneri.load_game(SHORT["onda"]), 2, opponents=lambda o, l, s: crash(1, l), seat=1)


def test_a_function_must_not_call_the_batch() -> None:
    env: Any = None
    calls = [lambda: env.step(env.legal[:, 0]), lambda: env.get_state(0), lambda: env.greedy(), lambda: env.after()]  # noqa: PLW0108 - env is made below
    asked: list[int] = []

    def meddles(observation: Any, legal: Any, seat: Any) -> Any:
        if env is not None:
            with pytest.raises(RuntimeError, match="this batch is running a call of this thread"):
                calls[len(asked) % 4]()
            asked.append(1)
        observation[:] = 7  # its own
        legal[1][:] = legal[1]
        return first(observation, legal, seat)

    env = uneri.BatchEnv(uneri.load_game(SHORT["onda"]), 2, seed=1, opponents=meddles)
    other = uneri.BatchEnv(uneri.load_game(SHORT["onda"]), 2, seed=1, opponents=first)
    for _ in range(6):
        env.step_random()
        other.step_random()
        assert_same(env, other)
    assert len(asked) >= 4


def test_copies_and_pickles_go_on() -> None:
    pool = Pool([by_looks, "random", first], weights=[1, 1, 2])
    env = uneri.BatchEnv(uneri.load_game(SHORT["solo"]), 3, seed=6, opponents=[pool, last], seat=None)
    env.step_random(7)
    others = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env), copy.copy(env)]
    assert len(set(env.members[:, 0].tolist())) > 1
    for other in others:
        assert_same(env, other)
    env.step_random(20)
    for other in others:
        other.step_random(20)
        assert_same(env, other)
    with pytest.raises(ValueError, match=r"opponents of a saved batch must be random or greedy, not .*Pool.*"):
        env.to_bytes()


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (([],), ValueError, "members must not be empty"),
        (([3],), TypeError, "members must be a bot, its text, or a function, not 3 \\(int\\)"),
        ((["nobody"],), ValueError, "no bot 'nobody'"),
        ((["exec:cat"],), ValueError, "would start a program"),
        ((["random"], [1, 2]), ValueError, "weights must have 1 entries, one for each member, not 2"),
        ((["random"], [0]), ValueError, "weights must have at least one above 0, not \\[0.0\\]"),
        ((["random"], [-1]), ValueError, "weight is -1; allowed: 0.0 to 1000000000.0"),
        ((["random"], [float("nan")]), ValueError, "weight is nan"),
        ((["random"], ["1"]), TypeError, "weight must be .*, not '1'"),
        (([Pool(["random"])],), TypeError, "a pool can't hold pools"),
    ],
)
def test_pools_are_checked(arguments: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Pool(*arguments)


def test_a_pool_is_a_sequence() -> None:
    pool = Pool(["random", by_looks], weights=np.array([1, 3]))
    assert (len(pool), pool[0], list(pool), pool.weights) == (2, "random", ["random", by_looks], (1.0, 3.0))
    assert repr(Pool(["random"])) == "uneri.batch.Pool(['random'], weights=[1.0])"
    with pytest.raises(ValueError, match="index is 2; allowed: 0 to 1"):
        pool[2] = "greedy"
    env = uneri.BatchEnv("onda(players=2,rounds=1)", 2, opponents=pool)
    assert env.opponents == (pool,)
