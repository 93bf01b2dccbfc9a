"""Python code that runs in the middle of a call of the core: progress functions, signal handlers, finalisers, bots. What it
may not call is a RuntimeError at once, and what it may call sees whole games.
"""

from __future__ import annotations

import contextlib
import gc
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import uneri
from uneri.bots.external import Guard
from uneri.registry import core_module
from uneri.search import ISMCTS

CPP = Path(__file__).resolve().parents[2] / "cpp"
PYTHON = Path(__file__).resolve().parents[2] / "python" / "uneri"
LANES = 8
STEPS = 100_000  # the core calls a progress function at most every 50 ms
AGAIN = "this batch is running a call of this thread.*use get_state and to_bytes"


def batch(name: str, **options: Any) -> uneri.BatchEnv:
    return uneri.BatchEnv(name, LANES, seed=1, **options)


@pytest.fixture
def hanging() -> Iterator[None]:
    """A test that waits for ever ends in an error."""

    def ended(*_: object) -> None:
        raise TimeoutError("it hangs")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ended)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


class Enough(Exception):
    pass


def within(env: uneri.BatchEnv, ask: Callable[[], Any]) -> Any:
    """What `ask` gives in the progress function of `step_random`, its error if it raises one."""
    found: list[Any] = []

    def tick(_: float) -> None:
        try:
            found.append(ask())
        except RuntimeError as error:
            found.append(error)
        raise Enough

    with pytest.raises(Enough):
        env.step_random(STEPS, progress=tick)
    return found[0]


@pytest.mark.usefixtures("hanging")
def test_a_progress_function_may_read(name: str) -> None:
    env = batch(name)
    state, data = within(env, lambda: (env.get_state(3), env.to_bytes()))
    assert state == env.get_state(3)
    assert data == env.to_bytes()


@pytest.mark.usefixtures("hanging")
@pytest.mark.parametrize("call", ["step", "step_random", "reset", "set_state", "restore"])
def test_a_progress_function_may_not_write(name: str, call: str) -> None:
    env = batch(name)
    data, state = env.to_bytes(), env.get_state(0)
    calls: dict[str, Callable[[], None]] = {
        "step": lambda: env.step(env.legal[:, 0]),
        "step_random": env.step_random,
        "reset": env.reset,
        "set_state": lambda: env.set_state(0, state),
        "restore": lambda: env.restore(data),
    }
    error = within(env, calls[call])
    assert isinstance(error, RuntimeError)
    assert re.search(AGAIN, str(error))
    calls[call]()  # and afterwards it may


@pytest.mark.usefixtures("hanging")
def test_what_a_progress_function_tries_changes_nothing() -> None:
    env, alone = batch("tidal"), batch("tidal")

    def tick(_: float) -> None:
        env.get_state(0)
        with pytest.raises(RuntimeError, match=AGAIN):
            env.step_random()

    env.step_random(STEPS, progress=tick)
    alone.step_random(STEPS)
    assert env.to_bytes() == alone.to_bytes()


@pytest.mark.usefixtures("hanging")
def test_a_bot_in_the_middle_of_a_step_may_not_even_read() -> None:
    class Curious:
        def __init__(self) -> None:
            self.said: set[str] = set()

        def act(self, state: Any) -> int:
            for ask in (lambda: env.get_state(0), env.step_random):
                with pytest.raises(RuntimeError, match=AGAIN) as caught:
                    ask()
                self.said.add(str(caught.value))
            legal: list[int] = state.legal_actions()
            return legal[0]

    class First:
        def act(self, state: Any) -> int:
            legal: list[int] = state.legal_actions()
            return legal[0]

    pool = uneri.batch.Pool([First()])
    env = uneri.BatchEnv("onda(players=2,rounds=1)", 2, seed=1, opponents=pool)
    curious = Curious()
    pool[0] = curious
    env.step_random(5)
    assert len(curious.said) == 1


@pytest.mark.usefixtures("hanging")
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals there")
def test_a_signal_handler_is_refused_at_once() -> None:
    env, found = batch("solo"), list[Any]()

    def handler(*_: object) -> None:
        if not found:
            try:
                env.step_random()
            except RuntimeError as error:
                found.append(error)

    before = signal.signal(signal.SIGVTALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.02)
        for _ in range(1000):
            env.step_random(100_000)
            if found:
                break
    finally:
        signal.signal(signal.SIGVTALRM, before)
    assert re.search(AGAIN, str(found[0]))


@pytest.mark.usefixtures("hanging")
def test_a_finaliser_is_refused_at_once() -> None:
    env, found = batch("solo"), list[Any]()

    class Last:
        def __del__(self) -> None:
            try:
                env.step_random()
            except RuntimeError as error:
                found.append(error)

    def tick(_: float) -> None:
        if found:
            return
        loop = [Last()]
        loop.append(loop)  # type: ignore[arg-type]
        del loop
        gc.collect()

    env.step_random(200_000, progress=tick)
    assert found
    assert all(re.search(AGAIN, str(error)) for error in found)


@pytest.mark.usefixtures("hanging")
def test_a_following_search_is_refused_from_within(name: str) -> None:
    state, found = uneri.load_game(name).new_initial_state(seed=1), list[Any]()
    while state.num_legal_actions() == 1:
        state.apply_action(state.legal_actions()[0])
    player = ISMCTS(300, trees=2, rollout="uniform").follow()
    player.run(state)
    kept = player._kept

    def tick(_: float) -> None:
        for ask in (lambda: kept.run(state, None), lambda: kept.see(state, state.legal_actions()[0])):
            try:
                ask()
            except RuntimeError as error:
                found.append(str(error))
        raise Enough

    settings = ISMCTS(10**8, trees=2, rollout="uniform")._make_settings(core_module(name), state)
    kept = core_module(name).FollowingSearch(settings)
    with pytest.raises(Enough):
        kept.run(state, tick)
    assert len(found) == 2
    assert all("this search that follows a game is running a call of this thread" in text for text in found)
    with pytest.raises(Enough):
        kept.run(state, tick)  # it may be used again


@pytest.mark.usefixtures("hanging")
def test_a_following_search_is_refused_to_another_thread() -> None:
    state = uneri.load_game("onda").new_initial_state(seed=1)
    while state.num_legal_actions() == 1:
        state.apply_action(state.legal_actions()[0])
    core, begun, stop = core_module("onda"), threading.Event(), threading.Event()
    kept = core.FollowingSearch(ISMCTS(10**8)._make_settings(core, state))

    def tick(_: float) -> None:
        begun.set()
        if stop.is_set():
            raise Enough

    def work() -> None:
        with pytest.raises(Enough):
            kept.run(state, tick)

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    try:
        with pytest.raises(RuntimeError, match="running in another thread"):
            kept.watch(0, 1, 1)
    finally:
        stop.set()
        thread.join()


@pytest.mark.usefixtures("hanging")
def test_threads_wait_for_one_another() -> None:
    """In the reference's batch, too, whose lanes are plain Python objects."""
    env, alone = batch("tidal"), batch("tidal")
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=lambda: [env.step_random(1) for _ in range(4)]) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    alone.step_random(12)
    assert env.to_bytes() == alone.to_bytes()


WAITING = """
import threading, uneri
env, begun = uneri.BatchEnv("solo", 64), threading.Event()
threading.Thread(target=lambda: env.step_random(10**9, progress=lambda share: begun.set()), daemon=True).start()
begun.wait()
print("ready", flush=True)
try:
    env.get_state(0)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.subprocess
@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent in another way there")
def test_who_waits_for_a_thread_answers_ctrl_c(interrupted: Callable[[str], str]) -> None:
    assert interrupted(WAITING) == "interrupted\n"


# --- the guard of the programs that play as bots ------------------------------------------------------------------------

_NOBODY = 2**30  # more than any process has


@pytest.mark.usefixtures("hanging")
def test_a_finaliser_may_end_a_bot_while_another_one_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The finaliser of a bot runs wherever objects are collected, also while the guard starts."""
    guard = Guard()
    start = guard._start

    def started() -> Any:
        guard.forget(999)  # as ExternalBot.__del__ does
        return start()

    monkeypatch.setattr(guard, "_start", started)
    guard.watch(_NOBODY)
    guard.forget(_NOBODY)
    guard.stop()


@pytest.mark.usefixtures("hanging")
def test_a_signal_handler_may_start_a_bot_while_another_one_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one guard afterwards, which knows of both; the other has ended and has killed nobody."""
    guard, made = Guard(), list[Any]()
    start = guard._start

    def started() -> Any:
        if not made:
            made.append(None)
            guard.watch(programs[0].pid)
        made.append(start())
        return made[-1]

    monkeypatch.setattr(guard, "_start", started)
    with contextlib.ExitStack() as stack:
        sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
        programs = [stack.enter_context(subprocess.Popen(sleep, start_new_session=True)) for _ in range(2)]
        guard.watch(programs[1].pid)
        assert [process.poll() for process in made[1:]] == [None, 0]
        assert [program.poll() for program in programs] == [None, None]
        guard.stop()
        assert [program.wait() for program in programs] == [-signal.SIGKILL] * 2


# --- every lock ------------------------------------------------------------------------------------------------------------

# What can make a thread wait, file by file, and what keeps Python and forks away from it. docs/architecture.md has the
# words; a new one belongs there, too.
LOCKS_CPP = {
    "uneri/engine/pool.hpp": "held by C++ alone; a child has its own",
    "uneri/engine/gate.hpp": "the gate itself: an atomic word",
    "bindings/precompiled.hpp": "none: headers that others use, read once",
}
LOCKS_PYTHON = {
    "bots/external.py": "may be entered again, renewed in a child",
    "_util/interrupts.py": "none: an event that a thread only looks at",
    "serve/lines.py": "the same event, which nobody waits for",
    "arena/workers.py": "of one call, around the making of a unit; a child does not come back to it",
}
WAITS_CPP = re.compile(
    r"\b(mutex|condition_variable|call_once|once_flag|shared_mutex|counting_semaphore|latch|barrier)\b|\bholder_\b"
)
WAITS_PYTHON = re.compile(r"\bthreading\.(R?Lock|Condition|Semaphore|Barrier|Event)\b")
COMMENT = re.compile(r"//[^\n]*")


def test_every_lock_is_known() -> None:
    found = {
        path.relative_to(CPP).as_posix()
        for folder in ("uneri", "bindings")
        for path in (CPP / folder).rglob("*")
        if path.suffix in (".hpp", ".cpp") and WAITS_CPP.search(COMMENT.sub("", path.read_text("utf-8")))
    }
    assert found == LOCKS_CPP.keys()
    found = {
        path.relative_to(PYTHON).as_posix()
        for path in PYTHON.rglob("*.py")
        if WAITS_PYTHON.search(path.read_text("utf-8"))
    }
    assert found == LOCKS_PYTHON.keys()


# Static objects of functions are made under a lock of the compiler's. These are made while the GIL is held, so that no
# other thread can fork meanwhile: texts of actions are read and games are made by calls from Python alone.
STATICS = {
    "uneri/engine/define_loops.hpp",
    "uneri/games/onda/data.cpp",
    "uneri/games/solo/data.cpp",
    "uneri/games/tacta/data.cpp",
    "uneri/games/tacta/options.cpp",
    "uneri/python/export_game.hpp",
}


def test_every_static_object_of_a_function_is_known() -> None:
    static = re.compile(r"^\s+static (?!constexpr|constinit|inline)[^\n;]*?\bk[A-Z]\w*(\s*=|;| ?\{)", re.MULTILINE)
    found = {
        path.relative_to(CPP).as_posix()
        for folder in ("uneri", "bindings")
        for path in (CPP / folder).rglob("*")
        if path.suffix in (".hpp", ".cpp") and static.search(path.read_text("utf-8"))
    }
    assert found == STATICS


# --- interpreters ----------------------------------------------------------------------------------------------------------


@pytest.mark.subprocess
def test_a_second_interpreter_is_refused() -> None:
    program = (
        "import sys\n"
        "if sys.version_info >= (3, 13):\n"
        "    import _interpreters as sub\n"
        "    fault = sub.exec(sub.create(), 'import uneri._core')\n"
        "    print('ImportError' in str(fault.formatted))\n"
        "else:\n"
        "    import _xxsubinterpreters as sub\n"
        "    try:\n"
        "        sub.run_string(sub.create(), 'import uneri._core')\n"
        "    except sub.RunFailedError as error:\n"
        "        print('ImportError' in str(error))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "True\n", done.stderr


def test_free_threading_is_not_declared() -> None:
    """States and games rely on the GIL: see docs/architecture.md, and test under ThreadSanitizer before this changes."""
    assert "mod_gil_not_used" not in (CPP / "bindings" / "module.cpp").read_text("utf-8")
    if hasattr(sys, "_is_gil_enabled"):
        assert sys._is_gil_enabled()
