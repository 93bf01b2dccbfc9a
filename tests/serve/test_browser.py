"""The web table in a real browser, by clicks: whole games, two browsers at one game, a reload, labels and contrasts."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import uneri
from _browser import BROWSERS, CHECKS, Page, browser
from _serve import SHORT, comes_true
from uneri import records

pytestmark = BROWSERS

TURN = "document.querySelectorAll('#moves button:not(:disabled)').length > 0 && !document.getElementById('turn').hidden"
OVER = "!document.getElementById('end').hidden"
# The first thing of the table that can be pressed; then, if that leaves a choice, the first move that is listed.
PRESS = """
const things = [...document.querySelectorAll('.part [data-moves]')];
const thing = things[arguments[0] % Math.max(things.length, 1)];
if (thing && arguments[0] % 3) thing.dispatchEvent(new MouseEvent('click', {bubbles: true}));
if (!document.querySelector('#moves button:disabled')) document.querySelector('#moves button')?.click();
"""


OUT_OF_VIEW = """[...document.querySelectorAll('#hand svg, #turn')].filter((e) => {
  const box = e.getBoundingClientRect();
  return e.checkVisibility() && (box.top < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
}).map((e) => e.id || 'hand')
"""
# The least size of a text and of a thing to be touched in pixels, and which these are.
LEAST = """(() => {
  const words = [...document.querySelectorAll('svg text, body *:not(svg *)')].filter((e) =>
    e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
  const size = (e) => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b) : 1);
  const things = [...document.querySelectorAll('button, a, select, input, summary, [data-moves]')].filter((e) =>
    e.checkVisibility() && !e.parentElement.closest('[data-moves]'));
  const side = (e) => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height);
  const least = (all, by) => all.reduce((a, b) => (by(b) < by(a) ? b : a));
  const [text, thing] = [least(words, size), least(things, side)];
  return [[size(text), side(thing)], [text.textContent.slice(0, 40), thing.outerHTML.slice(0, 80)]];
})()
"""


class Table(Page):
    """The pages of the web table in a browser."""

    def begin(self, name: str, options: dict[str, Any], seats: list[str], seed: int, *, tour: bool = False) -> None:
        """The form of the start page, filled in."""
        self.open("")
        self.wait("document.body.dataset.ready === 'yes'")
        script = """
        const set = (id, value) => { const input = document.getElementById(id); input.value = value; input.dispatchEvent(new Event('change')); };
        const [name, options, seats, seed] = arguments;
        localStorage.setItem('uneri.forced', 'no');
        localStorage.setItem('uneri.tour', arguments[4]);
        set('game', name); set('players', seats.length); set('seed', seed);
        for (const [option, value] of Object.entries(options)) set('option-' + option, value);
        seats.forEach((seat, index) => set('seat-' + index, seat));
        document.getElementById('begin').click();
        """
        self.run(script, name, options, seats, str(seed), "" if tour else " ".join(uneri.games()))
        self.wait("location.pathname === '/table' && document.querySelector('#picture svg') !== null")

    def play(self, limit: int = 3000) -> int:
        """To the end, by pressing things of the picture and listed moves; how many times."""
        for count in range(limit):
            self.wait(f"({TURN}) || {OVER}")
            if self.run(f"return {OVER}"):
                return count
            step = self.text("#place")
            self.run(PRESS, count)
            self.wait(f"document.getElementById('place').innerText !== {step!r}")
        raise AssertionError("no end")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server as users start it: its address, and its folder of records."""
    out = tmp_path_factory.mktemp("records")
    with server(out) as (address, _):
        yield address, out


@contextlib.contextmanager
def server(out: Path, port: int = 0) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server as users start it: its address and its process."""
    command = [sys.executable, "-m", "uneri", "serve", "--port", str(port), "--pace", "0", "--stop", "0"]
    command += ["--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.match(r"(http://127\.0\.0\.1:\d+/)", process.stdout.readline())
        try:
            assert found
            wait_for(found[1])
            yield found[1], process
        finally:
            process.terminate()
            process.wait(20)


def wait_for(address: str) -> None:
    port = int(address.rstrip("/").rpartition(":")[2])
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not listen")


@pytest.fixture(scope="module")
def page(served: tuple[str, Path]) -> Iterator[Table]:
    driver = browser()
    yield Table(driver, served[0])
    driver.quit()


def test_a_whole_game_by_clicks(name: str, page: Table, served: tuple[str, Path]) -> None:
    page.begin(name, SHORT.get(name, {}), ["human", "greedy"], 11)
    pressed = page.play()
    assert pressed > 3
    assert "has won" in page.text("#seats")
    assert page.text("#now").count("The game is over") == 1
    # A step back, then everything.
    page.run("document.getElementById('first').click()")
    page.wait("document.getElementById('place').innerText.startsWith('0 of')")
    page.run("document.getElementById('reveal').click()")
    page.wait("document.getElementById('reveal').getAttribute('aria-pressed') === 'true'")
    page.run("document.getElementById('live').click()")
    assert page.faults() == []
    (file,) = served[1].glob(f"*-{name}-*.uneri.jsonl")
    (record,) = records.read(file)
    record.check()
    assert record.over
    assert sum(move.seat == 0 for move in record.moves) == pressed


def test_one_press_begins_a_game(name: str, page: Table) -> None:
    page.open("")
    page.wait("document.body.dataset.ready === 'yes'")
    page.run("document.getElementById('strength').value = 'Easy'")
    page.run("document.querySelector(`[data-play=${arguments[0]}]`).click()", name)
    page.wait(f"location.pathname === '/table' && ({TURN})")
    assert page.run(f"return {OUT_OF_VIEW}") == []
    assert page.text("#seats").count("Easy") >= 1
    assert page.faults() == []


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1280, 800), (1920, 1080), (390, 844)])
def test_hand_and_moves_stay_in_view(served: tuple[str, Path], width: int, height: int) -> None:
    """At a phone's width texts can be read, and what is to be touched is large enough."""
    driver = browser(width, height)
    try:
        page = Table(driver, served[0])
        for name in uneri.games():
            seats = ["human", *["greedy"] * (2 if name == "tacta" else 3)]
            page.begin(name, SHORT.get(name, {}), seats, 5)
            for count in range(3):
                page.wait(f"({TURN}) || {OVER}")
                assert page.run(f"return {OUT_OF_VIEW}") == [], name
                if width < 500:
                    least, what = page.run(f"return {LEAST}")
                    assert least[0] > (5 if name == "tacta" else 10.99), (name, what)
                    assert least[1] >= (40 if name == "tacta" else 44), (name, what)
                step = page.text("#place")
                page.run(PRESS, count)
                page.wait(f"document.getElementById('place').innerText !== {step!r}")
    finally:
        driver.quit()


def test_rules_and_reasons_at_the_table(page: Table) -> None:
    page.begin("solo", SHORT["solo"], ["human", "greedy"], 3)
    for _ in range(40):
        page.wait(TURN)
        if page.run("return document.querySelector('#hand [data-why]') !== null"):
            break
        step = page.text("#place")
        page.run(PRESS, 0)
        page.wait(f"document.getElementById('place').innerText !== {step!r}")
    page.run("document.querySelector('#hand [data-why]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    assert page.text("#why")
    page.run("document.getElementById('rules').click()")
    text = "document.getElementById('book-text').shadowRoot"
    page.wait(f"{text}.getElementById('turn') !== null")
    assert page.run(CHECKS) == []
    place = page.run("return location.href")
    page.run(f"{text}.querySelector('a[href=\"#goal\"]').click()")
    page.run("document.getElementById('book-ja').click()")
    page.wait(f"{text}.host.lang === 'ja' && {text}.querySelectorAll('figure svg').length > 3")
    page.run("document.getElementById('book-close').click()")
    assert page.run("return [location.href, document.getElementById('book').open]") == [place, False]
    assert page.faults() == []


def test_a_move_is_taken_back_and_forced_ones_play_themselves(page: Table) -> None:
    page.begin("onda", {"rounds": 1}, ["human", "greedy"], 3)
    page.wait(TURN)
    before = page.text("#place"), page.text("#moves")
    page.run(PRESS, 0)
    page.wait(f"({TURN}) && document.getElementById('place').innerText !== {before[0]!r}")
    page.run("document.getElementById('undo').click()")
    page.wait(f"({TURN}) && document.getElementById('place').innerText === {before[0]!r}")
    assert page.text("#moves") == before[1]
    assert "taken moves back" in page.text("#notes")
    # From now on only decisions with a choice are left.
    page.run("document.getElementById('forced').click()")
    for count in range(300):
        page.wait(f"(({TURN}) && document.querySelectorAll('#moves button').length > 1) || {OVER}")
        if page.run(f"return {OVER}"):
            break
        step = page.text("#place")
        page.run(PRESS, count)
        page.wait(f"document.getElementById('place').innerText !== {step!r}")
    assert page.run(f"return {OVER}")
    assert page.faults() == []


def test_a_whole_game_by_the_keyboard_alone(name: str, page: Table) -> None:
    """The focus comes to the moves once; from then on it is never lost."""
    page.begin(name, SHORT.get(name, {}), ["human", "greedy"], 7)
    for began in range(1000):
        page.wait(f"({TURN}) || {OVER}")
        if page.run(f"return {OVER}"):
            break
        tabs = 0
        while not page.run("return document.activeElement.matches('#moves button')"):
            page.driver.switch_to.active_element.send_keys("\ue004")  # Tab
            tabs += 1
            assert tabs < (4 if began else 30), page.run("return document.activeElement.outerHTML")
        step = page.text("#place")
        page.driver.switch_to.active_element.send_keys("\ue007")  # Enter
        page.wait(f"document.getElementById('place').innerText !== {step!r}")
    assert page.run(f"return {OVER}")
    assert page.faults() == []


MIDDLE = """const thing = document.querySelector(arguments[0]); thing.scrollIntoView({block: 'center'});
const box = thing.getBoundingClientRect(); return [box.x + Math.min(box.width / 2, 20), box.y + Math.min(box.height / 2, 12)]"""


def test_a_whole_game_by_touch(name: str, served: tuple[str, Path]) -> None:
    """At a phone's width; the first touch of a move shows it, the second plays it."""
    driver = browser(390, 844)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        page = Table(driver, served[0])
        page.begin(name, SHORT.get(name, {}), ["human", "greedy"], 8)

        def tap(selector: str) -> None:
            x, y = page.run(MIDDLE, selector)
            for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
                driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        for _ in range(1000):
            page.wait(f"({TURN}) || {OVER}")
            if page.run(f"return {OVER}"):
                break
            step = page.text("#place")
            tap("#moves button")
            page.wait("document.querySelector('#moves .touched') !== null")
            tap("#moves .touched")
            page.wait(f"document.getElementById('place').innerText !== {step!r}")
        assert page.run(f"return {OVER}")
        assert page.faults() == []
    finally:
        driver.quit()


POINTER = """const thing = document.querySelector('#moves button'); thing.scrollIntoView({block: 'nearest'});
thing.dispatchEvent(new PointerEvent(arguments[0], {bubbles: true, pointerType: arguments[1], movementX: 1}))"""


@pytest.mark.parametrize(("event", "pointer"), [("pointermove", "mouse"), ("click", "touch")])
def test_a_move_is_previewed(name: str, event: str, pointer: str, page: Table) -> None:
    page.begin(name, SHORT.get(name, {}), ["human", "greedy"], 3)
    page.wait(TURN)
    step = page.text("#place")
    page.run(POINTER, event, pointer)
    page.wait("!document.getElementById('preview').hidden && document.querySelectorAll('.cover').length > 0")
    assert page.run(CHECKS) == []
    page.run("document.getElementById('clear').click()" if pointer == "touch" else POINTER, "pointerleave", pointer)
    page.run("document.getElementById('moves').dispatchEvent(new PointerEvent('pointerleave'))")
    assert page.run("return document.querySelectorAll('.cover, .covered').length") == 0
    assert page.text("#place") == step
    page.run(POINTER, "click", pointer)
    if pointer == "touch":
        page.wait("!document.getElementById('play').disabled && document.querySelectorAll('.cover').length > 0")
        assert page.text("#place") == step
        page.run(POINTER, "click", pointer)
    page.wait(f"document.getElementById('place').innerText !== {step!r}")
    assert page.run("return document.querySelectorAll('.cover').length") == 0
    assert page.faults() == []


def test_a_first_game_has_a_tour_of_six_steps(name: str, page: Table) -> None:
    page.begin(name, SHORT.get(name, {}), ["human", "greedy", "greedy"], 3, tour=True)
    page.wait("!document.getElementById('tour').hidden")
    page.wait(TURN)
    assert page.run(CHECKS) == []
    words = set()
    for step in range(6):
        assert page.text("#tour-place") == f"{step + 1} of 6"
        words.add(page.text("#tour-text"))
        assert page.run("return document.querySelectorAll('.shown').length") == 1
        page.run("document.getElementById('tour-next').click()")
    assert len(words) == 6
    assert page.run("return document.getElementById('tour').hidden")
    page.driver.refresh()
    page.wait(TURN)
    assert page.run("return document.getElementById('tour').hidden")
    page.run("document.getElementById('tour-again').click()")
    page.run("document.getElementById('tour-end').click()")
    assert page.run("return document.querySelectorAll('.shown').length") == 0
    assert page.faults() == []


def test_two_browsers_at_one_game(page: Table, served: tuple[str, Path]) -> None:
    page.begin("tacta", {"values": 3}, ["human", "human"], 4)
    page.wait("document.querySelectorAll('#link-list a').length === 2")
    link = page.run("return [...document.querySelectorAll('#link-list a')].find((a) => a.innerText === 'seat 1').href")
    driver = browser(390, 800, dark=True)
    try:
        other = Table(driver, served[0])
        other.open(str(link).removeprefix(served[0]))
        for count in range(200):
            page.wait(f"({TURN}) || {OVER}") if count == 0 and page.run(f"return {TURN}") else None
            for each in (page, other):
                if each.run(f"return {TURN}"):
                    step = each.text("#place")
                    each.run(PRESS, count)
                    each.wait(f"document.getElementById('place').innerText !== {step!r}")
            if page.run(f"return {OVER}"):
                break
            time.sleep(0.05)
        other.wait(OVER)
        winners = [each.text("#seats .won").replace(" (you)", "") for each in (page, other)]
        assert winners[0] == winners[1]
        assert other.faults() == []
        assert other.run("return document.documentElement.scrollWidth <= 390")
    finally:
        driver.quit()


def test_a_reload_loses_nothing(page: Table) -> None:
    page.begin("onda", {"rounds": 1}, ["human", "greedy"], 3)
    for count in range(4):
        page.wait(TURN)
        step = page.text("#place")
        page.run(PRESS, count)
        page.wait(f"document.getElementById('place').innerText !== {step!r}")
    page.wait(TURN)
    before = page.text("#place"), page.text("#events"), page.text("#moves")
    page.driver.refresh()
    page.wait(TURN)
    assert (page.text("#place"), page.text("#events"), page.text("#moves")) == before
    page.open("")
    page.wait("document.querySelectorAll('#games a').length > 0")
    assert "your turn" in page.text("#games")


@pytest.mark.parametrize("stop", ["kill", "terminate"])
def test_two_browsers_go_on_at_the_next_server(stop: str, tmp_path: Path) -> None:
    drivers = [browser(), browser(390, 800)]
    try:
        with server(tmp_path) as (address, process):
            pages = [Table(driver, address) for driver in drivers]
            pages[0].begin("tacta", {"values": 3}, ["human", "human"], 4)
            pages[0].wait("document.querySelectorAll('#link-list a').length === 2")
            find = "return [...document.querySelectorAll('#link-list a')].find((a) => a.innerText === 'seat 1').href"
            pages[1].open(str(pages[0].run(find)).removeprefix(address))
            move_by_turns(pages, 3)
            getattr(process, stop)()
            for page in pages:
                page.wait("document.getElementById('now').innerText.startsWith('The connection is lost')")
            seen = [page.text("#events") for page in pages]
        with server(tmp_path, int(address.rstrip("/").rpartition(":")[2])):
            for page, events in zip(pages, seen, strict=True):
                page.wait("!document.getElementById('now').innerText.startsWith('The connection is lost')", 40)
                assert page.text("#events") == events
            move_by_turns(pages, 3)
            assert [page.text("#place") for page in pages] == ["6 of 6"] * 2
    finally:
        for driver in drivers:
            driver.quit()


def move_by_turns(pages: list[Table], moves: int) -> None:
    """Moves of whose turn it is, each seen by all."""
    for count in range(moves):
        before = pages[0].text("#place")
        mover = lambda: next((page for page in pages if page.run(f"return {TURN}")), None)
        assert comes_true(mover, 20)
        mover().run(PRESS, 3 * count)
        for page in pages:
            page.wait(f"document.getElementById('place').innerText !== {before!r}")


def test_keys_and_words_find_a_move(page: Table) -> None:
    page.begin("onda", {"rounds": 1}, ["human", "greedy"], 3)
    page.wait(TURN)
    body = page.driver.find_element("tag name", "body")
    body.send_keys("/")
    assert page.run("return document.activeElement.id") == "filter"
    every = page.run("return document.querySelectorAll('#moves button').length")
    page.driver.switch_to.active_element.send_keys("b")
    some = page.run("return document.querySelectorAll('#moves button').length")
    assert 0 < some < every
    page.driver.switch_to.active_element.send_keys("\ue00c")  # Escape
    assert page.run("return document.querySelectorAll('#moves button').length") == every
    page.driver.switch_to.active_element.send_keys("2\n")
    page.wait("document.getElementById('place').innerText.startsWith('1 of')")
    page.wait(TURN)
    page.run("document.activeElement.blur()")
    body.send_keys("\ue012")  # left
    page.wait("document.getElementById('place').innerText.startsWith('0 of')")


HELD = "return document.getElementById(arguments[0]).contains(document.activeElement)"
FOCUS = "const thing = document.querySelector(arguments[0]); thing.focus({focusVisible: true}); return document.activeElement === thing"


def test_the_keyboard_keeps_its_place(page: Table) -> None:
    """If the focused element is redrawn, disabled or hidden, the focus doesn't jump to the top of the page."""
    page.begin("onda", {"rounds": 1}, ["human", "greedy"], 3)
    enter = lambda: page.driver.switch_to.active_element.send_keys("\ue007")
    for place in ("#moves button", "#filter"):
        page.wait(TURN)
        before = page.text("#place")
        assert page.run(FOCUS, place)
        if place == "#filter":
            page.driver.switch_to.active_element.send_keys("1")
        enter()
        page.wait(f"document.getElementById('place').innerText !== {before!r} && {TURN}")
        assert page.run(HELD, "turn"), place
    # All moves are listed again: the same one has the focus.
    page.driver.switch_to.active_element.send_keys("b")
    name = page.run(
        "const b = document.querySelector('#moves button'); b.focus({focusVisible: true}); return b.dataset.key"
    )
    page.driver.switch_to.active_element.send_keys("\ue00c")
    page.wait(f"document.activeElement.dataset.key === {name!r}")
    # A step back to where there is no step back.
    assert page.run(FOCUS, "#first")
    enter()
    page.wait("document.activeElement.id === 'slider'")
    # Reviews come in, and the list is drawn again.
    page.run("document.getElementById('live').click()")
    page.run("document.getElementById('review').click()")
    assert page.run(FOCUS, "#events button")
    enter()
    page.wait(
        "document.querySelector('#events .mark') !== null || document.getElementById('review-move').innerText.includes('only move')"
    )
    page.wait("document.activeElement.dataset.key === '1'")
    # The form refuses something.
    page.open("")
    page.wait("document.body.dataset.ready === 'yes'")
    page.run("document.getElementById('seat-1').value = [...document.getElementById('seat-1').options].at(-1).value")
    assert page.run(FOCUS, "#begin")
    enter()
    page.wait("!document.getElementById('problem').hidden && document.activeElement.id === 'begin'")
    assert all("400" in fault for fault in page.faults())


def test_a_review_at_the_table(page: Table) -> None:
    page.begin("onda", {"rounds": 1}, ["human", "greedy"], 11)
    assert page.run("return document.getElementById('review').hidden") is False
    page.run("document.getElementById('review').click()")
    page.wait(TURN)
    page.run(PRESS, 0)
    page.wait(f"({TURN}) && !document.getElementById('place').innerText.startsWith('0 of')")
    # While the game goes on, the decision that is looked at.
    page.run("document.querySelector('#events button').click()")
    page.wait("document.getElementById('review-move').innerText.includes('You played')")
    assert page.run("return document.querySelectorAll('#events .mark').length") == 1
    page.run("document.getElementById('live').click()")
    page.play()
    # After it all of them, one after the other; then everybody's.
    page.wait(
        "document.getElementById('review-sum').innerText.includes('mean loss') "
        "&& !document.getElementById('review-sum').innerText.includes('to come')"
    )
    mine = page.run("return document.querySelectorAll('#events .mark').length")
    assert page.text("#review-sum").startswith(f"{mine} decisions")
    assert page.run(CHECKS) == []
    page.run("document.getElementById('reveal').click()")
    page.wait(f"document.querySelectorAll('#events .mark').length > {mine}", 120)
    page.run("document.getElementById('review').click()")
    assert page.run("return document.querySelectorAll('#events .mark').length") == 0
    assert page.run("return document.getElementById('reviewed').hidden") is True
    assert page.faults() == []


def test_an_own_board_and_names(page: Table, served: tuple[str, Path], tmp_path: Path) -> None:
    board = uneri.tidal.default_board()
    board["quadrants"]["teal"]["docks"][2]["fruit"] = 3
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board), encoding="utf-8")
    page.open("")
    page.wait("document.body.dataset.ready === 'yes'")
    script = """
    const set = (id, value) => { const input = document.getElementById(id); input.value = value; input.dispatchEvent(new Event('change')); };
    set('game', 'tidal'); set('players', 2);
    document.querySelector('details').open = true;
    const board = document.getElementById('option-board');
    set('option-board', board.options[board.options.length - 1].value);
    set('seat-0-name', '<i>Ann</i>');
    document.getElementById('begin').click();
    """
    page.run(script)
    page.wait("document.getElementById('problem').innerText === 'Choose a file for board.'")
    page.driver.find_element("id", "option-board-file").send_keys(str(file))
    page.run("document.getElementById('begin').click()")
    page.wait("location.pathname === '/table' && document.querySelector('#picture svg') !== null")
    assert "<i>Ann</i> (you)" in page.text("#seats")
    assert page.run("return document.querySelectorAll('i').length") == 0
    assert page.text("#title").startswith("Tidal")
    page.wait(TURN)
    step = page.text("#place")
    page.run(PRESS, 0)
    page.wait(f"document.getElementById('place').innerText !== {step!r}")
    assert page.faults() == []
    # Other tests' games of Tidal are kept there, too.
    assert board in [next(records.read(each)).options["board"] for each in served[1].glob("*-tidal-*.uneri.jsonl")]


def test_advice_at_a_real_table(page: Table) -> None:
    page.open("advise")
    ready = "document.body.dataset.ready === 'yes'"
    page.wait(ready)
    page.run("""
    document.getElementById('game').value = 'onda';
    document.getElementById('game').dispatchEvent(new Event('change'));
    document.getElementById('players').value = '2';
    document.getElementById('players').dispatchEvent(new Event('change'));
    document.getElementById('begin').click();
    """)
    enter = "const line = document.getElementById('line'); line.value = arguments[0]; line.form.requestSubmit();"
    page.wait("document.getElementById('next').innerText === 'Which cards come?'")
    page.run(enter, "b3 b4 b5 g7 g7 b8 b9 g12 g14 g15 b1 b1 g2 b9 b10")
    for word in ("HIDE b1", "HIDE g2"):
        page.wait(f"document.querySelectorAll('#moves [data-key=\"{word}\"]').length === 1")
        page.run('document.querySelector(`#moves [data-key="${arguments[0]}"]`).click()', word)
    page.wait("document.querySelectorAll('#moves [data-key=\"HIDE g2\"]').length === 0")
    page.run(enter, "SINGLE b99")
    page.wait("document.getElementById('problem').innerText.includes('no action')")
    assert page.run("return document.getElementById('entries').value.split('\\n').length") == 3
    page.run("document.getElementById('undo').click()")
    page.wait("document.querySelectorAll('#moves [data-key=\"HIDE g2\"]').length === 1")
    assert page.faults() == []


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1280])
def test_labels_and_contrasts(served: tuple[str, Path], width: int, dark: bool) -> None:
    driver = browser(width, 900, dark=dark)
    try:
        page = Table(driver, served[0])
        page.open("")
        page.wait("document.body.dataset.ready === 'yes'")
        for name in uneri.games():
            page.run(
                "const g = document.getElementById('game'); g.value = arguments[0]; g.dispatchEvent(new Event('change'));",
                name,
            )
            page.run("document.querySelector('details').open = true")
            assert page.run(CHECKS) == []
        page.open("advise")
        page.wait("document.body.dataset.ready === 'yes'")
        page.run("document.getElementById('begin').click()")
        page.wait("!document.getElementById('talk').hidden && document.getElementById('picture').complete")
        assert page.run(CHECKS) == []
        page.begin("onda", {"rounds": 1}, ["human", "human"], 3)
        page.wait(TURN)
        assert page.run(CHECKS) == []
        page.begin("tacta", {"values": 2}, ["human", "greedy"], 3)
        page.play()
        assert page.run(CHECKS) == []
        page.run("document.getElementById('first').click()")
        assert page.run(CHECKS) == []
        assert page.faults() == []
    finally:
        driver.quit()
