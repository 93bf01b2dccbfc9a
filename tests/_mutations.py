"""Damage to mappings that users may write (boards, decks, rule sets): places in nested data, and what to put there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uneri.testing import SplitMix64

Data = dict[str, Any]
Step = str | int
Route = tuple[Step, ...]
Mutation = Callable[[Data, SplitMix64], list[Route]]
"""Changes the data and returns the routes that an error may name."""

# Wrong nearly everywhere; tests add values that are right in some places of their game's data.
WRONG: tuple[Any, ...] = (
    *(None, True, False, 1.0, 2.5, -0.0, float("nan"), float("inf"), -float("inf"), 1e300, 0, -1),
    *(2**31, 2**32 + 1, -(2**63), 2**63, 2**64, 10**30, -(10**30), 10**5000),
    *("", "1", "ü'\\\"", "x" * 300, "\ud800", b"w", bytearray(4), 1 + 2j, object),
    *([], (), {}, [[]], [None] * 2, [None] * 4, [0, 0], [1, 2, 3], {"w": 1}, {1, 2}, range(4)),
)


def one_of(rng: SplitMix64, items: Any) -> Any:
    return items[rng.below(len(items))]


def routes(value: Any, here: Route = ()) -> list[Route]:
    """The ways to everything in the data but the whole."""
    steps: list[Step] = list(value) if isinstance(value, dict) else list(range(len(value)))
    found: list[Route] = []
    for step in steps:
        found.append((*here, step))
        if isinstance(value[step], dict | list):
            found += routes(value[step], (*here, step))
    return found


def at(data: Any, route: Route) -> Any:
    for step in route:
        data = data[step]
    return data


def put(data: Any, route: Route, value: Any) -> None:
    at(data, route[:-1])[route[-1]] = value


def of_kind(data: Any, *kinds: type) -> list[Route]:
    """The routes to values of these very types: True is no int."""
    return [route for route in routes(data) if type(at(data, route)) in kinds]


def named(route: Route) -> str:
    """The route as errors have it."""
    text = ""
    for step in route:
        text += f"[{step}]" if isinstance(step, int) else f"{'.' if text else ''}{step}"
    return text


def swapped(data: Data, rng: SplitMix64) -> list[Route]:
    """Two items of a list, or the values of two keys, change places."""
    route = one_of(rng, [*of_kind(data, list), *of_kind(data, dict)])
    place = at(data, route)
    steps = list(place) if isinstance(place, dict) else list(range(len(place)))
    if not steps:
        return []
    one, two = one_of(rng, steps), one_of(rng, steps)
    place[one], place[two] = place[two], place[one]
    return [(*route, one), (*route, two), route]


def backwards(value: Any) -> Any:
    """The same data with the keys of every mapping in the opposite order."""
    if isinstance(value, dict):
        return {key: backwards(value[key]) for key in reversed(value)}
    return [backwards(item) for item in value] if isinstance(value, list) else value
