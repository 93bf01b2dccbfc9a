"""Forks from within an arena, by a bot or by the function that watches it: the arena is the parent's."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from uneri import arena

pytestmark = [
    pytest.mark.subprocess,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork there"),
]

HERE = Path(__file__).parent
WAYS = {
    "one worker": "workers=1, unit_deals=1",
    "threads": "workers=2, pool='threads', unit_deals=1",
    "processes": "workers=2, pool='processes', unit_deals=1",
}
OF_PARENT = "this forked child is inside its parent's arena; begin a new arena, or call os._exit"

PROGRAM = """
import multiprocessing, os, signal, sys, threading, warnings
sys.path.insert(0, {here!r})
from uneri import arena

warnings.simplefilter("ignore", DeprecationWarning)  # of Python: a process with threads forks
home, children = os.getpid(), []

def watch(snapshot):
    if {forks} and snapshot.done == 2 and not children and os.getpid() == home:
        children.append(os.fork())
        if children[0] == 0:
            signal.alarm(60)  # the end of a child that waits for ever
        else:
            assert os.waitpid(children[0], 0)[1] == 0  # the child tries what it may first

if __name__ == "__main__":
    try:
        result = arena.run("onda(players=3,rounds=1)", ["bad_bots:{bot}", "greedy"], 4, out={out!r}, seed=3, progress=False,
                           watch=watch, {way})
    except RuntimeError as error:
        assert os.getpid() != home
        print(error, os.path.exists({out!r} + "/lock"), multiprocessing.active_children(), flush=True)
        sys.exit(0)  # in order, with all that runs at the end
    print("parent", result.deals)
"""


def run(folder: Path, way: str, bot: str, *, forks: bool = False) -> list[str]:
    program = PROGRAM.format(here=str(HERE), out=str(folder), way=WAYS[way], bot=bot, forks=forks)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert sorted(path.name for path in folder.iterdir()) == ["games.jsonl", "settings.json", "table.json", "units"]
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """As they are without a fork."""
    folder = tmp_path_factory.mktemp("well")
    run(folder, "one worker", "Well")
    return (folder / "games.jsonl").read_bytes()


@pytest.mark.parametrize("way", WAYS)
def test_a_bot_that_forks(way: str, games: bytes, tmp_path: Path) -> None:
    """Both processes come back from its move. The child's own program hears of it, a worker's child ends."""
    said = run(tmp_path, way, "Forks")
    said.remove("parent 4")
    seats = sum(json.loads(line)["bots"].count(0) for line in games.splitlines())  # it forks once on each
    assert said == ([f"{OF_PARENT} True []"] * seats if way == "one worker" else [])
    assert (tmp_path / "games.jsonl").read_bytes() == games


@pytest.mark.parametrize("way", WAYS)
def test_a_watch_that_forks(way: str, games: bytes, tmp_path: Path) -> None:
    """The child neither waits for workers that it lacks nor ends the parent's, and leaves the folder alone."""
    assert run(tmp_path, way, "Well", forks=True) == [f"{OF_PARENT} True []", "parent 4"]
    assert (tmp_path / "games.jsonl").read_bytes() == games


HOLDER = """
import os, signal, sys
from pathlib import Path
from uneri._util.jobs.lock import FolderLock
lock = FolderLock(Path(sys.argv[1]))
child = os.fork()
signal.alarm(60)
if child == 0:
    lock.release()
    assert os.path.exists(sys.argv[1] + "/lock")
    print("ready", os.getpid(), flush=True)
signal.pause()
"""


def test_a_child_holds_no_folder(tmp_path: Path) -> None:
    """It neither frees its parent's while that lives, nor keeps it when that is gone."""
    with subprocess.Popen([sys.executable, "-c", HOLDER, tmp_path], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        child = int(holder.stdout.readline().removeprefix("ready "))
        given = ("onda(players=3,rounds=1)", ["greedy", "random"], 1)
        try:
            with pytest.raises(ValueError, match="in use by another arena"):
                arena.run(*given, out=tmp_path, progress=False)
            holder.kill()
            holder.wait()
            assert arena.run(*given, out=tmp_path, progress=False).deals == 1
        finally:
            os.kill(child, signal.SIGKILL)
