"""Nights and clusters, by hand: are the files the same by processes and by Ray, and what does handing out units cost?

    python bench/nights.py same                  # arena of 200 deals, self-play of 5,000 games, on a cluster of two nodes
    python bench/nights.py overhead              # a unit of a second of work, by processes and by Ray
    python bench/nights.py head                  # units a second and bytes a unit of the program that hands them out
    python bench/nights.py memory                # of a worker that does units of each job

`same` also kills a node in mid-run, and the program itself, which then goes on with --resume. Every unit and every game is
counted. It needs Ray (extra `ray`), takes minutes, and says `the same` or what differs, with exit code 1.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pickle
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from uneri import arena, data
from uneri._util.work import Executor, Processes, Ray, Unit, content_id

GAME = "onda(players=3)"


@contextmanager
def two_nodes() -> Iterator[Any]:
    """A cluster of two nodes of a processor each on this machine."""
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "120")
    kind = importlib.import_module("ray.cluster_utils").Cluster
    cluster = kind(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        cluster.add_node(num_cpus=1)
        yield cluster
    finally:
        cluster.shutdown()


def files_of(folder: Path) -> dict[str, bytes]:
    """All files of a run but those of a run under way and the count of runs."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(("lock", "run"))
    }


def begin(words: list[str], out: Path) -> subprocess.Popen[bytes]:
    """A run of the command line."""
    command = [sys.executable, "-m", "uneri", *words, "--out", str(out)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def wait_for(count: int, out: Path, kind: str, process: subprocess.Popen[bytes]) -> int:
    """Waits until a run has finished so many units; returns how many it has."""
    while process.poll() is None:
        if (there := len(list((out / kind).glob("0*")))) >= count:
            return there
        time.sleep(0.02)
    raise SystemExit(f"the run ended before it had {count} units")


def finish(process: subprocess.Popen[bytes]) -> None:
    """Waits for the end of a run, which must be a good one."""
    if process.wait() != 0:
        raise SystemExit(f"exit code {process.returncode}")


def same(given: argparse.Namespace) -> int:
    """Compares the files of each job by processes, on a cluster, with a node killed, with the program killed."""
    place = Path(tempfile.mkdtemp(prefix="nights-"))
    bots = ["--bots", "greedy,flat:sims=20", "--seed", "1"]
    jobs = {
        "arena": (["arena", "onda(players=3,rounds=1)", *bots, "--deals", str(given.deals)], "--workers", "units"),
        "self-play": (
            ["selfplay", GAME, "--bots", "greedy", "--seed", "1", "--games", str(given.games), "--unit", "50"],
            "--jobs",
            "shards",
        ),
    }
    wrong = 0
    with two_nodes() as cluster:
        for name, (words, option, kind) in jobs.items():
            whole = place / name / "processes"
            finish(begin([*words, option, "2"], whole))
            wanted = files_of(whole)
            units = len(list((whole / kind).glob("0*")))
            for way in ("ray", "node", "driver"):
                out = place / name / way
                started = time.perf_counter()
                process = begin([*words, "--ray", cluster.address], out)
                killed = ""
                if way == "node":
                    extra = cluster.add_node(num_cpus=1)
                    at = wait_for(units // 4, out, kind, process)
                    cluster.remove_node(extra, allow_graceful=False)
                    killed = f"; a third node was killed at {at} of {units} units"
                elif way == "driver":
                    at = wait_for(units // 3, out, kind, process)
                    os.kill(process.pid, signal.SIGKILL)
                    process.wait()
                    left = len(list((out / kind).glob("0*")))
                    killed = f"; the program was killed at {at} of {units} units, which left {left}"
                    process = begin([*words, "--ray", cluster.address, "--resume"], out)
                finish(process)
                found = {file: content for file, content in files_of(out).items() if not file.endswith(".tmp")}
                equal = found == wanted
                wrong += not equal
                differing = sorted(f for f in found.keys() | wanted.keys() if found.get(f) != wanted.get(f))
                print(
                    f"{name} by {way}: {'the same' if equal else f'DIFFERENT: {differing[:5]}'}; {len(found)} files, "
                    f"{sum(map(len, found.values())):,} bytes, {counted(name, out)}{killed}; "
                    f"{time.perf_counter() - started:.0f} s",
                    flush=True,
                )
    shutil.rmtree(place)
    return 1 if wrong else 0


def counted(name: str, out: Path) -> str:
    """How many games there are, and how often each."""
    if name == "arena":
        games = Counter((line["deal"], line["game"]) for line in arena.load(out).games())
    else:
        firsts = (batch["game"][batch["ply"] == 0] for batch in data.load(out).batches(columns=("game", "ply")))
        games = Counter(int(game) for some in firsts for game in some)
    return f"{len(games):,} games, each {' or '.join(map(str, sorted(set(games.values()))))} time"


def busy(unit: Unit) -> float:
    """Work for `unit.data` seconds of CPU; returns what it took on the clock."""
    start, clock = time.perf_counter(), time.process_time()
    while time.process_time() - clock < unit.data:
        pass
    return time.perf_counter() - start


def units_of(count: int, what: Any) -> list[Unit]:
    """Units of some work."""
    return [Unit(number, what, content_id([number])) for number in range(count)]


def overhead(given: argparse.Namespace) -> int:
    """What a unit costs beyond its work: time between the ends of units one after the other, one worker."""
    for name, executor in executors(1):
        spent = []
        for _ in range(given.runs):
            running = executor.run(busy, units_of(6, given.seconds))
            next(running)  # the worker is there now
            start, cpu = time.perf_counter(), time.process_time()
            took = [seconds for _, seconds in running]
            count, within = len(took), sum(took)
            spent.append(((time.perf_counter() - start - within) / count, (time.process_time() - cpu) / count))
        clock, cpus = ([1e3 * one[i] for one in spent] for i in (0, 1))
        print(
            f"{name}: {statistics.median(clock):.1f} ms beside a unit of {given.seconds:g} s on the clock "
            f"({min(clock):.1f} to {max(clock):.1f} in {given.runs} runs), {statistics.median(cpus):.2f} ms of CPU here",
            flush=True,
        )
    return 0


def nothing(unit: Unit) -> int:
    """No work."""
    return int(unit.number)


def head(given: argparse.Namespace) -> int:
    """Units that do nothing: how many one program hands out, and what they weigh."""
    unit = units_of(1, (0, 256))[0]
    print(
        f"a unit of self-play as it is sent: {len(pickle.dumps(unit))} bytes; its answer: {len(pickle.dumps((50000, 10**6)))}"
    )
    for name, executor in executors(2):
        rates = []
        for _ in range(given.runs):
            running = executor.run(nothing, units_of(given.units, 0))
            for _ in range(given.units // 4):
                next(running)
            start, cpu = time.perf_counter(), time.process_time()
            count = sum(1 for _ in running)
            rates.append((count / (time.perf_counter() - start), 1e6 * (time.process_time() - cpu) / count))
        clock, cpus = ([one[i] for one in rates] for i in (0, 1))
        print(
            f"{name}: {statistics.median(clock):.0f} units/s on the clock ({min(clock):.0f} to {max(clock):.0f}), "
            f"{statistics.median(cpus):.0f} us of CPU a unit ({min(cpus):.0f} to {max(cpus):.0f})",
            flush=True,
        )
    return 0


def executors(jobs: int) -> list[tuple[str, Executor]]:
    """Those that are installed. Workers are processes of their own in both."""
    found: list[tuple[str, Executor]] = [("processes", Processes(jobs, 1e6))]
    try:
        importlib.import_module("ray")
    except ImportError:
        return found
    return [*found, ("Ray", Ray(jobs=jobs))]


def memory_of(unit: Unit) -> int:
    """The most memory of a process that did a unit of a job, in kB."""
    import uneri
    from uneri import records, review

    job = unit.data
    with tempfile.TemporaryDirectory() as folder:
        if job == "arena":
            arena.run("onda", ["greedy", "ismcts:sims=1000"], 1, out=f"{folder}/a", progress=False)
        elif job == "self-play":
            data.selfplay("onda", ["greedy"], 256, out=f"{folder}/a", progress=False)
        elif job == "review":
            game = records.record("onda(players=2,rounds=1)", ["greedy", "random"], 7, views=False)
            list(review.review_games([game], progress=False))
        elif job == "playouts":
            uneri.playouts(uneri.load_game("onda"), 16384, out=f"{folder}/a", progress=False)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def memory(_: argparse.Namespace) -> int:
    """A process for each job."""
    for job in ("nothing", "arena", "self-play", "review", "playouts"):
        ((_, most),) = Processes(1, 1e6).run(memory_of, [Unit(0, job, "")])
        print(f"{job}: {most / 1024:.0f} MB", flush=True)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands: dict[str, Callable[[argparse.Namespace], int]] = {
        "same": same,
        "overhead": overhead,
        "head": head,
        "memory": memory,
    }
    parser.add_argument("what", choices=commands)
    parser.add_argument("--deals", type=int, default=200, help="of the arena; default: 200")
    parser.add_argument("--games", type=int, default=5000, help="of self-play; default: 5000")
    parser.add_argument("--runs", type=int, default=5, help="default: 5")
    parser.add_argument("--units", type=int, default=1000, help="of `head`; default: 1000")
    parser.add_argument("--seconds", type=float, default=1.0, help="of a unit's work; default: 1")
    given = parser.parse_args()
    return commands[given.what](given)


if __name__ == "__main__":
    sys.exit(main())
