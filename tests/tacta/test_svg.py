"""Pictures of TACTA against the state: where cards lie, what of them is seen, who may see it, how large and how fast they are."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import uneri
from _commands import run_uneri
from _play import random_game
from uneri import tacta
from uneri._util.interrupts import Interrupts
from uneri.bots import RandomBot
from uneri.cli.play import TerminalGame, write_watch_page
from uneri.tacta.picture import ranges
from uneri.tacta.plane import plane_of, pose_of, real
from uneri.testing import stream
from uneri.view import PALETTE

BACKENDS = ("core", "reference")
SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.02  # pictures have two digits after the point

GAMES: list[dict[str, Any]] = [
    {},
    {"players": 4},
    {"players": 6, "suits": "ct"},
    {"players": 3, "outer_cards": "owner"},
    {"players": 12, "mode": "team_up", "suits": "s", "table": "600x500"},
    {"mode": "free_play", "table": "420x340"},
    {"players": 3, "mode": "sabotage", "outer_cards": "owner"},
    {"players": 2, "suits": "t", "deck": tacta.random_deck(stream(3, 1))},
    {"players": 3, "mode": "limited_space", "deck": tacta.random_deck(stream(3, 4))},
]
IDS = [
    ",".join(str(value) for name, value in options.items() if name != "deck") + "-deck" * ("deck" in options)
    for options in GAMES
]


def load(backend: str, **options: Any) -> Any:
    return uneri.load_game("tacta", backend=backend, **options)


def some_states(backend: str, options: dict[str, Any]) -> list[Any]:
    """The start, the end and some between."""
    every = random_game(load(backend, **options), 5)
    return [*every[:-1:7], every[-1]]


def cls(element: ET.Element) -> list[str]:
    return element.get("class", "").split()


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in cls(element)]


def matrix(element: ET.Element) -> tuple[float, ...]:
    text = element.get("transform", "")
    assert text.startswith("matrix(")
    return tuple(float(part) for part in text[7:-1].split(","))


def moved(turn: tuple[float, ...], x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = turn
    return a * x + c * y + e, b * x + d * y + f


def points(element: ET.Element) -> list[tuple[float, float]]:
    pairs = [pair.split(",") for pair in element.get("points", "").split()]
    return [(float(x), float(y)) for x, y in pairs]


def near(one: list[tuple[float, float]], two: list[tuple[float, float]]) -> bool:
    """The same corners, in any order."""
    return len(one) == len(two) and all(min(math.dist(p, q) for q in two) < NEAR for p in one)


# ----------------------------------------------------------------------------------------------------------------
# Cards
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES, ids=IDS)
def test_cards_shapes_and_dots(backend: str, options: dict[str, Any]) -> None:
    for state in some_states(backend, options):
        data = state.to_dict()
        root = ET.fromstring(tacta.to_svg(state))
        cards = of_class(root, "tacta-card")
        assert [int(card.get("data-card", "")) for card in cards] == list(range(len(data["placed"])))  # the z order
        plane = plane_of(data["options"])
        for card, entry in zip(cards, data["placed"], strict=True):
            expected = plane.matrix(pose_of(entry))
            assert matrix(card) == pytest.approx(expected, abs=NEAR)
            shapes = plane.cards[entry["card"]] if entry["card"] >= 0 else [(slot, 0) for slot in plane.start]
            for status in ("open", "locked"):
                drawn = [points(shape) for shape in of_class(card, f"tacta-{status}")]
                wanted = [
                    list(plane.slots[slot].polygon)
                    for (slot, _), now in zip(shapes, entry["status"], strict=True)
                    if now == status
                ]
                assert len(drawn) == len(wanted)
                assert all(near(one, two) for one, two in zip(drawn, wanted, strict=True))
            by_status = {"open": 0, "locked": 0, "covered": 0}
            for (_, dots), status in zip(shapes, entry["status"], strict=True):
                by_status[status] += dots
            dots, locked = len(of_class(card, "tacta-dot")), len(of_class(card, "tacta-locked-dot"))
            assert (dots, locked) == (by_status["open"] + by_status["locked"], by_status["locked"])
        dots = [len(of_class(card, "tacta-dot")) for card in cards]
        by_colour = [0] * len(tacta.visible(state))
        for entry, count in zip(data["placed"][1:], dots[1:], strict=True):
            by_colour[entry["colour"]] += count
        assert by_colour == tacta.visible(state)


@pytest.mark.parametrize("options", GAMES, ids=IDS)
def test_joints_lie_on_the_shapes_they_cover(backend: str, options: dict[str, Any]) -> None:
    data = random_game(load(backend, **options), 6)[-1].to_dict()
    cards = of_class(ET.fromstring(tacta.to_svg(load(backend, **options).state_from_dict(data))), "tacta-card")
    plane, diagonal = plane_of(data["options"]), 0
    for card, entry in zip(cards, data["placed"], strict=True):
        if entry["parent"] < 0:
            assert not of_class(card, "tacta-locked")
            continue
        (joint,) = of_class(card, "tacta-locked")
        parent = data["placed"][entry["parent"]]
        below = plane.slots[plane.slot_of(parent, entry["parent_shape"])]
        turn = matrix(cards[entry["parent"]])
        assert near([moved(matrix(card), *p) for p in points(joint)], [moved(turn, *p) for p in below.polygon])
        diagonal += (entry["k"] - parent["k"]) % 2
    assert diagonal > 0


@pytest.mark.parametrize("options", GAMES, ids=IDS)
def test_no_dot_is_hidden_by_a_later_card(backend: str, options: dict[str, Any]) -> None:
    """I2 on the picture itself: all dots drawn stay in sight, whatever is drawn above them. Positions of dots are free in a
    deck, so this asks for those of the built-in one."""
    if "deck" in options:
        options = {name: value for name, value in options.items() if name != "deck"}
    for state in random_game(load(backend, **options), 7)[-1:]:
        root = ET.fromstring(tacta.to_svg(state))
        cards = of_class(root, "tacta-card")
        sizes = [rect for rect in cards[0] if rect.tag == f"{SVG}rect"]
        left, top, w, h = (float(sizes[0].get(name, "0")) for name in ("x", "y", "width", "height"))
        for index, card in enumerate(cards):
            spots = [
                moved(matrix(card), float(d.get("cx", "")), float(d.get("cy", ""))) for d in of_class(card, "tacta-dot")
            ]
            for later in cards[index + 1 :]:
                a, b, c, d, e, f = matrix(later)
                for x, y in spots:
                    # The inverse of a rotation or reflection is its transpose.
                    u, v = a * (x - e) + b * (y - f), c * (x - e) + d * (y - f)
                    assert not (left < u < left + w and top < v < top + h)


# ----------------------------------------------------------------------------------------------------------------
# Marks
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES, ids=IDS)
def test_candidates_and_the_last_move(backend: str, options: dict[str, Any]) -> None:
    for state in some_states(backend, options):
        data = state.to_dict()
        root = ET.fromstring(state.to_svg())
        legal = tacta.legal_actions(state)
        moves = [tacta.decode(state.game, action) for action in legal]
        lays = any(isinstance(move, tacta.Connect | tacta.Free) for move in moves)
        places = of_class(root, "tacta-place")
        named = [name for place in places for name in str(place[0].text).split(", ")]
        assert sorted(named) == sorted(state.action_to_string(action) for action in legal) if lays else named == []
        aims = {(move.target, move.shape) for move in moves if isinstance(move, tacta.Connect)}
        assert len(of_class(root, "tacta-aim")) == len(aims)
        assert len(of_class(root, "tacta-last")) == (len(data["placed"]) > 1)
        plane = plane_of(data["options"])
        if len(data["placed"]) > 1:
            (last,) = of_class(root, "tacta-last")
            assert near(points(last), plane.corners(pose_of(data["placed"][-1]), plane.margin + 2))
        for place in places:
            for name in str(place[0].text).split(", "):
                check_place(state, data, points(place), name)
        assert not of_class(ET.fromstring(tacta.to_svg(state, candidates=[])), "tacta-place")
        if lays:
            root = ET.fromstring(tacta.to_svg(state, candidates=legal[:1]))
            assert len(of_class(root, "tacta-place")) == 1


def check_place(state: Any, data: dict[str, Any], drawn: list[tuple[float, float]], name: str) -> None:
    """The frame drawn for a move is the one in which the card comes to lie."""
    world = state.clone()
    world.apply_action(world.parse_action(name))
    placed = world.to_dict()["placed"]
    if len(placed) <= len(data["placed"]):  # the round is over and the table cleared
        return
    assert near(drawn, plane_of(data["options"]).corners(pose_of(placed[len(data["placed"])]), 0))


def test_candidates_are_legal(backend: str) -> None:
    state = load(backend).new_initial_state(seed=1)
    wrong = next(action for action in range(7395) if not state.is_legal(action))
    with pytest.raises(ValueError, match=f"candidates must be legal actions of the seat to move, not {wrong}"):
        tacta.to_svg(state, candidates=[wrong])
    with pytest.raises(TypeError, match=r"candidate must be .*, not 1.0 \(float\)"):
        tacta.to_svg(state, candidates=[1.0])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="seat is 2; allowed: 0 to 1"):
        tacta.to_svg(state, 2)
    with pytest.raises(TypeError, match="must be a state of tacta"):
        tacta.to_svg(uneri.load_game("onda").new_initial_state(seed=1))


# ----------------------------------------------------------------------------------------------------------------
# What a seat may see
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{"players": 3, "outer_cards": "owner"}, {"players": 3, "mode": "sabotage"}], ids=str
)
def test_pictures_tell_nothing_that_is_hidden(backend: str, options: dict[str, Any]) -> None:
    differ = 0
    every = random_game(load(backend, **options), 8)
    for number, state in enumerate([*every[:4], *every[4::7]]):
        for seat in range(3):
            world = state.resample_from_infostate(seat, number)
            assert state.to_svg(seat) == world.to_svg(seat)
            differ += state.to_svg() != world.to_svg()
    assert differ > 0


def test_a_seat_sees_its_own_moves_only(backend: str) -> None:
    state = load(backend, outer_cards="owner").new_initial_state(seed=1)
    mover = state.current_player()
    assert 'class="tacta-place ' in state.to_svg(mover)
    assert 'class="tacta-place ' not in state.to_svg(1 - mover)
    assert 'class="tacta-place ' in load(backend).new_initial_state(seed=1).to_svg(0)


# ----------------------------------------------------------------------------------------------------------------
# The text
# ----------------------------------------------------------------------------------------------------------------


def test_states_show_themselves(backend: str) -> None:
    state = load(backend).new_initial_state(seed=1)
    assert state.to_svg() == state.to_svg(seat=None) == state._repr_svg_() == tacta.to_svg(state)
    assert state.to_svg(0) == tacta.to_svg(state, 0)


def test_numbers_of_moves_and_shapes(backend: str) -> None:
    """A move can be found in the picture: its number on the place, its shapes by their ids."""
    state = random_game(load(backend), 9)[24]
    legal = state.legal_actions()
    root = ET.fromstring(state.to_svg(moves=legal))
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    shown: list[int] = []
    for place in of_class(root, "tacta-place"):
        named = str(place[0].text).split(", ")
        numbers = [number for number, action in enumerate(legal, 1) if state.action_to_string(action) in named]
        assert ranges(numbers) in texts
        shown += numbers
    assert sorted(shown) == list(range(1, len(legal) + 1))
    for action in legal:
        move = tacta.decode(state.game, action)
        assert isinstance(move, tacta.Connect)
        assert f"{move.target}.{move.shape}" in texts
        assert texts.count(str(move.own_shape)) >= 1
    assert "candidate" not in state.to_svg(moves=legal[:1])
    assert len(of_class(ET.fromstring(state.to_svg(moves=legal[:1])), "tacta-place")) == 1
    assert ranges([1, 2, 3, 8]) == "1-3 8"


def test_both_backends_draw_alike() -> None:
    pictures = {
        tuple(state.to_svg() for state in random_game(load(backend, players=3), 9)[::9]) for backend in BACKENDS
    }
    assert len(pictures) == 1


@pytest.mark.parametrize("options", GAMES, ids=IDS)
def test_nothing_from_outside_and_nothing_that_runs(backend: str, options: dict[str, Any]) -> None:
    text = random_game(load(backend, **options), 10)[-1].to_svg()
    root = ET.fromstring(text)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "style", "g", "rect", "path", "polygon", "circle", "text"}
    names = {name for element in root.iter() for name in element.attrib}
    assert not [name for name in names if "href" in name or name in ("style", "id") or name.startswith("on")]
    left, top, width, height = (float(part) for part in root.get("viewBox", "").split())
    for card in of_class(root, "tacta-card"):
        x, y = matrix(card)[4:]
        assert left <= x <= left + width
        assert top <= y <= top + height


def test_the_whole_table(backend: str) -> None:
    state = load(backend, players=4).new_initial_state(seed=1)
    part, whole = (ET.fromstring(tacta.to_svg(state, whole_table=every)) for every in (False, True))
    left, top, width, _ = (float(x) for x in whole.get("viewBox", "").split())
    assert (left, top, width) == (-806, -606, 1612)
    assert float(part.get("viewBox", "").split()[2]) < 1000
    borders = [element.get("d", "").count("M") for root in (part, whole) for element in of_class(root, "tacta-border")]
    assert borders == [0, 4]


def test_size_of_a_final_table(backend: str) -> None:
    """The bar with four seats. `uneri bench tacta` has the time, of which 20 ms are allowed."""
    state = random_game(load(backend, players=4), 3)[-1]
    assert state.is_terminal()
    assert len(state.to_svg().encode()) <= 300_000


# ----------------------------------------------------------------------------------------------------------------
# Colours
# ----------------------------------------------------------------------------------------------------------------

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
VISIONS = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no L cones": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no M cones": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no S cones": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(colour: list[float]) -> tuple[float, float, float]:
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(a * max(b, 0.0) for a, b in zip(row, colour, strict=True)) for row in rows]
    x, y, z = (
        (v / white) ** (1 / 3) if v / white > 0.008856 else 7.787 * v / white + 16 / 116
        for v, white in zip(xyz, (0.9505, 1.0, 1.089), strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("side", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("vision", VISIONS)
def test_colours_differ_for_every_vision(vision: str, side: int) -> None:
    seen = []
    for colour in range(6):
        parts = linear(PALETTE[f"colour{colour}-edge"][side])
        seen.append(lab([sum(a * b for a, b in zip(row, parts, strict=True)) for row in VISIONS[vision]]))
    assert len(seen) == 6
    # About 2.3 is a difference that is just noticed (CIE 1976).
    assert min(math.dist(one, two) for one, two in combinations(seen, 2)) > 10


def test_every_colour_has_a_sign(backend: str) -> None:
    root = ET.fromstring(random_game(load(backend, players=6), 4)[-1].to_svg())
    cards = of_class(root, "tacta-card")[1:]
    shapes = {name: set() for name in tacta.SIGN_NAMES}  # type: dict[str, set[str]]
    for name in tacta.SIGN_NAMES:
        signs = of_class(root, f"tacta-sign-{name}")
        assert len(signs) == 18 + 1  # its cards and its seat
        shapes[name] = {sign.get("d", "") for sign in signs}
    assert len({min(drawn) for drawn in shapes.values()}) == 6
    assert all(len(drawn) == 1 for drawn in shapes.values())
    assert len(cards) == 108


# ----------------------------------------------------------------------------------------------------------------
# The command line
# ----------------------------------------------------------------------------------------------------------------


def test_play_writes_a_picture_after_each_move(
    backend: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(backend, mode="quick", suits="c")
    path, written = tmp_path / "table.svg", []
    original = Path.write_bytes

    def remember(self: Path, data: bytes) -> int:
        if data.startswith(b"<svg"):
            written.append(data.decode())
        return original(self, data)

    monkeypatch.setattr(Path, "write_bytes", remember)
    TerminalGame(game, 4, None, {0: RandomBot(seed=1), 1: RandomBot(seed=2)}, path, Interrupts()).play()
    monkeypatch.undo()
    said = capsys.readouterr().out
    assert said.count(f"picture: {path}") == len(written) == 13  # before the first of twelve moves, and after each
    counts = [len(of_class(ET.fromstring(text), "tacta-card")) for text in written]
    assert counts == list(range(1, 14))
    assert path.read_text(encoding="utf-8") == written[-1]


def test_a_page_follows_the_picture(tmp_path: Path) -> None:
    picture = tmp_path / "a table & more.svg"
    page = write_watch_page(picture)
    assert page == tmp_path / "a table & more.html"
    text = page.read_text("utf-8")
    assert '<img id="picture" src="a%20table%20%26%20more.svg" alt=' in text
    assert "<title>a table &amp; more.svg</title>" in text
    assert write_watch_page(picture) == page  # its own page is written anew
    assert write_watch_page(tmp_path / "plain") == tmp_path / "plain.html"
    page.write_text("my own notes", encoding="utf-8")
    assert write_watch_page(picture) is None
    assert page.read_text("utf-8") == "my own notes"


def test_play_goes_on_where_no_picture_can_be_written(
    backend: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = load(backend, mode="quick", suits="c")
    assert TerminalGame(game, 4, None, {0: RandomBot(seed=1), 1: RandomBot(seed=2)}, tmp_path, Interrupts()).play() == 0
    said = capsys.readouterr().out
    assert said.count("no picture: ") == 1
    assert "seat 1 lays " in said


@pytest.mark.subprocess
def test_the_command_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.svg"
    words = ["play", "tacta", "--seed", "1", "--bots", "random", "--colors", "table=#123456", "--picture"]
    done = run_uneri(*words, path, say="1\n2\nundo\n")
    assert done.returncode == 0, done.stderr
    # At the start, after seat 1 has begun, after two moves of each seat, and after the undo of the last two.
    assert done.stdout.count(f"picture: {path}\n") == 7
    assert done.stdout.count(f"open {path.with_suffix('.html')} in a browser") == 1
    assert len(of_class(ET.fromstring(path.read_text("utf-8")), "tacta-card")) == 1 + 3
    assert ".f_table{fill:#123456}" in path.read_text("utf-8")
    done = run_uneri(*words, "none", say="1\n")
    assert "picture" not in done.stdout


def test_lengths_are_read_as_written() -> None:
    assert real(7) == 7.0
    assert real([40, -18]) == pytest.approx(40 - 18 * 2**0.5)
