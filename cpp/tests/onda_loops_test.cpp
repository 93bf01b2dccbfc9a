// Tests the two builds of ONDA's loops, and the game behind AnyGame.
#include "tests/any_of_game.hpp"
#include "tests/loops_of_game.hpp"
#include "uneri/games/onda/onda.hpp"

namespace {

using namespace uneri;

TEST(loops_of_onda) { test::check_loops<onda::Onda>(PlainData(PlainData::Map{{"players", 3}, {"rounds", 1}})); }

TEST(any_game_is_onda) { test::check_any<onda::Onda>(PlainData::Map{{"players", 3}, {"rounds", 1}}); }

}  // namespace
