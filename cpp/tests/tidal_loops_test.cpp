// Tests the two builds of Tidal's loops, and the game behind AnyGame.
#include "tests/any_of_game.hpp"
#include "tests/loops_of_game.hpp"
#include "uneri/games/tidal/tidal.hpp"

namespace {

using namespace uneri;

TEST(loops_of_tidal) { test::check_loops<tidal::Tidal>(PlainData(PlainData::Map{})); }

TEST(any_game_is_tidal) { test::check_any<tidal::Tidal>(PlainData::Map{}); }

}  // namespace
