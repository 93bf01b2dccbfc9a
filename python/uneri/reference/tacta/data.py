"""States of TACTA as plain data. Reading one back builds the record; `checks.py` checks how its fields fit together."""

from __future__ import annotations

import json
from collections.abc import Mapping

from ..common import plain, state_data
from ..reader import Field, read_fields
from .checks import check_state
from .deck import DECK_SIZE, GAME, MAX_VALUE
from .geometry import Pose
from .hidden import sees_choice, sees_end, unseen_set
from .rules import Rules
from .state import NONE, PHASES, STATUS, Placed, State, check_argument
from .tables import MAX_LAID

FIELDS = (
    "options", "phase", "round", "scores", "placed", "ends", "hidden", "pools", "pending", "turn", "starter", "passed",
    "finish_order", "handed", "first", "told", "barred",
)  # fmt: skip
PLACED_KEYS = (
    "colour", "seat", "card", "face", "k", "t", "parent", "parent_shape", "own_shape", "status",
)  # fmt: skip
MAX_COORDINATE = (1 << 15) - 1  # V8


def to_dict(rules: Rules, s: State, seat: int | None = None) -> dict[str, object]:
    """Return the state under the names of the text's table; for a seat, None replaces what it may not know."""
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
    return state_data(
        s,
        FIELDS,
        options=json.loads(rules.options_text),
        phase=PHASES[s.phase],
        placed=[placed_data(entry) for entry in s.placed],
        ends=ends,
        pools=pools,
        handed=handed,
    )


def placed_data(entry: Placed) -> dict[str, object]:
    """Return a placed card as plain data."""
    face, k, t = entry.pose
    return state_data(
        entry, PLACED_KEYS, face=face, k=k, t=plain(t), status=[STATUS[status] for status in entry.status]
    )


def from_dict(rules: Rules, data: Mapping[str, object]) -> State:
    """Return the state from a full `to_dict`: check every field's domain, then how the fields fit together."""
    field = read_fields(GAME, data, FIELDS, rules.options)
    seats, cards = rules.num_players, DECK_SIZE * rules.num_colours
    pools = rules.num_colours if rules.team_mode else seats

    def by_seat(name: str) -> list[Field]:
        return field[name].items(seats, seats)

    s = State(
        phase=PHASES.index(field["phase"].word(PHASES)),
        round=field["round"].integer(0, rules.most_rounds),
        scores=field["scores"].ints(seats, 0, rules.max_score),
        placed=tuple(_placed(rules, item) for item in field["placed"].items(1, MAX_LAID + 1)),
        ends=tuple(_int_pair(pair, NONE, cards - 1) for pair in by_seat("ends")),
        hidden=field["hidden"].ints(seats, 0, DECK_SIZE),
        pools=tuple(_ascending(pool, cards - 1) for pool in field["pools"].items(pools, pools)),
        pending=tuple(_seat_and_end(rules, pair) for pair in field["pending"].items(0, 2 * seats)),
        turn=field["turn"].integer(NONE, seats - 1),
        starter=field["starter"].integer(NONE, seats - 1),
        passed=_ascending(field["passed"], seats - 1),
        finish_order=_ints(field["finish_order"], 0, seats, 0, seats - 1),
        handed=field["handed"].ints(seats, NONE, 1),
        first=tuple(_bool_pair(pair) for pair in by_seat("first")),
        told=tuple(_ints(values, 0, 2, 1, MAX_VALUE) for values in by_seat("told")),
        barred=tuple(_barred_pair(pair) for pair in by_seat("barred")),
    )
    check_state(rules, s)
    return s


def _placed(rules: Rules, field: Field) -> Placed:
    """Read one placed card; only the limits of its numbers are checked."""
    item = field.value
    if not isinstance(item, Mapping) or set(item) != set(PLACED_KEYS):
        raise field.bad(f"mappings with the keys {', '.join(PLACED_KEYS)}")

    def limited(key: str, low: int, high: int) -> int:
        return field.inside(key, item[key]).integer(low, high, f"{key} {low} to {high}")

    face, k = limited("face", 0, 1), limited("k", 0, 7)
    x, y = (_int_pair(axis, -MAX_COORDINATE, MAX_COORDINATE) for axis in field.inside("t", item["t"]).items(2, 2))
    shapes = rules.actions.start_shapes + rules.actions.shapes
    status = field.inside("status", item["status"]).items(1, shapes)
    return Placed(
        status=tuple(STATUS.index(word.word(STATUS, f"status {', '.join(STATUS)}")) for word in status),
        colour=limited("colour", NONE, rules.num_colours - 1),
        seat=limited("seat", NONE, rules.num_players - 1),
        card=limited("card", NONE, DECK_SIZE - 1),
        pose=Pose(face, k, (x, y)),
        parent=limited("parent", NONE, MAX_LAID),
        parent_shape=limited("parent_shape", NONE, rules.actions.all_shapes),
        own_shape=limited("own_shape", NONE, rules.actions.shapes - 1),
    )


def _seat_and_end(rules: Rules, field: Field) -> tuple[int, int]:
    seat, end = _int_pair(field, 0, rules.num_players - 1)
    if end > 1:
        raise field.bad("pairs of a seat and an end 0 or 1")
    return seat, end


def _int_pair(field: Field, low: int, high: int) -> tuple[int, int]:
    first, second = field.ints(2, low, high)
    return first, second


def _bool_pair(field: Field) -> tuple[bool, bool]:
    first, second = (item.value for item in field.items(2, 2))
    if not isinstance(first, bool) or not isinstance(second, bool):
        raise field.bad("pairs of true, false")
    return first, second


def _barred_pair(field: Field) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, second = field.items(2, 2)
    return _ascending(first, DECK_SIZE - 1), _ascending(second, DECK_SIZE - 1)


def _ints(field: Field, shortest: int, longest: int, low: int, high: int) -> tuple[int, ...]:
    return field.ints(len(field.items(shortest, longest)), low, high)


def _ascending(field: Field, high: int) -> tuple[int, ...]:
    """Read different ints in 0..high, ascending."""
    items = _ints(field, 0, high + 1, 0, high)
    if list(items) != sorted(set(items)):
        raise field.bad("different ints, ascending")
    return items
