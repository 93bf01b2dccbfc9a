"""`uneri replay` and `uneri play --record`."""

from __future__ import annotations

from pathlib import Path

import pytest

import uneri
from _commands import run_uneri as run
from uneri import records

pytestmark = pytest.mark.subprocess

GAMES = uneri.games()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.uneri.jsonl"
    onda = records.record("onda(players=2,rounds=1)", ["greedy", "random"], 7)
    records.write(path, [onda, records.record("tidal(players=2)", ["random", "greedy"], 8)])
    return path


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_play_is_recorded(name: str, tmp_path: Path) -> None:
    path = tmp_path / "played.uneri.jsonl.gz"
    options = ("-o", "players=2", "--watch", "--bots", "random:seed=1,random:seed=2", "--seed", "4", "--record", path)
    few = {"namima": ("-o", "games=1"), "onda": ("-o", "rounds=1"), "solo": ("-o", "max_rounds=1")}.get(name, ())
    pictures = ("--picture", "none") if name == "tacta" else ()
    for games in (1, 2):
        done = run("play", name, *options, *few, *pictures)
        assert done.returncode == 0, done.stderr
        assert f"record: {path}" in done.stdout
        found = list(records.read(path))
        assert len(found) == games
    found[0].check()
    assert found[0] == found[1] == records.record(found[0].load_game(), ["random:seed=1", "random:seed=2"], 4)
    shown = run("replay", path, "--game", "2")
    assert all(move.text in shown.stdout for move in found[1].moves)
    assert f"{games} games" in run("replay", path, "--check").stdout
    for seat in range(2):
        seen = run("replay", path, "--game", "1", "--seat", str(seat)).stdout
        assert seen.count("moves, unseen") == sum(e.seat is not None and e.text is None for e in found[0].view(seat))
        assert ", seed" not in seen


def test_a_game_that_is_left(tmp_path: Path) -> None:
    path = tmp_path / "left.uneri.jsonl"
    done = run("play", "onda", "--seed", "1", "--record", path, say="1\n1\nundo\n2\nquit\n")
    assert done.returncode == 0
    (record,) = records.read(path)
    record.check()
    assert not record.over
    assert record.players == ("human", "greedy", "greedy", "greedy")
    assert [move.seat for move in record.moves].count(0) == 2
    assert "unfinished" in run("replay", path).stdout


def test_the_table_at_a_ply(file: Path) -> None:
    (onda, _) = records.read(file)
    state = onda.replay(5)
    shown = run("replay", file, "--game", "1", "--ply", "5")
    assert uneri.onda.render(state.to_dict()) in shown.stdout
    mine = run("replay", file, "--game", "1", "--ply", "5", "--seat", "1").stdout
    assert uneri.onda.render(state.to_dict(1)) in mine
    assert uneri.onda.render(state.to_dict()) not in mine


def test_the_list_of_games(file: Path) -> None:
    shown = run("replay", file).stdout
    assert "greedy, random" in shown
    assert "tidal" in shown
    empty = file.with_name("empty.uneri.jsonl")
    empty.touch()
    assert "no games" in run("replay", empty).stdout


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--game", "3"), "--game is 3; allowed: 1 to 2"),
        (("--game", "0"), "'0' is not valid"),
        (("--game", "1", "--seat", "2"), "--seat is 2; allowed: 0 to 1"),
        (("--game", "1", "--ply", "100000"), "to_ply is 100000; allowed: 0 to"),
        (("--html", "x.html", "--colors", "felf=#fff"), "colors has 'felf', which is not a name of uneri.view.PALETTE"),
        (("--html", "x.html", "--colors", "felt=#fff/1"), "colour felt is '1'; allowed: #rgb, #rrggbb"),
        (("--html", "x.html", "--colors", "felt"), "colour felt is ''; allowed: #rgb, #rrggbb"),
    ],
)
def test_bad_input(file: Path, words: tuple[str, ...], error: str) -> None:
    done = run("replay", file, *words)
    assert done.returncode == 2
    assert error in done.stderr
    assert "Traceback" not in done.stderr


def test_no_file(file: Path) -> None:
    done = run("replay", file.with_name("none"))
    assert (done.returncode, "No such file" in done.stderr) == (2, True)
    for target, words in ((file.parent, "Is a directory"), (file.parent / "no" / "x", "No such file")):
        done = run("play", "onda", "--watch", "--record", target)
        assert (done.returncode, words in done.stderr) == (2, True), done.stderr


def test_damage(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"ply":0', b'"ply":1')
    file.write_bytes(b"".join(lines))
    for words, code in (((), 2), (("--check",), 1)):
        done = run("replay", file, *words)
        assert done.returncode == code
        assert f"{file}, line 3: the checksum is wrong" in done.stderr
        assert "Traceback" not in done.stderr
    done = run("play", "onda", "--watch", "--record", file)
    assert (done.returncode, "line 3" in done.stderr) == (2, True)
