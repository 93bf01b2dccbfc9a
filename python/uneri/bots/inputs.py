"""The networks that the bots of a run read from files. A run identifies them by their content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .._util.messages import brief
from ..contract import Game
from ..search import FollowingISMCTS, Search
from ..train.networks import DEFAULT
from .errors import make_encodable
from .specs import BOTS, BotMaker, BotSpec, find_maker


def own_specs(specs: Iterable[BotSpec], timeout_ms: int) -> tuple[BotSpec, ...]:
    """Check the bots of a run and read their networks, so that all workers play with the same ones.

    Raise ValueError or TypeError for a bot that can't be made. Bots with running programs are not made here.
    """
    return tuple(_own(spec, find_maker(spec, timeout_ms)) for spec in specs)


def _own(spec: BotSpec, maker: BotMaker) -> BotSpec:
    if maker.has_file:
        return maker
    return spec.strip() if isinstance(spec, str) else spec


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
        raise ValueError(f"networks is {brief(found)}; allowed: an object of texts")
    return found


def check_networks(there: Mapping[str, str], here: Mapping[str, str], what: str) -> None:
    """Raise ValueError if a resumed run would have other networks than it began with."""
    for name, digest in here.items():
        if name not in there:
            raise ValueError(f"{what} doesn't name the network {brief(name)} it began with; allowed: another folder")
        if there[name] != digest:
            file = "the network that comes with the library" if name == DEFAULT else brief(name)
            raise ValueError(
                f"{file} has changed since {what} began: its digest was {brief(there[name])}, and is {digest!r}; allowed: the "
                "file that it began with, or another folder"
            )
