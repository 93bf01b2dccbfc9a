"""Moves taken back in games against bots: the game is as before, its file too, and nobody else can do it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from _serve import SHORT, Socket, house
from uneri import records


def play(socket: Socket, now: dict[str, Any], action: int) -> dict[str, Any]:
    """Send a move and return the seat's next turn; the same position may be sent again before it."""
    socket.send(type="move", step=now["step"], action=action)
    while (then := socket.my_turn())["step"] == now["step"]:
        pass
    return then


def test_a_move_is_taken_back(name: str, tmp_path: Path) -> None:
    with house(tmp_path) as at:
        links = at.begin(name, ["human", "greedy"], options=SHORT.get(name, {}))
        with at.socket(links[0]) as socket, at.socket(links[None]) as watcher:
            seen = [socket.my_turn()]
            assert not seen[0]["undo"]
            while len(seen) < 6:
                now = seen[-1]
                seen.append(play(socket, now, now["moves"][0][0]))
                if seen[-1]["over"]:
                    return
            # A move is dropped when another seat has meanwhile decided in secret: its event is not the seat's own.
            events = at.lobby.find(links[0])[0].table.seen[0]
            asked = [state for state in seen[:-1] if len(state["moves"]) > 1]
            choices = [state for state in asked if events[state["step"]].seat == 0]
            assert seen[-1]["undo"] == bool(choices)
            if not choices:
                return
            socket.send(type="undo")
            while (back := socket.my_turn())["first"]:
                pass
            was = choices[-1]
            for field in ("step", "picture", "view", "moves", "points"):
                assert back[field] == was[field], field
            assert len(back["events"]) == was["step"]
            assert "seat 0 has taken moves back." in back["notes"]
            table = at.lobby.find(links[0])[0].table
            while watcher.until("state")["notes"] != back["notes"]:
                pass
            play(socket, back, back["moves"][-1][0])
            made = table.record().moves
    (file,) = tmp_path.glob("*.uneri.jsonl")
    (record,) = records.read(file)
    record.check()
    assert record.moves[: len(made)] == made


def test_who_may_take_back() -> None:
    with house() as at:
        links = at.begin("onda", ["human", "human"], options=SHORT["onda"])
        with at.socket(links[0]) as socket, at.socket(links[None]) as watcher:
            assert "moves can be taken back only" in socket.answer(type="undo")["error"]
            assert watcher.answer(type="undo")["error"] == "watchers can send only look and ping"
        links = at.begin("onda", ["human", "greedy"], options=SHORT["onda"])
        with at.socket(links[0]) as socket:
            assert "moves can be taken back only" in socket.answer(type="undo")["error"]


def test_people_take_back_by_consent() -> None:
    with house() as at:
        links = at.begin("tacta", ["human", "human"], options={"values": 3})
        table = at.lobby.find(links[0])[0].table
        first, other = table.mover, 1 - table.mover
        with at.socket(links[first]) as one, at.socket(links[other]) as two, at.socket(links[None]) as watcher:
            now = one.my_turn()
            one.send(type="move", step=now["step"], action=now["moves"][0][0])
            then = two.my_turn()
            assert then["wish"] is None
            assert not then["undo"]
            assert "moves can be taken back only" in two.answer(type="undo")["error"]
            assert "moves can be taken back only" in two.answer(type="undo", agree=False)["error"]
            for agree in (False, True):  # refused, then agreed to
                one.send(type="undo")
                for socket in (two, watcher):
                    while socket.until("state")["wish"] != [first, [first]]:
                        pass
                two.send(type="undo", agree=agree)
                while (state := two.until("state"))["wish"] is not None:
                    pass
                assert state["step"] == now["step"] + (not agree)
            assert f"{table.names[first]} has taken moves back." in state["notes"]
            while one.my_turn()["step"] != now["step"]:
                pass


def test_a_game_goes_on_after_a_move_was_taken_back_and_the_server_restarted(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        links = at.begin("tidal", ["human", "greedy"])
        with at.socket(links[0]) as socket:
            state = socket.my_turn()
            for _ in range(3):
                state = play(socket, state, state["moves"][0][0])
            socket.send(type="undo")
            while (back := socket.my_turn())["first"]:
                pass
    with house(tmp_path) as at, at.socket(links[0]) as socket:
        resumed = socket.my_turn()
        for field in ("step", "picture", "moves", "notes", "undo"):
            assert resumed[field] == back[field], field
