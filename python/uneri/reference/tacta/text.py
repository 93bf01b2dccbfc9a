"""The names of TACTA's actions and outcomes: `top on 0.8 with 2 front`, `bottom free 4 portrait 0 back`, `pass`, `hand 0`;
`0c5` for a card that is revealed (colour, suit, value), `seat 3` for a mover."""

from __future__ import annotations

import re

from ..._util.messages import shown
from ..common import CHANCE
from .deck import DECK_SIZE, GAME, MAX_VALUE, SUIT_LETTERS
from .rules import Rules
from .state import MOVER, REVEAL, Action, Connect, Free, HandOver, Pass, State, card_of, check_argument, colour_of
from .tables import MAX_LAID

ENDS = ("top", "bottom")
FACES = ("front", "back")
POSTURES = ("portrait", "landscape")
HALF_TURNS = ("0", "180")

NUMBER = "(0|[1-9][0-9]{0,3})"  # ASCII digits, no leading zeros
CONNECT = re.compile(rf"(top|bottom) on {NUMBER}\.{NUMBER} with {NUMBER} (front|back)")
FREE = re.compile(rf"(top|bottom) free {NUMBER} (portrait|landscape) (0|180) (front|back)")
HAND_OVER = re.compile(r"hand ([01])")
CARD = re.compile(rf"([0-5])([{SUIT_LETTERS}])([1-{MAX_VALUE}])")
SEAT = re.compile(rf"seat {NUMBER}")

ACTIONS_ALLOWED = "top on 0.0 with 0 front, top free 0 portrait 0 front, pass, hand 0 and the like"


def action_to_string(rules: Rules, s: State | None, player: int, action: int) -> str:
    """Return the name of an action, or of an outcome for player -1."""
    check_argument("player", player, CHANCE, rules.num_players - 1)
    if player == CHANCE:
        if s is not None and s.phase == MOVER:
            return f"seat {check_argument('action', action, 0, rules.num_players - 1)}"
        return card_name(rules, check_argument("action", action, 0, rules.max_chance_outcomes - 1))
    check_argument("action", action, 0, rules.actions.size - 1)
    return action_name(rules.actions.decode(action))


def card_name(rules: Rules, coloured: int) -> str:
    """Return colour, suit and value of a coloured card."""
    return f"{colour_of(coloured)}{rules.deck.cards[card_of(coloured)].name}"


def action_name(action: Action) -> str:
    """Return the name of a seat's action."""
    if isinstance(action, Connect):
        e, i, j, s, f = action
        return f"{ENDS[e]} on {i}.{j} with {s} {FACES[f]}"
    if isinstance(action, Free):
        e, r, q, h, f = action
        return f"{ENDS[e]} free {r} {POSTURES[q]} {HALF_TURNS[h]} {FACES[f]}"
    return f"hand {action.suit}" if isinstance(action, HandOver) else "pass"


def parse_action(rules: Rules, s: State | None, text: str) -> int:
    """Return the id of an action or, at a chance node, of an outcome; it need not be legal."""
    words = " ".join(re.split(r"[ \t\r\n]+", text.strip(" \t\r\n"))).lower()
    if s is None:
        readers = [_read_action, _read_card, _read_seat]
    else:
        readers = [{REVEAL: _read_card, MOVER: _read_seat}.get(s.phase, _read_action)]
    for reader in readers:
        number = reader(rules, words)
        if number is not None:
            return number
    if s is not None and s.phase in (REVEAL, MOVER):
        allowed = "0c1 and the like" if s.phase == REVEAL else "seat 0 and the like"
        raise ValueError(f"{GAME}: no outcome {shown(text)}; allowed: {allowed}")
    raise ValueError(f"{GAME}: no action {shown(text)}; allowed: {ACTIONS_ALLOWED}")


def _read_action(rules: Rules, words: str) -> int | None:
    space = rules.actions
    if words == "pass":
        return space.encode(Pass())
    if match := HAND_OVER.fullmatch(words):
        return space.encode(HandOver(int(match[1])))
    if match := CONNECT.fullmatch(words):
        i, j, own = int(match[2]), int(match[3]), int(match[4])
        if i > MAX_LAID or own >= space.shapes or j >= (space.start_shapes if i == 0 else space.shapes):
            return None
        return space.encode(Connect(ENDS.index(match[1]), i, j, own, FACES.index(match[5])))
    if match := FREE.fullmatch(words):
        if int(match[2]) >= space.regions:
            return None
        end, posture, turned = ENDS.index(match[1]), POSTURES.index(match[3]), HALF_TURNS.index(match[4])
        return space.encode(Free(end, int(match[2]), posture, turned, FACES.index(match[5])))
    return None


def _read_card(rules: Rules, words: str) -> int | None:
    match = CARD.fullmatch(words)
    if not match or int(match[1]) >= rules.num_colours:
        return None
    names = [card.name for card in rules.deck.cards]
    return DECK_SIZE * int(match[1]) + names.index(match[2] + match[3])


def _read_seat(rules: Rules, words: str) -> int | None:
    match = SEAT.fullmatch(words)
    return int(match[1]) if match and int(match[1]) < rules.num_players else None
