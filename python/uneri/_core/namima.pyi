"""Namima in the core. Shapes and errors stand in `uneri.namima`, the module that users import."""

from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ._bound import BoundBatch, BoundFollowingSearch, BoundGame, BoundState, Tick

DATA_OPTIONS: dict[str, tuple[str, ...]]
SEARCH_DEFAULTS: dict[str, float]

class Game(BoundGame):
    def new_initial_state(self, seed: SupportsIndex | None = None) -> State: ...
    def deserialize_state(self, data: bytes) -> State: ...
    def state_from_dict(self, data: Mapping[str, Any]) -> State: ...

class State(BoundState):
    @property
    def game(self) -> Game: ...

class Batch(BoundBatch):
    def get_state(self, lane: SupportsIndex) -> State: ...

def observation_grid(game: Game) -> tuple[NDArray[np.float32], NDArray[np.float32]]: ...
def sight(state: State, action: SupportsIndex, seat: SupportsIndex) -> int: ...
def perft(state: State, depth: SupportsIndex, threads: SupportsIndex, tick: Tick) -> int: ...
def perft_divide(state: State, depth: SupportsIndex, threads: SupportsIndex, tick: Tick) -> list[tuple[int, int]]: ...
def playouts(
    state_or_game: State | Game, n: SupportsIndex, seed: SupportsIndex, threads: SupportsIndex, tick: Tick
) -> tuple[NDArray[np.float64], NDArray[np.int32]]: ...
def greedy(state: State) -> int: ...

class FollowingSearch(BoundFollowingSearch): ...

def search_flat(state: State, settings: dict[str, Any], tick: Tick) -> dict[str, Any]: ...
def search_ismcts(state: State, settings: dict[str, Any], tick: Tick) -> dict[str, Any]: ...
def search_pimc(state: State, settings: dict[str, Any], tick: Tick) -> dict[str, Any]: ...
def search_puct(states: list[State], settings: dict[str, Any], evaluator: Any) -> list[dict[str, Any]]: ...
def tables(game: Game) -> dict[str, Any]: ...
def is_complete(
    game: Game, hand: NDArray[np.uint8], exposed: NDArray[np.uint16], claimed: SupportsIndex | None
) -> bool: ...
def complete_rows(
    game: Game,
    hands: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    start: NDArray[np.uint32] | None,
    threads: SupportsIndex,
    tick: Tick,
) -> NDArray[np.bool_]: ...
def waits_rows(
    game: Game,
    hands: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    start: NDArray[np.uint32] | None,
    threads: SupportsIndex,
    tick: Tick,
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]: ...
def best(
    game: Game,
    hand: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    claimed: SupportsIndex | None,
    dora: SupportsIndex | None,
) -> dict[str, Any] | None: ...
def best_rows(
    game: Game,
    hands: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    start: NDArray[np.uint32] | None,
    dora: SupportsIndex | None,
    threads: SupportsIndex,
    tick: Tick,
) -> NDArray[np.int32]: ...
def arrangements(
    game: Game, hand: NDArray[np.uint8], exposed: NDArray[np.uint16]
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]: ...
def penalty(game: Game, hand: NDArray[np.uint8], dora: SupportsIndex | None) -> int: ...
def min_penalty_rows(
    game: Game,
    hands: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    start: NDArray[np.uint32] | None,
    exposures: SupportsIndex,
    dora: SupportsIndex,
    threads: SupportsIndex,
    tick: Tick,
) -> NDArray[np.int32]: ...
def need_rows(
    game: Game,
    hands: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    start: NDArray[np.uint32] | None,
    visible: NDArray[np.uint8] | None,
    size: SupportsIndex,
    min_new: SupportsIndex,
    threads: SupportsIndex,
    tick: Tick,
) -> NDArray[np.uint8]: ...
def deficiency_rows(
    game: Game,
    hands: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    start: NDArray[np.uint32] | None,
    visible: NDArray[np.uint8] | None,
    growth: SupportsIndex,
    drawn: bool,
    threads: SupportsIndex,
    tick: Tick,
) -> NDArray[np.uint8]: ...
def acceptance_rows(
    game: Game,
    hands: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    start: NDArray[np.uint32] | None,
    visible: NDArray[np.uint8] | None,
    growth: SupportsIndex,
    threads: SupportsIndex,
    tick: Tick,
) -> NDArray[np.uint64]: ...
def discard_table_rows(
    game: Game,
    hands: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    start: NDArray[np.uint32] | None,
    visible: NDArray[np.uint8] | None,
    growth: SupportsIndex,
    threads: SupportsIndex,
    tick: Tick,
) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]: ...
def call_acceptance(
    game: Game,
    hand: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    visible: NDArray[np.uint8] | None,
    growth: SupportsIndex,
) -> list[tuple[int, int, tuple[int, ...]]]: ...
