"""Many ask at once: bots wait for nobody, hints, pages and screens are made once, and work ends when its clients leave."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import gc
import threading
import time
import weakref
from collections import Counter
from typing import Any

import pytest

import uneri
from _serve import SHORT, House, comes_true, house
from uneri._util.interrupts import Stopped, stop_when_set
from uneri._util.jobs.worker import Worker
from uneri.serve import app, lobby, messages, pages
from uneri.serve.lines import Line
from uneri.serve.requests import Refused
from uneri.serve.server import collect_rarely
from uneri.serve.table import Table
from uneri.serve.turns import Turns
from uneri.testing import SplitMix64


@pytest.fixture
def gate() -> Any:
    """Work waits here; it ends with the test."""
    found = threading.Event()
    yield found
    found.set()


def test_simple_bots_with_rules_of_strangers_delay_nobody(
    gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, waited = lobby.ask_bot, list[bool]()

    def slow_ask(bot: Any, state: uneri.State, luck: int) -> int:
        if state.game.name == "namima":
            waited.append(gate.wait(0 if waited else 10))
        return ask(bot, state, luck)

    monkeypatch.setattr(lobby, "ask_bot", slow_ask)
    with house() as at:
        rules = uneri.namima.random_rule_set(SplitMix64(1), 2)
        at.begin("namima", ["greedy", "greedy"], options={"variant": rules})
        with at.socket(at.begin("tacta", ["human", "greedy"])[0]) as player:
            state = player.my_turn()
            player.send(type="move", step=state["step"], action=state["moves"][0][0])
            player.my_turn()
        gate.set()
        assert comes_true(lambda: waited)
        assert all(waited)


def test_bots_wait_for_no_hint_and_hints_are_made_once(gate: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def hint_lines(state: Any, _: str) -> list[str]:
        asked.append(state)
        gate.wait(30)
        return ["a hint"]

    monkeypatch.setattr(lobby, "hint_lines", hint_lines)
    with house() as at, contextlib.ExitStack() as stack:
        sockets = []
        for seed in range(4):
            links = at.begin("onda", ["human", "human"], seed=seed)
            token = links[at.lobby.find(links[0])[0].table.mover]
            sockets += [stack.enter_context(at.socket(token)) for _ in range(6)]
        for socket in sockets:
            socket.my_turn()
            socket.send(type="hint")
        links = at.begin("tacta", ["human", "search:sims=2"])
        with at.socket(links[0]) as player:
            for _ in range(5):
                state = player.my_turn()
                player.send(type="move", step=state["step"], action=state["moves"][0][0])
            assert player.my_turn()["notes"] == []
        gate.set()
        assert [socket.until("hint", "error")["lines"] for socket in sockets] == [["a hint"]] * 24
        assert len(asked) == 4
        assert sockets[0].answer(type="hint")["lines"] == ["a hint"]
        assert len(asked) == 4  # the same position again


def test_a_bots_time_counts_from_the_asking(gate: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's time includes its wait for other bots, and threads that never end don't delay stand-ins."""

    class Stuck:
        def act(self, _: Any) -> int:
            gate.wait(60)
            return 0

    monkeypatch.setitem(uneri.bots.BOTS, "mine", Stuck)
    with house(named=("mine",), bot=0.5) as at:
        at.lobby._bots = Line("bots", 1, 200)
        tables = [at.lobby.find(at.begin("tacta", ["mine", "mine"])[None])[0].table for _ in range(3)]
        begun = time.monotonic()
        assert comes_true(lambda: all(table.notes for table in tables))
        assert time.monotonic() - begun < 3
        assert {note[7:] for table in tables for note in table.notes} == {
            " the bot took more than 0.5 seconds. A simple bot plays on."
        }


def test_a_full_line_is_said(gate: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "hint_lines", lambda *_: gate.wait(30) and [])
    with house() as at, contextlib.ExitStack() as stack:
        at.lobby._hints = Line("hints", 1, longest=1)
        sockets = []
        for seed in range(3):
            links = at.begin("onda", ["human", "human"], seed=seed)
            sockets.append(stack.enter_context(at.socket(links[at.lobby.find(links[0])[0].table.mover])))
            sockets[-1].my_turn()
        for socket in sockets[:2]:
            socket.send(type="hint")
            assert socket.answer(type="ping")["type"] == "pong"
        assert sockets[2].answer(type="hint")["error"] == "too many hints are waiting; try again later"


def test_leaving_ends_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []

    def think(state: Any, _: str) -> list[str]:
        try:
            uneri.bots.make_bot("pimc:sims=1000000000").act(state)
        except Stopped:
            ended.append("stopped")
            raise
        return []

    monkeypatch.setattr(lobby, "hint_lines", think)
    with house() as at:
        links = at.begin("onda", ["human", "human"], seed=1)
        with at.socket(links[at.lobby.find(links[0])[0].table.mover]) as socket:
            socket.my_turn()
            socket.send(type="hint")
            assert socket.answer(type="ping")["type"] == "pong"
        assert comes_true(lambda: ended)
    assert ended == ["stopped"]


def test_a_search_that_fails_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ValueError("what it knows")

    monkeypatch.setattr(lobby, "review_decision", fail)
    with house() as at:
        links = at.begin("onda", ["human", "greedy"], options=SHORT["onda"], seed=8)
        with at.socket(links[0]) as socket:
            state = socket.my_turn()
            socket.send(type="move", step=state["step"], action=state["moves"][0][0])
            socket.my_turn()
            assert socket.answer(type="review", step=1)["error"] == "the review has failed; try again"


@pytest.mark.parametrize("kind", ["state", "look"])
def test_screens_are_drawn_once_for_all_who_see_the_same(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: Counter[Any] = Counter()
    name = {"state": "describe_position", "look": "describe_earlier"}[kind]
    draw = getattr(messages, name)

    def counted(table: Table, viewer: int | None, *more: Any) -> Any:
        drawn[viewer, len(table.moves) if kind == "state" else more] += 1
        return draw(table, viewer, *more)

    monkeypatch.setattr(messages, name, counted)
    with house() as at, contextlib.ExitStack() as stack:
        links = at.begin("onda", ["human", "human"], seed=1)
        mover = at.lobby.find(links[0])[0].table.mover
        watchers = [stack.enter_context(at.socket(links[None])) for _ in range(8)]
        player = stack.enter_context(at.socket(links[mover]))
        state = player.my_turn()
        assert len({watcher.until("state")["picture"] for watcher in watchers}) == 1
        player.send(type="move", step=state["step"], action=state["moves"][0][0])
        assert len({watcher.until("state")["picture"] for watcher in watchers}) == 1
        if kind == "look":
            assert len({watcher.answer(type="look", step=0)["picture"] for watcher in watchers for _ in range(3)}) == 1
        assert len(drawn) > 0
        assert set(drawn.values()) == {1}


def test_a_socket_that_sends_too_much_is_read_slowly() -> None:
    with house(rate=0.001, burst=5) as at:
        links = at.begin("onda", ["human", "human"])
        with at.socket(links[0]) as socket:
            socket.until("state")
            begun = time.monotonic()
            for _ in range(24):
                socket.send(type="ping")
            for _ in range(24):
                socket.next()
            assert time.monotonic() - begun > 0.5


def test_a_busy_server_closes_nobody_who_has_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time to join counts until the client's message, not until the server's answer."""

    async def late(*_: Any) -> None:
        await asyncio.sleep(2)

    monkeypatch.setattr(Turns, "_turn", late)
    with house(join=1) as at:  # a busy machine may take half a second to send a message
        links = at.begin("onda", ["human", "human"], seed=1)
        with at.socket(links[0]) as socket:
            assert socket.next()["type"] == "table"
            assert socket.next()["type"] == "state"


def test_moves_wait_for_no_newcomers(gate: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    make_give_up_error: list[bool] = []

    async def late(*_: Any) -> None:
        until = time.monotonic() + 5
        while not gate.is_set() and time.monotonic() < until:
            await asyncio.sleep(0.01)
        make_give_up_error.append(not gate.is_set())

    with house() as at:
        links = at.begin("onda", ["human", "greedy"], seed=1)
        with at.socket(links[0]) as player, at.socket(links[None]) as watcher:
            state = player.my_turn()
            watcher.until("state")
            monkeypatch.setattr(at.lobby.greetings, "_turn", late)
            with at.socket(links[None]) as newcomer:
                player.send(type="move", step=state["step"], action=state["moves"][0][0])
                assert player.until("state")["step"] > state["step"]
                assert watcher.until("state")["step"] > state["step"]
                gate.set()
                assert newcomer.next()["type"] == "table"
                assert make_give_up_error == [False]


def test_growing_games_start_no_full_collection() -> None:
    """It would stop the server for all."""
    before, started = gc.get_threshold(), Counter[int]()

    def note(phase: str, info: dict[str, int]) -> None:
        started[info["generation"]] += phase == "start"

    gc.callbacks.append(note)
    try:
        with collect_rarely():
            kept = [[number] for number in range(300_000)]
    finally:
        gc.callbacks.remove(note)
    assert len(kept) == 300_000
    assert started[0] > 0
    assert started[2] == 0
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)


@pytest.mark.parametrize("name", uneri.games())
def test_positions_leave_nothing_to_the_garbage_collector(name: str) -> None:
    table = Table(uneri.load_game(name, players=2), 1, ["human", "human"])
    messages.describe_position(table, None, table.mover)  # caches
    gc.collect()
    gc.disable()
    try:
        messages.describe_position(table, None, table.mover)
        table.play(table.state.legal_actions()[0])
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_page_is_made_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def page(record: Any) -> bytes:
        made.append(len(record))
        time.sleep(0.2)
        return b"<!DOCTYPE html>"

    monkeypatch.setattr(lobby, "render_replay", page)
    with house() as at:
        links = at.begin("onda", ["human", "human"], seed=1)
        got: list[bytes] = []
        ask = lambda: got.append(at.client.get(f"/replay/{links[None]}").content)
        asking = [threading.Thread(target=ask) for _ in range(6)]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        ask()
        assert (set(got), len(got), made) == ({b"<!DOCTYPE html>"}, 7, [0])
        entry, seat = at.lobby.find(links[at.lobby.find(links[0])[0].table.mover])
        assert seat is not None
        entry.table.play(entry.table.state.legal_actions()[0])
        ask()
        assert made == [0, 1]


def test_a_page_whose_reader_leaves_is_given_up() -> None:
    ended: list[str] = []

    class Request:
        async def receive(self) -> dict[str, str]:
            await asyncio.sleep(0.01)
            return {"type": "http.disconnect"}

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("given up")

    with pytest.raises(Refused, match="the client has left"):
        asyncio.run(app.run_while_connected(Request(), work()))  # type: ignore[arg-type]
    assert ended == ["given up"]


def test_the_process_of_a_page_ends_when_nobody_waits(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    record = uneri.records.record("onda(players=2,rounds=1)", ["greedy"] * 2, seed=1, views=False)
    assert pages.render_replay(record) == record.to_html(views=False).encode()
    with pytest.raises(Refused, match="the page cannot be made; the record can still be downloaded"):
        pages.render_replay(dataclasses.replace(record, moves=record.moves[1:]))
    assert "no replay page: RecordError: " in caplog.text
    found: list[Worker] = []
    make = Worker.__init__

    def kept(self: Worker, *more: Any) -> None:
        make(self, *more)
        found.append(self)

    monkeypatch.setattr(Worker, "__init__", kept)
    stop = threading.Event()
    stop.set()
    with stop_when_set(stop), pytest.raises(Stopped):
        pages.render_replay(record)
    assert found[0].exit_code() is not None


def test_earlier_positions_of_a_long_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uneri.serve.table._STRIDE", 16)
    numbers = SplitMix64(7)
    table = Table(uneri.load_game("solo", players=3, max_rounds=3), 5, ["human"] * 3)
    while not table.over:
        legal = table.state.legal_actions()
        table.play(legal[numbers.below(len(legal))])
    assert len(table.moves) > 100
    record = table.record()
    for ply in range(0, len(table.moves) + 1, 5):
        assert table.state_at(ply) == record.replay(ply)


def test_a_table_is_freed_at_once() -> None:
    """Not by the collector of cycles, which doesn't know how large states are."""
    table = Table(uneri.load_game("onda", players=2), None, ["greedy", "human"])
    known = weakref.ref(table)
    gc.disable()
    try:
        del table
        assert known() is None
    finally:
        gc.enable()


def test_a_house_is_left_in_order() -> None:
    """Nothing of the above is at work when the server ends."""
    with house() as at:
        assert isinstance(at, House)
        at.begin("onda", ["human", "search:sims=5000"], seed=1)
    assert comes_true(lambda: not any("uneri serve" in thread.name for thread in threading.enumerate()))
