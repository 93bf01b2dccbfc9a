"""One arena at a time in a folder, and what a full disk says."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Self

import pytest

from uneri import arena
from uneri._util.jobs.lock import FolderLock

SHORT = "onda(players=3,rounds=1)"
HOLDER = """
import sys
from pathlib import Path
from uneri._util.jobs.lock import FolderLock
lock = FolderLock(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.read()
"""


def run(folder: Path, **more: Any) -> arena.Result:
    return arena.run(SHORT, ["greedy", "random"], 8, unit_deals=1, out=folder, progress=False, **more)


@pytest.mark.subprocess
def test_a_folder_is_one_arenas(tmp_path: Path) -> None:
    """Another process holds it: the error names the folder and the process, and nothing there is touched. When that
    process is killed the folder is free, whatever it left.
    """
    folder = tmp_path / "run"
    run(folder)
    (folder / "units" / "other.jsonl.tmp").write_text("being written")
    before = {path: path.read_bytes() for path in folder.rglob("*.json*")}
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "ready\n"
        owner = "" if sys.platform == "win32" else rf" \(process {holder.pid}\)"
        for resume in (True, False):
            with pytest.raises(ValueError, match=rf"run is in use by another arena{owner}; use another"):
                run(folder, resume=resume)
        assert arena.load(folder).deals == 8  # reading needs no lock
        assert before == {path: path.read_bytes() for path in folder.rglob("*.json*")}
        holder.kill()
        holder.wait()
    assert (folder / "lock").exists() or sys.platform == "win32"
    assert run(folder, resume=True).deals == 8
    assert sorted(path.name for path in folder.iterdir()) == ["games.jsonl", "settings.json", "table.json", "units"]
    assert not list(folder.rglob("*.tmp"))


def test_two_at_once_in_a_process(tmp_path: Path) -> None:
    """Threads with an arena each on one folder: one plays, the others are told; the result is whole."""
    folder, alone = tmp_path / "run", run(tmp_path / "alone")
    told: list[str] = []

    def play() -> None:
        try:
            run(folder, resume=True)
        except ValueError as error:
            told.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("in use by another arena" in text for text in told)
    assert len(told) < 4
    assert arena.load(folder).to_dict() == alone.to_dict()
    assert (folder / "games.jsonl").read_bytes() == (tmp_path / "alone" / "games.jsonl").read_bytes()


def test_only_one_holds_it(tmp_path: Path) -> None:
    """Taken and given back by many threads at once, its file made and removed each time: never held twice."""
    holders, most, faults = [0], [0], []

    def work() -> None:
        for _ in range(60):
            try:
                lock = FolderLock(tmp_path)
            except ValueError:
                continue
            except BaseException as error:  # noqa: BLE001
                faults.append(error)
                return
            holders[0] += 1
            most[0] = max(most[0], holders[0])
            holders[0] -= 1
            lock.release()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (faults, most) == ([], [1])
    assert not (tmp_path / "lock").exists()


def test_a_folder_of_something_else_gets_no_lock(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("")
    with pytest.raises(ValueError, match="not an arena's folder"):
        run(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_where_there_are_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that knows none: the arena plays, and takes away nothing that may be another's."""
    fcntl = pytest.importorskip("fcntl")

    def none(*_: Any) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", none)
    run(tmp_path / "run")
    (tmp_path / "run" / "units" / "other.jsonl.tmp").write_text("being written")
    assert run(tmp_path / "run", resume=True).deals == 8
    assert (tmp_path / "run" / "units" / "other.jsonl.tmp").exists()


def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has the path, what was being written is gone, and with more room the run goes on."""
    written: list[str] = []
    opened = Path.open

    class Full:
        def __init__(self, file: Any) -> None:
            self.file = file

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *error: object) -> None:
            self.file.close()

        def writelines(self, lines: Any) -> None:
            self.file.write(b"half")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def full(path: Path, mode: str = "r", *rest: Any, **more: Any) -> Any:
        file = opened(path, mode, *rest, **more)
        if mode == "wb" and path.parent.name == "units":
            written.append(path.name)
            if len(written) == 3:
                return Full(file)
        return file

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(OSError, match="No space left") as caught:
        run(tmp_path / "run")
    assert caught.value.errno == errno.ENOSPC
    assert Path(caught.value.filename).parent == tmp_path / "run" / "units"
    assert not list((tmp_path / "run").rglob("*.tmp"))
    assert len(list((tmp_path / "run" / "units").iterdir())) == 2
    assert run(tmp_path / "run", resume=True).to_dict() == run(tmp_path / "whole").to_dict()
    settings = json.loads((tmp_path / "run" / "settings.json").read_text("utf-8"))
    assert settings["bots"] == ["greedy", "random"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    """A folder from a stranger may hold links to what is ours: it is refused, and they stay as they are."""
    ours = tmp_path / "ours"
    ours.mkdir()
    (ours / "draft.tmp").write_text("mine")
    for name in ("units", "lock"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / name).symlink_to(ours / "draft.tmp" if name == "lock" else ours)
        for resume in (False, True):
            with pytest.raises(ValueError, match=name):
                arena.run("tacta(players=2)", ["greedy", "random"], deals=1, out=folder, resume=resume)
    assert [(path.name, path.read_text()) for path in ours.iterdir()] == [("draft.tmp", "mine")]


def test_files_of_file_managers_are_passed_over(tmp_path: Path) -> None:
    """A folder that one of them has looked into is still a new one."""
    (tmp_path / ".DS_Store").write_bytes(b"\0\5\26\7")
    result = arena.run("onda(players=2,rounds=1)", ["random", "greedy"], 2, out=tmp_path, progress=False)
    (tmp_path / "units/._x.jsonl").write_bytes(b"\0\5\26\7")
    again = arena.run("onda(players=2,rounds=1)", ["random", "greedy"], 2, out=tmp_path, progress=False, resume=True)
    assert list(again.games()) == list(result.games())
