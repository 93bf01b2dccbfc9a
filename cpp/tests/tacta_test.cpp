// Tests the numbers of TACTA's geometry.
#include <cmath>

#include "check.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/games/tacta/tacta.hpp"

namespace {

using namespace uneri;
using namespace uneri::tacta;

TEST(tacta_signs) {  // example 1
    CHECK(sign({17, -12}) > 0 && sign({7, -5}) < 0 && sign({99, -70}) > 0 && sign({-41, 29}) > 0);
    CHECK(sign({-140, 99}) > 0 && sign({0, 0}) == 0);
}

// Compares the fixed-point numbers of hot loops with exact ones, for rectangles near each other in 10^5 random pairs of
// poses.
TEST(tacta_gaps_agree_with_integers) {
    const Tacta g = *Tacta::make(PlainData::Map{});
    const Tables& t = g.rules().t();
    SplitMix64 rng(7);
    const auto random_card = [&](int spread) {
        const auto part = [&](int most) {
            return static_cast<std::int16_t>(static_cast<int>(rng.below(static_cast<std::uint64_t>(2 * most + 1))) -
                                             most);
        };
        Placed p;
        p.orientation = static_cast<std::uint8_t>(rng.below(kOrientations));
        p.bx = part(400);
        p.by = part(400);
        // Whole parts that move the card back near the middle.
        p.ax = static_cast<std::int16_t>(part(spread) - std::lround(p.bx * std::sqrt(2.0)));
        p.ay = static_cast<std::int16_t>(part(spread) - std::lround(p.by * std::sqrt(2.0)));
        return p;
    };
    int overlapping = 0;
    int unsure = 0;
    for (int i = 0; i < 100'000; ++i) {
        const Placed one = random_card(80);
        const Placed other = random_card(80);
        const std::size_t outer = one.orientation % 4;
        const std::size_t frame = other.orientation % 4;
        const Twice m = middle_of(t, one);
        const Twice n = middle_of(t, other);
        const Fixed apart = gap(fixed_half(m.ax, m.bx) - fixed_half(n.ax, n.bx),
                                fixed_half(m.ay, m.by) - fixed_half(n.ay, n.by), t.outer_frame[outer][frame]);
        const bool exact = overlap(t.outer(one.pose()), t.frame(other.pose()));
        CHECK(exact == overlap_exact(m, n, t.outer_frame_exact[outer][frame]));
        if (apart < -kUnsure || apart > kUnsure) CHECK(exact == (apart < 0));
        overlapping += exact ? 1 : 0;
        unsure += apart >= -kUnsure && apart <= kUnsure ? 1 : 0;
        CHECK(apart_exact(m, n, t.outer_outer_exact[outer][frame]) ==
              tacta::apart(t.outer(one.pose()), t.outer(other.pose())));
    }
    CHECK(overlapping > 20'000 && overlapping < 95'000 && unsure < 100);
}

}  // namespace
