"""Writes a review as a page: a replay with remarks at the moves and the seats' expected results over time."""

from __future__ import annotations

from collections.abc import Callable

from .._util.checks import flag
from .._util.messages import brief
from ..records import Record
from ..records.replay import story_of
from ..view.palette import Colors
from ..view.replay_page import replay_page
from .report import Review, SeatSummary, describe_stop


def review_page(
    review: Review,
    record: Record,
    *,
    views: bool = True,
    colors: Colors | None = None,
    report: Callable[[float], object] | None = None,
) -> str:
    """Write a review as one self-contained HTML file. The same review gives the same text.

    The page for one seat's review holds nothing that this seat could not know.

    Parameters
    ----------
    review
        The review.
    record
        The record that was reviewed.
    views
        If all seats were reviewed, whether each seat's view can be chosen, too.
    colors
        Colours in place of those of `uneri.view.PALETTE`, as for `state.to_svg`.
    report
        Called with the share that is done.

    Raises
    ------
    ValueError
        If the review is for another record, or there is no such colour.
    uneri.records.RecordError
        If the record can't be played.
    """
    for what, value, kind in (("review", review, Review), ("record", record, Record)):
        if not isinstance(value, kind):
            raise TypeError(f"{what} must be a {kind.__name__}, not {brief(value)} ({type(value).__name__})")
    flag(views, "views")
    notes = [_write_summary(item) for item in review.summary if item.decisions]
    if review.stopped:
        # A seat doesn't learn how many moves the others made.
        notes.append(describe_stop(review) if review.seat is None else "Stopped: this is a part.")
    reviewed = review.annotate(record)
    return replay_page(
        [story_of(reviewed, review.seat, views=views, colors=colors, notes=notes, report=report)], colors
    )


def _write_summary(item: SeatSummary) -> str:
    text = f"seat {item.seat}, {item.player}: {item.decisions} decisions, {100 * (item.best_share or 0):.0f} % right, "
    text += f"{item.mistakes} {'mistake' if item.mistakes == 1 else 'mistakes'}, mean loss {item.mean_loss:.3f}"
    return text if item.low is None else f"{text} ({item.low:.3f} to {item.high:.3f})"
