"""The training examples of the docs, with a short budget."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import uneri

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
    assert last < first / 10
    check_picture(picture, len(lines) - 1)


def test_games_that_are_not_for_mccfr(example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in ("onda(players=3)", "onda(players=2,utility=score)"):
        with pytest.raises(SystemExit, match="no zero-sum game for two"):
            run(example("train_mccfr"), monkeypatch, "--game", game)


if importlib.util.find_spec("torch") is not None:

    @pytest.fixture
    def ppo(example: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
        """The example with few lanes."""
        module = example("train_ppo")
        for name, value in {"LANES": 32, "HORIZON": 16, "MINIBATCH": 256}.items():
            monkeypatch.setattr(module, name, value)
        return module

    def test_ppo(ppo: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any) -> None:
        picture = tmp_path / "curve.svg"
        run(ppo, monkeypatch, "--steps", "2048", "--deals", "4", "--picture", str(picture))
        out = capsys.readouterr().out
        assert "    2,048 decisions  first in" in out
        assert f"{ppo.GAME}: 4 deals, 8 games" in out.replace(str(uneri.load_game(ppo.GAME)), ppo.GAME)
        check_picture(picture, 4)

    def test_ppo_is_the_same_again(ppo: Any) -> None:
        (one, points), (two, again) = (ppo.train(ppo.GAME, 1_024, seed=3) for _ in range(2))
        assert points == again
        for name, value in one.state_dict().items():
            assert value.equal(two.state_dict()[name]), name

    @pytest.mark.slow
    def test_ppo_learns(ppo: Any) -> None:
        """From what a random player wins to twice that, in some 20 seconds."""
        _, points = ppo.train(ppo.GAME, 60_000, seed=1)
        assert points[-1][1] > 2 * points[4][1]

else:

    def test_ppo_does_not_run_here_because_torch_is_absent() -> None:
        """It says so, and how to get it."""
        done = subprocess.run(
            [sys.executable, str(EXAMPLES / "train_ppo.py")], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert "this example needs torch: pip install" in done.stderr
