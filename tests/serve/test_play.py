"""Games over sockets: to their end, by several people, with bots that fail, lost sockets, steps back, hints, records."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import uneri
from _serve import SHORT, Socket, comes_true, house
from uneri import records, review
from uneri.review import reviewer
from uneri.serve import bot_policy, lobby


def play_out(socket: Socket, pick: int = 0, state: dict[str, Any] | None = None) -> dict[str, Any]:
    """Play a seat to the end of the game, from a state that was heard; the last state."""
    state = state or socket.my_turn()
    while not state["over"]:
        moves = state["moves"]
        socket.send(type="move", step=state["step"], action=moves[(pick + state["step"]) % len(moves)][0])
        state = socket.my_turn()
    return state


def events_of(socket: Socket) -> list[Any]:
    """All events that a socket was told, in order."""
    found: list[Any] = []
    for message in socket.heard:
        if message["type"] == "table":
            found = []
        elif message["type"] == "state":
            assert message["first"] <= len(found)
            found = [*found[: message["first"]], *message["events"]]
            assert len(found) == message["step"]
    return found


def test_a_game_is_played_to_its_end(name: str, tmp_path: Path) -> None:
    with house(tmp_path) as at:
        links = at.begin(name, ["human", "greedy"], options=SHORT.get(name, {}), seed=5)
        assert set(links) == {0, None}
        with at.socket(links[0]) as socket:
            about = socket.until("table")
            assert (about["seat"], about["sees"], about["hints"]) == (0, 0, True)
            assert about["names"] == ["seat 0", f"{bot_policy.name_bot('greedy', name)} 1"]
            last = play_out(socket)
            assert len(last["won"]) == 2
            assert any(last["won"])
            told = events_of(socket)
            assert socket.answer(type="move", step=last["step"], action=0)["error"].startswith("the game is over")
            # Everything may be seen now, and every step of it.
            socket.send(type="reveal", on=True)
            assert socket.until("table")["sees"] == "all"
            shown = socket.until("state")
            everything = events_of(socket)
            assert shown["step"] == len(everything) >= len(told)
            assert all(seat is not None and text and words for seat, text, words, _ in everything)
            assert socket.answer(type="look", step=0)["picture"].startswith("<svg")
        record = at.client.get(f"/record/{links[0]}")
        (tmp_path / "got.uneri.jsonl").write_bytes(record.content)
        (game,) = records.read(tmp_path / "got.uneri.jsonl")
        game.check()
        assert (game.over, game.seed, len(game)) == (True, 5, len(everything))
        assert list(game.returns) == last["points"]
    (file,) = tmp_path.glob("*-*.uneri.jsonl")
    assert list(records.read(file)) == [game]


def test_steps_back_show_what_the_seat_saw(name: str) -> None:
    with house() as at:
        links = at.begin(name, ["human", "random"], options=SHORT.get(name, {}), seed=6)
        with at.socket(links[0]) as socket:
            seen: dict[int, str] = {}
            state = socket.my_turn()
            for _ in range(6):
                if state["over"]:
                    break
                socket.send(type="move", step=state["step"], action=state["moves"][0][0])
                state = socket.my_turn()
            for message in socket.heard:
                if message["type"] == "state" and not message["turn"]:
                    seen[message["step"]] = message["picture"]
            for step, picture in seen.items():
                assert socket.answer(type="look", step=step)["picture"] == picture
            beyond = state["step"] + 1
            assert socket.answer(type="look", step=beyond)["error"].startswith(
                f"step must be an integer from 0 to {beyond - 1}"
            )


def test_a_preview_is_what_the_seat_then_sees(name: str) -> None:
    """Except what chance and other seats add: the position of the preview is the one before any chance."""
    with house() as at:
        links = at.begin(name, ["human", "human"], options=SHORT.get(name, {}))
        table = at.lobby.find(links[0])[0].table
        with at.socket(links[table.mover]) as socket, at.socket(links[None]) as watcher:
            now = socket.my_turn()
            action = now["moves"][-1][0]
            found = socket.answer(type="preview", step=now["step"], action=action)
            assert (found["step"], found["action"]) == (now["step"], action)
            assert found["words"]
            assert found["picture"].startswith("<svg")
            assert socket.answer(type="look", step=now["step"])["picture"] != found["picture"]
            assert "the game is at step" in socket.answer(type="preview", step=now["step"] + 1, action=action)["error"]
            assert "watchers cannot move" in watcher.answer(type="preview", step=now["step"], action=action)["error"]
            assert not table.moves


def test_two_people_and_a_watcher(name: str) -> None:
    with house() as at:
        links = at.begin(name, ["human", "human"], options=SHORT.get(name, {}), seed=7)
        with at.socket(links[0]) as one, at.socket(links[1]) as two, at.socket(links[None]) as watcher:
            entry, _ = at.lobby.find(links[0])
            sockets = {0: one, 1: two}
            states = {seat: socket.until("state") for seat, socket in sockets.items()}
            for _ in range(8):
                if entry.table.over:
                    break
                mover = entry.table.mover
                state = states[mover] if states[mover]["turn"] else sockets[mover].my_turn()
                if entry.table.turn_of(1 - mover) is None:
                    told = sockets[1 - mover].answer(type="move", step=0, action=0)
                    assert told["error"].startswith("it is not your turn")
                sockets[mover].send(type="move", step=state["step"], action=state["moves"][0][0])
                now = sockets[mover].until("state")
                assert now["step"] == state["step"] + 1
                states = {mover: now, 1 - mover: {"turn": False}}
            told = watcher.answer(type="move", step=0, action=0)
            assert told["error"].startswith("watchers cannot move")
            assert next(message for message in watcher.heard if message["type"] == "table")["sees"] == "all"


def test_a_lost_socket_loses_nothing() -> None:
    with house() as at:
        links = at.begin("onda", ["human", "greedy"], options={"rounds": 1}, seed=8)
        with at.socket(links[0]) as socket:
            state = socket.my_turn()
            socket.send(type="move", step=state["step"], action=state["moves"][0][0])
            state = socket.my_turn()
            told = events_of(socket)
        with at.socket(links[0]) as socket:
            again = socket.my_turn()
            assert again | {"first": 0, "events": told} == state | {"first": 0, "events": told}
            assert events_of(socket) == told


def test_moves_that_are_late_or_wrong_change_nothing() -> None:
    with house() as at:
        links = at.begin("solo", ["human", "human"], seed=1)
        entry, _ = at.lobby.find(links[0])
        mover = entry.table.mover
        with at.socket(links[mover]) as socket:
            state = socket.my_turn()
            before = entry.table.state.serialize()
            action = state["moves"][0][0]
            wrong = next(a for a in range(entry.table.game.num_distinct_actions) if not entry.table.state.is_legal(a))
            for message, words in (
                ({"step": state["step"] + 1, "action": action}, "but the game is at step 0"),
                (
                    {"step": state["step"], "action": wrong},
                    f"choose a listed move. {entry.table.state.why_not(wrong)}",
                ),
                ({"step": state["step"], "action": "PASS"}, "must be an integer from 0"),
                ({"step": state["step"]}, "action must be an integer"),
                (
                    {"step": state["step"], "action": action, "seat": 1},
                    "unknown field 'seat'; allowed: type, step, action",
                ),
            ):
                assert words in socket.answer(type="move", **message)["error"]
            assert socket.answer(type="reveal", on=True)["error"].startswith("everything is shown only after the end")
            assert entry.table.state.serialize() == before
        for path in ("record", "replay"):
            answer = at.client.get(f"/{path}/{links[mover]}")
            assert (answer.status_code, answer.json()["error"]) == (
                409,
                "the game is still running; wait for its end",
            )


def test_a_move_waits_for_who_decides_in_secret() -> None:
    """Whether another seat may jump in is its secret: the next seat is told that it may move, and its move waits."""
    waited = 0
    for seed in range(40):
        with house() as at:
            options = {"max_rounds": 1, "jump_in": "all", "solo_call": "auto"}
            links = at.begin("solo", ["human", "human"], options=options, seed=seed)
            entry, _ = at.lobby.find(links[0])
            table = entry.table
            for _ in range(60):
                if table.over or table.turn_of(1 - table.mover) is not None:
                    break
                table.play(table.state.legal_actions()[0])
            if table.over or table.turn_of(1 - table.mover) is None:
                continue
            secret, other = table.mover, 1 - table.mover
            moves, step = len(table.moves), len(table.seen[other])
            with at.socket(links[other]) as socket, at.socket(links[secret]) as decider:
                state = socket.my_turn()
                assert state["turn"]
                socket.send(type="move", step=step, action=state["moves"][0][0])
                assert socket.answer(type="ping")["type"] == "pong"
                assert len(table.moves) == moves  # nothing yet
                offered = decider.my_turn()
                quiet = [action for action, text, _ in offered["moves"] if text in ("NO_JUMP", "KEEP")]
                decider.send(type="move", step=offered["step"], action=quiet[0])
                assert socket.until("state")["step"] > step
                assert table.moves[moves + 1].seat == other
                assert table.moves[moves + 1].action == state["moves"][0][0]
            waited += 1
            if waited == 2:
                return
    raise AssertionError("no secret decision was met")


def test_bots_play_without_anybody() -> None:
    with house() as at:
        links = at.begin("tacta", ["greedy", "random"], seed=3)
        with at.socket(links[None]) as socket:
            while not socket.until("state")["over"]:
                pass
        record = at.lobby.find(links[None])[0].table.record()
        page = at.client.get(f"/replay/{links[None]}")
        assert page.text == record.to_html(views=False)
        assert "sandbox" in page.headers["content-security-policy"]


class Slow:
    """A bot that never answers in time."""

    def act(self, state: Any) -> int:
        time.sleep(0.5)
        return int(state.legal_actions()[0])


class Broken:
    """A bot that raises, and tells what it knows."""

    def act(self, state: Any) -> int:
        raise RuntimeError(str(state.to_dict()))


@pytest.mark.parametrize(("bot", "words"), [(Slow, "took more than 0.1 seconds"), (Broken, "the bot has failed")])
def test_a_simple_bot_plays_on_for_one_that_fails(bot: type, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(uneri.bots.BOTS, "mine", bot)
    with house(named=("mine",), bot=0.1) as at:
        links = at.begin("tacta", ["human", "mine"])
        with at.socket(links[0]) as socket:
            state = play_out(socket)
            assert state["notes"] == [f"Seat 1: {'the bot ' if 'took' in words else ''}{words}. A simple bot plays on."]


def test_hints() -> None:
    with house() as at:
        links = at.begin("onda", ["human", "greedy"], options={"rounds": 1}, seed=8)
        with at.socket(links[0]) as socket:
            state = socket.my_turn()
            hint = socket.answer(type="hint")
            assert hint["type"] == "hint"
            assert hint["step"] == state["step"]
            assert hint["lines"][0].startswith("Play ")
        links = at.begin("onda", ["human", "greedy"], hints=False, seed=8)
        with at.socket(links[0]) as socket:
            assert socket.until("table")["hints"] is False
            socket.my_turn()
            assert socket.answer(type="hint")["error"].startswith("this game is played without hints")


def reviews_of(socket: Socket, steps: list[int]) -> list[dict[str, Any]]:
    """The answers to requests for reviews."""
    return [socket.answer(type="review", step=step) for step in steps]


def test_reviews(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "REVIEWER", "flat:sims=100")
    monkeypatch.setattr(lobby, "_WORLDS", 20)
    with house(bot=300) as at:
        links = at.begin(name, ["human", "greedy"], options=SHORT.get(name, {}), seed=8)
        with at.socket(links[0]) as socket:
            assert socket.until("table")["reviews"] is True
            state = socket.my_turn()
            if not state["step"]:
                assert socket.answer(type="review", step=1)["error"].startswith("no move has been played yet")
            # While the game goes on a seat's own moves alone; the same question gets the same answer.
            action, played, words = state["moves"][0]
            socket.send(type="move", step=state["step"], action=action)
            step = state["step"] + 1
            state = socket.my_turn()
            found, again = reviews_of(socket, [step, step])
            assert found == again
            assert (found["type"], found["seat"], found["step"], found["sees"]) == ("review", 0, step, 0)
            assert found["played"] == words
            other = next((n for n, (seat, *_) in enumerate(events_of(socket), 1) if seat != 0), None)
            if other is not None:
                assert "is not your move" in socket.answer(type="review", step=other)["error"]
            assert "must be an integer from 1" in socket.answer(type="review", step=0)["error"]
            assert "must be an integer from 1" in socket.answer(type="review", step=state["step"] + 1)["error"]
            play_out(socket, 1, state)
            # After the end everybody's, with everything shown; those of the seat are as they were.
            socket.send(type="reveal", on=True)
            socket.until("state")
            told = events_of(socket)
            entry, _ = at.lobby.find(links[0])
            assert [seat for seat, *_ in told] == [move.seat for move in entry.table.moves]
            theirs = next(n for n, (seat, *_) in enumerate(told, 1) if seat == 1)
            mine = next(n for n, (seat, text, *_) in enumerate(told, 1) if (seat, text) == (0, played))
            shown = reviews_of(socket, [theirs, mine])
            assert [one["seat"] for one in shown] == [1, 0]
            assert shown[1] | {"sees": 0, "step": step} == found
        # A record's review says the same of the game's first decision: the same search, seed and worlds.
        first = reviewer.judge_move(
            entry.table.state_at(0), entry.table.moves[0].action, 0, bot=lobby.REVIEWER, worlds=20
        )
        record = entry.table.record()
        assert first == review.review(record, lobby.REVIEWER, first.seat, worlds=20).decisions[0]


def test_reviews_are_hints_while_the_game_goes_on() -> None:
    with house() as at:
        links = at.begin("onda", ["human", "greedy"], options={"rounds": 1}, hints=False, seed=8)
        with at.socket(links[0]) as socket:
            assert socket.until("table")["reviews"] is False
            state = socket.my_turn()
            socket.send(type="move", step=state["step"], action=state["moves"][0][0])
            state = socket.my_turn()
            assert socket.answer(type="review", step=1)["error"].startswith("this game is played without hints")
            play_out(socket, state=state)
            assert socket.answer(type="review", step=1)["type"] == "review"


def test_a_review_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uneri.serve.lobby.review_decision", lambda *_: time.sleep(1))
    with house(bot=0.1) as at:
        links = at.begin("onda", ["human", "greedy"], options={"rounds": 1}, seed=8)
        with at.socket(links[0]) as socket:
            state = socket.my_turn()
            socket.send(type="move", step=state["step"], action=state["moves"][0][0])
            socket.my_turn()
            socket.send(type="review", step=1)
            assert socket.answer(type="review", step=1)["error"].endswith("is already being computed; wait for it")
            assert socket.until("error")["error"] == "the review took longer than 0.1 seconds"


def test_names_and_own_boards(tmp_path: Path) -> None:
    board = uneri.tidal.default_board()
    board["quadrants"]["teal"]["docks"][2]["fruit"] = 3
    names = ["<b>Ann</b>\x1b[31m", "  "]
    with house() as at:
        links = at.begin("tidal", ["human", "greedy"], options={"board": board, "rounds": 1}, names=names, seed=8)
        with at.socket(links[0]) as socket:
            assert socket.until("table")["names"] == ["<b>Ann</b>\\x1b[31m", "Medium 1"]
            state = socket.my_turn()
            assert "&lt;b&gt;Ann" in state["picture"]
            assert "<b>" not in state["picture"]
            play_out(socket, state=state)
        record = at.lobby.find(links[0])[0].table.record()
        assert record.options["board"] == board
        assert record.players == ("<b>Ann</b>\\x1b[31m", "greedy 1")
        page = at.client.get(f"/replay/{links[0]}").text
        assert "<b>Ann" not in page


def test_an_own_dial_may_name_shapes() -> None:
    with house() as at:
        links = at.begin("onda", ["human", "human"], options={"bomb_sequence": ["SET4", 1]})
        assert at.lobby.find(links[0])[0].table.game.options["bomb_sequence"] == [6, 1]


def test_what_the_start_page_offers(name: str) -> None:
    with house() as at:
        (offer,) = (game for game in at.client.get("/api/games").json()["games"] if game["name"] == name)
        assert offer["title"].lower().startswith(name)
        assert "A game takes" in offer["about"]["en"]
        assert offer["about"]["ja"].endswith("\u3002")
        assert [word for word, _ in offer["levels"]] == ["Easy", "Medium", "Strong", "Strongest"]
        for _, bot in offer["levels"]:
            bot_policy.check_bot(bot, name, (), at.lobby.limits)
        picture = at.client.get(f"/picture/{name}")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.text.startswith("<svg")
        assert at.client.get("/picture/nothing").status_code == 404


def test_games_of_links(name: str) -> None:
    with house() as at:
        links = at.begin(name, ["human", "human"], seed=2)
        answer = at.client.post("/api/standings", json={"tokens": [*links.values(), "nothing", 5]}).json()["games"]
        assert [game and game["seat"] for game in answer] == [0, 1, None, None, None]
        assert answer[2]["title"].lower().startswith(name)
        assert answer[3:] == [None, None]
        assert sum(game["turn"] for game in answer[:2]) == 1


def test_games_without_anybody_are_dropped(tmp_path: Path) -> None:
    with house(tmp_path, idle=0.01) as at:
        links = at.begin("onda", ["human", "human"])
        with at.socket(links[0]) as socket:
            socket.until("state")
            time.sleep(1.5)
            assert socket.answer(type="ping")["type"] == "pong"
        time.sleep(2.5)
        with at.socket(links[0]) as socket:
            assert socket.next()["error"].startswith("no running game on this server has this link")
    assert len(list(tmp_path.glob("*.uneri.jsonl"))) == 1


def test_records_are_written_as_games_go(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        links = at.begin("onda", ["human", "greedy"], options={"rounds": 1}, seed=4)
        with at.socket(links[0]) as socket:
            state = socket.my_turn()
            socket.send(type="move", step=state["step"], action=state["moves"][0][0])
            socket.my_turn()
            files = list(tmp_path.glob("*.uneri.jsonl"))
            (game,) = records.read(files[0])
            game.check()
            assert not game.over
            assert links[0] not in files[0].name + files[0].read_text("utf-8")


def test_too_many_games_and_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    with house(games=2, sockets=2) as at:
        first = at.begin("onda", ["human", "human"])
        at.begin("onda", ["human", "human"])
        assert at.refused(503, game="onda", options={"players": 2}, seats=["human"] * 2).endswith(
            "the limit is 2 at once"
        )
        with at.socket(first[0]) as one, at.socket(first[1]) as two, at.socket(first[0]) as three:
            one.until("state")
            two.until("state")
            assert three.next()["error"] == "the game has too many sockets; the limit is 2"


def test_a_game_that_is_over_makes_room() -> None:
    with house(games=1) as at:
        links = at.begin("tacta", ["greedy", "greedy"])
        with at.socket(links[None]) as socket:
            while not socket.until("state")["over"]:
                pass
            assert "the limit is 1 at once" in at.refused(503, game="tacta", options={}, seats=["human"] * 2)
        assert comes_true(lambda: not any(entry.watchers for entry in at.lobby._entries))
        at.begin("tacta", ["human", "human"])


class Texts:
    """A socket as the library websockets has it."""

    def __init__(self, raw: Any) -> None:
        self.raw, self.send = raw, raw.send_text

    def __iter__(self) -> Iterator[str]:
        while True:
            yield self.raw.receive_text()


def test_the_example_plays_from_the_view_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "docs" / "examples"))
    example = importlib.import_module("play_from_view")
    with house() as at:
        token = at.begin(name, ["human", "random"], options=SHORT.get(name, {}), seed=8)[0]
        with at.client.websocket_connect("ws://127.0.0.1:8765/socket") as raw:
            example.play_at_table(Texts(raw), token)
        entry, _ = at.lobby.find(token)
        played = [move for move in entry.table.record().moves if move.seat == 0]
        state = entry.table.record().replay(played[-1].ply)
        assert entry.table.over
        assert played[-1].action == example.choose(state.game, 0, state.to_dict(0))
