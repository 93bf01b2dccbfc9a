"""Namima's games on both backends, and its rule sets with other switches."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

import uneri


@pytest.fixture(params=["core", "reference"])
def load(request: pytest.FixtureRequest) -> Any:
    """A function: a game of one deal, unless its options say otherwise."""

    def load_game(variant: Any = "sazanami", **options: Any) -> Any:
        return uneri.load_game("namima", backend=request.param, **{"variant": variant, "games": 1, **options})

    return load_game


@pytest.fixture
def switched() -> Callable[..., dict[str, Any]]:
    """A function: a built-in rule set with some switches changed, as `switched("aranami", won_first=True)`."""

    def change(variant: str, **switches: bool) -> dict[str, Any]:
        facts = json.loads((resources.files(uneri) / "data" / "namima_rulesets.json").read_text("utf-8"))
        return {**facts["variants"][variant], "switches": {**facts["switches"], **switches}}

    return change
