"""Caches results of the search for the distance to a win. Without it the search takes five times as long.

It is a module of its own because nothing else in the rulebook is cached: rules, melds and points are computed each time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from .tables import Tables

MOST_KEPT = 200_000  # answers of one function about one rule set

Function = TypeVar("Function", bound=Callable[..., Any])


def kept(function: Function) -> Function:
    """Cache answers as long as the tables they are about are alive. A cache of all tables would keep every rule set
    sent from outside.
    """
    answers: WeakKeyDictionary[Tables, dict[Any, Any]] = WeakKeyDictionary()

    @wraps(function)
    def ask(tables: Tables, *asked: Any) -> Any:
        known = answers.setdefault(tables, {})
        if asked not in known:
            answer = function(tables, *asked)
            if len(known) >= MOST_KEPT:
                known.clear()
            known[asked] = answer
        return known[asked]

    return cast("Function", ask)
