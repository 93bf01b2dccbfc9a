"""Searches with networks: what the network decides, what it may not see, and the default search.

UNERI_POSITIONS=1000 asks for the long check that nothing hidden is read."""

from __future__ import annotations

import os
import pickle
from typing import Any

import pytest

import uneri
from _play import first_choice
from uneri.bots import NetBot, RandomBot, make_bot
from uneri.search import ISMCTS, FlatMC, Search, SearchResult
from uneri.testing import SplitMix64
from uneri.train import has_network, train

POSITIONS = int(os.environ.get("UNERI_POSITIONS", "12"))  # a game, for the check that nothing hidden is read
SMALL = "onda(players=2,rounds=1)"
OF_TWO = {
    "namima": "namima(players=2,variant=sazanami,games=1)",
    "onda": SMALL,
    "solo": "solo(players=2,max_rounds=1)",
    "tacta": "tacta(players=2)",
    "tidal": "tidal(players=2,rounds=1)",
}


@pytest.fixture(scope="module")
def networks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A network for each game: those of the library, and for SOLO one that has hardly learnt."""
    solo = tmp_path_factory.mktemp("nets") / "solo.net"
    train(OF_TWO["solo"], games=64, seed=3).save(solo)
    return {name: str(solo) if name == "solo" else "default" for name in OF_TWO}


def essence(result: SearchResult) -> tuple[Any, ...]:
    """All of a result but the time it took."""
    return (result.action, result.stats, result.principal_variation, result.worlds, result.simulations, result.tree)


def positions(spec: str, count: int, seed: int) -> list[Any]:
    """Positions with a choice, from games that are half random."""
    rng, found, greedy = SplitMix64(seed), list[Any](), make_bot("greedy")
    while len(found) < count:
        state = uneri.load_game(spec).new_initial_state(seed=rng.next())
        while not state.is_terminal() and len(found) < count:
            legal = state.legal_actions()
            if len(legal) > 1 and rng.below(4) == 0:
                found.append(state.clone())
            state.apply_action(legal[rng.below(len(legal))] if rng.below(2) else greedy.act(state))
    return found


def many_moves(spec: str = SMALL) -> Any:
    return next(state for state in positions(spec, 50, 1) if state.num_legal_actions() > 8)


@pytest.mark.parametrize(
    "settings", [{}, {"rollout": "eps", "sims": 60}, {"top": 2, "prior": 1}, {"top": 0, "sims": 200}]
)
@pytest.mark.parametrize("kind", [FlatMC, ISMCTS])
def test_the_root_has_the_networks_best(kind: Any, settings: dict[str, Any]) -> None:
    state = many_moves()
    search = kind(net="default", seed=2, **settings)
    result, values = search.run(state), NetBot().values(state)
    tried = {stats.action for stats in result.stats if stats.visits}
    top = settings.get("top", 4) or state.num_legal_actions()
    assert tried == set(sorted(values, key=lambda a: (-values[a], a))[:top])
    for stats in result.stats:
        assert stats.prior == pytest.approx(values[stats.action], abs=1e-6)
    assert result.simulations >= settings.get("sims", 40)
    assert essence(kind(net="default", seed=2, threads=3, **settings).run(state)) == essence(result)
    assert essence(pickle.loads(pickle.dumps(search)).run(state)) == essence(result)
    assert search.act(state) == result.action


def test_the_network_alone_decides_with_all_the_weight() -> None:
    for state in positions(SMALL, 10, 4):
        assert FlatMC(8, net="default", prior=1).act(state) == NetBot().act(state)


@pytest.mark.parametrize("name", ["namima", "onda", "tacta", "tidal"])
def test_a_playout_is_noise_beside_the_network(name: str) -> None:
    """Means of two worlds have 2 % of the weight: they decide between actions alone that are as close."""
    clear = 0
    for state in positions(OF_TWO[name], 100, 8):
        result = FlatMC(4, net="default", top=2, rollout="eps").run(state)
        second, best = sorted((stats.prior or 0.0, stats.action) for stats in result.stats)[-2:]
        if best[0] - second[0] > 0.021:
            clear += 1
            assert result.action == best[1]
    assert clear


@pytest.mark.parametrize("kind", [FlatMC, ISMCTS])
def test_settings_with_a_network(kind: Any) -> None:
    with pytest.raises(ValueError, match="top is 3 without net"):
        kind(top=3)
    with pytest.raises(ValueError, match=r"prior is 0[.]5 without net"):
        kind(prior=0.5)
    with pytest.raises(ValueError, match="rollout is 'net' without net"):
        kind(rollout="net")
    with pytest.raises(ValueError, match=r"epsilon is 0[.]5 with a network"):
        kind(net="default", epsilon=0.5)
    with pytest.raises(ValueError, match="prior is 2"):
        kind(net="default", prior=2)
    with pytest.raises(ValueError, match="cannot read it"):
        kind(net="nowhere.net")
    with pytest.raises(ValueError, match="no network comes with the library"):
        kind(net="default").run(uneri.load_game("onda", players=5).new_initial_state(seed=1))
    state = uneri.load_game(SMALL).new_initial_state(seed=1)
    assert kind(net="default").run(state).simulations == 40
    assert kind(net="default", rollout="eps", depth=9).run(state).simulations > 900


@pytest.mark.parametrize("kind", ["flat", "ismcts"])
def test_searches_with_networks_read_nothing_hidden(name: str, kind: str, networks: dict[str, str]) -> None:
    """The same choice, statistics and tree in two worlds that look alike to the seat to act."""
    makers = {"flat": FlatMC, "ismcts": ISMCTS}
    short: list[Any] = [
        makers[kind](4, net=networks[name]),
        makers[kind](8, net=networks[name], rollout="eps", top=3),
        makers[kind](4, net=networks[name], top=0, prior=0.2),
    ]
    for index, state in enumerate(positions(OF_TWO[name], POSITIONS, 7)):
        world = state.resample_from_infostate(state.current_player(), index)
        search = short[index % len(short)]
        assert essence(search.run(state)) == essence(search.run(world)), (index, search)


def test_a_following_search_with_a_network() -> None:
    """It keeps its trees, begins anew with another game, and goes on after a pickle."""
    state, reused = uneri.load_game(SMALL).new_initial_state(seed=3), 0
    player: Any = ISMCTS(24, net="default", rollout="eps").follow()
    others = RandomBot(1)
    while not state.is_terminal():
        if state.current_player() == 0 and state.num_legal_actions() > 1:
            again = pickle.loads(pickle.dumps(player)).run(state)
            result = player.run(state)
            assert essence(again) == essence(result)
            reused += result.reused
            action = result.action
        else:
            action = others.act(state)
        player.see(state, action)
        state.apply_action(action)
    assert reused > 0
    four = first_choice("onda", 1, players=4)
    assert player.run(four).action in four.legal_actions()


def test_the_default_search(name: str) -> None:
    game = uneri.load_game(OF_TWO[name])
    search = Search(60, seed=5)
    named: Any = make_bot(search.text(game))
    for state in positions(OF_TWO[name], 2, 9):
        found = search.run(state)
        assert essence(found) == essence(named.run(state))
        assert essence(pickle.loads(pickle.dumps(search)).run(state)) == essence(found)
        assert search.act(state) == named.act(state) == make_bot("search:sims=60,seed=5").act(state)
        assert [essence(one) for one in search.run_many([state])] == [essence(found)]
    assert repr(search) == "Search(sims=60, seed=5, threads=1)"
    assert not search.cheats


def test_the_default_search_without_a_network() -> None:
    """Rule sets for which there is none are searched all the same."""
    own = uneri.load_game("onda", players=3, rounds=1)
    assert not has_network(own)
    assert "net" not in Search().text(own)
    state = own.new_initial_state(seed=1)
    assert Search(20).act(state) in state.legal_actions()
    core, reference = (uneri.load_game(SMALL, backend=b).new_initial_state(seed=2) for b in ("core", "reference"))
    assert essence(Search(200).run(core)) == essence(Search(200).run(reference))


def test_the_default_search_uses_a_network_of_other_options() -> None:
    own = uneri.load_game("onda", players=2, rounds=1, leader_may_turn=False)
    assert Search(20).text(own) == Search(20).text(uneri.load_game(SMALL))
    with pytest.warns(UserWarning, match="trained with leader_may_turn=true; it plays with leader_may_turn=false"):
        assert Search(20).act(own.new_initial_state(seed=1)) >= 0


def test_settings_of_the_default_search() -> None:
    game = uneri.load_game("solo")
    assert Search(time_ms=20, threads=2).text(game) == "ismcts:time_ms=20.0,seed=0,threads=2"
    for name, quick in (("onda", False), ("tacta", False), ("tidal", True), ("namima", True)):
        timed = Search(time_ms=20)
        text = timed.text(uneri.load_game(OF_TWO[name]))
        assert text == "flat:time_ms=20.0,seed=0,net=default" + ",rollout=eps" * quick
        state = positions(OF_TWO[name], 1, 9)[0]
        result = timed.run(state)
        assert 0 < result.simulations == sum(result.visits.values())
        assert "eps" in Search(20).text(state.game)
    with pytest.raises(ValueError, match="sims is 0"):
        Search(0)
    with pytest.raises(ValueError, match="time_ms is 0"):
        Search(time_ms=0)
    with pytest.raises(ValueError, match="no option 'rollout'"):
        make_bot("search:rollout=eps")


def test_a_limit_of_time_with_a_network() -> None:
    for settings in ({}, {"rollout": "eps"}, {"threads": 2}):
        result = FlatMC(time_ms=30, net="default", **settings).run(many_moves())
        assert 0 < result.simulations == sum(result.visits.values())
        assert result.seconds < 2
