"""The whole tree of a small game, as text in Gambit's `.efg` format.

It is the same game with fewer nodes. Successive chance nodes become one, in which equal states are one outcome, in
whatever order the cards came. Decisions without a choice are left out. The seats' knowledge, choices and results stay
as they are.

Format: Gambit's documentation, "The extensive game (.efg) file format".
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..contract import Game, State


class TreeSize(NamedTuple):
    """Numbers of nodes by kind, and of information states."""

    decisions: int
    chance: int
    ends: int
    information_states: int
    """The number for all seats together."""


class Tree:
    """The tree of a game: `text`, `size`, and for every seat the numbers of its information states by their digest."""

    def __init__(self, game: Game, max_nodes: int) -> None:
        self.numbers: list[dict[bytes, int]] = [{} for _ in range(game.num_players)]
        self._game, self._most = game, max_nodes
        self._decisions = self._chance = self._ends = 0
        seats = " ".join(f'"seat {seat}"' for seat in range(game.num_players))
        title = str(game).replace('"', "'")  # the format has no quotes within a text
        lines = [f'EFG 2 R "{title}" {{ {seats} }}', '""', *self._write_lines(Node(game.new_initial_state()))]
        self.text = "\n".join(lines) + "\n"
        information_states = sum(len(numbers) for numbers in self.numbers)
        self.size = TreeSize(self._decisions, self._chance, self._ends, information_states)

    def _write_lines(self, root: Node) -> Iterator[str]:
        """Yield the tree in prefix order."""
        left: list[tuple[bool, Node]] = [(False, root)]  # with True chance and forced decisions are done
        while left:
            settled, node = left.pop()
            if settled:
                yield self._write_line(node)
                if not node.state.is_terminal():
                    left += [(False, node.child(action)) for action in reversed(node.state.legal_actions())]
                continue
            branches = self._list_branches(node)
            if len(branches) > 1:
                self._chance += 1
                listed = " ".join(f'"{i}" {share!r}' for i, (share, _) in enumerate(branches))
                yield f'c "" {self._chance} "" {{ {listed} }} 0'
            left += [(True, branch) for _, branch in reversed(branches)]
            self._check(len(left) + self._chance + self._ends + self._decisions)

    def _write_line(self, node: Node) -> str:
        state = node.state
        if state.is_terminal():
            self._ends += 1
            payoffs = " ".join(repr(value) for value in state.returns())
            return f't "" {self._ends} "" {{ {payoffs} }}'
        self._decisions += 1
        seat = state.current_player()
        digest = node.digest(seat)
        number = self.numbers[seat].setdefault(digest, len(self.numbers[seat]) + 1)
        names = " ".join(f'"{state.action_to_string(action)}"' for action in state.legal_actions())
        return f'p "" {seat + 1} {number} "{digest.hex()}" {{ {names} }} 0'

    def _list_branches(self, node: Node) -> list[tuple[float, Node]]:
        """List the next decisions with a choice, and ends, with probabilities."""
        found: list[tuple[float, Node]] = []
        left = [(1.0, node)]
        while left:
            share, place = left.pop()
            state = place.state
            if state.is_chance_node():
                outcomes = self._list_outcomes(state)
                left += [(share * part, Node(after, place)) for after, part in reversed(outcomes.items())]
                self._check(len(found) + len(left))
            elif len(legal := state.legal_actions()) == 1:
                left.append((share, place.child(legal[0])))
            else:
                found.append((share, place))
        return found

    def _list_outcomes(self, state: State) -> dict[State, float]:
        """Return the states that successive chance nodes lead to, with probabilities."""
        done: dict[State, float] = {}
        within = {state: 1.0}
        while within:
            later: dict[State, float] = {}
            for before, share in within.items():
                for outcome, probability in before.chance_outcomes():
                    after = before.child(outcome)
                    known = later if after.is_chance_node() else done
                    known[after] = known.get(after, 0.0) + share * probability
                self._check(len(done) + len(later))
            within = later
        return done

    def _check(self, nodes: int) -> None:
        """Refuse a tree as soon as this many nodes are known, or a deal that passes through this many states at once."""
        if nodes > self._most:
            raise ValueError(
                f"{self._game} has a tree of more than {self._most} nodes; allowed: at most that many (max_nodes)"
            )


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
        return Node(self.state.child(action), self._parent if self._find_in_row() else self, action)

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
