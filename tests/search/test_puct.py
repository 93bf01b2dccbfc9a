"""PUCT: what the evaluator is shown, what becomes of its answers, lock-step, fairness and errors."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import uneri
from _play import first_choice
from uneri.bots import GreedyBot
from uneri.search import PUCT


class Even:
    """All actions alike, all seats alike; remembers what it was shown."""

    def __init__(self) -> None:
        self.batches: list[tuple[Any, Any, Any]] = []

    def __call__(self, obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        self.batches.append((obs, legal, seat))
        return np.zeros(len(legal[1]), np.float32), np.full((len(seat), self.players(obs)), 0.5, np.float32)

    @staticmethod
    def players(obs: Any) -> int:
        return 3


class Network:
    """A small fixed network of numpy arrays: logits for all actions, values in 0 to 1."""

    def __init__(self, game: uneri.Game, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        features = game.observation_tensor_shape[0]
        self._hidden = rng.normal(0, 0.3, (features, 16)).astype(np.float32)
        self._logits = rng.normal(0, 0.5, (16, game.num_distinct_actions)).astype(np.float32)
        self._values = rng.normal(0, 0.5, (16, game.num_players)).astype(np.float32)

    def __call__(self, obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        # One row at a time: matrix products of other sizes may round otherwise, and results are compared exactly.
        hidden = np.stack([np.maximum((row[:, None] * self._hidden).sum(axis=0), 0) for row in obs])
        logits = np.stack([(row[:, None] * self._logits).sum(axis=0) for row in hidden])
        values = np.stack([(row[:, None] * self._values).sum(axis=0) for row in hidden])
        return logits, 1 / (1 + np.exp(-values))


def essence(result: Any) -> tuple[Any, ...]:
    return (result.action, result.stats, result.principal_variation, result.simulations, result.tree)


def test_what_the_evaluator_is_shown(name: str) -> None:
    state, even = first_choice(name, players=3), Even()
    result = PUCT(even, 50, leaves=4).run(state)
    obs, (starts, actions), seat = even.batches[0]
    assert (obs.dtype, starts.dtype, actions.dtype, seat.dtype) == (np.float32, np.int32, np.int32, np.int32)
    assert seat.tolist() == [state.current_player()]
    assert actions.tolist() == state.legal_actions()
    assert starts.tolist() == [0, len(actions)]
    assert np.array_equal(obs[0], state.observation_tensor(state.current_player()))
    for obs, (starts, actions), seat in even.batches:
        assert obs.shape == (len(seat), *state.game.observation_tensor_shape)
        assert len(starts) == len(seat) + 1
        assert starts[-1] == len(actions)
        assert np.all(np.diff(starts) > 1)  # a decision has a choice
        assert len(seat) <= 4
    assert result.simulations == 50
    assert sum(result.visits.values()) == 49  # the first simulation judges the root itself
    assert all(stats.prior == pytest.approx(1 / len(result.stats)) for stats in result.stats)


def test_priors_and_values_count(name: str) -> None:
    state = first_choice(name, players=3)
    wanted = state.legal_actions()[-1]
    seat_of_root = state.current_player()

    def prior(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        return np.where(legal[1] == wanted, 5.0, 0.0), np.full((len(seat), 3), 0.5)

    result = PUCT(prior, 100).run(state)
    assert result.action == wanted
    assert max(stats.prior or 0 for stats in result.stats) > 0.5

    def value(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        """Good for the root's seat, whoever decides: column i is the seat i places on."""
        values = np.zeros((len(seat), 3))
        values[np.arange(len(seat)), (seat_of_root - seat) % 3] = 1
        return np.zeros((len(seat), state.game.num_distinct_actions)), values

    assert PUCT(value, 60).run(state).value > 0.9


@pytest.mark.parametrize("gumbel", [0, 4])
def test_it_reads_nothing_hidden(name: str, gumbel: int) -> None:
    for seed in range(4):
        state = first_choice(name, seed, players=3)
        search = PUCT(Network(state.game), 80, gumbel=gumbel)
        world = state.resample_from_infostate(state.current_player(), seed)
        assert world != state
        assert essence(search.run(world)) == essence(search.run(state))


@pytest.mark.parametrize("gumbel", [0, 4])
def test_positions_do_not_depend_on_each_other(name: str, gumbel: int) -> None:
    states = [first_choice(name, seed, players=3) for seed in range(5)]
    search = PUCT(Network(states[0].game), 40, batch=12, gumbel=gumbel)
    together = search.run_many(states)
    assert [essence(result) for result in together] == [essence(search.run(state)) for state in states]
    assert search.act_many(states) == [result.action for result in together]


def test_gumbel_halves_what_it_considers(name: str) -> None:
    """32 visits in two stages: four actions share the first half, the better two of them the second."""
    for seed in range(6):
        state = first_choice(name, seed, players=3)
        if state.num_legal_actions() >= 4:
            result = PUCT(Even(), 33, gumbel=4, seed=seed).run(state)
            assert sorted(result.visits.values())[-5:] == [0] * (len(result.visits) > 4) + [4, 4, 12, 12]
            assert result.visits[result.action] == 12
            assert result.simulations == 33


def test_gumbel_follows_logits_and_values(name: str) -> None:
    state = first_choice(name, players=3)
    wanted = state.legal_actions()[-1]

    def sure(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        return np.where(legal[1] == wanted, 60.0, 0.0), np.full((len(seat), 3), 0.5)

    assert {PUCT(sure, 20, gumbel=2, seed=seed).act(state) for seed in range(5)} == {wanted}
    chosen = {PUCT(Even(), 20, gumbel=8, seed=seed).act(state) for seed in range(30)}
    assert len(chosen) > 1  # the noise decides where nothing else does
    again = [essence(PUCT(Even(), 20, gumbel=8, seed=3).run(state)) for _ in range(2)]
    assert again[0] == again[1]


def test_batches_are_full_and_no_fuller(name: str) -> None:
    states = [first_choice(name, seed, players=3) for seed in range(7)]
    even = Even()
    PUCT(even, 33, leaves=4, batch=16).run_many(states)
    sizes = [len(seat) for _, _, seat in even.batches]
    assert max(sizes) <= 16
    assert max(sizes) > 8
    even = Even()
    PUCT(even, 33, leaves=4, batch=2).run_many(states)  # leaves of a tree stay together
    assert max(len(seat) for _, _, seat in even.batches) == 4


def test_results_say_what_the_evaluator_was_asked(name: str) -> None:
    even = Even()

    def slow(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        time.sleep(0.002)
        return even(obs, legal, seat)

    begun = time.perf_counter()
    results = PUCT(slow, 33, leaves=4, batch=16).run_many([first_choice(name, seed, players=3) for seed in range(7)])
    clock = time.perf_counter() - begun
    use = results[0].evaluator
    assert use is not None
    assert {result.evaluator for result in results} == {use}
    assert use.batches == len(even.batches)
    assert use.rows == sum(len(seat) for _, _, seat in even.batches)
    assert 0.002 * use.batches <= use.seconds < use.seconds + use.exchange_seconds <= clock
    assert f"{use.batches:,} batches" in str(results[0])


def test_a_teacher_is_followed(name: str) -> None:
    """With the greedy player's choice as prior a short search mostly plays like it."""
    state, alike, asked = first_choice(name, players=3), 0, 0
    while not state.is_terminal() and asked < 12:
        if state.num_legal_actions() > 1:
            choice = GreedyBot().act(state)

            def teacher(obs: Any, legal: Any, seat: Any, choice: int = choice) -> tuple[Any, Any]:
                return np.where(legal[1] == choice, 3.0, 0.0), np.full((len(seat), 3), 0.5)

            asked += 1
            alike += PUCT(teacher, 24).act(state) == choice
        state.apply_action(GreedyBot().act(state))
    assert alike == asked


class Failing(Exception):
    pass


@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        (lambda n, rows: (np.zeros(n + 1), np.zeros((rows, 3))), ValueError, "logits"),
        (lambda n, rows: (np.zeros(n), np.zeros((rows, 2))), ValueError, "values"),
        (lambda n, rows: (np.full(n, np.nan), np.zeros((rows, 3))), ValueError, "finite"),
        (lambda n, rows: (np.zeros(n), np.full((rows, 3), np.inf)), ValueError, "finite"),
        (lambda n, rows: np.zeros(n), TypeError, "pair"),
        (lambda n, rows: None, TypeError, "pair"),
        (
            lambda n, rows: (np.full(n, "x"), np.zeros((rows, 3))),
            TypeError,
            "logits must be real numbers, not of <U1",
        ),
        (lambda n, rows: (np.zeros(n), None), TypeError, "values must be real numbers, not of object"),
        (lambda n, rows: (np.zeros(n), [object()] * rows), TypeError, "values must be real numbers, not of object"),
        (
            lambda n, rows: (np.zeros(n, complex), np.zeros((rows, 3))),
            TypeError,
            "logits must be real numbers, not of complex128",
        ),
        (
            lambda n, rows: (np.zeros(n), np.full((rows, 3), 0.5 + 1j)),
            TypeError,
            "values must be real numbers, not of complex128",
        ),
        (
            lambda n, rows: (np.zeros(n), np.zeros((rows, 3), "M8[s]")),
            TypeError,
            "values must be real numbers, not of datetime64",
        ),
        (
            lambda n, rows: (np.zeros(n), np.full((rows, 3), 1.25)),
            ValueError,
            r"values\[0, 0\] is 1.25; allowed: 0 to 1",
        ),
        (
            lambda n, rows: (np.zeros(n), np.array([[0, 1, -0.5]] * rows)),
            ValueError,
            r"values\[0, 2\] is -0.5; allowed",
        ),
    ],
)
def test_wrong_answers_are_named(name: str, answer: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        PUCT(lambda obs, legal, seat: answer(len(legal[1]), len(seat))).run(first_choice(name, players=3))


@pytest.mark.parametrize("dtype", [np.float16, np.float64, np.longdouble, ">f4", np.int8, np.uint64, np.bool_])
def test_answers_of_any_real_type_are_taken(dtype: Any) -> None:
    """The values are 0 and 1, or half a rounding beyond; a list of lists is an array, too."""
    state = first_choice("onda", players=3)

    def answer(obs: Any, legal: Any, seat: Any) -> Any:
        values = np.zeros((len(seat), 3))
        values[:, 0] = 1
        return np.zeros(len(legal[1]), dtype), values.astype(dtype)

    def nearly(obs: Any, legal: Any, seat: Any) -> Any:
        logits, values = answer(obs, legal, seat)
        return logits.tolist(), (values.astype(float) * 1.0005 - 0.0002).tolist()

    first, second = (PUCT(one, 30).run(state) for one in (answer, nearly))
    assert first.visits == second.visits


def test_errors_come_through_unchanged(name: str) -> None:
    def fail(obs: Any, legal: Any, seat: Any) -> Any:
        raise Failing("no luck")

    with pytest.raises(Failing, match="no luck"):
        PUCT(fail).run(first_choice(name, players=3))


def test_settings_are_checked(name: str) -> None:
    for wrong in (
        {"sims": 0},
        {"leaves": 0},
        {"batch": 0},
        {"c": -1},
        {"objective": "utility"},
        {"final": "x"},
        {"gumbel": -1},
    ):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            PUCT(Even(), **wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="evaluator"):
        PUCT(3)  # type: ignore[arg-type]
    assert PUCT(Even()).run_many([]) == []
    with pytest.raises(ValueError, match="no seat is to act"):
        PUCT(Even()).run(uneri.load_game(name).new_initial_state())
    with pytest.raises(ValueError, match="different games"):
        PUCT(Even()).run_many(
            [first_choice(name, players=3), uneri.load_game(name, players=2).new_initial_state(seed=1)]
        )


@pytest.mark.parametrize("positions", [1, 9])  # in one batch, and in several of which two are under way at once
def test_arrays_may_be_kept(name: str, positions: int) -> None:
    states = [first_choice(name, seed, players=3) for seed in range(positions)]
    copies, even = list[Any](), Even()

    def keeping(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        copies.append(obs.copy())
        return even(obs, legal, seat)

    PUCT(keeping, 40, leaves=4, batch=8).run_many(states)
    assert len(copies) > 5
    assert all(np.array_equal(copy, obs) for copy, (obs, _, _) in zip(copies, even.batches, strict=True))


def test_errors_come_through_while_another_batch_is_gathered(name: str) -> None:
    states, even, calls = [first_choice(name, seed, players=3) for seed in range(9)], Even(), [0]

    def failing(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        calls[0] += 1
        if calls[0] == 7:
            raise LookupError("no such network")
        return even(obs, legal, seat)

    search = PUCT(failing, 40, leaves=4, batch=8)
    with pytest.raises(LookupError, match="no such network"):
        search.run_many(states)
    assert [result.simulations for result in search.run_many(states)] == [40] * 9


def test_choices_are_those_of_whole_results(name: str) -> None:
    """Without a tree written down."""
    states = [first_choice(name, seed, players=3) for seed in range(3)]
    search = PUCT(Network(states[0].game), 40, batch=8)
    assert search.act_many(states) == [search.run(state).action for state in states]
    assert search.act(states[0]) == search.run(states[0]).action
