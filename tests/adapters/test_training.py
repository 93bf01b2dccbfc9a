"""The training examples of the docs, with a short budget."""

from __future__ import annotations

import importlib
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
pytestmark = pytest.mark.adapters


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports an example anew by its name."""
    monkeypatch.syspath_prepend(str(EXAMPLES))

    def load(name: str) -> Any:
        monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module(name)

    return load


def run(module: Any, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [module.__file__, *arguments])
    module.main()


def check_picture(path: Path, points: int) -> None:
    """A drawing and the same points as numbers."""
    (curve,) = (p for p in ET.parse(path).getroot() if p.get("stroke-width") == "2")
    assert len(str(curve.get("points")).split()) == points
    rows = path.with_suffix(".csv").read_text("utf-8").splitlines()[1:]
    assert len(rows) == points
    assert all(np.isfinite([float(cell) for cell in row.split(",")]).all() for row in rows)


def test_exploitability_falls(example: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any) -> None:
    picture = tmp_path / "curve.svg"
    run(example("train_mccfr"), monkeypatch, "--iterations", "1000", "--picture", str(picture))
    lines = capsys.readouterr().out.splitlines()
    first, last = (float(line.split()[3]) for line in (lines[0], lines[-2]))
    assert last < first / 50
    check_picture(picture, len(lines) - 1)


def test_games_that_are_not_for_mccfr(example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in ("onda(players=3)", "onda(players=2,utility=score)"):
        with pytest.raises(SystemExit, match="no zero-sum game for two"):
            run(example("train_mccfr"), monkeypatch, "--game", game)
