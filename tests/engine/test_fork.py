"""A child by fork while another thread is at work: an error or a whole object, never a wait."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

pytestmark = [
    pytest.mark.subprocess,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork there"),
]

# `work` goes on in a thread, `ask` is what the child does. The thread says that it is inside a call by `begun`.
PROGRAM = """
import os, signal, sys, threading, warnings
import uneri
from uneri.registry import core_module
from uneri.search import ISMCTS

warnings.simplefilter("ignore", DeprecationWarning)  # of Python: a process with threads forks
game = uneri.load_game("solo", players=2)
state = game.new_initial_state(seed=1)
while state.num_legal_actions() == 1:
    state.apply_action(state.legal_actions()[0])
begun, stop = threading.Event(), []

def tick(share=0):
    begun.set()
    if stop:
        raise SystemExit

{made}

def work():
    {work}

thread = threading.Thread(target=work)
thread.start()
begun.wait()
for _ in range({forks}):
    child = os.fork()
    if child == 0:
        signal.alarm(20)  # the end of a child that waits for ever
        try:
            {ask}
            said = "whole"
        except RuntimeError as error:
            said = str(error)
        print(said, flush=True)
        {last}
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
stop.append(1)
thread.join()
print("parent:", end=" ")
{ask}
print("whole")
"""

BATCH = "env = uneri.BatchEnv('solo', {lanes}, seed=1, threads=2)"
HALF = "another thread was changing this forked child's {what}, which is half done; make a new {what}"


FOLLOWING = """
core = core_module("solo")
kept = core.FollowingSearch(ISMCTS(10**8, trees=4, threads=2)._make_settings(core, state))
def ask():
    kept.watch(0, 1, 1)
"""

TABLES = """
import numpy as np
from uneri import namima, onda
hands = np.zeros((4, 30), np.uint8)
hands[:, 0] = 1
def ask():
    assert onda.min_plays(hands).tolist() == [1] * 4
    assert namima.deficiency("B123 R44") >= 0
"""


def run(program: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("ask", ["env.step_random(1)", "env.get_state(0)", "env.to_bytes()", "env.reset()"])
def test_a_batch_that_another_thread_steps(ask: str) -> None:
    made = BATCH.format(lanes=4096)
    work = "env.step_random(10**9, progress=tick)"
    said = run(PROGRAM.format(made=made, work=work, ask=ask, last="env = None", forks=3))
    assert said == [HALF.format(what="batch")] * 3 + ["parent: whole"]


def test_a_batch_between_the_steps_of_another_thread() -> None:
    """Half the time nobody is inside: then the child's batch is whole and goes on with threads of its own."""
    work = "while not stop: env.step_random(1), begun.set()"
    made = BATCH.format(lanes=256)
    said = run(PROGRAM.format(made=made, work=work, ask="env.step_random(50)", last="", forks=30))
    assert said.pop() == "parent: whole"
    assert set(said) <= {HALF.format(what="batch"), "whole"}


def test_a_following_search_of_another_thread() -> None:
    said = run(PROGRAM.format(made=FOLLOWING, work="kept.run(state, tick)", ask="ask()", last="del kept", forks=3))
    assert said == [HALF.format(what="search that follows a game")] * 3 + ["parent: whole"]


def test_tables_that_another_thread_makes() -> None:
    """Those that are made on the first call, without the GIL."""
    work = "begun.set(); ask()"
    said = run(PROGRAM.format(made=TABLES, work=work, ask="ask()", last="", forks=20))
    assert said == ["whole"] * 20 + ["parent: whole"]


BOT = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "act":
        print(json.dumps({"id": request["id"], "action": request["legal"][0]["action"]}), flush=True)
"""

BOTS = """
import os, signal, sys
import uneri
from uneri.bots import ExternalBot
import uneri.bots.external as external

state = uneri.load_game("onda").new_initial_state(seed=1)
bot = ExternalBot([sys.executable, "-c", {bot!r}])
first = bot.act(state)
theirs = bot._program._process.pid
if {locked}:
    external.GUARD._lock.acquire()
child = os.fork()
if child == 0:
    signal.alarm(60)
    {in_child}
    sys.stdout.flush()
    os._exit(0)
if {locked}:
    external.GUARD._lock.release()
assert os.waitpid(child, 0)[1] == 0
print("parent", bot.act(state) == first, bot._program._process.pid == theirs)
bot.close()
"""


@pytest.mark.parametrize("locked", [False, True])
@pytest.mark.parametrize(
    ("in_child", "said"),
    [
        (
            "print('child', bot.act(state) == first, bot._program._process.pid != theirs); bot.close()",
            "child True True",
        ),
        ("bot.close(); print('closed')", "closed"),
        ("bot = None; print('gone')", "gone"),
    ],
)
def test_a_program_that_plays_is_the_parents(in_child: str, said: str, locked: bool) -> None:
    """The child starts its own, whoever held the lock; the parent's lives on."""
    # The lock is taken by a thread that the child lacks.
    program = BOTS.format(bot=BOT, in_child=in_child, locked=locked)
    taken = "(lambda t: (t.start(), t.join()))(__import__('threading').Thread(target=external.GUARD._lock.acquire))"
    program = program.replace("external.GUARD._lock.acquire()", taken).replace(
        "external.GUARD._lock.release()", "external.GUARD._lock = __import__('threading').RLock()"
    )
    assert run(program) == [said, "parent True True"]


ENDING = """
import os, signal, sys
import uneri
from uneri.bots import ExternalBot
import uneri.bots.external as external

bot = ExternalBot([sys.executable, "-c", {bot!r}])
bot.act(uneri.load_game("onda").new_initial_state(seed=1))
held = external.GUARD._process  # as a thread may have it that is telling the guard something
child = os.fork()
if child == 0:
    os.close(1), os.close(2)
    signal.alarm(60)
    signal.pause()
print(child, flush=True)
"""


def test_the_end_of_a_parent_does_not_wait_for_its_child() -> None:
    """A child that lives on has no end of the pipe by which the guard sees that the parent is gone."""
    done = subprocess.run(
        [sys.executable, "-c", ENDING.format(bot=BOT)], capture_output=True, text=True, timeout=30, check=False
    )
    os.kill(int(done.stdout), signal.SIGKILL)
    assert (done.returncode, done.stderr) == (0, "")
