"""`uneri bots`."""

from __future__ import annotations

import json

import pytest

from uneri.bots import BOTS, make_bot
from uneri.cli import main


def test_bots_are_listed_within_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) < 80
    assert {line.split()[0] for line in lines if line[0] != " "} >= {*BOTS, "exec:COMMAND"}
    assert any("seed=0" in line for line in lines)


def test_what_is_listed_can_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == set(BOTS)
    for name, bot in found.items():
        options = {option: default for option, default in bot["options"].items() if default is not None}
        text = ",".join(f"{option}={json.dumps(default)}" for option, default in options.items())
        make_bot(f"{name}:{text}" if text else name)


def test_one_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", "random"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["seed=0"]
    assert main(["bots", "gredy"]) == 2
    assert "invalid choice: 'gredy'" in capsys.readouterr().err
