#include "uneri/games/tacta/geometry.hpp"

namespace uneri::tacta {
namespace {

// The point where the edge from p to q crosses the line x = limit (axis 0) or y = limit (axis 1). Edges have eight
// directions.
Point crossing(Point p, Point q, int axis, Surd limit) {
    const Point step = q - p;
    const Surd along = axis == 0 ? step.x : step.y;
    const Surd across = axis == 0 ? step.y : step.x;
    const Surd way = limit - (axis == 0 ? p.x : p.y);
    const Surd start = axis == 0 ? p.y : p.x;
    const Surd other = across == Surd() ? start : across == along ? start + way : start - way;
    return axis == 0 ? Point{limit, other} : Point{other, limit};
}

// The direction from p to q in steps of 45 degrees, or -1 if it is not a multiple of 45 degrees.
int direction(Point p, Point q) {
    const Point step = q - p;
    const int x = sign(step.x);
    const int y = sign(step.y);
    if (x != 0 && y != 0 && step.x != step.y && step.x != -step.y) return -1;
    constexpr std::array<std::array<int, 3>, 3> kAround = {{{5, 6, 7}, {4, -1, 0}, {3, 2, 1}}};  // [y + 1][x + 1]
    return kAround[static_cast<std::size_t>(y + 1)][static_cast<std::size_t>(x + 1)];
}

}  // namespace

std::vector<Point> rectangle(int left, int top, int right, int bottom) {
    return {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
}

Surd twice_area(std::span<const Point> polygon) {
    Surd total;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point p = polygon[i];
        const Point q = polygon[(i + 1) % polygon.size()];
        total = total + p.x * q.y - q.x * p.y;
    }
    return total;
}

std::vector<Point> clipped(std::vector<Point> polygon, int width, int height) {
    struct Line {
        int axis, limit, keep;
    };
    for (const Line line : {Line{0, 0, 1}, Line{0, width, -1}, Line{1, 0, 1}, Line{1, height, -1}}) {
        const auto side = [&](Point p) {  // > 0: on the side that is kept
            return sign((line.axis == 0 ? p.x : p.y) - line.limit) * line.keep;
        };
        std::vector<Point> kept;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const Point p = polygon[i];
            const Point q = polygon[(i + 1) % polygon.size()];
            if (side(p) >= 0) kept.push_back(p);
            if (side(p) * side(q) < 0) kept.push_back(crossing(p, q, line.axis, line.limit));
        }
        polygon = std::move(kept);
    }
    return polygon;
}

bool is_convex_clockwise(std::span<const Point> polygon) {
    std::vector<int> ways;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        ways.push_back(direction(polygon[i], polygon[(i + 1) % polygon.size()]));
        if (ways.back() < 0) return false;
    }
    int around = 0;  // every corner turns right by less than half a turn, and all of them make one full turn
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const int turn = (ways[(i + 1) % ways.size()] - ways[i] + kTurns) % kTurns;
        if (turn < 1 || turn > 3) return false;
        around += turn;
    }
    return around == kTurns;
}

}  // namespace uneri::tacta
