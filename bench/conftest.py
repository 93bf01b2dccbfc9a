"""Every work of every suite as a case for pytest-benchmark."""

from __future__ import annotations

import os
from typing import Any

import pytest

from .settings import QUICK, Settings
from .suites import SUITES


def pytest_generate_tests(metafunc: Any) -> None:
    """UNERI_BENCH_QUICK=1: tiny sizes, to see that everything runs."""
    if "work" not in metafunc.fixturenames:
        return
    settings = QUICK if os.environ.get("UNERI_BENCH_QUICK") else Settings()
    cases = [
        pytest.param(suite, work, id=f"{suite}: {work.name}")
        for suite in SUITES
        for work in SUITES[suite].works(settings)
    ]
    metafunc.parametrize(("suite", "work"), cases)
