"""Compares two backends of one game: the same actions on both, and everything compared at every node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any, SupportsIndex

import numpy as np

from uneri._util.checks import bounded, check_any_game, each, flag, seed_of
from uneri._util.rng import SplitMix64
from uneri.contract import CHANCE, TERMINAL, Game, State
from uneri.registry.in_process import draw_chance

from .probe import narrow_down, shorten

EVERY_NODE = ("legal_actions", "chance_weights", "returns", "rewards", "to_dict", "views")
"""Compared at every node, beside the player to act."""
SOME_NODES = (
    "observation_string", "observation_tensor", "legal_actions_mask", "chance_outcomes", "resample", "from_dict",
    "names",
)  # fmt: skip
"""Derived from the rest or slow: compared at about one node in sixteen."""
_SOME = 16
_MOST_MOVES = 1_000_000_000
_MOST_ASKED = 1000
"""About this many ids are tried one by one at such a node, beside the legal ones: of more every n-th, from another
start each time."""


@dataclass
class LockstepReport:
    """The extent of a comparison."""

    games: int = 0
    nodes: int = 0
    """Nodes at which both sides were compared, the ends of games included."""
    moves: int = 0
    """Actions applied on both sides, chance outcomes included."""
    decisions: int = 0
    """Actions chosen by seats."""

    def add(self, other: LockstepReport) -> None:
        """Add the numbers of another report, which stays as it is, to this one."""
        for item in fields(self):
            setattr(self, item.name, getattr(self, item.name) + getattr(other, item.name))


@dataclass(eq=False)
class LockstepMismatch(AssertionError):
    """The two sides differ. The fields describe the place, and `str()` is a call that reproduces it."""

    game: str
    seed: int
    what: str
    """The property that differs: a name of EVERY_NODE or SOME_NODES, or `current_player`."""
    a: Any
    b: Any
    backends: tuple[str, str]
    seeded: bool = False
    actions: list[int] = field(default_factory=list)
    """All actions before the difference."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, item.name) for item in fields(self))

    def __str__(self) -> str:
        start = f"new_initial_state({self.seed if self.seeded else ''})"
        return (
            f"{self.game}: {self.what} differs after {len(self.actions)} actions (seed {self.seed})\n"
            f"  {self.backends[0]}: {shorten(self.a)}\n"
            f"  {self.backends[1]}: {shorten(self.b)}\n"
            f"  again: uneri.load_game({self.game!r}, backend=...).{start}, then apply {self.actions}"
        )


class _Pair:
    """Two sides of one game, the properties to compare, and the report of a difference."""

    def __init__(self, game_a: Game, game_b: Game, compare: Iterable[str], seed: int, seeded: bool) -> None:
        check_any_game(game_a, "game_a")
        check_any_game(game_b, "game_b")
        self.games, self.seed, self.seeded = (game_a, game_b), seed, seeded
        chosen = tuple(each(compare, "compare", "a sequence of names of properties"))
        known = EVERY_NODE + SOME_NODES
        for name in chosen:
            if not isinstance(name, str) or name not in known:
                raise ValueError(f"compare has {name!r}; allowed: {', '.join(known)}")
        self.always = [name for name in chosen if name in EVERY_NODE]
        self.sometimes = [name for name in chosen if name in SOME_NODES]
        for name in ("str", "options", "num_players", *_GAME_FACTS):
            self.check_same([], f"game.{name}", _make_fact(game_a, name), _make_fact(game_b, name))

    def check_same(self, actions: list[int], name: str, a: Any, b: Any) -> None:
        """Raise LockstepMismatch unless the two are equal."""
        if a != b:
            name, a, b = narrow_down(name, a, b)
            one, two = self.games
            backends = (one.backend, two.backend)
            raise LockstepMismatch(str(one), self.seed, name, a, b, backends, self.seeded, actions)

    def check_states(self, a: State, b: State, actions: list[int]) -> None:
        """Compare the properties of every node."""
        self.check_same(actions, "current_player", a.current_player(), b.current_player())
        for name in self.always:
            for label, ours, theirs in _walk_nodes(name, a, b):
                self.check_same(actions, label, ours, theirs)

    def check_closely(self, a: State, b: State, actions: list[int], luck: int) -> None:
        """Compare the properties of some nodes."""
        for name in self.sometimes:
            for label, ours, theirs in _SOME_NODES[name](a, b, luck):
                self.check_same(actions, label, ours, theirs)


def lockstep(
    game_a: Game,
    game_b: Game,
    seed: SupportsIndex,
    *,
    max_moves: SupportsIndex | None = None,
    compare: Iterable[str] = EVERY_NODE + SOME_NODES,
    seeded: bool = False,
) -> LockstepReport:
    """Play one random game on two backends, and compare everything on the way.

    Parameters
    ----------
    game_a, game_b
        The game on either side, with equal options.
    seed
        The game is derived from it alone, 0 to 2^64 - 1.
    max_moves
        Ends a game after this many actions, 0 to 10^9. None (default): at its end.
    compare
        The properties to compare: names of EVERY_NODE and SOME_NODES. Default: all of them.
    seeded
        True: both sides draw chance themselves, from `seed`. False (default): it is drawn here by weight.

    Raises
    ------
    LockstepMismatch
        At the first difference.
    ValueError
        If a number is out of range, or `compare` has an unknown name.

    Examples
    --------
    >>> import uneri
    >>> from uneri.testing import lockstep
    >>> a, b = (uneri.load_game("onda", players=2, rounds=1, backend=name) for name in ("core", "reference"))
    >>> lockstep(a, b, seed=1)
    LockstepReport(games=1, nodes=67, moves=66, decisions=36)
    """
    number = seed_of(seed)
    most = _MOST_MOVES if max_moves is None else bounded(max_moves, "max_moves", 0, _MOST_MOVES)
    pair = _Pair(game_a, game_b, compare, number, flag(seeded, "seeded"))
    actions: list[int] = []
    rng = SplitMix64(number)
    start = number if seeded else None
    a, b = game_a.new_initial_state(start), game_b.new_initial_state(start)
    report = LockstepReport(games=1)
    while True:
        report.nodes += 1
        pair.check_states(a, b, actions)
        player = a.current_player()
        if rng.below(_SOME) == 0 or player == TERMINAL:
            pair.check_closely(a, b, actions, rng.next())
        if player == TERMINAL or report.moves >= most:
            return report
        legal = a.legal_actions()
        action = draw_chance(a, rng) if player == CHANCE else legal[rng.below(len(legal))]
        a.apply_action(action)
        b.apply_action(action)
        actions.append(action)
        report.moves += 1
        report.decisions += player >= 0


def lockstep_tree(
    game_a: Game, game_b: Game, *, max_states: SupportsIndex = 100_000, compare: Iterable[str] = EVERY_NODE + SOME_NODES
) -> LockstepReport:
    """Compare a small game on two backends in every reachable state, after every action there.

    Histories that lead to the same state on the first side must do so on the other. Such a state is walked once, so
    this covers every history.

    Parameters
    ----------
    game_a, game_b
        The game on either side, with equal options.
    max_states
        The most states, 1 to 2^40 (default 100,000).
    compare
        As in `lockstep`.

    Raises
    ------
    LockstepMismatch
        At the first difference.
    ValueError
        If there are more than `max_states` states, or an argument isn't allowed.
    """
    most = bounded(max_states, "max_states", 1, 1 << 40)
    pair = _Pair(game_a, game_b, compare, 0, False)
    rng = SplitMix64(0)
    a, b = game_a.new_initial_state(), game_b.new_initial_state()
    known = {a: b}
    ways: list[tuple[State, list[int]]] = [(a, [])]
    report = LockstepReport(games=1)
    while ways:
        a, actions = ways.pop()
        b = known[a]
        report.nodes += 1
        pair.check_states(a, b, actions)
        if rng.below(_SOME) == 0:
            pair.check_closely(a, b, actions, rng.next())
        for action in a.legal_actions():
            after, twin, way = a.clone(), b.clone(), [*actions, action]
            after.apply_action(action)
            twin.apply_action(action)
            report.moves += 1
            report.decisions += not a.is_chance_node()
            if after in known:
                pair.check_same(
                    way, "the state, which equals an earlier one on one side only", True, twin == known[after]
                )
                continue
            if len(known) == most:
                raise ValueError(f"{game_a} has more than {most} states, the limit (max_states)")
            known[after] = twin
            ways.append((after, way))
    return report


Pairs = Iterator[tuple[str, Any, Any]]

_GAME_FACTS = (
    "num_distinct_actions", "max_chance_outcomes", "max_legal_actions", "max_game_length", "max_chance_nodes",
    "min_utility", "max_utility", "utility_sum", "observation_tensor_shape", "observation_layout",
)  # fmt: skip


def _make_fact(game: Game, name: str) -> Any:
    return str(game) if name == "str" else getattr(game, name)


def _walk_nodes(name: str, a: State, b: State) -> Pairs:
    if name != "views":
        yield name, getattr(a, name)(), getattr(b, name)()
        return
    for seat in range(a.game.num_players):
        yield f"to_dict({seat})", a.to_dict(seat), b.to_dict(seat)


def _compare_strings(a: State, b: State, _luck: int) -> Pairs:
    for seat in range(a.game.num_players):
        yield f"observation_string({seat})", a.observation_string(seat), b.observation_string(seat)


def _compare_tensors(a: State, b: State, _luck: int) -> Pairs:
    for seat in range(a.game.num_players):
        ours, theirs = a.observation_tensor(seat), b.observation_tensor(seat)
        if not np.array_equal(ours, theirs):
            for segment, offset, shape in a.game.observation_layout:
                part = slice(offset, offset + int(np.prod(shape)))
                yield f"observation_tensor({seat}) {segment}", ours[part].tolist(), theirs[part].tolist()
            yield f"observation_tensor({seat})", ours.tolist(), theirs.tolist()


def _compare_masks(a: State, b: State, luck: int) -> Pairs:
    yield "legal_actions_mask", a.legal_actions_mask().tolist(), b.legal_actions_mask().tolist()
    yield "num_legal_actions", a.num_legal_actions(), b.num_legal_actions()
    last = max(a.game.num_distinct_actions, a.game.max_chance_outcomes)
    step = 1 + last // _MOST_ASKED
    some = range(luck % step, last, step)
    for action in sorted({-1, *some, *a.legal_actions(), last}):
        yield f"is_legal({action})", a.is_legal(action), b.is_legal(action)


def _compare_outcomes(a: State, b: State, luck: int) -> Pairs:
    yield "chance_outcomes", a.chance_outcomes(), b.chance_outcomes()
    if a.is_chance_node():
        yield f"sample_chance({luck})", a.sample_chance(luck), b.sample_chance(luck)


def _resample(a: State, b: State, luck: int) -> Pairs:
    for seat in range(a.game.num_players):
        ours, theirs = (x.resample_from_infostate(seat, luck) for x in (a, b))
        yield f"resample_from_infostate({seat}, {luck})", ours.to_dict(), theirs.to_dict()


def _compare_dicts(a: State, b: State, _luck: int) -> Pairs:
    name = "state_from_dict of the other's to_dict"
    yield name, a.to_dict(), b.game.state_from_dict(a.to_dict()).to_dict()
    yield name, a.game.state_from_dict(b.to_dict()).to_dict(), b.to_dict()


def _compare_names(a: State, b: State, _luck: int) -> Pairs:
    yield "str", str(a), str(b)
    for action in a.legal_actions():
        name = a.action_to_string(action)
        yield f"action_to_string({action})", name, b.action_to_string(action)
        yield f"parse_action({name!r})", a.parse_action(name), b.parse_action(name)


_SOME_NODES: dict[str, Callable[[State, State, int], Pairs]] = {
    "observation_string": _compare_strings,
    "observation_tensor": _compare_tensors,
    "legal_actions_mask": _compare_masks,
    "chance_outcomes": _compare_outcomes,
    "resample": _resample,
    "from_dict": _compare_dicts,
    "names": _compare_names,
}
