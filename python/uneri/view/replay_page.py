"""The page of replays: one HTML file with pictures of every step, loading nothing from anywhere. It knows no game.

Its data, as the scripts in `assets` read them (`Game` in `types.d.ts`):

    pieces    elements of pictures, each once
    games     for each game: title, facts, players, over, won, notes,
              views   for each viewer `seat` (null: everything) and `frames`, a picture a step, folded (`packing`)
              events  for each step but the first: `seat`, `text`, and `seen`, what seats learn of it; in a review also
                      `remark`: `text`, `loss` (null where the best move was played) and `mistake`; `judged` is false where it is
              what a bot said of its own move
              scores  `[step, points by seat]` where they change
              values  by seat, `[step, expected result]`; empty without a review
              word    what a round is called, and `rounds`, `[name, first step]`
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib import resources
from string import Template
from typing import Any, Final

from .layout import safe
from .packing import Film, Pieces, packed
from .palette import Colors, variables

SEES_NOTHING, SEES_SEAT, SEES_TEXT = 0, 1, 2
"""What a seat learns of an event."""

_ROLES: Final = ("ground", "panel", "line", "ink", "muted", "move", "movetint", "last")


@dataclass(frozen=True)
class View:
    """What somebody sees of a game."""

    seat: int | None
    """None: somebody who sees everything."""
    pictures: Film
    """One for each step; the first is before any event."""


@dataclass(frozen=True)
class Remark:
    """What a review says of an event. Only whoever sees the seat's hand may read it: it names moves that the seat had."""

    text: Sequence[str]
    """Lines."""
    loss: float | None
    """Expected result that the move cost; None if it is the preferred one."""
    mistake: bool
    judged: bool = True
    """False: the words of whoever made the move, which judge nothing."""


@dataclass(frozen=True)
class Event:
    """What leads to a step."""

    seat: int | None
    text: str | None
    """None is what nobody who reads the page may know."""
    seen: Sequence[int] = ()
    """By seat; empty where the page has one view."""
    remark: Remark | None = None


@dataclass(frozen=True)
class Story:
    """A game as the page tells it."""

    title: str
    facts: str
    players: Sequence[str]
    views: Sequence[View]
    events: Sequence[Event]
    scores: Sequence[tuple[int, Sequence[float]]]
    """First step and points by seat."""
    over: bool
    won: Sequence[bool]
    """By seat."""
    word: str = ""
    """What a round is called."""
    rounds: Sequence[tuple[int, int]] = ()
    """Number and first step."""
    notes: Sequence[str] = ()
    """Lines about the result."""
    values: Sequence[Sequence[tuple[int, float]]] = ()
    """By seat: steps, and what the seat could expect there, 0 to 1."""


def replay_page(stories: Sequence[Story], colors: Colors | None = None) -> str:
    """Write the page.

    Parameters
    ----------
    stories
        The games, one or more.
    colors
        Colours of the page in place of those of the palette. The pictures have theirs already.

    Returns
    -------
    str
        HTML. The same stories give the same text.
    """
    pieces = Pieces()
    games = [_plain(story, pieces) for story in stories]
    script = _script()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return Template(_asset("replay.html")).substitute(
        title=safe(stories[0].title if len(stories) == 1 else f"{len(stories)} games"),
        policy=f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; base-uri 'none'; "
        "form-action 'none'",
        style=variables(_ROLES, colors) + _asset("replay.css"),
        data=packed({"pieces": pieces.texts(), "games": games}),
        script=script,
    )


def _plain(story: Story, pieces: Pieces) -> dict[str, Any]:
    data = asdict(replace(story, views=()))
    data["views"] = [{"seat": view.seat, "frames": pieces.fold(view.pictures)} for view in story.views]
    for event in data["events"]:
        if not event["seen"] or min(event["seen"]) == SEES_TEXT:
            del event["seen"]
        if event["remark"] is None:
            del event["remark"]
        elif event["remark"]["judged"]:
            del event["remark"]["judged"]
    return data


@cache
def _script() -> str:
    """The modules of the page as one, since a page that loads nothing can't import: without imports and comments."""
    text = "".join(_asset(name) for name in ("page.js", "story.js", "replay.js"))
    return re.sub(r"^import [^;]*;\n|^export |^ *//.*\n| */\*\*[\s\S]*?\*/\s", "", text, flags=re.MULTILINE)


@cache
def _asset(name: str) -> str:
    return (resources.files("uneri") / "view" / "assets" / name).read_text(encoding="utf-8")
