"""`uneri train`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import uneri
from uneri.bots import make_bot
from uneri.cli import main

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
        (["--games", "64", "--set", "temprature=1"], "no setting 'temprature'"),
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
