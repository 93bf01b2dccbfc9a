"""Bots: any object with `act(state) -> int` is one.

    >>> import uneri
    >>> from uneri.bots import make_bot
    >>> bot = make_bot("random:seed=3")
    >>> state = uneri.load_game("onda").new_initial_state(seed=7)
    >>> state.apply_action(bot.act(state))

`BOTS` has the bots that `make_bot` knows by name; to add a bot, add an entry.

A bot acts at nodes of the seat it plays. It sees a world that looks the same to `state.current_player()`.
"""

from __future__ import annotations

from .._util.public import publish
from .external import ExternalBot
from .players import (
    Bot,
    BotFailure,
    GreedyBot,
    NetBot,
    RandomBot,
    cheats,
    checked_act,
    checked_action,
    has_greedy,
    tell,
)
from .specs import BOTS, BotSpec, bot_maker, make_bot, spec_text, split_bots

__all__ = [
    "BOTS", "Bot", "BotFailure", "BotSpec", "ExternalBot", "GreedyBot", "NetBot", "RandomBot", "bot_maker",
    "cheats", "checked_act", "checked_action", "has_greedy", "make_bot", "spec_text", "split_bots", "tell",
]  # fmt: skip

__dir__ = publish(globals())
