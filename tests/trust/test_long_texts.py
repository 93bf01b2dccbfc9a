"""Texts of 100 kB, where the library takes a stranger's text, cost a second of CPU at most."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import uneri
from uneri import bots, namima

SIZE = 100_000
TEXTS = ["a", "9", " ", "R1 ", "R1.", "B1", "(", "[", '{"a":', "a=1,", ":", "+ ", "@(", "-", "\n", "\u6f22"]
GAMES = ["onda", "solo", "tidal", "tacta", "namima"]


def load_text(name: str, options: str, text: str) -> None:
    uneri.load_game(f"{name}({options.format(text)})")


def doors() -> dict[str, Callable[[str], Any]]:
    """Return all functions that take a text, by name."""
    found: dict[str, Callable[[str], Any]] = {"load_game": uneri.load_game, "make_bot": bots.make_bot}
    found["settings of a bot"] = lambda text: bots.make_bot(f"search:{text}")
    found["namima hand"] = namima.deficiency
    found["namima melds"] = lambda text: namima.deficiency("B1", exposed=text)
    found["namima variant"] = lambda text: namima.deficiency("B1", variant=text)
    for name in GAMES:
        state = uneri.load_game(name).new_initial_state(seed=1)
        found[f"{name} actions"] = state.parse_action
        found[f"{name} options"] = partial(load_text, name, "{}")
        found[f"{name} players"] = partial(load_text, name, "players={}")
    return found


@pytest.mark.unsanitized
@pytest.mark.parametrize("door", doors())
def test_long_texts_take_time_in_proportion(door: str) -> None:
    take = doors()[door]
    for part in TEXTS:
        text = (part * SIZE)[:SIZE]
        begun = time.process_time()
        with contextlib.suppress(ValueError, TypeError):
            take(text)
        assert time.process_time() - begun < 1, part
