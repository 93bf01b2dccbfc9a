"""OpenSpiel's own checks and algorithms on our games."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

import uneri
from uneri.adapters import open_spiel


def walk(game: Any, seed: int, steps: int) -> tuple[Any, Any]:
    """OpenSpiel's state and ours after the same random moves."""
    generator = np.random.default_rng(seed)
    theirs, ours = game.new_initial_state(), game.new_initial_state().uneri
    while not ours.is_terminal() and steps > 0:
        action = int(generator.choice(ours.legal_actions()))
        theirs.apply_action(action)
        ours.apply_action(action)
        steps -= not ours.is_chance_node()
    return theirs, ours


def decision(game: Any, seed: int, steps: int) -> Any:
    """A state of OpenSpiel's at which a seat is to act."""
    state, _ = walk(game, seed, steps)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert not state.is_terminal()
    return state


def play(state: Any, *names: str) -> None:
    """Actions and outcomes by their names."""
    for name in names:
        state.apply_action(state.uneri.parse_action(name))


def test_random_games(text: str) -> None:
    pyspiel.random_sim_test(open_spiel.load_game(text), num_sims=2, serialize=True, verbose=False)


def test_the_numbers_of_a_game(text: str) -> None:
    theirs, ours = open_spiel.load_game(text), uneri.load_game(text)
    assert theirs.num_distinct_actions() == ours.num_distinct_actions
    assert theirs.max_chance_outcomes() == ours.max_chance_outcomes
    assert theirs.num_players() == ours.num_players
    assert theirs.max_game_length() == ours.max_game_length
    assert (theirs.min_utility(), theirs.max_utility()) == (ours.min_utility, ours.max_utility)
    assert theirs.observation_tensor_shape() == list(ours.observation_tensor_shape)
    assert pyspiel.load_game(str(theirs)).uneri == ours
    assert pickle.loads(pickle.dumps(theirs)).uneri == ours


def test_states_agree_move_by_move(text: str) -> None:
    game = open_spiel.load_game(text)
    generator = np.random.default_rng(5)
    theirs, ours = game.new_initial_state(), uneri.load_game(text).new_initial_state()
    nothing = [0.0] * game.num_players()
    for _ in range(300):
        assert theirs.current_player() == ours.current_player()
        assert theirs.legal_actions() == ours.legal_actions()
        assert theirs.returns() == theirs.rewards() == (ours.returns() if ours.is_terminal() else nothing)
        if ours.is_terminal():
            break
        if ours.is_chance_node():
            assert theirs.chance_outcomes() == ours.chance_outcomes()
        else:
            seat = ours.current_player()
            assert theirs.observation_string(seat) == ours.observation_string(seat)
            np.testing.assert_array_equal(theirs.observation_tensor(seat), ours.observation_tensor(seat))
        action = int(generator.choice(ours.legal_actions()))
        assert theirs.action_to_string(theirs.current_player(), action) == ours.action_to_string(action)
        theirs.apply_action(action)
        ours.apply_action(action)


def test_copies_are_independent(text: str) -> None:
    state = decision(open_spiel.load_game(text), 1, 6)
    before = str(state)
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(twin) == before
        assert twin.information_state_string(0) == state.information_state_string(0)
        twin.apply_action(twin.legal_actions()[0])
        assert str(state) == before != str(twin)


def test_information_states_remember_what_observations_forget() -> None:
    """The same two leads in either order come to one position; both seats can tell the ways apart."""
    cards = ["b1", "b2", "b5", "b5", "g1", "g2", "g3", "g4"]
    pack = {"deal": 4, "down": 1, "cards": cards}
    game = open_spiel.load_game(uneri.load_game("onda", players=2, rounds=1, pack=pack))
    ends = []
    for first, second in (("SINGLE b1", "SINGLE b2"), ("SINGLE b2", "SINGLE b1")):
        state = game.new_initial_state()
        play(state, *cards, "HIDE b5", "HIDE g4", first, "PASS", second, "PASS")
        ends.append(state)
    one, two = ends
    for seat in range(2):
        assert one.observation_string(seat) == two.observation_string(seat)
        assert one.information_state_string(seat) != two.information_state_string(seat)


def test_what_a_seat_cannot_see_leaves_no_trace(text: str) -> None:
    """Resampled worlds have the seat's information state; a step that changes nothing the seat sees leaves it as it is."""
    game = open_spiel.load_game(text)
    generator = np.random.RandomState(2)
    for seed in range(4):
        state = decision(game, seed, 5)
        seat = state.current_player()
        for _ in range(3):
            world = state.resample_from_infostate(seat, generator.random_sample)
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.legal_actions() == state.legal_actions()
            assert world.current_player() == seat
    state = game.new_initial_state()
    while not state.is_terminal():
        actor, seats = state.current_player(), range(game.num_players())
        before = [(state.observation_string(seat), state.information_state_string(seat)) for seat in seats]
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(generator.choice(outcomes, p=shares)))
        else:
            state.apply_action(int(generator.choice(state.legal_actions())))
        for seat in seats:
            seen, known = before[seat]
            if seat != actor and state.observation_string(seat) == seen:
                assert state.information_state_string(seat) == known


def test_resampling_reads_nothing_hidden(text: str) -> None:
    game = open_spiel.load_game(text)
    state = decision(game, 4, 5)
    seat = state.current_player()
    other = state.resample_from_infostate(seat, lambda: 0.123)
    for point in (0.0, 0.5, 0.999999):
        one, two = (s.resample_from_infostate(seat, lambda point=point: point) for s in (state, other))
        assert str(one) == str(two)


def test_algorithms_run(text: str) -> None:
    game = open_spiel.load_game(text)
    state = decision(game, 6, 8)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    plain = mcts.MCTSBot(game, 2.0, 6, evaluator, random_state=np.random.RandomState(1))
    assert plain.step(state) in state.legal_actions()
    hidden = ismcts.ISMCTSBot(game, evaluator, 2.0, 30, random_state=np.random.RandomState(1))
    hidden.set_resampler(lambda s, seat: s.resample_from_infostate(seat, np.random.RandomState(3).random_sample))
    assert hidden.step(state) in state.legal_actions()


@pytest.mark.parametrize("text", ["onda(players=2,rounds=1)", "tidal(players=2,rounds=1)", "tacta(players=2)"])
def test_outcome_sampling(text: str) -> None:
    game = open_spiel.load_game(text)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    policy = solver.average_policy()
    state = decision(game, 1, 0)
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


def test_observers(text: str) -> None:
    game = open_spiel.load_game(text)
    state = decision(game, 9, 7)
    observation = make_observation(game)
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for seat in range(game.num_players()):
        observation.set_from(state, seat)
        np.testing.assert_array_equal(observation.tensor, state.observation_tensor(seat))
        names = [name for name, _, _ in uneri.load_game(text).observation_layout]
        assert list(observation.dict) == names
        assert observation.string_from(state, seat) == state.observation_string(seat)
        assert recall.string_from(state, seat) == state.information_state_string(seat)
    with pytest.raises(ValueError, match=r"allowed: PrivateInfoType\.SINGLE_PLAYER"):
        game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
        )
    with pytest.raises(ValueError, match="no observation parameters"):
        game.make_py_observer(None, {"colour": 1})


def test_options_that_are_data() -> None:
    game = open_spiel.load_game(uneri.load_game("onda", bomb_sequence=[2, 6, 1]))
    assert game.uneri.options["bomb_sequence"] == [2, 6, 1]
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [({"players": 99}, "allowed: 2 to 5"), ({"utility": "best"}, "allowed: score, margin, win")],
)
def test_wrong_parameters_are_named(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=message):
        pyspiel.load_game("uneri_onda", parameters)
