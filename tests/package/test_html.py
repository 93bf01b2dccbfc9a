"""What notebooks show can be read on light and on dark pages: a colour of text comes with a ground of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import uneri
from uneri import arena, namima
from uneri.search import FlatMC

PAGES = ("#ffffff", "#f7f7f7", "#1e1e1e", "#111111")
TEXT = 4.5  # contrast of text, WCAG 2 level AA
SHAPE = 3.0  # contrast of shapes that mean something


def namima_report() -> Any:
    return namima.analyse("B123 R44 Y678 K12 W3")


def search_result() -> Any:
    return FlatMC(sims=50, seed=1).run(uneri.load_game("onda", players=2).new_initial_state(seed=1))


def arena_result() -> Any:
    return arena.run("onda(players=2,rounds=1)", ["random", "greedy"], deals=1, progress=False)


REPORTS: list[Callable[[], Any]] = [namima_report, search_result, arena_result]


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`."""
    levels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in levels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def style_faults(page: str) -> list[str]:
    """Styles that vanish on one of the pages."""
    faults = []
    for style in re.findall(r"style=[\"']([^\"']*)[\"']", page):
        given = dict(re.findall(r"(?:^|;)\s*([\w-]+)\s*:\s*([^;]+)", style))
        colour, ground = given.get("color"), given.get("background")
        if colour and (not ground or contrast(colour, ground) < TEXT):
            faults.append(style)
        if ground and not colour and any(contrast(ground, page) < SHAPE for page in PAGES):
            faults.append(style)
    return faults


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.__name__)
def test_reports_can_be_read_on_light_and_dark_pages(report: Callable[[], Any]) -> None:
    page = report()._repr_html_()
    assert "<table" in page
    assert style_faults(page) == []


def test_cards_have_a_ground() -> None:
    assert namima_report()._repr_html_().count("background:") > 10


def test_a_colour_that_vanishes_is_found() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert style_faults('<span style="color:#222222">K1</span>')
    assert style_faults("<div style='background:#222222;width:3em'></div>")
    assert not style_faults('<span style="color:#222222;background:#f5f5f2">K1</span>')
