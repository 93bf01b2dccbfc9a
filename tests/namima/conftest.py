"""Namima's rule sets with other switches."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

import uneri


@pytest.fixture
def switched() -> Callable[..., dict[str, Any]]:
    """A function: a built-in rule set with some switches changed, as `switched("aranami", won_first=True)`."""

    def change(variant: str, **switches: bool) -> dict[str, Any]:
        facts = json.loads((resources.files(uneri) / "data" / "namima_rulesets.json").read_text("utf-8"))
        return {**facts["variants"][variant], "switches": {**facts["switches"], **switches}}

    return change
