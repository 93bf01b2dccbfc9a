"""Ends that are seen: bots wait after a round until people have read its sheet, and a rematch seats all again."""

from __future__ import annotations

from typing import Any

from _serve import Socket, comes_true, house

LONG = 600
"""Seconds that no test waits for."""


def play_to_sheet(socket: Socket) -> dict[str, Any]:
    """The next state that closes a round, reached by the first legal moves."""
    while not ((state := socket.until("state"))["waits"] or state["over"]):
        if state["turn"]:
            socket.send(type="move", step=state["step"], action=state["moves"][0][0])
    return state


def go_on(socket: Socket) -> None:
    """Close the sheet, and move if it is this seat's turn."""
    socket.send(type="go_on")
    state = socket.until("state")
    assert state["waits"] == []
    if state["turn"]:
        socket.send(type="move", step=state["step"], action=state["moves"][0][0])


def test_bots_wait_until_people_have_read_the_sheet() -> None:
    with house(stop=LONG) as at:
        links = at.begin("onda", ["human", "greedy", "greedy"], options={"rounds": 3}, seed=4)
        entry = at.lobby.find(links[0])[0]
        with at.socket(links[0]) as socket, at.socket(links[None]) as watching:
            state = play_to_sheet(socket)
            assert (state["waits"], state["over"], state["rematch"]) == ([0], False, None)
            assert state["events"][-1][3].startswith("round 1\n")
            moves = len(entry.table.moves)
            assert not comes_true(lambda: len(entry.table.moves) != moves, 0.2)
            assert "watchers can send only look and ping" in watching.answer(type="go_on")["error"]
            go_on(socket)
            assert play_to_sheet(socket)["waits"] == [0]


def test_bots_wait_no_longer_than_some_seconds_nor_for_nobody() -> None:
    with house(stop=0.1) as at, at.socket(at.begin("onda", ["human", "greedy"], options={"rounds": 2})[0]) as socket:
        assert play_to_sheet(socket)["waits"] == [0]
        state = socket.until("state")
        assert state["waits"] == []
        if state["turn"]:
            socket.send(type="move", step=state["step"], action=state["moves"][0][0])
        assert play_to_sheet(socket)["over"]
    with house(stop=LONG) as at:
        entry = at.lobby.find(at.begin("onda", ["random", "random"], options={"rounds": 3})[None])[0]
        assert comes_true(lambda: entry.table.over)


def test_all_people_are_waited_for_and_a_move_goes_on() -> None:
    with house(stop=LONG) as at:
        links = at.begin("onda", ["human", "human", "greedy"], options={"rounds": 3}, seed=1)
        entry = at.lobby.find(links[0])[0]
        with at.socket(links[0]) as ann, at.socket(links[1]) as ben:
            while entry.stop is None:
                for seat, socket in enumerate((ann, ben)):
                    state = current(at, links[seat])
                    if state["turn"] and not state["waits"]:
                        socket.send(type="move", step=state["step"], action=state["moves"][0][0])
                        assert comes_true(lambda seen=state: current(at, links[0])["step"] > seen["step"])
            assert current(at, links[0])["waits"] == [0, 1]
            ann.send(type="go_on")
            assert comes_true(lambda: entry.stop is not None and entry.stop.waits == {1})
            if entry.table.mover == 1:
                ben.send(type="move", step=current(at, links[1])["step"], action=entry.table.state.legal_actions()[0])
            else:
                ben.send(type="go_on")
            assert comes_true(lambda: entry.stop is not None and not entry.stop.waits)


def current(at: Any, token: str) -> dict[str, Any]:
    """What a seat sees now."""
    with at.socket(token) as socket:
        return socket.until("state")


def test_a_rematch_seats_all_again_with_the_next_starter() -> None:
    with house() as at:
        links = at.begin("onda", ["human", "greedy", "human"], names=["Ann", "", "Ben"], options={"rounds": 1})
        table = at.lobby.find(links[0])[0].table
        with at.socket(links[0]) as ann, at.socket(links[2]) as ben, at.socket(links[None]) as watching:
            assert "is still running" in ann.answer(type="rematch")["error"]
            while not table.over:
                for seat, socket in ((0, ann), (2, ben)):
                    state = current(at, links[seat])
                    if state["turn"] and table.mover == seat:
                        socket.send(type="move", step=state["step"], action=state["moves"][0][0])
            assert "watchers can send only look and ping" in watching.answer(type="rematch")["error"]
            found = {}
            for socket in (ben, ann):
                socket.send(type="rematch")  # the second one finds the game of the first
            for seat, socket in ((0, ann), (2, ben), (None, watching)):
                while not (state := socket.until("state"))["rematch"]:
                    pass
                found[seat] = state["rematch"]
            assert current(at, links[2])["rematch"] == found[2]  # who comes later, too
            seats = {old: at.lobby.find(token)[1] for old, token in found.items()}
            assert seats == {0: 2, 2: 1, None: None}
            entry = at.lobby.find(found[0])[0]
            assert (entry.table.names, entry.table.seats) == (("Medium 0", "Ben", "Ann"), ("greedy", "human", "human"))
            assert len(at.lobby._entries) == 2
