"""The bot that a small network is."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any, SupportsIndex, cast

from .. import _core
from .._util.checks import seed_of
from ..contract import Game, State
from ..reference.words import brief
from ..registry import core_module

NETWORKS = Path(__file__).resolve().parent.parent / "data" / "networks"
"""The networks that come with the library, `GAME_SEATS.net` and the like."""
MOST_BYTES = 1 << 21
"""Of a file: more than any network has."""


class NetBot:
    """A small network as a player: it looks at what its seat sees after each action, and takes the best.

    Parameters
    ----------
    file
        A file that `uneri train` made. None (default): the network that comes with the library for the game and its
        options.
    margin
        By how much an action must be better than the greedy bot's, in logits, 0 to 16. None (default): as the file says.
    seed
        0 (default) to 2^64 - 1: for worlds that are drawn where an action shows something or seats choose in secret. The
        same state and seed give the same action, on every machine.

    Raises
    ------
    ValueError
        If the file cannot be read or is no network, or a value isn't allowed.
    TypeError
        If a number is no number.

    Examples
    --------
    >>> import uneri
    >>> from uneri.bots import NetBot
    >>> state = uneri.load_game("onda", players=2).new_initial_state(seed=7)
    >>> state.is_legal(NetBot().act(state))
    True
    """

    def __init__(
        self, file: str | os.PathLike[str] | None = None, margin: float | None = None, seed: SupportsIndex = 0
    ) -> None:
        if margin is not None:
            if isinstance(margin, bool) or not isinstance(margin, int | float):
                raise TypeError(f"margin is {brief(margin)} ({type(margin).__name__}); allowed: 0 to 16, None")
            if not 0 <= margin <= 16:
                raise ValueError(f"margin is {brief(margin)}; allowed: 0 to 16, None")
        self._margin = margin
        self._seed = seed_of(seed)
        self._data = None if file is None or file == "default" else _read(Path(file))
        if self._data is not None:
            label_of(self._data)  # a file that is none is refused now, not in the first game
        self._game: Game | None = None
        self._network: Any = None

    def act(self, state: State) -> int:
        """The action whose afterstate the network likes best.

        Parameters
        ----------
        state
            A state where a seat is to act.

        Returns
        -------
        int
            A legal action.

        Raises
        ------
        ValueError
            If no seat is to act, or the network is for another game or other options.
        """
        network = self._of(state.game)
        return cast("int", network.act(_in_core(state), self._seed, self._margin))

    def values(self, state: State) -> dict[int, float]:
        """What the network makes of each legal action.

        Parameters
        ----------
        state
            A state where a seat is to act.

        Returns
        -------
        dict
            Action -> the share of the other seats that it expects to leave behind, 0 to 1.

        Raises
        ------
        ValueError
            If no seat is to act, or the network is for another game or other options.
        """
        network = self._of(state.game)
        values = network.values(_in_core(state), self._seed).tolist()
        return dict(zip(state.legal_actions(), values, strict=True))

    def _of(self, game: Game) -> Any:
        if self._game is None or (self._game is not game and self._game != game):
            module = core_module(game.name)
            if not hasattr(module, "Network"):
                raise ValueError(f"no network plays {game.name}; games for which one can be trained: {_trainable()}")
            core = game if game.backend == "core" else module.Game(game.options)
            self._network = module.Network(core, self._data if self._data is not None else default_network(core))
            self._game = game
        return self._network

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_network": None, "_game": None}


def default_network(game: Any) -> bytes:
    """The network that comes with the library for a game and its options."""
    module = core_module(game.name)
    options = module.network_options(game)
    for file, label in _labels(game.name):
        if label["options"] == options:
            return file.read_bytes()
    there = ", ".join(file.stem for file, _ in _labels(game.name)) or "none"
    raise ValueError(
        f"no network comes with the library for {game}; there are: {there}; another is made by: uneri train '{game}'"
    )


def has_network(game: Game) -> bool:
    """Is there a network in the library for a game and its options?"""
    module = core_module(game.name)
    if not hasattr(module, "Network"):
        return False
    options = module.network_options(game if game.backend == "core" else module.Game(game.options))
    return any(label["options"] == options for _, label in _labels(game.name))


@cache
def _labels(game: str) -> list[tuple[Path, dict[str, Any]]]:
    return [(file, label_of(file.read_bytes())) for file in sorted(NETWORKS.glob(f"{game}_*.net"))]


def label_of(data: bytes) -> dict[str, Any]:
    """What a network's file says of it; ValueError if it is none."""
    for game in sorted(_core.GAMES):
        module = core_module(game)
        if hasattr(module, "network_label"):
            return cast("dict[str, Any]", module.network_label(data))
    raise ValueError("no game of this build has networks")


def _trainable() -> str:
    return ", ".join(name for name in sorted(_core.GAMES) if hasattr(core_module(name), "Network"))


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ValueError(f"network {brief(str(path))}: cannot read it: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        raise ValueError(f"network {brief(str(path))} is longer than {MOST_BYTES} bytes, which no network is")
    return data


def _in_core(state: State) -> Any:
    game = state.game
    return (
        state if game.backend == "core" else core_module(game.name).Game(game.options).state_from_dict(state.to_dict())
    )
