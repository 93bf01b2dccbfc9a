"""Reads plain data from outside. Each value knows its place, so that errors can name it and list what is allowed there.

`Field` is an option of a game or a field of a state, `Entry` a value anywhere inside an option that is data.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

from .._util.messages import brief, printable, shown

_Word = TypeVar("_Word", bound="str | None")
_Data = TypeVar("_Data")


def is_int(value: object) -> bool:
    """Return whether `value` is an int and not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True)
class Field:
    """An option or a field with its value. Values nested inside it share its name in errors."""

    place: str  # "onda: field 'hand'"
    value: object

    def bad(self, allowed: str) -> ValueError:
        """Return an error with the value and what is allowed instead."""
        return ValueError(f"{self.place} is {shown(self.value)}; allowed: {allowed}")

    def inside(self, _step: str, value: object) -> Self:
        """Return a value nested one step deeper: `.key` or `[0]`."""
        return type(self)(self.place, value)

    def integer(self, low: int, high: int, allowed: str = "") -> int:
        """Read an int in low..high."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            raise self.bad(allowed or f"{low} to {high}")
        return int(self.value)

    def one_of(self, *numbers: int) -> int:
        """Read one of some ints."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or self.value not in numbers:
            raise self.bad(", ".join(map(str, numbers)))
        return int(self.value)

    def flag(self, allowed: str = "true, false") -> bool:
        """Read true or false."""
        if not isinstance(self.value, bool):
            raise self.bad(allowed)
        return self.value

    def word(self, words: Sequence[_Word], allowed: str = "") -> _Word:
        """Read one of some words; None may be among them."""
        for word in words:
            if self.value == word:
                return word
        raise self.bad(allowed or ", ".join(map(str, words)))

    def items(self, least: int, most: int, allowed: str = "") -> list[Self]:
        """Read a list of least..most items."""
        if not isinstance(self.value, list | tuple) or not least <= len(self.value) <= most:
            raise self.bad(allowed or f"a list of {least}" + (f" to {most}" if most > least else ""))
        return [self.inside(f"[{i}]", item) for i, item in enumerate(self.value)]

    def by_seat(self, seats: int) -> list[Self]:
        """Read a list with one entry per seat."""
        return self.items(seats, seats, f"a list of {seats} entries, one for every seat")

    def different(
        self, least: int, most: int, read: Callable[[Self], _Data], once: str, allowed: str = ""
    ) -> list[_Data]:
        """Read a list of least..most items, none of them twice: `once` says so."""
        found: list[_Data] = []
        for item in self.items(least, most, allowed):
            value = read(item)
            if value in found:
                raise item.bad(once)
            found.append(value)
        return found

    def ints(self, length: int, low: int, high: int) -> tuple[int, ...]:
        """Read a list of `length` ints in low..high. If one is wrong, the error shows the whole list."""
        return self.ints_up_to([high] * length, f"a list of {length} ints, each {low} to {high}", low=low)

    def ints_up_to(
        self, caps: Sequence[int], allowed: str, *, low: int = 0, least: int | None = None
    ) -> tuple[int, ...]:
        """Read a list of ints from `low`, each up to its cap: at least `least` ints, or one for each cap."""
        items = self.items(len(caps) if least is None else least, len(caps), allowed)
        for item, cap in zip(items, caps, strict=False):
            if not isinstance(item.value, int) or isinstance(item.value, bool) or not low <= item.value <= cap:
                raise self.bad(allowed)
        return tuple(item.value for item in items)  # type: ignore[misc]  # they are ints


@dataclass(frozen=True)
class Entry(Field):
    """A value inside an option that is data. `place` names the option, `path` the way from there."""

    path: str = ""

    def bad(self, allowed: str) -> ValueError:
        """Name lists and mappings by their type, anything else by its value."""
        where = f"{self.place}: {brief(self.path)}" if self.path else self.place
        return ValueError(f"{where} is {_kind_or_value(self.value)}; allowed: {allowed}")

    def inside(self, step: str, value: object) -> Entry:
        """Return a value nested one step deeper: `.key` or `[0]`."""
        return Entry(self.place, value, f"{self.path}{step}" if self.path else step.removeprefix("."))

    def text(self) -> str:
        """Read free text. Lone surrogates are refused: no file could hold them."""
        if not isinstance(self.value, str) or _has_half_pair(self.value):
            raise self.bad("a string")
        return self.value

    def name(self) -> object:
        """Read a name: a text, or a mapping of texts by language."""
        texts = [self.value]
        if isinstance(self.value, Mapping) and self.value and set(self.value) <= {"en", "ja"}:
            texts = list(self.value.values())
        if any(not isinstance(text, str) or _has_half_pair(text) for text in texts):
            raise self.bad("a string, a mapping of en, ja or both to strings")
        if not isinstance(self.value, Mapping):
            return self.value
        return {language: self.value[language] for language in ("en", "ja") if language in self.value}

    def mapping(self, keys: Sequence[str], defaults: Mapping[str, object] | None = None) -> dict[str, Entry]:
        """Read a mapping with exactly these keys, in their order. Keys with a default may be absent."""
        found = self.part(keys)
        absent = defaults or {}
        for key in keys:
            if key not in found:
                if key not in absent:
                    raise self.no_key(key)
                found[key] = self.inside(f".{key}", absent[key])
        return {key: found[key] for key in keys}

    def part(self, keys: Sequence[str], known: str = "") -> dict[str, Entry]:
        """Read a mapping with some of these keys, in their order. `known` describes them in the error."""
        if not isinstance(self.value, Mapping):
            raise self.bad("a mapping")
        for key in self.value:
            if key not in keys:
                path = self.inside(f".{_key(key)}", None).path
                raise ValueError(f"{self.place}: unknown key '{path}'; keys: {known or ', '.join(keys)}")
        return {key: self.inside(f".{key}", self.value[key]) for key in keys if key in self.value}

    def no_key(self, key: str) -> ValueError:
        """Return the error for a missing key."""
        return ValueError(f"{self.place}: no key {brief(self.inside(f'.{key}', None).path)}")


def read_options(game: str, given: Mapping[str, object], defaults: Mapping[str, object]) -> dict[str, Field]:
    """Read the options of a game by name. Unknown ones are refused (R-5)."""
    _check_names(game, "option", given, defaults)
    return {
        name: Field(f"{game}: option {brief(name)}", given.get(name, default)) for name, default in defaults.items()
    }


def read_fields(game: str, data: object, names: Sequence[str], options: Mapping[str, object]) -> dict[str, Field]:
    """Read the fields of a state by name: all of them and no others. Its options must be the game's."""
    if not isinstance(data, Mapping):
        raise TypeError(f"{game}: a state must be a mapping, not {shown(data)}")
    _check_names(game, "field", data, names)
    for name in names:
        if name not in data:
            raise ValueError(f"{game}: field {name!r} is missing")
    fields = {name: Field(f"{game}: field {brief(name)}", data[name]) for name in names}
    if not same_data(data["options"], options):
        raise fields["options"].bad("the options of this game")
    return fields


def built_in_data(file: str) -> Any:
    """Return the data of a file of the library."""
    return json.loads((Path(__file__).resolve().parents[1] / "data" / file).read_text(encoding="utf-8"))


def read_data(
    option: Field, name: str, file: str, check: Callable[[object], _Data], listed: Callable[[_Data], object]
) -> tuple[_Data, object]:
    """Return the checked data that an option means, and the option's value to list.

    Data equal to a built-in entry of the file are listed by its name, however they were given.
    """
    if option.value != name and not isinstance(option.value, Mapping):
        raise option.bad(f"{name!r}, a mapping, the path of a JSON file")
    built_in = check(built_in_data(file))
    data = built_in if option.value == name else check(option.value)
    return data, name if data == built_in else listed(data)


def same_data(a: object, b: object) -> bool:
    """Return whether two pieces of plain data are equal; True is not 1, and a tuple equals a list."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same_data(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(same_data(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and a == b


def _check_names(game: str, what: str, given: Iterable[object], known: Iterable[str]) -> None:
    names = list(known)
    for name in given:
        if name not in names:
            raise ValueError(f"{game}: no {what} {brief(name)}; {what}s: {', '.join(names)}")


def _kind_or_value(value: object) -> str:
    if isinstance(value, Mapping):
        return "not valid"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, str | int | float):
        return shown(value)
    return f"a {type(value).__name__}"


def _key(key: object) -> str:
    """Show a key in an error: text as it is, else with its type, since {2: ...} is not {"2": ...}."""
    return (
        printable(key) if isinstance(key, str) and not _has_half_pair(key) else f"{brief(key)} ({type(key).__name__})"
    )


def _has_half_pair(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)
