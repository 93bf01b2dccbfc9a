"""A TACTA deck as data (1.9): reading the file and checking it entry by entry.

`load_deck` takes the option `deck` as data and returns the checked `Deck` and what the option lists: the word
"default-18", or the whole mapping with its keys in the order of the file. Checks that need more than one entry (joints,
overlapping shapes, V4, V5, V7, V8) are in `tables.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..reader import Entry, Field, is_int, read_data
from .geometry import Number, Point, inside, is_convex_clockwise, minus, number, slab_of

GAME = "tacta"
DEFAULT_NAME = "default-18"
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
    """A deck whose entries are checked. Lengths are in the units of 1.3."""

    name: object  # a text, or texts by language
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


def load_deck(option: Field) -> tuple[Deck, object]:
    """Return the deck that the option `deck` means, and the option's value to list."""
    return read_data(option, DEFAULT_NAME, "tacta_deck.json", _check_deck, deck_data)


def deck_data(deck: Deck) -> dict[str, object]:
    """Return the deck as plain data: every key, in the order of the file."""
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
    points = {"polygon": list(map(_point_data, slot.polygon)), "dots": list(map(_point_data, slot.dots))}
    return {key: getattr(slot, key) for key in SLOT_KEYS} | points | {"anchor": _point_data(slot.anchor)}


def _shapes_data(deck: Deck, card: Card) -> list[object]:
    return [{"slot": deck.slots[shape.slot].name, "dots": shape.dots} for shape in card.shapes]


def _point_data(point: Point) -> list[object]:
    return [_number_data(point[0]), _number_data(point[1])]


def _number_data(value: Number) -> object:
    return value[0] if value[1] == 0 else list(value)


# --- Checking ---------------------------------------------------------------------------------------------------------


def deck_entry(path: str, value: object) -> Entry:
    """Return an entry of the deck, for errors that are found after all entries were read."""
    return Entry(f"{GAME}: deck", value, path)


def _check_deck(value: object) -> Deck:
    """Read the whole deck, or raise a ValueError for its first bad entry in the order of the file."""
    deck = deck_entry("", value).mapping(DECK_KEYS)
    deck["format"].word(("tacta-deck",))
    deck["version"].one_of(1)
    name = deck["name"].name()
    note = deck["note"].text()
    kinds = tuple(note_of_kind.text() for note_of_kind in deck["kinds"].mapping(KINDS).values())
    frame = deck["frame"].mapping(("w", "h"))
    width = _even(frame["w"], 2, 1024)
    height = _even(frame["h"], 2, 1024)
    margin = deck["margin"].integer(0, 256)

    tables = deck["tables"].mapping(("standard", "one_suit"))
    least = (width + 2 * margin, height + 2 * margin)
    standard = _check_tables(tables["standard"], least)
    one_suit = _check_tables(tables["one_suit"], least)

    grid = deck["free_grid"].mapping(("columns", "rows", "pitch"))
    columns = grid["columns"].integer(1, MAX_REGIONS)
    rows = grid["rows"].integer(1, MAX_REGIONS)
    pitch = grid["pitch"].integer(1, MAX_TABLE)
    if columns * rows > MAX_REGIONS:
        raise deck["free_grid"].bad(f"columns * rows at most {MAX_REGIONS}")

    slots: list[Slot] = []
    for i, item in enumerate(deck["slots"].items(1, MAX_SLOTS)):
        slots.append(_check_slot(i, item, (width, height), [slot.name for slot in slots]))

    start_entry = deck["start"].mapping(("name", "shapes"))
    start_name = start_entry["name"].text()
    start = Card(-1, 0, _check_shapes(start_entry["shapes"], slots, start=True))

    cards: list[Card] = []
    for i, item in enumerate(deck["cards"].items(DECK_SIZE, DECK_SIZE)):
        card = _check_card(i, item, slots)
        if any((card.suit, card.value) == (other.suit, other.value) for other in cards):
            raise item.bad(f"each suit and value once (V1), {card.name} was there before")
        cards.append(card)

    return Deck(
        name=name, note=note, kinds=kinds, width=width, height=height, margin=margin, standard=standard,
        one_suit=one_suit, columns=columns, rows=rows, pitch=pitch, slots=tuple(slots), start_name=start_name,
        start=start, cards=tuple(cards),
    )  # fmt: skip


def _even(entry: Entry, low: int, high: int) -> int:
    allowed = f"an even number from {low} to {high}"
    number = entry.integer(low, high, allowed)
    if number % 2:
        raise entry.bad(allowed)
    return number


def _number(entry: Entry) -> Number:
    """Read an integer n, or a pair [a, b] that means a + b*sqrt(2)."""
    parts: Sequence[Any] = entry.value if isinstance(entry.value, list | tuple) else [entry.value, 0]
    allowed = f"a whole number or [a, b], each {-MAX_COORDINATE} to {MAX_COORDINATE}"
    if len(parts) != 2 or not all(is_int(part) and abs(part) <= MAX_COORDINATE for part in parts):
        raise entry.bad(allowed)
    return parts[0], parts[1]


def _point(entry: Entry) -> Point:
    x, y = map(_number, entry.items(2, 2))
    return x, y


def _turning_point(entry: Entry) -> Point:
    """Read a point that every rotation by 45 degrees keeps inside Z[sqrt 2] (V6)."""
    point = _point(entry)
    if (point[0][0] + point[1][0]) % 2:
        raise entry.bad("coordinates whose whole parts have an even sum")
    return point


def _check_tables(entry: Entry, least: tuple[int, int]) -> dict[int, tuple[int, int]]:
    """Read table sizes by number of colours; the start card with its margin must fit (2.1)."""
    result = {}
    for colours, size in entry.mapping(COLOUR_COUNTS).items():
        w, h = size.items(2, 2)
        result[int(colours)] = (_even(w, least[0], MAX_TABLE), _even(h, least[1], MAX_TABLE))
    return result


def _check_slot(i: int, item: Entry, frame: tuple[int, int], names: Sequence[str]) -> Slot:
    entry = item.mapping(SLOT_KEYS)
    entry["id"].one_of(i)
    name = entry["name"].text()
    if not name or name in names:
        raise entry["name"].bad("a name that no other slot has")
    kind = entry["kind"].word(KINDS)
    cls = entry["cls"].text()
    out = entry["out"].integer(0, 7)
    corners = []
    for place in entry["polygon"].items(3, 8):
        corner = _turning_point(place)
        if not _in_frame(corner, frame):
            raise place.bad(f"a point in the frame (V3), slot {name}")
        corners.append(corner)
    if not is_convex_clockwise(corners):
        raise entry["polygon"].bad(f"a convex polygon, clockwise, with edges in the eight directions (V3), slot {name}")
    anchor = _turning_point(entry["anchor"])
    dots = tuple(map(_point, entry["dots"].items(0, MAX_VALUE)))
    return Slot(i, name, kind, cls, out, tuple(corners), anchor, dots)


def _in_frame(point: Point, frame: tuple[int, int]) -> bool:
    """Return whether the point is in [0, w] x [0, h]."""
    middle = (number(frame[0] // 2), number(frame[1] // 2))
    return inside(slab_of([(minus(point[0], middle[0]), minus(point[1], middle[1]))]), *frame)


def _check_shapes(listed: Entry, slots: Sequence[Slot], *, start: bool) -> tuple[Shape, ...]:
    """Read the shapes of a player card, or those of the start card, which are hollow (V2)."""
    names = [slot.name for slot in slots]
    shapes: list[Shape] = []
    for item in listed.items(1, MAX_START_SHAPES if start else MAX_SHAPES):
        entry = item.mapping(("slot", "dots"))
        slot = slots[names.index(entry["slot"].word(names, "the name of a slot"))]
        if shapes and slot.id <= shapes[-1].slot:
            raise entry["slot"].bad("slots in ascending order")
        most = 0 if start else len(slot.dots)
        shapes.append(Shape(slot.id, entry["dots"].integer(0, most) if most else entry["dots"].one_of(0)))
    return tuple(shapes)


def _check_card(i: int, item: Entry, slots: Sequence[Slot]) -> Card:
    entry = item.mapping(CARD_KEYS)
    entry["id"].one_of(i)
    suit = SUITS.index(entry["suit"].word(SUITS))
    points = entry["value"].integer(1, MAX_VALUE)
    card = Card(suit, points, _check_shapes(entry["shapes"], slots, start=False))
    if sum(shape.dots for shape in card.shapes) != points:
        raise entry["shapes"].bad(f"dots that add up to {points} (V2), card {i} ({card.name})")
    return card
