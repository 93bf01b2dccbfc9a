// Exact plane geometry (rules, 1.2 to 1.7): numbers a + b*sqrt(2), rotations by 45 degrees, slabs, areas. All decisions
// use integers. x grows to the right, y downwards; rotations are clockwise on the screen.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace uneri::tacta {

inline constexpr int kTurns = 8;  // orientations in steps of 45 degrees

// a + b*sqrt(2). The parts of all compared numbers stay below 2^20 (V8), so their squares fit.
struct Surd {
    std::int64_t a = 0;
    std::int64_t b = 0;

    constexpr Surd() = default;
    constexpr Surd(std::int64_t whole, std::int64_t root = 0) : a(whole), b(root) {}  // NOLINT: implicit on purpose
    constexpr bool operator==(const Surd&) const = default;
};

constexpr Surd operator+(Surd p, Surd q) noexcept { return {p.a + q.a, p.b + q.b}; }
constexpr Surd operator-(Surd p, Surd q) noexcept { return {p.a - q.a, p.b - q.b}; }
constexpr Surd operator-(Surd p) noexcept { return {-p.a, -p.b}; }
constexpr Surd operator*(Surd p, Surd q) noexcept { return {p.a * q.a + 2 * p.b * q.b, p.a * q.b + p.b * q.a}; }

// The sign: -1, 0 or 1 (1.2). a^2 = 2b^2 holds only for 0, so parts of different signs never cancel.
constexpr int sign(Surd p) noexcept {
    if (p.a >= 0 && p.b >= 0) return p.a > 0 || p.b > 0 ? 1 : 0;
    if (p.a <= 0 && p.b <= 0) return -1;
    if (p.a > 0) return p.a * p.a > 2 * p.b * p.b ? 1 : -1;
    return 2 * p.b * p.b > p.a * p.a ? 1 : -1;
}
constexpr bool less(Surd p, Surd q) noexcept { return sign(q - p) > 0; }
constexpr Surd magnitude(Surd p) noexcept { return sign(p) < 0 ? -p : p; }

struct Point {
    Surd x;
    Surd y;
    constexpr bool operator==(const Point&) const = default;
};

constexpr Point operator+(Point p, Point q) noexcept { return {p.x + q.x, p.y + q.y}; }
constexpr Point operator-(Point p, Point q) noexcept { return {p.x - q.x, p.y - q.y}; }

// p / sqrt(2). V6 makes a even in all uses.
constexpr Surd over_root_two(Surd p) noexcept { return {p.b, p.a / 2}; }

// R_k (1.5). An odd turn applies R_1 first, then quarter turns.
constexpr Point rotate(Point p, int k) noexcept {
    if (k % 2 != 0) p = {over_root_two(p.x - p.y), over_root_two(p.x + p.y)};
    for (int quarter = 0; quarter < k / 2; ++quarter) p = {-p.y, p.x};
    return p;
}
// M_1 (1.5): maps a point to the back of a card of this width.
constexpr Point mirrored(Point p, int width) noexcept { return {Surd(width) - p.x, p.y}; }

// The place of a card: a card point p lies at t + R_k(M_face(p)) on the table.
struct Pose {
    int face = 0;
    int k = 0;
    Point t;
    constexpr bool operator==(const Pose&) const = default;
};

struct Interval {
    Surd lo;
    Surd hi;
    constexpr bool operator==(const Interval&) const = default;
};

// Intervals of x, y, u = x + y and v = y - x (1.6). A convex region with edges in the eight directions is their
// intersection.
using Slab = std::array<Interval, 4>;

constexpr std::array<Surd, 4> coordinates(Point p) noexcept { return {p.x, p.y, p.x + p.y, p.y - p.x}; }

constexpr Slab slab_of(std::span<const Point> polygon) noexcept {
    Slab slab{};
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const std::array<Surd, 4> at = coordinates(polygon[i]);
        for (std::size_t axis = 0; axis < 4; ++axis) {
            if (i == 0 || less(at[axis], slab[axis].lo)) slab[axis].lo = at[axis];
            if (i == 0 || less(slab[axis].hi, at[axis])) slab[axis].hi = at[axis];
        }
    }
    return slab;
}

constexpr Slab moved(const Slab& slab, Point t) noexcept {
    Slab out = slab;
    const std::array<Surd, 4> by = coordinates(t);
    for (std::size_t axis = 0; axis < 4; ++axis) {
        out[axis].lo = out[axis].lo + by[axis];
        out[axis].hi = out[axis].hi + by[axis];
    }
    return out;
}

// Do the interiors of `a` and of `b` moved by `t` meet?
constexpr bool overlap(const Slab& a, const Slab& b, Point t) noexcept {
    const std::array<Surd, 4> by = coordinates(t);
    for (std::size_t axis = 0; axis < 4; ++axis) {
        if (!less(a[axis].lo, b[axis].hi + by[axis]) || !less(b[axis].lo + by[axis], a[axis].hi)) return false;
    }
    return true;
}
constexpr bool overlap(const Slab& a, const Slab& b) noexcept { return overlap(a, b, {}); }
// Have they no common point, not even on the edge?
constexpr bool apart(const Slab& a, const Slab& b) noexcept {
    for (std::size_t axis = 0; axis < 4; ++axis) {
        if (less(a[axis].hi, b[axis].lo) || less(b[axis].hi, a[axis].lo)) return true;
    }
    return false;
}
// Is the slab on the closed table of this (even) size around the origin?
constexpr bool inside(const Slab& slab, int width, int height) noexcept {
    return !less(slab[0].lo, -width / 2) && !less(width / 2, slab[0].hi) && !less(slab[1].lo, -height / 2) &&
           !less(height / 2, slab[1].hi);
}

std::vector<Point> rectangle(int left, int top, int right, int bottom);
Surd twice_area(std::span<const Point> polygon);  // corners clockwise
// The part of a convex polygon (edges in the eight directions) in [0, width] x [0, height].
std::vector<Point> clipped(std::vector<Point> polygon, int width, int height);
// Is the polygon strictly convex and clockwise on the screen, with edges in the eight directions (V3)?
bool is_convex_clockwise(std::span<const Point> polygon);

}  // namespace uneri::tacta
