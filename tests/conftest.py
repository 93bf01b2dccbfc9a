"""What all tests share: both backends, hypothesis profiles, and which games and options are tried."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import uneri

pytest_plugins = ("_missing_games",)

settings.register_profile("dev", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), max_examples=100, derandomize=True)
settings.register_profile("nightly", settings.get_profile("dev"), max_examples=20_000)
settings.load_profile(os.environ.get("UNERI_HYPOTHESIS", "ci" if os.environ.get("CI") else "dev"))

BACKENDS = ("core", "reference")

SAMPLE = 2  # cases of one test function in the default run


def pytest_configure() -> None:
    """Sets the signals that end a program to their defaults, here and in all programs that the tests start.

    Jobs in the background of a script and those of `nohup` are born with some of them ignored.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        choices=("sample", "rest", "all"),
        help="sample: some cases of each test and no slow tests (what a run without paths does); rest: the others; all: both",
    )
    parser.addoption(
        "--sample", type=int, default=SAMPLE, help=f"cases of each test in the sample; {SAMPLE} by default"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Most tests have a case for each game, backend and option. The default run takes a few of each, the same every time:
    those whose names, without their folders, have the lowest checksums.
    """
    cases = config.getoption("--cases")
    if cases is None:
        named = config.args_source is pytest.Config.ArgsSource.ARGS or config.getoption("-m")
        cases = "all" if named else "sample"
    if cases == "all":
        return
    by_function: dict[str, list[pytest.Item]] = {}
    for item in items:
        by_function.setdefault(item.nodeid.partition("[")[0], []).append(item)
    size, sample = config.getoption("--sample"), set[str]()
    for found in by_function.values():
        quick = (item.nodeid for item in found if not item.get_closest_marker("slow"))
        sample.update(sorted(quick, key=lambda nodeid: zlib.crc32(nodeid.partition("::")[2].encode()))[:size])
    chosen = [item for item in items if (item.nodeid in sample) == (cases == "sample")]
    config.hook.pytest_deselected(items=[item for item in items if (item.nodeid in sample) != (cases == "sample")])
    items[:] = chosen


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    """Each test that takes it runs on both backends."""
    name: str = request.param
    return name


@pytest.fixture(params=uneri.games())
def name(request: pytest.FixtureRequest) -> str:
    """Each test that takes it runs for every game."""
    game: str = request.param
    return game


@pytest.fixture
def refused() -> Callable[..., str]:
    """The words in which a game with these options is refused, the same from both backends."""

    def words(name: str, **options: Any) -> str:
        said = set()
        for backend in BACKENDS:
            with pytest.raises(ValueError) as caught:  # noqa: PT011 (the caller looks at the words)
                uneri.load_game(name, backend=backend, **options)
            said.add(str(caught.value))
        assert len(said) == 1, said
        return said.pop()

    return words


@pytest.fixture
def ticks() -> Iterator[list[int]]:
    """A list of one number that another thread counts up all the time: it stands still while somebody holds the GIL."""
    counted, stop = [0], threading.Event()

    def tick() -> None:
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    yield counted
    stop.set()
    thread.join()


@pytest.fixture
def interrupted() -> Callable[[str], str]:
    """Runs a program that prints `ready`, sends it Ctrl-C half a second later, and gives what it prints after that."""

    def run(program: str) -> str:
        command = [sys.executable, "-c", program]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            try:
                out, _ = process.communicate(timeout=20)
            finally:
                process.kill()
        return out

    return run
