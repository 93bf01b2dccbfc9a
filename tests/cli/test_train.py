"""`uneri train`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import uneri
from uneri.bots import make_bot
from uneri.cli import main
from uneri.train import TrainedNetwork

GAME = "onda(players=2,rounds=1)"


def test_train_writes_a_file_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.net"
    assert main(["train", GAME, "--games", "64", "--seed", "1", "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "100 %" in shown
    assert f"{out.stat().st_size:,} bytes" in shown
    state = uneri.load_game(GAME).new_initial_state(seed=1)
    assert state.is_legal(make_bot(f"net:{out}").act(state))
    assert main(["train", GAME, "--games", "64", "--seed", "1", "--threads", "2", "--out", f"{out}2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 64
    assert Path(f"{out}2").read_bytes() == out.read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "64", "--set", "temprature=1"], "no training setting 'temprature'"),
        (["--games", "64", "--set", "greedy=2"], "greedy is 2; allowed: 0 to 1"),
        (["--games", "64", "--set", "greedy=0", "--set", "greedy=1"], "setting 'greedy' is given twice"),
        (["--games", "64", "--out", "no/such/folder/a.net"], "there is no folder"),
        (["--games", "0"], "allowed: 1 to"),
        (["--minutes", "-1"], "minutes is -1"),
        ([], "one of the arguments"),
    ],
)
def test_bad_input_is_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", GAME, *words]) == 2
    shown = capsys.readouterr().err
    assert message in shown
    assert shown.count("\n") == 1


@pytest.mark.parametrize("option", ["--out", "--checkpoint"])
def test_a_file_that_cannot_be_written_is_refused_before_the_first_game(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    wanted = {"folder": "which is a folder", "x" * 300: "it cannot be written: ", "no/a.net": "there is no folder 'no'"}
    if hasattr(os, "mkfifo"):
        os.mkfifo("pipe")
        wanted["pipe"] = "which isn't a plain file"
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        Path("closed").mkdir(0o555)
        wanted["closed/a.net"] = "it cannot be written: Permission denied"
    before = sorted(tmp_path.rglob("*"))
    for file, message in wanted.items():
        # With a billion games to play it would take years to find out afterwards.
        assert main(["train", GAME, "--games", "1000000000", option, file]) == 2
        shown = capsys.readouterr().err
        assert shown.startswith(f"uneri: {option} is '{file[:100]}")
        assert message in shown
    assert sorted(tmp_path.rglob("*")) == before


def test_the_file_that_is_there_stays_until_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.net"
    out.write_bytes(b"before")
    assert main(["train", GAME, "--games", "64", "--set", "batch=0", "--out", str(out)]) == 2
    assert "batch is 0" in capsys.readouterr().err
    assert out.read_bytes() == b"before"
    with pytest.raises(OSError, match=r"a\.net"):
        TrainedNetwork(b"x", 0, 0, None).save(tmp_path / "a.net" / "b.net")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == [out]
    out.unlink()
    out.mkdir()
    with pytest.raises(OSError, match=r"a\.net'$"):
        TrainedNetwork(b"x", 0, 0, None).save(out)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == [out]
