"""What the reference games share: the generator of R-3 and the checking of options (R-5) and of plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from uneri.reference.words import brief, shown

_MASK = (1 << 64) - 1

CHANCE = -1
TERMINAL = -4

UTILITIES = ("score", "margin", "win")


class SplitMix64:
    """The 64-bit generator of R-3."""

    def __init__(self, state: int) -> None:
        self.state = state & _MASK

    def next(self) -> int:
        """The next raw 64-bit output."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """A uniform number in 0..bound-1; draws again while the output lies in the uneven first part."""
        threshold = (1 << 64) % bound
        x = self.next()
        while x < threshold:
            x = self.next()
        return x % bound


def is_int(value: object) -> bool:
    """True for an int that is no bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def bad_option(game: str, name: str, value: object, allowed: str) -> ValueError:
    """The error for an option with a value that is not allowed."""
    return ValueError(f"{game}: option {brief(name)} is {shown(value)}; allowed: {allowed}")


def check_names(game: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Refuses an option that the game does not have."""
    names = list(known)
    for name in given:
        if name not in names:
            raise ValueError(f"{game}: no option {brief(name)}; options: {', '.join(names)}")


def int_option(game: str, name: str, value: object, low: int, high: int) -> int:
    """An option that is an int in low..high."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise bad_option(game, name, value, f"{low} to {high}")
    return value


def bool_option(game: str, name: str, value: object) -> bool:
    """An option that is true or false."""
    if not isinstance(value, bool):
        raise bad_option(game, name, value, "true, false")
    return value


def choice_option(game: str, name: str, value: object, allowed: tuple[str, ...]) -> str:
    """An option that is one of some words."""
    if not isinstance(value, str) or value not in allowed:
        raise bad_option(game, name, value, ", ".join(allowed))
    return value


def bad_field(game: str, name: str, value: object, allowed: str) -> ValueError:
    """The error for a field of `from_dict` data."""
    return ValueError(f"{game}: field {brief(name)} is {shown(value)}; allowed: {allowed}")


class Contradiction(ValueError):
    """A field that doesn't fit the others."""

    def __init__(self, game: str, field: str, why: str) -> None:
        super().__init__(f"{game}: field {field!r} {why}")
        self.field = field


@contextmanager
def naming_values(data: Mapping[str, object]) -> Iterator[None]:
    """Contradictions that are found inside say what the field holds."""
    try:
        yield
    except Contradiction as error:
        raise ValueError(f"{error}; given: {shown(data[error.field])}") from None


def same_data(a: object, b: object) -> bool:
    """Equal plain data, where True is not 1 and a tuple stands for a list."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same_data(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(same_data(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and a == b


def int_field(game: str, data: Mapping[str, object], name: str, low: int, high: int) -> int:
    """A field of `from_dict` data that is an int in low..high."""
    value = data[name]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise bad_field(game, name, value, f"{low} to {high}")
    return value


def bool_field(game: str, data: Mapping[str, object], name: str) -> bool:
    """A field of `from_dict` data that is true or false."""
    value = data[name]
    if not isinstance(value, bool):
        raise bad_field(game, name, value, "true, false")
    return value


def list_field(game: str, name: str, value: object, length: int, low: int, high: int) -> list[int]:
    """A list of `length` ints in low..high."""
    if (
        not isinstance(value, list | tuple)
        or len(value) != length
        or not all(is_int(item) and low <= item <= high for item in value)
    ):
        raise bad_field(game, name, value, f"a list of {length} ints, each {low} to {high}")
    return list(value)
