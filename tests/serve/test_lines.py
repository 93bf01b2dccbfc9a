"""Lines for long work, answers made once for all who ask, and turns at the loop: bounded, fair, and ended when unwanted."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import pytest

import _serve  # noqa: F401  # skips where the extra is missing
from uneri._util.interrupts import check_stop
from uneri.serve import lines
from uneri.serve.answers import Answers, LruCache
from uneri.serve.lines import Line
from uneri.serve.requests import Refused
from uneri.serve.turns import Turns, meter_work


async def eventually(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not done():
            await asyncio.sleep(0.005)


def threads() -> int:
    return sum(thread.name == "uneri serve: tests" for thread in threading.enumerate())


def listening() -> None:
    """Work that ends when it is stopped, as searches do."""
    while True:
        check_stop()
        time.sleep(0.005)


async def queued(*calls: Awaitable[Any]) -> list[asyncio.Task[Any]]:
    """Calls that have begun in this order."""
    tasks = [asyncio.ensure_future(call) for call in calls]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return tasks


def test_owners_take_turns() -> None:
    async def run() -> list[str]:
        line, gate, done = Line("tests", 1), threading.Event(), list[str]()
        names = ["a1", "a2", "a3", "b1", "a4", "c1", "b2"]
        work = lambda name: lambda: done.append(name)
        tasks = await queued(
            line.call(lambda: gate.wait(10), 10, "z"), *(line.call(work(name), 10, name[0]) for name in names)
        )
        gate.set()
        await asyncio.gather(*tasks)
        return done

    assert asyncio.run(run()) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]


def test_a_line_is_bounded() -> None:
    async def run() -> None:
        line, gate = Line("tests", 1, longest=3, each=2), threading.Event()
        tasks = await queued(line.call(lambda: gate.wait(10), 10, "a"), *(line.call(int, 10, "a") for _ in range(2)))
        with pytest.raises(Refused, match="too many tests are waiting; try again later"):
            await line.call(int, 10, "a")
        tasks += await queued(line.call(int, 10, "b"))
        with pytest.raises(Refused, match="many tests"):
            await line.call(int, 10, "c")
        await eventually(lambda: threads() == 1)  # those of earlier tests may still end
        gate.set()
        assert await asyncio.gather(*tasks) == [True, 0, 0, 0]

    asyncio.run(run())


def test_the_limit_counts_from_the_asking() -> None:
    async def run() -> None:
        line, gate, begun = Line("tests", 1), threading.Event(), list[int]()
        (first,) = await queued(line.call(lambda: gate.wait(10), 10))
        with pytest.raises(TimeoutError):
            await line.call(lambda: begun.append(1), 0.05, "late")
        gate.set()
        await first
        assert await line.call(lambda: 5, 10, "late") == 5
        assert begun == []  # what nobody waits for isn't begun

    asyncio.run(run())


def test_work_that_nobody_waits_for_ends() -> None:
    async def run() -> None:
        line = Line("tests", 1)
        with pytest.raises(TimeoutError):
            await line.call(listening, 0.05)
        (left,) = await queued(line.call(listening, 10))
        waiting, own = await queued(line.call(listening, 10), line.call(lambda: 7, 10))
        left.cancel()  # a client leaves while its work is done, another while it waits
        waiting.cancel()
        assert await own == 7
        await eventually(lambda: threads() == 0)

    asyncio.run(run())


def test_threads_that_never_end_are_few_and_hold_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_GRACE", 0.01)
    monkeypatch.setattr(lines, "_LOST", 3)

    async def run() -> None:
        line, gate = Line("tests", 1), threading.Event()
        for owner in range(3):
            with pytest.raises(TimeoutError):
                await line.call(lambda: gate.wait(60), 0.02, owner)
            assert await line.call(lambda: 7, 10, "another") == 7
            with pytest.raises(Refused, match="the last one is still running"):
                await line.call(int, 10, owner)
        for owner in range(10, 15):  # no more than these and the one that has the line's place
            with pytest.raises(TimeoutError):
                await line.call(lambda: gate.wait(60), 0.02, owner)
        await eventually(lambda: threads() == 4)
        gate.set()
        assert await line.call(lambda: 8, 10) == 8
        await eventually(lambda: threads() == 0)
        await asyncio.sleep(0.01)
        assert await line.call(lambda: 9, 10, 0) == 9

    asyncio.run(run())


def test_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def run() -> None:
        line = Line("tests", 1)
        with monkeypatch.context() as patched:
            patched.setattr(threading.Thread, "start", none)
            with pytest.raises(Refused, match="the server is busy"):
                await line.call(int, 10)
        assert await line.call(lambda: 5, 10) == 5

    asyncio.run(run())


def test_an_answer_is_made_once_for_all() -> None:
    async def run() -> None:
        answers, made, gate = Answers[int](2), list[str](), asyncio.Event()

        async def make(name: str) -> int:
            made.append(name)
            await gate.wait()
            return len(made)

        tasks = await queued(*(answers.get("a", lambda: make("a")) for _ in range(20)))
        tasks[0].cancel()
        gate.set()
        assert await asyncio.gather(*tasks[1:]) == [1] * 19
        assert await answers.get("a", lambda: make("a")) == 1  # kept
        for name in ("b", "c"):
            await answers.get(name, lambda name=name: make(name))  # type: ignore[misc]
        assert await answers.get("a", lambda: make("a")) == 4  # forgotten meanwhile
        assert made == ["a", "b", "c", "a"]

    asyncio.run(run())


def test_an_answer_that_nobody_waits_for_is_given_up() -> None:
    async def run() -> None:
        answers, ended = Answers[int](2), list[str]()

        async def make() -> int:
            try:
                await asyncio.sleep(60)
            finally:
                ended.append("given up")
            return 1

        async def fail() -> int:
            await asyncio.sleep(0)
            raise ValueError("no answer")

        tasks = await queued(*(answers.get("a", make) for _ in range(3)))
        for task in tasks[:2]:
            task.cancel()
        await asyncio.sleep(0.01)
        assert ended == []
        tasks[2].cancel()
        await eventually(lambda: ended == ["given up"])
        found = await asyncio.gather(*(answers.get("a", fail) for _ in range(3)), return_exceptions=True)
        assert [str(error) for error in found] == ["no answer"] * 3
        assert (answers._tasks, answers._waiting) == ({}, {})

    asyncio.run(run())


def test_what_is_kept_is_bounded_by_its_size() -> None:
    kept = LruCache[str](10, len)
    for key, value in (("a", "xxxx"), ("b", "xxxx"), ("a", ""), ("c", "xxxx")):
        if value:
            kept.put(key, value)
        else:
            assert kept.get(key)  # used again: the other one goes first
    assert [kept.get(key) for key in "abc"] == ["xxxx", None, "xxxx"]
    assert kept.put("large", "x" * 11) == "x" * 11
    assert [kept.get(key) for key in ("a", "c", "large")] == [None] * 3


def busy(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_one_turn_each_time_the_loop_goes_round() -> None:
    """The link that has used least is next, however many turns another one wants, and the loop does other things in between."""
    order: list[str] = []

    async def draw(name: str) -> None:
        busy(0.002)
        order.append(name)

    async def run() -> list[int]:
        turns, rounds = Turns(), list[int]()

        async def look_round() -> None:
            while True:
                rounds.append(len(order))
                await asyncio.sleep(0)

        other = asyncio.create_task(look_round())
        many = [asyncio.create_task(turns.run("many", draw("many"))) for _ in range(40)]
        await eventually(lambda: len(order) >= 10)
        before = len(order)
        few = [asyncio.create_task(turns.run(name, draw(name))) for name in ("one", "two")]
        await asyncio.gather(*many, *few)
        other.cancel()
        assert not turns._waiting
        assert max(order.index("one"), order.index("two")) <= before + 3
        return rounds

    rounds = asyncio.run(run())
    assert max(after - before for before, after in pairwise(rounds)) <= 1
    assert order.count("many") == 40


def test_what_pauses_takes_no_turn() -> None:
    async def run() -> None:
        turns, gate = Turns(), asyncio.Event()

        async def slow() -> str:
            await gate.wait()
            return "late"

        async def quick() -> str:
            return "soon"

        tasks = await queued(*(turns.run("slow", slow()) for _ in range(3)))
        assert await asyncio.wait_for(turns.run("quick", quick()), 5) == "soon"
        tasks[0].cancel()
        gate.set()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(found[0], asyncio.CancelledError)
        assert found[1:] == ["late", "late"]

    asyncio.run(run())


def test_processor_time_is_that_of_the_work_alone() -> None:
    async def run() -> float:
        spent: list[float] = []

        async def work() -> int:
            busy(0.01)
            await asyncio.sleep(0)
            try:
                await asyncio.wait_for(asyncio.sleep(60), 0.05)
            except TimeoutError:
                busy(0.01)
            return 5

        task = asyncio.ensure_future(meter_work(work(), spent.append))
        for _ in range(10):
            busy(0.01)  # other work, while it waits
            await asyncio.sleep(0.01)
        assert await task == 5
        return sum(spent)

    assert 0.02 <= asyncio.run(run()) < 0.05
