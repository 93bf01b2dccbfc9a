// Tests the two builds of Namima's loops, and the game behind AnyGame.
#include "tests/any_of_game.hpp"
#include "tests/loops_of_game.hpp"
#include "uneri/games/namima/namima.hpp"

namespace {

using namespace uneri;

TEST(loops_of_namima) { test::check_loops<namima::Namima>(PlainData(PlainData::Map{})); }

TEST(any_game_is_namima) { test::check_any<namima::Namima>(PlainData::Map{}); }

}  // namespace
