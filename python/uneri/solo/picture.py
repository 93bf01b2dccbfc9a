"""SOLO as a picture: hands, the top card, colour, direction, pending draws and the piles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..registry.views import cards_of
from ..view.draw import HAND, LARGE, SMALL, TINY, Face, card, chip, fan, pile, symbol, times, titled
from ..view.frame import Look, Panel, Svg, drawing, felt, hand_file, head, picture, seat_panel, seats_of, section
from ..view.layout import EMPTY, Item, caption, column, flow, row, text
from ..view.palette import Colors, style_of
from . import cards as solo
from .cards import CARDS, COLOUR_WORDS, COLOURS, KIND_NAMES, KINDS, NOTATION
from .text import render

if TYPE_CHECKING:
    from .cards import Hand

_SIGNS = ("diamond", "triangle", "disc", "square")
_ACTIONS = {9: ("", "skip"), 10: ("", "reverse"), 11: ("+2", ""), 12: ("", "swap")}
_BLACK = (("", "four colours"), ("+4", "four colours"), ("", "pass round"))
"""Wild, Wild Draw Four and Swap-in-turn."""


@drawing("solo")
def to_svg(look: Look) -> Svg:
    """Draw a position as SVG text: hands, the top card, colour, direction, pending draws and the piles."""
    data = look.data
    rounds = data["options"]["max_rounds"]
    round_text = f"round {data['round']}{f' of {rounds}' if rounds else ''}"
    facts = f"{round_text}  ·  turn {data['turns']}"
    if data["starter"] >= 0:
        facts += f"  ·  starter {look.name(data['starter'])}"
    others, shown = seats_of(look, lambda seat, width: _seat(look, seat, width))
    told = look.told(_told)
    put = told is not None and look.last is not None and look.last[1] not in _NO_CARD
    top = head(look, "SOLO", facts, data["to_act"], _phase(data), told)
    parts = [top, others, felt(look, _table(look), last=put), *shown]
    for name, words in (("discard", "discard pile"), ("draw_pile", "draw pile")):
        counts = data[name]
        if counts is not None and any(counts):
            cards = [times(card_item(kind, look.fit(TINY)), count) for kind, count in enumerate(counts) if count]
            title = f"{words}, {sum(counts)} cards in no order"
            parts.append(section(look, title, flow(cards, look.inner, 4, 4, align=0)))
    return picture(look, f"SOLO, {round_text}", parts, render(data))


def hand_svg(hand: Hand, *, theme: str = "auto", colors: Colors | None = None) -> Svg:
    """Draw a hand, given as text or counts, alone: as SVG text that notebooks show as a picture.

    `theme` and `colors` are as for `state.to_svg`.

    Examples
    --------
    >>> from uneri import solo
    >>> solo.hand_svg("R1 GSk W4").count("<rect")
    4
    """
    counts = CARDS.one(hand)
    cards = [card_item(kind) for kind in cards_of(counts.tolist())]
    return hand_file(cards, "a hand of SOLO", CARDS.format(counts) or "no cards", style_of(theme, colors))


def card_item(kind: int, width: float = HAND) -> Item:
    """Draw a card, face up."""
    if kind >= solo.WILD:
        label, glyph = _BLACK[kind - solo.WILD]
        return card(Face(label, KIND_NAMES[kind], "wild", "", glyph), width)
    suit, symbol_number = divmod(kind, 13)
    label, glyph = _ACTIONS.get(symbol_number, (str(symbol_number + 1), ""))
    return card(Face(label, COLOURS[suit], COLOUR_WORDS[suit], _SIGNS[suit], glyph), width)


def _phase(data: Mapping[str, Any]) -> str:
    """Describe the decision to make."""
    if data["phase"] == "PULL":
        why = {"take": "the pending cards", "penalty": "as a penalty", "last": "at the end"}.get(data["why"], "")
        return f"to draw {why}, {data['left']} to come".replace(" ,", ",")
    return {
        "SEAT": "the first seat is drawn", "DEAL": "to be dealt cards", "FLIP": "the first card is turned over", "TURN": "to play",
        "RESPOND": "to extend or take", "DRAWN": "to play the drawn card or keep it", "SOLO": "to say solo or not",
        "COLOUR": "to name a colour", "SWAP": "to choose whom to swap with", "JUMP": "to jump in or not", "OVER": "game over",
    }[data["phase"]]  # fmt: skip


_NO_CARD = {solo.DRAW, solo.TAKE, solo.KEEP, solo.NO_JUMP, *range(solo.COLOUR, solo.SOLO_DECLARE)}


def _told(look: Look, seat: int, action: int) -> str | None:
    """Describe the last decision, as far as the viewer knows it (S-4.10)."""
    if action in (solo.KEEP, solo.NO_JUMP) and not look.own(seat):
        return None
    name, count = look.name(seat), len(look.names)
    if action < KINDS:
        return f"{name} plays {KIND_NAMES[action]}"
    if solo.COLOUR <= action < solo.SWAP:
        return f"{name} names {COLOUR_WORDS[action - solo.COLOUR]}"
    if solo.SWAP < action < solo.SOLO_DECLARE:
        return f"{name} swaps hands with {look.name((seat + action - solo.SWAP) % count)}"
    words = {
        solo.DRAW: "draws", solo.TAKE: "takes the pending cards", solo.PLAY_DRAWN: "plays the card just drawn",
        solo.KEEP: "keeps the card just drawn", solo.SOLO_DECLARE: "says solo", solo.SOLO_SILENT: "does not say solo",
        solo.JUMP: "jumps in", solo.NO_JUMP: "does not jump in",
    }  # fmt: skip
    return f"{name} {words[action]}" if action in words else f"{name}: {NOTATION.action_to_string(0, action)}"


# The middle


def _table(look: Look) -> Item:
    data = look.data
    top = data["top"]
    drawn = look.numbered(look.numbered(pile(data["draw_total"]), solo.DRAW), solo.TAKE)
    piles = [column([drawn, caption("draw pile")], 4)]
    shown = look.numbered(card_item(top, LARGE), solo.JUMP) if top >= 0 else pile(0)
    piles.append(column([shown, caption("top card")], 4))
    if data["want"] >= 0:
        piles.append(column([card_item(data["want"], LARGE), caption("about to be put down")], 4))
    if data["drawn"] >= 0:
        fresh = look.numbered(card_item(data["drawn"], LARGE), solo.PLAY_DRAWN)
        piles.append(column([fresh, caption("just drawn")], 4))
    colour = data["active_colour"]
    if colour == solo.ANY:
        swatch = row([symbol("ring", 20, "muted"), text("any colour", 16, bold=True)], 6)
    else:
        mark = symbol(_SIGNS[colour], 22, f"{COLOUR_WORDS[colour]}-sign")
        swatch = row([mark, text(COLOUR_WORDS[colour], 16, bold=True)], 6)
    sign, way = ("right", "up") if data["dir"] > 0 else ("left", "down")
    facts = [
        titled(swatch, f"the colour in force is {COLOUR_WORDS[colour]}"),
        row([symbol(sign, 20), text(f"play goes {way} the seats", 14)], 6),
    ]
    if data["pending"]:
        facts.append(chip(f"+{data['pending']} pending ({data['chain']})", "move", size=14, strong=True))
    if data["due"]:
        facts.append(chip(f"{look.name(data['last'])} owes a penalty", "move", size=13))
    named = []
    for colour, sign in enumerate(_SIGNS):
        word = COLOUR_WORDS[colour]
        for button in look.buttons(word, solo.COLOUR + colour):
            named.append(row([symbol(sign, 18, f"{word}-sign"), button], 3))
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
    for action in range(solo.SWAP + 1, solo.SOLO_DECLARE):
        if (data["to_act"] + action - solo.SWAP) % len(data["hand"]) == seat:
            chips += look.buttons("swap with this seat" if width > 200 else "swap", action, 12)[:1]
    inner = width - 20
    if hand is None:
        lines = [fan(total, look.fit(TINY), min(inner, 190)), _known(look, seat, inner)]
    else:
        size = look.hand if look.narrow or total <= 60 else SMALL
        lines = [flow(_cards(look, seat, hand, size), inner, 3, 5, align=1)] if total else [caption("no cards")]
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
    return column([caption("holds, as you know", width=width), flow(cards, width, 3, 3, align=0)], 3)
