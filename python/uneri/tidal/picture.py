"""Tidal as a picture: the board with quadrants, docks, towers, ring, gate and boats, seats, and the round's bouts."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..view import draw
from ..view.draw import HAND, TINY, Face, back, badges, card, fan, marked, seat_token, symbol, titled, token
from ..view.frame import Look, Panel, Svg, drawing, felt, head, picture, seat_panel, seats_of, section
from ..view.layout import EMPTY, Item, box, caption, column, flow, num, placed, row, spread, text, text_at
from .cards import CARD_NAMES, GATE, NEUTRAL, SUITS
from .text import board_of_data, bouts_of_data, render

_SIGNS: Final = ("sun", "star", "drop", "moon")

# The board, in its own units: two columns of docks at each side, the ring between them, the towers above and below it.
_WIDE, _HIGH = 512.0, 372.0
_GAP = 10.0
_MIDDLE = (_WIDE / 2, _HIGH / 2)
_RIM, _QUAY, _HUB = 105.0, 80.0, 35.0  # radii: of the ring, between ring and track, within the track


@drawing("tidal")
def to_svg(look: Look) -> Svg:
    """Draw a position as SVG text: the board, the seats, the bouts of the round."""
    data = look.data
    board = board_of_data(data)
    round_text = f"round {data['round']} of {data['options']['rounds']}"
    facts = f"{round_text}  ·  bout {data['bout']} of {bouts_of_data(data)}"
    if data["lead"] >= 0:
        facts += f"  ·  the lead is {look.name(data['lead'])}"
    others, shown = seats_of(look, lambda seat, width: _seat(look, seat, board, width))
    words = {"DEAL": "cards are dealt", "GATE": "to move the gate", "PLAY": "to choose a card", "END": "game over"}
    gate_last = look.last is not None and look.last[1] >= GATE
    top = head(look, "Tidal", facts, data["actor"], words[data["phase"]], look.told(_told))
    parts = [top, felt(look, _table(look, board), last=gate_last), others, *shown]
    bouts = data["played"][-9 if look.narrow else 0 :]
    if bouts:
        seats = range(len(data["boat"]))
        rows = [row([seat_token(seat), *(_card(bout[seat], look.fit(TINY)) for bout in bouts)], 4) for seat in seats]
        table = column(rows, 4)
        parts.append(section(look, "played in this round, bout by bout", box(table, table.w + 20)))
    return picture(look, f"Tidal, {round_text}", parts, render(data))


def _card(number: int, width: float = HAND) -> Item:
    suit, rank = divmod(number, 10)
    return card(Face(str(rank), "OYTP"[suit], SUITS[suit], _SIGNS[suit]), width)


def _told(look: Look, seat: int, action: int) -> str | None:
    """Describe the last decision, as far as the viewer knows it: cards are secret until all are revealed."""
    name = look.name(seat)
    if action >= GATE:
        return f"{name} moves the gate {action - GATE + 1}"
    played = look.data["played"]
    revealed = bool(played) and not any(look.data["pending_total"]) and played[-1][seat] == action
    if look.own(seat) or revealed:
        return f"{name} plays {CARD_NAMES[action]}"
    return f"{name} has chosen a card"


# The board


def _table(look: Look, board: Mapping[str, Any]) -> Item:
    data = look.data
    active = board["ring"][data["gate"] - 1]
    order = board["quadrants"][active]["order"]
    suits = [row([symbol(_SIGNS[SUITS.index(suit)], 15, f"{suit}-sign"), text(suit, 14)], 3) for suit in order]
    steps = [part for item in suits for part in (text(">", 14, "muted"), item)][1:]
    full = board["players"][str(len(data["boat"]))]["fruit_pool"]
    shown = range(full if full <= 20 else 0)
    fruit = [symbol("sun", 13, "fruit" if left < data["pool"] else "line") for left in shown]
    pool = row([text(f"fruit pool {data['pool']} of {full}", 14), row(fruit, 1)], 6)
    inner = look.inner - 24
    return column([_board(look, board), spread(flow([caption("suits here"), *steps], inner, 5, 2), pool, inner)], 10)


def _board(look: Look, board: Mapping[str, Any]) -> Item:
    data = look.data
    active = SUITS.index(board["ring"][data["gate"] - 1])
    (one, two), (three, four) = ([SUITS.index(colour) for colour in region] for region in board["regions"])
    corners = ((one, False, False), (two, True, False), (three, True, True), (four, False, True))
    # On a phone the ring lies between the upper quadrants and the lower ones, not between those at the left and right.
    wide, high, dock, apart = (350.0, 730.0, 80.0, 126.0) if look.narrow else (_WIDE, _HIGH, 66.0, 10.0)
    parts = []
    for suit, right, below in corners:
        quadrant = _quadrant(data, board, suit, right, below, suit == active, dock)
        x, y = wide - quadrant.w if right else 0, high / 2 + apart if below else high / 2 - apart - quadrant.h
        parts.append(placed(quadrant, x, y))
    towers = (_tower(data, 0, look.narrow), _tower(data, 1, look.narrow))
    middle = (wide - towers[0].w) / 2
    parts += [placed(towers[0], middle, 0), placed(towers[1], middle, high - towers[1].h)]
    ring = "".join((_ring(data, board), _boats(data, board), _gate(look, board)))
    parts.append(placed(Item(_WIDE, _HIGH, ring), (wide - _WIDE) / 2, (high - _HIGH) / 2))
    return Item(wide, high, "".join(parts))


def _quadrant(
    data: Mapping[str, Any], board: Mapping[str, Any], suit: int, right: bool, below: bool, active: bool, dock: float
) -> Item:
    """Draw the name and four docks in an arc from the ring outwards and on to the tower."""
    colour = SUITS[suit]
    far_in = dock + _GAP
    wide, high = 2 * dock + _GAP, 2 * dock + _GAP + 19
    outer, inner = (far_in, 0.0) if right else (0.0, far_in)
    near, far = (0.0, far_in) if below else (19 + far_in, 19.0)
    words = [text(colour, 14, bold=True), text("active", 13, "move") if active else EMPTY]
    name = row([symbol(_SIGNS[suit], 15, f"{colour}-sign"), *words], 4)
    parts = [placed(name, wide - name.w if right else 0, high - 16 if below else 0)]
    spots = ((inner, near), (outer, near), (outer, far), (inner, far))
    half = dock / 2
    for facts, owners, (x, y) in zip(board["quadrants"][colour]["docks"], data["dock"][suit], spots, strict=True):
        parts.append(placed(_dock(facts, owners, colour, active, dock), x, y))
    for (x1, y1), (x2, y2) in itertools.pairwise(spots):
        across, along = (x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)
        x, y = x1 + half + across * half, y1 + half + along * half
        parts.append(draw.arrow(x, y, x + across * (_GAP - 1), y + along * (_GAP - 1), "ink", 1.5))
    return Item(wide, high, "".join(parts))


def _dock(facts: Mapping[str, Any], owners: Sequence[int], colour: str, active: bool, size: float) -> Item:
    when = facts["when"]
    room, token_size = size - 10, 15 if size < 70 else 19
    if isinstance(when, list):
        wanted = _shrunk(row([_wish(one) for one in when], 3), room)
    elif when in SUITS:
        wanted = row([_wish(when), text(when, 11)], 2)
    else:
        wanted = _wish(when)
    bonus = []
    if facts["fruit"]:
        bonus += [symbol("sun", 12, "fruit"), text(f"+{facts['fruit']}", 12, bold=True)]
    if facts["extra_banner"]:
        bonus += [symbol("flag", 12, "ink"), text(f"\u00d7{1 + facts['extra_banner']}", 12, bold=True)]
    if facts.get("sail"):
        bonus += [symbol("boat", 12, "ink"), text(f"+{facts['sail']}", 12, bold=True)]
    if facts.get("profit"):
        bonus += [text(f"+{facts['profit']} profit", 12, bold=True)]
    above = column([wanted, _shrunk(row(bonus, 2), room)], 2)
    # Banners of many seats are drawn smaller, in as many lines as fit.
    shrunk = ((scale, _owners(owners, room / scale, token_size)) for scale in (1, 0.85, 0.7, 0.6, 0.5))
    banners = next(
        (item for scale, item in shrunk if item.h * scale <= size - 10 - above.h), _owners(owners, 2 * room, token_size)
    )
    lines = column([above, _shrunk(banners, room, size - 10 - above.h)], 2)
    line, thick = ("move", 2.0) if active else (f"{colour}-sign", 1.4)
    frame = (
        f'<rect class="f_panel s_{line}" x="1" y="1" width="{num(size - 2)}" height="{num(size - 2)}" rx="7" '
        f'stroke-width="{thick:g}"/>'
    )
    return Item(size, size, frame + placed(lines, 5, 4))


def _wish(when: str | int) -> Item:
    """Draw a condition of a dock: the sign of a colour, else the word or the number."""
    if when in SUITS:
        return symbol(_SIGNS[SUITS.index(str(when))], 12, f"{when}-sign")
    return text(str(when), 13)


def _shrunk(item: Item, width: float, height: float = math.inf) -> Item:
    """Return the item, smaller if it wouldn't fit."""
    scale = min(1.0, width / max(item.w, 1), height / max(item.h, 1))
    if scale == 1:
        return item
    return Item(item.w * scale, item.h * scale, f'<g transform="scale({scale:.3f})">{item.svg}</g>')


def _owners(owners: Sequence[int], width: float, size: float = 15) -> Item:
    """Draw one token per owner, `n` for neutral banners, with their number if it is more than one."""
    items = []
    for owner, count in enumerate(owners):
        if count:
            mark = token("n", "muted", size) if owner == NEUTRAL else seat_token(owner, size)
            items.append(row([mark, text(f"\u00d7{count}", 11, bold=True) if count > 1 else EMPTY], 0))
    return flow(items, width, 1, 1)


def _tower(data: Mapping[str, Any], region: int, narrow: bool) -> Item:
    owners = _owners(data["tower"][region], 152, 19 if narrow else 15)
    inside = column([text("tower", 13, bold=True), owners if owners.h else text("no banners", 12, "muted")], 3)
    return box(inside, 172, pad=6, height=48)


def _angle(board: Mapping[str, Any], space: float) -> float:
    """Return the angle of a space's centre, clockwise from the left on the screen."""
    return math.pi + 2 * math.pi * (space - 0.5) / float(board["track"]["spaces"])


def _at(angle: float, radius: float) -> tuple[float, float]:
    return _MIDDLE[0] + radius * math.cos(angle), _MIDDLE[1] + radius * math.sin(angle)


def _sector(first: float, second: float, inner: float, outer: float) -> str:
    (x1, y1), (x2, y2) = _at(first, outer), _at(second, outer)
    (x3, y3), (x4, y4) = _at(second, inner), _at(first, inner)
    return (
        f"M{num(x1)} {num(y1)}A{num(outer)} {num(outer)} 0 0 1 {num(x2)} {num(y2)}L{num(x3)} {num(y3)}"
        f"A{num(inner)} {num(inner)} 0 0 0 {num(x4)} {num(y4)}Z"
    )


def _ring(data: Mapping[str, Any], board: Mapping[str, Any]) -> str:
    """Draw the spaces: the quadrant's colour outside, the track inside."""
    count = board["track"]["spaces"]
    half = math.pi / count
    parts = []
    for space, colour in enumerate(board["ring"], 1):
        middle = _angle(board, space)
        gate = space == data["gate"]
        face, ink = ("f_move", "ground") if gate else (f"f_{colour}-face", f"{colour}-ink")
        x, y = _at(middle, (_RIM + _QUAY) / 2)
        parts.append(
            f'<path class="{face} s_{colour}-sign" d="{_sector(middle - half, middle + half, _QUAY, _RIM)}" stroke-width="1.4"/>'
            f'<path class="f_panel s_line" d="{_sector(middle - half, middle + half, _HUB, _QUAY)}" stroke-width="1"/>'
            + text_at(f"{space}{colour[0].upper()}", x, y + 5, 14, ink, anchor="middle", bold=True)
        )
    end = _angle(board, board["track"]["lap_exit"] + 0.5)
    (x1, y1), (x2, y2) = _at(end, _HUB), _at(end, _QUAY)
    parts.append(
        f'<path class="s_ink" d="M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}" fill="none" stroke-width="3" stroke-dasharray="4 3"/>'
    )
    x, y = _MIDDLE
    parts += [
        f'<circle class="f_felt s_line" cx="{num(x)}" cy="{num(y)}" r="{num(_HUB)}" stroke-width="1"/>',
        draw.glyph("clockwise", x, y - 13, 10, "muted"),
        text_at("gate", x, y + 11, 12, "muted", anchor="middle"),
        text_at(str(data["gate"]), x, y + 28, 16, "move", anchor="middle", bold=True),
    ]
    return "".join(parts)


def _boats(data: Mapping[str, Any], board: Mapping[str, Any]) -> str:
    parts = []
    size = 19.0 if board["track"]["spaces"] <= 10 else 13.0
    for space in range(1, board["track"]["spaces"] + 1):
        here = [seat for seat, boat in enumerate(data["boat"]) if boat == space]
        middle = _angle(board, space)
        outside = here if len(here) < 3 else here[:3]
        rows = ((outside, 68.0 if len(here) > 3 else 60.0), (here[len(outside) :], 48.0))
        for seats, radius in rows:
            for place, seat in enumerate(seats):
                x, y = _at(middle + (place - (len(seats) - 1) / 2) * (size + 0.5) / radius, radius)
                parts.append(placed(seat_token(seat, size), x - size / 2, y - size / 2))
    return "".join(parts)


def _gate(look: Look, board: Mapping[str, Any]) -> str:
    """Draw the gate's posts, and the number of each move where it would put the gate."""
    count, gate = board["track"]["spaces"], look.data["gate"]
    half = math.pi / count
    middle = _angle(board, gate)
    parts = [f'<path class="f_move" d="{_sector(middle - half * 0.98, middle + half * 0.98, _RIM - 1, _RIM + 6)}"/>']
    for step in range(4):
        if numbers := look.numbers(GATE + step):
            x, y = _at(_angle(board, (gate + step) % count + 1), _RIM + 11)
            parts.append(placed(badges(EMPTY, numbers), x, y - 8))
    return "".join(parts)


# Seats


def _seat(look: Look, seat: int, board: Mapping[str, Any], width: float) -> Panel:
    data, characters = look.data, board["characters"]
    up = data["faceup"][seat]
    worth = characters["values"][up - 1] if up else 0
    nines = [10 * suit + 9 for suit, keeper in enumerate(data["keeper"]) if keeper == seat]
    profit = data["profit_majority"][seat] + data["profit_feast"][seat] + worth + board["kept_card_profit"] * len(nines)
    inner = width - 20
    wide = width > 200
    counts = [
        _count("flag", data["supply"][seat], f"seat{seat % 10}", "banners left" if wide else ""),
        _count("sun", data["fruit"][seat], "fruit", "fruit" if wide else ""),
        _count("boat", data["boat"][seat], f"seat{seat % 10}", "boat at" if wide else "", at=True),
    ]
    stunt = characters["stunts"][seat][up - 1] if up else None
    told = [f"{up} character{'' if up == 1 else 's'} up, worth {worth}" if wide else f"{up} up, worth {worth}"]
    told += [f"stunt at {stunt}"] if stunt else []
    if wide:
        profits = f"majorities {data['profit_majority'][seat]}, feasts {data['profit_feast'][seat]}"
        lines = [flow([*counts, text(", ".join(told), 13), caption(profits)], inner, 14, 4)]
    else:
        lines = [flow(counts, inner, 12, 4), flow([text(words, 13) for words in told], inner, 8, 2)]
    kept = row([caption("keeps"), *(_card(number, look.fit(TINY)) for number in nines)], 4) if nines else EMPTY
    cards = [item for item in (_hand(look, seat, inner), _chosen(look, seat), kept) if item.h]
    lines.append(flow(cards, inner, 14, 6, align=1))
    facts = f"{profit} profit" if wide else str(profit)
    return seat_panel(look, seat, width, facts, lines, active=seat == data["actor"])


def _count(sign: str, count: int, role: str, words: str, *, at: bool = False) -> Item:
    number = text(str(count) if at else f"\u00d7{count}", 14, bold=True)
    label = caption(words) if words else EMPTY
    return row([symbol(sign, 16, role), label, number] if at else [symbol(sign, 16, role), number, label], 4)


def _hand(look: Look, seat: int, width: float) -> Item:
    data = look.data
    hand = data["hand"][seat]
    if hand is None:
        return fan(data["hand_total"][seat], look.fit(TINY), min(width, 150))
    if not hand:
        return caption("no cards")
    cards = [_card(number, look.hand) for number in hand]
    if seat == data["actor"]:
        pairs = [(number, look.numbered(item, number)) for number, item in zip(hand, cards, strict=True)]
        cards = [look.playable(item, number, [number]) for number, item in pairs]
    return flow(cards, width, 4, 5, align=1)


def _chosen(look: Look, seat: int) -> Item:
    """Draw the card that a seat has put down and not revealed."""
    if not look.data["pending_total"][seat]:
        return EMPTY
    number = look.data["pending"][seat]
    if number is None or number < 0:
        newest = look.last is not None and look.last[0] == seat
        hidden = marked(back(look.fit(TINY)), pad=3) if newest else back(look.fit(TINY))
        return titled(row([caption("chosen"), hidden], 4), "has chosen a card")
    shown = marked(_card(number), "muted", 3)
    return titled(row([caption("chosen"), shown], 4), f"has chosen {CARD_NAMES[number]}, face down")
