"""The web table in a real browser, by clicks: whole games, two browsers at one game, a reload, labels and contrasts."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from _serve import SHORT

webdriver = pytest.importorskip("selenium.webdriver")

import uneri
from uneri import records

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
pytestmark = [
    pytest.mark.subprocess,
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None or DRIVER is None, reason="no Chromium with its driver"),
]

TURN = "document.querySelectorAll('#moves button:not(:disabled)').length > 0 && !document.getElementById('turn').hidden"
OVER = "!document.getElementById('end').hidden"
# The first thing of the table that can be pressed; then, if that leaves a choice, the first move that is listed.
PRESS = """
const things = [...document.querySelectorAll('#picture [data-moves]')];
const thing = things[arguments[0] % Math.max(things.length, 1)];
if (thing && arguments[0] % 3) thing.dispatchEvent(new MouseEvent('click', {bubbles: true}));
if (!document.querySelector('#moves button:disabled')) document.querySelector('#moves button')?.click();
"""


class Page:
    """A browser's page."""

    def __init__(self, driver: Any, base: str) -> None:
        self.driver, self.base = driver, base

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def open(self, place: str) -> None:
        self.driver.get("about:blank")  # another fragment alone would be no load
        self.driver.get(self.base + place)

    def wait(self, what: str, seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while not self.run(f"return {what}"):
            assert time.monotonic() < end, (what, self.run("return document.body.innerText")[:800], self.faults())
            time.sleep(0.02)

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def begin(self, name: str, options: dict[str, Any], seats: list[str], seed: int) -> None:
        """The form of the start page, filled in."""
        self.open("")
        self.wait("document.body.dataset.ready === 'yes'")
        script = """
        const set = (id, value) => { const input = document.getElementById(id); input.value = value; input.dispatchEvent(new Event('change')); };
        const [name, options, seats, seed] = arguments;
        set('game', name); set('players', seats.length); set('seed', seed);
        for (const [option, value] of Object.entries(options)) set('option-' + option, value);
        seats.forEach((seat, index) => set('seat-' + index, seat));
        document.getElementById('begin').click();
        """
        self.run(script, name, options, seats, str(seed))
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

    def faults(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser") if "favicon" not in entry["message"]]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server as users start it: its address, and its folder of records."""
    out = tmp_path_factory.mktemp("records")
    command = [sys.executable, "-m", "uneri", "serve", "--port", "0", "--pace", "0", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.match(r"(http://127\.0\.0\.1:\d+/)", process.stdout.readline())
        try:
            assert found
            wait_for(found[1])
            yield found[1], out
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


def browser(width: int = 1280, height: int = 1000, *, dark: bool = False) -> Any:
    options = webdriver.ChromeOptions()
    options.binary_location = str(BROWSER)
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=str(DRIVER)))
    look = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", look)
    theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [theme]})
    return driver


@pytest.fixture(scope="module")
def page(served: tuple[str, Path]) -> Iterator[Page]:
    driver = browser()
    yield Page(driver, served[0])
    driver.quit()


def test_a_whole_game_by_clicks(name: str, page: Page, served: tuple[str, Path]) -> None:
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
    files = sorted(served[1].glob(f"*-{name}-*.uneri.jsonl"))
    end = time.monotonic() + 15
    while not (len(files) == 1 and next(records.read(files[0])).over) and time.monotonic() < end:
        time.sleep(0.1)
        files = sorted(served[1].glob(f"*-{name}-*.uneri.jsonl"))
    (record,) = records.read(files[0])
    record.check()
    assert record.over
    assert sum(move.seat == 0 for move in record.moves) == pressed


def test_two_browsers_at_one_game(page: Page, served: tuple[str, Path]) -> None:
    page.begin("tacta", {"values": 3}, ["human", "human"], 4)
    page.wait("document.querySelectorAll('#link-list a').length === 2")
    link = page.run("return [...document.querySelectorAll('#link-list a')].find((a) => a.innerText === 'seat 1').href")
    driver = browser(390, 800, dark=True)
    try:
        other = Page(driver, served[0])
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


def test_a_reload_loses_nothing(page: Page) -> None:
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


def test_keys_and_words_find_a_move(page: Page) -> None:
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


# What axe would look at: labels, names, languages, contrasts.

CHECKS = """
const faults = [];
const seen = (e) => e.offsetParent !== null || e.getClientRects().length > 0;
if (!document.documentElement.lang) faults.push('no language');
if (!document.title) faults.push('no title');
if (document.querySelectorAll('main').length !== 1) faults.push('main');
if (document.querySelectorAll('h1').length !== 1) faults.push('h1');
const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
if (new Set(ids).size !== ids.length) faults.push('ids stand twice');
for (const e of document.querySelectorAll('input, select, button, a, svg[role=img], summary')) {
  if (!seen(e)) continue;
  const named = e.getAttribute('aria-label') || e.labels?.length || e.textContent.trim() || e.querySelector('title') ;
  if (!named) faults.push('no name: ' + e.outerHTML.slice(0, 120));
}
for (const e of document.querySelectorAll('[aria-describedby], [aria-labelledby]'))
  for (const id of (e.getAttribute('aria-describedby') ?? e.getAttribute('aria-labelledby')).split(' '))
    if (!document.getElementById(id)) faults.push('names nothing: ' + id);
const parse = (c) => c.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => { const f = (v) => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }; return .2126 * f(r) + .7152 * f(g) + .0722 * f(b); };
const ground = (e) => { for (let at = e; at; at = at.parentElement) { const c = parse(getComputedStyle(at).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
for (const e of document.querySelectorAll('body *:not(svg *)')) {
  const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  if (!own || !seen(e) || e.closest('.unseen, :disabled, noscript, option')) continue;
  const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
  const ratio = (a + .05) / (b + .05);
  if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(2)}: ` + e.outerHTML.slice(0, 100));
}
for (const e of document.querySelectorAll('button, select, input:not([type=checkbox], [type=range]), a.button')) {
  if (!seen(e) || e.closest('#events')) continue;
  const box = e.getBoundingClientRect();
  if (box.height < 24 || box.width < 24) faults.push('too small: ' + e.outerHTML.slice(0, 100));
}
if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the screen');
return faults;
"""


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1280])
def test_labels_and_contrasts(served: tuple[str, Path], width: int, dark: bool) -> None:
    driver = browser(width, 900, dark=dark)
    try:
        page = Page(driver, served[0])
        page.open("")
        page.wait("document.body.dataset.ready === 'yes'")
        for name in uneri.games():
            page.run(
                "const g = document.getElementById('game'); g.value = arguments[0]; g.dispatchEvent(new Event('change'));",
                name,
            )
            page.run("document.querySelector('details').open = true")
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
