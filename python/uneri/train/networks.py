"""The files of networks: those that come with the library, and others."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

from .._util.messages import brief
from ..contract import Game
from ..registry import core_module, game_of, games
from .features import find_core_game, has_feature_names

NETWORKS = Path(__file__).resolve().parent.parent / "data" / "networks"
"""The networks that come with the library, `GAME_SEATS.net` and the like."""
MOST_BYTES = 1 << 21
"""The size limit of a file: no network is larger."""


DEFAULT = "default"
"""The name of the network that comes with the library."""


@dataclass(frozen=True)
class NetworkFile:
    """The content of a network's file and the file's name. It replaces the name in a bot's options."""

    name: str
    data: bytes

    def __repr__(self) -> str:
        return repr(self.name)


def read_network(file: str | os.PathLike[str] | NetworkFile | None) -> NetworkFile | None:
    """Read and check a network's file; return None for the one that comes with the library (None or `default`)."""
    if file is None or isinstance(file, NetworkFile):
        return file
    if not isinstance(file, str | os.PathLike):
        raise TypeError(f"network is {brief(file)} ({type(file).__name__}); allowed: a file, default, None")
    if file == DEFAULT:
        return None
    path = Path(file)
    try:
        with path.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise ValueError(f"network {brief(str(path))}: cannot read it: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        raise ValueError(f"network {brief(str(path))} is longer than {MOST_BYTES} bytes, so it is not a network")
    read_label(data)  # a file that is not a network is refused now, not in the first game
    return NetworkFile(os.fspath(file), data)


class NetworkOf:
    """A network for the current game: another game gets a new one."""

    def __init__(self, file: NetworkFile | None) -> None:
        self._file = file
        self._game: Game | None = None
        self._network: Any = None

    def of(self, game: Game) -> Any:
        """Return the core's network for a game; raise ValueError if it is for another."""
        if self._game is None or (self._game is not game and self._game != game):
            self._network = _make_core_network(find_core_game(game), None if self._file is None else self._file.data)
            self._game = game
        return self._network

    def digest(self, game: Game) -> dict[str, str]:
        """Return the first 16 digits of the SHA-256 of the content, by the network's name; nothing if none fits the game."""
        if self._file is None and not has_network(game):
            return {}
        name, data = (
            (DEFAULT, default_network(find_core_game(game))) if self._file is None else vars(self._file).values()
        )
        return {name: hashlib.sha256(data).hexdigest()[:16]}

    def __reduce__(self) -> tuple[Any, ...]:
        return NetworkOf, (self._file,)


@lru_cache(maxsize=32)
def _make_core_network(game: Any, data: bytes | None) -> Any:
    """Return the network, made once: an arena makes its bots for every game."""
    return core_module(game.name).Network(game, default_network(game) if data is None else data)


def default_network(game: Any) -> bytes:
    """Return the network that comes with the library for a game of the core and its options."""
    options = core_module(game.name).network_options(game)
    for file, label in _read_labels(game.name):
        if label["options"] == options:
            return file.read_bytes()
    there = ", ".join(file.stem for file, _ in _read_labels(game.name)) or "none"
    raise ValueError(
        f"no network comes with the library for {game}; available: {there}; to make one: uneri train '{game}'"
    )


def has_network(game: Game | str) -> bool:
    """Return whether a network comes with the library for a game and its options.

    Parameters
    ----------
    game
        A game, or its text.

    Returns
    -------
    bool
        True if the bot `net` plays it.

    Raises
    ------
    ValueError
        If the text names no game.

    Examples
    --------
    >>> from uneri.train import has_network
    >>> has_network("onda(players=2)")
    True
    """
    given = game_of(game)
    if not has_feature_names(given.name):
        return False
    options = core_module(given.name).network_options(find_core_game(given))
    return any(label["options"] == options for _, label in _read_labels(given.name))


@cache
def _read_labels(game: str) -> list[tuple[Path, dict[str, Any]]]:
    return [(file, read_label(file.read_bytes())) for file in sorted(NETWORKS.glob(f"{game}_*.net"))]


def read_label(data: bytes) -> dict[str, Any]:
    """Return the description in a network's file; raise ValueError if it is not a network."""
    game = next(name for name in games() if has_feature_names(name))
    return cast("dict[str, Any]", core_module(game).network_label(data))
