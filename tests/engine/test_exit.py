"""The end of a program while daemon threads are inside the core, and forks from within: neither an abort nor a wait.

UNERI_EXITS=20 runs every program that often; what it is caught in differs from run to run.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

RUNS = int(os.environ.get("UNERI_EXITS", "1"))

# Calls that go on for ever, or are made again and again.
CALLS = {
    "ismcts": "ISMCTS(10**8).run(state)",
    "ismcts, two threads": "ISMCTS(10**8, trees=8, threads=2).run(state)",
    "short searches": "for _ in forever: ISMCTS(20, trees=2, threads=2).run(state)",
    "flat": "FlatMC(10**8, threads=2).run(state)",
    "puct": "PUCT(network, sims=10**6).run(state)",
    "puct, two threads": "PUCT(network, sims=10**6, batch=4).run_many([state] * 9)",
    "batch": "uneri.BatchEnv('tidal', 64).step_random(10**9)",
    "batch, two threads": "uneri.BatchEnv('tidal', 64, threads=2).step_random(10**9)",
    "steps": "for _ in forever: env.step(env.legal[:, 0])",
    "progress": "uneri.playouts(game, 10**6, threads=2, progress=lambda done: sum(range(200_000)))",
    "perft": "uneri.perft(state, 200, threads=2)",
    "hands": "for _ in forever: namima.deficiency(hands, threads=2)",
    "cards": "for _ in forever: onda.min_plays(onda_hands, threads=2)",
}
ENDS = {"falls off": "pass", "exits": "sys.exit(0)", "fails": "raise LookupError('the end')"}

# A switch of threads every 20 us, so that the end finds them in Python code that C++ called, too.
PROGRAM = """
import itertools, sys, threading, time
import numpy as np
import uneri
from uneri import namima, onda
from uneri.namima.cards import tables_of
from uneri.search import ISMCTS, PUCT, FlatMC

game = uneri.load_game("onda", players=3)
state = game.new_initial_state(seed=1)
while state.num_legal_actions() == 1:
    state.apply_action(state.legal_actions()[0])
rng = np.random.default_rng(1)
copies = tables_of(uneri.load_game("namima")).copies
hands = rng.multivariate_hypergeometric(copies, 13, size=2_000).astype(np.uint8)
onda_hands = rng.integers(0, 2, (50_000, 30), np.uint8)
forever = itertools.repeat(None)
env = uneri.BatchEnv("onda", 64, autoreset="same")
started = threading.Barrier(3)

def network(obs, legal, seat):
    sum(range(2_000))
    return np.zeros((len(seat), game.num_distinct_actions)), np.full((len(seat), 3), 0.5)  # float64, to be cast

def work():
    started.wait()
    {call}

for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
sys.setswitchinterval(2e-5)
started.wait()
time.sleep({pause})
{end}
"""


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.subprocess
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("end", ENDS)
def test_daemon_threads_are_left_where_they_are(call: str, end: str) -> None:
    for number in range(RUNS):
        done = run(PROGRAM.format(call=CALLS[call], end=ENDS[end], pause=0.03 + 0.007 * (number % 20)))
        if end == "fails":
            assert done.returncode == 1, done.stderr
            assert done.stderr.startswith("Traceback")
            assert done.stderr.endswith("LookupError: the end\n")  # and no word of C++ or Python after it
        else:
            assert (done.returncode, done.stderr) == (0, "")


AT_EXIT = """
import atexit, os, threading
import uneri
from uneri.search import ISMCTS

state = uneri.load_game("onda", players=3).new_initial_state(seed=1)
while state.num_legal_actions() == 1:
    state.apply_action(state.legal_actions()[0])
search = ISMCTS(200, trees=2, threads=2, seed=1)
before = search.run(state).action
env = uneri.BatchEnv("onda", 256, threads=2, seed=1)

class Last:
    def __del__(self, env=env, write=os.write):
        env.step_random(20)
        write(1, b"and deleted")

def at_exit():
    print("at exit", search.run(state).action == before, flush=True)

atexit.register(at_exit)
last = Last()
threading.Thread(target=ISMCTS(10**8, trees=8, threads=2).run, args=(state,), daemon=True).start()
"""


@pytest.mark.subprocess
def test_the_core_works_to_the_end() -> None:
    """Called by the thread that ends the program: in atexit handlers and when objects go."""
    for _ in range(RUNS):
        done = run(AT_EXIT)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == "at exit True\nand deleted"


# The thread has no function of the program's own, which would keep `last` from being deleted.
LOST = """
import os, threading, time
import uneri

env, shares = uneri.BatchEnv("solo", 8, seed=1), []

class Last:
    def __del__(self, env=env, write=os.write):
        try:
            env.get_state(0)
        except RuntimeError as error:
            write(1, str(error).encode())

last = Last()
threading.Thread(target=env.step_random, args=(10**9,), kwargs={"progress": shares.append}, daemon=True).start()
while not shares:
    time.sleep(0.001)
"""


@pytest.mark.subprocess
def test_what_a_sleeping_thread_has_is_refused() -> None:
    """A thread that steps a batch sleeps where the interpreter shuts down: who waits for it would wait for ever."""
    for _ in range(RUNS):
        done = run(LOST)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == (
            "this batch is in use by a thread that sleeps, as the interpreter is shutting down; use another batch"
        )


FORKED = """
import os, signal, time
import numpy as np
import uneri
from uneri.search import PUCT

game = uneri.load_game("onda", players=3, rounds=1)
state = game.new_initial_state(seed=1)
while state.num_legal_actions() == 1:
    state.apply_action(state.legal_actions()[0])
calls, child = [0], [-1]

def maybe_fork(*_):
    calls[0] += 1
    if calls[0] == {at}:
        child[0] = os.fork()
        if child[0] == 0:
            signal.alarm(50)  # the end of a child that waits for ever

def network(obs, legal, seat):
    maybe_fork()
    time.sleep(0.001)  # for the other thread to be at work, or to be done with it
    return np.zeros(len(legal[1])), np.full((len(seat), 3), 0.5)

def call():
    return {call}

try:
    found = call()
except RuntimeError as error:
    assert child[0] == 0, error  # in the parent all is well
    found = str(error)
forked = child[0]
assert forked >= 0
again = call()
if forked == 0:
    print("child", found if isinstance(found, str) else found == again, flush=True)
    os._exit(7)
print("parent", found == again, os.waitstatus_to_exitcode(os.waitpid(forked, 0)[1]))
"""
SEARCH = "PUCT(network, sims=20, batch={batch}).act_many([state] * 9)"
# Some tenths of a second: the progress function is called a few times.
PLAYOUTS = "uneri.playouts(game, 80_000, threads={threads}, progress=maybe_fork).returns.tolist()"
LACKS = "this forked child lacks the threads that ran the call; make a new call, or call os._exit"


@pytest.mark.subprocess
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork there")
@pytest.mark.parametrize(
    ("call", "at", "in_child"),
    [
        (SEARCH.format(batch=256), 2, "True"),
        (SEARCH.format(batch=8), 1, LACKS),
        (SEARCH.format(batch=8), 2, LACKS),
        (SEARCH.format(batch=8), 3, LACKS),
        (PLAYOUTS.format(threads=1), 1, "True"),
        (PLAYOUTS.format(threads=2), 1, LACKS),
    ],
)
def test_a_child_by_fork_goes_on_alone_or_says_why_not(call: str, at: int, in_child: str) -> None:
    """The callable that C++ calls forks, and both processes come back from it."""
    done = run(FORKED.format(call=call, at=at))
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == [f"child {in_child}", "parent True 7"]
