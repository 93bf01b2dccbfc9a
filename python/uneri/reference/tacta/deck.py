"""A TACTA deck as data (1.9): reading the file and checking it entry by entry.

`load_deck` takes the option `deck` as the user gave it and returns the checked `Deck` and what the option lists: the
word "default-18", or the whole mapping with its keys in the order of the file. What needs more than one entry (joints,
overlapping shapes, V4, V5, V7, V8) is checked in `tables.py`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from uneri.reference.common import bad_option, read_json_option
from uneri.reference.tacta.geometry import (
    Number,
    Point,
    inside,
    is_convex_clockwise,
    minus,
    number,
    slab_of,
)
from uneri.reference.words import brief, shown

GAME = "tacta"
DEFAULT_NAME = "default-18"
DEFAULT_FILE = Path(__file__).resolve().parents[2] / "data" / "tacta_deck.json"
DECK_SIZE = 18  # cards of one colour
SUITS = ("circle", "square", "triangle")
SUIT_LETTERS = "cst"
MAX_VALUE = 6
KINDS = ("triangle", "square", "bar", "long")
COLOUR_COUNTS = ("2", "3", "4", "5", "6")
MAX_TABLE = 8192
MAX_SLOTS, MAX_START_SHAPES, MAX_SHAPES, MAX_REGIONS = 32, 18, 4, 12  # V8
MAX_COORDINATE = 4096  # of one part of a number; keeps all products in 64 bits

DECK_KEYS = (
    "format", "version", "name", "note", "kinds", "frame", "margin", "tables", "free_grid", "slots", "start", "cards",
)  # fmt: skip
SLOT_KEYS = ("id", "name", "kind", "cls", "out", "polygon", "anchor", "dots")
CARD_KEYS = ("id", "suit", "value", "shapes")


@dataclass(frozen=True)
class Slot:
    """A place where a shape can sit, on the front of a card (1.4)."""

    id: int
    name: str
    kind: str
    cls: str
    out: int  # outward direction in steps of 45 degrees
    polygon: tuple[Point, ...]
    anchor: Point
    dots: tuple[Point, ...]  # where dots are drawn (1.10)


@dataclass(frozen=True)
class Shape:
    """A shape of a card: its slot id and its dots, 0 for a hollow one."""

    slot: int
    dots: int


@dataclass(frozen=True)
class Card:
    """A card of the deck, or the start card (suit -1, value 0)."""

    suit: int
    value: int
    shapes: tuple[Shape, ...]

    @property
    def name(self) -> str:
        """Suit letter and value (1.8)."""
        return f"{SUIT_LETTERS[self.suit]}{self.value}" if self.suit >= 0 else "start"


@dataclass(frozen=True)
class Deck:
    """A deck whose entries are good. Lengths are in the units of 1.3."""

    name: str
    note: str
    kinds: tuple[str, ...]  # the notes to the four kinds
    width: int  # of the frame
    height: int
    margin: int
    standard: dict[int, tuple[int, int]]  # table sizes by number of colours (2.1)
    one_suit: dict[int, tuple[int, int]]
    columns: int  # free_grid (5)
    rows: int
    pitch: int
    slots: tuple[Slot, ...]
    start_name: str
    start: Card
    cards: tuple[Card, ...]

    @property
    def most_shapes(self) -> int:
        """S of 6: the largest number of shapes on a player card."""
        return max(len(card.shapes) for card in self.cards)

    @property
    def regions(self) -> int:
        """F of 6."""
        return self.columns * self.rows


def load_deck(option: object) -> tuple[Deck, object]:
    """The deck that the option `deck` means, and the option's value to list.

    A deck equal to the built-in one is listed by its name, however it was given.
    """
    if isinstance(option, Mapping):
        given: object = option
    elif option == DEFAULT_NAME:
        given = _built_in()
    elif isinstance(option, str | os.PathLike):
        given = read_json_option(GAME, "deck", os.fspath(option), (DEFAULT_NAME,))
    else:
        raise bad_option(GAME, "deck", option, f"{DEFAULT_NAME!r}, a mapping, the path of a JSON file")
    deck = _check_deck(given)
    if deck == _check_deck(_built_in()):
        return deck, DEFAULT_NAME
    return deck, deck_data(deck)


def _built_in() -> object:
    return json.loads(DEFAULT_FILE.read_text(encoding="utf-8"))


def deck_data(deck: Deck) -> dict[str, object]:
    """The deck as plain data again: every key, in the order of the file."""
    return {
        "format": "tacta-deck",
        "version": 1,
        "name": deck.name,
        "note": deck.note,
        "kinds": dict(zip(KINDS, deck.kinds, strict=True)),
        "frame": {"w": deck.width, "h": deck.height},
        "margin": deck.margin,
        "tables": {
            "standard": {str(colours): list(size) for colours, size in deck.standard.items()},
            "one_suit": {str(colours): list(size) for colours, size in deck.one_suit.items()},
        },
        "free_grid": {"columns": deck.columns, "rows": deck.rows, "pitch": deck.pitch},
        "slots": [_slot_data(slot) for slot in deck.slots],
        "start": {"name": deck.start_name, "shapes": _shapes_data(deck, deck.start)},
        "cards": [
            {"id": i, "suit": SUITS[card.suit], "value": card.value, "shapes": _shapes_data(deck, card)}
            for i, card in enumerate(deck.cards)
        ],
    }


def _slot_data(slot: Slot) -> dict[str, object]:
    return {
        "id": slot.id,
        "name": slot.name,
        "kind": slot.kind,
        "cls": slot.cls,
        "out": slot.out,
        "polygon": [_point_data(point) for point in slot.polygon],
        "anchor": _point_data(slot.anchor),
        "dots": [_point_data(point) for point in slot.dots],
    }


def _shapes_data(deck: Deck, card: Card) -> list[object]:
    return [{"slot": deck.slots[shape.slot].name, "dots": shape.dots} for shape in card.shapes]


def _point_data(point: Point) -> list[object]:
    return [_number_data(point[0]), _number_data(point[1])]


def _number_data(value: Number) -> object:
    return value[0] if value[1] == 0 else list(value)


# ----------------------------------------------------------------------------------------------------------------
# Checking. Every helper gets the path of its value, as it stands in the error.
# ----------------------------------------------------------------------------------------------------------------


def bad_entry(path: str, value: object, allowed: str) -> ValueError:
    """The error for one entry. Lists and mappings are named by their kind, the rest by their value."""
    if isinstance(value, Mapping):
        text = "a mapping"
    elif isinstance(value, list | tuple):
        text = f"a list of {len(value)}"
    elif value is None or isinstance(value, str | int | float):
        text = shown(value)
    else:
        text = f"a {type(value).__name__}"
    where = f"{GAME}: deck: {brief(path)}" if path else f"{GAME}: deck"
    return ValueError(f"{where} is {text}; allowed: {allowed}")


def _mapping(path: str, value: object, keys: Sequence[str]) -> dict[str, object]:
    """A mapping with exactly these keys, returned in their order."""
    if not isinstance(value, Mapping):
        raise bad_entry(path, value, "a mapping")
    prefix = f"{path}." if path else ""
    for key in value:
        if key not in keys:
            raise ValueError(f"{GAME}: deck: unknown key {brief(f'{prefix}{key}')}; keys: {', '.join(keys)}")
    for key in keys:
        if key not in value:
            raise ValueError(f"{GAME}: deck: no key {brief(f'{prefix}{key}')}")
    return {key: value[key] for key in keys}


def _list(path: str, value: object, low: int, high: int) -> list[object]:
    if not isinstance(value, list | tuple) or not low <= len(value) <= high:
        raise bad_entry(path, value, f"a list of {low}" if low == high else f"a list of {low} to {high}")
    return list(value)


def _int(path: str, value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise bad_entry(path, value, f"{low} to {high}" if low < high else f"{low}")
    return int(value)


def _even(path: str, value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high or value % 2:
        raise bad_entry(path, value, f"an even number from {low} to {high}")
    return int(value)


def _word(path: str, value: object, words: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in words:
        raise bad_entry(path, value, ", ".join(words))
    return str(value)


def _text(path: str, value: object) -> str:
    """Free text; half a surrogate pair is refused because no file could hold it."""
    if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise bad_entry(path, value, "a string")
    return value


def _number(path: str, value: object) -> Number:
    """An integer n, or a pair [a, b] that means a + b*sqrt(2)."""
    parts = list(value) if isinstance(value, list | tuple) else [value, 0]
    good = [part for part in parts if isinstance(part, int) and not isinstance(part, bool)]
    if len(parts) != 2 or len(good) != 2 or not all(abs(part) <= MAX_COORDINATE for part in good):
        raise bad_entry(path, value, f"a whole number or [a, b], each {-MAX_COORDINATE} to {MAX_COORDINATE}")
    return good[0], good[1]


def _point(path: str, value: object) -> Point:
    x, y = _list(path, value, 2, 2)
    return _number(f"{path}[0]", x), _number(f"{path}[1]", y)


def _turning_point(path: str, value: object) -> Point:
    """A point that every rotation by 45 degrees keeps inside Z[sqrt 2] (V6)."""
    point = _point(path, value)
    if (point[0][0] + point[1][0]) % 2:
        raise bad_entry(path, value, "coordinates whose whole parts have an even sum")
    return point


def _check_deck(value: object) -> Deck:
    """The whole deck, or a ValueError for its first bad entry in the order of the file."""
    entry = _mapping("", value, DECK_KEYS)
    _word("format", entry["format"], ("tacta-deck",))
    _int("version", entry["version"], 1, 1)
    name = _text("name", entry["name"])
    note = _text("note", entry["note"])
    kind_map = _mapping("kinds", entry["kinds"], KINDS)
    kinds = tuple(_text(f"kinds.{kind}", kind_map[kind]) for kind in KINDS)
    frame = _mapping("frame", entry["frame"], ("w", "h"))
    width = _even("frame.w", frame["w"], 2, 1024)
    height = _even("frame.h", frame["h"], 2, 1024)
    margin = _int("margin", entry["margin"], 0, 256)

    tables = _mapping("tables", entry["tables"], ("standard", "one_suit"))
    least = (width + 2 * margin, height + 2 * margin)
    standard = _check_tables("tables.standard", tables["standard"], least)
    one_suit = _check_tables("tables.one_suit", tables["one_suit"], least)

    grid = _mapping("free_grid", entry["free_grid"], ("columns", "rows", "pitch"))
    columns = _int("free_grid.columns", grid["columns"], 1, MAX_REGIONS)
    rows = _int("free_grid.rows", grid["rows"], 1, MAX_REGIONS)
    pitch = _int("free_grid.pitch", grid["pitch"], 1, MAX_TABLE)
    if columns * rows > MAX_REGIONS:
        raise bad_entry("free_grid", entry["free_grid"], f"columns * rows at most {MAX_REGIONS}")

    slots: list[Slot] = []
    for i, item in enumerate(_list("slots", entry["slots"], 1, MAX_SLOTS)):
        slots.append(_check_slot(i, item, (width, height), [slot.name for slot in slots]))

    start_entry = _mapping("start", entry["start"], ("name", "shapes"))
    start_name = _text("start.name", start_entry["name"])
    start = Card(-1, 0, _check_shapes("start.shapes", start_entry["shapes"], slots, start=True))

    cards: list[Card] = []
    for i, item in enumerate(_list("cards", entry["cards"], DECK_SIZE, DECK_SIZE)):
        card = _check_card(i, item, slots)
        if any((card.suit, card.value) == (other.suit, other.value) for other in cards):
            raise bad_entry(f"cards[{i}]", item, f"each suit and value once (V1), {card.name} was there before")
        cards.append(card)

    return Deck(
        name=name,
        note=note,
        kinds=kinds,
        width=width,
        height=height,
        margin=margin,
        standard=standard,
        one_suit=one_suit,
        columns=columns,
        rows=rows,
        pitch=pitch,
        slots=tuple(slots),
        start_name=start_name,
        start=start,
        cards=tuple(cards),
    )


def _check_tables(path: str, value: object, least: tuple[int, int]) -> dict[int, tuple[int, int]]:
    """Table sizes by number of colours; the start card with its margin must fit (2.1)."""
    sizes = _mapping(path, value, COLOUR_COUNTS)
    result = {}
    for colours in COLOUR_COUNTS:
        w, h = _list(f"{path}.{colours}", sizes[colours], 2, 2)
        result[int(colours)] = (
            _even(f"{path}.{colours}[0]", w, least[0], MAX_TABLE),
            _even(f"{path}.{colours}[1]", h, least[1], MAX_TABLE),
        )
    return result


def _check_slot(i: int, value: object, frame: tuple[int, int], names: Sequence[str]) -> Slot:
    path = f"slots[{i}]"
    entry = _mapping(path, value, SLOT_KEYS)
    _int(f"{path}.id", entry["id"], i, i)
    name = _text(f"{path}.name", entry["name"])
    if not name or name in names:
        raise bad_entry(f"{path}.name", name, "a name that no other slot has")
    kind = _word(f"{path}.kind", entry["kind"], KINDS)
    cls = _text(f"{path}.cls", entry["cls"])
    out = _int(f"{path}.out", entry["out"], 0, 7)
    corners = []
    for j, item in enumerate(_list(f"{path}.polygon", entry["polygon"], 3, 8)):
        corner = _turning_point(f"{path}.polygon[{j}]", item)
        if not _in_frame(corner, frame):
            raise bad_entry(f"{path}.polygon[{j}]", item, f"a point in the frame (V3), slot {name}")
        corners.append(corner)
    if not is_convex_clockwise(corners):
        allowed = f"a convex polygon, clockwise, with edges in the eight directions (V3), slot {name}"
        raise bad_entry(f"{path}.polygon", entry["polygon"], allowed)
    anchor = _turning_point(f"{path}.anchor", entry["anchor"])
    dots = tuple(
        _point(f"{path}.dots[{j}]", item) for j, item in enumerate(_list(f"{path}.dots", entry["dots"], 0, MAX_VALUE))
    )
    return Slot(i, name, kind, cls, out, tuple(corners), anchor, dots)


def _in_frame(point: Point, frame: tuple[int, int]) -> bool:
    """Is the point in [0, w] x [0, h]?"""
    middle = (number(frame[0] // 2), number(frame[1] // 2))
    return inside(slab_of([(minus(point[0], middle[0]), minus(point[1], middle[1]))]), *frame)


def _check_shapes(path: str, value: object, slots: Sequence[Slot], *, start: bool) -> tuple[Shape, ...]:
    """The shapes of a player card, or those of the start card, which are hollow (V2)."""
    names = [slot.name for slot in slots]
    shapes: list[Shape] = []
    for i, item in enumerate(_list(path, value, 1, MAX_START_SHAPES if start else MAX_SHAPES)):
        entry = _mapping(f"{path}[{i}]", item, ("slot", "dots"))
        name = entry["slot"]
        if not isinstance(name, str) or name not in names:
            raise bad_entry(f"{path}[{i}].slot", name, "the name of a slot")
        slot = slots[names.index(name)]
        if shapes and slot.id <= shapes[-1].slot:
            raise bad_entry(f"{path}[{i}].slot", name, "slots in ascending order")
        most = 0 if start else len(slot.dots)
        shapes.append(Shape(slot.id, _int(f"{path}[{i}].dots", entry["dots"], 0, most)))
    return tuple(shapes)


def _check_card(i: int, value: object, slots: Sequence[Slot]) -> Card:
    path = f"cards[{i}]"
    entry = _mapping(path, value, CARD_KEYS)
    _int(f"{path}.id", entry["id"], i, i)
    suit = SUITS.index(_word(f"{path}.suit", entry["suit"], SUITS))
    points = _int(f"{path}.value", entry["value"], 1, MAX_VALUE)
    card = Card(suit, points, _check_shapes(f"{path}.shapes", entry["shapes"], slots, start=False))
    if sum(shape.dots for shape in card.shapes) != points:
        raise bad_entry(f"{path}.shapes", entry["shapes"], f"dots that add up to {points} (V2), card {i} ({card.name})")
    return card
