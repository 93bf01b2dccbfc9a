// Tests the two builds of TACTA's loops, and the game behind AnyGame.
#include "tests/any_of_game.hpp"
#include "tests/loops_of_game.hpp"
#include "uneri/games/tacta/tacta.hpp"

namespace {

using namespace uneri;

TEST(loops_of_tacta) { test::check_loops<tacta::Tacta>(PlainData(PlainData::Map{{"players", 2}})); }

TEST(any_game_is_tacta) {
    test::check_any<tacta::Tacta>(PlainData::Map{{"players", 2}});
    test::check_any<tacta::Tacta>(PlainData::Map{{"players", 3}, {"mode", "sabotage"}, {"outer_cards", "owner"}});
}

}  // namespace
