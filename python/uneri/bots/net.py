"""The bot that plays by a small network."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from .._util.checks import seed_of
from .._util.messages import brief
from .._util.public import documented
from ..contract import Game, State
from ..train.features import to_core_state
from ..train.networks import NetworkOf, read_network
from .players import Bot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@documented(Bot)
class NetBot:
    """A small network as a player: it values its seat's view after each action, and takes the best.

    Parameters
    ----------
    file
        A file from `uneri train`. None (default): of the networks that come with the library, the one that fits the
        game best.
    margin
        How much better an action must be than the greedy bot's, in logits, 0 to 16. None (default): the file's value.
    seed
        0 (default) to 2^64 - 1: for worlds, which are drawn if an action reveals something or seats choose in secret. The
        same state and seed give the same action, on every machine.

    Raises
    ------
    ValueError
        If the file cannot be read or is not a network, or a value isn't allowed.

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
        self._network = NetworkOf(read_network(file))

    def act(self, state: State) -> int:
        played = to_core_state(state)
        return cast("int", self._network.of(state.game).act(played, self._seed, self._margin))

    def act_in_lanes(self, game: Game, lanes: Any) -> NDArray[np.int32]:
        """Return the result of `act` in each lane of a batch of the core, as `int32`: -1 where the game is over.

        Parameters
        ----------
        game
            The batch's game.
        lanes
            Its lanes, which `uneri.BatchEnv` passes on.

        Raises
        ------
        ValueError
            If the network is for another game or other sizes.
        """
        network = self._network.of(game)
        chosen: NDArray[np.int32] = lanes.net(network, self._seed, self._margin)
        return chosen

    def values(self, state: State) -> dict[int, float]:
        """Map each legal action to the network's value: the expected share of the other seats left behind, 0 to 1.

        Parameters
        ----------
        state
            A state where a seat is to act.

        Raises
        ------
        ValueError
            If no seat is to act, or the network is for another game or other sizes.
        """
        played = to_core_state(state)
        values = self._network.of(state.game).values(played, self._seed).tolist()
        return dict(zip(state.legal_actions(), values, strict=True))
