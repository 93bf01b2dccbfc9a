"""ONDA as a picture: hands, face-down cards, the table, tide and dial, cards played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ..registry.views import cards_of
from ..view.draw import HAND, LARGE, SMALL, TINY, Face, back, card, chip, fan, seat_token, symbol, times, titled, track
from ..view.frame import (
    Look,
    Panel,
    Svg,
    drawing,
    felt,
    hand_file,
    head,
    one_row,
    picture,
    seat_panel,
    seats_of,
    section,
)
from ..view.layout import EMPTY, Item, box, caption, column, flow, num, row, shortened, spread, text, text_at
from ..view.palette import Colors, style_of
from . import cards as onda
from .analysis import hand_points
from .cards import CARDS, KIND_NAMES, KINDS, NOTATION, STATUSES, TIDES, bomb_text, bombs_of, describe_play
from .text import in_words, play_words, render

if TYPE_CHECKING:
    from .cards import Hand

_LOOKS = (("b", "blue", "wave"), ("g", "green", "hexagon"))


@drawing("onda")
def to_svg(look: Look) -> Svg:
    """Draw a position as SVG text: hands, face-down cards, the table, tide, dial and the cards played."""
    data = look.data
    round_text = f"round {data['round']} of {data['options']['rounds']}"
    others, shown = seats_of(look, lambda seat, width: _seat(look, seat, width))
    laid = look.last is not None and look.last[1] >= onda.FIRST_PLAY and data["table"] is not None
    parts = [
        head(look, "ONDA", _facts(look, round_text), data["to_act"], _phase(data), look.told(_told)),
        others,
        felt(look, _table(look), last=laid),
        *shown,
        section(look, "played face up in this round, one dot per copy", _played(look)),
    ]
    deck = data["deck"]
    if deck is not None and any(deck):
        cards = [times(_card(kind, look.fit(TINY)), count) for kind, count in enumerate(deck) if count]
        parts.append(section(look, "not dealt", flow(cards, look.inner, 3, 3, align=0)))
    return picture(look, f"ONDA, {round_text}", parts, render(data))


def hand_svg(hand: Hand, *, theme: str = "auto", colors: Colors | None = None) -> Svg:
    """Draw a hand, given as text or counts, alone: as SVG text that notebooks show as a picture.

    `theme` and `colors` are as for `state.to_svg`.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.hand_svg("b4 b5 g12").count("<rect")
    4
    """
    counts = CARDS.one(hand)
    cards = [_card(kind) for kind in cards_of(counts.tolist())]
    return hand_file(cards, "a hand of ONDA", CARDS.format(counts) or "no cards", style_of(theme, colors))


@cache
def _face(kind: int) -> Face:
    letter, look, sign = _LOOKS[kind // 15]
    return Face(str(kind % 15 + 1), letter, look, sign, dots=int(hand_points(KIND_NAMES[kind])))


def _card(kind: int | None, width: float = HAND) -> Item:
    return back(width) if kind is None else card(_face(kind), width)


def _phase(data: Mapping[str, Any]) -> str:
    """Describe the decision to make."""
    if data["phase"] == "ACT":
        return "to lead" if data["table"] is None else "to follow"
    words = {
        "FIRST": "the first seat is drawn", "DEAL": "to be dealt cards", "DIAL": "to keep or advance the dial", "HIDE": "to hide a card",
        "SLOT": "to choose a face-down card", "REPLY": "to reply", "OVER": "game over",
    }  # fmt: skip
    return words[data["phase"]]


def _facts(look: Look, round_text: str) -> str:
    data = look.data
    parts = [round_text, f"starter {look.name(data['starter'])}" if data["starter"] >= 0 else ""]
    if data["prev_winner"] >= 0:
        parts.append(f"last round won by {look.name(data['prev_winner'])}")
    return "  ·  ".join(part for part in parts if part)


def _told(look: Look, seat: int, action: int) -> str | None:
    """Describe the last decision, as far as the viewer knows it."""
    name = look.name(seat)
    if onda.HIDE <= action < onda.HIDE + KINDS:
        return f"{name} hides {KIND_NAMES[action - onda.HIDE] if look.own(seat) else 'a card'}"
    if action in (onda.SLOT_LOW, onda.SLOT_HIGH):
        which = " (the lower)" if action == onda.SLOT_LOW else " (the higher)"
        return f"{name} takes one of its two face-down cards{which if look.own(seat) else ''}"
    return f"{name}: {NOTATION.action_to_string(0, action)}"


# The middle


def _table(look: Look) -> Item:
    data = look.data
    table = data["table"]
    if table is None:
        leads = data["leader"] >= 0 and data["phase"] in ("ACT", "SLOT")
        leader = f"{look.name(data['leader'])} leads" if leads else ""
        left = column([text("nothing on the table", 15, "muted", width=250), text(leader, 14, width=250)], 4)
    else:
        words = text(play_words(table["play"]), 15, bold=True, width=look.inner - 50)
        left = column([row([seat_token(table["owner"]), words]), _laid(look, table)], 6)
    tide, status = TIDES[data["tide"]], STATUSES[data["status"]]
    sea = [
        row([symbol("up" if tide == "high" else "down", 22), text(f"{tide} tide", 16, bold=True)], 5),
        row([symbol("lock" if status == "fixed" else "open lock", 17, "muted"), text(status, 14, "muted")], 5),
        caption("higher beats" if tide == "high" else "lower beats"),
    ]
    right = titled(column(sea, 3), f"tide {tide}, {status}")
    names = [shortened(in_words(bomb_text(bomb)), 12, look.inner - 40) for bomb in bombs_of(data["options"])]
    used = chip("used in this trick", "move", size=12) if data["bomb_used"] else chip("not used", "muted", size=12)
    inner = look.inner - 24
    dial = column([row([caption("bomb dial"), used], 6), flow(track(names, data["dial"], size=12), inner, 4, 4)], 5)
    free = [*look.buttons("pass", 0), *look.buttons("turn the tide", onda.TURN)]
    return column([spread(left, right, inner), dial, *([row(free, 8)] if free else [])], 10)


def _laid(look: Look, table: Mapping[str, Any]) -> Item:
    """Draw the combination on the table; the joker is dashed, with its meaning beside it where that is known."""
    play = describe_play(table["play"])
    cards = [(kind % 15 + 1, _card(kind, LARGE * 0.86)) for kind in play.cards]
    if play.joker:
        stands = card(Face(str(play.joker), "J", "white", "moon"), LARGE * 0.86, joker=True)
        drawn = titled(stands, f"a joker, a face-down card that stands for {play.joker}")
        face = table["face"]
        if face is not None and face >= 0:
            drawn = row([drawn, column([text("is", 12, "muted"), _card(face, look.fit(SMALL))], 2)], 3)
        cards.append((play.joker, drawn))
    laid = [item for _, item in sorted(cards, key=lambda entry: entry[0])]
    return flow(laid, look.inner - 24, 4, 4)


# Seats


def _seat(look: Look, seat: int, width: float) -> Panel:
    data = look.data
    hand = data["hand"][seat]
    wins = data["round_wins"][seat]
    facts = f"{data['scores'][seat]} points" if width > 200 else f"{data['scores'][seat]}"
    chips = []
    if wins:
        chips.append(chip(f"{wins} round{'s' if wins > 1 else ''} won", "muted", size=12))
    if data["passed"][seat]:
        chips.append(chip("passed", "ink", size=12, strong=True))
    if data["leader"] == seat and data["phase"] in ("ACT", "SLOT", "REPLY"):
        chips.append(chip("leads" if data["table"] is None else "led", "muted", size=12))
    down, spent = _down(look, seat), _spent(look, seat)
    if hand is None:
        known = [_card(kind, look.fit(TINY)) for kind in data["known"][seat]]
        held = fan(data["hand_total"][seat], look.fit(TINY), min(width - 20, 150))
        seen = row([caption("has"), *known], 4) if known else EMPTY
        lines = [flow([item for item in (held, seen, down, spent) if item.h], width - 20, 12, 5)]
    else:
        shown = caption("no cards in hand")
        if any(hand):
            sizes = ((look.hand, 4),) if look.narrow else ((HAND, 3), (HAND, 1.4), (HAND - 1, 1.4))
            shown = one_row(lambda size: _cards(look, seat, hand, size), width - 20, sizes)
        lines = [shown, row([down, spent], 24)] if down.h or spent.h else [shown]
    return seat_panel(look, seat, width, facts, lines, active=seat == data["to_act"], chips=chips)


def _cards(look: Look, seat: int, hand: Sequence[int], size: float) -> list[Item]:
    """Draw a hand; the number of a move is on one copy of a card."""
    turn = seat == look.data["to_act"]
    uses = _uses(look) if turn else {}
    alone = onda.HIDE if look.data["phase"] == "HIDE" else onda.FIRST_PLAY  # what a card alone means
    cards = []
    for kind, count in enumerate(hand):
        for copy in range(count):
            item = look.numbered(_card(kind, size), alone + kind) if turn and copy == 0 else _card(kind, size)
            cards.append(look.playable(item, alone + kind, uses.get(kind, ())) if turn else item)
    return cards


def _uses(look: Look) -> dict[int, list[int]]:
    """Map each kind to the listed moves that need a card of it."""
    found: dict[int, list[int]] = {}
    for action in look.moves:
        hides = onda.HIDE <= action < onda.HIDE + KINDS
        cards = [action - onda.HIDE] if hides else _play_cards(action) if action >= onda.FIRST_PLAY else ()
        for kind in cards:
            found.setdefault(kind, []).append(action)
    return found


@cache
def _play_cards(action: int) -> tuple[int, ...]:
    """List the kinds of the cards that are played openly."""
    return tuple(sorted(set(describe_play(action).cards)))


def _down(look: Look, seat: int) -> Item:
    kinds = look.data["down"][seat]
    if not kinds:
        return EMPTY
    known = kinds[0] is not None
    cards = []
    for place, kind in enumerate(kinds):
        tiny = look.fit(TINY)
        one = column([back(tiny + 3), text(KIND_NAMES[kind], 13, bold=True)], 1) if known else back(tiny)
        cards.append(look.numbered(one, (onda.SLOT_LOW, onda.SLOT_HIGH)[place]) if seat == look.data["to_act"] else one)
    return titled(row([caption("face down" if known else "down"), *cards], 4), "face-down cards")


def _spent(look: Look, seat: int) -> Item:
    kinds = look.data["spent"][seat]
    if not kinds:
        return EMPTY
    words = "jokers spent" if kinds[0] is not None else "spent"
    return row([caption(words), *(_card(kind, look.fit(TINY)) for kind in kinds)], 4)


def _played(look: Look) -> Item:
    """Draw two rows of fifteen cells: a dot for each copy that was played."""
    cell, high = (look.inner - 20 - 30) / 15, 30.0
    rows = []
    for suit, (letter, colour, sign) in enumerate(_LOOKS):
        parts = []
        for place in range(15):
            count, x = look.data["played"][15 * suit + place], place * cell
            fill = f"{colour}-face" if count else "panel"
            parts.append(
                f'<rect class="f_{fill} s_line" x="{num(x + 0.5)}" y=".5" width="{num(cell - 2)}" height="{num(high - 1)}" '
                'rx="3" stroke-width="1"/>'
            )
            ink = f"{colour}-ink" if count else "muted"
            parts.append(text_at(str(place + 1), x + cell / 2 - 1, 14, 13, ink, anchor="middle", bold=bool(count)))
            for dot in range(count):
                cx = x + cell / 2 - 1 + (dot - (count - 1) / 2) * 9
                parts.append(f'<circle class="f_{colour}-sign" cx="{num(cx)}" cy="22" r="3"/>')
        label = row([symbol(sign, 14, f"{colour}-sign"), text(letter, 13)], 2)
        rows.append(row([Item(30, label.h, label.svg), Item(15 * cell, high, "".join(parts))], 0))
    return box(column(rows, 3), look.inner, pad=10)
