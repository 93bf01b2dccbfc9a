"""The page of replays: one self-contained HTML file with a picture of every step. Independent of any game.

Its data, as the scripts in `assets` read them (`Game` in `types.d.ts`):

    pieces    elements of pictures, each once
    games     for each game: title, facts, players, over, won, notes,
              views   for each viewer `seat` (null: everything) and `frames`, one picture per step, folded (`Film`)
              events  for each step but the first: `seat`, `text`, and `seen`, what each seat sees of it; in a review also
                      `remark`: `text`, `loss` (null unless the move was a mistake) and `mistake`; `judged` is false for
                      a bot's comment on its own move
              scores  `[step, points by seat]` where they change
              values  by seat, `[step, expected result]`; empty without a review
              word    the game's word for a round, and `rounds`, `[name, first step]`

Shared parts of pictures are stored once, and everything is compressed as browsers read it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib import resources
from string import Template
from typing import Any, Final

from .layout import safe
from .palette import Colors, variables

SEES_NOTHING, SEES_SEAT, SEES_TEXT = 0, 1, 2
"""A seat's view of an event."""

_ROLES: Final = ("ground", "panel", "line", "ink", "muted", "move", "movetint", "last")


@dataclass(frozen=True)
class View:
    """A viewer's pictures of a game."""

    seat: int | None
    """None: everything is visible."""
    pictures: Film
    """One for each step; the first is before any event."""


@dataclass(frozen=True)
class Remark:
    """A review's remark on an event. Only viewers who see the seat's hand may read it: it names the seat's moves."""

    text: Sequence[str]
    """Lines."""
    loss: float | None
    """Loss of expected result by the move; None unless it is a mistake."""
    mistake: bool
    judged: bool = True
    """False if the remark is the player's own comment, not a review."""


@dataclass(frozen=True)
class Event:
    """An event that leads to a step."""

    seat: int | None
    text: str | None
    """None if no reader of the page may know it."""
    seen: Sequence[int] = ()
    """By seat; empty if the page has one view."""
    remark: Remark | None = None


@dataclass(frozen=True)
class Story:
    """A game on the page."""

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
    """The game's word for a round."""
    rounds: Sequence[tuple[int, int]] = ()
    """Number and first step."""
    notes: Sequence[str] = ()
    """Lines about the result."""
    values: Sequence[Sequence[tuple[int, float]]] = ()
    """By seat: steps, and the seat's expected result there, 0 to 1."""


def replay_page(stories: Sequence[Story], colors: Colors | None = None) -> str:
    """Write the page of one or more games in HTML. The same stories give the same text. `colors` of the page replace
    those of the palette; the pictures already have theirs.
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
    """Join the modules of the page, without imports and comments: a page that loads nothing can't import."""
    text = "".join(_asset(name) for name in ("page.js", "story.js", "replay.js"))
    return re.sub(r"^import [^;]*;\n|^export |^ *//.*\n| */\*\*[\s\S]*?\*/\s", "", text, flags=re.MULTILINE)


@cache
def _asset(name: str) -> str:
    return (resources.files("uneri") / "view" / "assets" / name).read_text(encoding="utf-8")


_ELEMENT = re.compile("(?=<)")

Folded = tuple[int, int, list[int]]
"""A delta of a list of pieces: how many it keeps from the start and the end of the list before it, and those between."""


class Film:
    """A sequence of pictures that stores only the differences from one to the next: a long game has thousands."""

    def __init__(self, pictures: Iterable[str] = ()) -> None:
        self._places: dict[str, int] = {}
        self._before: list[int] = []
        self.folded: list[Folded] = []
        """Lists of indices into `pieces`."""
        for picture in pictures:
            self.append(picture)

    @property
    def pieces(self) -> Iterable[str]:
        """The distinct elements of the pictures."""
        return self._places

    def append(self, picture: str) -> None:
        """Add a picture."""
        before = self._before
        now = [self._places.setdefault(piece, len(self._places)) for piece in _ELEMENT.split(picture)]
        room = min(len(before), len(now))
        start = _alike(before, now, room)
        end = _alike(before[::-1], now[::-1], room - start)
        self.folded.append((start, end, now[start : len(now) - end]))
        self._before = now


class Pieces:
    """The distinct elements of all films of a page."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def fold(self, film: Film) -> list[Folded]:
        """Return the pictures of a film, with indices into `texts`."""
        places = [self._places.setdefault(piece, len(self._places)) for piece in film.pieces]
        return [(start, end, [places[place] for place in between]) for start, end, between in film.folded]

    def texts(self) -> list[str]:
        """List the pieces in the order of their indices."""
        return list(self._places)


def _alike(one: Sequence[int], other: Sequence[int], most: int) -> int:
    """Count the equal first entries, at most `most`."""
    return next((place for place in range(most) if one[place] != other[place]), most)


def packed(data: Any) -> str:
    """Write plain data as JSON, deflated without a header, in Base64."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = json.dumps(data, separators=(",", ":"), allow_nan=False).encode()
    return base64.b64encode(packer.compress(text) + packer.flush()).decode()
