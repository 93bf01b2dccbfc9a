"""States of Tidal Blades: Banner Festival as plain data. Reading one back checks the domains and invariants of the rules text
(4) and that the phase fits the rest; it does not ask whether play could lead there."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING

from uneri.reference._common import bad_field, int_field, list_field
from uneri.reference._words import brief, shown
from uneri.reference.tidal_board import CHARACTERS, COLOURS
from uneri.reference.tidal_state import (
    ACTION_NAMES,
    CARDS,
    DEAL,
    END,
    GAME,
    GATE,
    NEUTRAL,
    PHASES,
    PLAY,
    State,
    check_argument,
)

if TYPE_CHECKING:
    from uneri.reference.tidal import Rules

FIELDS = (
    "options", "round", "bout", "phase", "actor", "gate", "lead", "boat", "faceup", "supply", "dock", "tower", "fruit",
    "pool", "profit_majority", "profit_feast", "keeper", "played", "hand", "hand_total", "pending", "pending_total",
)  # fmt: skip


def to_dict(rules: Rules, s: State, seat: int | None = None) -> dict[str, object]:
    """The state under the names of the text's table; with a seat, None for what that seat may not know."""
    if seat is not None:
        check_argument("seat", seat, 0, rules.num_players - 1)
    hands: list[object] = [list(hand) for hand in s.hand]
    pending: list[object] = list(s.pending)
    for other in range(rules.num_players):
        if seat is not None and other != seat:
            hands[other] = None
            pending[other] = None
    return {
        "options": deepcopy(rules.options),
        "round": s.round,
        "bout": s.bout,
        "phase": PHASES[s.phase],
        "actor": s.actor,
        "gate": s.gate,
        "lead": s.lead,
        "boat": list(s.boat),
        "faceup": list(s.faceup),
        "supply": list(s.supply),
        "dock": [[list(owners) for owners in docks] for docks in s.dock],
        "tower": [list(counts) for counts in s.tower],
        "fruit": list(s.fruit),
        "pool": s.pool,
        "profit_majority": list(s.profit_majority),
        "profit_feast": list(s.profit_feast),
        "keeper": list(s.keeper),
        "played": [list(bout) for bout in s.played],
        "hand": hands,
        "hand_total": [len(hand) for hand in s.hand],
        "pending": pending,
        "pending_total": [int(card >= 0) for card in s.pending],
    }


def from_dict(rules: Rules, data: Mapping[str, object]) -> State:
    """The inverse of the full `to_dict`. Checks the domains and invariants of 4 and that the phase fits the rest;
    it does not ask whether play could lead there."""
    _check_fields(data)
    n, board = rules.num_players, rules.board
    if not _same(data["options"], rules.options):
        raise bad_field(GAME, "options", data["options"], "the options of this game")
    phase = data["phase"]
    if not isinstance(phase, str) or phase not in PHASES:
        raise bad_field(GAME, "phase", phase, ", ".join(PHASES))

    def by_seat(name: str, low: int, high: int) -> tuple[int, ...]:
        return tuple(list_field(GAME, name, data[name], n, low, high))

    banners = board.banners_per_player
    s = State(
        round=int_field(GAME, data, "round", 1, rules.rounds),
        bout=int_field(GAME, data, "bout", 1, rules.hand_size),
        phase=PHASES.index(phase),
        actor=int_field(GAME, data, "actor", -1, n - 1),
        gate=int_field(GAME, data, "gate", 1, board.spaces),
        lead=int_field(GAME, data, "lead", -1, n - 1),
        boat=by_seat("boat", 1, board.spaces),
        faceup=by_seat("faceup", 0, CHARACTERS),
        supply=by_seat("supply", 0, banners),
        dock=tuple(
            tuple(tuple(list_field(GAME, "dock", owners, 6, 0, banners)) for owners in _list("dock", docks, 4))
            for docks in _list("dock", data["dock"], 4)
        ),
        tower=tuple(
            tuple(list_field(GAME, "tower", counts, 5, 0, banners)) for counts in _list("tower", data["tower"], 2)
        ),
        fruit=by_seat("fruit", 0, rules.table.fruit_pool),
        pool=int_field(GAME, data, "pool", 1, rules.table.fruit_pool),
        profit_majority=by_seat("profit_majority", 0, rules.max_majority()),
        profit_feast=by_seat("profit_feast", 0, rules.max_feast()),
        keeper=tuple(list_field(GAME, "keeper", data["keeper"], 4, -1, n - 1)),
        played=_played_field(rules, data["played"]),
        hand=tuple(_hand_field(rules, hand) for hand in _list("hand", data["hand"], n)),
        pending=by_seat("pending", -1, CARDS - 1),
    )
    for name, derived in (("hand_total", map(len, s.hand)), ("pending_total", (c >= 0 for c in s.pending))):
        expected = [int(total) for total in derived]
        if list_field(GAME, name, data[name], n, 0, CARDS) != expected:
            raise bad_field(GAME, name, data[name], f"{expected}, as the cards are listed")
    _check_phase(rules, s)
    _check_banners(rules, s)
    _check_fruit(rules, s)
    _check_cards(rules, s)
    return s


def _played_field(rules: Rules, value: object) -> tuple[tuple[int, ...], ...]:
    if not isinstance(value, list | tuple) or len(value) > rules.hand_size:
        raise bad_field(GAME, "played", value, f"a list of at most {rules.hand_size} bouts")
    return tuple(tuple(list_field(GAME, "played", bout, rules.num_players, 0, CARDS - 1)) for bout in value)


def _hand_field(rules: Rules, value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) > rules.hand_size:
        raise bad_field(GAME, "hand", value, f"a list of at most {rules.hand_size} cards")
    hand = list_field(GAME, "hand", value, len(value), 0, CARDS - 1)
    if hand != sorted(set(hand)):
        raise bad_field(GAME, "hand", value, "different cards, ascending")
    return tuple(hand)


def _check_phase(rules: Rules, s: State) -> None:
    """The fields that the phase fixes: round, bout, actor, lead, and how many cards lie where."""
    n, full, phase = rules.num_players, rules.hand_size, PHASES[s.phase]
    if s.phase == END and s.round != rules.rounds:
        raise bad_field(GAME, "round", s.round, f"{rules.rounds} in END")
    if s.phase == DEAL and s.bout != 1:
        raise bad_field(GAME, "bout", s.bout, "1 in DEAL")
    if s.phase == END and s.bout != full:
        raise bad_field(GAME, "bout", s.bout, f"{full} in END")
    before_first = s.phase != END and s.round == 1 and s.bout == 1
    if s.phase == GATE and before_first:
        raise bad_field(GAME, "phase", phase, "DEAL or PLAY in the first bout of the game")
    if (s.lead == -1) != before_first:
        allowed = "-1 until the first bout is resolved" if before_first else f"0 to {n - 1} after the first bout"
        raise bad_field(GAME, "lead", s.lead, allowed)
    if s.phase in (DEAL, END) and s.actor != -1:
        raise bad_field(GAME, "actor", s.actor, f"-1 in {phase}")
    if s.phase == GATE and s.actor != s.lead:
        raise bad_field(GAME, "actor", s.actor, "the lead in GATE")
    if s.phase == PLAY and s.actor == -1:
        raise bad_field(GAME, "actor", s.actor, f"0 to {n - 1} in PLAY")

    bouts = {DEAL: 0, GATE: s.bout - 1, PLAY: s.bout - 1, END: full}[s.phase]
    if len(s.played) != bouts:
        raise bad_field(GAME, "played", [list(bout) for bout in s.played], f"{bouts} bouts in {phase}")
    dealt = sum(len(hand) for hand in s.hand)
    if s.phase == DEAL and dealt == n * full:
        raise bad_field(GAME, "hand", [list(hand) for hand in s.hand], "not all hands full in DEAL")
    for seat in range(n):
        committed = s.phase == PLAY and seat < s.actor
        if s.phase == DEAL:
            size = min(full, max(0, dealt - seat * full))
        elif s.phase == END:
            size = 0
        else:
            size = full - s.bout + (0 if committed else 1)
        if len(s.hand[seat]) != size:
            raise bad_field(GAME, "hand", list(s.hand[seat]), f"{size} cards for seat {seat}")
        if (s.pending[seat] >= 0) != committed:
            allowed = f"a card for seat {seat}" if committed else f"-1 for seat {seat}"
            raise bad_field(GAME, "pending", list(s.pending), allowed)


def _check_banners(rules: Rules, s: State) -> None:
    """Every seat's banners are on docks, on towers or in its supply; neutral banners never change."""
    n, banners = rules.num_players, rules.board.banners_per_player
    for q in range(4):
        for d in range(4):
            owners = s.dock[q][d]
            if owners[NEUTRAL] != rules.neutral_banners(q, d):
                allowed = f"{rules.neutral_banners(q, d)} neutral banners on dock {d} of {COLOURS[q]}"
                raise bad_field(GAME, "dock", list(owners), allowed)
            if any(owners[n:NEUTRAL]):
                raise bad_field(GAME, "dock", list(owners), f"0 for owners {n} to 4")
            if s.phase in (DEAL, END) and any(owners[:n]):
                raise bad_field(GAME, "dock", list(owners), f"no banners of seats in {PHASES[s.phase]}")
    for counts in s.tower:
        if any(counts[n:]):
            raise bad_field(GAME, "tower", list(counts), f"0 for seats {n} to 4")
    for seat in range(n):
        on_docks = sum(s.dock[q][d][seat] for q in range(4) for d in range(4))
        if on_docks + s.tower[0][seat] + s.tower[1][seat] + s.supply[seat] != banners:
            allowed = f"docks, towers and supply of seat {seat} make {banners}"
            raise bad_field(GAME, "supply", list(s.supply), allowed)


def _check_fruit(rules: Rules, s: State) -> None:
    """Fruit and pool make the full pool; none is held at the end."""
    if s.pool + sum(s.fruit) != rules.table.fruit_pool:
        raise bad_field(GAME, "pool", s.pool, f"pool and fruit make {rules.table.fruit_pool}")
    if s.phase == END and any(s.fruit):
        raise bad_field(GAME, "fruit", list(s.fruit), "0 in END")


def _check_cards(rules: Rules, s: State) -> None:
    """All cards seen are different cards of the deck; a kept 9 lies only where its keeper played it."""
    held = [("hand", card) for hand in s.hand for card in hand]
    held += [("pending", card) for card in s.pending if card >= 0]
    places = held + [("played", card) for bout in s.played for card in bout]
    seen: list[int] = []
    for name, card in places:
        if card not in rules.deck:
            raise bad_field(GAME, name, ACTION_NAMES[card], "cards of the deck")
        if card in seen:
            raise bad_field(GAME, name, ACTION_NAMES[card], "every card once")
        seen.append(card)
    for name, card in held:
        if card not in rules.live(s):
            raise bad_field(GAME, name, ACTION_NAMES[card], "no kept 9")
    for bout in s.played:
        for seat, card in enumerate(bout):
            if card % 10 == 9 and s.keeper[card // 10] not in (-1, seat):
                raise bad_field(GAME, "keeper", list(s.keeper), f"{ACTION_NAMES[card]} was played by seat {seat}")


def _list(name: str, value: object, length: int) -> list[object]:
    if not isinstance(value, list | tuple) or len(value) != length:
        raise bad_field(GAME, name, value, f"a list of {length}")
    return list(value)


def _check_fields(data: object) -> None:
    if not isinstance(data, Mapping):
        raise TypeError(f"{GAME}: a state is {shown(data)}; allowed: a mapping")
    for name in data:
        if name not in FIELDS:
            raise ValueError(f"{GAME}: no field {brief(name)}; fields: {', '.join(FIELDS)}")
    for name in FIELDS:
        if name not in data:
            raise ValueError(f"{GAME}: field {name!r} is missing")


def _same(a: object, b: object) -> bool:
    """Equal plain data, where True is not 1 and a tuple stands for a list."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(_same(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and a == b
