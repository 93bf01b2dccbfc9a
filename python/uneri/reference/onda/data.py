"""Reads a state of ONDA back from plain data: every field's domain, the invariant of section 3, and what each phase
demands. Hands may be smaller than dealt (study positions) as long as the missing cards are in `played`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from .. import common
from ..common import naming_values, state_data
from ..reader import Field, is_int, read_fields
from . import hidden
from .plays import KINDS, PLAYS, hand_points, holds, kind_name
from .rules import Rules
from .state import PHASES, State, Table

NAME = "onda"
FIELDS = (
    *("options", "round", "scores", "round_wins", "prev_winner", "starter", "deck", "hand", "hand_total", "down"),
    *("spent", "known", "played", "dial", "bomb_used", "tide", "status", "passed", "leader", "table", "phase"),
    *("to_act", "pending"),
)
require = partial(common.require, NAME)


def from_dict(rules: Rules, data: Mapping[str, Any]) -> State:
    """Return the state, or raise a ValueError that names the wrong field."""
    s = _read_fields(rules, read_fields(NAME, data, FIELDS, rules.options))
    with naming_values(data):
        _check_cards(rules, s)
        _check_match(rules, s)
        if s.phase in ("FIRST", "DEAL"):
            _check_deal(rules, s)
        elif s.phase in ("DIAL", "HIDE"):
            _check_hiding(rules, s)
        elif s.phase == "OVER":
            _check_over(rules, s)
        else:
            _check_trick(rules, s)
    return s


# --- domains ---------------------------------------------------------------------------------------------------------


def _counts(field: Field) -> tuple[int, ...]:
    return field.ints(KINDS, 0, 2)


def _kinds(field: Field, seat: Field) -> tuple[int, ...]:
    """Read an ascending list of at most two kinds."""
    kinds = seat.ints_up_to([KINDS - 1] * 2, f"a list of at most 2 ints, each 0 to {KINDS - 1}", least=0)
    if sorted(kinds) != list(kinds):
        raise field.bad("ascending kinds")
    return kinds


def _read_fields(rules: Rules, field: Mapping[str, Field]) -> State:
    n = rules.num_players
    alone: dict[str, Any] = {
        "round": field["round"].integer(1, rules.rounds),
        "prev_winner": field["prev_winner"].integer(-1, n - 1),
        "starter": field["starter"].integer(-1, n - 1),
        "leader": field["leader"].integer(-1, n - 1),
        "to_act": field["to_act"].integer(-1, n - 1),
        "dial": field["dial"].integer(0, len(rules.bombs) - 1),
        "tide": field["tide"].integer(0, 1),
        "status": field["status"].integer(0, 1),
        "bomb_used": field["bomb_used"].flag(),
        "phase": field["phase"].word(PHASES),
        "pending": field["pending"].word((None, "JOKER", "TURN")),
        "played": _counts(field["played"]),
        "deck": _counts(field["deck"]),
        "scores": field["scores"].ints(n, rules.min_score, rules.max_score),
        "round_wins": field["round_wins"].ints(n, 0, rules.rounds),
    }
    by_seat = _read_seats(rules, field, field["hand_total"].ints(n, 0, rules.hand_size))
    return State(**alone, **by_seat, table=_read_table(rules, field["table"]))


def _read_seats(rules: Rules, field: Mapping[str, Field], totals: Sequence[int]) -> dict[str, Any]:
    """Read the lists that have one entry per seat."""
    n, names = rules.num_players, ("hand", "down", "spent", "known", "passed")
    entries = {name: field[name].items(n, n, f"a list of {n}, one entry per seat") for name in names}
    seats: list[tuple[Any, ...]] = []
    for p in range(n):
        hand = _counts(entries["hand"][p])
        pairs = [_kinds(field[name], entries[name][p]) for name in ("down", "spent", "known")]
        passed = entries["passed"][p].value
        if not isinstance(passed, bool):
            raise field["passed"].bad("true or false for every seat")
        if totals[p] != sum(hand):
            raise field["hand_total"].bad("the number of cards in each hand")
        seats.append((hand, *pairs, passed))
    return dict(zip(names, zip(*seats, strict=True), strict=True))


def _read_table(rules: Rules, field: Field) -> Table | None:
    value = field.value
    if value is None:
        return None
    bad = field.bad(f"None, or a play (36 to {rules.num_distinct_actions - 1}), its owner and its face")
    if not isinstance(value, Mapping) or set(value) != {"play", "owner", "face"}:
        raise bad
    play, owner, face = value["play"], value["owner"], value["face"]
    if not all(is_int(number) for number in (play, owner, face)):
        raise bad
    if play not in rules.plays or not 0 <= owner < rules.num_players or not -1 <= face < KINDS:
        raise bad
    return Table(play, owner, face)


# --- how fields must fit together, in the order and the words of the core -------------------------------------------


def _check_cards(rules: Rules, s: State) -> None:
    """Check the invariant of section 3, and known cards."""
    for down, spent in zip(s.down, s.spent, strict=True):
        few = len(down) + len(spent) <= rules.num_down
        require(few, "spent", "and 'down' of a seat hold more cards than are hidden")
    for kind in range(KINDS):
        total = s.played[kind] + s.deck[kind]
        for p in range(rules.num_players):
            total += s.hand[p][kind] + s.down[p].count(kind) + s.spent[p].count(kind)
            require(s.known[p].count(kind) <= s.hand[p][kind], "known", "has a card that is not in the hand")
            require(rules.reveal_returned or not s.known[p], "known", "is not empty, but reveal_returned is false")
        why = f"and the other places together hold {kind_name(kind)} {total} times, not {rules.pack[kind]}"
        require(total == rules.pack[kind], "hand", why)


def _check_match(rules: Rules, s: State) -> None:
    finished = s.round if s.phase == "OVER" else s.round - 1
    require(sum(s.round_wins) == finished, "round_wins", "do not add up to the rounds finished")
    require((s.prev_winner == -1) == (finished == 0), "prev_winner", "does not fit the round")
    require(s.phase != "OVER" or s.round == rules.rounds, "round", "is not the last, but the phase is OVER")
    require((s.phase == "SLOT") == (s.pending is not None), "pending", "does not fit the phase")
    require((s.phase in ("FIRST", "DEAL", "OVER")) == (s.to_act == -1), "to_act", "does not fit the phase")
    require((s.phase == "FIRST") == (s.starter == -1), "starter", "does not fit the phase")
    require((s.phase == "FIRST") == (s.leader == -1), "leader", "does not fit the phase")
    if s.phase not in ("FIRST", "DEAL"):
        left_over = sum(rules.pack) - rules.num_players * rules.hand_size
        require(sum(s.deck) == left_over, "deck", "does not hold the cards left over by the deal")
    if s.phase in ("FIRST", "DEAL", "DIAL", "HIDE"):
        require(s.table is None, "table", "is not empty before the first trick")
        require(not any(s.passed), "passed", "is not empty before the first trick")
        require(s.status == 0, "status", "is fixed before the first trick")
        require(s.leader == s.starter, "leader", "is not the starter before the first trick")
        for p in range(rules.num_players):
            require(not s.spent[p], "spent", "is not empty before the first trick")
            require(not s.known[p], "known", "is not empty before the first trick")
    _check_scores(rules, s)
    played = s.table is None or rules.is_play(s, s.table.play)
    require(played, "table", "has a mixed run that the dial does not name")  # O-5.29
    if s.bomb_used:
        fits = s.table is not None and PLAYS[s.table.play].shape in rules.dial_shapes(s)
        require(fits, "bomb_used", "is true, but the table does not have the dial's shape")
    _check_table(s)


def _check_scores(rules: Rules, s: State) -> None:
    """O-7.11: neither this round nor a later one can take a score out of its bounds. Once a seat plays, it can lose no
    more than its cards in this round.
    """
    finished, worst = s.round if s.phase == "OVER" else s.round - 1, rules.worst_round()
    for p in range(rules.num_players):
        plays = s.phase in ("ACT", "SLOT", "REPLY")
        spared = -worst - hand_points(s.hand[p], len(s.down[p])) if plays else 0
        good = finished * worst - spared <= s.scores[p] <= finished * 3
        require(good, "scores", "is not what a seat can have in this round")


def _check_table(s: State) -> None:
    if s.table is None:
        return
    play = PLAYS[s.table.play]
    require(holds(s.played, play.cards), "table", "has cards that are not in 'played'")
    if play.joker is None:
        require(s.table.face == -1, "table", "has a face, but no joker")
    elif s.pending != "JOKER":
        require(s.table.face in s.spent[s.table.owner], "table", "has a face that its owner has not spent")


def _check_deal(rules: Rules, s: State) -> None:
    require(sum(s.played) == 0, "played", "is not empty in the deal")
    size, is_next_found = rules.hand_size, False
    for p in range(rules.num_players):
        total = sum(s.hand[p])
        require(not s.down[p], "down", "is not empty in the deal")
        require(total <= size, "hand", "has more cards than a seat is dealt")
        require(not is_next_found or total == 0, "hand", "was not dealt seat by seat")
        is_next_found = is_next_found or total < size
    if s.phase == "FIRST":
        require(rules.first_seat == -1 and s.round == 1, "phase", "is FIRST, but nothing is left to draw")
        require(s.deck == tuple(rules.pack), "deck", "is not whole before the deal")
        return
    require(is_next_found, "hand", "is dealt in full, but the phase is DEAL")


def _check_hiding(rules: Rules, s: State) -> None:
    """O-2.6, O-2.7, O-4.1"""
    n = rules.num_players
    if s.phase == "DIAL":
        require(s.round > 1 and s.to_act == s.starter, "phase", "is DIAL, but the starter has no such choice")
    turn = (s.to_act - s.starter) % n
    for place in range(n):
        p = (s.starter + place) % n
        down = len(s.down[p])
        if place == turn:
            most = 0 if s.phase == "DIAL" else rules.num_down - 1
            require(down <= most, "down", "does not fit the order of hiding")
        else:
            require(down == (rules.num_down if place < turn else 0), "down", "does not fit the order of hiding")
        require(sum(s.hand[p]) > rules.num_down - down, "hand", "is too small to hide from")
        if place == turn and down > 0:
            require(bool(rules.legal(s)), "down", "leaves no second card to hide")


def _check_trick(rules: Rules, s: State) -> None:
    """ACT, SLOT and REPLY."""
    require(all(sum(hand) > 0 for hand in s.hand), "hand", "of a seat is empty, but the round continues")
    require(not s.passed[s.to_act], "to_act", "has passed")
    if s.phase == "REPLY":
        require(s.status == 1, "status", "is changeable right after a turn of the tide")
    elif s.table is None or s.pending == "TURN":
        require(s.status == 0, "status", "is fixed, but nobody can have turned the tide")
    if s.table is None:
        require(not any(s.passed), "passed", "is not empty, but nothing is on the table")
        require(s.leader == s.to_act, "leader", "is not the seat to act, but nothing is on the table")
        require(s.pending != "JOKER", "pending", "is JOKER, but nothing is on the table")
    else:
        spending = s.pending == "JOKER"
        require(spending == (s.table.owner == s.to_act), "table", "has an owner that does not fit the phase")
        require(not s.passed[s.table.owner], "table", "has an owner that has passed")
        require(s.passed.count(False) > 1, "passed", "leaves one seat in the trick, which would be over")
        if spending:
            require(PLAYS[s.table.play].joker is not None, "pending", "is JOKER, but the table has none")
            require(s.table.face == -1, "table", "has a face before the joker is chosen")
    if s.phase == "SLOT":
        require(len(s.down[s.to_act]) == 2, "down", "of the seat to act does not hold two cards to choose from")
    require(bool(rules.legal(s)), "phase", "leaves the seat to act without a legal action")
    if s.pending == "TURN":
        require(rules.turn_is_legal(s), "pending", "is TURN, but the tide cannot be turned")
    if s.phase == "REPLY":
        require(s.table is not None or rules.leader_may_turn, "phase", "is REPLY, but a leader may not turn the tide")


def _check_over(rules: Rules, s: State) -> None:
    for p in range(rules.num_players):
        require((sum(s.hand[p]) == 0) == (p == s.prev_winner), "hand", "is empty for another seat than the winner")
    require(s.table is not None and s.table.owner == s.prev_winner, "table", "does not hold the winner's last play")
    require(not s.passed[s.prev_winner], "passed", "holds the winner")


def to_dict(rules: Rules, s: State, seat: int | None = None) -> dict[str, Any]:
    """Return the fields of section 3; for a seat, None replaces what it may not know."""

    def cards(known: Sequence[int], all_cards: Sequence[int]) -> list[int | None]:
        return [*known, *[None] * (len(all_cards) - len(known))]

    mine = [seat in (None, p) for p in range(rules.num_players)]
    table = None
    if s.table is not None:
        face_seen = seat is None or s.table.face == -1 or hidden.sees_face(rules, s, seat)
        table = {"play": s.table.play, "owner": s.table.owner, "face": s.table.face if face_seen else None}
    spent = [known if mine[p] else hidden.shown_jokers(rules, s, p) for p, known in enumerate(s.spent)]
    return state_data(
        s,
        FIELDS,
        options=json.loads(json.dumps(rules.options)),
        deck=list(s.deck) if seat is None else None,
        hand=[list(hand) if mine[p] or s.phase == "OVER" else None for p, hand in enumerate(s.hand)],
        hand_total=[sum(hand) for hand in s.hand],
        down=[cards(down if mine[p] else (), down) for p, down in enumerate(s.down)],
        spent=list(map(cards, spent, s.spent)),
        table=table,
    )
