#include "uneri/games/solo/solo.hpp"
#include "fuzz_game.hpp"

using uneri::AnyGame;

namespace {

std::span<const AnyGame> games() {
    static const std::vector<AnyGame> kGames = uneri::fuzz::games_of<uneri::solo::Solo>({
        {{"max_rounds", 1}},
        {{"players", 2}, {"max_rounds", 1}, {"turn_cap", 50}, {"first_seat", -1}},
        {{"players", 10},
         {"turn_cap", 40},
         {"jump_window", "every_turn"},
         {"self_jump_in", true},
         {"extend_any_wild", true},
         {"last_card_draws", true}},
    });
    return kGames;
}

}  // namespace

std::vector<uneri::fuzz::Bytes> uneri::fuzz::make_seeds() { return seeds_of(games()); }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    uneri::fuzz::run(games(), {data, size});
    return 0;
}
