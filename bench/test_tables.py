"""The tables of the docs are what the bench keeps."""

import json

import pytest

from . import tables
from .tables import MARKED, PAGES, ROOT, TABLES, fill, main


def work(name: str, runs: list[float], beside: tuple[tuple[str, float], ...] = ()) -> dict[str, object]:
    return {
        "work": name,
        "runs": runs,
        "median": sorted(runs)[len(runs) // 2],
        "least": min(runs),
        "greatest": max(runs),
        "beside": [{"work": other, "ratio": ratio} for other, ratio in beside],
    }


def keep(folder, name: str, day: int, scale: float = 1, quick: bool = False) -> None:
    theirs = "onda: open_spiel dou_dizhu(x=1): playouts"
    peers = [
        work("onda: random playouts in the core", [8e6 * scale, 1.2e7, 9e6 * scale], ((theirs, 9 * scale),)),
        work(theirs, [1e6, 1e6, 1e6]),
    ]
    run = {
        "machine": "a machine",
        "commit": f"c{day}",
        "time": f"2026-11-0{day}T00:00:00",
        "quick": quick,
        "suites": {"peers": {"works": peers}},
    }
    (folder / name).write_text(json.dumps(run), "utf-8")


PAGE = "before\n<!-- table: peers onda -->\nold\n<!-- end of table -->\nafter\n"


def test_a_table_is_written_from_the_newest_run(tmp_path):
    keep(tmp_path, "b.json", 1, scale=0.5)
    keep(tmp_path, "a.json", 2)
    keep(tmp_path, "quick.json", 3, scale=7, quick=True)
    page = fill(PAGE, tmp_path)
    assert "| 9 M [8 .. 12] | 1 M [1 .. 1] | 9x [8 .. 12] |" in page
    assert page.startswith("before\n")
    assert page.endswith("\nafter\n")
    assert "old" not in page
    assert fill(page, tmp_path) == page
    assert "commit c2, 2026-11-02" in fill(PAGE.replace("peers onda", "peers"), tmp_path)


def test_wrong_names_and_missing_figures_are_named(tmp_path):
    with pytest.raises(LookupError, match="no table has the name 'peers x'"):
        fill(PAGE.replace("peers onda", "peers x"), tmp_path)
    with pytest.raises(LookupError, match="python -m bench peers --json"):
        fill(PAGE, tmp_path)


def test_check_tells_pages_that_differ_and_writes_none(tmp_path, monkeypatch, capsys):
    keep(tmp_path, "a.json", 1)
    (tmp_path / "page.md").write_text(PAGE, "utf-8")
    monkeypatch.setattr(tables, "ROOT", tmp_path)
    monkeypatch.setattr(tables, "PAGES", ("page.md",))
    history = ["--history", str(tmp_path)]
    assert main(["--check", *history]) == 1
    assert (tmp_path / "page.md").read_text("utf-8") == PAGE
    assert main(history) == 0
    assert main(["--check", *history]) == 0
    assert "page.md: as measured" in capsys.readouterr().out


def test_pages_show_the_figures_that_are_kept(capsys):
    assert main(["--check"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("name", TABLES)
def test_every_table_stands_in_a_page(name):
    assert any(name == found[1] for page in PAGES for found in MARKED.findall((ROOT / page).read_text("utf-8")))
