"""The page of a review: remarks at the right moves, and none that the reader of a seat's page may not know."""

from __future__ import annotations

from typing import Any

import pytest

from _pages import unpacked
from uneri import records, review


def data_of(page: str) -> Any:
    return unpacked(page.split('id="data">')[1].split("</script>")[0])


@pytest.fixture(scope="module")
def record() -> records.Record:
    return records.record("onda(players=2,rounds=1)", ["greedy", "random"], 7, views=False)


@pytest.fixture(scope="module")
def report(record: records.Record) -> review.Review:
    return review.review(record, "flat:sims=100", worlds=20, progress=False)


def test_remarks_stand_at_their_moves(record: records.Record, report: review.Review) -> None:
    page = review.review_page(report, record)
    assert page == review.review_page(report, record)
    (game,) = data_of(page)["games"]
    for decision, event in zip(report.decisions, game["events"], strict=True):
        if decision.legal == 1:
            assert "remark" not in event
            continue
        remark = event["remark"]
        assert remark["mistake"] == decision.is_mistake
        assert (remark["loss"] is None) == decision.is_right
        if not decision.is_right:
            assert remark["loss"] == pytest.approx(decision.loss, abs=1e-4)
            assert remark["text"][0] == f"Preferred: {decision.preferred_text}"
    for seat, values in enumerate(game["values"]):
        assert [value for _, value in values] == [value for _, value, _ in report.curve(seat)]
        for step, _ in values:
            assert game["events"][step]["seat"] == seat
    for item in report.summary:
        assert any(note.startswith(f"seat {item.seat}, {item.player}: {item.decisions} ") for note in game["notes"])


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seats_page_has_its_own_remarks_alone(record: records.Record, seat: int) -> None:
    report = review.review(record, "flat:sims=50", seat, worlds=10, progress=False)
    page = review.review_page(report, record)
    (game,) = data_of(page)["games"]
    assert [view["seat"] for view in game["views"]] == [seat]
    remarked = [event for event in game["events"] if "remark" in event]
    assert {event["seat"] for event in remarked} == {seat}
    assert len(remarked) == sum(decision.legal > 1 for decision in report.decisions)
    assert game["values"][1 - seat] == []
    assert not any(note.startswith(f"seat {1 - seat}") for note in game["notes"])


def test_a_review_of_another_record_is_refused(record: records.Record, report: review.Review) -> None:
    other = records.record("onda(players=2,rounds=1)", ["greedy", "random"], 8, views=False)
    with pytest.raises(ValueError, match="the review is of another record"):
        review.review_page(report, other)


def test_a_page_of_replays_has_no_remark(record: records.Record) -> None:
    (game,) = data_of(record.to_html())["games"]
    assert all("remark" not in event for event in game["events"])
    assert game["values"] == []
