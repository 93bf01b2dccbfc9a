#include "uneri/games/tacta/validate.hpp"

#include <algorithm>

#include "uneri/games/tacta/plain_state.hpp"
#include "uneri/games/tacta/rules.hpp"

namespace uneri::tacta {
namespace {

// The cell of an open shape by definition: its slot and the footprints with room; 0 if there are none.
int defined_cell(const Options& o, const State& s, int i, int j) {
    const Tables& t = o.t();
    const Pose under = s.placed[at(i)].pose();
    const int slot = slot_of(t, s, i, j);
    unsigned seen = 0;
    unsigned free = 0;
    for (int own = 0; own < static_cast<int>(t.deck.slots.size()); ++own) {
        for (int face = 0; face < 2; ++face) {
            const int number = t.foot_of[at(slot)][at(2 * own + face)];
            if (number < 0 || (seen >> number & 1) != 0) continue;
            seen |= 1u << number;
            if (room(o, s, i, t.joint_pose(under, slot, own, face)) == kLegal) free |= 1u << number;
        }
    }
    return free == 0 ? 0 : slot << t.feet | static_cast<int>(free);
}

bool footprints_fit(const Options& o, const State& s) {
    const Tables& t = o.t();
    std::array<std::uint64_t, kSpotWords> live{};
    for (int i = 0; i < s.count; ++i) {
        for (int j = 0; j < t.shapes_on(s.placed[at(i)].card); ++j) {
            const int spot = spot_of(i, j);
            const bool open = status_of(s, i, j) == kOpen;
            const int cell = open && !t.wide ? defined_cell(o, s, i, j) : 0;
            if (s.cell[at(spot)] != cell) return false;
            if (cell != 0 || (open && t.wide)) live[at(spot / 64)] |= std::uint64_t{1} << (spot % 64);
        }
    }
    return s.live == live;
}

}  // namespace

std::optional<Error> validate(const Options& o, const State& s) {
    if (auto error = check_raw(o, s)) return error;
    const Result<State> built = build(o, record_of(o, s), true);
    if (!built) return Error{built.error()};
    if (*built != s) return Error{"tacta: a derived field is not what it follows from"};
    if (!footprints_fit(o, s)) return Error{"tacta: field 'placed' does not fit the free footprints"};
    return std::nullopt;
}

}  // namespace uneri::tacta
