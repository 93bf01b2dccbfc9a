"""What notebooks show: well-formed, escaped, without colours of text of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import uneri
from uneri import arena, namima, records
from uneri.search import ISMCTS
from uneri.view.html import Html, bar, cell, details, interval, reach, table, tree

SMALL = "onda(players=2,rounds=1)"


def record(players: list[str]) -> Any:
    game = uneri.load_game(SMALL)
    state, actions = game.new_initial_state(seed=1), []
    while not state.is_terminal():
        actions.append(state.legal_actions()[-1])
        state.apply_action(actions[-1])
    return records.Record.from_actions(game, actions, seed=1, players=players)


def search() -> Any:
    return ISMCTS(200, seed=1).run(uneri.load_game("onda", players=2).new_initial_state(seed=1))


SHOWN: dict[str, Callable[[], Any]] = {
    "search": search,
    "arena": lambda: arena.run(SMALL, ["greedy", "random"], deals=3, progress=False),
    "record": lambda: record(["Ann", "Ben"]),
    "playouts": lambda: uneri.playouts(uneri.load_game(SMALL), 20, seed=1),
    "no playouts": lambda: uneri.playouts(uneri.load_game(SMALL), 0, seed=1),
    "batch": lambda: uneri.BatchEnv(SMALL, 3),
    "hand": lambda: namima.analyse("B123 R44 Y678 K12 W3"),
    "own rules": lambda: namima.analyse("B1 B2", variant=namima.rule_set("sazanami") | {"name": "<b>&"}),
}


@pytest.mark.parametrize("what", SHOWN)
def test_reports_are_well_formed_and_take_the_ink_of_the_page(what: str) -> None:
    page = SHOWN[what]()._repr_html_()
    root = ET.fromstring(page.replace("<br>", "<br/>").replace("<details open>", '<details open="">'))
    assert root.tag == "div"
    assert list(root.iter("table"))
    for element in root.iter():
        if not element.tag.startswith("{"):  # not in a picture
            style = element.get("style", "")
            assert "background" in style or not re.search(r"(^|;)color", style)
    assert "<script" not in page


def test_names_of_players_are_escaped() -> None:
    page = record(["<script>alert(1)</script>", "&"])._repr_html_()
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_a_record_shows_its_last_position() -> None:
    found = record(["Ann", "Ben"])
    page = found._repr_html_()
    assert found.replay().to_svg(names=["Ann", "Ben"], last=(found.moves[-1].seat, found.moves[-1].action)) in page
    assert page.count("<tr>") == 1 + 2 + 1 + len(found)


def test_the_tree_can_be_opened() -> None:
    result = search()
    page = result._repr_html_()
    assert page.count("<details") > 1
    assert len(ET.fromstring(f"<div>{tree(result.tree, most=3)}</div>").findall(".//details/..")) <= 3
    assert tree([]) == ""


def test_bars_and_intervals() -> None:
    assert 'width="70.0"' in bar(0.5)
    assert 'width="0.0"' in bar(-1)
    drawn = ET.fromstring(interval(0.0, 5.0, 10.0, 0.0, 10.0, width=112))
    (dot,) = drawn.iter("circle")
    assert float(dot.get("cx", "")) == pytest.approx(56)
    assert "from ? to 10" in interval(None, 5.0, 10.0, 0.0, 10.0)
    assert interval(None, None, None, 0, 1) == ""
    assert reach([None, 3.0, -1.0]) == (-1.0, 3.0)
    assert reach([2.0, 3.0], zero=True) == (0.0, 3.0)
    assert reach([]) == (0.0, 1.0)


def test_cells_are_escaped() -> None:
    assert cell("<b>") == "&lt;b&gt;"
    assert cell(Html("<b>x</b>")) == "<b>x</b>"
    page = table(("a<", "n"), [("<i>", 3)], right=(False, True), caption="&")
    assert ET.fromstring(page).findtext("tbody/tr/td") == "<i>"
    assert "text-align:right" in page
    assert "<summary>&lt;</summary>" in details("<", "")
