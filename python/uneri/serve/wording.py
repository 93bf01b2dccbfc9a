"""Writes listed moves in words: `run of 2: blue 5, joker as 6`. The page shows the notation, too, in small print."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from uneri.contract import State

# Each function imports its own game: a build may have only some of them.


class _Move(NamedTuple):
    """A legal move."""

    text: str
    """Its notation."""
    action: int
    view: Mapping[str, Any]
    """The view of the seat to move."""
    seat: int
    names: Sequence[str]


_COLOURS: Final = {
    "B": "blue", "R": "red", "Y": "yellow", "K": "black", "W": "white", "G": "green", "O": "orange", "T": "teal",
    "P": "purple", "b": "blue", "g": "green",
}  # fmt: skip
_CARD: Final = re.compile(r"\b([BRYKWGOTPbg])(\d+|Sk|Rv|D2|Sw)\b|\b(Wi|W4|ST)\b")
_SYMBOLS: Final = {
    "Sk": "Skip", "Rv": "Reverse", "D2": "Draw2", "Sw": "Swap", "Wi": "Wild", "W4": "Wild+Draw4", "ST": "Swap-in-turn"
}  # fmt: skip
_PLAIN: Final = {
    "PASS": "pass", "WIN": "win", "TURN": "turn the tide", "DIAL_KEEP": "leave the dial", "DIAL_ADVANCE": "turn the dial",
    "DRAW": "draw a card", "TAKE": "take the pending cards", "PLAY_DRAWN": "play the card just drawn",
    "KEEP": "keep the card just drawn", "SOLO_DECLARE": "say solo", "SOLO_SILENT": "say nothing", "JUMP": "jump in",
    "NO_JUMP": "stay out",
}  # fmt: skip
_VERBS: Final = {"D": "discard", "Z": "call riichi with", "M": "meld", "L": "lay off"}


def word_move(state: State, view: Mapping[str, Any], action: int, names: Sequence[str]) -> str:
    """Return a legal move in words, by the view of the seat to move; in a game from outside, its notation."""
    text, word = state.action_to_string(action), _WORDS.get(state.game.name)
    if word is None:
        return text
    return _PLAIN.get(text) or word(_Move(text, action, view, state.current_player(), names))


def _name_cards(text: str) -> str:
    def name(found: re.Match[str]) -> str:
        colour, value, wild = found.groups()
        return _SYMBOLS[wild] if wild else f"{_COLOURS[colour]} {_SYMBOLS.get(value, value)}"

    return _CARD.sub(name, text)


def _word_namima(move: _Move) -> str:
    verb, _, cards = move.text.partition(" ")
    return f"{_VERBS[verb]} {_name_cards(cards.replace('.', ', ').replace('>', ' to '))}"


def _word_onda(move: _Move) -> str:
    from uneri.onda.cards import FIRST_PLAY, KIND_NAMES, SHAPES, SLOT_HIGH, SLOT_LOW, describe_play

    if move.action in (SLOT_LOW, SLOT_HIGH):
        down = move.view["down"][move.seat]
        return f"use the face-down {_name_cards(KIND_NAMES[down[move.action - SLOT_LOW]])}"
    if move.action < FIRST_PLAY:
        return f"hide {_name_cards(move.text[5:])}"
    play = describe_play(move.action)
    cards = [_name_cards(KIND_NAMES[kind]) for kind in play.cards] + ([f"joker as {play.joker}"] if play.joker else [])
    shape = re.sub(r"(RUN|SET)(\d)", lambda found: f"{found[1].lower()} of {found[2]}:", SHAPES[play.shape])
    return f"{shape.replace('SINGLE', 'play')} {', '.join(cards)}"


def _word_solo(move: _Move) -> str:
    verb, _, what = move.text.partition(" ")
    if verb == "COLOUR":
        return f"name {_COLOURS[what]}"
    if verb == "SWAP":
        return f"swap hands with {move.names[(move.seat + int(what)) % len(move.names)]}"
    return f"play {_name_cards(move.text)}"


def _word_tidal(move: _Move) -> str:
    from uneri.tidal.text import board_of_data

    if move.text[0] == "G":
        ring = board_of_data(move.view)["ring"]
        space = (move.view["gate"] + int(move.text[1:]) - 1) % len(ring)
        return f"gate {move.text[1:]} on, to space {space + 1} ({ring[space]})"
    return _name_cards(move.text)


def _word_tacta(move: _Move) -> str:
    from uneri.tacta.cards import shared_deck
    from uneri.tacta.text import name_slot

    found = re.fullmatch(r"(top|bottom) on (\d+)\.(\d+) with (\d+) (front|back)", move.text)
    if found is None:
        return re.sub(r"(top|bottom) free", r"\1 card, free: region", move.text)
    end, target, shape, own, face = found[1], int(found[2]), int(found[3]), int(found[4]), found[5]
    deck = shared_deck(move.view["options"])
    held = move.view["ends"][move.seat][("top", "bottom").index(end)] % 18
    below = move.view["placed"][target]
    shapes = deck["start"]["shapes"] if target == 0 else deck["cards"][below["card"]]["shapes"]
    slot, onto = name_slot(deck["cards"][held]["shapes"][own]), name_slot(shapes[shape])
    where = "the start card" if target == 0 else f"card {target}"
    return f"{end} card, {face} up: {slot} on {onto} of {where}"


_WORDS: Final[dict[str, Callable[[_Move], str]]] = {
    "namima": _word_namima,
    "onda": _word_onda,
    "solo": _word_solo,
    "tacta": _word_tacta,
    "tidal": _word_tidal,
}
