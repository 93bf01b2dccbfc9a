"""Games outlive their server: everything that a client was told is on the disk, and a later server resumes it."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, ClassVar

import pytest

import uneri
from _serve import SHORT, House, Socket, house
from uneri import records
from uneri.cli import main
from uneri.serve import autosave
from uneri.serve.table import SEEDED, Table
from uneri.testing import SplitMix64

ROOT = Path(__file__).parents[2]


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """The folder of a server."""
    folder = tmp_path / "first"
    folder.mkdir()
    return folder


def killed(folder: Path) -> Path:
    """Return a copy of what a server's folder holds if it is killed now."""
    return Path(shutil.copytree(folder, folder.with_name("second")))


def move(socket: Socket, state: dict[str, Any]) -> dict[str, Any]:
    """The state in which the seat may move again, or the end, after one of its moves."""
    moves = state["moves"]
    socket.send(type="move", step=state["step"], action=moves[state["step"] % len(moves)][0])
    return socket.my_turn()


def play_out(socket: Socket, state: dict[str, Any]) -> None:
    """The rest of a game."""
    while not state["over"]:
        state = move(socket, state)


def started(at: House, **asked: Any) -> tuple[dict[int | None, str], dict[str, Any]]:
    """A game of a person and a bot, some moves old: its links, and the last state that was told, with all events."""
    links = at.begin("onda", ["human", "greedy"], options={"rounds": 1}, **asked)
    with at.socket(links[0]) as socket:
        state = socket.my_turn()
        for _ in range(3):
            state = move(socket, state)
    return links, told(at, links[0])


def told(at: House, token: str) -> dict[str, Any]:
    """Return what a seat is told when it reconnects."""
    with at.socket(token) as socket:
        return socket.my_turn()


def complaints(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line for line in capsys.readouterr().err.splitlines() if line.startswith("uneri: ")]


def test_a_game_goes_on_at_the_next_server(name: str, first: Path) -> None:
    with house(first) as at:
        links = at.begin(name, ["human", "greedy"], options=SHORT.get(name, {}))
        with at.socket(links[0]) as socket:
            state = socket.my_turn()
            for _ in range(3):
                state = state if state["over"] else move(socket, state)
        before, left = told(at, links[0]), killed(first)
    with house(left) as at:
        assert told(at, links[0]) == before
        with at.socket(links[0]) as socket:
            play_out(socket, socket.my_turn())
        entry, _ = at.lobby.find(links[None])
        (file,) = left.glob("*.uneri.jsonl")
        assert list(records.read(file)) == [entry.table.record()]
        entry.table.record().check()
    # A server that ends in order leaves the same, also of a game that is over.
    with house(left) as at, at.socket(links[0]) as socket:
        assert socket.until("state")["over"]


def test_a_record_is_whole_after_each_answer(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        links = at.begin("tacta", ["human", "human"])
        (file,) = tmp_path.glob("*.uneri.jsonl")
        entry, _ = at.lobby.find(links[0])
        with at.socket(links[0]) as one, at.socket(links[1]) as two:
            sockets = {0: one, 1: two}
            for count in range(12):
                assert [len(game) for game in records.read(file)] == [count]
                mover = entry.table.mover
                state = sockets[mover].my_turn()
                sockets[mover].send(type="move", step=state["step"], action=state["moves"][0][0])
                assert sockets[mover].until("state")["step"] == count + 1


def test_what_else_a_game_has_survives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def act(self, state: Any) -> int:
            raise RuntimeError("no")

    monkeypatch.setitem(uneri.bots.BOTS, "mine", Broken)
    with house(tmp_path, named=("mine",)) as at:
        links = at.begin("tacta", ["human", "mine"], names=["Ann", ""], seed=3, hints=False)
        with at.socket(links[0]) as socket:
            move(socket, move(socket, socket.my_turn()))
        table = at.lobby.find(links[0])[0].table
    with house(tmp_path, named=("mine",)) as at:
        again = at.lobby.find(links[0])[0].table
        for name in ("names", "seats", "hints", "seed", "dealt_from", "notes", "replaced", "headers"):
            assert getattr(again, name) == getattr(table, name), name
        assert again.notes == [SEEDED, "Seat 1: the bot has failed. A simple bot plays on."]
        assert again.seen == table.seen
        assert again.record().headers.keys() == {"date"}
        assert again.record().end_notes == {"comment": "\n".join(again.notes)}
        assert again.replaced == {1}


class Note:
    """A bot that writes down what it is told."""

    games: ClassVar[list[Note]] = []

    def __init__(self, seed: int = 0) -> None:
        self.seen: list[str] = []
        self.seed = seed
        Note.games.append(self)

    def act(self, state: uneri.State) -> int:
        return state.legal_actions()[0]

    def new_game(self, game: uneri.Game, seat: int, seed: int) -> None:
        self.seen.append(f"{game} {seat} {seed}")

    def watch(self, player: int, action: int | None, sight: int) -> None:
        self.seen.append(f"{player} {action} {sight}")


def test_a_bot_is_told_all_moves_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(uneri.bots.BOTS, "note", Note)
    monkeypatch.setattr(Note, "games", [])
    with house(tmp_path, named=("note",)) as at:
        links = at.begin("tacta", ["human", "note"])
        with at.socket(links[0]) as socket:
            move(socket, move(socket, socket.my_turn()))
    with house(tmp_path, named=("note",)) as at:
        told(at, links[0])
    first, second = [bot for bot in Note.games if bot.seen]
    assert first.seen == second.seen
    assert len(first.seen) > 3


def test_links_are_kept_as_digests_and_files_are_private(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        links, _ = started(at)
        files = list(tmp_path.iterdir())
        assert len(files) == 2
        for file in files:
            assert not any(token in file.read_text("utf-8") for token in links.values())
            if os.name != "nt":
                assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_line_that_was_cut_loses_nothing_that_was_told(first: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A kill while a move is written: the file ends anywhere in its lines, with or without the rest of the older end."""
    with house(first) as at:
        links, before = started(at)
        (file,) = first.glob("*.uneri.jsonl")
        old = file.read_bytes()
        with at.socket(links[0]) as socket:
            move(socket, socket.my_turn())
        new = file.read_bytes()
    end = old.rindex(b"\n", 0, -1) + 1
    assert new[:end] == old[:end] != new[: end + 1]
    for cut in range(end, len(new), 23):
        for data in {new[:cut], new[:cut] + old[cut:]}:
            left = killed(first)
            (left / file.name).write_bytes(data)
            with house(left) as at, at.socket(links[0]) as socket:
                state = socket.my_turn()
                assert state["events"][: before["step"]] == before["events"], cut
                move(socket, state)
                assert at.lobby.find(links[0])[0].table.record() == next(records.read(left / file.name))
            shutil.rmtree(left)
    assert complaints(capsys) == []


@pytest.mark.parametrize("suffix", [autosave.RECORD, autosave.BESIDE])
def test_damaged_files_are_passed_over_and_stay(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with house(tmp_path) as at:
        links, _ = started(at)
        (file,) = tmp_path.glob(f"*{suffix}")
        other, state = started(at)
    whole, numbers = file.read_bytes(), SplitMix64(7)
    flips = [bytearray(whole) for _ in range(8)]
    for data in flips:  # the last line of a record may be damaged: the next move is written over it
        data[numbers.below(len(whole) * 2 // 3)] ^= 1 << numbers.below(8)
    for broken in (b"", b"[]\n", b"\xff\xfe", whole[: len(whole) // 9], whole + whole, *flips):
        file.write_bytes(broken)
        with house(tmp_path) as at:
            assert told(at, other[0]) == state
            assert at.client.post("/api/standings", json={"tokens": [links[0]]}).json() == {"games": [None]}
        (line,) = complaints(capsys)
        assert "is not resumed: " in line
        assert file.read_bytes() == broken
    file.write_bytes(whole)
    with house(tmp_path) as at:
        told(at, links[0])


def test_links_open_no_other_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with house(tmp_path) as at:
        links = [at.begin("onda", ["human", "human"])[0] for _ in range(2)]
    one, other = tmp_path.glob(f"*{autosave.RECORD}")
    whole = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(whole)
    with house(tmp_path) as at:
        assert at.client.post("/api/standings", json={"tokens": links}).json() == {"games": [None, None]}
    assert all(line.endswith("is the record of another game") for line in complaints(capsys))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_name_stays_on_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / f"a\nb{autosave.BESIDE}").touch()
    with house(tmp_path):
        pass
    assert capsys.readouterr().err.count("\n") == 1


def test_games_with_bots_that_are_not_offered_wait(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with house(tmp_path, named=("flat:sims=6000",)) as at:
        links = at.begin("tacta", ["human", "flat:sims=6000"])
    with house(tmp_path) as at:
        at.begin("tacta", ["human", "human"])
    assert "sims is 6000; allowed: 1 to 5000" in complaints(capsys)[0]
    with house(tmp_path, named=("flat:sims=6000",)) as at:
        told(at, links[0])


def test_no_more_games_than_allowed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with house(tmp_path) as at:
        links = [at.begin("tacta", ["human", "human"]) for _ in range(4)]
    for number, file in enumerate(
        sorted(tmp_path.glob(f"*{autosave.RECORD}"), key=lambda file: file.stat().st_mtime_ns)
    ):
        os.utime(file, (number, number))
    with house(tmp_path, games=3) as at:
        tokens = [token[0] for token in links]
        standings = at.client.post("/api/standings", json={"tokens": tokens}).json()["games"]
    assert [standing is not None for standing in standings] == [False, True, True, True]
    (line,) = complaints(capsys)
    assert line.startswith("uneri: 1 older games stay in ")
    with house(tmp_path) as at:
        told_all = at.client.post("/api/standings", json={"tokens": tokens}).json()["games"]
    assert None not in told_all


def test_a_game_that_is_dropped_keeps_its_record_alone(tmp_path: Path) -> None:
    with house(tmp_path, games=1) as at:
        links = at.begin("tacta", ["greedy", "greedy"])
        with at.socket(links[None]) as socket:
            while not socket.until("state")["over"]:
                pass
        at.begin("tacta", ["human", "human"])
    assert sorted(len(list(tmp_path.glob(f"*{suffix}"))) for suffix in (autosave.RECORD, autosave.BESIDE)) == [1, 2]
    with house(tmp_path) as at:
        assert at.client.get(f"/record/{links[None]}").status_code == 404


def test_a_slow_disk_brings_no_links_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is dropped while its links are written, and nobody waits for that to end."""
    written, sync = threading.Event(), os.fsync
    monkeypatch.setattr(autosave, "_PATIENCE", 0.01)
    monkeypatch.setattr(os, "fsync", lambda descriptor: written.wait(10) and sync(descriptor))

    async def run() -> None:
        table = Table(uneri.load_game("onda", players=2), None, ["human", "human"])
        kept = autosave.Autosave(tmp_path / f"game{autosave.RECORD}", table, {})
        with pytest.raises(TimeoutError):
            await kept.forget()
        written.set()
        await kept._writer

    asyncio.run(run())
    assert [file.name for file in tmp_path.iterdir()] == [f"game{autosave.RECORD}"]


def test_a_full_disk_is_noted_and_the_game_goes_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    full = [True]
    sync = os.fsync

    def fails(descriptor: int) -> None:
        if full:
            raise OSError(28, "No space left on device")
        sync(descriptor)

    with house(tmp_path) as at:
        links, state = started(at)
        (file,) = tmp_path.glob("*.uneri.jsonl")
        (moves,) = [len(game) for game in records.read(file)]
        monkeypatch.setattr(os, "fsync", fails)
        with at.socket(links[0]) as socket:
            state = move(socket, socket.my_turn())
            while not state["notes"]:
                state = socket.until("state")
            assert state["notes"] == ["The record of this game cannot be written."]
            said = capsys.readouterr().err + caplog.text
            assert said.count("no record: [Errno 28] No space left on device") == 1
            assert [len(game) for game in records.read(file)] == [moves]
            full.clear()
            play_out(socket, state)
        record = at.lobby.find(links[0])[0].table.record()
    assert list(records.read(file)) == [record]
    assert complaints(capsys) == []


def test_a_folder_has_one_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from uneri._util.jobs.lock import FolderLock

    lock = FolderLock(tmp_path)
    try:
        assert main(["serve", "--port", "0", "--out", str(tmp_path)]) == 2
    finally:
        lock.release()
    assert f"{tmp_path} is in use by another server (process {os.getpid()})" in capsys.readouterr().err


@pytest.mark.subprocess
def test_kills_lose_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.serve_kills", "--times", "3"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "none lost" in done.stdout
