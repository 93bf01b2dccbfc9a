"""After Ctrl-C a command says what is kept, and which command resumes it."""

from __future__ import annotations

import importlib
import json
import shlex
import time
from pathlib import Path
from typing import Any

import pytest

from uneri import arena
from uneri.cli import main
from uneri.cli.arena import run_line

GAME = "onda(players=2,rounds=1)"
COMMANDS = {
    "selfplay": ([GAME, "--bots", "greedy", "--games", "8"], "--out"),
    "train": ([GAME, "--games", "100"], "--checkpoint"),
    "playouts": ([GAME, "-n", "10"], "--out"),
    "perft": ([GAME, "--seed", "1", "--depth", "2"], "--out"),
    "review": (["games.uneri.jsonl", "--all"], "--out"),
}


def stopped(monkeypatch: pytest.MonkeyPatch, capsys: Any, command: str, *words: str) -> str:
    def run(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(importlib.import_module(f"uneri.cli.{command}"), "run", run)
    assert main([command, *words]) == 130
    return str(capsys.readouterr().err)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_words_that_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, command: str) -> None:
    words, option = COMMANDS[command]
    kept = [*words, option, str(tmp_path / "kept")]
    assert "nothing was finished yet" in stopped(monkeypatch, capsys, command, *kept)
    (tmp_path / "kept").mkdir()
    said = stopped(monkeypatch, capsys, command, *kept)
    assert f"kept in {tmp_path / 'kept'}; resume with: uneri {command}" in said
    again = shlex.split(said.partition("resume with: uneri ")[2])
    assert again[: len(kept) + 1] == [command, *kept]
    assert stopped(monkeypatch, capsys, *again) == said


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "selfplay"])
def test_how_it_would_be_kept(monkeypatch: pytest.MonkeyPatch, capsys: Any, command: str) -> None:
    words, option = COMMANDS[command]
    said = stopped(monkeypatch, capsys, command, *words)
    assert said.startswith(f"uneri: stopped; nothing is kept; with {option} ")


def test_a_command_that_keeps_nothing_is_stopped(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    assert stopped(monkeypatch, capsys, "games") == "uneri: stopped\n"


def test_a_clock_that_is_ahead_says_no_time_left(tmp_path: Path) -> None:
    """The folder may be another machine's. Its units are then newer than now, and its start is to come."""
    result = arena.run(GAME, ["greedy", "random"], 4, out=tmp_path)
    run = {"deals": 8, "kept": 0, "begun": time.time() + 3600, "sprt": None, "stopped": False}
    (tmp_path / "run.json").write_text(json.dumps(run))
    assert "4 of 8 deals are played, the last" in run_line(tmp_path, result)
    assert "left" not in run_line(tmp_path, result)
    (tmp_path / "run.json").write_text(json.dumps({**run, "begun": time.time() - 3600}))
    assert "1:00 h left" in run_line(tmp_path, result)
