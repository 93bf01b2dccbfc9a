"""The networks that come with the library."""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shlex
from dataclasses import asdict
from typing import Any

import pytest

import uneri
from uneri._util.call_syntax import parse_assignment
from uneri.bots import NetBot, bot_maker, make_bot
from uneri.cli import main
from uneri.cli._parser import Parser
from uneri.cli.train import add
from uneri.registry import core_module
from uneri.train import Recipe, has_network
from uneri.train.networks import NETWORKS
from uneri.train.recipe import make_recipe
from uneri.train.training import GAMES_OF_STEP

FILES = sorted(NETWORKS.glob("*.net"))
MOST_BYTES = 65 * 1024
MOST_TOGETHER = 600 * 1024
BEGINNINGS = {
    "namima_sazanami_2": "214538856f816699",
    "onda_2": "24d7f04c9ebcca1e",
    "onda_4": "cc0689754fb4f13d",
    "tacta_2": "4758249cd82eb4c1",
    "tidal_2": "f62359c15b88cb53",
}
"""SHA-256 of what five steps of each training give, the first 16 digits."""


def label(file: Any) -> dict[str, Any]:
    return dict(core_module(file.stem.split("_")[0]).network_label(file.read_bytes()))


def record(file: Any) -> dict[str, Any]:
    return dict(json.loads(label(file)["record"]))


def test_they_are_small() -> None:
    assert FILES
    assert max(file.stat().st_size for file in FILES) <= MOST_BYTES
    assert sum(file.stat().st_size for file in FILES) <= MOST_TOGETHER


def command(file: Any) -> argparse.Namespace:
    """What the README's command for a file says."""
    rows = (NETWORKS / "README.md").read_text("utf-8").splitlines()
    (line,) = [row for row in rows if row.startswith(f"| `{file.name}`")]
    (text,) = re.findall(r"`uneri train (.*?)`", line)
    parser = Parser()
    add(parser)
    return parser.parse_args(shlex.split(text))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_says_how_it_was_made(file: Any) -> None:
    made = record(file)
    args = command(file)
    game = uneri.load_game(args.game)
    recipe = make_recipe(game.name, dict(parse_assignment(text) for text in args.settings))
    assert made["games"] == -(-args.games // GAMES_OF_STEP) * GAMES_OF_STEP
    assert (made["seed"], made["game"], made["recipe"]) == (args.seed, str(game), asdict(recipe))
    assert recipe.margin == pytest.approx(label(file)["margin"], abs=1e-3)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_its_training_begins_as_it_did(file: Any) -> None:
    """If one of these changes, the commands no longer give these files: make them all again, and measure them."""
    made = record(file)
    training = core_module(file.stem.split("_")[0]).Training(
        uneri.load_game(made["game"]), {**Recipe(**made["recipe"]).core(), "seed": made["seed"]}, 1, None, []
    )
    for step in range(5):
        training.step(step / 10)
    assert hashlib.sha256(training.network("", 0.0)).hexdigest()[:16] == BEGINNINGS[file.stem]


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
    with pytest.raises(ValueError, match=r"no network comes with the library for .*available: onda_"):
        NetBot().act(uneri.load_game("onda", players=5).new_initial_state(seed=1))
    with pytest.raises(
        ValueError, match=r"no network comes with the library for namima.*; available: namima_sazanami_2; to make one"
    ):
        NetBot().act(uneri.load_game("namima").new_initial_state(seed=1))


def plays(game: Any, bot: Any) -> bool:
    state = game.new_initial_state(seed=1)
    return bool(state.is_legal(bot.act(state)))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "onda(players=2,bomb_sequence=[1,2,4,5,3,6])",
            "bomb_sequence=ladder; it plays with bomb_sequence=[1,2,4,5,3,6]",
        ),
        ("tidal(players=2)", "rounds=1; it plays with rounds=3"),
        ("namima(variant=sazanami,players=2,dora=true)", "dora=false; it plays with dora=true"),
        ("tacta(values=5)", "values=6; it plays with values=5"),
    ],
)
def test_the_librarys_network_plays_corrected_options_and_says_so(text: str, told: str) -> None:
    game = uneri.load_game(text)
    assert has_network(game)
    with pytest.warns(UserWarning, match=re.escape(f"the network of the library was trained with {told}, perhaps")):
        assert plays(game, NetBot())
    for options in ({}, {"backend": "reference"}):
        with pytest.warns(UserWarning, match="trained with"):
            assert plays(uneri.load_game(text, **options), make_bot("flat:sims=4,net=default"))


def test_it_says_so_once(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "onda(players=2,rounds=1,tide_start=low)", "--bots", "net,search:sims=4,random", "--deals", "1"]
    assert main([*words, "--workers", "2"]) == 0
    lines = [line for line in capfd.readouterr().err.splitlines() if "trained with" in line]
    assert lines == [
        "uneri: the network of the library was trained with tide_start=high; it plays with tide_start=low, perhaps less well"
    ]


def test_data_is_told_by_its_beginning() -> None:
    board = uneri.tidal.default_board() | {"name": "Own", "kept_card_profit": 4}
    game = uneri.load_game("tidal", players=2, rounds=1, board=board)
    with pytest.warns(UserWarning, match="board=default; it plays with board=") as told:
        assert plays(game, NetBot())
    assert len(str(told[0].message)) < 200
    other = uneri.load_game("tidal", players=3, rounds=1, board=board)
    with pytest.raises(ValueError, match="to make one: uneri train 'tidal") as error:
        plays(other, NetBot())
    assert len(str(error.value)) < 350


@pytest.mark.parametrize(
    ("file", "text", "named"),
    [
        ("onda_2", "onda(players=3,tide_start=low)", "players=2, but the game has players=3; use players=2"),
        (
            "namima_sazanami_2",
            "namima(players=2)",
            "variant=sazanami, but the game has variant=shikinami; use var",
        ),
        ("tacta_2", "tacta(players=3)", "players=2, but the game has players=3"),
    ],
)
def test_other_sizes_are_refused_by_the_option(file: str, text: str, named: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"the network is for {named}")):
        plays(uneri.load_game(text), NetBot(NETWORKS / f"{file}.net"))


def test_a_board_of_another_length_is_refused() -> None:
    board = uneri.tidal.default_board()
    board["track"] |= {"spaces": 9}
    board["ring"].append("purple")
    game = uneri.load_game("tidal", players=2, rounds=1, board=board)
    assert not has_network(game)
    with pytest.raises(
        ValueError, match=r"the network is for board=default, but the game has board=\{.{39}[.]{3}; use"
    ):
        plays(game, NetBot(NETWORKS / "tidal_2.net"))
