"""States of TACTA as plain data. Reading one back builds the record; `checks.py` checks how its fields fit together."""

from __future__ import annotations

import json
from collections.abc import Mapping

from uneri.reference.common import bad_field, int_field, list_field, same_data
from uneri.reference.tacta.checks import check_state
from uneri.reference.tacta.deck import DECK_SIZE, GAME, MAX_VALUE
from uneri.reference.tacta.geometry import Number, Pose
from uneri.reference.tacta.hidden import sees_choice, sees_end, unseen_set
from uneri.reference.tacta.rules import Rules
from uneri.reference.tacta.state import NONE, PHASES, STATUS, Placed, State, check_argument
from uneri.reference.tacta.tables import MAX_LAID
from uneri.reference.words import brief, shown

FIELDS = (
    "options", "phase", "round", "scores", "placed", "ends", "hidden", "pools", "pending", "turn", "starter", "passed",
    "finish_order", "handed", "first", "told", "barred",
)  # fmt: skip
PLACED_KEYS = (
    "colour", "seat", "card", "face", "k", "t", "parent", "parent_shape", "own_shape", "status",
)  # fmt: skip
MAX_COORDINATE = (1 << 15) - 1  # V8


def to_dict(rules: Rules, s: State, seat: int | None = None) -> dict[str, object]:
    """The state under the names of the text's table; with a seat, None for what that seat may not know."""
    viewer = None if seat is None else check_argument("seat", seat, 0, rules.num_players - 1)
    ends: list[object] = [list(pair) for pair in s.ends]
    pools = [list(pool) for pool in s.pools]
    handed: list[object] = list(s.handed)
    if viewer is not None:
        pools = [unseen_set(rules, s, viewer, pool) for pool in range(len(s.pools))]
        for other in range(rules.num_players):
            if not sees_end(rules, viewer, other):
                ends[other] = [NONE if held == NONE else None for held in s.ends[other]]
            if not sees_choice(s, viewer, other) and s.handed[other] != NONE:
                handed[other] = None
    return {
        "options": json.loads(rules.options_text),
        "phase": PHASES[s.phase],
        "round": s.round,
        "scores": list(s.scores),
        "placed": [placed_data(entry) for entry in s.placed],
        "ends": ends,
        "hidden": list(s.hidden),
        "pools": pools,
        "pending": [list(pair) for pair in s.pending],
        "turn": s.turn,
        "starter": s.starter,
        "passed": list(s.passed),
        "finish_order": list(s.finish_order),
        "handed": handed,
        "first": [list(pair) for pair in s.first],
        "told": [list(values) for values in s.told],
        "barred": [[list(ids) for ids in pair] for pair in s.barred],
    }


def placed_data(entry: Placed) -> dict[str, object]:
    """A placed card as plain data."""
    return {
        "colour": entry.colour,
        "seat": entry.seat,
        "card": entry.card,
        "face": entry.pose.face,
        "k": entry.pose.k,
        "t": [list(axis) for axis in entry.pose.t],
        "parent": entry.parent,
        "parent_shape": entry.parent_shape,
        "own_shape": entry.own_shape,
        "status": [STATUS[status] for status in entry.status],
    }


def from_dict(rules: Rules, data: Mapping[str, object]) -> State:
    """The inverse of the full `to_dict`: every field with its domain, then how they fit together."""
    _check_fields(data)
    seats, cards = rules.num_players, DECK_SIZE * rules.num_colours
    if not same_data(data["options"], rules.options):
        raise bad_field(GAME, "options", data["options"], "the options of this game")
    phase = data["phase"]
    if not isinstance(phase, str) or phase not in PHASES:
        raise bad_field(GAME, "phase", phase, ", ".join(PHASES))
    pools = rules.num_colours if rules.team_mode else seats
    s = State(
        phase=PHASES.index(phase),
        round=int_field(GAME, data, "round", 0, rules.rounds),
        scores=tuple(list_field(GAME, "scores", data["scores"], seats, 0, rules.max_score)),
        placed=tuple(_placed(rules, item) for item in _list("placed", data["placed"], 1, MAX_LAID + 1)),
        ends=tuple(_int_pair("ends", pair, NONE, cards - 1) for pair in _list("ends", data["ends"], seats, seats)),
        hidden=tuple(list_field(GAME, "hidden", data["hidden"], seats, 0, DECK_SIZE)),
        pools=tuple(_ascending("pools", pool, cards - 1) for pool in _list("pools", data["pools"], pools, pools)),
        pending=_pending(rules, data["pending"]),
        turn=int_field(GAME, data, "turn", NONE, seats - 1),
        starter=int_field(GAME, data, "starter", NONE, seats - 1),
        passed=_ascending("passed", data["passed"], seats - 1),
        finish_order=_ints("finish_order", data["finish_order"], 0, seats, 0, seats - 1),
        handed=tuple(list_field(GAME, "handed", data["handed"], seats, NONE, 1)),
        first=tuple(_bool_pair("first", pair) for pair in _list("first", data["first"], seats, seats)),
        told=tuple(_ints("told", item, 0, 2, 1, MAX_VALUE) for item in _list("told", data["told"], seats, seats)),
        barred=tuple(_barred_pair(pair) for pair in _list("barred", data["barred"], seats, seats)),
    )
    check_state(rules, s)
    return s


def _placed(rules: Rules, item: object) -> Placed:
    """One placed card; the limits of its numbers only."""
    if not isinstance(item, Mapping) or set(item) != set(PLACED_KEYS):
        raise bad_field(GAME, "placed", item, f"mappings with the keys {', '.join(PLACED_KEYS)}")

    def limited(key: str, low: int, high: int) -> int:
        value = item[key]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise bad_field(GAME, "placed", value, f"{key} {low} to {high}")
        return value

    face, k = limited("face", 0, 1), limited("k", 0, 7)
    axes = [_coordinate(axis) for axis in _list("placed", item["t"], 2, 2)]
    status = []
    for word in _list("placed", item["status"], 1, rules.actions.start_shapes + rules.actions.shapes):
        if not isinstance(word, str) or word not in STATUS:
            raise bad_field(GAME, "placed", word, f"status {', '.join(STATUS)}")
        status.append(STATUS.index(word))
    return Placed(
        colour=limited("colour", NONE, rules.num_colours - 1),
        seat=limited("seat", NONE, rules.num_players - 1),
        card=limited("card", NONE, DECK_SIZE - 1),
        pose=Pose(face, k, (axes[0], axes[1])),
        parent=limited("parent", NONE, MAX_LAID),
        parent_shape=limited("parent_shape", NONE, rules.actions.all_shapes),
        own_shape=limited("own_shape", NONE, rules.actions.shapes - 1),
        status=tuple(status),
    )


def _coordinate(value: object) -> Number:
    a, b = list_field(GAME, "placed", value, 2, -MAX_COORDINATE, MAX_COORDINATE)
    return a, b


def _pending(rules: Rules, value: object) -> tuple[tuple[int, int], ...]:
    pairs = []
    for item in _list("pending", value, 0, 2 * rules.num_players):
        seat, end = list_field(GAME, "pending", item, 2, 0, rules.num_players - 1)
        if end > 1:
            raise bad_field(GAME, "pending", item, "pairs of a seat and an end 0 or 1")
        pairs.append((seat, end))
    return tuple(pairs)


def _int_pair(name: str, value: object, low: int, high: int) -> tuple[int, int]:
    first, second = list_field(GAME, name, value, 2, low, high)
    return first, second


def _bool_pair(name: str, value: object) -> tuple[bool, bool]:
    first, second = _list(name, value, 2, 2)
    if not isinstance(first, bool) or not isinstance(second, bool):
        raise bad_field(GAME, name, value, "pairs of true, false")
    return first, second


def _barred_pair(value: object) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, second = _list("barred", value, 2, 2)
    return _ascending("barred", first, DECK_SIZE - 1), _ascending("barred", second, DECK_SIZE - 1)


def _ints(name: str, value: object, shortest: int, longest: int, low: int, high: int) -> tuple[int, ...]:
    return tuple(list_field(GAME, name, value, len(_list(name, value, shortest, longest)), low, high))


def _ascending(name: str, value: object, high: int) -> tuple[int, ...]:
    """Different ints in 0..high, ascending."""
    items = _ints(name, value, 0, high + 1, 0, high)
    if list(items) != sorted(set(items)):
        raise bad_field(GAME, name, value, "different ints, ascending")
    return items


def _list(name: str, value: object, low: int, high: int) -> list[object]:
    if not isinstance(value, list | tuple) or not low <= len(value) <= high:
        raise bad_field(GAME, name, value, f"a list of {low}" if low == high else f"a list of {low} to {high}")
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
