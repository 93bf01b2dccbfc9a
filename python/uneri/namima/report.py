"""The report of Namima's hand calculator, as data, as plain text and as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, NamedTuple

from .._util.text_table import text_table
from .analysis import CallChoice
from .cards import VARIANTS
from .prospects import Prospects
from .worth import MeldWorth

INFINITE = 99
MOST = 12
"""The most arrangements in a list."""

COLOURS = {"B": "#1f5fbf", "R": "#c0272d", "Y": "#8a6400", "K": "#222222", "W": "#6b6b6b"}
"""The colours of the built-in sets, readable on `CARD`."""

CARD = "#f5f5f2"
"""Background of cards, which makes them readable in light and in dark notebooks."""


class Worth(NamedTuple):
    """The best arrangement of a complete hand (N-7.5), before riichi doubles it."""

    points: int
    melds: tuple[str, ...]
    """New ones."""
    exposed: tuple[str, ...]
    """Exposed melds, lay-offs included."""
    claimed_meld: str | None
    combinations: tuple[tuple[str, int], ...]


class Arrangement(NamedTuple):
    """One way to put all cards into melds (N-3.16)."""

    melds: tuple[str, ...]
    exposed: tuple[str, ...]


class Card(NamedTuple):
    """A kind and the copies of it that are left."""

    kind: str
    copies: int


class Wait(NamedTuple):
    """A kind that completes the hand."""

    kind: str
    copies: int
    claimed: bool
    """Whether a discard of it wins, too; otherwise it can only be laid off."""


class WaitWorth(NamedTuple):
    """The worth of a win with a kind, before riichi doubles it."""

    kind: str
    drawn: int
    claimed: int | None
    """None: a discard of it doesn't win."""


class Call(NamedTuple):
    """A kind that helps when called, and the melds that the call may make."""

    kind: str
    copies: int
    melds: tuple[str, ...]


class Move(NamedTuple):
    """A discard or a self-call, and its result."""

    text: str
    """The kind, or the meld."""
    deficiency: int
    copies: int
    """Copies of all the cards that help then."""
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Analysis:
    """The report on a hand. `print` it for a table; a notebook shows it as one."""

    variant: str
    players: int
    hand: str
    exposed: tuple[str, ...]
    visible: str
    growth: int | None
    """The number of cards by which the hand may still grow; None: any."""
    drawn: bool
    """Whether the hand is to discard; else it waits for a card."""
    claimed: str | None
    size: int
    """Concealed cards."""
    hand_size: int
    """Concealed cards of such a hand at rest: those dealt and one for each exposed meld, less the cards in the melds."""
    complete: bool
    best: Worth | None
    arrangements: tuple[Arrangement, ...]
    """The arrangements of a complete hand; empty if there are more than 100,000, as is possible in custom rule sets."""
    deficiency: int
    """Cards that the hand lacks: 0 complete, 1 ready, 99 hopeless."""
    waits: tuple[Wait, ...]
    """At rest, if it is ready."""
    acceptance: tuple[Card, ...]
    """At rest: the cards that help when drawn."""
    calls: tuple[Call, ...]
    """At rest: the cards that help when called for a meld."""
    discards: tuple[Move, ...]
    """To discard, best first."""
    self_calls: tuple[Move, ...]
    """Melds whose exposure leaves no more than the best discard, best first."""
    penalty: int
    """The penalty of the concealed cards as they are."""
    min_penalty: int
    """The penalty after exposing and laying off all cards for which that helps."""
    meld_worths: tuple[MeldWorth, ...] = ()
    """The points of each meld in the best arrangement of a complete hand."""
    wait_worths: tuple[WaitWorth, ...] = ()
    """The worth of a win with each of the waits."""
    call_choices: tuple[CallChoice, ...] = ()
    """With a claimed card that doesn't win alone: to win, to pass or to call for a meld."""
    prospects: Prospects | None = None
    """The chances to win by turn, and the points, if asked for."""

    def to_dict(self) -> dict[str, Any]:
        """Convert the report to plain data for JSON.

        Returns
        -------
        dict
            The fields by name. Named tuples are mappings, other tuples lists.
        """
        data: dict[str, Any] = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        if self.best is not None:
            data["best"]["combinations"] = dict(self.best.combinations)
        return data

    def __str__(self) -> str:
        return text(self)

    def _repr_html_(self) -> str:
        return html(self)


def _plain(value: Any) -> Any:
    """Return named tuples as mappings, other tuples as lists."""
    if hasattr(value, "_asdict") or is_dataclass(value):
        named = vars(value) if is_dataclass(value) else value._asdict()
        return {key: _plain(item) for key, item in named.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


class Table(NamedTuple):
    """Rows under a title."""

    title: str
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def kinds_text(cards: Iterable[Card]) -> str:
    """Write `B4 R3 Y678`, a letter with its ranks; `B10 B11` where one has two digits."""
    kinds = [card.kind for card in cards]
    if any(len(kind) > 2 for kind in kinds):
        return " ".join(kinds)
    by_colour: dict[str, str] = {}
    for kind in kinds:
        by_colour[kind[0]] = by_colour.get(kind[0], kind[0]) + kind[1]
    return " ".join(by_colour.values())


def heading(found: Analysis) -> str:
    """Return the hand and how it was read."""
    exposed = f"   exposed {', '.join(found.exposed)}" if found.exposed else ""
    return f"{found.hand}{exposed}   {found.variant}, {found.players} seats"


def facts(found: Analysis) -> list[str]:
    """List the facts that take one line each."""
    lines = [_state(found)]
    if found.complete and found.best is not None:
        worth = found.best
        made = "".join(f", {name} {points}" for name, points in worth.combinations)
        claimed = f", {worth.claimed_meld} counted as exposed" if worth.claimed_meld else ""
        lines.append(f"complete: {worth.points} points{made}{claimed}")
        lines.append(f"as {', '.join(f'{meld.meld} {meld.points}' for meld in found.meld_worths)}")
    else:
        lines.append(_distance(found))
    lines.append(f"penalty {found.penalty}, at least {found.min_penalty} after exposing melds")
    return lines


def _state(found: Analysis) -> str:
    """Describe how the hand was read."""
    wanted = found.hand_size + found.drawn
    size = f"{found.size} card{'s' if found.size > 1 else ''}"
    if found.size != wanted:
        size += f" ({wanted} in a game)"
    state = f"with {found.claimed} claimed" if found.claimed else "to discard" if found.drawn else "waiting for a card"
    growth = {None: "", 0: "no more calls", 1: "at most 1 more call"}
    more = growth.get(found.growth, f"at most {found.growth} more calls")
    return ", ".join(part for part in (size, state, more) if part)


def _distance(found: Analysis) -> str:
    far = f"deficiency {found.deficiency}"
    if found.deficiency >= INFINITE:
        far = "hopeless: no cards can complete it"
    elif found.deficiency == 1:
        far = "ready after the right move" if found.drawn and not found.claimed else "ready"
    if found.claimed:
        return f"not complete; without it {far}"
    return f"not complete; {far}" if found.drawn else far


def tables(found: Analysis) -> list[Table]:
    """List the facts that take a table each."""
    listed: list[Table] = []
    if len(found.arrangements) > 1:
        ways = [(", ".join([*item.melds, *item.exposed]),) for item in found.arrangements[:MOST]]
        more = f", the first {MOST}" if len(found.arrangements) > MOST else ""
        listed.append(Table(f"{len(found.arrangements)} arrangements{more}", ("melds",), ways))
    if found.waits:
        worth = wait_points(found)
        waits = [(w.kind, str(w.copies), "" if w.claimed else "drawn only", *worth[w.kind]) for w in found.waits]
        copies = sum(wait.copies for wait in found.waits)
        listed.append(Table(f"waits: {copies} cards", ("card", "left", "", "points", "claimed"), waits))
    elif found.acceptance:
        helping = [(card.kind, str(card.copies)) for card in found.acceptance]
        copies = sum(card.copies for card in found.acceptance)
        listed.append(Table(f"helps when drawn: {copies} cards", ("card", "left"), helping))
    if found.calls:
        calls = [(call.kind, str(call.copies), ", ".join(call.melds)) for call in found.calls]
        listed.append(Table("helps when called", ("card", "left", "for"), calls))
    for title, moves in (("discard", found.discards), ("or expose", found.self_calls)):
        if moves:
            listed.append(Table("", (title, "deficiency", "copies", "what helps then"), move_rows(moves)))
    if found.call_choices:
        listed.append(Table("", ("call or pass", "deficiency", "copies", "least penalty"), choice_rows(found)))
    if found.prospects is not None:
        listed.append(Table(f"won by turn: {found.prospects.describe()}", *found.prospects.table()))
    return listed


def choice_rows(found: Analysis) -> list[tuple[str, ...]]:
    """Return a row for each answer to the claimed card."""
    far = ("-" if item.deficiency >= INFINITE else str(item.deficiency) for item in found.call_choices)
    return [
        (item.move, lacks, str(item.copies), str(item.min_penalty))
        for item, lacks in zip(found.call_choices, far, strict=True)
    ]


def wait_points(found: Analysis) -> dict[str, tuple[str, str]]:
    """Return the points for each wait, drawn and claimed, as text."""
    worths = found.wait_worths
    return {item.kind: (str(item.drawn), "-" if item.claimed is None else str(item.claimed)) for item in worths}


def move_rows(moves: Iterable[Move]) -> list[tuple[str, ...]]:
    """Return a row for each discard or self-call."""
    far = ("-" if move.deficiency >= INFINITE else str(move.deficiency) for move in moves)
    return [
        (move.text, lacks, str(move.copies), kinds_text(move.cards)) for move, lacks in zip(moves, far, strict=True)
    ]


def text(found: Analysis) -> str:
    """Return the report for a terminal."""
    lines = [heading(found), *facts(found)]
    for table in tables(found):
        lines.append("")
        if table.title:
            lines.append(table.title)
        numbers = [all(is_number(row[i]) for row in table.rows) for i in range(len(table.header))]
        lines.append(text_table(table.header, table.rows, right=numbers))
    return "\n".join(lines)


def is_number(cell: str) -> bool:
    """Return whether a cell is aligned to the right."""
    return cell == "-" or cell.rstrip("%").replace(".", "", 1).isdigit()


# As HTML, for notebooks


def html(found: Analysis) -> str:
    """Return the report for a notebook."""
    from ..view import html as page  # only notebooks need it

    lines = [heading(found), *facts(found)]
    parts = [page.paragraph(page.strong(page.Html(_cell(lines[0]))), *lines[1:])]
    if found.variant in VARIANTS:
        from .picture import hand_svg

        parts.append(page.Html(hand_svg(found.hand, found.exposed, variant=found.variant, players=found.players)))
    for table in tables(found):
        numbers = [all(is_number(row[i]) for row in table.rows) for i in range(len(table.header))]
        rows = [[page.Html(_cell(cell)) for cell in row] for row in table.rows]
        parts.append(page.table(table.header, rows, right=numbers, caption=table.title))
    return page.block(*parts)


def _cell(text: str) -> str:
    """Escape a cell, with the cards in their colours."""
    from html import escape  # only notebooks need it, and its table of entities

    def coloured(card: re.Match[str]) -> str:
        colour = COLOURS.get(card[1])
        style = f"color:{colour};background:{CARD};border-radius:3px;padding:0 3px"
        return f'<span style="{style}">{card[0]}</span>' if colour else card[0]

    return re.sub(r"\b([A-Z])\d+\b", coloured, escape(text))
