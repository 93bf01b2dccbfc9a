"""Namima in the core. `uneri.namima`, the module that users import, documents shapes and errors."""

from collections.abc import Callable
from typing import Any, SupportsIndex, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._bound import *
from ._net import *

_Function = TypeVar("_Function")

class Game(BoundGame[State]): ...
class State(BoundState[Game]): ...
class Batch(BoundBatch[State]): ...
class FollowingSearch(BoundFollowingSearch): ...
class Network(BoundNetwork): ...
class Training(BoundTraining): ...

def tables(game: Game) -> dict[str, Any]: ...
def greedy_nearer(state: State) -> int: ...
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
    visible: NDArray[np.uint8] | None,
    as_bits: bool,
    threads: SupportsIndex,
    tick: Tick,
) -> tuple[NDArray[Any], NDArray[Any]]: ...
def best_rows(
    game: Game,
    hands: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    start: NDArray[np.uint32] | None,
    dora: SupportsIndex | None,
    threads: SupportsIndex,
    tick: Tick,
) -> NDArray[np.int32]: ...
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
) -> NDArray[np.uint8]: ...
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
def prospects_rows(
    game: Game,
    hands: NDArray[np.uint8],
    exposed: NDArray[np.uint16],
    start: NDArray[np.uint32] | None,
    visible: NDArray[np.uint8] | None,
    model: tuple[Any, ...],
    threads: SupportsIndex,
    tick: Tick,
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.uint8], NDArray[np.bool_]]: ...
def one_prospects(
    game: Game,
    hand: object,
    exposed: object,
    visible: object,
    model: tuple[Any, ...],
    drawn: bool,
    claim: int,
    kinds: tuple[str, ...],
    melds: tuple[str, ...],
    made: type,
) -> Any: ...
def shortcut(made: type | None = None) -> Callable[[_Function], _Function]: ...
def one_complete(game: Game, hand: object, exposed: object, claimed: object) -> Any: ...
def one_penalty(game: Game, hand: object, dora: object) -> Any: ...
def read_melds(game: Game, lists: list[Any]) -> Any: ...
def one_best(
    game: Game,
    hand: object,
    exposed: object,
    claimed: object,
    dora: object,
    melds: tuple[str, ...],
    made: type,
) -> Any: ...
def one_arrangements(game: Game, hand: object, exposed: object, melds: tuple[str, ...]) -> Any: ...
def one_call_acceptance(
    game: Game,
    hand: object,
    exposed: object,
    visible: object,
    growth: object,
    level: bool,
    kinds: tuple[str, ...],
    melds: tuple[str, ...],
    made: type,
) -> Any: ...
def one_discards(
    game: Game,
    hand: object,
    exposed: object,
    visible: object,
    growth: object,
    kinds: tuple[str, ...],
    melds: tuple[str, ...],
    move: type,
    card: type,
) -> Any: ...
def one_self_calls(
    game: Game,
    hand: object,
    exposed: object,
    visible: object,
    growth: object,
    kinds: tuple[str, ...],
    melds: tuple[str, ...],
    move: type,
    card: type,
    most: int,
) -> Any: ...
def remember_rule_set(
    variant: object, players: int, game: Game, kinds: tuple[str, ...], melds: tuple[str, ...]
) -> None: ...
