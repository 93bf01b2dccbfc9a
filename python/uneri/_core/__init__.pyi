"""The compiled core. Private: `import uneri` instead. It has one submodule per game."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import namima as namima
from . import onda as onda
from . import solo as solo
from . import tacta as tacta
from . import tidal as tidal

__version__: str
GAMES: tuple[str, ...]

def pool_counts() -> tuple[int, int, int]: ...  # calls that asked for helpers, times that one came, threads
def name_of_tables(tables: object) -> str: ...
def add_game(tables: object) -> None: ...
def add_python_game(
    name: str, make_rules: Callable[[dict[str, Any]], object], rows: list[Any], is_greedy: bool, hides_moves: bool
) -> None: ...
def read_line(line: bytes) -> tuple[dict[str, Any], str, bytes] | None: ...
def write_line(content: dict[str, Any]) -> tuple[str, bytes] | None: ...
def untrack(object: object, classes: tuple[type, ...]) -> bool: ...
def pack_rows(
    rows: NDArray[np.float32],
    chosen: NDArray[np.int64],
    halves: NDArray[np.int64],
    singles: NDArray[np.int64],
    out: NDArray[np.uint8],
    at: int,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]: ...
def unpack_rows(
    packed: NDArray[np.uint8],
    chosen: NDArray[np.int64],
    size: int,
    halves: NDArray[np.int64],
    singles: NDArray[np.int64],
) -> NDArray[np.float32]: ...
def list_rows(bits: NDArray[np.uint8], chosen: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
def mark_rows(
    ends: NDArray[np.int32], ids: NDArray[np.int16] | NDArray[np.int32], chosen: NDArray[np.int64], columns: int
) -> NDArray[np.bool_]: ...

class HandReader:
    def __init__(self, tokens: list[str], most: list[int]) -> None: ...
    def read(self, hand: object) -> NDArray[np.uint8] | None: ...
