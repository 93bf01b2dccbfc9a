"""A build may have some of the games (`UNERI_GAMES`): what asks for another one is skipped, and says which."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import uneri

_LIST = Path(__file__).parents[1] / "cmake" / "UneriGames.cmake"


def _missing() -> tuple[str, ...]:
    found = re.search(r"set\(UNERI_ALL_GAMES ([a-z ]+)\)", _LIST.read_text(encoding="utf-8"))
    assert found is not None
    return tuple(set(found[1].split()) - set(uneri.games()))


MISSING = _missing()
_WORDS = (
    "no game '{0}'",
    "module 'uneri' has no attribute '{0}'",
    "module 'uneri._core' has no attribute '{0}'",
    "cannot import name '{0}' from 'uneri._core'",
    "No module named 'uneri._core.{0}'",
)


def missing_game(text: str) -> str | None:
    """The game that an error asks for, if this build does not have it."""
    return next((game for game in MISSING for words in _WORDS if words.format(game) in text), None)


def _skipped(report: Any, game: str, path: str) -> None:
    report.outcome = "skipped"
    report.longrepr = (path, 0, f"Skipped: {game} is not built")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Skips a test that asks for a game that is not there."""
    report = yield
    if MISSING and report.failed:
        game = missing_game(str(report.longrepr))
        if game is not None:
            _skipped(report, game, str(item.path))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """Skips a file that does."""
    report = yield
    if MISSING and report.failed:
        game = missing_game(str(report.longrepr))
        if game is not None:
            _skipped(report, game, str(collector.path))
    return report
