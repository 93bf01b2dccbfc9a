"""A whole picture: arguments, head, seats, listed moves, and the file around them. Independent of any game.

The functions `to_svg` of games have shared parameters, checks and docstrings from here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, Self, SupportsIndex, TypeVar

from .. import contract
from .._util.checks import bounded, check_state, integer
from .._util.messages import brief
from .._util.plain_data import title_of
from .._util.winners import winners
from ..contract import State
from .draw import HAND, badges, chip, meant, reasoned, seat_token, symbol
from .layout import EMPTY, Item, box, caption, column, flow, num, paragraph, placed, row, safe, shortened, spread, text
from .palette import Colors, Style, style_of, style_sheet

WIDTH: Final = 560.0
"""The width of a picture, in its own units; it is displayed larger, or as wide as the page allows."""
PAD: Final = 12.0
INNER: Final = WIDTH - 2 * PAD
"""The width of its content."""
NARROW: Final = 374 + 2 * PAD
"""The width of a picture whose parts a phone shows in their own size: its cards can be touched, its texts read."""
_width: ContextVar[float] = ContextVar("width", default=WIDTH)
SHOWN_WIDTH: Final = 720
MOST_MOVES: Final = 240
"""The limit of listed moves; a line states the number of the others."""


@contextmanager
def drawn_at(width: float) -> Iterator[None]:
    """Draw pictures with another width within the block."""
    token = _width.set(width)
    try:
        yield
    finally:
        _width.reset(token)


class Svg(str):
    """SVG text that notebooks show as a picture."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Make the picture from its text."""
        return super().__new__(cls, text)

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Look:
    """The arguments of a picture, checked."""

    state: contract.State
    data: dict[str, Any]
    """The viewer's knowledge: `state.to_dict(seat)`."""
    seat: int | None
    """The viewer; None: everything is visible."""
    last: tuple[int, int] | None
    """Seat and action of the last decision."""
    moves: tuple[int, ...]
    """Listed moves of the seat to move; none if the viewer is another seat."""
    names: tuple[str, ...]
    style: Style
    won: tuple[bool, ...]
    """By seat, whether it has won; all False before the end."""
    width: float
    """The width of the picture."""

    @property
    def inner(self) -> float:
        """The width of its content."""
        return self.width - 2 * PAD

    @property
    def narrow(self) -> bool:
        """Whether it is drawn for a phone."""
        return self.width < WIDTH

    @property
    def hand(self) -> float:
        """The width of a card in the viewer's hand."""
        return 45.0 if self.narrow else HAND

    def fit(self, width: float) -> float:
        """Return the width of a small card: on a phone wide enough to be read."""
        return max(width, 31.0) if self.narrow else width

    def numbers(self, action: int) -> list[int]:
        """Return the numbers of a listed move: none or one, or more if it is listed again."""
        return [place for place, move in enumerate(self.moves, 1) if move == action]

    def numbered(self, item: Item, action: int) -> Item:
        """Draw an item with the number of its move."""
        return badges(item, self.numbers(action))

    def meant(self, item: Item, actions: Iterable[int]) -> Item:
        """Link an item to the listed moves among these actions."""
        return meant(item, sorted({number for action in actions for number in self.numbers(action)}))

    def buttons(self, words: str, action: int, size: float = 13) -> list[Item]:
        """Draw a chip with the number of a move that no card stands for; none if the move is not listed."""
        numbers = self.numbers(action)
        return [self.meant(chip(words, "ink", size=size, lead=str(number)), [action]) for number in numbers]

    def playable(self, item: Item, action: int, actions: Iterable[int] = ()) -> Item:
        """Link a card of the seat to move to its moves among these actions. If it has none, say why `action` isn't legal."""
        if not self.moves or set(actions) & set(self.moves):
            return self.meant(item, actions)
        why = self.state.why_not(action)
        return reasoned(item, why) if why else self.meant(item, [action])

    def name(self, seat: int) -> str:
        """Return the name of a seat, marked if it is the viewer's."""
        return self.names[seat]

    def you(self, seat: int) -> bool:
        """Return whether a seat is the viewer's."""
        return seat == self.seat

    def told(self, words: Callable[[Look, int, int], str | None]) -> str | None:
        """Describe the last decision, by seat and action, in a game's words; None if there was none."""
        return None if self.last is None else words(self, *self.last)

    def own(self, seat: int) -> bool:
        """Return whether the viewer knows what this seat did in secret."""
        return self.seat is None or seat == self.seat


def look_at(
    state: contract.State,
    game: str,
    seat: SupportsIndex | None,
    last: tuple[SupportsIndex, SupportsIndex] | None,
    moves: Iterable[SupportsIndex] | None,
    names: Sequence[str] | None,
    theme: str,
    colors: Colors | None,
    *,
    open_moves: bool = False,
) -> Look:
    """Check the arguments. `open_moves`: the moves of any seat may be shown to anybody."""
    check_state(state, game)
    seats = state.game.num_players
    viewer = None if seat is None else bounded(seat, "seat", 0, seats - 1)
    mover = state.current_player()
    listed: tuple[int, ...] = ()
    if moves is not None and (viewer in (None, mover) or open_moves):
        listed = tuple(integer(action, "move") for action in moves)
        legal = set(state.legal_actions()) if mover >= 0 else set()
        for action in listed:
            if action not in legal:
                raise ValueError(f"moves must be legal actions of the seat to move, not {action}")
    return Look(
        state,
        state.to_dict(viewer),
        viewer,
        _last(last, seats, state.game.num_distinct_actions),
        listed,
        _names(names, seats),
        style_of(theme, colors),
        tuple(winners(state)) if state.is_terminal() else (False,) * seats,
        _width.get(),
    )


def _last(last: object, seats: int, actions: int) -> tuple[int, int] | None:
    if last is None:
        return None
    if not isinstance(last, tuple | list) or len(last) != 2:
        raise TypeError(f"last is {brief(last)}; allowed: None, (seat, action)")
    return bounded(last[0], "seat of last", 0, seats - 1), bounded(last[1], "action of last", 0, actions - 1)


def _names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"seat {seat}" for seat in range(seats))
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"names must be {seats} strings or None, not {brief(names)}")
    if len(names) != seats:
        raise ValueError(f"names must have {seats} entries, one per seat, not {len(names)}")
    return tuple(names)


def _group(item: Item, attributes: str) -> Item:
    return Item(item.w, item.h, f"<g {attributes}>{item.svg}</g>")


def part(name: str, item: Item) -> Item:
    """Name a part of the picture, for pages that arrange its parts themselves: `head`, `seat`, `own`, `board`, `more`."""
    return _group(item, f'class="part" data-part="{name}" data-box="0 0 {num(item.w)} {num(item.h)}"')


def head(look: Look, title: str, facts: str, who: int, phase: str, told: str | None) -> Item:
    """Draw the title, the seat to move (`phase` says for what: "to play"), facts, and the last action."""
    if who >= 0:
        words = "your turn" if look.you(who) else shortened(look.name(who), 15, 150)
        turn = row([seat_token(who, 22), chip(f"{words} {phase}", "move", size=14, strong=True)])
    else:
        won = [look.name(seat) for seat, first in enumerate(look.won) if first]
        if won:
            phase = f"{phase}: {' and '.join(won)} {'wins' if len(won) == 1 else 'win'}"
        turn = chip(shortened(phase, 14, 380), "muted", size=14, strong=True)
    name = title_of(look.data["options"])  # of the data: a board, a dial, ...
    if name:
        title = f"{title}: {name}"
    parts = [
        spread(text(shortened(title, 21, look.inner - turn.w - 8), 21, bold=True), turn, look.inner),
        _group(paragraph(facts, look.inner, 14, "muted"), 'class="facts"'),
    ]
    if told:
        parts.append(row([chip("last", "last", size=12, strong=True), text(told, 14, "last", width=look.inner - 60)]))
    return part("head", column(parts, 5))


class Panel(NamedTuple):
    """A seat's part of the table, before its frame is drawn: panels in a row are equally high."""

    content: Item
    width: float
    active: bool

    def drawn(self, height: float = 0) -> Item:
        """Draw the panel in its frame."""
        fill, line, thick = ("movetint", "move", 2) if self.active else ("panel", "line", 1)
        return box(self.content, self.width, fill=fill, line=line, thick=thick, height=height)


def seats_of(look: Look, draw: Callable[[int, float], Panel]) -> tuple[Item, list[Item]]:
    """Draw the panels of all seats: those with hidden hands together, each of the others as wide as the picture.

    `draw` draws the panel of a seat in a width.
    """
    hands = look.data["hand"]
    shown = [seat for seat, hand in enumerate(hands) if hand is not None]
    own = [part("own" if look.you(seat) else "seat", draw(seat, look.inner).drawn()) for seat in shown]
    return beside(look, [seat for seat in range(len(hands)) if seat not in shown], draw), own


def beside(look: Look, seats: Sequence[int], draw: Callable[[int, float], Panel], gap: float = 8) -> Item:
    """Draw panels in as many columns as their number requires: two, or three where that leaves no gap or saves rows."""
    count = len(seats)
    columns = max(count if count < 3 else 2 if count == 4 or look.narrow else 3, 1)
    width = (look.inner - gap * (columns - 1)) / columns
    rows = []
    for first in range(0, count, columns):
        line = [draw(seat, width) for seat in seats[first : first + columns]]
        height = max(panel.drawn().h for panel in line)
        rows.append(row([part("seat", panel.drawn(height)) for panel in line], gap, align=0))
    return column(rows, gap)


def seat_panel(
    look: Look,
    seat: int,
    width: float,
    facts: str,
    content: Sequence[Item],
    *,
    active: bool,
    chips: Sequence[Item] = (),
) -> Panel:
    """Make the panel of a seat: name, facts, chips, and below them its cards."""
    inner = width - 20
    right = text(facts, 14, bold=True)
    you = " (you)" if look.you(seat) else ""
    room = inner - right.w - 33 - (21 if active else 0) - (48 if you else 0)
    name = shortened(look.name(seat), 15, max(room, 40), bold=True) + you
    left = row([symbol("right", 16, "move") if active else EMPTY, seat_token(seat, 20), text(name, 15, bold=True)], 5)
    lines = [spread(left, right, inner)]
    ended = [chip("has won", "move", size=12, strong=True)] if look.won[seat] else []
    if chips or ended:
        lines.append(flow([*ended, *chips], inner, 5, 4))
    lines += [item for item in content if item.h]
    return Panel(column(lines, 7), width, active)


def section(look: Look, words: str, item: Item) -> Item:
    """Draw a heading with an item below it."""
    return part("more", column([caption(words, width=look.inner), item], 4))


def felt(look: Look, item: Item, *, last: bool = False) -> Item:
    """Draw the middle of the table."""
    line, thick = ("last", 2) if last else ("line", 1)
    return part("board", box(item, look.inner, fill="felt", line=line, thick=thick, pad=12, rx=12))


def move_list(look: Look) -> Item:
    """Draw the listed moves by their numbers."""
    if not look.moves:
        return EMPTY
    chips = [
        meant(chip(look.state.action_to_string(action), "muted", lead=str(number)), [number])
        for number, action in enumerate(look.moves[:MOST_MOVES], 1)
    ]
    more = len(look.moves) - MOST_MOVES
    if more > 0:
        chips.append(caption(f"and {more} more"))
    return _group(column([caption("moves"), flow(chips, look.inner, 5, 5)], 4), 'class="listed"')


def picture(look: Look, title: str, parts: Sequence[Item], description: str) -> Svg:
    """Make the file: parts below each other on the background, with a title and a description for screen readers."""
    return svg_file(column([*parts, move_list(look)], 10), title, description, look.style, width=look.width)


def svg_file(body: Item, title: str, description: str, style: Style, *, width: float = WIDTH) -> Svg:
    """Write an item as a file of its own."""
    height = body.h + 2 * PAD
    content = placed(body, PAD, PAD)
    ground = f'<rect class="f_ground" width="{num(width)}" height="{num(height)}" rx="12"/>'
    shown = SHOWN_WIDTH * width / WIDTH
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{style.css_class}" viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(shown)}" height="{num(height * shown / width)}" role="img" '
        'font-family="system-ui,Segoe UI,Roboto,DejaVu Sans,sans-serif">'
        f"<title>{safe(title)}</title><desc>{safe(description)}</desc>"
        f"<style>{style_sheet(ground + content, style)}</style>{ground}{content}</svg>"
    )


def hand_file(cards: Sequence[Item], title: str, description: str, style: Style, gap: float = 4) -> Svg:
    """Write a hand alone, only as wide as it is."""
    body = flow(cards, INNER, gap, 8) if cards else text("no cards", 14, "muted")
    return svg_file(body, title, description, style, width=min(max(body.w, 60) + 2 * PAD, WIDTH))


def one_row(
    cards: Callable[[float], Sequence[Item]], width: float, sizes: Sequence[tuple[float, float]], gap: float = 5
) -> Item:
    """Arrange cards in one row if they fit in one of the sizes (width and gap, largest first), else in rows."""
    for size, between in sizes:
        found = cards(size)
        if sum(item.w for item in found) + between * (len(found) - 1) <= width:
            return row(found, between, align=1)
    return flow(cards(sizes[0][0]), width, sizes[0][1], gap, align=1)


F = TypeVar("F", bound=Callable[..., Svg])

_PARAMETERS, _RETURNS, _RAISES = (f"{name}\n{'-' * len(name)}\n" for name in ("Parameters", "Returns", "Raises"))
_EXAMPLE = """Examples
--------
>>> import uneri
>>> state = uneri.load_game("{game}").new_initial_state(seed=1)
>>> uneri.{game}.to_svg(state, 0)[:4]
'<svg'"""


class Drawing(Protocol):
    """A game's `to_svg`."""

    def __call__(
        self,
        state: contract.State,
        seat: SupportsIndex | None = None,
        *,
        last: tuple[SupportsIndex, SupportsIndex] | None = None,
        moves: Iterable[SupportsIndex] | None = None,
        names: Sequence[str] | None = None,
        theme: str = "auto",
        colors: Colors | None = None,
    ) -> Svg:
        """Draw a position."""


def drawing(game: str) -> Callable[[Callable[[Look], Svg]], Drawing]:
    """Make `to_svg` from a function that draws a `Look`."""

    def decorate(draw: Callable[[Look], Svg]) -> Drawing:
        def to_svg(
            state: contract.State,
            seat: SupportsIndex | None = None,
            *,
            last: tuple[SupportsIndex, SupportsIndex] | None = None,
            moves: Iterable[SupportsIndex] | None = None,
            names: Sequence[str] | None = None,
            theme: str = "auto",
            colors: Colors | None = None,
        ) -> Svg:
            return draw(look_at(state, game, seat, last, moves, names, theme, colors))

        to_svg.__module__, to_svg.__qualname__, to_svg.__doc__ = draw.__module__, draw.__qualname__, draw.__doc__
        return documented(game)(to_svg)

    return decorate


def documented(game: str) -> Callable[[F], F]:
    """Add to the docstring of a game's `to_svg` what the contract says, an example, and the texts of `state` and `Svg`.

    The function's own text describes the drawing and, under `Parameters`, those parameters that the contract lacks.
    """

    def decorate(function: F) -> F:
        about, _, own = (inspect.getdoc(function) or "").partition(_PARAMETERS)
        shared, _, after = (inspect.getdoc(State.to_svg) or "").partition(_PARAMETERS)[2].partition(_RETURNS)
        raises = after.partition(_RAISES)[2]
        function.__doc__ = "\n\n".join(
            [
                about.strip(),
                f"{_PARAMETERS}state\n    A state of either backend.\n{f'{shared}{own}'.strip().replace(chr(10) * 2, chr(10))}",
                f"{_RETURNS}Svg\n    The picture, a text that notebooks show as one.",
                f"{_RAISES}{raises.strip()}",
                _EXAMPLE.format(game=game),
            ]
        )
        return function

    return decorate
