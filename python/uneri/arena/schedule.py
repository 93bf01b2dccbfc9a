"""Who sits where: deals, seatings and work units of an arena, all of them functions of the settings and a number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from .._util.rng import SplitMix64, stream
from .._util.work.unit import content_id as unit_id

FORMAT = 1
"""Version of the folder: a change of what is played or written is a new number."""

SEATINGS = ("cycle", "pairs", "alone")


@dataclass(frozen=True)
class Settings:
    """What decides every game; anything else (workers, number of deals, where to write) changes no result."""

    version: str
    game: str
    backend: str
    options: dict[str, Any]
    seats: int
    bots: tuple[str, ...]
    seed: int
    seating: str
    unit_deals: int
    timeout_ms: int

    def to_dict(self) -> dict[str, Any]:
        """As plain data, in a fixed order."""
        return {"format": FORMAT, **vars(self), "bots": list(self.bots)}


class Unit(NamedTuple):
    """Deals `first` to `last` - 1, played by one worker in one go."""

    number: int
    first: int
    last: int
    id: str


class Table(NamedTuple):
    """One game of a deal: who sits on each seat, as positions in the list of bots."""

    game: int
    bots: tuple[int, ...]


def units(settings: Settings, deals: int) -> Iterator[Unit]:
    """The work of `deals` deals in order."""
    for index, first in enumerate(range(0, deals, settings.unit_deals)):
        last = min(first + settings.unit_deals, deals)
        yield Unit(index, first, last, content_id(settings, first, last))


def content_id(settings: Settings, first: int, last: int) -> str:
    """Names the games of some deals: the same id, the same games."""
    return unit_id([settings.to_dict(), first, last])


def deal_seed(settings: Settings, deal: int) -> int:
    """The seed of all games of a deal: every number that chance takes in them comes from it."""
    return stream(settings.seed, deal).next()


def bot_seed(seed: int, seat: int) -> int:
    """The seed of the bot on a seat. It is not the stream that deals: a bot must not learn the cards from its seed.

    It is the same in all games of a deal. So bots that differ little play alike until the difference matters, and
    the games of a deal differ by their bots, not by their dice.
    """
    return stream(seed ^ 0xB07B07B07B07B07B, seat).next()


def tables(settings: Settings, deal: int) -> list[Table]:
    """The games of a deal. In each seating every bot that takes part sits on every seat equally often.

    cycle  all bots, in an order drawn for the deal, move on by one seat each game. With as many bots as seats these
           are all rotations; with fewer some sit twice, with more some pause. Every bot is on every seat once.
    pairs  a cycle of two for each pair of bots.
    alone  the first bot alone against each other bot on all other seats, on every seat once.
    """
    rng = SplitMix64(deal_seed(settings, deal) ^ 0x5EA75EA75EA75EA7)
    count, seats = len(settings.bots), settings.seats
    if settings.seating == "cycle":
        seatings = _cycle(_shuffled(range(count), rng), seats)
    elif settings.seating == "pairs":
        pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
        seatings = [table for pair in pairs for table in _cycle(_shuffled(pair, rng), seats)]
    else:
        seatings = [
            tuple(0 if seat == alone else other for seat in range(seats))
            for other in range(1, count)
            for alone in range(seats)
        ]
    return [Table(game, bots) for game, bots in enumerate(seatings)]


def _cycle(order: list[int], seats: int) -> list[tuple[int, ...]]:
    count = len(order)
    return [tuple(order[(seat + shift) % count] for seat in range(seats)) for shift in range(count)]


def _shuffled(items: Any, rng: SplitMix64) -> list[int]:
    order = list(items)
    for index in range(len(order) - 1, 0, -1):
        other = rng.below(index + 1)
        order[index], order[other] = order[other], order[index]
    return order
