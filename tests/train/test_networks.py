"""The networks that come with the library."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import uneri
from uneri.bots import NetBot, bot_maker, make_bot
from uneri.registry import core_module
from uneri.train import Recipe, has_network
from uneri.train.networks import NETWORKS
from uneri.train.training import GAMES_OF_STEP

FILES = sorted(NETWORKS.glob("*.net"))
MOST_BYTES = 65 * 1024
MOST_TOGETHER = 600 * 1024


def label(file: Any) -> dict[str, Any]:
    return dict(core_module(file.stem.split("_")[0]).network_label(file.read_bytes()))


def record(file: Any) -> dict[str, Any]:
    return dict(json.loads(label(file)["record"]))


def test_they_are_small() -> None:
    assert FILES
    assert max(file.stat().st_size for file in FILES) <= MOST_BYTES
    assert sum(file.stat().st_size for file in FILES) <= MOST_TOGETHER


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_says_how_it_was_made(file: Any) -> None:
    made = record(file)
    assert made["games"] > 0
    assert Recipe(**made["recipe"]).margin == pytest.approx(label(file)["margin"], abs=1e-3)
    (line,) = [row for row in (NETWORKS / "README.md").read_text("utf-8").splitlines() if f"`{file.name}`" in row]
    (games,) = re.findall(r"--games (\d+)", line)
    assert made["games"] == -(-int(games) // GAMES_OF_STEP) * GAMES_OF_STEP
    assert f"--seed {made['seed']}" in line
    (spec,) = re.findall(r"uneri train '(.*?)'", line)
    assert str(uneri.load_game(spec)) == made["game"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_bot_net_plays_with_it(file: Any) -> None:
    game = uneri.load_game(record(file)["game"])
    assert has_network(game)
    state = game.new_initial_state(seed=3)
    bot, named = NetBot(file), make_bot("net")
    for _ in range(12):
        if state.is_terminal():
            break
        action = named.act(state)
        assert action == bot.act(state)
        assert state.is_legal(action)
        state.apply_action(action)


def test_games_without_a_network_say_which_there_are() -> None:
    bot_maker("net")
    with pytest.raises(ValueError, match=r"no network comes with the library for .*there are: onda_"):
        NetBot().act(uneri.load_game("onda", players=2, pack="small").new_initial_state(seed=1))
    with pytest.raises(
        ValueError, match=r"no network comes with the library for namima.*; there are: namima_sazanami_2; another"
    ):
        NetBot().act(uneri.load_game("namima").new_initial_state(seed=1))
