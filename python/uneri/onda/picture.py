"""ONDA as a picture: hands, face-down cards, the table, tide and dial, cards played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ..view.draw import (
    HAND,
    LARGE,
    SMALL,
    TINY,
    Face,
    back,
    card,
    chip,
    fan,
    seat_token,
    symbol,
    times,
    titled,
    track,
)  # fmt: skip
from ..view.drawing import drawing
from ..view.frame import (
    Look,
    Panel,
    Svg,
    draw_seats,
    felt,
    hand_file,
    head,
    kinds_of,
    one_row,
    picture,
    seat_panel,
    section,
)  # fmt: skip
from ..view.layout import EMPTY, Item, box, column, flow, num, row, shortened, spread, text, text_at
from ..view.palette import Colors, style_of
from .analysis import hand_points
from .cards import (
    CARDS,
    FIRST_PLAY,
    HIDE,
    KIND_NAMES,
    KINDS,
    NOTATION,
    SLOT_HIGH,
    SLOT_LOW,
    STATUSES,
    TIDES,
    TURN,
    bomb_text,
    bombs_of,
    describe_play,
)  # fmt: skip
from .text import in_words, play_words, render

if TYPE_CHECKING:
    from .cards import Hand

_LOOKS = (("b", "blue", "wave"), ("g", "green", "hexagon"))


@drawing("onda")
def to_svg(look: Look) -> Svg:
    """Draw a position as SVG text: hands, face-down cards, the table, tide, dial and the cards played."""
    data = look.data
    round_text = f"round {data['round']} of {data['options']['rounds']}"
    who = data["to_act"]
    others, shown = draw_seats(look, lambda seat, width: _seat(look, seat, width))
    parts = [
        head(look, "ONDA", _facts(look, round_text), who, _phase(data), _told(look)),
        others,
        felt(
            look, _table(look), last=look.last is not None and look.last[1] >= FIRST_PLAY and data["table"] is not None
        ),
        *shown,
        section(look, "played face up in this round, one dot per copy", _played(look)),
    ]
    deck = data["deck"]
    if deck is not None and any(deck):
        cards = [times(_card(kind, look.fit(TINY)), count) for kind, count in enumerate(deck) if count]
        parts.append(section(look, "not dealt", flow(cards, look.inner, 3, 3, align=0)))
    return picture(look, f"ONDA, {round_text}", parts, render(data))


def hand_svg(hand: Hand, *, theme: str = "auto", colors: Colors | None = None) -> Svg:
    """Draw a hand alone.

    Parameters
    ----------
    hand
        Text such as `"b4 b5 g12"`, or counts.
    theme
        `"auto"`, `"light"` or `"dark"`.
    colors
        Colours in place of those of `uneri.view.PALETTE`, as for `state.to_svg`.

    Returns
    -------
    Svg
        The SVG text, which notebooks show as a picture.

    Examples
    --------
    >>> from uneri import onda
    >>> onda.hand_svg("b4 b5 g12").count("<rect")
    4
    """
    counts = CARDS.one(hand)
    cards = [_card(kind) for kind in kinds_of(counts.tolist())]
    return hand_file(cards, "a hand of ONDA", CARDS.format(counts) or "no cards", style_of(theme, colors))


def _face(kind: int) -> Face:
    letter, look, sign = _LOOKS[kind // 15]
    return Face(str(kind % 15 + 1), letter, look, sign, dots=_count_dots(kind))


@cache
def _count_dots(kind: int) -> int:
    return int(hand_points(KIND_NAMES[kind]))


def _card(kind: int | None, width: float = HAND) -> Item:
    return back(width) if kind is None else card(_face(kind), width)


def _phase(data: Mapping[str, Any]) -> str:
    """Say in words what is to be done."""
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


def _told(look: Look) -> str | None:
    """Describe the last decision, as far as the viewer knows it."""
    if look.last is None:
        return None
    seat, action = look.last
    name = look.name(seat)
    if HIDE <= action < HIDE + KINDS:
        return f"{name} hides {KIND_NAMES[action - HIDE] if look.own(seat) else 'a card'}"
    if action in (SLOT_LOW, SLOT_HIGH):
        which = " (the lower)" if action == SLOT_LOW else " (the higher)"
        return f"{name} takes one of its two face-down cards{which if look.own(seat) else ''}"
    return f"{name}: {NOTATION.action_to_string(0, action)}"


# The middle


def _table(look: Look) -> Item:
    data = look.data
    table = data["table"]
    if table is None:
        leader = (
            f"{look.name(data['leader'])} leads" if data["leader"] >= 0 and data["phase"] in ("ACT", "SLOT") else ""
        )
        left = column([text("nothing on the table", 15, "muted", width=250), text(leader, 14, width=250)], 4)
    else:
        left = column(
            [
                row(
                    [seat_token(table["owner"]), text(play_words(table["play"]), 15, bold=True, width=look.inner - 50)]
                ),
                _laid(look, table),
            ],
            6,
        )
    tide = TIDES[data["tide"]]
    fixed = STATUSES[data["status"]] == "fixed"
    sea = titled(
        column(
            [
                row([symbol("up" if tide == "high" else "down", 22), text(f"{tide} tide", 16, bold=True)], 5),
                row(
                    [
                        symbol("lock" if fixed else "open lock", 17, "muted"),
                        text(STATUSES[data["status"]], 14, "muted"),
                    ],
                    5,
                ),
                text("higher beats" if tide == "high" else "lower beats", 13, "muted"),
            ],
            3,
        ),
        f"tide {tide}, {STATUSES[data['status']]}",
    )
    names = [shortened(in_words(bomb_text(bomb)), 12, look.inner - 40) for bomb in bombs_of(data["options"])]
    used = chip("used in this trick", "move", size=12) if data["bomb_used"] else chip("not used", "muted", size=12)
    inner = look.inner - 24
    dial = column(
        [
            row([text("bomb dial", 13, "muted"), used], 6),
            flow(track(names, data["dial"], size=12), inner, 4, 4),
        ],
        5,
    )
    free = [
        look.meant(chip(words, "ink", size=13, lead=str(number)), [action])
        for words, action in (("pass", 0), ("turn the tide", TURN))
        for number in look.numbers(action)
    ]
    return column([spread(left, sea, inner), dial, *([row(free, 8)] if free else [])], 10)


def _laid(look: Look, table: Mapping[str, Any]) -> Item:
    """Draw the combination on the table; the joker is dashed, with its meaning beside it where that is known."""
    play = describe_play(table["play"])
    numbers = [(kind % 15 + 1, kind) for kind in play.cards]
    cards = [(number, card(_face(kind), LARGE * 0.86)) for number, kind in numbers]
    if play.joker:
        stands = Face(str(play.joker), "J", "white", "moon")
        drawn = titled(
            card(stands, LARGE * 0.86, joker=True), f"a joker, a face-down card that stands for {play.joker}"
        )
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
        seen = row([text("has", 13, "muted"), *known], 4) if known else EMPTY
        lines = [flow([item for item in (held, seen, down, spent) if item.h], width - 20, 12, 5)]
    else:
        shown = text("no cards in hand", 13, "muted")
        if any(hand):
            sizes = ((look.hand, 4),) if look.narrow else ((HAND, 3), (HAND, 1.4), (HAND - 1, 1.4))
            shown = one_row(lambda size: _cards(look, seat, hand, size), width - 20, sizes)
        lines = [shown, row([down, spent], 24)] if down.h or spent.h else [shown]
    return seat_panel(look, seat, width, facts, lines, active=seat == data["to_act"], chips=chips)


def _cards(look: Look, seat: int, hand: Sequence[int], size: float) -> list[Item]:
    """Draw a hand; the number of a move is on one copy of a card."""
    turn = seat == look.data["to_act"]
    uses = _uses(look) if turn else {}
    cards = []
    for kind, count in enumerate(hand):
        for copy in range(count):
            item = _card(kind, size)
            if turn:
                shown = look.numbered(item, _single(look, kind)) if copy == 0 else item
                item = look.playable(shown, _single(look, kind), uses.get(kind, ()))
            cards.append(item)
    return cards


def _uses(look: Look) -> dict[int, list[int]]:
    """Map each kind to the listed moves that need a card of it."""
    found: dict[int, list[int]] = {}
    for action in look.moves:
        hides = HIDE <= action < HIDE + KINDS
        cards = [action - HIDE] if hides else _play_cards(action) if action >= FIRST_PLAY else ()
        for kind in cards:
            found.setdefault(kind, []).append(action)
    return found


@cache
def _play_cards(action: int) -> tuple[int, ...]:
    """List the kinds of the cards that are played openly."""
    return tuple(sorted(set(describe_play(action).cards)))


def _single(look: Look, kind: int) -> int:
    """Return the action that a card alone means: to hide it, or to play it."""
    return HIDE + kind if look.data["phase"] == "HIDE" else FIRST_PLAY + kind


def _down(look: Look, seat: int) -> Item:
    kinds = look.data["down"][seat]
    if not kinds:
        return EMPTY
    known = kinds[0] is not None
    cards = []
    for place, kind in enumerate(kinds):
        one = (
            column([back(look.fit(TINY) + 3), text(KIND_NAMES[kind], 13, bold=True)], 1)
            if known
            else back(look.fit(TINY))
        )
        cards.append(look.numbered(one, (SLOT_LOW, SLOT_HIGH)[place]) if seat == look.data["to_act"] else one)
    return titled(row([text("face down" if known else "down", 13, "muted"), *cards], 4), "face-down cards")


def _spent(look: Look, seat: int) -> Item:
    kinds = look.data["spent"][seat]
    if not kinds:
        return EMPTY
    return row(
        [
            text("jokers spent" if kinds[0] is not None else "spent", 13, "muted"),
            *(_card(kind, look.fit(TINY)) for kind in kinds),
        ],
        4,
    )


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
