// Tests the two builds of SOLO's loops.
#include "tests/loops_of_game.hpp"
#include "uneri/games/solo/solo.hpp"

namespace {

using namespace uneri;

TEST(loops_of_solo) {
    test::check_loops<solo::Solo>(PlainData(PlainData::Map{{"players", 3}, {"max_rounds", 1}, {"turn_cap", 60}}));
}

}  // namespace
