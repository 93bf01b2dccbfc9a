"""A walk through a game under test."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from uneri._util.rng import SplitMix64
from uneri.contract import Game


@dataclass(eq=False)
class ContractError(AssertionError):
    """A property of the contract doesn't hold. The fields name the property and the place."""

    game: str
    what: str
    why: str
    actions: list[int] = field(default_factory=list)
    """All actions since `new_initial_state()`."""

    def __str__(self) -> str:
        return f"{self.game}: {self.what}: {self.why}\n  after the actions {self.actions}"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, item.name) for item in fields(self))


class Probe:
    """A walk under test: its place, and the report of a broken property."""

    def __init__(self, game: Game, rng: SplitMix64) -> None:
        self.game, self.rng = game, rng
        self.actions: list[int] = []

    def check(self, good: bool, name: str, why: object) -> None:
        """Raise ContractError unless `good`."""
        if not good:
            raise ContractError(str(self.game), name, str(why), list(self.actions))

    def check_same(self, a: object, b: object, name: str) -> None:
        """Raise ContractError, with both values, unless they are equal."""
        if a != b:
            name, a, b = narrow_down(name, a, b)
            self.check(False, name, f"{shorten(a)} is not {shorten(b)}")


def narrow_down(name: str, a: Any, b: Any) -> tuple[str, Any, Any]:
    """Return the first key in which two dicts differ, with both values; return anything else unchanged."""
    if isinstance(a, dict) and isinstance(b, dict):
        if list(a) != list(b):
            return f"{name} (keys)", list(a), list(b)
        for key in a:
            if a[key] != b[key]:
                return f"{name}[{key!r}]", a[key], b[key]
    return name, a, b


def shorten(value: object) -> str:
    """Return the value's repr, cut if it is very long."""
    text = repr(value)
    return text if len(text) <= 600 else f"{text[:600]}..."
