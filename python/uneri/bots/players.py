"""What a bot is, the simple ones, and asking one for its move."""

from __future__ import annotations

from typing import Any, Protocol, SupportsIndex, cast, runtime_checkable

from .. import _core
from .._util.checks import index_of, seed_of
from .._util.rng import SplitMix64
from ..contract import State
from ..registry import core_module
from ..search import ISMCTS, PIMC, FlatMC, FollowingISMCTS
from .errors import BotFailure, shown_answer
from .sight import SEES_ACTION, SEES_NOTHING, sight_of


@runtime_checkable
class Bot(Protocol):
    """A player.

    A bot may have further methods, which the arena and `uneri play` call: `new_game(game, seat, seed)` before a game (it
    may then be used for many), `end_game(returns)` after it, `close()` in the end; `watch(player, action, sight)` at every decision
    of the table (see `tell`), and `forget()` when moves are taken back.
    """

    def act(self, state: State) -> int:
        """A legal action for the seat to act. `state` is not changed. At a chance node or at the end: ValueError."""


class RandomBot:
    """Takes every legal action with the same probability; the same seed gives the same choices."""

    def __init__(self, seed: SupportsIndex = 0) -> None:
        self._rng = SplitMix64(seed_of(seed))

    def act(self, state: State) -> int:
        """A uniformly random legal action."""
        _check_seat(state)
        legal = state.legal_actions()
        return legal[self._rng.below(len(legal))]


class GreedyBot:
    """A game's simple player of a few plain preferences, without search. Deterministic.

    Works for the games whose core has one; for states of the reference backend, too.
    """

    def act(self, state: State) -> int:
        """The action that the preferences put first."""
        _check_seat(state)
        game = state.game
        if not has_greedy(game.name):
            known = [name for name in sorted(_core.GAMES) if has_greedy(name)]
            raise ValueError(f"no greedy bot for {game.name}; games with one: {', '.join(known)}")
        core = core_module(game.name)
        if game.backend != "core":
            state = core.Game(game.options).state_from_dict(state.to_dict())
        return cast("int", core.greedy(state))


_MOST_ACTION = (1 << 31) - 1


def has_greedy(game: str) -> bool:
    """Does GreedyBot play this game?"""
    return game in _core.GAMES and hasattr(core_module(game), "greedy")


def cheats(bot: object) -> bool:
    """Is it a search of ours that was asked to look at the true state (`cheat=True`)? No other bot is ever shown it."""
    return type(bot) in (FlatMC, ISMCTS, PIMC, FollowingISMCTS) and bool(getattr(bot, "cheats", False))


def tell(bot: object, seat: int, state: State, action: int) -> None:
    """Tells the bot on `seat` what it sees of `action`, which the seat to act at `state` is about to take.

    For bots with a method `watch(player, action, sight)`: `player` is the seat that decides; `action` what it does, None
    if `seat` doesn't see that; `sight` is 1 if it is seen and else a number, the same one for all that looks the same. It is
    called for the bot's own decisions, too, and not for those of which the seat sees nothing.
    """
    watch = getattr(bot, "watch", None)
    player = state.current_player()
    if watch is None or player < 0:
        return
    sight = SEES_ACTION if cheats(bot) else sight_of(state.game)(state, action, seat)
    if sight != SEES_NOTHING:
        watch(player, action if sight == SEES_ACTION or player == seat else None, sight)


def checked_act(bot: Bot, state: State) -> int:
    """What the bot plays; BotFailure, a ValueError that names the bot, if that isn't a legal action."""
    return checked_action(bot, bot.act(state), state)


def checked_action(bot: Bot, action: Any, state: State) -> int:
    """The bot's answer as a number; BotFailure if it isn't a legal action of `state`."""
    name = type(bot).__name__
    number = index_of(action)
    if number is None:
        why = f"bot {name} played {shown_answer(action)} ({type(action).__name__}); allowed: an integer"
        raise BotFailure("illegal", why)
    if not 0 <= number <= _MOST_ACTION or not state.is_legal(number):
        why = f"bot {name} played {_shown_number(number)}, which is not legal; legal: {state.legal_actions()[:20]}"
        raise BotFailure("illegal", why)
    return number


def _shown_number(number: int) -> str:
    """Python spells no integer of thousands of digits."""
    return str(number) if number.bit_length() <= 256 else f"an integer of {number.bit_length()} bits"


def _check_seat(state: State) -> None:
    if state.current_player() < 0:
        raise ValueError(f"{state.game.name}: no seat is to act")
