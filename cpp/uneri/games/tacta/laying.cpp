#include "uneri/games/tacta/laying.hpp"

namespace uneri::tacta {
namespace {

std::array<Surd, kAxes> ways(const Twice& one, const Twice& other) noexcept {
    const Surd x = {other.ax - one.ax, other.bx - one.bx};
    const Surd y = {other.ay - one.ay, other.by - one.by};
    return {magnitude(x), magnitude(y), magnitude(x + y), magnitude(y - x)};
}

}  // namespace

bool overlap_exact(const Twice& one, const Twice& other, const std::array<Surd, kAxes>& sums) noexcept {
    const std::array<Surd, kAxes> way = ways(one, other);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
        if (!less(way[axis], sums[axis])) return false;
    }
    return true;
}

bool apart_exact(const Twice& one, const Twice& other, const std::array<Surd, kAxes>& sums) noexcept {
    const std::array<Surd, kAxes> way = ways(one, other);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
        if (less(sums[axis], way[axis])) return true;
    }
    return false;
}

bool inside_exact(const Options& o, const Twice& middle, const std::array<Surd, kAxes>& size) noexcept {
    const std::array<Surd, kAxes> way = ways({}, middle);
    return !less(o.size.width, way[0] + size[0]) && !less(o.size.height, way[1] + size[1]);
}

State empty_table(const Options& o) noexcept {
    const Tables& t = o.t();
    State s;
    Placed& start = s.placed[0];
    start.ax = static_cast<std::int16_t>(-t.deck.width / 2);
    start.ay = static_cast<std::int16_t>(-t.deck.height / 2);
    Near nobody;
    for (int shape = 0; shape < t.start_shapes; ++shape) {
        const int slot = t.start_slot[at(shape)];
        std::uint32_t free = 0;
        for (int number = 0; number < t.foot_count[at(slot)] && !t.wide; ++number)
            free |= std::uint32_t{has_room(o, s, 0, foot_index(t, slot, 0, number), nobody)} << number;
        if (free == 0 && !t.wide) continue;
        if (!t.wide) s.cell[at(shape)] = static_cast<std::uint16_t>(slot << t.feet | static_cast<int>(free));
        set_live(s, shape);
    }
    return s;
}

}  // namespace uneri::tacta
