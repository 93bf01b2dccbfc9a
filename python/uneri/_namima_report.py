"""Namima's hand calculator: its report as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ._table import text_table

if TYPE_CHECKING:
    from ._namima_hands import Analysis, Card, Wait

INFINITE = 99
MOST = 12
"""Arrangements that are listed."""


class Table(NamedTuple):
    """Rows under a title."""

    title: str
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def kinds_text(cards: Iterable[Card]) -> str:
    """`B4 R3 Y678`, a letter with its ranks; `B10 B11` where one has two digits."""
    kinds = [card.kind for card in cards]
    if any(len(kind) > 2 for kind in kinds):
        return " ".join(kinds)
    by_colour: dict[str, str] = {}
    for kind in kinds:
        by_colour[kind[0]] = by_colour.get(kind[0], kind[0]) + kind[1]
    return " ".join(by_colour.values())


def heading(found: Analysis) -> str:
    """The hand and how it was read."""
    exposed = f"   exposed {', '.join(found.exposed)}" if found.exposed else ""
    return f"{found.hand}{exposed}   {found.variant}, {found.players} seats"


def facts(found: Analysis) -> list[str]:
    """What is said in a line each."""
    lines = [_state(found)]
    if found.complete and found.best is not None:
        worth = found.best
        made = "".join(f", {name} {points}" for name, points in worth.combinations)
        claimed = f", {worth.claimed_meld} counted as exposed" if worth.claimed_meld else ""
        lines.append(f"complete: {worth.points} points{made}{claimed}")
        lines.append(f"as {', '.join([*worth.melds, *worth.exposed])}")
    else:
        lines.append(_distance(found))
    lines.append(f"penalty {found.penalty}, at least {found.min_penalty} after exposing melds")
    return lines


def _state(found: Analysis) -> str:
    """How the hand was read."""
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
    """What is said in rows."""
    listed: list[Table] = []
    if len(found.arrangements) > 1:
        ways = [(", ".join([*item.melds, *item.exposed]),) for item in found.arrangements[:MOST]]
        more = f", the first {MOST}" if len(found.arrangements) > MOST else ""
        listed.append(Table(f"{len(found.arrangements)} arrangements{more}", ("melds",), ways))
    if found.waits:
        waits = [(wait.kind, str(wait.copies), "" if wait.claimed else "drawn only") for wait in found.waits]
        listed.append(Table(f"waits: {_copies(found.waits)} cards", ("card", "left", ""), waits))
    elif found.acceptance:
        helping = [(card.kind, str(card.copies)) for card in found.acceptance]
        listed.append(Table(f"helps when drawn: {_copies(found.acceptance)} cards", ("card", "left"), helping))
    if found.calls:
        calls = [(call.kind, str(call.copies), ", ".join(call.melds)) for call in found.calls]
        listed.append(Table("helps when called", ("card", "left", "for"), calls))
    for title, moves in (("discard", found.discards), ("or expose", found.self_calls)):
        if moves:
            rows = [(move.text, _number(move.deficiency), str(move.copies), kinds_text(move.cards)) for move in moves]
            listed.append(Table("", (title, "deficiency", "copies", "what helps then"), rows))
    return listed


def _copies(cards: Sequence[Card] | Sequence[Wait]) -> int:
    return sum(card.copies for card in cards)


def _number(deficiency: int) -> str:
    return "-" if deficiency >= INFINITE else str(deficiency)


def text(found: Analysis) -> str:
    """The report for a terminal."""
    lines = [heading(found), *facts(found)]
    for table in tables(found):
        lines.append("")
        if table.title:
            lines.append(table.title)
        numbers = [all(_is_number(row[i]) for row in table.rows) for i in range(len(table.header))]
        lines.append(text_table(table.header, table.rows, right=numbers))
    return "\n".join(lines)


def _is_number(cell: str) -> bool:
    return cell == "-" or cell.isdigit()
