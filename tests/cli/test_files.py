"""No command writes over a file that it reads, or replaces anything but a plain file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import uneri
from uneri import arena, records
from uneri._util import output_files
from uneri.cli import main
from uneri.train import train

GAME = "onda(players=2,rounds=1)"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], words: list[str], option: str, why: str = "this command reads") -> None:
    """Exit code 2, and no file has changed."""
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    assert main(words) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"uneri: {option} is '")
    assert why in told
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before


@pytest.fixture
def recorded(here: Path) -> Path:
    """Games in a file, with two further names."""
    path = here / "g.uneri.jsonl"
    records.write(path, [records.record(GAME, ["greedy", "random"], seed=1)])
    link("soft", "g.uneri.jsonl")
    (here / "hard").hardlink_to(path)
    return path


def link(name: str, target: str) -> None:
    try:
        Path(name).symlink_to(target)
    except OSError:
        pytest.skip("links are not allowed here")


@pytest.mark.parametrize("name", ["g.uneri.jsonl", "./g.uneri.jsonl", "soft", "hard"])
@pytest.mark.parametrize("words", [["replay"], ["review", "--worlds", "10", "--bot", "flat:sims=4"]])
def test_no_page_over_its_record(
    recorded: Path, capsys: pytest.CaptureFixture[str], words: list[str], name: str
) -> None:
    refused(capsys, [*words, "g.uneri.jsonl", "--html", name], "--html")
    refused(capsys, [*words, name, "--html", "g.uneri.jsonl"], "--html")


def test_no_output_over_the_files_of_a_run(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arena.run(GAME, ["greedy", "random"], 2, out="night", progress=False)
    unit = next(Path("night/units").iterdir())
    for name in ("night/games.jsonl", "night/settings.json", f"night/../{unit}"):
        refused(capsys, ["replay", "night", "--html", name], "--html")
    link("picture.svg", "night/table.json")
    refused(capsys, ["arena", "--show", "night", "--plot", "picture.svg"], "--plot")
    assert main(["replay", "night", "--html", "night/page.html", "--one-view"]) == 0
    assert main(["replay", "night", "--html", "night/page.html", "--one-view"]) == 0  # its own page again


def test_parquet_is_not_written_through_a_link_in_a_run(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
    words = ["arena", GAME, "--bots", "greedy,random", "--deals", "2", "--out", "night"]
    assert main(words) == 0
    Path("mine").write_text("precious")
    link("night/games.parquet", "../mine")
    assert main([*words, "--resume", "--parquet"]) == 1
    assert "it is a link, through which nothing is written" in capsys.readouterr().err
    assert Path("mine").read_text() == "precious"


def test_no_output_over_files_that_games_and_bots_name(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    train(GAME, games=64, seed=1).save("my.net")
    Path("my board.json").write_text(json.dumps(uneri.load_game("tidal").options["board"]))
    Path("board.json").write_bytes(Path("my board.json").read_bytes())
    budget = ["--games", "64"]
    refused(capsys, ["train", "tidal(board=board.json)", *budget, "--out", "board.json"], "--out")
    refused(capsys, ["train", 'tidal(board="my board.json")', *budget, "--checkpoint", "my board.json"], "--checkpoint")
    refused(capsys, ["train", "tidal", "-o", "board=my board.json", *budget, "--out", "my board.json"], "--out")
    for bots in ("net:my.net", "greedy,net:file=my.net", 'greedy,flat:sims=5,net="my.net"', "exec:python my.net"):
        refused(capsys, ["play", GAME, "--bots", bots, "--picture", "./my.net"], "--picture")
    refused(capsys, ["arena", GAME, "--bots", "greedy", "--bot", "net:my.net", "--plot", "my.net"], "--plot")


def test_outputs_are_different_files(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("sub").mkdir()
    for words, option in (
        (["train", GAME, "--games", "64", "--out", "a.net", "--checkpoint", "sub/../a.net"], "--checkpoint"),
        (["train", GAME, "--games", "64", "--checkpoint", "onda_2.net"], "--checkpoint"),
        (["play", "tacta", "--record", "tacta.svg"], "--record"),
        (["play", GAME, "--record", "x", "--picture", "x"], "--record"),
    ):
        refused(capsys, words, option, "name two different files")


def test_a_name_in_the_text_of_a_game_is_no_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names of games, bots and options aren't taken for files."""
    words = ["play", GAME, "--watch", "--bots", "random:seed=3,greedy", "--record"]
    for name in ("onda", "random", "players", "seed"):
        assert main([*words, name]) == 0
        assert len(list(records.read(name))) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names there")
def test_a_pipe_or_a_device_is_not_replaced(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe.svg")
    for name in ("pipe.svg", "/dev/null"):
        refused(capsys, ["replay", "g.uneri.jsonl", "--html", name], "--html", "which isn't a plain file")
        with pytest.raises(OSError, match="it isn't a plain file") as caught, output_files.replace_file(Path(name)):
            pass
        assert caught.value.filename == name
        assert not Path(name).is_file()
    assert main(["play", GAME, "--watch", "--picture", "pipe.svg"]) == 0
    assert "no picture: " in capsys.readouterr().out
    assert Path("pipe.svg").is_fifo()


def test_a_link_stays_and_its_target_is_written(recorded: Path) -> None:
    Path("page.html").write_text("before")
    Path("page.html").chmod(0o600)
    link("link", "page.html")
    assert main(["replay", "g.uneri.jsonl", "--html", "link", "--one-view"]) == 0
    assert Path("link").is_symlink()
    assert Path("page.html").read_text().startswith("<!DOCTYPE html>")
    if os.name == "posix":
        assert Path("page.html").stat().st_mode & 0o777 == 0o600
    assert not list(Path().glob("*.part*"))


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_games_may_be_read_from_the_file_that_is_written(here: Path, ending: str) -> None:
    path, other = Path(f"a.uneri.jsonl{ending}"), Path("b.uneri.jsonl")
    games = [records.record(GAME, ["random", "random"], seed=seed) for seed in range(3)]
    records.write(path, games)
    records.write(other, games[:1])
    assert records.write(path, (game for game in records.read(path) if game.seed != 1)) == 2
    assert list(records.read(path)) == [games[0], games[2]]

    def both() -> Iterator[records.Record]:
        yield from records.read(other)
        yield from records.read(path)

    assert records.write(path, both()) == 3
    assert list(records.read(path)) == [games[0], games[0], games[2]]
    assert records.write(path, both(), append=True) == 5  # as many as there are when it is opened, and no more
    before = list(records.read(path))
    assert len(before) == 8

    def fails() -> Iterator[records.Record]:
        yield games[1]
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        records.write(path, fails())
    assert list(records.read(path)) == before
    assert sorted(item.name for item in here.iterdir()) == [path.name, other.name]
