"""A bot's action in every lane of a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._util.messages import brief
from ..bots import Bot, GreedyBot, NetBot, make_bot
from ..bots.seats import Seats
from ..contract import TERMINAL, Game

if TYPE_CHECKING:
    from numpy.typing import NDArray


def choose(game: Game, lanes: Any, bot: Any) -> NDArray[np.int32]:
    """Choose as `BatchEnv.choose`; `lanes` are the batch's."""
    asked = _make_bot(bot)
    if type(asked) is GreedyBot:
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
            raise ValueError(f"bot: {brief(bot)} would start a program per call; allowed: an ExternalBot, made once")
        return make_bot(bot)
    if not callable(getattr(bot, "act", None)):
        raise TypeError(f"bot: {brief(bot)} ({type(bot).__name__}); allowed: a bot, or its text")
    return bot  # type: ignore[no-any-return]
