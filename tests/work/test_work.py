"""Units of work: what dies is done again, what is wrong is named, what is written is whole."""

from __future__ import annotations

import errno
import importlib
import os
import pickle
import sys
from pathlib import Path

import pytest

from _work import Faulty, square, units, wrong
from uneri._util.jobs import Processes, Ray, Storage, WorkError, executor_for, make_content_id
from uneri._util.jobs.lock import FolderLock


def test_an_id_depends_on_the_data_alone() -> None:
    assert make_content_id({"a": 1, "b": [2, "ö"]}) == make_content_id({"b": [2, "ö"], "a": 1})
    assert len({make_content_id(data) for data in (1, "1", [1], 1.5, None)}) == 5


def test_one_job_is_done_here_in_order() -> None:
    assert [result for _, result in Processes().run(square, units(5))] == [0, 1, 4, 9, 16]
    assert next(Processes().run(lambda unit: [unit.number], units(1)))[1] == [0]  # nothing is pickled


def test_an_error_names_the_unit() -> None:
    with pytest.raises(WorkError, match=rf"unit 000002-{make_content_id(2)}: KeyError: 'no such card'"):
        list(Processes().run(wrong, units(4)))


def test_the_command_line_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "there:1")
    assert executor_for(3) == Processes(3)
    assert executor_for(ray="here:2") == Ray("here:2")
    assert executor_for(ray=True) == Ray("there:1", jobs=1)
    assert executor_for(3, unit_seconds=2) == Processes(3, 2.0)
    assert executor_for(ray="here:2", unit_seconds=2) == Ray("here:2", seconds=2.0)
    monkeypatch.delenv("RAY_ADDRESS")
    assert executor_for(2, ray=True) == Ray(None, jobs=2)
    with pytest.raises(ValueError, match="jobs is 0; allowed: 1 to 256"):
        executor_for(0)
    with pytest.raises(ValueError, match="unit_seconds is 0; allowed"):
        executor_for(unit_seconds=0)
    with pytest.raises(TypeError, match=r"ray must be .*, not 3"):
        executor_for(ray=3)  # type: ignore[arg-type]


def test_without_ray_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match="pip install ray"):
        list(Ray().run(square, units(1)))


@pytest.mark.subprocess
@pytest.mark.parametrize("way", ["killed", "memory", "hangs"])
def test_what_dies_is_done_again(tmp_path: Path, way: str) -> None:
    seconds = 1.0 if way == "hangs" else None
    done = list(Processes(2, seconds).run(Faulty(str(tmp_path), way), units(5)))
    assert sorted(result for _, result in done) == [0, 1, 2, 3, 4]
    assert (tmp_path / "before").exists()
    assert Storage(tmp_path).names("out") == [unit.name for unit in units(5)]


@pytest.mark.subprocess
def test_one_process_has_a_limit_too(tmp_path: Path) -> None:
    done = list(Processes(1, 1.0).run(Faulty(str(tmp_path), "hangs"), units(3)))
    assert sorted(result for _, result in done) == [0, 1, 2]


@pytest.mark.subprocess
def test_what_always_hangs_is_given_up(tmp_path: Path) -> None:
    """The error says why, and what others have done stays."""
    name = rf"unit 000001-{make_content_id(1)}"
    with pytest.raises(
        WorkError, match=rf"{name} was started 4 times, and its worker died each time: it took longer than 0\.7 s"
    ):
        list(Processes(2, 0.7).run(Faulty(str(tmp_path), "hangs", always=True), units(5)))
    there = Storage(tmp_path).names("out")
    assert there[0] == units(1)[0].name
    assert units(2)[1].name not in there


@pytest.mark.subprocess
def test_what_always_dies_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(WorkError, match=rf"unit 000001-{make_content_id(1)} was started 4 times"):
        list(Processes(2).run(Faulty(str(tmp_path), "killed", always=True), units(5)))


@pytest.mark.subprocess
def test_an_error_in_a_process_names_the_unit() -> None:
    with pytest.raises(WorkError, match=r"unit 000002-\w+: KeyError"):
        list(Processes(2).run(wrong, units(4)))


def places(folder: Path) -> list[str]:
    there = [str(folder / "here")]
    try:
        importlib.import_module("pyarrow.fs")
    except ImportError:
        return there
    return [*there, (folder / "address").as_uri()]


def test_files_are_whole(tmp_path: Path) -> None:
    for place in places(tmp_path):
        storage = pickle.loads(pickle.dumps(Storage(place)))
        assert storage.names("a") == []
        assert storage.read("a/1") is None
        storage.write("a/1", b"one")
        storage.write("a/1", b"two")
        storage.write("a/0", b"")
        assert storage.read("a/1") == b"two"
        assert storage.names("a") == ["0", "1"]


def test_half_written_files_are_swept(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.write("a/1", b"one")
    (tmp_path / "a" / "2.77-aa.tmp").write_bytes(b"hal")
    assert storage.names("a") == ["1"]
    storage.sweep("a")
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["1"]


def test_a_full_disk_is_named_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(tmp_path)
    storage.write("a/1", b"one")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        storage.write("a/1", b"other")
    assert caught.value.filename == f"{tmp_path}/a/1"
    assert storage.read("a/1") == b"one"
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["1"]


def linked(link: Path, target: Path) -> None:
    try:
        link.symlink_to(target, target_is_directory=target.is_dir())
    except OSError:
        pytest.skip("links are not allowed here")


def by_path_and_address(folder: Path) -> list[Storage]:
    return [Storage(folder), *(Storage(folder.as_uri()) for _ in places(folder)[1:])]


def test_nothing_is_written_or_removed_through_a_link(tmp_path: Path) -> None:
    """A stranger's folder may hold links to what is ours. The folder itself may be one: its user chose it."""
    ours, real = tmp_path / "ours", tmp_path / "real"
    ours.mkdir()
    (ours / "draft.tmp").write_bytes(b"precious")
    real.mkdir()
    linked(real / "a", ours)
    linked(real / "settings.json", ours / "draft.tmp")
    linked(tmp_path / "run", real)
    for storage in by_path_and_address(tmp_path / "run"):
        for refused in (
            lambda storage=storage: storage.write("a/1", b"one"),
            lambda storage=storage: storage.write("a/b/1", b"one"),
            lambda storage=storage: storage.remove("a/draft.tmp"),
            lambda storage=storage: storage.sweep("a"),
        ):
            with pytest.raises(OSError, match="it is a link, through which nothing is written") as caught:
                refused()
            assert Path(caught.value.filename) == tmp_path / "run/a"
        storage.write("settings.json", b"new")  # the link gives way
    assert [path.name for path in ours.iterdir()] == ["draft.tmp"]
    assert (ours / "draft.tmp").read_bytes() == b"precious"
    assert (real / "settings.json").read_bytes() == b"new"


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    names = ["folder"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        linked(tmp_path / "zero", Path("/dev/zero"))
        names += ["pipe", "zero"]
    for storage in by_path_and_address(tmp_path):
        for name in names:
            with pytest.raises(ValueError, match=f"{name} is not a plain file"):
                storage.read(name)


def test_files_are_removed(tmp_path: Path) -> None:
    for place in places(tmp_path):
        storage = Storage(place)
        storage.write("a/1", b"one")
        storage.remove("a/1")
        storage.remove("a/1")
        assert storage.names("a") == []


@pytest.mark.parametrize("kind", ["link", "dangling", "hard link", "pipe", "folder", "text"])
def test_a_lock_is_a_file_of_ours(tmp_path: Path, kind: str) -> None:
    """What else has its name stays as it is."""
    victim, lock = tmp_path / "victim", tmp_path / "run/lock"
    lock.parent.mkdir()
    victim.write_bytes(b"77\n")
    if kind == "link":
        linked(lock, victim)
    elif kind == "dangling":
        linked(lock, tmp_path / "new")
    elif kind == "hard link":
        lock.hardlink_to(victim)
    elif kind == "pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no pipes with names there")
        os.mkfifo(lock)
    elif kind == "folder":
        lock.mkdir()
    else:
        lock.write_bytes(b"the words of a user")
    before = lock.lstat().st_ino
    with pytest.raises(ValueError, match="lock is not the lock of a run; use another folder, or remove that file"):
        FolderLock(lock.parent)
    assert lock.lstat().st_ino == before
    assert victim.read_bytes() == b"77\n"
    assert not (tmp_path / "new").exists()
    assert kind != "text" or lock.read_bytes() == b"the words of a user"


@pytest.mark.parametrize("left", [b"", b"77\n", b"123456789\r\n", b"\0\0\0"])
def test_the_lock_of_a_run_that_was_killed_is_taken(tmp_path: Path, left: bytes) -> None:
    (tmp_path / "lock").write_bytes(left)
    lock = FolderLock(tmp_path)
    assert os.name == "nt" or (tmp_path / "lock").read_bytes() == f"{os.getpid()}\n".encode()
    lock.release()
    assert os.name == "nt" or not (tmp_path / "lock").exists()
