"""The fields of lines. Checks, error texts and the texts shown are derived from `data/record.schema.json`."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from .._util.messages import brief
from .._util.shipped import read_shipped
from .lines import LineError, canonical

UNKNOWN_BYTES = 1 << 16
"""The most that a line's unknown fields may have, as JSON."""

MARKS = "marks"
"""Shown after the move."""

Check = Callable[[Any], bool]
Node = Mapping[str, Any]
"""A schema, or a part of one that describes a value."""


class Field(NamedTuple):
    """A field of a line."""

    check: Check
    allowed: str
    title: str = ""
    """Shown before the value."""
    public: bool = False
    """Whether seats see it."""


class Fields(NamedTuple):
    """The fields of a line, in the order in which they are shown."""

    required: dict[str, Field]
    optional: dict[str, Field]


def schema() -> dict[str, Any]:
    """Return a new copy of the JSON schema of a line (draft 2020-12)."""
    return read_shipped("record.schema.json")


@cache
def fields_of(kind: str) -> Fields:
    """Return the fields of a type of line, without `type` and `sum`."""
    defs = schema()["$defs"]
    line = _inlined(defs[kind], defs)
    found = Fields({}, {})
    for name, node in line["properties"].items():
        if name not in ("type", "sum"):
            field = Field(_check(node), _words(node), node.get("title", ""), node.get("public", False))
            (found.required if name in line["required"] else found.optional)[name] = field
    return found


def check_content(content: dict[str, Any], allowed: tuple[str, ...]) -> None:
    """Raise LineError if a line's type is not in `allowed`, or a field is missing or invalid."""
    kind = content.get("type")
    if kind not in allowed:
        raise LineError(f"type is {brief(kind)}; allowed here: {', '.join(map(repr, allowed))}")
    required = fields_of(kind).required
    for name, field in required.items():
        if name not in content:
            raise LineError(f"{name!r} is missing in a line of type {kind!r}")
        if not field.check(content[name]):
            raise LineError(f"{name!r} must be {field.allowed}, not {brief(content[name])}")
    if len(content) > len(required) + 1:
        check_notes(kind, notes_of(content))


def check_notes(kind: str, notes: Mapping[str, Any]) -> None:
    """Raise LineError if an optional field is invalid, or unknown ones are too large."""
    optional = fields_of(kind).optional
    for name, value in notes.items():
        if name in optional and not optional[name].check(value):
            raise LineError(f"{name!r} must be {optional[name].allowed}, not {brief(value)}")
    size = len(canonical(left)) if (left := {name: notes[name] for name in notes if name not in optional}) else 0
    if size > UNKNOWN_BYTES:
        raise LineError(f"unknown fields ({brief(', '.join(left))}) have {size} bytes; the limit is {UNKNOWN_BYTES}")


def notes_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the optional fields of a line, known or not, unchanged."""
    required = fields_of(content["type"]).required
    if len(content) == len(required) + 1:
        return {}
    return {name: value for name, value in content.items() if name not in required and name != "type"}


def add_notes(kind: str, notes: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return notes with changed fields; None removes one. Raise ValueError for an unknown or invalid field."""
    found, optional = dict(notes), fields_of(kind).optional
    for name, value in fields.items():
        if value is None:
            found.pop(name, None)
            continue
        if name not in optional:
            raise ValueError(f"no field {brief(name)} in a line of type {kind!r}; allowed: {', '.join(optional)}")
        try:
            found[name] = json.loads(json.dumps(value, allow_nan=False))
            check_notes(kind, found)
        except (TypeError, ValueError, RecursionError):
            raise ValueError(f"{name!r} must be {optional[name].allowed}, not {brief(value)}") from None
    return found


def marked(text: str, notes: Mapping[str, Any]) -> str:
    """Return a move with its marks."""
    return " ".join([text, *notes.get(MARKS, ())])


def shown_notes(kind: str, notes: Mapping[str, Any], *, public: bool = False) -> Iterator[str]:
    """Yield the notes as text, one per known field but marks; with `public` only those that all seats see."""
    for name, field in fields_of(kind).optional.items() if notes else ():
        if name in notes and name != MARKS and (field.public or not public):
            words = _shown(notes[name])
            yield f"{field.title}: {words}" if field.title else words


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_shown(entry)}" for name, entry in value.items())
    if isinstance(value, list):
        return " ".join(map(_shown, value))
    return f"{value:g}" if isinstance(value, float) else "-" if value is None else str(value)


def _inlined(value: Any, defs: Node) -> Any:
    """Return a part of the schema with its references resolved."""
    if isinstance(value, list):
        return [_inlined(entry, defs) for entry in value]
    if not isinstance(value, dict):
        return value
    found = {key: _inlined(entry, defs) for key, entry in value.items() if key != "$ref"}
    return _inlined(defs[value["$ref"].rpartition("/")[2]], defs) | found if "$ref" in value else found


# A check for each schema. Those of changes run some fifty times per move: one call less saves a tenth of the time.


def _check(node: Node) -> Check:
    if "const" in node:
        return lambda value: type(value) is int and bool(value == node["const"])
    if "enum" in node:
        return lambda value: isinstance(value, str) and value in node["enum"]
    if isinstance(node["type"], str):
        return _CHECKS[node["type"]](node)
    first, second = (_check({**node, "type": kind}) for kind in node["type"])
    return lambda value: first(value) or second(value)


def _check_text(node: Node) -> Check:
    if not node.keys() & {"maxLength", "pattern"}:
        return lambda value: type(value) is str
    longest, pattern = node.get("maxLength", math.inf), re.compile(node.get("pattern", "(?s:.*)"))
    return lambda value: type(value) is str and len(value) <= longest and pattern.fullmatch(value) is not None


def _check_number(node: Node) -> Check:
    low, high = node.get("minimum", -math.inf), node.get("maximum", math.inf)
    if node["type"] == "integer":
        return lambda value: type(value) is int and low <= value <= high
    return lambda value: type(value) in (int, float) and low <= value <= high


def _check_list(node: Node) -> Check:
    least, most = node.get("minItems", 0), node.get("maxItems", math.inf)
    if "items" in node:
        item = _check(node["items"])
        return lambda value: type(value) is list and least <= len(value) <= most and all(map(item, value))
    first = _check(node["prefixItems"][0])  # anything may follow
    return lambda value: type(value) is list and least <= len(value) <= most and first(value[0])


def _check_object(node: Node) -> Check:
    if node.get("additionalProperties", True):
        return lambda value: type(value) is dict
    required = set(node.get("required", ()))
    checks = {name: _check(entry) for name, entry in node.get("properties", {}).items()}
    patterns = [(re.compile(name), _check(entry)) for name, entry in node.get("patternProperties", {}).items()]

    def fits(name: str, entry: Any) -> bool:
        for pattern, check in patterns:
            if pattern.fullmatch(name):
                checks[name] = check  # there are a hundred seats
                return check(entry)
        return False

    def check(value: Any) -> bool:
        if type(value) is not dict:
            return False
        for name, entry in value.items():
            inner = checks.get(name)
            if not (fits(name, entry) if inner is None else inner(entry)):
                return False
        return required <= value.keys()

    return check


_CHECKS: dict[str, Callable[[Node], Check]] = {
    "string": _check_text,
    "integer": _check_number,
    "number": _check_number,
    "boolean": lambda _: lambda value: type(value) is bool,
    "null": lambda _: lambda value: value is None,
    "array": _check_list,
    "object": _check_object,
}
_NAMES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
}


def _words(node: Node) -> str:
    """Describe the values that a schema allows."""
    if "properties" in node:
        return f"{{{'; '.join(f'{name}: {_words(entry)}' for name, entry in node['properties'].items())}}}"
    if node.get("type") == "object":
        about = str(node.get("description", "")).rstrip(".").lower()
        return f"an object ({about})" if about else "an object"
    kinds = [node["type"]] if isinstance(node.get("type"), str) else node.get("type", ())
    words = " or ".join(_NAMES[kind] for kind in kinds if kind != "null")
    words = words or str(node.get("const", f"one of {', '.join(node.get('enum', ()))}"))
    words += f" of at most {node['maxLength']} characters" if "maxLength" in node else ""
    words += f" of at most {node['maxItems']} items" if "maxItems" in node else ""
    words += f" from {node['minimum']} to {node['maximum']}" if "maximum" in node else ""
    words += f", each {_words(node['items'])}" if "items" in node else ""
    words += "".join(f" such as {example!r}" for example in node.get("examples", ()))
    return words + " or null" if "null" in kinds and len(kinds) > 1 else words
