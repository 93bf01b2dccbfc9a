"""Positions of TACTA's cards in floats, for drawing only. Legality is decided elsewhere, with integers."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import deck_of_options, names_of

Point = tuple[float, float]

_ROOT = math.sqrt(2)
_ZERO = 2.0**-20
"""Differences of lengths below this are 0 (1.2)."""
_COS = (1.0, _ROOT / 2, 0.0, -_ROOT / 2, -1.0, -_ROOT / 2, 0.0, _ROOT / 2)
_SIN = (0.0, _ROOT / 2, 1.0, _ROOT / 2, 0.0, -_ROOT / 2, -1.0, -_ROOT / 2)


def real(number: Any) -> float:
    """Return n, or a + b * sqrt(2) for [a, b]."""
    return number[0] + number[1] * _ROOT if isinstance(number, Sequence) else float(number)


class Pose(NamedTuple):
    """The pose of a card (1.5)."""

    face: int
    k: int
    x: float
    y: float


class Slot(NamedTuple):
    """A slot of the front face."""

    kind: str
    out: int
    polygon: tuple[Point, ...]
    anchor: Point
    dots: tuple[Point, ...]


class Plane:
    """The sizes of a deck."""

    def __init__(self, deck: Mapping[str, Any]) -> None:
        self.grid = deck["free_grid"]
        frame = deck["frame"]
        self.width, self.height, self.margin = int(frame["w"]), int(frame["h"]), int(deck["margin"])
        self.slots = []
        for slot in deck["slots"]:
            polygon, dots = (tuple((real(x), real(y)) for x, y in slot[key]) for key in ("polygon", "dots"))
            x, y = slot["anchor"]
            self.slots.append(Slot(slot["kind"], slot["out"], polygon, (real(x), real(y)), dots))
        named: dict[str, int] = {slot["name"]: slot["id"] for slot in deck["slots"]}
        self.start: list[int] = [named[shape["slot"]] for shape in deck["start"]["shapes"]]
        shapes = [card["shapes"] for card in deck["cards"]]
        self.cards = [[(named[shape["slot"]], int(shape["dots"])) for shape in listed] for listed in shapes]
        self.names = names_of(deck)

    def radius(self, slot: int, dots: int) -> float:
        """Return the radius of a shape's dots: 4 units on the usual card, less where dots are closer."""
        spots = self.slots[slot].dots[:dots]
        gaps = [math.dist(one, two) for one, two in combinations(spots, 2)]
        return max(1.0, min(min(self.width, self.height) / 20, 0.4 * min(gaps, default=math.inf)))

    def matrix(self, pose: Pose) -> tuple[float, float, float, float, float, float]:
        """Return SVG's `matrix` of a pose: a front point (x, y) is at (a x + c y + e, b x + d y + f)."""
        cos, sin = _COS[pose.k], _SIN[pose.k]
        if pose.face == 0:
            return cos, sin, -sin, cos, pose.x, pose.y
        return -cos, -sin, -sin, cos, pose.x + cos * self.width, pose.y + sin * self.width

    def at(self, pose: Pose, point: Point) -> Point:
        """Return the position of a point of the front face."""
        a, b, c, d, e, f = self.matrix(pose)
        x, y = point
        return a * x + c * y + e, b * x + d * y + f

    def corners(self, pose: Pose, margin: float) -> list[Point]:
        """Return the corners of the frame with a margin around it."""
        left, top, right, bottom = -margin, -margin, self.width + margin, self.height + margin
        return [self.at(pose, corner) for corner in ((left, top), (right, top), (right, bottom), (left, bottom))]

    def outline(self, entry: Mapping[str, Any], slot: int) -> list[Point]:
        """Return the corners of a slot of a placed card."""
        pose = pose_of(entry)
        return [self.at(pose, corner) for corner in self.slots[slot].polygon]

    def slot_of(self, entry: Mapping[str, Any], shape: int) -> int:
        """Return the slot of one of a placed card's shapes."""
        card = int(entry["card"])
        return self.start[shape] if card < 0 else self.cards[card][shape][0]

    def connected(self, target: Mapping[str, Any], shape: int, own: int, face: int) -> Pose:
        """Return the pose of a card whose slot `own` covers a shape of a placed card (1.7)."""
        under, over, pose = self.slots[self.slot_of(target, shape)], self.slots[own], pose_of(target)
        towards = pose.k + (4 - under.out if pose.face else under.out)
        k = (towards + 4 - (4 - over.out if face else over.out)) % 8
        x, y = self.at(pose, under.anchor)
        dx, dy = self.at(Pose(face, k, 0.0, 0.0), over.anchor)
        return Pose(face, k, x - dx, y - dy)

    def taken(self, placed: Sequence[Mapping[str, Any]]) -> NDArray[np.float64]:
        """Return the area that placed cards cover, for `room`."""
        return np.array([_slab(self.corners(pose_of(entry), self.margin)) for entry in placed])

    def room(self, taken: NDArray[np.float64], size: tuple[int, int], region: int, posture: int) -> Point | None:
        """Return the middle of a card laid freely in a region, or None if there is no room (5)."""
        half_w, half_h = self.width / 2 + self.margin, self.height / 2 + self.margin
        if posture:
            half_w, half_h = half_h, half_w
        row, column = divmod(region, self.grid["columns"])
        xs = np.array(_lines(size[0], self.grid["columns"], self.grid["pitch"])[column], float)
        xs = xs[np.abs(xs) + half_w <= size[0] / 2]
        for y in _lines(size[1], self.grid["rows"], self.grid["pitch"])[row]:
            if abs(y) + half_h > size[1] / 2:
                continue
            # In x, y, u, v: whether one is beyond the other.
            middle = np.stack((xs, np.full_like(xs, y), xs + y, y - xs), axis=1)[:, np.newaxis]
            reach = np.array((half_w, half_h, half_w + half_h, half_w + half_h))
            beyond = np.maximum(taken[:, 0] - (middle + reach), (middle - reach) - taken[:, 1])
            found = np.flatnonzero((beyond > _ZERO).any(axis=2).all(axis=1))
            if len(found):
                return float(xs[found[0]]), float(y)
        return None

    def free(self, middle: Point, posture: int, turned: int, face: int) -> Pose:
        """Return the pose of a card laid freely around its middle."""
        k = (2 * posture + 4 * turned) % 8
        dx, dy = self.at(Pose(0, k, 0.0, 0.0), (self.width / 2, self.height / 2))
        return Pose(face, k, middle[0] - dx, middle[1] - dy)


def _slab(corners: Sequence[Point]) -> list[list[float]]:
    """Return lowest and highest x, y, u = x + y, v = y - x."""
    values = [(x, y, x + y, y - x) for x, y in corners]
    return [[min(part) for part in zip(*values, strict=True)], [max(part) for part in zip(*values, strict=True)]]


def _lines(length: int, parts: int, pitch: int) -> list[list[int]]:
    """List the coordinates of centres along a side of the table, by the part of it that they belong to."""
    lines: list[list[int]] = [[] for _ in range(parts)]
    for line in range(-length // 2, length // 2 + 1, pitch):
        lines[min(parts - 1, (line + length // 2) * parts // length)].append(line)
    return lines


def pose_of(entry: Mapping[str, Any]) -> Pose:
    """Return the pose of a placed card of a state's plain data."""
    (x, y) = entry["t"]
    return Pose(entry["face"], entry["k"], real(x), real(y))


@functools.lru_cache(maxsize=32)
def _plane(deck: str) -> Plane:
    return Plane(deck_of_options({"deck": json.loads(deck)}))


def plane_of(options: Mapping[str, Any]) -> Plane:
    """Return the sizes of the deck of some options."""
    return _plane(json.dumps(options["deck"]))
