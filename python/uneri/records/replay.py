"""A record as the replay page shows it: pictures of every step for each viewer, events, points, rounds.

The game is played again: only names and notes come from the file as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol, SupportsIndex, TypeVar

from .._util.call_syntax import parse_call, text_of
from .._util.checks import bounded
from .._util.winners import winners
from ..contract import Game, State
from ..view.palette import Colors
from ..view.replay_page import SEES_NOTHING, SEES_SEAT, SEES_TEXT, Event, Film, Remark, Story, View
from .fields import marked, shown_notes
from .telling import ROUNDS
from .walk import Deal, Move, told

T = TypeVar("T")

_LONGEST = 60  # characters of an option's value


class _Played(Protocol):
    """The part of a record that a replay needs."""

    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def seed(self) -> int | None: ...
    @property
    def headers(self) -> dict[str, Any]: ...
    @property
    def deal(self) -> Deal: ...
    @property
    def end_notes(self) -> dict[str, Any]: ...
    def __len__(self) -> int: ...
    def _played(self, *, views: bool) -> Iterator[tuple[Deal | Move, State]]:
        """Yield the events, each with the position after it."""


def story_of(
    record: _Played,
    seat: SupportsIndex | None = None,
    *,
    views: bool = True,
    colors: Colors | None = None,
    won: Sequence[bool] | None = None,
    notes: Sequence[str] = (),
    report: Callable[[float], object] | None = None,
) -> Story:
    """Tell a record; RecordError if it can't be played.

    `seat` reads, and gets nothing that it may not know; without one it gets everything, with `views` also what each seat
    sees. `won` is by seat, None: as the rules say. `notes` are lines about the result. `report` gets the share done.
    """
    reader = None if seat is None else bounded(seat, "seat", 0, len(record.players) - 1)
    others = range(len(record.players)) if reader is None and views else ()
    films = {viewer: Film() for viewer in (reader, *others)}
    events: list[Event] = []
    scores: list[tuple[int, tuple[float, ...]]] = []
    rounds: list[tuple[int, int]] = []
    values: list[list[tuple[int, float]]] = [[] for _ in record.players]
    word, state = "", None
    for done, (event, state) in enumerate(record._played(views=reader is not None), 1):
        if report is not None:
            report(done / (len(record) + 1))
        if isinstance(event, Move):
            if reader is not None and not told(event, reader):
                continue
            value, remark = _remark(event, reader)
            if remark is not None and value is not None:
                values[event.seat].append((len(events), value))
            events.append(replace(_event(event, reader, others), remark=remark))
        for viewer, film in films.items():
            last = last_seen(event, viewer)
            film.append(str(state.to_svg(viewer, last=last, names=record.players, colors=colors)))
        _append(scores, len(events), tuple(state.returns()))
        seen = state.to_dict(reader)
        word = next((name for name in ROUNDS if name in seen), "")
        if word:
            _append(rounds, len(events), seen[word])
    assert state is not None  # the deal is an event
    shown = (("game", record.headers), ("deal", record.deal.notes), ("end", record.end_notes))
    first, second, last_words = (list(shown_notes(*words, public=reader is not None)) for words in shown)
    over = state.is_terminal()
    return Story(
        title=label(state.game),
        facts=_facts(record, events, reader),
        players=record.players,
        views=[View(viewer, film) for viewer, film in films.items()],
        events=events,
        scores=scores,
        over=over,
        won=won if won is not None else winners(state) if over else [False] * len(record.players),
        word=word,
        rounds=[(number, step) for number, (step, _) in enumerate(rounds, 1) if step < len(events) or not step],
        notes=[*first, *second, *notes, *last_words],
        values=values if any(values) else (),
    )


def label(game: Game) -> str:
    """Return the game's name and the chosen options, without long ones."""
    name, options = parse_call(str(game))
    chosen = []
    for option, value in options.items():
        text = text_of(value)
        chosen.append(f"{option}={text if len(text) <= _LONGEST else '...'}")
    return f"{name}({', '.join(chosen)})" if chosen else name


def _facts(record: _Played, events: Sequence[Event], reader: int | None) -> str:
    seed = f", seed {record.seed}" if record.seed is not None and reader is None else ""
    return f"{len(events)} {'moves' if reader is None else 'events'}{seed}"


def _remark(event: Move, reader: int | None) -> tuple[float | None, Remark | None]:
    """Return the expected result of a seat and the remarks on its move; a reader gets only its own."""
    if not event.notes or reader not in (None, event.seat):
        return None, None
    notes = dict(event.notes)
    review = notes.pop("review", None)
    shown = shown_notes("move", notes, public=reader is not None)
    said = [line for words in shown for line in words.splitlines()]
    if review is None:
        return notes.get("bot", {}).get("value"), Remark(said, None, False, judged=False) if said else None
    if review["preferred"] == event.text:
        said.append(f"The preferred move. Expected result {review['value']:.2f}")
    else:
        equal = "" if review["mistake"] else "; the move played is as good within the error"
        said.append(f"Preferred: {review['preferred']}{equal}")
        said.append(
            f"Expected result {review['value']:.2f} with it; loss {review['loss']:.2f} ± {review['stderr']:.2f}"
        )
    if review.get("line"):
        said.append(f"Line: {', '.join(review['line'])}")
    said += review.get("facts", ())
    return review["value"], Remark(said, round(review["loss"], 4) if review["mistake"] else None, review["mistake"])


def _event(event: Move, reader: int | None, others: Sequence[int]) -> Event:
    if reader is not None:
        known = told(event, reader)
        return Event(known.seat, known.text)
    seen = []
    for known in (told(event, viewer) for viewer in others):
        seen.append(SEES_TEXT if known.text is not None else SEES_NOTHING if known.seat is None else SEES_SEAT)
    return Event(event.seat, marked(event.text, event.notes), seen)


def last_seen(event: Deal | Move, viewer: int | None) -> tuple[int, int] | None:
    """Return the last decision if the viewer learns whose it was; the picture hides its secrets."""
    if isinstance(event, Deal) or (viewer is not None and told(event, viewer).seat is None):
        return None
    return event.seat, event.action


def _append(found: list[tuple[int, T]], step: int, value: T) -> None:
    """Add a value if it differs from the one before."""
    if not found or found[-1][1] != value:
        found.append((step, value))
