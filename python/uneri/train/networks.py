"""The files of networks: those that come with the library, and others."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

from .._util.messages import brief, cut, printable
from .._util.strict_json import JSONError, read_json
from ..contract import Game
from ..registry import core_module, game_of, games, load_foreign_game, load_game
from .features import find_core_game, has_feature_names

NETWORKS = Path(__file__).resolve().parent.parent / "data" / "networks"
"""The networks that come with the library, `GAME_SEATS.net` and the like."""
MOST_BYTES = 1 << 21
"""The size limit of a file: no network is larger."""


MUST_AGREE = ("players",)
"""Options in which a network and a game agree, whatever the header says. The layout of the features decides the rest."""

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
        raise TypeError(f"network must be a file, 'default' or None, not {brief(file)} ({type(file).__name__})")
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
            data, name = self._choose(game)
            _tell_of_other_options(find_core_game(game), name, data)
            self._network = _make_core_network(find_core_game(game), data)
            self._game = game
        return self._network

    def _choose(self, game: Game) -> tuple[bytes, str]:
        if self._file is not None:
            return self._file.data, self._file.name
        return default_network(find_core_game(game)), DEFAULT

    def digest(self, game: Game) -> dict[str, str]:
        """Return the first 16 digits of the SHA-256 of the content, by the network's name; nothing if none fits the game."""
        if self._file is None and not has_network(game):
            return {}
        data, name = self._choose(game)
        _tell_of_other_options(find_core_game(game), name, data)
        return {name: hashlib.sha256(data).hexdigest()[:16]}

    def __reduce__(self) -> tuple[Any, ...]:
        return NetworkOf, (self._file,)


@lru_cache(maxsize=32)
def _make_core_network(game: Any, data: bytes) -> Any:
    """Return the network, made once: an arena makes its bots for every game."""
    check_options(game, read_label(data))
    return core_module(game.name).Network(game, data)


def default_network(game: Any) -> bytes:
    """Return the network that comes with the library for a game of the core: the one with the most options in common."""
    file = _find_default(game)
    if file is not None:
        return _read_file(file)
    there = ", ".join(file.stem for file, _ in _read_labels(game.name)) or "none"
    usual = load_game(game.name).options
    given = _describe(game.options, [name for name, value in game.options.items() if value != usual.get(name)])
    raise ValueError(
        f"no network comes with the library for {game.name}({given}); available: {there}; to make one: uneri train "
        f"'{game.name}({given})'"
    )


@cache
def _read_file(file: Path) -> bytes:
    return file.read_bytes()


@lru_cache(maxsize=32)
def _find_default(game: Any) -> Path | None:
    fitting = [
        (len(_list_other_options(game, label)), file)
        for file, label in _read_labels(game.name)
        if not _list_refused(game, label)
    ]
    return min(fitting, default=(0, None))[1]


def _read_trained(label: dict[str, Any]) -> dict[str, Any]:
    """Return the options in a network's header. The text may come from anybody."""
    try:
        options = read_json(label["options"])
    except JSONError:
        options = None
    return options if isinstance(options, dict) else {}


def _list_must_agree(label: dict[str, Any]) -> list[str]:
    """Return the options that must agree with the header: in older files, which don't list them, the players."""
    try:
        named = read_json(label["record"])["must_agree"]
    except (JSONError, LookupError, TypeError):
        named = None
    return named if isinstance(named, list) and all(isinstance(name, str) for name in named) else list(MUST_AGREE)


def _list_other_options(game: Any, label: dict[str, Any]) -> list[str]:
    """Return the options of play in which a game differs from the one that the network was trained on."""
    if label["options"] == core_module(game.name).network_options(game):
        return []
    trained, here = _read_trained(label), read_json(core_module(game.name).network_options(game))
    return [name for name in here if name not in trained or trained[name] != here[name]]


def _list_refused(game: Any, label: dict[str, Any]) -> list[str]:
    """Return the options for which the network is refused: those of its header, and those that change sizes."""
    other = _list_other_options(game, label)
    refused = [name for name in other if name in {*MUST_AGREE, *_list_must_agree(label)}]
    if refused or label["digest"] == core_module(game.name).feature_digest(game):
        return refused
    trained = _read_trained(label)
    return [name for name in other if _has_sizes_with(game, name, trained.get(name), label["digest"])] or other


def _has_sizes_with(game: Any, name: str, value: Any, digest: int) -> bool:
    try:
        changed = load_foreign_game(game.name, {**game.options, name: value})
    except (ValueError, TypeError):
        return False
    return bool(core_module(game.name).feature_digest(changed) == digest)


def check_options(game: Any, label: dict[str, Any]) -> None:
    """Raise ValueError if a network is for other sizes; it names the options. The core checks everything else."""
    if label["game"] != game.name:
        return
    if not _read_trained(label):
        raise ValueError(
            f"the network is for the options {printable(cut(label['options']))}, not "
            f"{cut(core_module(game.name).network_options(game))}"
        )
    refused = _list_refused(game, label)
    if refused:
        trained = _describe(_read_trained(label), refused)
        raise ValueError(
            f"the network is for {trained}, but the game has {_describe(game.options, refused)}; use {trained}, "
            f"or a network for the game: uneri train {game.name} with its options"
        )


def _tell_of_other_options(game: Any, name: str, data: bytes) -> None:
    """Warn, once, if a network was trained on other options. Workers don't warn, because their parent has."""
    try:
        label = read_label(data)
    except ValueError:  # a file that is not a network is refused when it is to play
        return
    if label["game"] != game.name or not _read_trained(label) or multiprocessing.parent_process() is not None:
        return
    other = _list_other_options(game, label)
    if other and not _list_refused(game, label):
        network = "the network of the library" if name == DEFAULT else f"the network {brief(name)}"
        warnings.warn(
            f"{network} was trained with {_describe(_read_trained(label), other)}; it plays with "
            f"{_describe(game.options, other)}, perhaps less well",
            stacklevel=1,  # one place for all doors, so that Python shows it once
        )


def _describe(options: Mapping[str, Any], names: Iterable[str]) -> str:
    """Return options as NAME=VALUE, data as its beginning."""
    values = {name: json.dumps(options.get(name), separators=(",", ":"), ensure_ascii=False) for name in names}
    most = 40  # letters: a name or a dial, and not a board
    return printable(
        ",".join(
            f"{cut(name)}=" + (text.strip('"') if len(text) <= most else text[:most] + "...")
            for name, text in values.items()
        )
    )


def has_network(game: Game | str) -> bool:
    """Return whether a network comes with the library for the sizes of a game (or its text), trained on its options or
    on others: the bot `net` plays it.

    Examples
    --------
    >>> from uneri.train import has_network
    >>> has_network("onda(players=2)")
    True
    """
    given = game_of(game)
    if not has_feature_names(given.name):
        return False
    return _find_default(find_core_game(given)) is not None


@cache
def _read_labels(game: str) -> list[tuple[Path, dict[str, Any]]]:
    return [(file, read_label(_read_file(file))) for file in sorted(NETWORKS.glob(f"{game}_*.net"))]


@lru_cache(maxsize=8)
def read_label(data: bytes) -> dict[str, Any]:
    """Return the description in a network's file; raise ValueError if it is not a network."""
    game = next(name for name in games() if has_feature_names(name))
    return cast("dict[str, Any]", core_module(game).network_label(data))
