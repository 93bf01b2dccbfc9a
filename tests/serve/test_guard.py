"""Requests of strangers: other names, other pages, too much, too deep, files. Each gets words, and the server goes on."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

import uneri
from _serve import BASE, FREE, SHORT, House, comes_true, house
from uneri.serve.guard import Guard
from uneri.serve.limits import MOST_MESSAGE, Bucket, Limits
from uneri.serve.lobby import Lobby
from uneri.serve.new_game import make_wanted_table
from uneri.serve.requests import Refused, read_object
from uneri.serve.session import Session
from uneri.serve.table import Table
from uneri.testing import SplitMix64

ELSEWHERE = "192.0.2.1"
POST = {"content-type": "application/json"}


def test_pages_allow_nothing_from_elsewhere() -> None:
    with house() as at:
        for path in ("/", "/table", "/style.css", "/start.js", "/api/games", "/nothing"):
            answer = at.client.get(path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self';" in policy
            assert "unsafe" not in policy
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["cache-control"] == "no-store"
            assert "server" not in answer.headers
        for path in ("/", "/table"):
            page = at.client.get(path).text
            assert "style=" not in page
            assert "<style" not in page
            assert "://" not in page
            assert page.count("<script") == page.count('<script type="module" src=') == 1


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1@evil", "10.0.0.1", "", "localhost:x", "[::1"]
)
def test_other_names_are_refused(host: str) -> None:
    with house() as at:
        for answer in (
            at.client.get("/", headers={"host": host}),
            at.client.post("/api/begin", headers={"host": host, **POST}),
        ):
            assert answer.status_code == 421
            assert answer.json()["error"] == "this server has another name: use localhost, 127.0.0.1"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9", "https://localhost:8765", "file://"]
)
def test_pages_of_others_are_refused(origin: str) -> None:
    from starlette.testclient import WebSocketDenialResponse

    with house() as at:
        answer = at.client.post("/api/begin", json={}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["error"].split(";")[0]) == (
            403,
            "the request comes from a page of another server",
        )
        with (
            pytest.raises(WebSocketDenialResponse) as refused,
            at.client.websocket_connect("ws://127.0.0.1:8765/socket", headers={"origin": origin}),
        ):
            pass
        assert refused.value.json()["error"].endswith("a page of another server")
        own = at.client.get("/api/games", headers={"origin": BASE})
        assert own.status_code == 200


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("127.0.0.1:8765", "https://table.example", 201),  # nginx's plain proxy_pass
        ("table.example", "https://table.example", 201),
        ("table.example", "https://table.example:8443", 201),  # Host without its port
        ("table.example:8443", "https://TABLE.example:8443", 201),
        ("table.example", "http://table.example.", 201),
        ("table.example", "https://127.0.0.1:8765", 403),  # the owner didn't give loopback names
        ("127.0.0.1:8765", "http://127.0.0.1:8766", 403),
        ("127.0.0.1:8765", "https://evil.example", 403),
        ("127.0.0.1:8765", "https://table.example.evil.example", 403),
        ("127.0.0.1:8765", "https://table.example@evil.example", 403),
        ("127.0.0.1:8765", "ws://table.example", 403),
        ("table.example", "table.example", 403),
        ("table.example", "null", 403),
        ("evil.example", "https://table.example", 421),
        ("evil.example", "https://evil.example", 421),
    ],
)
def test_a_name_of_the_owners_holds_on_any_port(host: str, origin: str, status: int) -> None:
    asked = {"game": "onda", "options": {"players": 2}, "seats": ["human", "human"]}
    headers = {"host": host, "origin": origin, "x-forwarded-host": "table.example", "forwarded": "host=table.example"}
    with house(public=("table.example",)) as at:
        assert at.client.post("/api/begin", json=asked, headers=headers).status_code == status


def test_any_address_is_a_name_where_the_server_listens_to_all() -> None:
    guard = Guard(lambda *_: None, ("table.example",), Limits(), any_address=True)  # type: ignore[arg-type,return-value]
    assert [guard._is_ours(host) for host in ("10.1.2.3:8765", "[fe80::1]:80", "TABLE.example.", "evil.example")] == [
        True,
        True,
        True,
        False,
    ]


def test_what_cannot_be_begun_is_named() -> None:
    two = ["human", "human"]
    with house() as at:
        for asked, words in (
            ({"game": "chess"}, "no game 'chess'; allowed: namima, onda, solo, tacta, tidal"),
            ({"game": 5}, "game must be a string of at most 200 characters, not 5"),
            ({"game": "onda", "seats": two}, "seats must be 4 strings, human or a bot, one per seat"),
            ({"game": "onda", "options": []}, "options must be an object of names and values, not []"),
            ({"game": "onda", "options": {"colour": 1}}, "onda: no option 'colour'; allowed: players, rounds"),
            ({"game": "onda", "options": {"rounds": 99}}, "option 'rounds' is 99; allowed: 1 to 6"),
            ({"game": "onda", "options": {"rounds": 1.5}}, "option rounds is 1.5; allowed: 1 to 6"),
            ({"game": "tidal", "options": {"board": "/etc/passwd"}}, "outside data can't open a file; allowed: default"),
            ({"game": "tidal", "options": {"board": {"a": 1}}}, "board: "),
            ({"game": "tidal", "options": {"board": ["../x.json"]}}, "board"),
            ({"game": "tidal", "options": {"rounds": {"a": 1}}}, "option rounds is {'a': 1}; allowed: 1 to 3"),
            ({"game": "onda", "options": {"players": 2}, "seats": two, "names": "Ann"}, "names must be 2 strings, one per seat"),
            ({"game": "onda", "options": {"players": 2}, "seats": two, "names": ["Ann"]}, "names must be 2 strings, one per seat"),
            ({"game": "onda", "options": {"players": 2}, "seats": two, "names": ["Ann", 5]}, "name 1 must be a string"),
            ({"game": "onda", "options": {"players": 2}, "seats": two, "names": ["x" * 41, ""]}, "at most 40 characters"),
            ({"game": "namima", "options": {"variant": "../x.json"}}, "outside data can't open a file"),
            ({"game": "onda", "options": {"players": 2}, "seats": ["human", "exec:rm -rf /"]}, "allowed: human, greedy, random"),
            ({"game": "onda", "options": {"players": 2}, "seats": ["human", "os:system"]}, "allowed: human, greedy"),
            ({"game": "onda", "options": {"players": 2}, "seats": ["human", "net:/etc/passwd"]}, "allowed: human, greedy"),
            ({"game": "onda", "options": {"players": 2}, "seats": ["human", "ismcts:cheat=true"]}, "option 'cheat'"),
            ({"game": "onda", "options": {"players": 2}, "seats": ["human", "ismcts:sims=999999"]}, "allowed: 1 to 5000"),
            ({"game": "onda", "options": {"players": 2}, "seats": ["human", "flat:threads=64"]}, "option 'threads'"),
            ({"game": "onda", "options": {"players": 2}, "seats": ["human", "flat:sims=1e3"]}, "sims is 1000.0; allowed: 1 to 5000"),
            ({"game": "onda", "options": {"players": 2}, "seats": ["human", 7]}, "seat 1 is 7; allowed: human, or a bot"),
            ({"game": "onda", "options": {"players": 2}, "seats": two, "seed": -1}, "seed must be an integer from 0"),
            ({"game": "onda", "options": {"players": 2}, "seats": two, "hints": 1}, "hints is 1; allowed: true, false"),
            ({"game": "onda", "cheat": True}, "unknown field 'cheat'; allowed: game, options, seats, names, seed, hints"),
        ):  # fmt: skip
            assert words in at.refused(**asked)
        assert len(at.lobby._entries) == 0
        at.begin("tidal", two, options={"board": "default"}, seed=(1 << 64) - 1)


def test_every_offer_can_be_begun() -> None:
    """What the start page lists is allowed: each value of each option of words, each bot."""
    with house(games=10_000) as at:
        list_offers = at.client.get("/api/games").json()
        assert [game["name"] for game in list_offers["games"]] == list(uneri.games())
        for game in list_offers["games"]:
            for bot in game["bots"]:
                at.begin(game["name"], ["human", bot])
            for option in game["options"]:
                values = option.get("words", [])
                if option["name"] in ("mode", "suits"):  # these hang together with others
                    continue
                for value in values:
                    at.begin(game["name"], ["human", "human"], options={option["name"]: value})


def test_bodies_are_limited() -> None:
    with house() as at:
        send = lambda content, **more: at.client.post("/api/begin", content=content, headers={**POST, **more})
        for content, status, words in (
            (b"x" * (MOST_MESSAGE + 1), 413, f"the limit is {MOST_MESSAGE} bytes"),
            (b"[" * 60_000, 400, "not JSON"),
            (json.dumps({"game": [[[[[[[[[[[[[["x"]]]]]]]]]]]]]]}).encode(), 400, "the limit is 12 levels"),
            (b'{"game": "onda", "game": "solo"}', 400, "occurs twice"),
            (b'{"game": NaN}', 400, "NaN is not JSON"),
            (b"\xff\xfe", 400, "not JSON"),
            (b"", 400, "not JSON"),
            (b"[]", 400, "must be a JSON object"),
            (b"{} {}", 400, "more after the first value"),
        ):
            answer = send(content)
            assert answer.status_code == status
            assert words in answer.json()["error"]
        answer = at.client.post("/api/begin", content=b"{}", headers={"content-type": "text/plain"})
        assert (answer.status_code, answer.json()["error"].split(",")[0]) == (
            415,
            "the content type must be application/json",
        )


def test_no_file_of_the_machine_is_served() -> None:
    with house() as at:
        for path in (
            "/../serve.py",
            "/%2e%2e/serve.py",
            "/assets/",
            "/lobby.py",
            "//etc/passwd",
            "/replay/x",
            "/record/" + "x" * 5000,
        ):
            answer = at.client.get(path)
            assert answer.status_code in (404, 405)
            assert "nothing at this address" in answer.json()["error"] or "no running game" in answer.json()["error"]


def test_too_many_requests() -> None:
    with house(requests=1.0, address=ELSEWHERE) as at:
        codes = [at.client.get("/api/games").status_code for _ in range(12)]
        assert codes[0] == 200
        assert codes[-1] == 429


ASKED = {"game": "onda", "options": {"players": 2}, "seats": ["human", "human"]}


def test_one_address_cannot_take_all_games() -> None:
    with house(games=8, address=ELSEWHERE) as at:
        for _ in range(2):
            at.begin("onda", ["human", "human"])
        assert at.refused(503, **ASKED) == "there are already 2 games from your address; the limit is 2 at once"
        begin = lambda owner: at.client.portal.call(at.lobby.begin, lambda: make_wanted_table(at.lobby, ASKED), owner)
        for number in range(6):
            begin(f"192.0.2.{2 + number // 2}")
        with pytest.raises(Refused, match="there are already 8 games; the limit is 8 at once"):
            begin("")
        at.lobby._entries[1].touched -= 7200  # everybody has left it
        dropped, kept = at.lobby._entries[1], at.lobby._entries[0]
        at.begin("onda", ["human", "human"])
        assert dropped not in at.lobby._entries
        assert kept in at.lobby._entries
    with house(begins=0.05, address=ELSEWHERE) as at:
        for _ in range(5):
            at.begin("onda", ["human", "human"])
        assert at.refused(429, **ASKED) == "too many games were begun; the limit is one in 20 seconds"


def test_this_machine_may_begin_all_games() -> None:
    with house(games=8, begins=0.01, requests=0.01) as at:
        for _ in range(8):
            at.begin("onda", ["human", "human"])
        assert "the limit is 8 at once" in at.refused(503, **ASKED)


def test_a_refused_request_drops_no_game() -> None:
    with house(games=1) as at:
        links = at.begin("tacta", ["greedy", "greedy"])
        entry, _ = at.lobby.find(links[None])
        with at.socket(links[None]) as socket:
            while not socket.until("state")["over"]:
                pass
        assert comes_true(lambda: not entry.watchers)
        assert "no game 'chess'" in at.refused(game="chess")
        assert at.lobby.find(links[None]) == (entry, None)
        at.begin("onda", ["human", "human"])
        with pytest.raises(Refused):
            at.lobby.find(links[None])


def test_sockets_of_one_address_are_limited() -> None:
    """Behind a proxy its connections are those of all: so what an address has open is counted once more."""
    from starlette.testclient import WebSocketDenialResponse

    with house(connections_per_address=2, address=ELSEWHERE) as at:
        links = at.begin("onda", ["human", "human"])
        with at.socket(links[0]) as one, at.socket(links[1]):
            with pytest.raises(WebSocketDenialResponse) as refused, at.socket(links[0]):
                pass
            assert refused.value.status_code == 429
            one.until("state")
        at.begin("onda", ["human", "human"])


def test_buckets() -> None:
    bucket = Bucket(rate=1e-9, burst=3)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    assert Bucket(rate=1e9, burst=1e9).take()


def test_floods_of_messages_are_answered_then_ended() -> None:
    from starlette.websockets import WebSocketDisconnect

    with house(rate=0.001, burst=5) as at:
        links = at.begin("onda", ["human", "human"])
        with at.socket(links[0]) as socket:
            socket.until("state")
            for _ in range(4):
                assert socket.answer(type="ping")["type"] == "pong"
            assert socket.answer(type="ping")["error"].startswith("too many messages; the limit")
            with pytest.raises(WebSocketDisconnect):  # noqa: PT012
                for _ in range(60):
                    socket.send(type="ping")
                while True:
                    socket.next()


def test_a_socket_joins_soon_or_is_closed() -> None:
    with house(join=0.05) as at, at.client.websocket_connect("ws://127.0.0.1:8765/socket") as raw:
        assert json.loads(raw.receive_text())["error"].endswith("within 0.05 seconds")


def test_messages_are_read_strictly() -> None:
    for data, words in (
        ("", "not JSON"), ("1", "must be a JSON object"), ('{"a":1,"a":2}', "twice"), ('{"a":' * 13 + "1" + "}" * 13, "12 levels"),
        ("\ud800", "not JSON"), ("x" * MOST_MESSAGE + "y", "the limit is"), (b"\x80", "not JSON"),
    ):  # fmt: skip
        with pytest.raises(Refused, match=words):
            read_object(data)
    assert read_object('{"a":' * 12 + "1" + "}" * 12)


# Strangers in numbers


def hostile(numbers: SplitMix64, links: list[str]) -> dict[str, Any] | str | bytes:
    """A message of somebody who means no good, or of a page of another version."""
    words = [
        "join",
        "move",
        "look",
        "hint",
        "review",
        "reveal",
        "ping",
        "",
        "état",
        None,
        5,
        [],
        {},
        "__proto__",
        "a" * 300,
    ]
    values = [0, 1, -1, 2**31, 2**70, 1.5, True, None, "0", "", "../../x", [1], {"a": {}}, "\x00", "😀" * 50, *links]
    kind = numbers.below(10)
    pick = lambda items: items[numbers.below(len(items))]
    if kind == 0:
        return bytes(numbers.below(256) for _ in range(numbers.below(60)))
    if kind == 1:
        return "".join(chr(numbers.below(0xD000)) for _ in range(numbers.below(60)))
    if kind == 2:
        return "[" * numbers.below(3000)
    if kind == 3:
        return json.dumps(pick(values))
    fields = ["step", "action", "on", "token", "seat", "type", "x"]
    message = {pick(fields): pick(values) for _ in range(numbers.below(4))}
    message["type"] = pick(words)
    if kind == 4:
        return json.dumps(message)[: numbers.below(40)]
    return message


def check_error(answer: dict[str, Any]) -> bool:
    """Return whether it is an error, and check that its text is there and isn't long."""
    assert answer["type"] in ("error", "pong", "look")
    if answer["type"] != "error":
        return False
    assert 0 < len(answer["error"]) < 3000
    return True


def test_hostile_messages_are_answered_and_the_game_goes_on() -> None:
    numbers = SplitMix64(31)
    with house() as at:
        links = at.begin("tacta", ["human", "human"], seed=1)
        entry, _ = at.lobby.find(links[0])
        start = entry.table.state.serialize()
        with at.socket(links[1 - entry.table.mover]) as socket:
            socket.until("state")
            errors = 0
            for _ in range(1000):
                message = hostile(numbers, ["x" * 32, ""])
                if isinstance(message, bytes):
                    socket.raw.send_bytes(message)
                else:
                    socket.raw.send_text(message if isinstance(message, str) else json.dumps(message))
                errors += check_error(json.loads(socket.raw.receive_text()))
            assert errors > 800
        assert entry.table.state.serialize() == start
        with at.socket(links[entry.table.mover]) as socket:
            state = socket.my_turn()
            socket.send(type="move", step=state["step"], action=state["moves"][0][0])
            assert socket.until("state")["step"] == state["step"] + 1


class Wire:
    """The other end of a socket, without what carries it: some hundred times as quick."""

    def __init__(self, first: str, messages: Iterator[dict[str, Any] | str | bytes]) -> None:
        self._messages, self.scope = chain([first], messages), {}
        self.heard: Counter[str] = Counter()

    async def accept(self) -> None:
        return

    async def close(self, code: int) -> None:
        raise AssertionError(code)

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(0)
        message = next(self._messages, None)
        if message is None:
            return {"type": "websocket.disconnect"}
        if isinstance(message, bytes):
            return {"type": "websocket.receive", "bytes": message}
        return {"type": "websocket.receive", "text": message if isinstance(message, str) else json.dumps(message)}

    async def send_text(self, words: str) -> None:
        answer = json.loads(words)
        self.heard[answer["type"]] += 1
        if answer["type"] not in ("table", "state"):
            check_error(answer)


@pytest.mark.slow
def test_a_hundred_thousand_hostile_messages(name: str) -> None:
    """20,000 for each game; each gets one answer, and nothing of the game changes."""
    count, numbers = 20_000, SplitMix64(33)

    async def run() -> Counter[str]:
        lobby = Lobby(Limits(**FREE))
        game = uneri.load_game(name, players=2)
        entry = lobby.begin(lambda: Table(game, 5, ["human", "human"], hints=False))
        start = entry.table.state.serialize()
        # Not of the seat whose turn it is: some message would be a move.
        seat = next(seat for seat in (0, 1) if entry.table.turn_of(seat) is None)
        join = json.dumps({"type": "join", "token": entry.tokens[seat]})
        wire = Wire(join, (hostile(numbers, ["x" * 32]) for _ in range(count)))
        await Session(lobby, wire).run()  # type: ignore[arg-type]
        assert entry.table.state.serialize() == start
        assert not entry.watchers
        return wire.heard

    heard = asyncio.run(run())
    answers = heard["error"] + heard["pong"] + heard["look"]
    assert answers == count
    assert heard["error"] > 0.8 * count
    print(f"{name}: {dict(heard)}")


@pytest.mark.parametrize("count", [150, pytest.param(1000, marks=pytest.mark.slow)])
def test_hostile_requests_are_answered_and_the_server_goes_on(count: int) -> None:
    numbers = SplitMix64(32)
    pick = lambda items: items[numbers.below(len(items))]
    paths = [
        "/",
        "/api/begin",
        "/api/standings",
        "/api/games",
        "/record/x",
        "/replay/%00",
        "/socket",
        "/../x",
        "/table",
        "/é",
        "/" + "y" * 3000,
    ]
    with house() as at:
        links = at.begin("onda", ["human", "human"], options=SHORT["onda"])
        for _ in range(count):
            headers = {}
            if numbers.below(3) == 0:
                headers["host"] = pick(["evil", "127.0.0.1", "[::1]", "localhost:99999", "a b"])
            if numbers.below(4) == 0:
                headers["origin"] = pick(["null", "http://evil", BASE, "x"])
            headers["content-type"] = pick(["application/json", "text/html", "", "application/json; charset=x"])
            message = hostile(numbers, list(links.values()))
            content = (
                message
                if isinstance(message, bytes)
                else (message if isinstance(message, str) else json.dumps(message)).encode()
            )
            answer = at.client.request(
                pick(["GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"]),
                pick(paths),
                content=content,
                headers=headers,
            )
            assert answer.status_code < 500
            if answer.status_code >= 400:
                assert answer.json()["error"]
        still_there(at, links[0])


def still_there(at: House, token: str) -> None:
    with at.socket(token) as socket:
        assert socket.until("state")["step"] == 0
