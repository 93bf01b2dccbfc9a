// Tests the stack use of TIDAL.
#include "stack_of_game.hpp"
#include "uneri/games/tidal/tidal.hpp"

#ifndef _WIN32
namespace {

using namespace uneri;

TEST(tidal_fits_a_small_stack) { test::StackOfGame<tidal::Tidal>(PlainData(PlainData::Map{})).check(); }

}  // namespace
#endif
