// Tests the stack use of SOLO.
#include "stack_of_game.hpp"
#include "uneri/games/solo/solo.hpp"

#ifndef _WIN32
namespace {

using namespace uneri;

TEST(solo_fits_a_small_stack) { test::StackOfGame<solo::Solo>(PlainData(PlainData::Map{})).check(); }

}  // namespace
#endif
