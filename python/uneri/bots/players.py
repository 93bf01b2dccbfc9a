"""The protocol of bots, the simple ones, and the calls that ask for a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol, SupportsIndex, cast, runtime_checkable

from .._util.checks import check_any_state, index_of, seed_of
from .._util.messages import brief
from .._util.public import documented
from .._util.rng import SplitMix64
from ..contract import Game, State
from ..registry import core_module, game_of, games
from ..registry.outside import has_game
from ..search import CLASSES
from .errors import BotFailure, format_answer


@runtime_checkable
class Bot(Protocol):
    """A player: anything with `act(state) -> int`.

    A bot may have further methods, which the arena and `uneri play` call:

    * `new_game(game, seat, seed)` before a game; the bot may then be used for many games;
    * `end_game(returns)` after a game;
    * `close()` in the end;
    * `watch(player, action, sight)` at every decision of the table, see `tell`;
    * `forget()` when moves are taken back.
    """

    def act(self, state: State) -> int:
        """Choose an action for the seat to act.

        Parameters
        ----------
        state
            A state where a seat is to act. The bot does not change it.

        Raises
        ------
        ValueError
            At a chance node or at the end.
        """


SEES_NOTHING, SEES_ACTION = 0, 1


def make_sight(game: Game) -> Callable[[State, int, int], int]:
    """Make the function for what a seat learns of an action: nothing, the action, or only what follows from it."""
    core = core_module(game.name)
    if game.backend == "core":
        return lambda state, action, seat: int(core.sight(state, action, seat))
    twin = core.Game(game.options)
    return lambda state, action, seat: int(core.sight(twin.state_from_dict(state.to_dict()), action, seat))


@documented(Bot)
class RandomBot:
    """A bot that takes every legal action with the same probability.

    Parameters
    ----------
    seed
        An integer from 0 (default) to 2^64 - 1. The same seed gives the same choices.

    Examples
    --------
    >>> import uneri
    >>> from uneri.bots import RandomBot
    >>> state = uneri.load_game("onda").new_initial_state(seed=7)
    >>> RandomBot(seed=3).act(state) == RandomBot(seed=3).act(state)
    True
    """

    def __init__(self, seed: SupportsIndex = 0) -> None:
        self._rng = SplitMix64(seed_of(seed))

    def act(self, state: State) -> int:
        _check_seat(state)
        legal = state.legal_actions()
        return legal[self._rng.below(len(legal))]


@documented(Bot)
class GreedyBot:
    """A game's simple player: a few plain preferences, no search. Deterministic.

    It plays the games whose core has one (see `has_greedy`), and states of the reference backend, too.

    Examples
    --------
    >>> import uneri
    >>> from uneri.bots import GreedyBot
    >>> state = uneri.load_game("onda").new_initial_state(seed=7)
    >>> state.is_legal(GreedyBot().act(state))
    True
    """

    def act(self, state: State) -> int:
        _check_seat(state)
        game = state.game
        if not _is_greedys(game.name):
            known = [name for name in games() if _is_greedys(name)]
            raise ValueError(f"no greedy bot for {game.name}; games with one: {', '.join(known)}")
        core = core_module(game.name)
        if game.backend != "core":
            state = core.Game(game.options).state_from_dict(state.to_dict())
        return cast("int", core.greedy(state))


SIMPLE: Final = {"random": RandomBot, "greedy": GreedyBot}
"""Bots without settings that matter: they need no budget, so anybody may seat them. Later ones are better."""
OF_CORE: Final = ("random", "greedy")
"""The bots that the core plays by itself; the index in this list is a bot's number there."""
_MOST_ACTION = (1 << 31) - 1


def plays(name: str, game: Game | str) -> bool:
    """Return whether the simple bot of a name plays a game."""
    return name != "greedy" or has_greedy(game)


def stand_in(game: Game | str) -> str:
    """Name the best simple bot that plays a game."""
    return next(name for name in reversed(SIMPLE) if plays(name, game))


def has_greedy(game: Game | str) -> bool:
    """Return whether `GreedyBot` plays a game.

    Parameters
    ----------
    game
        A game, or its text.

    Raises
    ------
    ValueError
        If the text names no game.

    Examples
    --------
    >>> from uneri.bots import has_greedy
    >>> has_greedy("onda")
    True
    """
    return _is_greedys(game_of(game).name)


def _is_greedys(name: str) -> bool:
    """Return whether `GreedyBot` plays the game of this name, if there is one."""
    return has_game(name) and hasattr(core_module(name), "greedy")


def cheats(bot: object) -> bool:
    """Return whether a bot is a search of this library that reads the true state (`cheat=True`).

    Wherever bots play, all others see only worlds: `act` gets a state that looks the same to the seat to act.

    Parameters
    ----------
    bot
        Any bot.

    Examples
    --------
    >>> from uneri.bots import cheats, make_bot
    >>> cheats(make_bot("ismcts:sims=10")), cheats(make_bot("ismcts:sims=10,cheat=true"))
    (False, True)
    """
    return type(bot) in CLASSES and bool(getattr(bot, "cheats", False))


def tell(bot: object, seat: int, state: State, action: int) -> None:
    """Show a bot what its seat sees of an action before it is taken.

    This calls `bot.watch(player, action, sight)` if the bot has such a method, for the bot's own decisions, too. It is
    not called for a decision that the seat doesn't see at all, nor for chance outcomes. The arguments:

    * `player`: the seat that decides;
    * `action`: what that seat does, or None if the bot's seat doesn't see it;
    * `sight`: 1 if the action is seen, else a number that is the same for all actions that look the same.

    Parameters
    ----------
    bot
        Any bot.
    seat
        The seat that the bot plays.
    state
        The state before the action.
    action
        The action that the seat to act at `state` is about to take.
    """
    check_any_state(state)
    watch = getattr(bot, "watch", None)
    player = state.current_player()
    if watch is None or player < 0:
        return
    sight = SEES_ACTION if cheats(bot) else make_sight(state.game)(state, action, seat)
    if sight != SEES_NOTHING:
        watch(player, action if sight == SEES_ACTION or player == seat else None, sight)


def checked_act(bot: Bot, state: State) -> int:
    """Ask a bot for its action, and check that it is legal.

    Parameters
    ----------
    bot
        The bot.
    state
        A state where a seat is to act.

    Raises
    ------
    BotFailure
        If the answer isn't a legal action. It is a ValueError that names the bot. Errors of the bot itself
        propagate.
    """
    check_bot(bot)
    check_any_state(state)
    return checked_action(bot, bot.act(state), state)


def check_bot(bot: Any) -> None:
    """Raise TypeError unless it is a bot."""
    if not callable(getattr(bot, "act", None)):
        raise TypeError(f"bot is {brief(bot)} ({type(bot).__name__}); allowed: an object with a method act(state)")


def checked_action(bot: Bot, action: Any, state: State) -> int:
    """Check a bot's answer.

    Parameters
    ----------
    bot
        The bot, for the message.
    action
        Its answer.
    state
        The state that it was asked for.

    Raises
    ------
    BotFailure
        If the answer isn't a legal action of `state`.
    """
    check_any_state(state)
    name = type(bot).__name__
    number = index_of(action)
    if number is None:
        why = f"bot {name} played {format_answer(action)} ({type(action).__name__}); allowed: an integer"
        raise BotFailure("illegal", why)
    if not 0 <= number <= _MOST_ACTION or not state.is_legal(number):
        why = f"bot {name} played {_format_number(number)}, which is not legal; legal: {state.legal_actions()[:20]}"
        raise BotFailure("illegal", why)
    return number


def _format_number(number: int) -> str:
    """Show a number; Python doesn't print integers of thousands of digits."""
    return str(number) if number.bit_length() <= 256 else f"an integer of {number.bit_length()} bits"


def _check_seat(state: State) -> None:
    check_any_state(state)
    if state.current_player() < 0:
        raise ValueError(f"{state.game.name}: no seat is to act")
