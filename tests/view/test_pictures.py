"""Pictures of all games: well-formed, small, quick, the same on both backends, and silent about what a seat may not know."""

from __future__ import annotations

import os
import re
import runpy
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import uneri
from uneri import namima, onda, records, solo
from uneri.bots.players import SEES_ACTION, make_sight
from uneri.namima.cards import game_of, tables_of
from uneri.namima.picture import best_melds
from uneri.registry import game_module
from uneri.testing import SplitMix64
from uneri.tidal import picture as tidal_picture
from uneri.view import PALETTE, THEMES, Svg, frame, layout
from uneri.view.layout import text_width

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "title", "desc", "style", "g", "rect", "path", "polygon", "circle", "text"}
LARGEST = {"tacta": 300_000}  # bytes; others:
LARGE = 120_000
SLOWEST = 0.020  # seconds
COUNTS = [40, pytest.param(int(os.environ.get("UNERI_POSITIONS", "200")), marks=pytest.mark.slow, id="many")]
WITH_HANDS = {"namima": namima.hand_svg, "onda": onda.hand_svg, "solo": solo.hand_svg}


def positions(name: str, count: int, seed: int) -> Iterator[tuple[Any, tuple[int, int] | None]]:
    """States of random games with random options, at the start, under way and at the end; and the last decision."""
    numbers = SplitMix64(seed)
    while count > 0:
        options = game_module(name).random_options(numbers, {}) if numbers.below(3) else {}
        state = uneri.load_game(name, **options).new_initial_state(numbers.below(1 << 32))
        last: tuple[int, int] | None = None
        yield state, last
        count -= 1
        for _ in range(12):
            for _ in range(1 + numbers.below(30)):
                if state.is_terminal():
                    break
                legal = state.legal_actions()
                last = state.current_player(), legal[numbers.below(len(legal))]
                state.apply_action(last[1])
            yield state, last
            count -= 1
            if count <= 0 or state.is_terminal():
                break


def moves_of(state: Any) -> list[int] | None:
    return None if state.is_terminal() else list(state.legal_actions())


def outside(root: ET.Element) -> list[str]:
    """Words that may stick out of the picture, by the widest fonts; groups are turned in TACTA alone."""
    width, height = (float(part) for part in root.get("viewBox", "").split()[2:])
    found = []

    def look(element: ET.Element, x: float, y: float, scale: float) -> None:
        change = re.fullmatch(r"(translate|scale)\((-?[\d.]+)(?: (-?[\d.]+))?\)", element.get("transform", ""))
        if change and change[1] == "scale":
            scale *= float(change[2])
        elif change:
            x, y = x + float(change[2]) * scale, y + float(change[3]) * scale
        if element.tag == f"{SVG}text":
            words, size = element.text or "", float(element.get("font-size", "")) * scale
            wide = text_width(words, size, bold=element.get("font-weight") == "bold") * 0.9
            left = x + float(element.get("x", "")) * scale
            left -= {None: 0.0, "middle": wide / 2, "end": wide}[element.get("text-anchor")]
            at = y + float(element.get("y", "")) * scale
            if left < 0 or left + wide > width or at - size < 0 or at > height:
                found.append(words)
        for child in element:
            look(child, x, y, scale)

    look(root, 0, 0, 1)
    return found


@pytest.mark.parametrize("count", COUNTS)
def test_every_position_is_a_picture(name: str, count: int) -> None:
    times, sizes, slowest = [], [], 0.0
    uneri.load_game(name).new_initial_state(seed=1).to_svg()  # the first picture loads modules
    for number, (state, last) in enumerate(positions(name, count, 11)):
        seat = None if number % 3 == 0 else number % state.game.num_players
        begun = time.process_time()
        drawn = state.to_svg(seat, last=last, moves=moves_of(state) if number % 2 else None, theme=THEMES[number % 3])
        times.append(time.process_time() - begun)
        sizes.append(len(drawn.encode()))
        root = ET.fromstring(drawn)
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= TAGS
        names = {name for element in root.iter() for name in element.attrib}
        assert not [name for name in names if "href" in name or name in ("style", "id") or name.startswith("on")]
        assert root[0].tag == f"{SVG}title"
        assert root[1].tag == f"{SVG}desc"
        assert root[1].text == game_module(name).render(state.to_dict(seat))
        assert "url(" not in drawn
        if name != "tacta":
            assert outside(root) == []
    middle = sorted(times)[len(times) // 2]
    slowest = max(times)
    print(
        f"{name}: {len(sizes)} pictures, {1e3 * middle:.1f} ms in the middle, {1e3 * slowest:.1f} at most; "
        f"{sum(sizes) / len(sizes) / 1e3:.0f} kB on average, {max(sizes) / 1e3:.0f} at most"
    )
    assert max(sizes) <= LARGEST.get(name, LARGE)
    assert middle <= SLOWEST


def test_a_picture_for_a_phone_is_read_in_its_own_size(name: str) -> None:
    """Its parts are no wider than a phone, nothing leaves them, and no text is below 11 pixels (TACTA's table apart)."""
    for place, (state, last) in enumerate(positions(name, 60, 8)):
        seat = place % state.game.num_players
        with frame.drawn_at(frame.NARROW):
            drawn = state.to_svg(seat, last=last)
        root = ET.fromstring(drawn)
        if name != "tacta":
            assert outside(root) == []
        for part in root.iter(f"{SVG}g"):
            if part.get("class") != "part":
                continue
            assert float(part.get("data-box", "").split()[2]) <= frame.NARROW, part.get("data-part")
            sizes = [float(text.get("font-size", 99)) for text in part.iter(f"{SVG}text")]
            if not (name == "tacta" or (name == "tidal" and state.game.options["board"] != "default")):
                assert min(sizes, default=11) >= 11, part.get("data-part")


@pytest.mark.parametrize("count", COUNTS)
def test_a_seat_sees_nothing_that_it_may_not_know(name: str, count: int) -> None:
    """Worlds that a seat can't tell apart look alike to it, its own moves and the last decision included."""
    differ = 0
    for number, (state, last) in enumerate(positions(name, count, 12)):
        seat = number % state.game.num_players
        world = state.resample_from_infostate(seat, number)
        assert state.to_svg(seat, last=last) == world.to_svg(seat, last=last)
        if not state.is_terminal() and state.current_player() == seat:
            assert state.to_svg(seat, moves=moves_of(state)) == world.to_svg(seat, moves=moves_of(world))
        differ += state.to_svg() != world.to_svg()
    print(f"{name}: {count} positions, {differ} of them with something hidden")
    assert differ > 0 or name == "tacta"


def test_secret_decisions_stay_secret(name: str) -> None:
    """What `sight` keeps from a seat isn't told as the last decision, whichever it was."""
    compared = 0
    for state, _ in positions(name, 20, 13):
        if state.is_terminal():
            continue
        sight, mover = make_sight(state.game), state.current_player()
        for seat in range(state.game.num_players):
            if seat == mover:
                continue
            drawn: dict[int, set[str]] = {}
            for action in state.legal_actions():
                drawn.setdefault(sight(state, action, seat), set()).add(state.to_svg(seat, last=(mover, action)))
            for seen, pictures in drawn.items():
                assert seen == SEES_ACTION or len(pictures) == 1
                compared += seen != SEES_ACTION
    assert compared > 0 or name == "tacta"


def test_moves_of_others_are_left_out(name: str) -> None:
    """Moves that only their seat knows are in nobody else's picture. TACTA's lie open."""
    for state, _ in positions(name, 12, 14):
        if state.is_terminal():
            continue
        mover = state.current_player()
        other = (mover + 1) % state.game.num_players
        numbered = state.to_svg(mover, moves=moves_of(state))
        assert ">moves</text>" in numbered
        if name == "tacta":
            continue
        assert state.to_svg(other, moves=moves_of(state)) == state.to_svg(other)


def test_listed_moves_have_their_numbers(name: str) -> None:
    for state, _ in positions(name, 12, 15):
        if state.is_terminal():
            continue
        legal = state.legal_actions()[:30]
        root = ET.fromstring(state.to_svg(moves=legal))
        texts = [element.text for element in root.iter(f"{SVG}text")]
        for number, action in enumerate(legal, 1):
            place = texts.index(state.action_to_string(action))
            assert str(number) in texts[:place]


def test_both_backends_draw_alike(name: str) -> None:
    for state, last in positions(name, 12, 16):
        twin = uneri.load_game(name, backend="reference", **state.game.options).state_from_dict(state.to_dict())
        for seat in (None, 0):
            drawn = state.to_svg(seat, last=last, moves=moves_of(state))
            assert drawn == twin.to_svg(seat, last=last, moves=moves_of(twin))
        assert state._repr_svg_() == twin._repr_svg_() == state.to_svg() == game_module(name).to_svg(state)
        assert type(state._repr_svg_()) is str


def test_names_are_escaped(name: str, backend: str) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    hostile = "</text><script>alert('&\"')</script>\x00\x1b[31m]]>\ud800" + "long " * 40
    drawn = state.to_svg(names=[hostile] * state.game.num_players, last=(0, 0))
    root = ET.fromstring(drawn.encode("utf-8"))
    assert "script" not in {element.tag.removeprefix(SVG) for element in root.iter()}
    assert any("</te" in (element.text or "") for element in root.iter(f"{SVG}text"))
    assert "Ann" in state.to_svg(names=["Ann", *["Ben"] * (state.game.num_players - 1)])


def test_own_rule_sets_and_boards_are_escaped() -> None:
    rules = namima.rule_set("sazanami") | {"name": "<&>"}
    board = uneri.tidal.default_board() | {"name": "<b>&"}
    for game in (uneri.load_game("namima", variant=rules), uneri.load_game("tidal", board=board)):
        ET.fromstring(game.new_initial_state(seed=1).to_svg())


def test_wrong_arguments_are_named(name: str, backend: str) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    seats = state.game.num_players
    wrong = next(action for action in range(state.game.num_distinct_actions) if not state.is_legal(action))
    for error, words, arguments in (
        (ValueError, f"seat is {seats}; allowed: 0 to {seats - 1}", {"seat": seats}),
        (TypeError, "seat must be .*, not 0.5", {"seat": 0.5}),
        (ValueError, "theme is 'pink'; allowed: auto, light, dark", {"theme": "pink"}),
        (TypeError, "colors must be a mapping of names to colours or None, not 'pink'", {"colors": "pink"}),
        (ValueError, "colors has 'felf', which is not a name of uneri.view.PALETTE", {"colors": {"felf": "#fff"}}),
        (ValueError, "colour ink is 'red}'; allowed: #rgb, #rrggbb, #rrggbbaa", {"colors": {"ink": "red}"}}),
        (ValueError, "colour ink is '#ffff'", {"colors": {"ink": ("#fff", "#ffff")}}),
        (TypeError, "colour ink must be a string, or one for light and one for dark, not 3", {"colors": {"ink": 3}}),
        (TypeError, "colour ink must be .*, not \\('#fff',\\)", {"colors": {"ink": ("#fff",)}}),
        (ValueError, f"moves must be legal actions of the seat to move, not {wrong}", {"moves": [wrong]}),
        (TypeError, "move must be .*, not 'PASS'", {"moves": ["PASS"]}),
        (TypeError, "last is 3; allowed: None, \\(seat, action\\)", {"last": 3}),
        (ValueError, f"seat of last is {seats}", {"last": (seats, 0)}),
        (ValueError, "action of last is -1", {"last": (0, -1)}),
        (ValueError, f"names must have {seats} entries, one per seat, not 1", {"names": ["Ann"]}),
        (TypeError, "names must be .*, not 'Ann'", {"names": "Ann"}),
    ):
        with pytest.raises(error, match=words):
            state.to_svg(**arguments)
    other = uneri.load_game("onda" if name != "onda" else "solo").new_initial_state(seed=1)
    with pytest.raises(TypeError, match=f"must be a state of {name}"):
        game_module(name).to_svg(other)


def test_themes(name: str) -> None:
    state = uneri.load_game(name).new_initial_state(seed=1)
    auto, light, dark = (state.to_svg(theme=theme) for theme in THEMES)
    assert state.to_svg() == auto
    assert "prefers-color-scheme:dark" in auto
    assert "prefers-color-scheme" not in light + dark
    bodies = {re.sub(r"<style>.*?</style>|uneri-(auto|light|dark)", "", drawn) for drawn in (auto, light, dark)}
    assert len(bodies) == 1
    rules = [re.sub(r"uneri-\w+", "", re.findall(r"<style>(.*?)</style>", drawn)[0]) for drawn in (light, dark)]
    assert rules[0] != rules[1]
    for rule in re.findall(r"[{};]\.[^{]*\{", "}" + "".join(re.findall(r"<style>(.*?)</style>", auto))):
        assert rule[1:].startswith(".uneri-auto")


@pytest.mark.parametrize("theme", THEMES)
def test_own_colours_take_the_place_of_the_palettes(name: str, theme: str) -> None:
    """One for both grounds, or a pair; nothing but the class and the style sheet of the picture changes."""
    state = uneri.load_game(name).new_initial_state(seed=1)
    plain = state.to_svg(theme=theme)
    assert state.to_svg(theme=theme, colors={}) == plain
    drawn = state.to_svg(theme=theme, colors={"muted": "#012345", "ink": ("#aBc", "#67890178")})
    assert drawn == state.to_svg(theme=theme, colors={"ink": ("#aBc", "#67890178"), "muted": "#012345"})
    sides = {"auto": (0, 1), "light": (0,), "dark": (1,)}[theme]
    found = re.findall(r"\.f_ink\{fill:([^}]+)\}", drawn)
    assert found == [("#aBc", "#67890178")[side] for side in sides]
    assert drawn.count("f_muted{fill:#012345}") == len(sides) * ("f_muted{" in plain)
    css_class = re.findall(r'class="(uneri-\w+-[0-9a-f]{8})"', drawn)[0]
    bare = [re.sub(r"<style>.*?</style>", "", text.replace(css_class, f"uneri-{theme}")) for text in (plain, drawn)]
    assert bare[0] == bare[1]
    style = re.findall(r"<style>(.*?)</style>", drawn)[0]
    assert style.count(".uneri-") == style.count(f".{css_class}")  # a picture beside it keeps its colours
    other = state.to_svg(theme=theme, colors={"ink": "#000"})
    assert css_class not in other


def test_the_docs_name_every_colour() -> None:
    docs = (Path(__file__).resolve().parents[2] / "docs" / "pictures.md").read_text("utf-8")
    for name in PALETTE:
        first, _, part = name.partition("-")
        known = [f"blue-{part}", first] if f"`{first}`" in docs and part else [name]
        known = [f"colour0-{part}"] if re.match("colour.|start", first) else known
        assert all(f"`{word}`" in docs for word in known) or re.fullmatch("seat[0-9]", name)


@pytest.mark.parametrize("side", [0, 1], ids=THEMES[1:])
def test_every_colour_of_a_picture_is_in_the_palette(name: str, side: int) -> None:
    """Nothing but the palette says how a picture looks, so `colors` reaches all of it."""
    for state, last in positions(name, 12, 18):
        drawn = state.to_svg(last=last, moves=moves_of(state), theme=THEMES[1 + side])
        written = set(
            re.findall(r"#[0-9a-f]{3,8}\b", re.sub(r"<desc>.*?</desc>|>[^<{]*<", "><", drawn, flags=re.DOTALL))
        )
        style = re.findall(r"<style>(.*?)</style>", drawn)[0]
        assert written <= set(re.findall(r":(#[0-9a-f]+)", style))
        body = ET.fromstring(drawn.replace(f"<style>{style}</style>", ""))
        assert {element.get(kind) for element in body.iter() for kind in ("fill", "stroke")} <= {None, "none"}


def luminance(colour: str) -> float:
    levels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in levels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("side", [0, 1], ids=THEMES[1:])
def test_words_can_be_read(side: int) -> None:
    """WCAG 2, level AA: text against what it stands on."""
    pairs = [
        (ink, ground) for ink in ("ink", "muted", "move", "last") for ground in ("ground", "panel", "felt", "movetint")
    ]
    pairs += [(role.replace("-face", "-ink"), role) for role in PALETTE if role.endswith("-face")]
    pairs += [("ground", role) for role in PALETTE if role.startswith("seat")]
    pairs += [("ground", "move"), ("ground", "last"), ("onback", "back"), ("onnumber", "number"), ("onplace", "place")]
    low = {pair: round(contrast(PALETTE[pair[0]][side], PALETTE[pair[1]][side]), 2) for pair in pairs}
    assert {pair: value for pair, value in low.items() if value < 4.5} == {}
    signs = [(role, f"{role[:-5]}-face") for role in PALETTE if role.endswith("-sign")]
    signs += [(dots, role) for role in PALETTE if re.match("(colour.|start)-ink", role) for dots in ("dot", "hollow")]
    assert min(contrast(PALETTE[sign][side], PALETTE[face][side]) for sign, face in signs) >= 3


@pytest.mark.parametrize("name", WITH_HANDS)
def test_hands_alone(name: str) -> None:
    tokens = {"namima": "B123 R44 Y678", "onda": "b4 b5 g12", "solo": "R1 GSk BRv YSw W4 ST Wi BD2"}[name]
    drawn = WITH_HANDS[name](tokens)
    assert isinstance(drawn, Svg)
    assert drawn._repr_svg_() == drawn
    root = ET.fromstring(drawn)
    cards = [rect for rect in root.iter(f"{SVG}rect") if "-face" in rect.get("class", "")]
    assert len(cards) == {"namima": 8, "onda": 3, "solo": 8}[name]
    assert outside(root) == []
    ET.fromstring(WITH_HANDS[name](""))
    with pytest.raises(ValueError, match="theme is 'x'"):
        WITH_HANDS[name](tokens, theme="x")
    assert "#123456" in WITH_HANDS[name](tokens, colors={"ground": "#123456"})
    with pytest.raises(ValueError, match="Q9"):
        WITH_HANDS[name]("Q9")


@pytest.mark.parametrize("name", ["namima", "onda", "solo"])
def test_no_two_kinds_look_alike_without_colours(name: str) -> None:
    """Label, letter, sign and glyph tell every kind of card from every other."""
    kinds = {"namima": namima.VARIANTS and ["B1", "R1", "Y1", "K1", "W1", "B8", "W8"], "onda": onda.KIND_NAMES, "solo": solo.KIND_NAMES}[name]  # fmt: skip
    seen = set()
    for kind in kinds:
        root = ET.fromstring(WITH_HANDS[name](kind, theme="light"))
        texts = tuple(element.text for element in root.iter(f"{SVG}text"))
        shapes = tuple(element.get("d") for element in root.iter(f"{SVG}path"))
        seen.add((texts, shapes))
    assert len(seen) == len(kinds)


@pytest.mark.parametrize("variant", namima.VARIANTS)
def test_hands_are_put_into_the_melds_that_cover_most(variant: str) -> None:
    tables = tables_of(game_of(variant, 4))
    numbers = SplitMix64(5)
    complete = 0
    for _ in range(60):
        counts = np.zeros(len(tables.kinds), np.uint8)
        for _ in range(1 + numbers.below(4)):
            meld = tables.meld_cards(numbers.below(len(tables.melds)))
            if ((counts + meld) <= tables.copies).all():
                counts += meld
        extra = numbers.below(len(tables.kinds))
        if numbers.below(2) and counts[extra] < tables.copies[extra]:
            counts[extra] += 1
        used = np.zeros(len(tables.kinds), np.int64)
        for number in best_melds(tables, counts.tolist()):
            used += tables.meld_cards(number)
        assert (used <= counts).all()
        whole = bool(namima.is_complete(counts, variant=variant))
        assert (used.sum() == counts.sum()) == whole
        complete += whole
    assert 0 < complete < 60


def test_pictures_of_the_docs_are_current() -> None:
    images = Path(__file__).resolve().parents[2] / "docs" / "images"
    made = runpy.run_path(str(images / "make_pictures.py"))["pictures"]()
    assert {path.name for path in images.glob("picture_*.svg")} == set(made)
    for name, text in made.items():
        assert (images / name).read_text("utf-8") == text, f"{name} is out of date; run {images / 'make_pictures.py'}"


def test_things_say_which_listed_moves_they_mean(name: str) -> None:
    """What can be pressed on a page bears numbers of listed moves; without a list nothing does."""
    pressed = 0
    for state, _ in positions(name, 12, 17):
        assert "data-moves" not in state.to_svg()
        if state.is_terminal():
            continue
        legal = state.legal_actions()[:240]
        root = ET.fromstring(state.to_svg(moves=legal))
        listed = [element for element in root.iter() if element.get("class") == "listed"]
        assert len(listed) == 1
        of_list = [element.get("data-moves") for element in listed[0].iter() if element.get("data-moves")]
        assert of_list == [str(number) for number in range(1, len(legal) + 1)]
        every = [element.get("data-moves", "") for element in root.iter() if element.get("data-moves")]
        numbers = {int(number) for words in every for number in words.split()}
        assert numbers == set(range(1, len(legal) + 1))
        pressed += len(every) > len(of_list)
    assert pressed > 0


def test_a_card_of_onda_means_every_play_that_needs_it() -> None:
    state = uneri.load_game("onda", rounds=1).new_initial_state(seed=7)
    while state.num_legal_actions() < 20 or state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    legal = state.legal_actions()
    root = ET.fromstring(state.to_svg(moves=legal))
    words = {element.get("data-moves", "") for element in root.iter() if element.get("data-moves")}
    kind = onda.describe_play(next(action for action in legal if action >= 36)).cards[0]
    wanted = [n for n, action in enumerate(legal, 1) if action >= 36 and kind in onda.describe_play(action).cards]
    assert len(wanted) > 1
    assert " ".join(map(str, wanted)) in words


@pytest.mark.parametrize("owners", [(1, 0, 0, 0, 0, 0), (1, 1, 1, 1, 0, 0), (2, 2, 2, 0, 0, 2), (2, 2, 12, 2, 2, 12)])
@pytest.mark.parametrize("fruit", [0, 9])
@pytest.mark.parametrize("banners", [0, 9])
@pytest.mark.parametrize("size", [66.0, 80.0])
def test_banners_stay_in_their_dock(owners: tuple[int, ...], fruit: int, banners: int, size: float) -> None:
    facts = {"when": "yellow", "fruit": fruit, "extra_banner": banners}
    dock = tidal_picture._dock(facts, owners, "teal", active=False, size=size)
    svg = f'<svg xmlns="{SVG[1:-1]}" viewBox="0 0 {dock.w} {dock.h}">{dock.svg}</svg>'
    root = ET.fromstring(svg)
    assert {"\u00d72", "\u00d712"} & {text.text for text in root.iter(f"{SVG}text")} or max(owners) == 1
    assert outside(root) == []


class Letters:
    """Counts the letters whose width is looked up."""

    def __init__(self) -> None:
        self.looked_at = 0
        self._em = layout._em

    def __call__(self, char: str) -> float:
        self.looked_at += 1
        return self._em(char)


@pytest.mark.parametrize("letter", "Im \u6f22")
def test_long_texts_are_cut_before_they_are_measured(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = Letters()
    monkeypatch.setattr(layout, "_em", letters)
    layout.text_width.cache_clear()
    for width in (7, 150, 380):
        letters.looked_at = 0
        short = layout.shortened(letter * 100_000, 15, width, bold=True)
        assert short[-1] == "\u2026"
        assert text_width(short, 15, bold=True) <= max(width, text_width("\u2026", 15, bold=True))
        assert letters.looked_at < width


def test_a_page_takes_no_more_time_for_long_names() -> None:
    played = records.record("solo(players=2,max_rounds=1,turn_cap=20)", ["random"] * 2, 3)
    spent = []
    for size in (10, 100_000):
        begun = time.process_time()
        page = replace(played, players=("x" * size, "b")).to_html(views=False)
        spent.append(time.process_time() - begun)
        assert len(page) < 1_000_000
    assert spent[1] < 3 * spent[0] + 0.5


def test_ondas_cards_show_their_penalty_dots() -> None:
    """O-1.4"""
    for hand, dots in (("b1", 3), ("g4", 2), ("b11", 1), ("b1 b15 g7", 7)):
        assert uneri.onda.hand_svg(hand).count("<circle") == dots
