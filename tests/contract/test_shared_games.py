"""Games of equal options are one game: loading it again, and reading states that were pickled one by one, costs little."""

from __future__ import annotations

import os
import pickle
import threading
import time
from typing import Any

import pytest

import uneri
from uneri import bots, namima
from uneri.registry import core_module


def test_equal_options_are_one_game(name: str) -> None:
    game = uneri.load_game(name)
    assert uneri.load_game(name, **game.options) is game
    assert uneri.load_game(str(game), players=game.num_players) is game
    assert pickle.loads(pickle.dumps(game)) is game
    state = pickle.loads(pickle.dumps(game.new_initial_state(seed=3)))
    assert state.game is game
    assert state == game.new_initial_state(seed=3)


def test_older_pickles_are_read(name: str) -> None:
    """They call the class with a dict of options."""
    core = core_module(name)
    game = uneri.load_game(name)
    made = core.Game(game.options)
    assert made == game
    assert made.new_initial_state(seed=1).game is made


def test_values_of_other_types_are_not_confused() -> None:
    game = uneri.load_game("namima", riichi=True, games=1)
    assert uneri.load_game("namima", riichi=True, games=1) is game
    for wrong in ({"riichi": 1, "games": 1}, {"riichi": "true", "games": 1}, {"riichi": True, "games": 1.0}):
        with pytest.raises(ValueError, match="namima: option"):
            uneri.load_game("namima", **wrong)

    class Word:
        def __repr__(self) -> str:
            return "shikinami"

    uneri.load_game("namima", variant="shikinami")
    with pytest.raises(ValueError, match="variant"):
        uneri.load_game("namima", variant=Word())


def test_data_and_its_name_are_one_game() -> None:
    game = uneri.load_game("namima", variant="aranami")
    assert uneri.load_game("namima", variant=namima.rule_set("aranami")) is game


def test_games_that_nobody_has_are_let_go() -> None:
    core = core_module("namima")
    uneri.load_game("namima", players=3, games=7)
    for count in range(20, 30):
        uneri.load_game("namima", players=3, games=count)
    assert core.known_game(core.Game, {"players": 3, "games": 7}) is None
    kept = [uneri.load_game("namima", players=3, games=count) for count in range(1, 99)]
    assert all(uneri.load_game("namima", players=3, games=1 + i) is game for i, game in enumerate(kept))


def test_threads_and_children_share_games() -> None:
    found: list[Any] = []

    def load() -> None:
        for count in range(1, 40):
            game = uneri.load_game("namima", players=4, games=count)
            found.append(game)
            assert game.options["games"] == count

    threads = [threading.Thread(target=load) for _ in range(4)]
    for thread in threads:
        thread.start()
    if hasattr(os, "fork"):
        child = os.fork()
        if child == 0:
            game = uneri.load_game("namima", players=4, games=50)
            os._exit(0 if pickle.loads(pickle.dumps(game)) is game else 1)
        assert os.waitpid(child, 0)[1] == 0
    for thread in threads:
        thread.join()
    assert len(found) == 4 * 39
    assert len({id(game) for game in found}) == 39


@pytest.mark.unsanitized
def test_loading_again_costs_little(name: str) -> None:
    game = uneri.load_game(name)
    sent = pickle.dumps(game.new_initial_state(seed=3))

    def least(work: Any) -> float:
        times = []
        for _ in range(20):
            begun = time.process_time()
            for _ in range(50):
                work()
            times.append((time.process_time() - begun) / 50)
        return min(times)

    assert least(lambda: uneri.load_game(name)) < 10e-6  # 1 us on a quiet machine; 400 where all was made again
    assert least(lambda: pickle.loads(sent)) < 30e-6  # 4 to 8


@pytest.mark.unsanitized
def test_a_pickled_state_has_its_tables() -> None:
    """Also where the receiver keeps no game."""
    bot = bots.GreedyBot()
    sent = pickle.dumps(uneri.load_game("namima", variant="juuayanami", players=3).new_initial_state(seed=3))
    bot.act(pickle.loads(sent))
    begun = time.process_time()
    for _ in range(20):
        bot.act(pickle.loads(sent))
    assert (time.process_time() - begun) / 20 < 2e-3  # 0.1 ms; making the tables takes 8
