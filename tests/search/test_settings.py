"""The table of settings and the list of searches are what the classes take, say and do."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

import uneri
from uneri import search
from uneri.bots import BOTS, cheats, make_bot
from uneri.bots.players import OF_CORE, SIMPLE
from uneri.search import BY_NAME, CLASSES, SEARCHES, WITH_EVALUATOR
from uneri.search.settings import SETTINGS, list_settings

DOCS = Path(__file__).parents[2] / "docs"
BEYOND = {"self", "evaluator"}
"""Parameters that are not settings."""


def parameters(name: str) -> dict[str, Any]:
    signature = inspect.signature(SEARCHES[name].search.__init__)
    return {key: one.default for key, one in signature.parameters.items() if key not in BEYOND}


@pytest.mark.parametrize("name", SEARCHES)
def test_signatures_have_the_settings_of_the_table(name: str) -> None:
    table = list_settings(name)
    assert parameters(name) == {key: setting.default[name] for key, setting in table.items()}
    assert len(table) == sum(name in setting.default for setting in SETTINGS)  # none twice


@pytest.mark.parametrize("name", SEARCHES)
def test_docstrings_describe_each_setting(name: str) -> None:
    doc = inspect.getdoc(SEARCHES[name].search)
    for setting in list_settings(name).values():
        assert setting.text(name) in doc


def test_every_setting_belongs_to_a_search() -> None:
    for setting in SETTINGS:
        assert setting.default.keys() <= SEARCHES.keys()
        assert setting.about.endswith(".")


def test_searches_are_public_and_in_the_docs() -> None:
    page = (DOCS / "searching.md").read_text("utf-8")
    for made in CLASSES:
        assert getattr(search, made.__name__) is made
    for entry in SEARCHES.values():
        assert f"`{entry.search.__name__}`" in page


def test_bots_are_the_searches_the_simple_ones_and_networks() -> None:
    assert BOTS.keys() == {*BY_NAME, *SIMPLE, "net"}
    assert set(CLASSES) >= {entry.search for entry in SEARCHES.values()}
    assert not {entry.search for entry in BY_NAME.values()} & set(WITH_EVALUATOR)


@pytest.mark.parametrize("name", BY_NAME)
def test_searches_cheat_only_if_told(name: str) -> None:
    assert not cheats(make_bot(f"{name}:sims=10"))
    if "cheat" in list_settings(name):
        assert cheats(make_bot(f"{name}:sims=10,cheat=true"))


@pytest.mark.parametrize("bot", OF_CORE)
def test_simple_bots_play_in_the_core(bot: str) -> None:
    env = uneri.BatchEnv("onda(players=2)", 2, seed=1, opponents=bot)
    assert env.rollout(2, bot).actions.shape == (2, 2)
