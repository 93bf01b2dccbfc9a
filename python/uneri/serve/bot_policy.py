"""The bots that anybody may seat: small searches and simple players of this library, and those of the owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from uneri._util.call_syntax import parse_colon
from uneri._util.messages import brief
from uneri.bots import Bot, bot_maker
from uneri.bots.players import SIMPLE, plays
from uneri.bots.players import stand_in as simple_bot
from uneri.bots.specs import own_parameters
from uneri.search import BY_NAME

from .limits import Limits
from .requests import Refused

HUMAN: Final = "human"
OFFERED: Final = ("greedy", "random", "search:sims=200", "search:sims=1000", "ismcts:sims=2000")
"""The bots that the page lists by their texts."""
STRENGTHS: Final = ("Easy", "Medium", "Strong", "Strongest")
LEVELS: Final = {
    "namima": ("greedy", "search:sims=50", "search:sims=400", "search:sims=2000"),
    "onda": ("random", "greedy", "search:sims=100", "search:sims=1000"),
    "solo": ("random", "greedy", "search:sims=200", "search:sims=2000"),
    "tacta": ("random", "greedy", "search:sims=50", "search:sims=500"),
    "tidal": ("random", "greedy", "search:sims=100", "search:sims=1000"),
}
"""The bots of a game behind the words of `STRENGTHS`. `search` uses what is strongest in the game, networks included."""


def list_levels(game: str) -> list[tuple[str, str]]:
    """Return the words for strength, each with its bot in a game."""
    simple = [name for name in SIMPLE if plays(name, game)]
    bots = LEVELS.get(game, (simple[0], simple[-1], "search:sims=100", "search:sims=1000"))
    return list(zip(STRENGTHS, bots, strict=True))


def name_bot(spec: str, game: str) -> str:
    """Return the word for a bot's strength, or its name."""
    return next((word for word, bot in list_levels(game) if bot == spec), spec.partition(":")[0])


def check_bot(spec: str, game: str, named: Sequence[str], limits: Limits) -> None:
    """Refuse a bot that visitors may not seat. `named` are the owner's bots, which may be any."""
    if spec in named:
        return
    searches = [name for name, entry in BY_NAME.items() if entry.offered]
    allowed = f"allowed: {HUMAN}, {', '.join(sorted(SIMPLE))}, {', '.join(searches)} with sims, time_ms, seed"
    allowed += f", or one of {', '.join(named)}" if named else ""
    try:
        name, options = parse_colon(spec, "bot")
    except (ValueError, TypeError):
        raise Refused(f"bot {brief(spec)}: {allowed}") from None
    if name in SIMPLE and not plays(name, game):
        raise Refused(f"bot {name} does not play {game}; {allowed}")
    most = {"sims": limits.sims, "time_ms": limits.time_ms, "seed": (1 << 64) - 1}
    allowed_options = own_parameters(name).keys() & most.keys() if name in (*searches, *SIMPLE) else set()
    if name not in (*searches, *SIMPLE) or (options and not allowed_options):
        raise Refused(f"bot {brief(spec)}: {allowed}")
    for option, value in options.items():
        if option not in allowed_options:
            raise Refused(f"bot {brief(spec)}: option {brief(option)}; {allowed}")
        low = 0 if option == "seed" else 1
        if type(value) is not int or not low <= value <= most[option]:
            raise Refused(f"bot {brief(spec)}: {option} is {brief(value)}; allowed: {low} to {most[option]}")


def make_seat_bot(spec: str, seed: int) -> Bot:
    """Make the bot of a checked text."""
    try:
        return bot_maker(spec)(seed)
    except (ValueError, TypeError) as error:
        raise Refused(str(error)) from None


def stand_in(game: str, seed: int) -> Bot:
    """Make the bot that replaces a failed one."""
    return bot_maker(simple_bot(game))(seed)


def close_bot(bot: Any) -> None:
    """End a bot's processes."""
    if callable(getattr(bot, "close", None)):
        bot.close()
