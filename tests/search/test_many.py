"""One search at many positions: the same as one by one, for any number of threads, and Ctrl-C stops it."""

from __future__ import annotations

import _thread
import threading
import time
from typing import Any

import numpy as np
import pytest

import uneri
from uneri.search import ISMCTS, PIMC, PUCT, FlatMC, Search, SearchResult

KINDS: dict[str, Any] = {
    "flat": FlatMC(24, seed=3),
    "ismcts": ISMCTS(24, seed=3),
    "pimc": PIMC(24, worlds=3, seed=3),
    "default": Search(60, seed=3),
}


def even(obs: Any, legal: Any, seat: Any) -> Any:
    return np.zeros(len(legal[1])), np.full((len(seat), 2), 0.5)


def essence(result: SearchResult) -> tuple[Any, ...]:
    return (result.action, result.stats, result.principal_variation, result.worlds, result.simulations, result.tree)


def batch(name: str, **settings: Any) -> uneri.BatchEnv:
    """Lanes some moves on, one of them over."""
    env = uneri.BatchEnv(uneri.load_game(name, players=2), 5, seed=4, autoreset=None, **settings)
    for _ in range(7):
        env.step(np.where(env.num_legal > 0, env.legal[:, 0], 0))
    return env


@pytest.mark.filterwarnings("ignore:the network of the library")  # it was trained with one round
@pytest.mark.parametrize("kind", KINDS)
def test_lanes_are_searched_as_states_are(name: str, kind: str) -> None:
    env, search = batch(name), KINDS[kind]
    found = search.run_many(env)
    assert found.lanes.tolist() == np.flatnonzero(env.current_player >= 0).tolist()
    assert len(found) == len(found.lanes)
    states = [env.get_state(int(lane)) for lane in found.lanes]
    one_by_one = [search.run(state) for state in states]
    assert [essence(result) for result in search.run_many(states)] == [essence(result) for result in one_by_one]
    for row, single in enumerate(one_by_one):
        part = slice(found.starts[row], found.starts[row + 1])
        assert found.action[row] == single.action
        assert found.simulations[row] == single.simulations
        assert found.legal[part].tolist() == [stats.action for stats in single.stats]
        assert found.visits[part].tolist() == [stats.visits for stats in single.stats]
        means = [np.nan if stats.mean is None else stats.mean for stats in single.stats]
        np.testing.assert_allclose(found.mean[part], means, rtol=1e-6)
    policy = found.policy()
    np.testing.assert_allclose(policy.sum(axis=1), 1, rtol=1e-5)
    assert search.act_many(states) == [search.act(state) for state in states]
    chosen = search.act_many(env)
    assert chosen[found.lanes].tolist() == search.act_many(states)
    env.step(chosen)


@pytest.mark.parametrize("kind", [FlatMC, ISMCTS, PIMC])
def test_threads_change_nothing(kind: Any) -> None:
    env = batch("onda")
    one, many = (kind(40, threads=threads).run_many(env) for threads in (1, 3))
    for field in ("action", "simulations", "starts", "legal", "visits", "mean"):
        np.testing.assert_array_equal(getattr(one, field), getattr(many, field))


def test_batches_with_bots_of_python() -> None:
    """Their lanes are states of Python's; answers are the same arrays."""
    env = uneri.BatchEnv("onda(players=2,rounds=1)", 3, seed=4, opponents="net")
    found = FlatMC(24, seed=3).run_many(env)
    for row, lane in enumerate(found.lanes):
        assert found.action[row] == FlatMC(24, seed=3).run(env.get_state(int(lane))).action
    env.step(FlatMC(24).act_many(env))


def test_networks_of_yours_answer_in_arrays_too() -> None:
    env, search = batch("onda"), PUCT(even, 16)
    found = search.run_many(env)
    states = [env.get_state(int(lane)) for lane in found.lanes]
    assert found.action.tolist() == [result.action for result in search.run_many(states)]
    assert search.act_many(env)[found.lanes].tolist() == search.act_many(states)


def test_nothing_to_search() -> None:
    for search in KINDS.values():
        assert search.run_many([]) == []
        assert search.act_many([]) == []
    env = uneri.BatchEnv("onda(players=2,rounds=1)", 1, seed=1, autoreset=None)
    while env.current_player[0] >= 0:
        env.step(env.legal[:, 0])
    found = Search().run_many(env)
    assert (len(found), found.starts.tolist()) == (0, [0])
    assert Search().act_many(env).tolist() == [0]


def test_states_of_different_games() -> None:
    states = [uneri.load_game("onda", players=players).new_initial_state(seed=1) for players in (2, 3)]
    forced = uneri.load_game("solo").new_initial_state(seed=1)
    while forced.num_legal_actions() > 1:
        forced.apply_action(forced.legal_actions()[0])
    for search in (FlatMC(8), ISMCTS(8), PIMC(8), PUCT(even, 8), Search(8)):
        for call in (search.run_many, search.act_many):
            for given in (states, [forced, states[0]], [states[0], forced]):
                with pytest.raises(ValueError, match="states are of different games"):
                    call(positions=given)
            for wrong in (5, None):
                with pytest.raises(
                    TypeError, match=rf"^positions must be a list of states of one game, or a BatchEnv, not {wrong} "
                ):
                    call(wrong)
                with pytest.raises(TypeError, match=rf"^state must be a State, not {wrong} "):
                    call([wrong])
    over = uneri.load_game("onda(players=2,rounds=1)").new_initial_state()
    with pytest.raises(ValueError, match="no seat is to act"):
        FlatMC(8).run_many([over])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", [FlatMC, ISMCTS])
def test_ctrl_c_ends_a_search_of_lanes(kind: Any, threads: int) -> None:
    env = batch("onda")
    timer = threading.Timer(0.2, _thread.interrupt_main)
    begun = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        kind(10**7, threads=threads).run_many(env)
    assert time.monotonic() - begun < 10
