"""Searches that keep their trees, and worlds that are solved."""

from __future__ import annotations

from typing import Any

import pytest

import uneri
from _play import first_choice
from uneri.bots import RandomBot, make_bot
from uneri.search import ISMCTS, PIMC, SearchResult
from uneri.testing import SplitMix64

SETTINGS: dict[str, Any] = {"sims": 150, "rollout": "uniform", "depth": 60}


def essence(result: SearchResult) -> tuple[Any, ...]:
    """All of a result but the time it took."""
    return (result.action, result.stats, result.principal_variation, result.worlds, result.simulations, result.reused)


def play(state: Any, search: ISMCTS, seat: int, decisions: int, seed: int = 1) -> list[SearchResult]:
    """What a following player of `seat` finds at its first decisions, against players at random."""
    player, others, found = search.follow(), RandomBot(seed), list[SearchResult]()
    while not state.is_terminal() and len(found) < decisions:
        if state.current_player() == seat and state.num_legal_actions() > 1:
            found.append(player.run(state))
            action = found[-1].action
        else:
            action = others.act(state)
        player.see(state, action)
        state.apply_action(action)
    return found


def test_trees_are_kept(name: str) -> None:
    reused = 0
    for seed in range(4):
        state = first_choice(name, seed, players=2)
        results = play(state.clone(), ISMCTS(**SETTINGS), state.current_player(), 12)
        assert essence(results[0]) == essence(ISMCTS(**SETTINGS).run(state))  # nothing to keep yet
        for result in results:
            assert result.simulations == 150
            assert sum(result.visits.values()) == 150 + result.reused
            reused += result.reused
    assert reused > 0


@pytest.mark.parametrize("trees", [1, 3])
def test_following_repeats_for_any_number_of_threads(name: str, trees: int) -> None:
    state = first_choice(name, players=2)
    seat = state.current_player()
    one, again, many = (
        [essence(r) for r in play(state.clone(), ISMCTS(**SETTINGS, trees=trees, threads=threads), seat, 6)]
        for threads in (1, 1, 4)
    )
    assert one == again == many


def test_an_action_that_was_not_shown(name: str) -> None:
    """Then the search begins anew, as it does with another game."""
    state, player = first_choice(name, players=2), ISMCTS(**SETTINGS).follow()
    seat = state.current_player()
    player.see(state, player.run(state).action)  # shown, and something else done
    state.apply_action(state.legal_actions()[0])
    while not state.is_terminal() and (state.current_player() != seat or state.num_legal_actions() == 1):
        state.apply_action(state.legal_actions()[0])
    for there in (
        state,
        first_choice(name, 9, players=2),
        first_choice("solo" if name == "onda" else "onda", players=2),
    ):
        if not there.is_terminal():
            assert essence(player.run(there)) == essence(ISMCTS(**SETTINGS).run(there))


def test_following_reads_nothing_hidden(name: str) -> None:
    """Two worlds that look alike, the same actions in both: as long as they look alike, so do the results."""
    compared, rng = 0, SplitMix64(5)
    for seed in range(30):
        first = first_choice(name, seed, players=2)
        seat = first.current_player()
        worlds = [first, first.resample_from_infostate(seat, seed)]
        players = [ISMCTS(**SETTINGS).follow() for _ in worlds]
        for _ in range(8):
            views = [world.observation_string(seat) for world in worlds]
            if worlds[0].is_terminal() or views[0] != views[1]:
                break
            if worlds[0].current_player() != worlds[1].current_player():
                break
            legal = sorted(set(worlds[0].legal_actions()) & set(worlds[1].legal_actions()))
            if not legal:
                break
            action = legal[rng.below(len(legal))]
            if worlds[0].current_player() == seat and worlds[0].num_legal_actions() > 1:
                results = [player.run(world) for player, world in zip(players, worlds, strict=True)]
                assert essence(results[0]) == essence(results[1])
                compared += results[0].reused > 0
                action = results[0].action
            for player, world in zip(players, worlds, strict=True):
                player.see(world, action)
                world.apply_action(action)
    assert compared > 0 or name in ("namima", "solo", "tacta")  # there every turn brings a card


def test_following_games_begun_without_a_seed() -> None:
    """Outcomes of chance are shown like actions."""
    game, player, rng, reused = uneri.load_game("tacta", players=2), ISMCTS(**SETTINGS).follow(), SplitMix64(2), 0
    state = game.new_initial_state()
    for _ in range(120):
        if state.is_terminal():
            break
        if state.is_chance_node():
            action = state.sample_chance(rng.next())
        elif state.current_player() == 0 and state.num_legal_actions() > 1:
            result = player.run(state)
            action, reused = result.action, reused + result.reused
        else:
            action = state.legal_actions()[0]
        player.see(state, action)
        state.apply_action(action)
    assert reused > 0


def test_what_is_shown_is_checked(name: str) -> None:
    state, player = first_choice(name, players=2), ISMCTS(**SETTINGS).follow()
    for wrong, error in ((-5, ValueError), (10**9, ValueError), ("x", TypeError)):
        with pytest.raises(error, match="action"):
            player.see(state, wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no seat is to act"):
        player.run(uneri.load_game(name).new_initial_state())
    assert player.act(state) in state.legal_actions()


# --- PIMC: worlds that are solved, and worlds that part late ----------------------------------------------------------


def late(name: str, seed: int) -> Any:
    """Near the end of a round of two seats that play well."""
    state, bot = uneri.load_game(name, players=2).new_initial_state(seed=seed), make_bot("greedy")
    trail = []
    while not state.is_terminal() and len(trail) < 400:
        if state.num_legal_actions() > 1:
            trail.append(state.clone())
        state.apply_action(bot.act(state))
    return trail[-1]


@pytest.mark.parametrize("text", ["onda(rounds=1)", "tidal(rounds=1)", "tacta(rounds=1)"])
def test_short_tails_are_solved(text: str) -> None:
    name, solved = text.partition("(")[0], 0
    for seed in range(8):
        state = late(text, seed)
        result = PIMC(100, worlds=10, exact=5000).run(state)
        assert result.action in state.legal_actions()
        assert (result.simulations == 0) == (result.solved == 10)
        assert all(0 <= (stats.mean or 0) <= 1 for stats in result.stats)
        assert essence(result) == essence(PIMC(100, worlds=10, exact=5000, threads=4).run(state))
        other = state.resample_from_infostate(state.current_player(), seed)
        assert essence(result) == essence(PIMC(100, worlds=10, exact=5000).run(other))
        solved += result.solved
    assert solved > 0, name
    assert PIMC(100, worlds=10).run(late(text, 1)).solved == 0


def test_solved_worlds_agree_with_long_searches() -> None:
    """In a two-seat tail a long search in each world comes near the exact values."""
    near = 0
    for seed in range(12):
        state = late("onda(rounds=1)", seed)
        exact = PIMC(100, worlds=8, exact=20_000).run(state)
        if exact.solved == 8:
            long = PIMC(8 * 4000, worlds=8, widening=0).run(state)
            near += 1
            assert abs(exact.value - long.value) < 0.1
    assert near > 3
