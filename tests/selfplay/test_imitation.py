"""The example of the docs that learns from a data set, with a short budget."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from uneri import data

pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
pytestmark = pytest.mark.adapters
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    spec = importlib.util.spec_from_file_location("train_imitation", EXAMPLES / "train_imitation.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "train_imitation", module)
    spec.loader.exec_module(module)
    return module


def test_a_network_learns_from_a_data_set(tmp_path: Path, example: Any) -> None:
    data.selfplay("onda(players=2,rounds=1)", ["greedy"], 90, out=tmp_path, seed=1, unit_games=30)
    game, network, points = example.train(data.load(tmp_path), 5, hidden=64, rate=3e-3)
    assert points[-1][1] > points[0][1] + 0.1, points
    assert 0 <= example.match(network, game, "random", 4, 1) <= 1
