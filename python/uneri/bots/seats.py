"""Asks bots for actions in fair worlds, checks their answers, and shows them what their seats see."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from .._util.rng import stream
from ..contract import State
from ..search import CLASSES, SearchResult
from .players import Bot, cheats, check_bot, checked_action, tell

T = TypeVar("T")
Act = Callable[[Bot, State], tuple[Any, T]]
"""Returns a bot's answer in the world that it sees, and an explanation."""

_WORLDS = 0x3017D3017D3017D3  # the stream of a game's seed that draws the bots' worlds
_MOST_SEED = (1 << 64) - 1


class Seats:
    """The bots at the table of one game.

    A bot sees another world that looks the same to its seat. So it can't use cards that it doesn't know, nor future
    chance, whatever it reads of the state. Only a bot that `cheats` sees the true state.

    `bots` has the bots by seat, without the seats that others play. The caller may replace a bot in it. The worlds
    depend on `seed` and on how many decisions the game has had.
    """

    def __init__(self, bots: dict[int, Bot], seed: int) -> None:
        self.bots, self.seed = bots, seed
        self._luck = stream(seed, _WORLDS).next()

    def draw_luck(self, ply: int) -> int:
        """Return the seed of the world for the decision after `ply` decisions."""
        return (self._luck + ply) & _MOST_SEED

    def ask(self, state: State, ply: int) -> int:
        """Ask the bot in turn for a legal action, after `ply` decisions."""
        return self.ask_with(state, ply, act_only)[0]

    def ask_with(self, state: State, ply: int, act: Act[T]) -> tuple[int, T]:
        """Ask as `ask` does, and return what `act` adds, too."""
        seat = state.current_player()
        world = draw_world(self.bots[seat], state, self.draw_luck(ply))
        return self.call(seat, _ask, state, world, act)

    def tell(self, state: State, action: int, seats: Iterable[int] | None = None) -> None:
        """Show the bots of some seats, or all, what they see of an action before it is taken."""
        for seat in list(self.bots) if seats is None else seats:
            self.call(seat, tell, seat, state, action)

    def call(self, seat: int, use: Callable[..., T], *more: Any) -> T:
        """Use a seat's bot. All calls come through here, so that a subclass can handle bots that fail."""
        return use(self.bots[seat], *more)


def ask_bot(bot: Bot, state: State, luck: int) -> int:
    """Ask a bot for a legal action of the seat to act, in a world drawn by `luck`."""
    return _ask(bot, state, draw_world(bot, state, luck), act_only)[0]


def _ask(bot: Bot, state: State, world: State, act: Act[T]) -> tuple[int, T]:
    check_bot(bot)
    answer, more = act(bot, world)
    return checked_action(bot, answer, state), more


def draw_world(bot: object, state: State, luck: int) -> State:
    """Return the state that a bot sees when its seat is to act."""
    return state if cheats(bot) else state.resample_from_infostate(state.current_player(), luck)


def act_only(bot: Bot, world: State) -> tuple[Any, None]:
    """Return a bot's answer."""
    return bot.act(world), None


def act_and_explain(bot: Bot, world: State) -> tuple[Any, SearchResult | None]:
    """Return a bot's answer, and the result if it is a search of this library that had a choice."""
    if not isinstance(bot, CLASSES) or world.num_legal_actions() == 1:
        return bot.act(world), None
    found = bot.run(world)
    return found.action, found
