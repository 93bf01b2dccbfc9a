// Tests the stack use of ONDA.
#include "stack_of_game.hpp"
#include "uneri/games/onda/onda.hpp"

#ifndef _WIN32
namespace {

using namespace uneri;

TEST(onda_fits_a_small_stack) { test::StackOfGame<onda::Onda>(PlainData(PlainData::Map{})).check(); }

}  // namespace
#endif
