"""SOLO as a picture: hands, the top card, colour, direction, pending draws and the piles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..view.draw import HAND, LARGE, SMALL, TINY, Face, card, chip, fan, pile, symbol, times, titled
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
    picture,
    seat_panel,
    section,
)  # fmt: skip
from ..view.layout import EMPTY, Item, column, flow, row, text
from ..view.palette import Colors, style_of
from .cards import (
    ANY,
    CARDS,
    COLOUR,
    COLOUR_WORDS,
    COLOURS,
    DRAW,
    JUMP,
    KEEP,
    KIND_NAMES,
    KINDS,
    NO_JUMP,
    NOTATION,
    PLAY_DRAWN,
    SOLO_DECLARE,
    SOLO_SILENT,
    SWAP,
    SWAP_IN_TURN,
    TAKE,
    WILD,
    WILD_DRAW4,
)  # fmt: skip
from .text import render

if TYPE_CHECKING:
    from .cards import Hand

_SIGNS = ("diamond", "triangle", "disc", "square")
_ACTIONS = {9: ("", "skip"), 10: ("", "reverse"), 11: ("+2", ""), 12: ("", "swap")}
_BLACK = {WILD: ("", "four colours"), WILD_DRAW4: ("+4", "four colours"), SWAP_IN_TURN: ("", "pass round")}


@drawing("solo")
def to_svg(look: Look) -> Svg:
    """Draw a position as SVG text: hands, the top card, colour, direction, pending draws and the piles."""
    data = look.data
    rounds = data["options"]["max_rounds"]
    round_text = f"round {data['round']}{f' of {rounds}' if rounds else ''}"
    facts = f"{round_text}  ·  turn {data['turns']}"
    if data["starter"] >= 0:
        facts += f"  ·  starter {look.name(data['starter'])}"
    others, shown = draw_seats(look, lambda seat, width: _seat(look, seat, width))
    told = _told(look)
    put = told is not None and look.last is not None and look.last[1] not in _NO_CARD
    parts = [
        head(look, "SOLO", facts, data["to_act"], _phase(data), told),
        others,
        felt(look, _table(look), last=put),
        *shown,
    ]
    for name, words in (("discard", "discard pile"), ("draw_pile", "draw pile")):
        counts = data[name]
        if counts is not None and any(counts):
            cards = [times(card_item(kind, look.fit(TINY)), count) for kind, count in enumerate(counts) if count]
            title = f"{words}, {sum(counts)} cards in no order"
            parts.append(section(look, title, flow(cards, look.inner, 4, 4, align=0)))
    return picture(look, f"SOLO, {round_text}", parts, render(data))


def hand_svg(hand: Hand, *, theme: str = "auto", colors: Colors | None = None) -> Svg:
    """Draw a hand alone.

    Parameters
    ----------
    hand
        Text such as `"R1 GSk W4"`, or counts.
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
    >>> from uneri import solo
    >>> solo.hand_svg("R1 GSk W4").count("<rect")
    4
    """
    counts = CARDS.one(hand)
    cards = [card_item(kind) for kind in kinds_of(counts.tolist())]
    return hand_file(cards, "a hand of SOLO", CARDS.format(counts) or "no cards", style_of(theme, colors))


def card_item(kind: int, width: float = HAND) -> Item:
    """Draw a card, face up."""
    if kind >= WILD:
        label, glyph = _BLACK[kind]
        return card(Face(label, KIND_NAMES[kind], "wild", "", glyph), width)
    suit, symbol_number = divmod(kind, 13)
    label, glyph = _ACTIONS.get(symbol_number, (str(symbol_number + 1), ""))
    return card(Face(label, COLOURS[suit], COLOUR_WORDS[suit], _SIGNS[suit], glyph), width)


def _phase(data: Mapping[str, Any]) -> str:
    """Say in words what is to be done."""
    if data["phase"] == "PULL":
        why = {"take": "the pending cards", "penalty": "as a penalty", "last": "at the end"}.get(data["why"], "")
        return f"to draw {why}, {data['left']} to come".replace(" ,", ",")
    return {
        "SEAT": "the first seat is drawn", "DEAL": "to be dealt cards", "FLIP": "the first card is turned over", "TURN": "to play",
        "RESPOND": "to extend or take", "DRAWN": "to play the drawn card or keep it", "SOLO": "to say solo or not",
        "COLOUR": "to name a colour", "SWAP": "to choose whom to swap with", "JUMP": "to jump in or not", "OVER": "game over",
    }[data["phase"]]  # fmt: skip


_NO_CARD = {DRAW, TAKE, KEEP, NO_JUMP, *range(COLOUR, SOLO_DECLARE)}


def _told(look: Look) -> str | None:
    """Describe the last decision, as far as the viewer knows it (S-4.10)."""
    if look.last is None:
        return None
    seat, action = look.last
    if action in (KEEP, NO_JUMP) and not look.own(seat):
        return None
    name, count = look.name(seat), len(look.names)
    if action < KINDS:
        return f"{name} plays {KIND_NAMES[action]}"
    if COLOUR <= action < SWAP:
        return f"{name} names {COLOUR_WORDS[action - COLOUR]}"
    if SWAP < action < SOLO_DECLARE:
        return f"{name} swaps hands with {look.name((seat + action - SWAP) % count)}"
    words = {
        DRAW: "draws", TAKE: "takes the pending cards", PLAY_DRAWN: "plays the card just drawn",
        KEEP: "keeps the card just drawn", SOLO_DECLARE: "says solo", SOLO_SILENT: "does not say solo",
        JUMP: "jumps in", NO_JUMP: "does not jump in",
    }  # fmt: skip
    return f"{name} {words[action]}" if action in words else f"{name}: {NOTATION.action_to_string(0, action)}"


# The middle


def _table(look: Look) -> Item:
    data = look.data
    top = data["top"]
    drawn = look.numbered(look.numbered(pile(data["draw_total"]), DRAW), TAKE)
    piles = [column([drawn, text("draw pile", 13, "muted")], 4)]
    shown = look.numbered(card_item(top, LARGE), JUMP) if top >= 0 else pile(0)
    piles.append(column([shown, text("top card", 13, "muted")], 4))
    if data["want"] >= 0:
        piles.append(column([card_item(data["want"], LARGE), text("about to be put down", 13, "muted")], 4))
    if data["drawn"] >= 0:
        fresh = look.numbered(card_item(data["drawn"], LARGE), PLAY_DRAWN)
        piles.append(column([fresh, text("just drawn", 13, "muted")], 4))
    colour = data["active_colour"]
    if colour == ANY:
        swatch = row([symbol("ring", 20, "muted"), text("any colour", 16, bold=True)], 6)
    else:
        sign = symbol(_SIGNS[colour], 22, f"{COLOUR_WORDS[colour]}-sign")
        swatch = row([sign, text(COLOUR_WORDS[colour], 16, bold=True)], 6)
    up = data["dir"] > 0
    way = "up the seats" if up else "down the seats"
    facts = [
        titled(swatch, f"the colour in force is {COLOUR_WORDS[colour]}"),
        row([symbol("right" if up else "left", 20), text(f"play goes {way}", 14)], 6),
    ]
    if data["pending"]:
        words = f"+{data['pending']} pending ({data['chain']})"
        facts.append(chip(words, "move", size=14, strong=True))
    if data["due"]:
        facts.append(chip(f"{look.name(data['last'])} owes a penalty", "move", size=13))
    named = [
        row(
            [
                symbol(_SIGNS[c], 18, f"{COLOUR_WORDS[c]}-sign"),
                look.meant(chip(COLOUR_WORDS[c], "ink", size=13, lead=str(number)), [COLOUR + c]),
            ],
            3,
        )
        for c in range(4)
        for number in look.numbers(COLOUR + c)
    ]
    body = row([*piles, column(facts, 8)], 18, align=0)
    if body.w > look.inner - 24:
        body = column([row(piles, 18, align=0), column(facts, 6)], 8)
    return column([body, row(named, 8) if named else EMPTY], 8)


# Seats


def _seat(look: Look, seat: int, width: float) -> Panel:
    data = look.data
    hand, total = data["hand"][seat], data["hand_total"][seat]
    active = seat == data["to_act"]
    chips = []
    if data["last"] == seat:
        chips.append(chip("laid the top card" if width > 150 else "laid last", "muted", size=12))
    if data["due"] and data["last"] == seat:
        chips.append(chip("owes a penalty", "move", size=12, strong=True))
    for action in range(SWAP + 1, SOLO_DECLARE):
        if (data["to_act"] + action - SWAP) % len(data["hand"]) == seat and look.numbers(action):
            chips.append(
                look.meant(
                    chip(
                        "swap with this seat" if width > 200 else "swap",
                        "ink",
                        size=12,
                        lead=str(look.numbers(action)[0]),
                    ),
                    [action],
                )
            )
    inner = width - 20
    if hand is None:
        lines = [fan(total, look.fit(TINY), min(inner, 190)), _known(look, seat, inner)]
    else:
        size = look.hand if look.narrow or total <= 60 else SMALL
        lines = (
            [flow(_cards(look, seat, hand, size), inner, 3, 5, align=1)] if total else [text("no cards", 13, "muted")]
        )
    points = f"{data['points'][seat]} points" if width > 200 else f"{data['points'][seat]}"
    return seat_panel(look, seat, width, points, lines, active=active, chips=chips)


def _cards(look: Look, seat: int, hand: Sequence[int], size: float) -> list[Item]:
    """Draw a hand; the number of a move is on one copy of a card."""
    turn = seat == look.data["to_act"]
    cards = []
    for kind, count in enumerate(hand):
        for copy in range(count):
            item = card_item(kind, size)
            item = look.numbered(item, kind) if turn and copy == 0 else item
            cards.append(look.playable(item, kind, [kind]) if turn else item)
    return cards


def _known(look: Look, seat: int, width: float) -> Item:
    """Draw the cards that the viewer knows of another hand, from hands that were passed on."""
    if look.seat is None or look.data["known"][look.seat] is None:
        return EMPTY
    counts = look.data["known"][look.seat][seat]
    if not any(counts):
        return EMPTY
    cards = [times(card_item(kind, look.fit(TINY)), count) for kind, count in enumerate(counts) if count]
    return column([text("holds, as you know", 13, "muted", width=width), flow(cards, width, 3, 3, align=0)], 3)
