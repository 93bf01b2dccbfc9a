// Tests the two builds of Namima's loops.
#include "tests/loops_of_game.hpp"
#include "uneri/games/namima/namima.hpp"

namespace {

using namespace uneri;

TEST(loops_of_namima) { test::check_loops<namima::Namima>(PlainData(PlainData::Map{})); }

}  // namespace
