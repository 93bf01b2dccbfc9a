"""The bots of one worker: created when needed, reused, closed, and blamed if they fail."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from .._util.interrupts import ForkGuard, Interrupts
from ..contract import Game
from .players import Bot, BotFailure, to_failure
from .specs import BotSpec, bot_maker


class Stopped(Exception):
    """Raised when nobody is waiting for this game any more."""


@dataclass(frozen=True)
class Always:
    """A maker that always returns the same bot."""

    bot: Bot

    def __call__(self) -> Bot:
        """Return the bot."""
        return self.bot


class BotPool:
    """The bots of one worker. Close it, or use it as a context manager, to end the programs it started.

    A bot with a method `new_game(game, seat, seed)` is made once and notified of every game; any other is made for each
    game. Either way a game's moves depend on the game alone, not on earlier games.
    """

    def __init__(
        self, specs: Sequence[BotSpec], timeout_ms: int | None = None, *, interrupts: Interrupts | None = None
    ) -> None:
        self._makers = [bot_maker(spec, timeout_ms=timeout_ms) for spec in specs]
        self.stopped = False
        """Set from another thread: the running game ends with Stopped."""
        self._interrupts, self._home = interrupts, ForkGuard()
        self._kept: dict[tuple[int, int], Bot] = {}  # by bot and how many of its copies sit at the table before it

    def make(self, index: int, seed: int) -> Bot:
        """Make a new bot without a seat."""
        return self._makers[index](seed)

    def take(self, index: int, copy: int, game: Game, seat: int, seed: int) -> Bot:
        """Return the bot for a seat of a game that begins."""
        bot = self._kept.get((index, copy))
        if bot is None:
            bot = self._makers[index](seed)
            if hasattr(bot, "new_game"):
                self._kept[index, copy] = bot
        if hasattr(bot, "new_game"):
            bot.new_game(game, seat, seed)
        return bot

    def drop(self, index: int, copy: int) -> bool:
        """Close a stored bot for good; return False if there is none."""
        kept = self._kept.pop((index, copy), None)
        if kept is None:
            return False
        self.end(kept)
        return True

    def check(self) -> None:
        """Raise Stopped or ForkedArena. Called between two decisions."""
        self._home.check()
        if self.stopped:
            raise Stopped

    def check_interrupts(self) -> None:
        """Check, before a bot is called, that the user didn't press Ctrl-C: a bot may have caught it."""
        self._home.check()
        if self._interrupts is not None and self._interrupts.pressed:
            raise KeyboardInterrupt

    def to_failure(self, error: BaseException) -> BotFailure:
        """Return a bot's error as its failure; raise it again if the user pressed Ctrl-C. Raise ForkedArena, too."""
        self._home.check()
        if self._interrupts is not None and self._interrupts.pressed:
            raise KeyboardInterrupt from None
        return to_failure(error)

    def end(self, bot: Any) -> None:
        """Close a bot that has something to close."""
        try:
            if inspect.getattr_static(bot, "close", None) is not None:
                bot.close()
        except BaseException as error:  # noqa: BLE001  # what it lost, it has lost
            self.to_failure(error)

    def close(self) -> None:
        """End all processes of the bots. In a forked child they are left to the parent."""
        while self._kept and self._home.is_here:
            self.end(self._kept.popitem()[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
