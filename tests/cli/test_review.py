"""`uneri review` and `uneri analyse --record`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import uneri.cli.review
from uneri import records, review
from uneri._util.text_table import measure_width
from uneri.cli import _output, main

QUICK = ("--bot", "ismcts:sims=20", "--worlds", "10")
EVIL = "\x1b]0;owned\x07\x9b31m\r[bold]x[/bold]"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Exit code and both outputs of a command."""

    def run(*words: str | Path) -> tuple[int, str, str]:
        code = main([*map(str, words)])
        out, err = capsys.readouterr()
        assert "\x1b" not in out + err
        return code, out, err

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.uneri.jsonl"
    made = [records.record("onda(players=2,rounds=1)", ["random"] * 2, s, names=[EVIL, "b"]) for s in (7, 8)]
    records.write(path, made)
    return path


def test_text(file: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = said("review", file, "--game", "2", *QUICK)
    assert code == 0
    found = review.review(list(records.read(file))[1], "ismcts:sims=20", worlds=10, progress=False)
    for decision in found.decisions:
        assert decision.legal == 1 or decision.played_text in out
    assert "the worst moves" in out
    assert "mean loss" in out
    assert all((f"ply {item.ply}  line  " in out) == bool(item.line) for item in found.worst(3))


def test_json(file: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = said("review", file, "--game", "1", "--seat", "1", "--seed", "4", "--threads", "2", "--json", *QUICK)
    assert code == 0
    data = json.loads(out)
    jsonschema.validate(data, review.schema())
    game = next(iter(records.read(file)))
    assert data == review.review(game, "ismcts:sims=20", 1, worlds=10, seed=4, progress=False).to_dict()


@pytest.mark.parametrize("name", ["namima", "tacta"])
def test_width(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Callable[..., tuple[int, str, str]]
) -> None:
    path, few = tmp_path / "a.uneri.jsonl", {"namima": "games=1"}.get(name, "rounds=1")
    records.write(path, [records.record(f"{name}(players=2,{few})", ["random"] * 2, 3, views=False)])
    monkeypatch.setattr(_output, "is_terminal", lambda: True)
    monkeypatch.setattr(_output, "import_rich", lambda module: None)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(uneri.cli.review, "review", first_decisions)
    code, out, _ = said("review", path, "--bot", "flat:sims=4", "--worlds", "10")
    assert code == 130
    assert "Stopped: this is a part" in out
    assert max(map(measure_width, out.splitlines())) <= 80
    assert ("from a win" in out) == (name == "namima" and "the worst moves" in out)


def first_decisions(*words: Any, **more: Any) -> review.Review:
    def stop(share: float) -> None:
        if share > 0.15:
            raise KeyboardInterrupt

    return review.review(*words, **more, progress=stop)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["review", "FILE"], "several games"),
        (["review", "FILE", "--game", "3"], "--game is 3"),
        (["review", "FILE", "--game", "1", "--seat", "2"], "--seat is 2"),
        (["review", "FILE", "--game", "1", "--bot", "greedy"], "a search"),
        (["review", "FILE", "--game", "1", "--worlds", "2"], "allowed: 10"),
        (["review", "no-such-file"], "cannot read"),
        (["analyse"], "GAME, --view FILE, --record FILE or --stream"),
        (["analyse", "onda", "--ply", "3"], "--record"),
        (["analyse", "onda", "--record", "FILE", "--ply", "1"], "GAME cannot be given"),
        (["analyse", "--record", "FILE", "--game", "1"], "--ply"),
        (["analyse", "--record", "FILE", "--ply", "1"], "several games"),
        (["analyse", "--record", "FILE", "--game", "1", "--ply", "999"], "999"),
        (["analyse", "--record", "FILE", "--game", "1", "--ply", "1", "--seed", "3"], "--seed cannot be given"),
        (["analyse", "--stream", "--json"], "--json cannot be given"),
        (["analyse", "--stream", "--bot", "greedy"], "a search"),
    ],
    ids=str,
)
def test_wrong_words(words: list[str], told: str, file: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = said(*[str(file) if word == "FILE" else word for word in words])
    assert (code, out) == (2, "")
    assert told in err


def test_a_damaged_file(file: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    file.write_bytes(file.read_bytes()[:-40])
    code, _, err = said("review", file, "--game", "2", *QUICK)
    assert code == 2
    assert "line" in err


def test_a_position_of_a_record(file: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    words = ("analyse", "--record", file, "--game", "2", "--ply", "5", "--bot", "flat:sims=20")
    data = json.loads(said(*words, "--json")[1])
    state = list(records.read(file))[1].replay(5)
    result = uneri.search.FlatMC(sims=20).run(state)
    assert (data["seat"], data["action"]) == (state.current_player(), result.action)
    assert f"seat {state.current_player()} to act" in said(*words)[1]
    again = json.loads(said(*words, "--moves", "#1", "--json")[1])
    assert again["seat"] == state.child(state.legal_actions()[0]).current_player()


def test_a_page(file: Path, said: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, out, _ = said("review", file, "--game", "2", "--html", page, *QUICK)
    assert code == 0
    assert str(page) in out
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    own = ("--colors", "ground=#123456,ink=#000/#fff")
    code, out, _ = said("review", file, "--game", "2", "--html", page, "--json", *own, *QUICK)
    assert page.read_text("utf-8").count("--ground:#123456;") == 2
    assert (code, json.loads(out)["format"]) == (0, "uneri-review/2")
    code, _, err = said("review", file, "--game", "2", "--html", tmp_path / "no" / "page.html", *QUICK)
    assert code == 2
    assert "there is no folder" in err
