// Tests the two builds of TACTA's loops.
#include "tests/loops_of_game.hpp"
#include "uneri/games/tacta/tacta.hpp"

namespace {

using namespace uneri;

TEST(loops_of_tacta) { test::check_loops<tacta::Tacta>(PlainData(PlainData::Map{{"players", 2}})); }

}  // namespace
