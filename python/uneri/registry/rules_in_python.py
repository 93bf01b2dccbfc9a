"""Calls rules that are a plain Python object for the core (cpp/bindings/outside_games.cpp), and checks each answer.

The object has the members that docs/own_game.md lists, as `uneri.reference` has for each game.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from uneri._util.messages import brief, cut
from uneri.reference.common import CHANCE, TERMINAL, UTILITIES, SplitMix64
from uneri.reference.reader import is_int

from .._util.plain_data import plain
from .._util.strict_json import read_json

MOST_SEATS = 12
MOST_ACTIONS = 32_767
MOST_LISTED = 1536  # actions of one decision
_ROOM = 4092  # bytes of a state in the core
_MOST_WEIGHT = 1 << 62
_NUMBERS = (
    ("num_players", 1, MOST_SEATS),
    ("num_distinct_actions", 1, MOST_ACTIONS),
    ("max_chance_outcomes", 0, MOST_ACTIONS),
    ("max_legal_actions", 1, MOST_LISTED),
    ("max_game_length", 1, 1 << 31),
    ("max_chance_nodes", 0, 1 << 31),
    ("min_score", -(1 << 30), 1 << 30),
    ("max_score", -(1 << 30), 1 << 30),
)
_Answer = TypeVar("_Answer")


def check_game_name(name: Any) -> str:
    """Check a game's name for use in texts, files and addresses; raise ValueError for anything else."""
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9_]{0,31}", name):
        raise ValueError(f"the rules' name is {brief(name)}; allowed: a-z, then a-z, 0-9 and _, at most 32 characters")
    return name


class CheckedRules:
    """The rules under some options. A wrong answer is a ValueError that names the function and the position."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.name = check_game_name(rules.name)
        self.options = plain(dict(rules.options))
        self.defaults = plain(dict(getattr(rules, "defaults", {})))
        self.limits = [self._number(*row) for row in _NUMBERS]
        self.blocks = [(str(name), [int(extent) for extent in shape]) for name, shape in rules.layout()]
        self._size = sum(int(np.prod(shape)) for _, shape in self.blocks)
        utility = self.options.get("utility", "score")
        if utility not in UTILITIES:
            raise ValueError(f"{self.name}: option 'utility' is {brief(utility)}; allowed: {', '.join(UTILITIES)}")
        self.utility = UTILITIES.index(utility)
        self._seats: int = self.limits[0]

    def _number(self, name: str, low: int, high: int) -> int:
        value = getattr(self.rules, name)
        if not is_int(value) or not low <= value <= high:
            raise ValueError(f"{self.name}: {name} is {brief(value)}; allowed: {low} to {high}")
        return int(value)

    # States as bytes.

    def write(self, state: Any) -> bytes:
        """Write the state for the core: its plain data as text, compressed if it is long."""
        text = json.dumps(self.to_dict(state, None), separators=(",", ":"), ensure_ascii=False).encode()
        packed = text if len(text) <= _ROOM else zlib.compress(text)
        if len(packed) > _ROOM:
            raise ValueError(f"{self.name}: a state takes {len(packed)} bytes, packed; the limit is {_ROOM}")
        return packed

    def read(self, data: bytes) -> Any:
        """Read a state; the inverse of `write`. Raise ValueError for other bytes."""
        if data[:1] != b"{":
            unpacked = zlib.decompressobj()
            try:
                data = unpacked.decompress(data, 1 << 20)
            except zlib.error:
                raise ValueError(f"{self.name}: the bytes are not a state") from None
        fields = read_json(data)
        if not isinstance(fields, dict):
            raise ValueError(f"{self.name}: the bytes are not a state")  # noqa: TRY004
        return self.from_dict(fields)

    # Answers of the rules.

    def initial(self) -> Any:
        """Return the first position."""
        return self._asked("initial()", None, self.rules.initial)

    def player(self, state: Any) -> int:
        """Return a seat, chance or the end."""
        found: int = self._asked("player()", state, lambda: self.rules.player(state))
        seats = (CHANCE, TERMINAL, *range(self._seats))
        return self._checked(
            found, "player()", state, f"allowed: 0 to {self._seats - 1}, -1, -4", is_int(found) and found in seats
        )

    def legal(self, state: Any) -> list[int]:
        """List the legal actions, or outcomes of chance: ascending, none at the end and at least one before."""
        player = self.player(state)
        found: list[int] = self._asked("legal()", state, lambda: list(self.rules.legal(state)))
        if player == TERMINAL:
            return self._checked(found, "legal()", state, "the game is over; allowed: []", not found)
        most, longest = (self.limits[2], MOST_LISTED) if player == CHANCE else (self.limits[1], self.limits[3])
        good = (
            0 < len(found) <= longest
            and all(is_int(a) and 0 <= a < most for a in found)
            and all(a < b for a, b in pairwise(found))
        )
        return self._checked(
            found, "legal()", state, f"allowed: 1 to {longest} ids, ascending, from 0 to {most - 1}", good
        )

    def is_legal(self, state: Any, action: int) -> bool:
        """Return whether the action can be taken."""
        return bool(self._asked(f"is_legal(state, {action})", state, lambda: self.rules.is_legal(state, action)))

    def apply(self, state: Any, action: int) -> Any:
        """Apply an action. The given state stays unchanged, and the result is a new one."""
        before = self.to_dict(state, None)
        after = self._asked(f"apply(state, {action})", state, lambda: self.rules.apply(state, action))
        if self.to_dict(state, None) != before:
            raise self._error(f"apply(state, {action}) changes the state; it must return a new one", before)
        return after

    def _weights(self, state: Any) -> list[tuple[int, int]]:
        pairs: list[tuple[Any, ...]] = self._asked(
            "weights()", state, lambda: [tuple(pair) for pair in self.rules.weights(state)]
        )
        good = (
            all(len(pair) == 2 and all(map(is_int, pair)) and pair[1] >= 0 for pair in pairs)
            and [outcome for outcome, _ in pairs] == self.legal(state)
            and 0 < sum(weight for _, weight in pairs) <= _MOST_WEIGHT
        )
        allowed = "allowed: (outcome, weight) for each of legal(), whole numbers, with a sum"
        return [(outcome, weight) for outcome, weight in self._checked(pairs, "weights()", state, allowed, good)]

    def chance_weight(self, state: Any, outcome: int) -> int:
        """Return the weight of an outcome; 0 if it can't happen."""
        return dict(self._weights(state)).get(outcome, 0)

    def chance_total(self, state: Any) -> int:
        """Return the sum of all weights."""
        return sum(weight for _, weight in self._weights(state))

    def chance_pick(self, state: Any, number: int) -> int:
        """Return the first outcome whose cumulative weight exceeds the number (R-3)."""
        for outcome, weight in self._weights(state):
            if number < weight:
                return outcome
            number -= weight
        raise self._error("weights() changes from call to call", self.to_dict(state, None))

    def points(self, state: Any, seat: int) -> int:
        """Return the points of a seat so far."""
        found: list[int] = self._asked("points()", state, lambda: list(self.rules.points(state)))
        low, high = self.limits[6], self.limits[7]
        good = len(found) == self._seats and all(is_int(p) and low <= p <= high for p in found)
        return self._checked(
            found, "points()", state, f"allowed: {self._seats} whole numbers from {low} to {high}", good
        )[seat]

    def winners(self, state: Any) -> int:
        """Return the winners at the end, as bits."""
        found: list[int] = self._asked("winners()", state, lambda: list(self.rules.winners(state)))
        good = bool(found) and all(is_int(p) and 0 <= p < self._seats for p in found)
        self._checked(found, "winners()", state, f"allowed: seats from 0 to {self._seats - 1}, at least one", good)
        return sum(1 << seat for seat in set(found))

    def observation(self, state: Any, seat: int) -> NDArray[np.float32]:
        """Return what the seat sees, as numbers in the order of `layout()`."""

        def numbers() -> NDArray[np.float32]:
            return np.asarray(self.rules.observation(state, seat), np.float32).reshape(-1)

        found = self._asked(f"observation(state, {seat})", state, numbers)
        if found.size != self._size:
            what = f"observation(state, {seat}) has {found.size} numbers; layout() has {self._size}"
            raise self._error(what, self.to_dict(state, None))
        return found

    def observation_bytes(self, state: Any, seat: int) -> NDArray[np.uint8]:
        """Return the same in steps of 1/255."""
        found = self.observation(state, seat)
        if found.size and not 0 <= found.min() <= found.max() <= 1:
            what = f"observation(state, {seat}) has numbers from {found.min()} to {found.max()}; for uint8: 0 to 1"
            raise self._error(what, self.to_dict(state, None))
        return np.rint(found * 255).astype(np.uint8)

    def resample(self, state: Any, seat: int, number: int) -> tuple[Any, int]:
        """Draw another world that looks the same to the seat (R-7); return the generator's state after it, too."""
        generator = SplitMix64(number)
        call = f"resample(state, {seat}, generator)"
        world = self._asked(call, state, lambda: self.rules.resample(state, seat, generator))
        seen, drawn = self.to_dict(state, seat), self.to_dict(world, seat)
        if seen != drawn:
            fields = ", ".join(brief(name) for name in {**seen, **drawn} if seen.get(name) != drawn.get(name))
            raise self._error(
                f"{call} gives a world that seat {seat} can tell apart, by {fields}", self.to_dict(state, None)
            )
        return world, generator.state

    def sight(self, state: Any, action: int, seat: int) -> int:
        """Return what the seat sees of the action: 0 nothing, 1 the action, else a number that like actions share."""
        call = f"sight(state, {action}, {seat})"
        found: int = self._asked(call, state, lambda: self.rules.sight(state, action, seat))
        return self._checked(found, call, state, "allowed: 0 to 2^64 - 1", is_int(found) and 0 <= found < 1 << 64)

    def greedy(self, state: Any) -> int:
        """Return the choice of the rules' own simple player."""
        found: int = self._asked("greedy()", state, lambda: self.rules.greedy(state))
        return self._checked(found, "greedy()", state, "allowed: a legal action", found in self.legal(state))

    # Plain data and notation.

    def to_dict(self, state: Any, seat: int | None) -> dict[str, Any]:
        """Return the state as plain data; for a seat, what it sees."""

        def data() -> dict[str, Any]:
            found: dict[str, Any] = plain(self.rules.to_dict(state, seat))
            return found

        return self._asked(f"to_dict(state, {seat})", None, data)

    def from_dict(self, data: Mapping[str, Any]) -> Any:
        """Return the state from `to_dict`. Raise ValueError unless the fields are a state of the game."""
        try:
            state = self.rules.from_dict(plain(data))
        except ValueError:
            raise
        except Exception as error:
            raise ValueError(
                f"{self.name}: the fields are not a state: {type(error).__name__}: {cut(str(error))}"
            ) from error
        if self.to_dict(state, None) != plain(data):
            raise ValueError(f"{self.name}: from_dict() gives another state than the fields {brief(dict(data))}")
        return state

    def action_to_string(self, state: Any, player: int, action: int) -> str:
        """Write the action in the game's notation; `state` may be None."""
        call = f"action_to_string(state, {player}, {action})"
        return str(self._asked(call, state, lambda: self.rules.action_to_string(state, player, action)))

    def parse_action(self, state: Any, text: str) -> int:
        """Return the action that a text names. Raise ValueError if it names no action."""
        found: int = self.rules.parse_action(state, text)
        call = f"parse_action(state, {brief(text)})"
        most = max(self.limits[1], self.limits[2])
        return self._checked(found, call, state, f"allowed: 0 to {most - 1}", is_int(found) and 0 <= found < most)

    # Errors.

    def _asked(self, call: str, state: Any, answer: Callable[[], _Answer]) -> _Answer:
        try:
            return answer()
        except Exception as error:
            where = None if state is None else self.to_dict(state, None)
            raise self._error(f"{call} raises {type(error).__name__}: {cut(str(error))}", where) from error

    def _checked(self, found: _Answer, call: str, state: Any, allowed: str, good: bool) -> _Answer:
        if not good:
            where = None if state is None else self.to_dict(state, None)
            raise self._error(f"{call} returned {brief(found)}; {allowed}", where)
        return found

    def _error(self, what: str, position: dict[str, Any] | None) -> ValueError:
        where = "" if position is None else f"; the position: {cut(json.dumps(position, ensure_ascii=False))}"
        return ValueError(f"{self.name}: {what}{where}")
