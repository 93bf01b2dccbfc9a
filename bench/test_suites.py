"""The suites under pytest-benchmark: `pytest bench -k TEXT`, to compare commits with its --benchmark-save and
--benchmark-compare. What stands side by side is measured in turn by `python -m bench`, not here.
"""

from __future__ import annotations

from typing import Any

import pytest

from uneri.cli._bench.work import Missing, Timed, Work


def test_work(benchmark: Any, suite: str, work: Work) -> None:
    try:
        run = work.start()
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")
    benchmark.group = f"{suite}/{work.beside or work.name}"
    done = benchmark(run)
    units = done.units if isinstance(done, Timed) else done
    benchmark.extra_info["units"], benchmark.extra_info["unit"] = units, work.unit
    assert units > 0
