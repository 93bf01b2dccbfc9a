"""The pages of replays and reviews in a real browser, from a file: keys, slider, play, rounds, views, games, labels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import uneri
from _browser import BROWSERS, CHECKS, Page, browser, look
from uneri import records, review
from uneri.cli.play import write_watch_page
from uneri.records.replay import story_of
from uneri.view.replay_page import replay_page

pytestmark = BROWSERS

LEFT, RIGHT, HOME, END, PAGE_UP, PAGE_DOWN = "\ue012", "\ue014", "\ue011", "\ue010", "\ue00e", "\ue00f"


@pytest.fixture(scope="module")
def games() -> list[records.Record]:
    names = ["<i>Ann</i>", "Ben"]
    return [
        records.record(game, ["greedy", "random"], seed=5, views=False, names=names)
        for game in ("tacta", "onda(players=2,rounds=2)")
    ]


@pytest.fixture(scope="module")
def page(games: list[records.Record], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "replay.html").write_text(replay_page([story_of(record) for record in games]), encoding="utf-8")
    found = review.review(games[1], "flat:sims=50", worlds=10, progress=False)
    (folder / "review.html").write_text(review.review_page(found, games[1]), encoding="utf-8")
    driver = browser()
    yield Page(driver, f"{folder.as_uri()}/")
    driver.quit()


def opened(page: Page, place: str) -> None:
    page.open(place)
    page.wait("document.querySelector('#picture svg') !== null")


def press(page: Page, *keys: str) -> str:
    """Keys on the page; which step is shown then."""
    page.driver.find_element("tag name", "body").send_keys(*keys)
    return page.text("#place")


def chosen(page: Page, control: str, value: int) -> None:
    script = "const c = document.getElementById(arguments[0]); c.value = arguments[1]; c.dispatchEvent(new Event(arguments[2]));"
    page.run(script, control, value, "input" if control == "slider" else "change")


def test_keys(page: Page, games: list[records.Record]) -> None:
    last = len(games[1])
    second = next(move.ply for move in games[1].moves if games[1].replay(move.ply).to_dict()["round"] == 2)
    opened(page, "replay.html#game=2")
    assert page.text("#place") == f"0 of {last}"
    assert press(page, RIGHT, RIGHT, RIGHT) == f"3 of {last}"
    assert press(page, LEFT) == f"2 of {last}"
    assert press(page, HOME, LEFT) == f"0 of {last}"
    assert press(page, PAGE_DOWN) == f"{second} of {last}"
    assert page.run("return document.getElementById('rounds').selectedOptions[0].text") == "2"
    assert press(page, PAGE_DOWN) == f"{last} of {last}"
    assert "The game is over." in page.text("#now")
    assert press(page, PAGE_UP) == f"{second} of {last}"
    assert press(page, PAGE_UP) == f"0 of {last}"
    assert press(page, END, RIGHT) == f"{last} of {last}"
    assert "has won" in page.text("#seats")
    assert page.run("return location.hash") == f"#game=2&view=all&step={last}"
    assert page.faults() == []


@pytest.mark.parametrize("step", ["2.5", "-1", "1e1", "0x2", "NaN", "Infinity", "9" * 400, "", "%", "2&step=3"])
def test_an_address_that_names_no_step(page: Page, step: str) -> None:
    opened(page, f"replay.html#game={step}&step={step}")
    place, _, last = page.text("#place").partition(" of ")
    assert 0 <= int(place) <= int(last)
    assert press(page, HOME, RIGHT).startswith("1 of")
    assert page.faults() == []


def test_the_keyboard_stays_at_the_steps(page: Page) -> None:
    """A button that leads no further is switched off; the next thing is at hand."""
    for place, button in (("step=1", "back"), ("step=99999", "first"), ("step=0", "end")):
        opened(page, f"replay.html#game=1&{place}")
        page.run("document.getElementById(arguments[0]).focus()", button)
        page.driver.switch_to.active_element.send_keys("\ue007")
        page.wait("document.activeElement.id === 'slider'")


def test_slider_rounds_and_moves(page: Page, games: list[records.Record]) -> None:
    record = games[1]
    opened(page, "replay.html#game=2")
    chosen(page, "slider", 7)
    assert page.text("#place").startswith("7 of")
    assert record.moves[6].text in page.text("#now")
    assert page.run("return document.querySelectorAll('#events [aria-current=step]').length") == 1
    before = page.run("return document.querySelector('#picture svg desc').textContent")
    chosen(page, "rounds", 1)
    assert page.run("return document.querySelector('#picture svg desc').textContent") != before
    assert page.run("return document.querySelectorAll('#events .round').length") == 2
    page.run("document.querySelectorAll('#events button')[4].click()")
    assert page.text("#place").startswith("5 of")
    for button, shown in (("first", "0 of"), ("forth", "1 of"), ("back", "0 of"), ("end", f"{len(record)} of")):
        page.run("document.getElementById(arguments[0]).click()", button)
        assert page.text("#place").startswith(shown)
    assert page.run("return document.getElementById('forth').disabled")
    assert page.faults() == []


def test_it_plays_and_pauses(page: Page) -> None:
    opened(page, "replay.html#game=1")
    chosen(page, "pace", 350)
    press(page, " ")
    assert page.run("return document.getElementById('play').getAttribute('aria-label')") == "Pause"
    page.wait("Number(document.getElementById('place').innerText.split(' ')[0]) >= 2")
    stopped = press(page, LEFT)
    assert page.run("return document.getElementById('play').getAttribute('aria-pressed')") == "false"
    end = int(stopped.split(" ")[2])
    chosen(page, "slider", end - 1)
    page.run("document.getElementById('play').click()")
    page.wait(f"document.getElementById('place').innerText === '{end} of {end}'")
    assert page.run("return document.getElementById('play').getAttribute('aria-label')") == "Play"
    assert page.faults() == []


def test_views_and_games(page: Page, games: list[records.Record]) -> None:
    record = games[1]
    secret = next(move for move in record.moves if move.seat == 0 and move.text.startswith("HIDE"))
    opened(page, f"replay.html#game=2&view=1&step={secret.ply + 1}")
    assert page.run("return document.getElementById('views').selectedOptions[0].text") == "seat 1, Ben"
    assert secret.text not in page.run("return document.getElementById('now').textContent")
    assert "unseen" in page.text("#events")
    desc = "return document.querySelector('#picture svg desc').textContent"
    own = page.run(desc)
    chosen(page, "views", 0)
    assert secret.text in page.text("#now")
    assert page.text("#place").startswith(f"{secret.ply + 1} of")
    assert page.run(desc) != own
    chosen(page, "games", 0)
    assert page.text("#place") == f"0 of {len(games[0])}"
    assert page.text("#title").startswith("tacta")
    assert page.run("return document.querySelectorAll('i').length") == 0
    assert "<i>Ann</i>" in page.text("#seats")
    assert page.faults() == []


def test_remarks_of_a_review(page: Page) -> None:
    opened(page, "review.html")
    assert page.run("return document.getElementById('values').hidden") is False
    worst = page.run("return document.querySelector('#worst button').innerText")
    page.run("document.querySelector('#worst button').click()")
    step = page.text("#place").partition(" ")[0]
    assert f"{step}: " in worst
    assert page.text("#remark").startswith("Preferred: ")
    assert "loss 0." in page.text("#remark")
    chosen(page, "views", 1)
    assert page.faults() == []


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1280])
def test_labels_and_contrasts(page: Page, width: int, dark: bool) -> None:
    look(page.driver, width, 900, dark=dark)
    try:
        for place in ("replay.html#game=2&view=1", "replay.html#game=1", "review.html"):
            opened(page, place)
            assert page.run(CHECKS) == []
            page.run("document.querySelector('details').open = true; document.getElementById('end').click()")
            assert page.run(CHECKS) == []
        page.run("document.querySelector('#worst button').click()")
        assert page.run(CHECKS) == []
        assert page.faults() == []
    finally:
        look(page.driver, 1280, 1000, dark=False)


def test_a_page_follows_the_picture_of_a_game(page: Page, tmp_path: Path) -> None:
    state = uneri.load_game("tacta", players=2).new_initial_state(seed=1)
    picture = tmp_path / "tacta.svg"
    picture.write_text(state.to_svg(0), encoding="utf-8")
    follower = Page(page.driver, write_watch_page(picture).as_uri())  # type: ignore[union-attr]
    follower.open("")
    size = "document.getElementById('picture').naturalWidth + 'x' + document.getElementById('picture').naturalHeight"
    follower.wait("document.getElementById('picture').naturalWidth > 0")
    before = follower.run(f"return {size}")
    picture.write_text("<svg", encoding="utf-8")  # half written: the picture before stays
    for _ in range(6):
        state.apply_action(state.legal_actions()[-1])
    picture.write_text(state.to_svg(0, moves=state.legal_actions()), encoding="utf-8")
    follower.wait(f"{size} !== {before!r}")
    assert follower.faults() == []
