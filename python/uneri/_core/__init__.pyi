"""The compiled core. Private: `import uneri` instead. One submodule a game."""

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

class Gate:
    def __init__(self, what: str, allowed: str) -> None: ...
    def alone(self) -> GateUse: ...
    def reading(self) -> GateUse: ...
    def rest(self) -> GateUse: ...
