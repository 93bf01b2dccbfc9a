"""Makes bots from texts, and from your own classes and programs. It also reads the networks that the bots of a run
need: a run identifies them by their content.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, SupportsIndex, cast

from .._util.call_syntax import parse_call, parse_colon, text_of
from .._util.checks import MOST_MS, bounded, check_text, seed_of
from .._util.messages import brief
from ..contract import Game
from ..search import BY_NAME, FollowingISMCTS, Search
from ..train.networks import DEFAULT, NetworkFile, read_network
from .external import ExternalBot
from .players import SIMPLE, Bot, NetBot, make_encodable, to_failure

_SEARCHES = {name: entry.search for name, entry in BY_NAME.items()}
BOTS: dict[str, Callable[..., Bot]] = dict(sorted({**SIMPLE, **_SEARCHES, "net": NetBot}.items()))
"""The bots that `make_bot` knows by name. To add a bot, add an entry; its parameters are its options."""
_EXEC = "exec:"
_IMPORT = re.compile(r"(?P<module>[^\W\d][\w.]*):(?P<name>[^\W\d]\w*)(?P<options>\(.*\))?")
_OF_FILES = ((NetBot, "file"), *((entry.search, entry.network) for entry in BY_NAME.values() if entry.network))
"""The bots that have a network, and the option that names its file."""
BotSpec = str | Callable[..., Bot]
"""A bot by name: a text, or a class or function that makes one (with `seed=`, if it takes it)."""


def make_bot(spec: str, *, seed: SupportsIndex | None = None, timeout_ms: SupportsIndex | None = None) -> Bot:
    """Make the bot that a text names.

    ValueError if the name or an option is unknown, a value isn't allowed, or a module cannot be imported.

    Parameters
    ----------
    spec
        One of:

        * a bot of this library, with options: `"greedy"`, `"random:seed=3"`, `"ismcts:sims=1000,rollout=eps"`;
        * the default search, a strong one for the game at hand: `"search"`, `"search:time_ms=100"`;
        * a small network: `"net"`, the one that comes with the library, or `"net:FILE"` from `uneri train`;
        * your own class or function, `"module:Name"` or `"module:Name(option=value)"`; modules are searched for in
          the current folder, too;
        * a program that speaks JSON lines, `"exec:python my_bot.py"` (see `ExternalBot`).
    seed
        For a bot that takes a seed and whose text gives none, 0 to 2^64 - 1. None (default) leaves the bot's own
        default.
    timeout_ms
        For a program: milliseconds for an answer, 1 to 86,400,000. None (default) leaves the default of `ExternalBot`.

    Examples
    --------
    >>> from uneri.bots import make_bot
    >>> type(make_bot("ismcts:sims=100", seed=3)).__name__
    'ISMCTS'
    """
    return bot_maker(spec, timeout_ms=timeout_ms)(None if seed is None else seed_of(seed))


def bot_maker(spec: BotSpec, *, timeout_ms: SupportsIndex | None = None) -> Callable[[int | None], Bot]:
    """Make a function of a seed, or of None for the bot's own default, that makes the bot.

    Errors in a spec, those of `make_bot`, are found here, before a game begins. The file of a network that a text names
    is read only here: all bots of this maker have the same network, also in other processes.

    Parameters
    ----------
    spec
        A text as for `make_bot`, or a class or function that makes a bot (called with `seed=`, if it takes one).
    timeout_ms
        As for `make_bot`.

    Examples
    --------
    >>> from uneri.bots import RandomBot, bot_maker
    >>> make = bot_maker(RandomBot)
    >>> type(make(7)).__name__
    'RandomBot'
    """
    return find_maker(spec, timeout_ms)


def find_maker(spec: BotSpec, timeout_ms: SupportsIndex | None = None) -> BotMaker:
    """Make the result of `bot_maker`, with its type."""
    limit = None if timeout_ms is None else bounded(timeout_ms, "timeout_ms", 1, MOST_MS)
    if isinstance(spec, BotMaker):
        return spec
    if isinstance(spec, str):
        spec = spec.strip()
        if spec.startswith(_EXEC):
            maker, options = ExternalBot, {"command": spec.removeprefix(_EXEC).strip(), "timeout_ms": limit}
            options = {name: value for name, value in options.items() if value is not None}
            return _check(spec, spec, maker, options, try_it=True)
        head, bracket, rest = spec.partition("(")
        found = _IMPORT.fullmatch(unicodedata.normalize("NFKC", head) + bracket + rest)  # as Python reads names
        if found and found["module"] not in BOTS:
            _, options = parse_call(found["name"] + (found["options"] or ""))
            return _check(spec, spec, _import(spec, found["module"], found["name"]), options, try_it=False)
        name, options = _split_net_file(spec) or parse_colon(spec, "bot")
        if name not in BOTS:
            raise ValueError(f"no bot {brief(name)}; bots: {', '.join(sorted(BOTS))}, or module:Class, or exec:COMMAND")
        return _check(spec, name, BOTS[name], options, try_it=True)
    if callable(spec):
        text = spec_text(spec)
        return _check(text, text, spec, {}, try_it=False)
    raise TypeError(
        f"bot must be a string, or a class or function that makes a bot, not {brief(spec)} ({type(spec).__name__})"
    )


def spec_text(spec: BotSpec) -> str:
    """Return a bot's name in tables and files: the text itself, or `"module:Name"` of a class or function that makes a
    bot.

    Examples
    --------
    >>> from uneri.bots import GreedyBot, spec_text
    >>> spec_text(" random:seed=3 "), spec_text(GreedyBot)
    ('random:seed=3', 'uneri.bots:GreedyBot')
    """
    if isinstance(spec, str):
        return spec.strip()
    if isinstance(spec, BotMaker):
        return spec.text
    return f"{getattr(spec, '__module__', '')}:{getattr(spec, '__qualname__', type(spec).__qualname__)}"


def _split_net_file(spec: str) -> tuple[str, dict[str, Any]] | None:
    """Split `net:FILE` and `net:FILE,margin=0.1`; return None for anything else."""
    name, colon, rest = spec.partition(":")
    file, _, options = rest.partition(",")
    if name.strip() != "net" or not colon or not file.strip() or re.match(r"\s*\w+\s*=", file):
        return None
    more = parse_colon(f"net:{options}", "bot")[1] if options.strip() else {}
    return "net", {"file": file.strip(), **more}


def _check(text: str, name: str, maker: Callable[..., Any], options: dict[str, Any], *, try_it: bool) -> BotMaker:
    parameters = own_parameters(name) if BOTS.get(name) is maker else _list_parameters(maker)
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    allowed = [*parameters, *(["follow"] if follows(maker) else [])]
    for option in options:
        if option not in allowed and not takes_any:
            raise ValueError(f"bot {name}: no option {brief(option)}; options: {', '.join(allowed) or 'none'}")
    follow = options.pop("follow", False) if follows(maker) else False
    if not isinstance(follow, bool):
        raise ValueError(  # noqa: TRY004  # as for the other options of a text
            f"bot {name}: follow is {brief(follow)}; allowed: true, false"
        )

    for bot, option in _OF_FILES:
        if maker is bot and option in options:
            options[option] = _read(name, options[option])
    make = BotMaker(text, name, maker, options, "seed" in parameters, follow)
    if try_it:
        make()
    return make


def follows(maker: Any) -> bool:
    """Return whether the bots of a class take `follow=true`."""
    return any(entry.search is maker and entry.follows is not None for entry in BY_NAME.values())


def _read(name: str, file: Any) -> Any:
    """Read a network's file; None and `default` are returned unchanged."""
    try:
        return read_network(file) or file
    except (TypeError, ValueError) as error:
        raise ValueError(f"bot {name}: {error}") from error


@dataclass(frozen=True, eq=False)
class BotMaker:
    """Makes bots of one kind. A class, since a nested function does not pickle."""

    text: str
    """The bot's name in tables."""
    name: str
    """The bot's name in messages."""
    maker: Callable[..., Any]
    options: dict[str, Any]
    takes_seed: bool
    follow: bool

    @property
    def has_file(self) -> bool:
        """Whether an option is the content of a file."""
        return any(isinstance(value, NetworkFile) for value in self.options.values())

    @property
    def text_anywhere(self) -> str:
        """The bot's text with absolute paths, which mean the same in any folder."""
        if not self.has_file:
            return self.text
        options = {
            name: str(Path(value.name).absolute()) if isinstance(value, NetworkFile) else value
            for name, value in [*self.options.items(), *([("follow", True)] if self.follow else [])]
        }
        name = next(name for name, bot in BOTS.items() if bot is self.maker)
        return f"{name}:{','.join(f'{name}={text_of(value)}' for name, value in options.items())}"

    def __call__(self, seed: int | None = None) -> Bot:
        """Make a bot."""
        chosen = dict(self.options)
        if seed is not None and self.takes_seed:
            chosen.setdefault("seed", seed)
        try:
            bot = self.maker(**chosen)
        except (TypeError, ValueError) as error:
            raise ValueError(f"bot {self.name}: {error}") from error
        if not callable(getattr(bot, "act", None)):
            raise TypeError(f"bot {self.name} must be an object with a method act(state), not {brief(bot)}")
        return cast("Bot", bot.follow() if self.follow else bot)


def _list_parameters(maker: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(maker).parameters
    except (TypeError, ValueError):  # of a builtin
        return {}


@cache
def own_parameters(name: str) -> Mapping[str, inspect.Parameter]:
    """Return the signature of one of `BOTS`, computed once: `inspect` compiles a text for the core's classes, which
    readers of outside data must not do.
    """
    return _list_parameters(BOTS[name])


def _import(spec: str, module: str, name: str) -> Callable[..., Any]:
    """Return the object of `module:Name`; a module may be in the current folder even if the program isn't."""
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
    except BaseException as error:  # also a script that calls sys.exit on import
        raise ValueError(f"bot {brief(spec)}: cannot import {module}: {to_failure(error)}") from error
    maker = getattr(found, name, None)
    if callable(maker):
        return cast("Callable[..., Any]", maker)
    what = "is not there" if maker is None else f"is {brief(maker)}"
    raise ValueError(
        f"bot {brief(spec)}: {name} {what} in module {module}; it must be a class or function that makes a bot"
    )


def split_bots(text: str) -> list[str]:
    """Split a list of bots, as `make_bot` takes them, at its commas, into one text per bot. A bot's options may
    follow it, after further commas.

    Examples
    --------
    >>> from uneri.bots import split_bots
    >>> split_bots("greedy,ismcts:sims=10,seed=3,random")
    ['greedy', 'ismcts:sims=10,seed=3', 'random']
    """
    specs: list[str] = []
    for part in check_text(text).split(","):
        if specs and re.match(r"\s*\w+\s*=", part):
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return specs


def own_specs(specs: Iterable[BotSpec], timeout_ms: int) -> tuple[BotSpec, ...]:
    """Check the bots of a run and read their networks, so that all workers play with the same ones.

    Raise ValueError or TypeError for a bot that can't be made. Bots with running programs are not made here.
    """
    makers = [(find_maker(spec, timeout_ms), spec.strip() if isinstance(spec, str) else spec) for spec in specs]
    return tuple(maker if maker.has_file else spec for maker, spec in makers)


def find_networks(specs: Iterable[BotSpec], game: Game) -> dict[str, str]:
    """Return the digests of the networks by which this library's bots play a game, keyed by name.

    Files read by programs and the user's own classes are not included.
    """
    found: dict[str, str] = {}
    for spec in specs:
        maker = find_maker(spec)
        if any(maker.maker is bot for bot in BOTS.values()):
            found |= _find_networks_of(maker(), game)
    return {make_encodable(name): found[name] for name in sorted(found)}


def _find_networks_of(bot: Any, game: Game) -> dict[str, str]:
    if isinstance(bot, Search):
        bot = bot.of(game)
    if isinstance(bot, FollowingISMCTS):
        bot = bot._search
    network = getattr(bot, "_network", None)
    return {} if network is None else network.digest(game)


def check_digests(found: Any) -> dict[str, str]:
    """Check the networks in settings, which may come from outside. Raise ValueError if they aren't texts by name."""
    if not isinstance(found, dict) or any(type(digest) is not str for digest in found.values()):
        raise ValueError(f"networks must be an object of strings, not {brief(found)}")
    return found


def check_networks(there: Mapping[str, str], here: Mapping[str, str], what: str) -> None:
    """Raise ValueError if a resumed run would have other networks than it began with."""
    for name, digest in here.items():
        if name not in there:
            raise ValueError(f"{what} doesn't name the network {brief(name)} it began with; use another folder")
        if there[name] != digest:
            file = "the network that comes with the library" if name == DEFAULT else brief(name)
            raise ValueError(
                f"{file} has changed since {what} began: its digest was {brief(there[name])}, and is {digest!r}; "
                "use the file that it began with, or another folder"
            )
