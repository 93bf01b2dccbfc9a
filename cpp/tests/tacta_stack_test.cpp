// Tests the stack use of TACTA.
#include "stack_of_game.hpp"
#include "uneri/games/tacta/tacta.hpp"

#ifndef _WIN32
namespace {

using namespace uneri;

TEST(tacta_fits_a_small_stack) {
    test::StackOfGame<tacta::Tacta>(PlainData(PlainData::Map{})).check();
    tacta::Deck deck = tacta::default_deck();
    deck.name = "another";
    const PlainData options(PlainData::Map{{"deck", tacta::deck_value(deck)}, {"mode", "free_play"}});
    test::check_stack("TACTA: a deck is read", [&] { CHECK(static_cast<bool>(tacta::Tacta::make(options))); });
}

}  // namespace
#endif
