"""perft and playouts in this process: by the core for its own states, in plain Python for any other state of the contract."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, TypeAlias, cast

from .._util.checks import (
    DEEPEST_PERFT,
    MOST_PLAYOUTS,
    MOST_THREADS,
    bounded,
    check_any_state,
    choice,
    is_game,
    is_state,
    seed_of,
)
from .._util.messages import brief
from .._util.rng import Generator, SplitMix64, stream
from ..contract import CHANCE, TERMINAL, Game, State
from .outside import core_module

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FINDINGS = ("legal_actions", "is_legal")
"""How a perft finds actions: listed by the state, or each id asked for by itself. In the core, the two share no rule."""

Report: TypeAlias = "Callable[[float], object] | None"
"""Called with the share done."""


class Playouts(NamedTuple):
    """The results of `playouts`: one row for each game."""

    returns: NDArray[np.float64]
    """`float64[n, seats]`: the returns at the end, in units of the option `utility`."""
    lengths: NDArray[np.int32]
    """`int32[n]`: decisions of seats; chance nodes aren't counted."""

    # A tuple would compare its arrays, which have no one truth.
    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)

    def _repr_html_(self) -> str:
        import numpy as np

        from ..view.html import block, interval, paragraph, reach, table  # only notebooks need it

        games, seats = self.returns.shape
        means = self.returns.mean(axis=0) if games else np.zeros(seats)
        errors = self.returns.std(axis=0, ddof=1) / games**0.5 if games > 1 else np.zeros(seats)
        ends = [(float(mean - 2 * error), float(mean + 2 * error)) for mean, error in zip(means, errors, strict=True)]
        least, most = reach([end for pair in ends for end in pair])
        rows = [
            (seat, f"{means[seat]:.3f}", f"{errors[seat]:.3f}", interval(low, float(means[seat]), high, least, most))
            for seat, (low, high) in enumerate(ends)
        ]
        length = f", {self.lengths.mean():.1f} decisions on average" if games else ""
        found = table(("seat", "mean return", "±", "mean ± 2 errors"), rows, right=(True, True, True))
        return block(found, paragraph(f"{games:,} playouts{length}"))


def count_paths(state: State, depth: SupportsIndex, threads: SupportsIndex, report: Report, by: str) -> int:
    """Count the paths of a perft."""
    asks = choice(by, "by", FINDINGS) == "is_legal"
    if _is_core(state):
        return cast("int", core_module(state.game.name).perft(state, depth, threads, report, asks))
    bounded(threads, "threads", 1, MOST_THREADS)
    levels = bounded(depth, "depth", 0, DEEPEST_PERFT)
    return 1 if levels == 0 else sum(paths for _, paths in _divide_here(drop_seed(state), levels, report, asks))


def divide_paths(
    state: State, depth: SupportsIndex, threads: SupportsIndex, report: Report, by: str
) -> list[tuple[int, int]]:
    """Count the paths of a perft by their first action."""
    asks = choice(by, "by", FINDINGS) == "is_legal"
    if _is_core(state):
        module = core_module(state.game.name)
        return cast("list[tuple[int, int]]", module.perft_divide(state, depth, threads, report, asks))
    bounded(threads, "threads", 1, MOST_THREADS)
    return _divide_here(drop_seed(state), bounded(depth, "depth", 1, DEEPEST_PERFT), report, asks)


def play_rows(
    state_or_game: State | Game,
    first: int,
    n: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    report: Report,
) -> Playouts:
    """Play the playouts `first` to `first + n - 1` of a seed."""
    game = find_played_game(state_or_game)
    if _is_core(game):
        returns, lengths = core_module(game.name).playouts(state_or_game, n, seed, threads, report, first)
        return Playouts(returns, lengths)
    import numpy as np  # here, so that `import uneri` does without

    count = bounded(n, "n", 0, MOST_PLAYOUTS)
    number = seed_of(seed)
    bounded(threads, "threads", 1, MOST_THREADS)
    root = game.new_initial_state() if game is state_or_game else drop_seed(cast("State", state_or_game))
    returns = np.empty((count, game.num_players), np.float64)
    lengths = np.empty(count, np.int32)
    pace = _Pace(report or (lambda _: None))
    for index in range(count):
        state = root.clone()
        lengths[index] = _play_out(state, stream(number, first + index))
        returns[index] = state.returns()
        pace(index / count)
    return Playouts(returns, lengths)


def draw_chance(state: State, generator: Generator) -> int:
    """Draw an outcome of a chance node by R-3: the first whose cumulative weight exceeds a number below the total."""
    check_any_state(state)
    weights = state.chance_weights()
    number = generator.below(sum(weight for _, weight in weights))
    for outcome, weight in weights:
        number -= weight
        if number < 0:
            return outcome
    raise AssertionError


def drop_seed(state: State) -> State:
    """Return the same position with chance shown: the state itself, or a copy without its generator."""
    check_any_state(state)
    if not state.seeded:
        return state
    return state.game.state_from_dict({**state.to_dict(), "rng": None})


class _Pace:
    """Passes the share done on about ten times a second."""

    def __init__(self, report: Callable[[float], object]) -> None:
        self._report, self._next = report, time.monotonic()

    def __call__(self, done: float) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + 0.1
            self._report(done)


def find_played_game(state_or_game: Any) -> Game:
    """Return the game of a state, or the game itself."""
    if is_state(state_or_game):
        return cast("Game", state_or_game.game)
    if is_game(state_or_game):
        return cast("Game", state_or_game)
    raise TypeError(
        f"state_or_game must be a state or a game, not {brief(state_or_game)} ({type(state_or_game).__name__})"
    )


def _is_core(state_or_game: Any) -> bool:
    return getattr(find_played_game(state_or_game), "backend", None) == "core"


def _play_out(state: State, generator: SplitMix64) -> int:
    decisions = 0
    while (player := state.current_player()) != TERMINAL:
        if player == CHANCE:
            state.apply_action(draw_chance(state, generator))
            continue
        legal = state.legal_actions()
        state.apply_action(legal[generator.below(len(legal))])
        decisions += 1
    return decisions


def _divide_here(state: State, depth: int, report: Report, asks: bool) -> list[tuple[int, int]]:
    divided: list[tuple[int, int]] = []
    pace = _Pace(report or (lambda _: None))
    legal = find_actions(state, asks)
    for action in legal:
        divided.append((action, _count(state.child(action), depth - 1, asks)))
        pace(len(divided) / len(legal))
    return divided


def _count(state: State, depth: int, asks: bool) -> int:
    if depth == 0:
        return 1
    legal = find_actions(state, asks)
    return len(legal) if depth == 1 else sum(_count(state.child(action), depth - 1, asks) for action in legal)


def find_actions(state: State, asks: bool) -> list[int]:
    """List the legal actions of a state: as it lists them, or by testing each id."""
    if not asks:
        return state.legal_actions()
    count = state.game.max_chance_outcomes if state.is_chance_node() else state.game.num_distinct_actions
    return [action for action in range(count) if state.is_legal(action)]
