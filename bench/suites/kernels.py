"""The kernels of the core in C++, by the program `uneri_bench`, beside OpenSpiel's gin rummy.

    cmake -S . -B build/bench -DUNERI_BUILD_BENCH=ON -DUNERI_BUILD_PYTHON=OFF && cmake --build build/bench

No library has these kernels: a ratio says how many hands are done in the time of one decision or simulation of gin rummy,
which holds where machines differ or change their speed. UNERI_BENCH names a program elsewhere.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from uneri.cli._bench.work import Missing, Run, Timed, Work

from ..open_spiel import loop_run, search_run
from ..peers import Nearest
from ..settings import Settings

PROGRAM = Path(__file__).parents[2] / "build" / "bench" / "uneri_bench"
FIRST = "namima/shikinami/deficiency/mixed"  # what the peers stand beside; --against names another

SECONDS = "0.02"  # of CPU time, a run


def works(settings: Settings) -> list[Work]:
    """Every benchmark that the program lists, of the games asked for."""
    program = Path(os.environ.get("UNERI_BENCH", PROGRAM))
    peers = [
        Work("open_spiel gin_rummy: loop", "decisions/s", lambda: loop_run("gin_rummy", weighted=False), FIRST),
        Work("open_spiel gin_rummy: ISMCTSBot", "sims/s", lambda: search_run("gin_rummy", 300), FIRST),
        Work(
            f"open_spiel {Nearest().searched}: ISMCTSBot",
            "sims/s",
            lambda: search_run(Nearest().searched, 8_000),
            FIRST,
        ),
    ]
    if not program.exists():
        return [Work("all kernels in C++", "calls/s", lambda: _not_built(program))]
    names = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout.split()
    chosen = [name for name in names if name.partition("/")[0] in settings.games][:: settings.kernel_step]
    return [*(Work(name, "calls/s", lambda name=name: _run(program, name)) for name in chosen), *peers]


def _not_built(program: Path) -> Run:
    raise Missing(f"{program.name} (CMake option UNERI_BUILD_BENCH)")


def _run(program: Path, name: str) -> Run:
    """One run of a benchmark: nanoseconds a unit, of CPU time."""

    def run() -> Timed:
        done = subprocess.run(
            [program, "--runs", "1", "--seconds", SECONDS, name], capture_output=True, text=True, check=True
        )
        words = next(line.split() for line in done.stdout.splitlines() if line.split()[0] == name)
        return Timed(1, 1e-9 * float(words[1]))

    return run
