"""`Pool`: several players for one seat of a `BatchEnv`, of which every game draws one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

from .._util.checks import bounded, number
from .._util.messages import brief

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ..bots import Bot

_MOST_WEIGHT = 1e9

Function = Callable[["NDArray[Any]", "tuple[NDArray[np.int32], NDArray[np.int32]]", "NDArray[np.int32]"], "ArrayLike"]
"""An opponent that is called for all lanes at once: `f(observation, (starts, actions), seat)` returns the actions."""


class Pool:
    """Several players for a seat, such as past versions of a learner. Every game draws one of them.

    The draw is part of a game's seed, like its deal: it depends neither on other lanes nor on threads. A member that is
    replaced or added during games plays from then on; running games keep the number that they drew.

    Parameters
    ----------
    members
        Players as `BatchEnv` takes them for one seat: functions, `"random"`, `"greedy"`, other bots; at least one.
    weights
        One number from 0 to 10^9 per member: how often it is drawn, in proportion. None (default): all are drawn equally
        often.

    Raises
    ------
    ValueError
        If there are no members, or a weight isn't allowed.

    Examples
    --------
    >>> import uneri
    >>> pool = uneri.batch.Pool(["random", "greedy"], weights=[1, 3])
    >>> env = uneri.BatchEnv("onda(players=3,rounds=1)", 8, seed=7, opponents=[pool, "greedy"])
    >>> env.members[:, 0].tolist()  # which member plays the first opponent's seat
    [0, 0, 0, 1, 1, 0, 1, 1]
    """

    def __init__(
        self, members: Iterable[Function | Bot | str], weights: Sequence[SupportsFloat] | ArrayLike | None = None
    ) -> None:
        self._members = [_read_player(member) for member in members]
        if not self._members:
            raise ValueError("members must not be empty")
        self._weights = [1.0] * len(self._members)
        if weights is not None:
            self.weights = weights

    @property
    def weights(self) -> tuple[float, ...]:
        """How often each member is drawn, in proportion. New weights apply to games that begin later."""
        return tuple(self._weights)

    @weights.setter
    def weights(self, weights: Sequence[SupportsFloat] | ArrayLike) -> None:
        given = [number(weight, "weight", 0.0, _MOST_WEIGHT) for weight in weights]  # type: ignore[union-attr]
        if len(given) != len(self._members):
            raise ValueError(f"weights must have {len(self._members)} entries, one for each member, not {len(given)}")
        if not math.fsum(given) > 0:
            raise ValueError(f"weights must have at least one above 0, not {brief(given)}")
        self._weights = given

    def append(self, member: Function | Bot | str, weight: SupportsFloat = 1.0) -> None:
        """Add a player for games that begin later, with its weight (default 1).

        ValueError if the weight is out of range, or a text names no bot.
        """
        added, by = _read_player(member), number(weight, "weight", 0.0, _MOST_WEIGHT)
        self._members, self._weights = [*self._members, added], [*self._weights, by]

    def __getitem__(self, index: SupportsIndex) -> Function | Bot | str:
        member: Function | Bot | str = self._members[bounded(index, "index", 0, len(self._members) - 1)]
        return member

    def __setitem__(self, index: SupportsIndex, member: Function | Bot | str) -> None:
        self._members[bounded(index, "index", 0, len(self._members) - 1)] = _read_player(member)

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[Function | Bot | str]:
        return iter(tuple(self._members))

    def __repr__(self) -> str:
        return f"uneri.batch.Pool({self._members!r}, weights={self._weights!r})"


def _read_player(member: Any) -> Any:
    if isinstance(member, Pool):
        raise TypeError("members: a pool can't hold pools, only functions, bots and their texts")
    return read_player(member, "members")


def read_player(player: Any, what: str) -> Any:
    """Raise TypeError or ValueError unless it is a bot, its text or a function."""
    from ..bots.players import OF_CORE  # external programs, too: not every importer of uneri needs them
    from ..bots.specs import find_maker

    if isinstance(player, str):
        name = player.strip()
        if name.startswith("exec:"):
            raise ValueError(
                f"{what}: {brief(name)} would start a program for each game; use one ExternalBot for all lanes"
            )
        # An unknown bot is refused now, not in the first game; a file's path means the same in any folder.
        if name in OF_CORE:
            return name
        maker = find_maker(name)
        if maker.follow:
            raise ValueError(f"{what}: {brief(name)} follows games, but a batch doesn't show moves; use another bot")
        return maker.text_anywhere
    if not callable(getattr(player, "act", None)) and not callable(player):
        raise TypeError(f"{what} must be a bot, its text, or a function, not {brief(player)} ({type(player).__name__})")
    return player
