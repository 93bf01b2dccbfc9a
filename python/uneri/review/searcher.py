"""The search of a review: a named bot that can value each move, and that is fair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from .._util.call_syntax import parse_call, parse_colon, text_of
from .._util.messages import brief
from ..bots import BOTS
from ..bots.players import draw_world
from ..bots.specs import BotMaker, find_maker
from ..contract import State
from ..search import SearchResult, format_example
from ..search.action_values import JUDGED_BY


@dataclass(frozen=True)
class Searcher:
    """Makes a search for each position, with its own seed."""

    text: str
    make: BotMaker
    judged_by: Mapping[str, Any]
    """Its settings that affect a move's value."""

    def run(self, state: State, seed: int | None) -> SearchResult:
        """Search a position."""
        search: Any = self.make(seed)
        return cast("SearchResult", search.run(draw_world(search, state, seed or 0)))

    def replace_sims(self, sims: int) -> Searcher:
        """Return the same search with another budget."""
        name = self.text.partition(":")[0].strip()
        if name not in BOTS:
            raise ValueError(f"sims is given, which {brief(self.text)} doesn't take")
        options = {**parse_colon(self.text, "bot")[1], "sims": sims}
        text = f"{name}:{','.join(f'{option}={text_of(value)}' for option, value in options.items())}"
        return replace(self, text=text, make=replace(self.make, options={**self.make.options, "sims": sims}))

    def __reduce__(self) -> Any:
        if self.make.has_file:  # its content is sent along
            return Searcher, (self.text, self.make, self.judged_by)
        return find_searcher, (self.text,)  # a module of the user's is imported where it arrives


def find_searcher(bot: str) -> Searcher:
    """Return the search that a text names. Raise ValueError unless it is fair and without memory of positions."""
    if not isinstance(bot, str):
        raise TypeError(f"bot must be a string such as 'search:sims=2000', not {brief(bot)} ({type(bot).__name__})")
    make = find_maker(bot)
    made: Any = make(None)
    if not hasattr(made, "run"):
        raise ValueError(f"bot is {brief(bot)}; allowed: {format_example(2000)}")
    if hasattr(made, "see"):
        raise ValueError(f"bot must be a search without follow=true, not {brief(bot)}")
    if getattr(made, "cheats", False):
        raise ValueError(f"bot must be a search without cheat=true, not {brief(bot)}")
    settings = {name: value for name, value in _read_options(bot.strip()).items() if name in JUDGED_BY}
    if settings.get("rollout") == "net":  # losses are judged by the game's quick player
        del settings["rollout"]
    if settings.get("objective") == "utility":
        raise ValueError(f"bot is {brief(bot)}; set objective=rank or objective=win")
    return Searcher(bot.strip(), make, settings)


def _read_options(bot: str) -> dict[str, Any]:
    """Return the options in the text of a bot."""
    if bot.partition(":")[0].strip() in BOTS:
        return parse_colon(bot, "bot")[1]
    return parse_call(bot.partition(":")[2])[1]
