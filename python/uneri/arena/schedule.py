"""Deals, seatings and work units of an arena, which all depend only on the settings and a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from .._util.checks import MOST_MS, bounded, seed_of, word
from .._util.jobs.task import make_content_id as unit_id
from .._util.messages import brief
from .._util.rng import SplitMix64, stream
from ..bots.specs import check_digests

FORMAT = 1
"""Version of the folder: a change of the games or the files gets a new number."""

SEATINGS = ("cycle", "pairs", "alone")
MOST_BOTS = 1000
MOST_SEATS = 99
MOST_UNIT = 1_000_000


@dataclass(frozen=True)
class Settings:
    """The settings that decide every game; all others (workers, number of deals, output) change no result."""

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
    networks: Mapping[str, str] = field(default_factory=dict)
    """The digests of the bots' networks, by their names in the bots' texts."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data in a fixed order, without `networks` if there are none."""
        found = {"format": FORMAT, **vars(self), "bots": list(self.bots)}
        return found if self.networks else {name: value for name, value in found.items() if name != "networks"}

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Settings:
        """Read the settings from plain data. The ValueError or TypeError names what isn't allowed."""
        if found.get("format") != FORMAT:
            raise ValueError(f"format is {brief(found.get('format'))}; allowed: {FORMAT}")
        names = [field.name for field in fields(cls)]
        for name in names:
            if name not in found and name != "networks":
                raise ValueError(f"{name} is missing")
        for name in found:
            if name not in ("format", *names):
                raise ValueError(f"{brief(name)} is not a setting; allowed: {', '.join(names)}")
        for name in ("version", "game", "backend"):
            if not isinstance(found[name], str):
                raise TypeError(f"{name} must be a string, not {brief(found[name])}")
        if not isinstance(found["options"], dict):
            raise TypeError(f"options must be an object, not {brief(found['options'])}")
        bots = found["bots"]
        if not isinstance(bots, list) or not 2 <= len(bots) <= MOST_BOTS or {type(bot) for bot in bots} != {str}:
            raise ValueError(f"bots must be a list of 2 to {MOST_BOTS} strings, not {brief(bots)}")
        return cls(
            version=found["version"],
            game=found["game"],
            backend=found["backend"],
            options=found["options"],
            seats=bounded(found["seats"], "seats", 1, MOST_SEATS),
            bots=tuple(bots),
            seed=seed_of(found["seed"]),
            seating=word(found["seating"], "seating", SEATINGS),
            unit_deals=bounded(found["unit_deals"], "unit_deals", 1, MOST_UNIT),
            timeout_ms=bounded(found["timeout_ms"], "timeout_ms", 1, MOST_MS),
            networks=check_digests(found.get("networks", {})),
        )


class Unit(NamedTuple):
    """Deals `first` to `last` - 1, played by one worker in one go."""

    number: int
    first: int
    last: int
    id: str


class Pairing(NamedTuple):
    """One game of a deal: the bot on each seat, as an index into the list of bots."""

    game: int
    bots: tuple[int, ...]


def list_units(settings: Settings, deals: int) -> Iterator[Unit]:
    """Yield the units of `deals` deals in order."""
    for index, first in enumerate(range(0, deals, settings.unit_deals)):
        last = min(first + settings.unit_deals, deals)
        yield Unit(index, first, last, make_content_id(settings, first, last))


def make_content_id(settings: Settings, first: int, last: int) -> str:
    """Return an id for the games of some deals: the same id means the same games."""
    return unit_id([settings.to_dict(), first, last])


def derive_deal_seed(settings: Settings, deal: int) -> int:
    """Return the seed of all games of a deal, from which all their random numbers come."""
    return stream(settings.seed, deal).next()


def derive_bot_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot on a seat, from another stream than the deal: a bot must not learn the cards.

    It is the same in all games of a deal. So similar bots play alike until their difference matters, and the games of a
    deal differ by their bots, not by their dice.
    """
    return stream(seed ^ 0xB07B07B07B07B07B, seat).next()


def count_pairings(settings: Settings) -> int:
    """Count the games of a deal."""
    count = len(settings.bots)
    if settings.seating == "cycle":
        return count
    return (count - 1) * (count if settings.seating == "pairs" else settings.seats)


def list_pairings(settings: Settings, deal: int) -> list[Pairing]:
    """List the games of a deal. In each seating every bot that takes part sits in every seat equally often.

    cycle  all bots, in an order drawn for the deal, move on by one seat each game. With as many bots as seats these
           are all rotations; with fewer some sit twice, with more some pause. Every bot is on every seat once.
    pairs  a cycle of two for each pair of bots.
    alone  the first bot alone against each other bot on all other seats, on every seat once.
    """
    rng = SplitMix64(derive_deal_seed(settings, deal) ^ 0x5EA75EA75EA75EA7)
    count, seats = len(settings.bots), settings.seats
    if settings.seating == "cycle":
        seatings = _rotate(_shuffle(range(count), rng), seats)
    elif settings.seating == "pairs":
        pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
        seatings = [table for pair in pairs for table in _rotate(_shuffle(pair, rng), seats)]
    else:
        seatings = [
            tuple(0 if seat == alone else other for seat in range(seats))
            for other in range(1, count)
            for alone in range(seats)
        ]
    return [Pairing(game, bots) for game, bots in enumerate(seatings)]


def _rotate(order: list[int], seats: int) -> list[tuple[int, ...]]:
    count = len(order)
    return [tuple(order[(seat + shift) % count] for seat in range(seats)) for shift in range(count)]


def _shuffle(items: Any, rng: SplitMix64) -> list[int]:
    order = list(items)
    for index in range(len(order) - 1, 0, -1):
        other = rng.below(index + 1)
        order[index], order[other] = order[other], order[index]
    return order
