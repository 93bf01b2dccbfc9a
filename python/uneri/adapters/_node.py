"""Positions as a chain of immutable values. A copy is a reference, and a position records what each seat has seen."""

from __future__ import annotations

import hashlib
from typing import Any

from ..contract import State


class Node:
    """A position and the one before it.

    `digest(seat)` covers everything the seat has seen and done since the start: it grows when the seat's view changes,
    and with the seat's own actions. Steps that the seat can't notice leave no trace in it. Of successive chance nodes
    only the first and the result count, so the order of dealing leaves no trace either.
    """

    __slots__ = ("_action", "_digests", "_parent", "state")

    def __init__(
        self,
        state: State,
        parent: Node | None = None,
        action: int | None = None,
        digests: dict[int, bytes] | None = None,
    ) -> None:
        self.state = state
        self._parent = parent
        self._action = action
        self._digests: dict[int, bytes] = {} if digests is None else digests

    def child(self, action: int) -> Node:
        """Return the position after `action`; this one stays."""
        state = self.state.clone()
        state.apply_action(action)
        return Node(state, self._parent if self._find_in_row() else self, action)

    def _find_in_row(self) -> bool:
        """Return whether this is a chance node after a chance node. Then the parent is the first of the sequence."""
        before = self._parent
        return before is not None and before.state.is_chance_node() and self.state.is_chance_node()

    def resample(self, seat: int, seed: int) -> Node:
        """Draw a world that looks the same to `seat`, which keeps its memory. The others remember what they see now."""
        return Node(self.state.resample_from_infostate(seat, seed), digests={seat: self.digest(seat)})

    def digest(self, seat: int) -> bytes:
        """Return 16 bytes."""
        later: list[Node] = []
        node: Node | None = self
        while node is not None and seat not in node._digests:
            later.append(node)
            node = node._parent
        for node in reversed(later):
            node._digests[seat] = node._extend(seat)
        return self._digests[seat]

    def _extend(self, seat: int) -> bytes:
        seen = self.state.observation_string(seat)
        before = self._parent
        if before is None:
            return _hash(b"", seen)
        known = before._digests[seat]
        if before.state.current_player() == seat:
            return _hash(known, f"{self._action} {seen}")
        return known if before.state.observation_string(seat) == seen else _hash(known, seen)

    def information_state_string(self, seat: int) -> str:
        """Return the digest and the seat's present view: equal for two histories that the seat can't tell apart."""
        return f"{self.digest(seat).hex()} {self.state.observation_string(seat)}"

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    def __copy__(self) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # The history is left out, the seats' memory of it isn't.
        if self._find_in_row():
            return Node, (self.state, self._parent)
        seats = range(self.state.game.num_players)
        return _restore, (self.state, {seat: self.digest(seat) for seat in seats})


def _hash(known: bytes, seen: str) -> bytes:
    return hashlib.blake2b(known + seen.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _restore(state: State, digests: dict[int, bytes]) -> Node:
    return Node(state, digests=digests)
