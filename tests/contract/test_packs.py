"""What the option `pack` has in common in all games that have it (O-1.7, S-1.5, Tidal 2.4)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import uneri
from uneri.registry import game_module
from uneri.testing import check_game, stream

SHORT: dict[str, dict[str, int]] = {
    "onda": {"rounds": 1},
    "solo": {"max_rounds": 1, "turn_cap": 30},
    "tidal": {"rounds": 2},
}
"""Options of games that end soon."""

GIVEN: dict[str, dict[str, Any]] = {
    "onda": {"deal": 4, "down": 2, "cards": ["g3", "b1", "b2", "b2", "b3", "g1", "g1", "g4"]},
    "solo": {"deal": 2, "cards": ["GSw", "R1", "R2", "Wi", "B3", "Wi", "R1", "Y9"]},
    "tidal": {"deal": 3, "cards": ["P9", "O0", "Y1", "T2", "P3", "O4", "Y5", "Y9"]},
}
LISTED = {
    "onda": ["b1", "b2", "b2", "b3", "g1", "g1", "g3", "g4"],
    "solo": ["R1", "R1", "R2", "GSw", "B3", "Y9", "Wi", "Wi"],
    "tidal": ["O0", "O4", "Y1", "Y5", "Y9", "T2", "P3", "P9"],
}
"""Its cards in the order of kinds, as the game's options give them back."""

SEATS = {"onda": (2, 3, 4, 5), "solo": (2, 4, 7, 9, 10), "tidal": (2, 3, 4, 5)}

with_pack = pytest.mark.parametrize("name", SHORT)


@with_pack
def test_data_names_and_files_say_the_same(backend: str, name: str, tmp_path: Path) -> None:
    data = GIVEN[name]
    game = uneri.load_game(name, players=2, backend=backend, pack=data)
    assert game.options["pack"] == {**data, "cards": LISTED[name]}
    assert uneri.load_game(str(game), backend=backend) == game
    file = tmp_path / "pack.json"
    file.write_text(json.dumps(data))
    assert uneri.load_game(name, players=2, backend=backend, pack=str(file)) == game


@with_pack
@pytest.mark.parametrize("index", range(6))
def test_any_pack_keeps_the_contract(backend: str, name: str, index: int) -> None:
    module, rng = game_module(name), stream(7, index)
    players = 2 + rng.below(3)
    options = module.random_options(rng, {"players": players, **SHORT[name], "pack": module.random_pack(rng, players)})
    check_game(uneri.load_game(name, backend=backend, **options), n_games=2, seed=index)


@with_pack
def test_random_packs_are_enough_for_all_seats(name: str) -> None:
    """And with a pack that is given there are two seats, for which any pack is enough."""
    module = game_module(name)
    for index in range(60):
        rng = stream(11, index)
        players = SEATS[name][index % len(SEATS[name])]
        game = uneri.load_game(name, players=players, pack=module.random_pack(rng, players))
        assert game.options["players"] == players
        assert uneri.load_game(name, **module.random_options(rng, {"pack": "small"})).num_players == 2


@with_pack
def test_data_of_another_shape_is_refused(refused: Any, name: str) -> None:
    data = GIVEN[name]
    wrong: list[Any] = [7, ["x"], {}, {**data, "more": 1}, {**data, "deal": True}, {**data, "deal": 0}]
    wrong += [{**data, "deal": "3"}, {**data, "cards": "x"}, {**data, "cards": ["x"]}, {**data, "cards": [1]}]
    wrong += [{key: data[key] for key in data if key != left_out} for left_out in data]
    for pack in wrong:
        said = refused(name, players=2, pack=pack)
        assert said.startswith(f"{name}: option 'pack' is ")
        assert "; allowed: full, small, a mapping of " in said, said
