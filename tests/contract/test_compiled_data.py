"""Data that an owner may correct stands in one file each, which the core has compiled in and the reference reads."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

import uneri
from uneri import onda


def data_file(name: str) -> Any:
    return json.loads((resources.files("uneri") / "data" / name).read_text("utf-8"))


backends = pytest.mark.parametrize("backend", ["core", "reference"])


@backends
def test_the_default_board_of_tidal_is_the_file(backend: str) -> None:
    board = data_file("tidal_board.json")
    assert uneri.load_game("tidal", backend=backend, board=board).options["board"] == "default"
    other = {**board, "kept_card_profit": board["kept_card_profit"] + 1}
    assert uneri.load_game("tidal", backend=backend, board=other).options["board"] == other


@backends
def test_the_default_deck_of_tacta_is_the_file(backend: str) -> None:
    deck = data_file("tacta_deck.json")
    assert uneri.load_game("tacta", backend=backend, deck=deck).options["deck"] == "default-18"
    other = {**deck, "note": deck["note"] + "!"}
    assert uneri.load_game("tacta", backend=backend, deck=other).options["deck"] == other


@backends
@pytest.mark.parametrize("variant", data_file("namima_rulesets.json")["variants"])
def test_the_variants_of_namima_are_the_file(variant: str, backend: str) -> None:
    facts = data_file("namima_rulesets.json")
    rules = facts["variants"][variant]
    assert uneri.load_game("namima", backend=backend, variant=rules).options["variant"] == variant
    other = {**rules, "name": {**rules["name"], "ja": rules["name"]["ja"] + "!"}}
    listed = uneri.load_game("namima", backend=backend, variant=other).options["variant"]
    for key in ("ranks", "deal", "games_per_match", "switches"):  # what rule sets have that don't say otherwise
        assert listed[key] == facts[key]


@backends
@pytest.mark.parametrize("name", ["ladder", "runs_first"])
def test_the_dials_of_onda_are_the_file(name: str, backend: str) -> None:
    dial = data_file("onda_dial.json")[name]
    assert list(onda.BOMB_SEQUENCES[name]) == dial
    named = uneri.load_game("onda", backend=backend, bomb_sequence=name)
    listed = uneri.load_game("onda", backend=backend, bomb_sequence=dial)
    for place in range(len(dial)):
        tensors = []
        for game in (named, listed):
            start = game.new_initial_state(seed=1).to_dict(None)
            tensors.append(game.state_from_dict({**start, "dial": place}).observation_tensor(0).tolist())
        assert tensors[0] == tensors[1]


def test_every_data_file_but_the_schemas_is_compiled_in() -> None:
    names = {file.name for file in (resources.files("uneri") / "data").iterdir() if file.name.endswith(".json")}
    assert names == {
        "analysis.schema.json",
        "facts.schema.json",
        "namima_rulesets.json",
        "onda_dial.json",
        "record.schema.json",
        "review.schema.json",
        "tacta_deck.json",
        "tidal_board.json",
    }
