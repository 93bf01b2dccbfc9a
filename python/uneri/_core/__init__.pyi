"""The compiled core. Private: `import uneri` instead. One submodule a game."""

from . import namima as namima
from . import onda as onda
from . import solo as solo
from . import tacta as tacta
from . import tidal as tidal

__version__: str
GAMES: tuple[str, ...]
