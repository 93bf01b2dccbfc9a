"""Players: anything with `act(state) -> int` is one.

    >>> import uneri
    >>> from uneri.bots import make_bot
    >>> bot = make_bot("random:seed=3")
    >>> state = uneri.load_game("onda").new_initial_state(seed=7)
    >>> state.apply_action(bot.act(state))

A bot is asked at nodes of the seat it plays and reads only what `state.current_player()` may know.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol, SupportsIndex, cast, runtime_checkable

from . import _core
from ._checks import MOST_MS, bounded, index_of, seed_of
from ._external import ExternalBot
from ._forfeit import BotFailure, failure_of, shown_answer
from ._records_walk import SEES_ACTION, SEES_NOTHING, sight_of
from ._rng import SplitMix64
from ._spec import parse_call, parse_colon
from .contract import State
from .reference._words import brief
from .registry import core_module
from .search import ISMCTS, PIMC, FlatMC, FollowingISMCTS

__all__ = [
    "BOTS",
    "Bot",
    "BotFailure",
    "BotSpec",
    "ExternalBot",
    "GreedyBot",
    "RandomBot",
    "bot_maker",
    "cheats",
    "checked_act",
    "checked_action",
    "has_greedy",
    "make_bot",
    "spec_text",
    "split_bots",
    "tell",
]


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


BOTS: dict[str, Callable[..., Bot]] = {
    "flat": FlatMC,
    "greedy": GreedyBot,
    "ismcts": ISMCTS,
    "pimc": PIMC,
    "random": RandomBot,
}
"""The bots that `make_bot` knows by name. A further one is one more entry; its parameters are its options."""


_MOST_ACTION = (1 << 31) - 1
_EXEC = "exec:"
_IMPORT = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<name>[A-Za-z_]\w*)(?P<options>\(.*\))?")

BotSpec = str | Callable[..., Bot]
"""A bot by name: a text, or a class or function that makes one (with `seed=`, if it takes it)."""


def make_bot(spec: str, *, seed: SupportsIndex | None = None, timeout_ms: SupportsIndex | None = None) -> Bot:
    """The bot that a text names:

    * one of ours, with options: `"greedy"`, `"random:seed=3"`, `"ismcts:sims=1000,rollout=eps"`;
    * a class or function of yours, `"module:Name"` or `"module:Name(option=value)"`; modules are looked for in the
      current folder, too;
    * a program that speaks JSON lines, `"exec:python my_bot.py"` (see `ExternalBot`).

    `seed` is for a bot that takes a seed and whose text gives none, `timeout_ms` for a program. ValueError for an
    unknown name, an unknown option or a value that isn't allowed.
    """
    return bot_maker(spec, timeout_ms=timeout_ms)(None if seed is None else seed_of(seed))


def bot_maker(spec: BotSpec, *, timeout_ms: SupportsIndex | None = None) -> Callable[[int | None], Bot]:
    """A function of a seed that makes the bot. What can be wrong with a spec is found here, before a game begins."""
    limit = None if timeout_ms is None else bounded(timeout_ms, "timeout_ms", 1, MOST_MS)
    if isinstance(spec, str):
        spec = spec.strip()
        if spec.startswith(_EXEC):
            maker, options = ExternalBot, {"command": spec.removeprefix(_EXEC).strip(), "timeout_ms": limit}
            options = {name: value for name, value in options.items() if value is not None}
            return _checked(spec, maker, options, try_it=True)
        found = _IMPORT.fullmatch(spec)
        if found and found["module"] not in BOTS:
            _, options = parse_call(found["name"] + (found["options"] or ""))
            return _checked(spec, _imported(spec, found["module"], found["name"]), options, try_it=False)
        name, options = parse_colon(spec, "bot")
        if name not in BOTS:
            raise ValueError(f"no bot {brief(name)}; bots: {', '.join(sorted(BOTS))}, or module:Class, or exec:COMMAND")
        return _checked(name, BOTS[name], options, try_it=True)
    if callable(spec):
        return _checked(spec_text(spec), spec, {}, try_it=False)
    raise TypeError(
        f"bot is {brief(spec)} ({type(spec).__name__}); allowed: a text, or a class or function that makes a bot"
    )


def spec_text(spec: BotSpec) -> str:
    """How a bot is named in tables and files."""
    if isinstance(spec, str):
        return spec.strip()
    return f"{getattr(spec, '__module__', '')}:{getattr(spec, '__qualname__', type(spec).__qualname__)}"


def _checked(name: str, maker: Callable[..., Any], options: dict[str, Any], *, try_it: bool) -> Callable[..., Bot]:
    parameters = _own_parameters(name) if BOTS.get(name) is maker else _parameters(maker)
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    allowed = [*parameters, *(["follow"] if maker is ISMCTS else [])]
    for option in options:
        if option not in allowed and not takes_any:
            raise ValueError(f"bot {name}: no option {brief(option)}; options: {', '.join(allowed) or 'none'}")
    follow = options.pop("follow", False) if maker is ISMCTS else False
    if not isinstance(follow, bool):
        raise ValueError(  # noqa: TRY004  # as for the other options of a text
            f"bot {name}: follow is {brief(follow)}; allowed: true, false"
        )

    make = _Maker(name, maker, options, "seed" in parameters, follow)
    if try_it:
        make()
    return make


@dataclass(frozen=True)
class _Maker:
    """Makes bots of one kind. A class, since a function within a function does not pickle."""

    name: str
    maker: Callable[..., Any]
    options: dict[str, Any]
    takes_seed: bool
    follow: bool

    def __call__(self, seed: int | None = None) -> Bot:
        chosen = dict(self.options)
        if seed is not None and self.takes_seed:
            chosen.setdefault("seed", seed)
        try:
            bot = self.maker(**chosen)
        except (TypeError, ValueError) as error:
            raise ValueError(f"bot {self.name}: {error}") from error
        if not callable(getattr(bot, "act", None)):
            raise TypeError(f"bot {self.name} is {brief(bot)}; allowed: an object with a method act(state)")
        return cast("Bot", bot.follow() if self.follow else bot)


def _parameters(maker: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(maker).parameters
    except (TypeError, ValueError):  # of a builtin
        return {}


@cache
def _own_parameters(name: str) -> Mapping[str, inspect.Parameter]:
    """Of one of `BOTS`, worked out once: for the core's classes `inspect` compiles a text, which no reader of foreign data
    should do.
    """
    return _parameters(BOTS[name])


def _imported(spec: str, module: str, name: str) -> Callable[..., Any]:
    """What `module:Name` stands for; a module may lie in the current folder even if the program doesn't."""
    here = str(Path.cwd())
    try:
        try:
            found = importlib.import_module(module)
        except ModuleNotFoundError:
            if here in sys.path:
                raise
            sys.path.insert(0, here)
            found = importlib.import_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a script that calls sys.exit where it is imported, too
        raise ValueError(f"bot {brief(spec)}: cannot import {module}: {failure_of(error)}") from error
    maker = getattr(found, name, None)
    if callable(maker):
        return cast("Callable[..., Any]", maker)
    what = "is not there" if maker is None else f"is {brief(maker)}"
    raise ValueError(
        f"bot {brief(spec)}: {name} {what} in module {module}; allowed: a class or function that makes a bot"
    )


def split_bots(text: str) -> list[str]:
    """`"greedy,random:seed=3"` -> `["greedy", "random:seed=3"]`; a bot's own options may follow one another."""
    specs: list[str] = []
    for part in text.split(","):
        if specs and re.match(r"\s*\w+\s*=", part):
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return specs


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
