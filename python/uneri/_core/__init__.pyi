"""The compiled core. Private: `import uneri` instead. One submodule a game."""

import numpy as np
from numpy.typing import NDArray

from . import namima as namima
from . import onda as onda
from . import solo as solo
from . import tacta as tacta
from . import tidal as tidal

__version__: str
GAMES: tuple[str, ...]
BATCH_READS: str

class GateUse:
    def __enter__(self) -> None: ...
    def __exit__(self, *error: object) -> None: ...

class HandReader:
    def __init__(self, tokens: list[str], most: list[int]) -> None: ...
    def read(self, hand: object) -> NDArray[np.uint8] | None: ...

class Gate:
    def __init__(self, what: str, allowed: str) -> None: ...
    def alone(self) -> GateUse: ...
    def reading(self) -> GateUse: ...
    def rest(self) -> GateUse: ...
