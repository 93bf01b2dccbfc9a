"""Where Python has no threads, no processes and no `_multiprocessing`, as in Pyodide, all that needs none of them works."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = [pytest.mark.subprocess, pytest.mark.unsanitized]

LIKE_PYODIDE = """
import os, subprocess, sys, threading
for name in ("_multiprocessing", "_posixshmem", "fcntl", "readline", "termios", "resource", "ssl"):
    sys.modules[name] = None

def start_thread(self):
    raise RuntimeError("can't start new thread")

def start_process(*given, **settings):
    raise OSError(138, "emscripten does not support processes.")

threading.Thread.start = start_thread
subprocess.Popen.__init__ = start_process
for name in ("fork", "register_at_fork", "posix_spawn"):
    if hasattr(os, name):
        delattr(os, name)
os.cpu_count = lambda: 1
"""

PROGRAM = """
import uneri, uneri.namima, uneri.onda
from uneri import arena, records, review, testing, train, view
from uneri.bots import make_bot
from uneri.cli import main
from uneri.search import ISMCTS

game = uneri.load_game("onda(players=3,rounds=1)")
state = game.new_initial_state(seed=7)
state.apply_action(ISMCTS(sims=50, seed=1).run(state).action)
state.apply_action(make_bot("greedy").act(state))
print(uneri.perft(game.new_initial_state(), 2), uneri.perft(game.new_initial_state(), 2, threads=1))
print(uneri.namima.deficiency("B123 R44 Y678 K12", variant="shikinami"))
env = uneri.BatchEnv("onda", 4, seed=1)
env.step_random(10)
print(arena.run("onda(players=2,rounds=1)", ["greedy", "random"], deals=2).deals)
print(main(["perft", "onda", "--depth", "2"]))
"""


def test_a_python_like_pyodide_s_plays_searches_and_rates() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIKE_PYODIDE + PROGRAM], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:3] == ["900 900", "1", "2"]
