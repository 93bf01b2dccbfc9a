// Tests the two builds of SOLO's loops, and the game behind AnyGame.
#include "tests/any_of_game.hpp"
#include "tests/loops_of_game.hpp"
#include "uneri/games/solo/solo.hpp"

namespace {

using namespace uneri;

TEST(loops_of_solo) {
    test::check_loops<solo::Solo>(PlainData(PlainData::Map{{"players", 3}, {"max_rounds", 1}, {"turn_cap", 60}}));
}

TEST(any_game_is_solo) {
    test::check_any<solo::Solo>(PlainData::Map{{"players", 3}, {"max_rounds", 1}, {"turn_cap", 60}});
}

}  // namespace
