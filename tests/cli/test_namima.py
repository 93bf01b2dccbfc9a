"""`uneri namima`: the hand calculator on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from _commands import run_uneri
from uneri import namima
from uneri.cli import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints, which ends well."""
    assert main(["namima", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_hand_to_discard(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "B123 R33 Y67 K8", "--variant", "sazanami")
    assert text == f"{namima.analyse('B123 R33 Y67 K8', variant='sazanami')}\n"
    assert text.splitlines()[0] == "B123 R33 Y67 K8   sazanami, 4 seats"
    assert "K8                1       4  Y8" in text
    assert text == said(capsys, "b123", "r33,y67", "K8", "--variant", "sazanami")


def test_all_options_reach_the_calculator(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = (
        "--variant",
        "sazanami",
        "--players",
        "3",
        "--visible",
        "B6",
        "--visible",
        "R4 Y1",
        "--exposed",
        "R123 K11",
    )
    data = json.loads(said(capsys, "B66", *words, "--exposed", "Y678", "--growth", "2", "--waiting", "--json"))
    found = namima.analyse("B66", ["R123", "K11", "Y678"], "sazanami", 3, "B6 R4 Y1", 2, drawn=False)
    assert data == found.to_dict()
    assert data["waits"][0] == {"kind": "B6", "copies": 1, "claimed": True}
    words = ("B777 R123 Y678 K1234", "--variant", "sazanami", "--json")
    assert json.loads(said(capsys, *words, "--claimed", "B7", "--dora", "R"))["best"]["points"] == 22
    path = tmp_path / "rules.json"
    rules = namima.rule_set("sazanami") | {"name": "", "penalty": {"B": 2, "R": 1, "Y": 1, "K": 1}}
    path.write_text(json.dumps(rules), encoding="utf-8")
    data = json.loads(said(capsys, "B12 R3", "--variant", str(path), "--json", "--drawn"))
    assert (data["variant"], data["penalty"], data["drawn"]) == ("custom", 5, True)


def test_a_hand_waits_or_discards_by_its_size(capsys: pytest.CaptureFixture[str]) -> None:
    for hand, players, state in (
        ("B1234678 R1234678 W1", "4", "waiting for a card"),
        ("B1234678 R1234678 W12", "4", "to discard"),
        ("B1234678 R12346", "5", "waiting for a card"),
    ):
        assert state in said(capsys, hand, "--players", players)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ([], ["CARDS"]),
        (["B5"], ["'B5'", "allowed"]),
        (["B11111"], ["B1", "4"]),
        (["B12", "--variant", "oonami"], ["oonami", "sazanami"]),
        (["B12", "--variant", "nothing.json"], ["nothing.json"]),
        (["B12", "--exposed", "R124"], ["R124"]),
        (["B12", "--visible", "G1"], ["G1"]),
        (["B12", "--players", "6"], ["'6'", "2 to 5"]),
        (["B12", "--growth", "-1"], ["'-1'"]),
        (["B12", "--claimed", "B3"], ["B3", "a card of the hand"]),
        (["B12", "--claimed", "B1", "--waiting"], ["--claimed", "--waiting"]),
        (["B12", "--drawn", "--waiting"], ["--waiting"]),
        (["B12", "--dora", "red"], ["red"]),
        (["B12", "--vari", "sazanami"], ["--vari"]),
    ],
    ids=" ".join,
)
def test_bad_input_is_named(words: list[str], named: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["namima", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("uneri: ")
    for text in named:
        assert text in err


@pytest.mark.subprocess
def test_in_a_process_of_its_own() -> None:
    done = run_uneri("namima", "B123 R33 Y67 K8", "--variant", "sazanami")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{namima.analyse('B123 R33 Y67 K8', variant='sazanami')}\n"


def test_points_by_meld_and_of_waits() -> None:
    """They are the points of the whole: melds add up, and a wait is worth what the full hand is."""
    for hand, exposed, variant, claimed in (
        ("B777 R123 Y678 K1234", [], "sazanami", "B7"),
        ("B777 R123 Y678 K1234", [], "sazanami", None),
        ("R134 W2 B66 W6 Y77 K123", [], "aranami", None),
        ("B66 K1", ["R123", "K234"], "shikinami", None),
    ):
        found = namima.analyse(hand, exposed, variant, claimed=claimed, drawn=True)
        best = namima.best(hand, exposed, claimed, variant=variant)
        assert best is not None
        assert sum(worth.points for worth in found.meld_worths) == best.meld_points
        assert [worth.meld for worth in found.meld_worths] == [*best.melds, *best.exposed]
    found = namima.analyse("B66", ["R123"], "sazanami", visible="B6", drawn=False)
    assert [(worth.kind, worth.drawn, worth.claimed) for worth in found.wait_worths] == [
        ("B6", namima.best("B666", ["R123"], variant="sazanami").points,
         namima.best("B666", ["R123"], "B6", variant="sazanami").points),
        ("R4", namima.best("B66 R4", ["R123"], variant="sazanami").points, None),
    ]  # fmt: skip


def test_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    """Variants by their names, and the words of the rules; a built-in name is no file."""
    words = ("B777 R123 Y678 K1234", "--variant")
    for key in namima.VARIANTS:
        name = namima.rule_set(key)["name"]["ja"]
        assert json.loads(said(capsys, "B12", "--drawn", "--variant", name, "--json"))["variant"] == key
        assert name in said(capsys, "B12", "--drawn", "--variant", key, "--ja")
    text = said(capsys, *words, "小波", "--ja")
    assert "役点 21" in text
    assert "同組3 B7.B7.B7 5、順組3 R1.R2.R3 3、順組3 Y6.Y7.Y8 3、順組4 K1.K2.K3.K4 6" in text
    assert "待ち" in said(capsys, "B66", "--exposed", "R123", "--variant", "小波", "--waiting", "--ja")
    assert main(["namima", "B12", "--variant", "大波"]) == 2
    assert "大波" in capsys.readouterr().err
    assert main(["data", "namima", "荒波"]) == 0
    assert json.loads(capsys.readouterr().out)["name"]["ja"] == "荒波"
