"""Nothing of others steers the terminal: names, moves and errors are printed through one place that escapes."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest

import uneri.cli
from uneri import records
from uneri._util.messages import printable
from uneri._util.text_table import measure_width
from uneri.cli import _output, main
from uneri.view.layout import safe, text_width

EVIL = "\x1b]0;owned\x07\x9b31m\u202etxt\x7f\r[bold]x[/bold]"
CLI = Path(uneri.cli.__file__).parent


def steering(text: str) -> list[str]:
    return [letter for letter in text if not letter.isprintable() and letter != "\n"]


def forged(path: Path) -> Path:
    made = records.record("onda(players=2,rounds=1)", ["random"] * 2, 1, names=[EVIL, "b"])
    records.write(path, [made])
    return path


@pytest.mark.parametrize("more", [[], ["--ply", "3"], ["--seat", "0"], ["--check"]])
def test_replay(tmp_path: Path, capsys: Any, more: list[str]) -> None:
    assert main(["replay", str(forged(tmp_path / "a.uneri.jsonl")), *more]) == 0
    out, err = capsys.readouterr()
    assert steering(out + err) == []


def test_list_of_games(tmp_path: Path, capsys: Any) -> None:
    path = forged(tmp_path / "a.uneri.jsonl")
    path.write_bytes(path.read_bytes() * 2)
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert steering(out) == []
    assert "\\x1b]0;owned\\x07\\x9b31m\\u202etxt\\x7f\\r[bold]x[/bold]" in out


@pytest.mark.parametrize("command", [["info", EVIL], ["replay", EVIL], [EVIL], ["perft", "onda", "--depth", EVIL]])
def test_errors(capsys: Any, command: list[str]) -> None:
    assert main(command) == 2
    assert steering(capsys.readouterr().err) == []


def test_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """Through rich, too, which must not read marks in a text: they stay as they are."""
    pytest.importorskip("rich")
    monkeypatch.setattr(_output, "is_terminal", lambda: True)
    _output.print_panel(EVIL, EVIL)
    _output.print_table(("name",), [(EVIL,)])
    _output.print_heading(EVIL)
    out = capsys.readouterr().out
    assert "\x1b]0" not in out
    assert not set(out) & set("\x07\x9b\u202e\x7f\r")
    assert out.count("[bold]x[/bold]") == 4


def test_json_stays_json(capsys: Any) -> None:
    import json

    _output.print_json({"name": EVIL})
    out = capsys.readouterr().out
    assert steering(out) == []
    assert json.loads(out) == {"name": EVIL}


def test_only_one_module_prints() -> None:
    """`say` and its neighbours escape; whoever prints past them does not."""
    faults = []
    for path in sorted(CLI.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and path.name != "_output.py":
                name = ast.unparse(node.func)
                if name == "print" or name.endswith((".stdout.write", ".stderr.write")):
                    faults.append(f"{path.name}:{node.lineno} {name}")
    assert faults == []
    assert sys.stdout is not None


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467 Ada"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@pytest.mark.parametrize("name", [FAMILY, PERSIAN])
def test_joiners_are_part_of_a_name(tmp_path: Path, capsys: Any, name: str) -> None:
    path = tmp_path / "a.uneri.jsonl"
    records.write(path, [records.record("onda(players=2,rounds=1)", ["random"] * 2, 1, names=[name, "b"])])
    assert main(["replay", str(path)]) == 0
    assert name in capsys.readouterr().out
    assert safe(name) == name  # in pictures


@pytest.mark.parametrize(
    "text", ["a\u200db", "\u200d", "\u6ce2\u200d", "\u200c\u6ce2", "\u6ce2\u200d\u200d\u6ce2", "\u6ce2\u200d \u6ce2"]
)
def test_a_joiner_that_joins_nothing_is_an_escape(text: str) -> None:
    assert printable(text) == text.replace("\u200d", "\\u200d").replace("\u200c", "\\u200c")


def test_a_joiner_takes_no_room() -> None:
    assert measure_width(PERSIAN) == len(PERSIAN) - 1
    assert text_width(PERSIAN, 10) == text_width(PERSIAN.replace("\u200c", ""), 10)
