// Tests the two builds of Tidal's loops.
#include "tests/loops_of_game.hpp"
#include "uneri/games/tidal/tidal.hpp"

namespace {

using namespace uneri;

TEST(loops_of_tidal) { test::check_loops<tidal::Tidal>(PlainData(PlainData::Map{})); }

}  // namespace
