"""The figures of the docs are drawn from what the bench keeps."""

import json
import xml.etree.ElementTree as ET

import pytest

from .kept import HISTORY, read_history
from .plot import IMAGES, main, ratios

pytest.importorskip("matplotlib")


def run(ratio: float, day: int) -> dict[str, object]:
    work = {"work": "onda: playouts", "beside": [{"work": "onda: open_spiel dou_dizhu(x=1): playouts", "ratio": ratio}]}
    return {
        "machine": "a <machine>",
        "quick": False,
        "commit": f"c{day}",
        "time": f"2026-11-0{day}T00:00:00",
        "suites": {"peers": {"works": [work]}},
    }


def test_figures_are_drawn_again_with_the_same_bytes(tmp_path):
    for day, ratio in ((2, 8.0), (1, 4.0)):
        (tmp_path / f"{day}.json").write_text(json.dumps(run(ratio, day)), "utf-8")
    drawn = []
    for place in ("one", "two"):
        assert main(["--history", str(tmp_path), "--out", str(tmp_path / place)]) == 0
        drawn.append({path.name: path.read_bytes() for path in (tmp_path / place).iterdir()})
    assert drawn[0] == drawn[1]
    text = "".join(ET.fromstring(drawn[0]["speed.svg"]).itertext())
    assert "8x" in text
    assert "4x" not in text
    assert "dou_dizhu: playouts" in text
    assert "(x=1)" not in text
    assert all(f"c{day}" in "".join(ET.fromstring(drawn[0]["speed_history.svg"]).itertext()) for day in (1, 2))


def test_without_figures_there_is_a_way_to_get_some(tmp_path, capsys):
    assert main(["--history", str(tmp_path)]) == 2
    assert "--json" in capsys.readouterr().out


def test_the_docs_show_the_newest_figures():
    kept = read_history(HISTORY)
    text = "".join(ET.fromstring((IMAGES / "speed.svg").read_text("utf-8")).itertext())
    assert str(kept[-1]["commit"]) in text
    assert all(f"{ratio:.3g}x" in text for _, _, ratio in ratios(kept[-1]))


def test_strength_is_drawn_by_time(tmp_path):
    (tmp_path / "1.json").write_text(json.dumps(run(8.0, 1)), "utf-8")
    (tmp_path / "strength").mkdir()
    row = {"game": "onda(players=2)", "bot": "net", "against": "greedy", "first": 0.7, "first_half": 0.02, "us": 5.0}
    rows = [row, row | {"bot": "flat:sims=9", "us": 900.0}, row | {"bot": "search:sims=9", "against": "flat:sims=7"}]
    (tmp_path / "strength" / "1.json").write_text(json.dumps({"rows": rows}), "utf-8")
    assert main(["--history", str(tmp_path), "--out", str(tmp_path / "out")]) == 0
    text = "".join(ET.fromstring((tmp_path / "out" / "strength.svg").read_bytes()).itertext())
    for shown in ("onda(players=2)", "against greedy", "against flat:sims=7", "net", "search"):
        assert shown in text
