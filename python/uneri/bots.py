"""Players: anything with `act(state) -> int` is one.

    >>> import uneri
    >>> from uneri.bots import make_bot
    >>> bot = make_bot("random:seed=3")
    >>> state = uneri.load_game("onda").new_initial_state(seed=7)
    >>> state.apply_action(bot.act(state))

A bot is asked at nodes of the seat it plays and reads only what `state.current_player()` may know.
"""

from __future__ import annotations

import inspect
import operator
import re
from collections.abc import Callable
from typing import Any, Protocol, SupportsIndex, cast, runtime_checkable

from . import _core
from ._checks import seed_of
from ._rng import SplitMix64
from ._spec import parse_colon
from .contract import State
from .registry import core_module
from .search import ISMCTS, PIMC, FlatMC


@runtime_checkable
class Bot(Protocol):
    """A player."""

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


def make_bot(spec: str, *, seed: SupportsIndex | None = None) -> Bot:
    """The bot that a text names: `"greedy"`, `"random:seed=3"`, `"ismcts:sims=1000,rollout=eps"`.

    `seed` is for a bot that takes a seed and whose text gives none. ValueError for an unknown name, an unknown option or a value that isn't allowed.
    """
    name, options = parse_colon(spec, "bot")
    if name not in BOTS:
        raise ValueError(f"no bot {name!r}; bots: {', '.join(sorted(BOTS))}")
    known = list(inspect.signature(BOTS[name]).parameters)
    if seed is not None and "seed" in known:
        options.setdefault("seed", seed)
    for option in options:
        if option not in known:
            raise ValueError(f"bot {name}: no option {option!r}; options: {', '.join(known) or 'none'}")
    try:
        return BOTS[name](**options)
    except (TypeError, ValueError) as error:
        raise ValueError(f"bot {name}: {error}") from None


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


def checked_act(bot: Bot, state: State) -> int:
    """What the bot plays; ValueError, naming the bot, if that isn't a legal action."""
    action: Any = bot.act(state)
    name = type(bot).__name__
    if isinstance(action, bool) or not hasattr(action, "__index__"):
        raise ValueError(f"bot {name} played {action!r} ({type(action).__name__}); allowed: an integer")
    number = operator.index(action)
    if not state.is_legal(number):
        raise ValueError(f"bot {name} played {number}, which is not legal; legal: {state.legal_actions()[:20]}")
    return number


def _check_seat(state: State) -> None:
    if state.current_player() < 0:
        raise ValueError(f"{state.game.name}: no seat is to act")
