"""The players of the seats that the learner of a `BatchEnv` doesn't play: bots, their texts, or functions called for many
lanes at once. It also asks a bot for its action in every lane.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._util.checks import bounded
from .._util.messages import brief
from .._util.rng import stream
from ..bots import Bot, GreedyBot, NetBot, make_bot
from ..bots.lifecycle import BotPool
from ..bots.players import OF_CORE, Seats, plays
from ..contract import TERMINAL, Game, State
from .pool import Function, Pool, read_player

Player = Bot | str | Function
Table = tuple[tuple[tuple[tuple[float, ...] | None, tuple[int, ...]], ...], tuple[tuple[Any, str, bool], ...]]

MOST_PASSED_OVER = 64
"""The number of games without a decision of the learner after which one more is tried."""
_STREAM = 1 << 63  # no episode has this number


class Opponents:
    """The checked `opponents` and `seat` of a batch; `players` is None if the caller plays all seats."""

    def __init__(self, game: Game, opponents: Any, seat: Any) -> None:
        self.players: tuple[Player | Pool, ...] | None = None
        self.seat = None if seat is None else bounded(seat, "seat", 0, game.num_players - 1)
        self._game = game
        self._bots: dict[
            tuple[int, str], BotInLanes
        ] = {}  # copies of bots given as text, which continue from call to call
        self._single = isinstance(opponents, str | Pool) or not isinstance(opponents, Sequence)
        if opponents is None:
            if self.seat != 0:
                raise ValueError(
                    f"seat is {brief(seat)} without opponents; use 0, or give opponents for the other seats"
                )
            return
        others = game.num_players - 1
        given = (opponents,) * others if self._single else tuple(opponents)
        if len(given) != others:
            raise ValueError(f"opponents must be one or {others}, not {len(given)}")
        self.players = tuple(self._check(player) for player in given)

    @property
    def is_plain(self) -> bool:
        """Whether all players are the core's own, so that bytes can hold the batch."""
        return self.players is None or all(isinstance(player, str) and player in OF_CORE for player in self.players)

    def describe(self) -> Table | None:
        """Describe functions, bots and pools as they are now (see cpp/bindings/batch_asked.hpp); None: there are none."""
        if self.is_plain or self.players is None:
            return None
        asked: dict[int, tuple[int, tuple[Any, str, bool]]] = {}  # one at several places is called once
        places = []
        for place, player in enumerate(self.players):
            numbers = []
            for number, member in enumerate(player if isinstance(player, Pool) else (player,)):
                if isinstance(member, str) and member in OF_CORE:
                    self._check(member)
                    numbers.append(-1 - OF_CORE.index(member))
                    continue
                name = "opponents" if self._single else f"opponents[{place}]"
                name += f"[{number}]" if isinstance(player, Pool) else ""
                function = member if is_function(member) else self._seat_in_lanes(place, member)
                entry = len(asked), (function, name, function is not member)
                numbers.append(asked.setdefault(id(function), entry)[0])
            places.append((player.weights if isinstance(player, Pool) else None, tuple(numbers)))
        return tuple(places), tuple(entry for _, entry in asked.values())

    def _seat_in_lanes(self, place: int, bot: Any) -> BotInLanes:
        if not isinstance(bot, str):
            return BotInLanes(self._game, place, bot)
        if (place, bot) not in self._bots:
            self._bots[place, bot] = BotInLanes(self._game, place, bot)
        return self._bots[place, bot]

    def list_names(self) -> list[str] | None:
        """Return the names for bytes; raise ValueError if there are players that bytes can't hold."""
        if self.players is None:
            return None
        if not self.is_plain:
            raise ValueError(f"opponents of a saved batch must be random or greedy, not {list(self.players)}")
        return [str(player) for player in self.players]

    def __str__(self) -> str:
        if self.players is None:
            return ""
        same = len(set(map(id, self.players))) == 1 or len(set(map(repr, self.players))) == 1
        return f", opponents={self.players[0] if same else list(self.players)!r}, seat={self.seat}"

    def _check(self, given: Any) -> Any:
        player = given if isinstance(given, Pool) else read_player(given, "opponents")
        for member in player if isinstance(player, Pool) else (player,):
            if isinstance(member, str) and member in OF_CORE and not plays(member, self._game):
                raise ValueError(f"opponents: {self._game.name} has no {member} bot; use random, or another bot")
        return player


class BotInLanes:
    """A bot that the core asks for the lanes that wait for it, in worlds that look the same to its seat.

    A bot given as text has a copy for each lane, with a seed of the lane's game.
    """

    def __init__(self, game: Game, place: int, bot: Bot | str) -> None:
        self._game, self._place, self._bot = game, place, bot
        self._pool = BotPool([bot]) if isinstance(bot, str) else None
        self._taken: dict[int, tuple[int, Bot]] = {}  # by lane: the seed of its game, and the copy

    def __call__(self, waiting: list[tuple[State, int, int, int]]) -> list[int]:
        """Choose an action for each state, given with its lane, its game's seed and the steps so far."""
        return [
            Seats({state.current_player(): self._take(state, lane, seed)}, seed).ask(state, steps)
            for state, lane, seed, steps in waiting
        ]

    def _take(self, state: State, lane: int, seed: int) -> Bot:
        if self._pool is None:
            return self._bot  # type: ignore[return-value]
        if self._taken.get(lane, (None,))[0] != seed:
            own = stream(seed, _STREAM + 1 + self._place).next()
            self._taken[lane] = seed, self._pool.take(0, lane, self._game, state.current_player(), own)
        return self._taken[lane][1]


def check_saved(opponents: Any) -> None:
    """Raise ValueError for opponents in saved bytes that no batch could have saved: a bot's text can run code."""
    if opponents is not None and (not isinstance(opponents, list) or any(name not in OF_CORE for name in opponents)):
        raise ValueError(f"bytes are not a saved batch: opponents: {brief(opponents)}; allowed: random, greedy, None")


def is_function(player: Any) -> bool:
    """Return whether it is called for many lanes at once. A bot has a method `act`."""
    return callable(player) and not isinstance(player, str) and not callable(getattr(player, "act", None))


def choose(game: Game, lanes: Any, bot: Any) -> NDArray[np.int32]:
    """Choose as `BatchEnv.choose`; `lanes` are the batch's."""
    asked = _make_bot(bot)
    if type(asked) is GreedyBot and asked.calls == "wider":
        greedy: NDArray[np.int32] = lanes.greedy()
        return greedy
    if type(asked) is NetBot and hasattr(lanes, "net"):
        return asked.act_in_lanes(game, lanes)
    views = lanes.views()
    players: NDArray[np.int32] = views["current_player"]
    actions = np.full(len(players), -1, np.int32)
    for lane in np.flatnonzero(players != TERMINAL).tolist():
        seats = Seats({int(players[lane]): asked}, int(views["seeds"][lane]))
        try:
            actions[lane] = seats.ask(lanes.get_state(lane), int(views["episode_length"][lane]))
        except ValueError as error:
            raise ValueError(f"lane {lane}: {error}") from error
    return actions


def _make_bot(bot: Any) -> Bot:
    if isinstance(bot, str):
        if bot.strip().startswith("exec:"):
            raise ValueError(f"bot: {brief(bot)} would start a program per call; use one ExternalBot")
        return make_bot(bot)
    if not callable(getattr(bot, "act", None)):
        raise TypeError(f"bot must be a bot or its text, not {brief(bot)} ({type(bot).__name__})")
    return bot  # type: ignore[no-any-return]
