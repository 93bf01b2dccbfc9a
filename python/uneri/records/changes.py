"""The changes of a seat's view by an event, as a list of `[path, value]`: small, plain, and by seat.

A path is a list of keys and places from the top of a view (`State.to_dict(seat)`) down to the new value. A place one
past the end of a list appends an entry.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from .lines import canonical

Change = list[Any]  # [path, value]


def changes(before: Any, after: Any) -> list[Change]:
    """Return the changes that turn `before` into `after`."""
    found: list[Change] = []
    _collect([], before, after, found)
    return found


def _collect(path: list[Any], before: Any, after: Any, found: list[Change]) -> None:
    if type(before) is type(after) and before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and (not path or set(before) <= set(after)):
        for key, value in after.items():
            if key in before:
                _collect([*path, key], before[key], value, found)
            else:
                found.append([[*path, key], value])
        return
    if isinstance(before, list) and isinstance(after, list) and path and _alike(before, after):
        for place, value in enumerate(after):
            if place >= len(before):
                found.append([[*path, place], value])
            elif type(before[place]) is not type(value) or before[place] != value:
                _collect([*path, place], before[place], value, found)
        return
    found.append([path, after])


def _alike(before: list[Any], after: list[Any]) -> bool:
    """Return whether listing the changed entries is shorter than the whole list."""
    if len(after) < len(before):
        return False
    kept = sum(1 for old, new in zip(before, after, strict=False) if old == new)
    nested = any(isinstance(value, list | dict) for value in after)
    return kept > 0 if nested else 4 * (len(after) - kept) <= len(after)


def applied(view: Mapping[str, Any], made: Iterable[Change]) -> dict[str, Any]:
    """`view` with changes; the inverse of `changes`. Raise ValueError for a path that leads nowhere."""
    result: dict[str, Any] = copy.deepcopy(dict(view))
    for path, value in made:
        place: Any = result
        try:
            for step in path[:-1]:
                place = place[step]
            if isinstance(place, list) and path[-1] == len(place):
                place.append(copy.deepcopy(value))
            elif isinstance(place, list | dict):
                place[path[-1]] = copy.deepcopy(value)
            else:
                raise TypeError
        except (KeyError, IndexError, TypeError):
            raise ValueError(f"a change of {path} leads nowhere") from None
    return result


def shared(by_seat: list[list[Change]]) -> tuple[list[Change], list[list[Change]]]:
    """Return the changes that all seats see, and each seat's further changes."""
    keyed = [{canonical(change): change for change in made} for made in by_seat]
    common = [key for key in keyed[0] if all(key in other for other in keyed[1:])]
    taken = set(common)
    rest = [[change for key, change in mine.items() if key not in taken] for mine in keyed]
    return [keyed[0][key] for key in common], rest


def sort_changes(made: Iterable[Change]) -> list[Change]:
    """Return changes in the order of their paths, so that entries are added to a list one after the other."""
    return sorted(made, key=lambda change: [(isinstance(step, str), step) for step in change[0]])
