"""What an arena shows beside its table: frames, plots, how far a run is; and the errors of its sequential test."""

import json
import math
import re
import sys
import time

import pytest

from uneri import arena
from uneri.arena.sprt import Sprt
from uneri.arena.store import Store
from uneri.cli import main

GAME, BOTS = "onda(players=2,rounds=1)", ["greedy", "random"]


@pytest.fixture(scope="module")
def result():
    return arena.run(GAME, [*BOTS, "flat:sims=4"], deals=12, seed=1)


def test_frame_has_the_numbers_of_the_rows(result):
    pytest.importorskip("pandas")
    frame = result.to_frame()
    assert list(frame["bot"]) == [row.bot for row in result.rows]
    for name in ("elo", "score", "first", "points"):
        for place, row in enumerate(result.rows):
            estimate = getattr(row, name)
            for column, value in (
                (name, estimate.value),
                (f"{name}_low", estimate.low),
                (f"{name}_high", estimate.high),
            ):
                found = frame[column][place]
                assert math.isnan(found) if value is None else found == value
    assert frame["games"].dtype.kind == "i"


def test_plot_ends_at_the_table(result):
    pytest.importorskip("matplotlib")
    (axes,) = result.plot().axes
    ends = {line.get_label(): (line.get_xdata()[-1], line.get_ydata()[-1]) for line in axes.get_lines()}
    assert ends == {row.bot: (12, row.elo.value) for row in result.rows}
    assert max(len(line.get_xdata()) for line in axes.get_lines()) > 5


@pytest.mark.parametrize(("method", "library"), [("to_frame", "pandas"), ("plot", "matplotlib")])
def test_a_missing_library_is_named(result, monkeypatch, method, library):
    for name in [name for name in sys.modules if name.split(".")[0] == library]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=rf"{library}: pip install {library}"):
        getattr(result, method)()


def test_errors_of_the_sequential_test():
    state = Sprt(0, 10, 0.01, 0.2).state()
    assert state.upper == round(math.log(0.8 / 0.01), 4)
    assert state.lower == round(math.log(0.2 / 0.99), 4)
    assert Sprt(0, 10).state().upper == -Sprt(0, 10).state().lower == round(math.log(19), 4)
    for wrong in (0, 0.5, 1, -0.1, math.nan):
        with pytest.raises(ValueError, match=r"sprt: alpha is .*; allowed: 1e-06 to 0\.4"):
            Sprt(0, 10, wrong)
    with pytest.raises(TypeError, match=r"sprt: beta must be .*, not True"):
        Sprt(0, 10, 0.1, True)
    for wrong in ((0,), (0, 1, 0.1), "01", 3):
        with pytest.raises(ValueError, match=r"sprt must be \(elo0, elo1\) or \(elo0, elo1, alpha, beta\)"):
            arena.run(GAME, BOTS, deals=1, sprt=wrong)


def test_a_stricter_test_takes_longer_and_is_kept(tmp_path):
    lengths = {}
    for name, errors in (("usual", ()), ("strict", (1e-6, 1e-6))):
        found = arena.run(GAME, BOTS, deals=400, seed=1, sprt=(0, 8, *errors), out=tmp_path / name)
        lengths[name] = found.deals
        loaded = arena.load(tmp_path / name)
        assert loaded.sprt == found.sprt
        assert found.sprt.accepted == "elo1"
    assert lengths["usual"] < lengths["strict"] < 400


def test_show_says_how_far_a_run_is(tmp_path, capsys):
    out = tmp_path / "run"
    arena.run(GAME, BOTS, deals=8, seed=1, out=out)
    assert not (out / "run.json").exists()
    assert main(["arena", "--show", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "8 deals" in shown
    assert "greedy" in shown
    assert "no run is active in that folder" in shown
    (out / "run.json").write_text(json.dumps({"deals": 808, "kept": 4, "begun": time.time() - 60}), "utf-8")
    assert main(["arena", "--show", str(out)]) == 0
    assert re.search(r"8 of 808 deals are played, the last \d+ s ago, 3:2\d h left", capsys.readouterr().out)
    huge = "9" * 400
    for damaged in (
        "{",
        "[]",
        *(f'{{"deals": {wrong}, "kept": 0, "begun": 0}}' for wrong in ("true", "-1", huge, '"8"')),
    ):
        (out / "run.json").write_text(damaged, "utf-8")
        assert Store(out).read_run() is None


def test_a_run_notes_what_it_is_up_to(tmp_path):
    seen = []
    arena.run(
        GAME,
        BOTS,
        deals=8,
        seed=1,
        out=tmp_path / "run",
        watch=lambda _: seen.append(Store(tmp_path / "run").read_run()),
    )
    assert all(run is not None and (run["deals"], run["kept"]) == (8, 0) for run in seen)
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--show", "DIR", "--deals", "3"], "--show allows only --json and --plot, not '--deals'"),
        (["--show", "DIR/none"], "is not a folder of an arena"),
        ([], "the following arguments are required: GAME"),
        (["onda", "--bots", "greedy,random", "--alpha", "0.1"], "--alpha and --beta need --sprt"),
        (["onda", "--bots", "greedy,random", "--sprt", "0,10", "--alpha", "2"], "sprt: alpha is 2.0; allowed"),
    ],
)
def test_wrong_words_of_the_command(tmp_path, capsys, words, message):
    assert main(["arena", *(word.replace("DIR", str(tmp_path)) for word in words)]) == 2
    assert message in capsys.readouterr().err


def test_plots_of_the_command(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    out, picture = tmp_path / "run", tmp_path / "ratings.svg"
    assert (
        main(["arena", GAME, "--bots", "greedy,random", "--deals", "4", "--out", str(out), "--plot", str(picture)]) == 0
    )
    assert picture.read_text("utf-8").startswith("<?xml")
    assert main(["arena", "--show", str(out), "--plot", str(tmp_path / "again.png")]) == 0
    assert (tmp_path / "again.png").read_bytes().startswith(b"\x89PNG")
    for wrong in ("x.nothing", "plain", "no/x.svg", "folder.svg"):  # found out before a game is played
        (tmp_path / "folder.svg").mkdir(exist_ok=True)
        command = ["arena", GAME, "--bots", "greedy,random", "--deals", "4", "--out", str(tmp_path / "new")]
        for begin in (["arena", "--show", str(out)], command):
            assert main([*begin, "--plot", str(tmp_path / wrong)]) == 2
    assert not (tmp_path / "new").exists()
    assert "x.nothing" in capsys.readouterr().err
