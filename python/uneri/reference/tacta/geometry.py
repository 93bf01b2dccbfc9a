"""Exact plane geometry for TACTA (1.2 to 1.7): numbers a + b*sqrt(2), rotations by 45 degrees, slabs, areas.

All tests use integers. A number is the pair (a, b), a point a pair of numbers; x grows to the right, y grows downwards,
rotations are clockwise as seen on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from typing import NamedTuple

Number = tuple[int, int]
Point = tuple[Number, Number]
Interval = tuple[Number, Number]
Slab = tuple[Interval, Interval, Interval, Interval]  # of x, y, u = x + y and v = y - x (1.6)

ZERO: Number = (0, 0)
TURNS = 8  # orientations in steps of 45 degrees


class Pose(NamedTuple):
    """The pose of a card: a card point p is at t + R_k(M_face(p)) on the table (1.5)."""

    face: int  # 0 front, 1 back
    k: int
    t: Point


def number(n: int) -> Number:
    """Return a whole number as a pair."""
    return n, 0


def plus(p: Number, q: Number) -> Number:
    """p + q"""
    return p[0] + q[0], p[1] + q[1]


def minus(p: Number, q: Number) -> Number:
    """p - q"""
    return p[0] - q[0], p[1] - q[1]


def times(p: Number, q: Number) -> Number:
    """p * q"""
    return p[0] * q[0] + 2 * p[1] * q[1], p[0] * q[1] + p[1] * q[0]


def sign(p: Number) -> int:
    """Return -1, 0 or 1 (1.2). 2b^2 is never the square of an integer, so a and b of different signs never make 0."""
    a, b = p
    if a >= 0 and b >= 0:
        return 1 if a > 0 or b > 0 else 0
    if a <= 0 and b <= 0:
        return -1
    if a > 0:
        return 1 if a * a > 2 * b * b else -1
    return 1 if 2 * b * b > a * a else -1


def less(p: Number, q: Number) -> bool:
    """Return whether p < q: the sign of q - p is positive. Written out, as it is called most often."""
    a, b = q[0] - p[0], q[1] - p[1]
    if a > 0:
        return b >= 0 or a * a > 2 * b * b
    return b > 0 and 2 * b * b > a * a


def over_root_two(p: Number) -> Number:
    """p / sqrt(2). The deck's rules make a even wherever this is needed (V6)."""
    a, b = p
    if a % 2:
        raise ArithmeticError(f"({a}, {b}) has no half in Z[sqrt 2]")
    return b, a // 2


def add(p: Point, q: Point) -> Point:
    """Add two vectors."""
    return plus(p[0], q[0]), plus(p[1], q[1])


def subtract(p: Point, q: Point) -> Point:
    """Subtract two vectors."""
    return minus(p[0], q[0]), minus(p[1], q[1])


def rotate(p: Point, k: int) -> Point:
    """R_k: rotate k times 45 degrees clockwise about the origin (1.5)."""
    x, y = p
    if k % 2 == 1:  # R_1 first, then the quarter turns
        x, y = over_root_two(minus(x, y)), over_root_two(plus(x, y))
    for _ in range(k // 2):
        x, y = minus(ZERO, y), x
    return x, y


def mirror(p: Point, width: int) -> Point:
    """M_1: the back of a card of this width (1.5)."""
    return minus(number(width), p[0]), p[1]


@cmp_to_key
def in_order(p: Number, q: Number) -> int:
    """Compare two numbers; as a key, sort them."""
    return sign(minus(p, q))


def slab_of(polygon: Sequence[Point]) -> Slab:
    """Return the four intervals of a convex polygon with edges in the eight directions (1.6)."""

    def interval(values: Sequence[Number]) -> Interval:
        return min(values, key=in_order), max(values, key=in_order)

    return (
        interval([x for x, _ in polygon]),
        interval([y for _, y in polygon]),
        interval([plus(x, y) for x, y in polygon]),
        interval([minus(y, x) for x, y in polygon]),
    )


def moved(slab: Slab, t: Point) -> Slab:
    """Return the slab of the same region moved by t."""
    (xa, xb), (ya, yb) = t
    ua, ub, va, vb = xa + ya, xb + yb, ya - xa, yb - xb
    ((xl, xm), (xh, xn)), ((yl, ym), (yh, yn)), ((ul, um), (uh, un)), ((vl, vm), (vh, vn)) = slab
    return (
        ((xl + xa, xm + xb), (xh + xa, xn + xb)),
        ((yl + ya, ym + yb), (yh + ya, yn + yb)),
        ((ul + ua, um + ub), (uh + ua, un + ub)),
        ((vl + va, vm + vb), (vh + va, vn + vb)),
    )


def overlap(a: Slab, b: Slab) -> bool:
    """Return whether the interiors meet (1.6).

    The interiors meet if a.lo < b.hi and b.lo < a.hi in each of x, y, u and v. The two `less` are written out: listing
    the placements of a full table spends most of its time here.
    """
    for ((al, am), (ah, an)), ((bl, bm), (bh, bn)) in zip(a, b, strict=True):
        p, q = bh - al, bn - am
        if not ((q >= 0 or p * p > 2 * q * q) if p > 0 else (q > 0 and 2 * q * q > p * p)):
            return False
        p, q = ah - bl, an - bm
        if not ((q >= 0 or p * p > 2 * q * q) if p > 0 else (q > 0 and 2 * q * q > p * p)):
            return False
    return True


def apart(a: Slab, b: Slab) -> bool:
    """Return whether there is no common point, not even on the edge (1.6)."""
    for (a_low, a_high), (b_low, b_high) in zip(a, b, strict=True):
        if less(a_high, b_low) or less(b_high, a_low):
            return True
    return False


def inside(slab: Slab, width: int, height: int) -> bool:
    """Return whether the region is on the closed table with this width and height, centred on the origin (1.5, 1.6)."""
    for (low, high), size in ((slab[0], width), (slab[1], height)):
        if less(low, number(-size // 2)) or less(number(size // 2), high):
            return False
    return True


def rectangle(left: int, top: int, right: int, bottom: int) -> list[Point]:
    """Return the corners, clockwise."""
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return [(number(x), number(y)) for x, y in corners]


def twice_area(polygon: Sequence[Point]) -> Number:
    """Return twice the area of a polygon whose corners go clockwise."""
    total = ZERO
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True):
        total = plus(total, minus(times(x0, y1), times(x1, y0)))
    return total


def clipped(polygon: Sequence[Point], width: int, height: int) -> list[Point]:
    """Return the part of a convex polygon (edges in the eight directions) inside [0, width] x [0, height]."""
    result = list(polygon)
    for axis, limit, keep in ((0, 0, 1), (0, width, -1), (1, 0, 1), (1, height, -1)):
        line = number(limit)
        # Distance of a point to the good side of the line.
        sides = [sign(minus(p[axis], line)) * keep for p in result]
        kept: list[Point] = []
        for i, p in enumerate(result):
            q, q_side = result[(i + 1) % len(result)], sides[(i + 1) % len(result)]
            if sides[i] >= 0:
                kept.append(p)
            if sides[i] * q_side < 0:
                kept.append(_crossing(p, q, axis, line))
        result = kept
    return result


def _crossing(p: Point, q: Point, axis: int, line: Number) -> Point:
    """Return where the edge from p to q crosses the line x = line (axis 0) or y = line (axis 1)."""
    step = subtract(q, p)
    along, across = step[axis], step[1 - axis]
    way = minus(line, p[axis])
    if across == ZERO:
        other = p[1 - axis]
    elif across == along:
        other = plus(p[1 - axis], way)
    else:  # the edges have only eight directions, so it is the other diagonal
        other = minus(p[1 - axis], way)
    return (line, other) if axis == 0 else (other, line)


def direction(p: Point, q: Point) -> int | None:
    """Return the direction from p to q in steps of 45 degrees, or None if it is none of the eight (or p = q)."""
    dx, dy = subtract(q, p)
    x, y = sign(dx), sign(dy)
    if x != 0 and y != 0 and dx not in (dy, minus(ZERO, dy)):
        return None
    around = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    return around.index((x, y)) if (x, y) != (0, 0) else None


def is_convex_clockwise(polygon: Sequence[Point]) -> bool:
    """Return whether the polygon is strictly convex, clockwise, with edges in the eight directions (V3)."""
    ways = [direction(p, q) for p, q in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True)]
    known = [way for way in ways if way is not None]
    if len(known) < len(ways):
        return False
    turns = [(after - before) % TURNS for before, after in zip(known, [*known[1:], *known[:1]], strict=True)]
    # Every corner turns right by less than half a turn, and once around makes one whole turn.
    return all(1 <= turn <= 3 for turn in turns) and sum(turns) == TURNS
