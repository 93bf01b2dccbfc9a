#include "uneri/games/tacta/tacta.hpp"
#include "fuzz_game.hpp"

using uneri::AnyGame;

namespace {

std::span<const AnyGame> games() {
    static const std::vector<AnyGame> kGames = uneri::fuzz::games_of<uneri::tacta::Tacta>({
        {},
        // Little space, for free placements, passes, and cards that cannot be at hidden ends.
        {{"suits", "c"}, {"table", "320x240"}, {"outer_cards", "owner"}, {"rounds", 2}},
        {{"mode", "sabotage"}, {"outer_cards", "owner"}},
        {{"mode", "team_free_play"}, {"suits", "st"}, {"table", "600x480"}},
    });
    return kGames;
}

}  // namespace

std::vector<uneri::fuzz::Bytes> uneri::fuzz::make_seeds() { return seeds_of(games()); }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    uneri::fuzz::run(games(), {data, size});
    return 0;
}
