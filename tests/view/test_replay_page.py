"""Pages of replays: one file, small, well-formed, escaped, and silent about what a seat may not know."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import tracemalloc
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

import uneri
from _pages import unfold, unpacked
from uneri import records
from uneri._util.winners import winners
from uneri.records.replay import story_of
from uneri.registry import game_module
from uneri.testing import SplitMix64
from uneri.view.replay_page import Film, Pieces, packed, replay_page

FEW = {"namima": {"games": 1}, "solo": {"max_rounds": 1}, "onda": {"rounds": 2}}
VOID = {"meta", "input", "br", "path"}
BASE, PLY = 150_000, 1_500  # bytes: of a page at most, and more for each ply
HOSTILE = "</script><script>alert('&\"')</script><!--\x00\u2028"


class Tags(HTMLParser):
    """Elements in order; what isn't closed in its turn is a fault."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.seen:
            tag, attributes = self.seen[-1]
            place = attributes.get("id") or tag
            self.texts[place] = self.texts.get(place, "") + data


def record_of(name: str, players: list[str] | None = None) -> records.Record:
    game = uneri.load_game(name, players=2, **FEW.get(name, {}))
    return records.record(game, ["greedy", "random"], seed=5, views=False, names=players)


@pytest.fixture(scope="module")
def played() -> dict[str, records.Record]:
    return {name: record_of(name) for name in uneri.games()}


def data_of(page: str) -> Any:
    return unpacked(Tags(page).texts["data"])


def positions(record: records.Record) -> Iterator[tuple[Any, tuple[int, int] | None]]:
    state = record.load_game().new_initial_state()
    for outcome in record.deal.chance:
        state.apply_action(outcome)
    yield state, None
    for move in record.moves:
        for action in (move.action, *move.chance):
            state.apply_action(action)
        yield state, (move.seat, move.action)


def test_a_page_has_every_picture_and_move(name: str, played: dict[str, records.Record]) -> None:
    record = played[name]
    page = record.to_html()
    assert page == record.to_html()
    print(f"{name}: {len(page) / 1e3:.0f} kB for {len(record)} moves")
    assert len(page.encode()) <= BASE + PLY * len(record)
    data = data_of(page)
    (game,) = data["games"]
    views = {view["seat"]: unfold(view["frames"], data["pieces"]) for view in game["views"]}
    assert list(views) == [None, 0, 1]
    for step, (state, last) in enumerate(positions(record)):
        assert views[None][step] == state.to_svg(last=last, names=record.players)
        if step % 7 == 0:
            for seat in (0, 1):
                shown = views[seat][step]
                allowed = {state.to_svg(seat, last=about, names=record.players) for about in (last, None)}
                assert shown in allowed
    assert {len(found) for found in views.values()} == {len(record) + 1}
    assert [(event["seat"], event["text"]) for event in game["events"]] == [(m.seat, m.text) for m in record.moves]
    assert game["won"] == winners(record.replay())
    assert game["scores"][-1][1] == list(record.returns)
    assert [number for number, _ in game["rounds"]] == list(range(1, len(game["rounds"]) + 1))
    assert (name == "onda") == (len(game["rounds"]) == 2)


def test_a_seats_page_tells_what_the_seat_saw(name: str, played: dict[str, records.Record]) -> None:
    record = played[name]
    hidden = 0
    for seat in (0, 1):
        page = record.to_html(seat)
        assert len(page.encode()) <= BASE + PLY * len(record)
        data = data_of(page)
        (game,) = data["games"]
        seen = record.view(seat)
        assert [(event["seat"], event["text"]) for event in game["events"]] == [(e.seat, e.text) for e in seen[1:]]
        assert all(set(event) == {"seat", "text"} for event in game["events"])
        (view,) = game["views"]
        assert view["seat"] == seat
        assert "seed" not in game["facts"]
        # The steps are those that the seat noticed; its pictures are those of the positions after them.
        pictures = iter(unfold(view["frames"], data["pieces"]))
        events = iter(seen)
        expected = next(events)
        for state, last in positions(record):
            now = {key: value for key, value in state.to_dict(seat).items() if key != "options"}
            if expected is not None and now == expected.view and (last is None) == (expected is seen[0]):
                told = last if expected.seat is not None else None
                assert next(pictures) == state.to_svg(seat, last=told, names=record.players)
                expected = next(events, None)
        assert expected is None
        hidden += sum(event.text is None for event in seen[1:])
    # What others did in secret is there for nobody else to read.
    assert hidden > 0 or name in ("tacta", "solo", "namima")


class OtherWorlds:
    """A record whose positions are others that a seat can't tell from the true ones."""

    def __init__(self, record: records.Record, seat: int) -> None:
        self.record, self.seat, self.players, self.seed = record, seat, record.players, record.seed
        self.headers, self.deal, self.end_notes = record.headers, record.deal, record.end_notes
        self.positions = self.differ = 0

    def __len__(self) -> int:
        return len(self.record)

    def _played(self, *, views: bool) -> Iterator[tuple[Any, uneri.State]]:
        for number, (event, state) in enumerate(self.record._played(views=views)):
            world = state.resample_from_infostate(self.seat, number)
            self.positions += 1
            self.differ += world != state
            yield event, world


@pytest.mark.parametrize(
    "count", [30, pytest.param(int(os.environ.get("UNERI_POSITIONS", "200")), marks=pytest.mark.slow, id="many")]
)
def test_a_seats_page_is_the_same_in_every_world(name: str, count: int) -> None:
    numbers = SplitMix64(31)
    positions = differ = 0
    while positions < count:
        options = game_module(name).random_options(numbers, {}) if numbers.below(3) else FEW.get(name, {})
        game = uneri.load_game(name, **options)
        bots = ["random"] * game.num_players
        full = records.record(game, bots, seed=numbers.below(1 << 32), views=False)
        actions = [move.action for move in full.moves[: 1 + numbers.below(60)]]
        record = records.Record.from_actions(game, actions, seed=full.seed)
        other = OtherWorlds(record, numbers.below(game.num_players))
        for line in ("game", "deal", "end", 0):
            record = record.annotate(line, comment="who holds what")
        record = record.annotate(0, marks=["?"])
        assert replay_page([story_of(other, other.seat)]) == replay_page([story_of(record, other.seat)])
        positions, differ = positions + other.positions, differ + other.differ
    print(f"{name}: {positions} positions, {differ} of them with something hidden")
    assert differ > 0 or name == "tacta"


def test_returns_on_the_way_are_no_secret(name: str) -> None:
    """A seat's page shows the points so far: they are the same in every world that the seat can't tell apart."""
    numbers = SplitMix64(3)
    for _ in range(4):
        options = game_module(name).random_options(numbers, {})
        state = uneri.load_game(name, **options).new_initial_state(numbers.below(1 << 32))
        for step in range(400):
            if state.is_terminal():
                break
            legal = state.legal_actions()
            state.apply_action(legal[numbers.below(len(legal))])
            if step % 20 == 0:
                for seat in range(state.game.num_players):
                    assert state.resample_from_infostate(seat, step).returns() == state.returns()


def test_a_page_loads_nothing_and_runs_only_its_own_script() -> None:
    page = record_of("tacta").to_html(0)
    tags = Tags(page)
    script = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script[0].encode()).digest()).decode()
    assert len(script) == 1
    policy = next(a["content"] for t, a in tags.seen if a.get("http-equiv") == "Content-Security-Policy")
    assert f"script-src 'sha256-{digest}';" in str(policy)
    assert str(policy).startswith("default-src 'none'; ")
    for tag, attributes in tags.seen:
        assert tag not in ("link", "img", "iframe", "a")
        assert not [a for a in attributes if a.startswith("on") or a in ("src", "href", "style")]
    assert set(re.findall(r"https?://[\w./]*", page)) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in page
    labelled = {attributes["for"] for tag, attributes in tags.seen if tag == "output"}
    assert labelled == {"slider"}
    for tag, attributes in tags.seen:
        if tag == "button" or attributes.get("type") == "range":
            assert attributes["aria-label"]


def test_own_colours_are_those_of_page_and_pictures(name: str, played: dict[str, records.Record]) -> None:
    colors = {"ground": "#123456", "panel": ("#abcdef", "#fedcba")}
    page = played[name].to_html(0, colors=colors)
    assert page.count("--ground:#123456;") == 2
    assert "--panel:#fedcba;" in page.partition("@media")[2]
    data = data_of(page)
    state = played[name].replay()
    last = unfold(data["games"][0]["views"][0]["frames"], data["pieces"])[-1]
    assert "f_panel{fill:#abcdef}" in last
    assert last in {
        state.to_svg(0, last=about, names=played[name].players, colors=colors)
        for about in (None, (played[name].moves[-1].seat, played[name].moves[-1].action))
    }
    with pytest.raises(ValueError, match="colors has 'x'"):
        played[name].to_html(colors={"x": "#fff"})


def test_names_and_notes_are_escaped() -> None:
    record = record_of("tacta", [HOSTILE, "Ben"])
    page = record.to_html(views=False)
    assert "alert(" not in page
    assert [tag for tag, _ in Tags(page).seen].count("script") == 2
    assert data_of(page)["games"][0]["players"][0] == HOSTILE
    board = uneri.tidal.default_board() | {"name": "<b>&$title"}
    own = records.Record.from_actions(uneri.load_game("tidal", board=board), [], seed=1)
    for title in (own.to_html(views=False), replay_page([story_of(own, views=False)] * 2)):
        assert "<b>" not in title
        Tags(title)


def test_several_games_and_unfinished_ones() -> None:
    first, second = record_of("tacta"), record_of("onda")
    left = records.Record.from_actions(second.load_game(), [m.action for m in second.moves[:9]], seed=5)
    page = replay_page([story_of(record, views=False, notes=["a <note>"]) for record in (first, left)])
    data = data_of(page)
    assert [game["over"] for game in data["games"]] == [True, False]
    assert data["games"][1]["won"] == [False, False]
    assert [len(game["views"][0]["frames"]) for game in data["games"]] == [len(first) + 1, 10]
    assert "<note>" not in page
    wrong = records.Record.from_actions(second.load_game(), [], seed=5)
    with pytest.raises(ValueError, match="allowed: 0 to 1"):
        wrong.to_html(2)


def test_folding_pictures_is_undone() -> None:
    numbers = SplitMix64(9)
    for _ in range(300):
        pictures = ["".join(f"<{numbers.below(3)}>" for _ in range(numbers.below(9))) for _ in range(6)]
        pieces = Pieces()
        folded = unpacked(packed(pieces.fold(Film(pictures))))
        assert unfold(folded, pieces.texts()) == pictures


def test_a_film_keeps_what_differs() -> None:
    """A long game has thousands of pictures, nearly alike."""
    head = "".join(f"<rect x='{n}'/>" for n in range(1000))
    tracemalloc.start()
    film = Film(f"<svg>{head}<text>{n % 50}</text></svg>" for n in range(500))
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(film.folded) == 500
    assert size < 20 * len(head)
