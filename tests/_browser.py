"""A real browser: Chromium without a window, a page in it, and what axe would look at."""

from __future__ import annotations

import shutil
import time
from typing import Any

import pytest

webdriver = pytest.importorskip("selenium.webdriver")

_CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_DRIVER = shutil.which("chromedriver")
BROWSERS = [
    pytest.mark.subprocess,
    pytest.mark.browser,
    pytest.mark.skipif(_CHROMIUM is None or _DRIVER is None, reason="no Chromium with its driver"),
]
"""Marks of a test with a browser."""


def browser(width: int = 1280, height: int = 1000, *, dark: bool = False) -> Any:
    """A browser; its user must call `quit`."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(_CHROMIUM)
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=str(_DRIVER)))
    look(driver, width, height, dark=dark)
    return driver


def look(driver: Any, width: int, height: int, *, dark: bool) -> None:
    """Another screen, another theme."""
    screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [theme]})


class Page:
    """A browser's page. Places are added to `base`."""

    def __init__(self, driver: Any, base: str) -> None:
        self.driver, self.base = driver, base

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def open(self, place: str) -> None:
        self.driver.get("about:blank")  # another fragment alone would be no load
        self.driver.get(self.base + place)

    def wait(self, what: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not self.run(f"return {what}"):
            assert time.monotonic() < end, (what, self.run("return document.body.innerText")[:800], self.faults())
            time.sleep(0.02)

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def faults(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser") if "favicon" not in entry["message"]]


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
"""Labels, names, languages, contrasts, sizes: what is wrong, as a list."""
