#include "uneri/games/tacta/tacta.hpp"
#include "fuzz_game.hpp"

using uneri::AnyGame;
using uneri::PlainData;
using uneri::tacta::Tacta;

namespace {

std::span<const AnyGame> games() {
    static const std::vector<AnyGame> kGames = uneri::fuzz::any_games(std::vector<Tacta>{
        *Tacta::make(PlainData(PlainData::Map{})),
        // Little space, for free placements, passes, and cards that cannot be at hidden ends.
        *Tacta::make(
            PlainData(PlainData::Map{{"suits", "c"}, {"table", "320x240"}, {"outer_cards", "owner"}, {"rounds", 2}})),
        *Tacta::make(PlainData(PlainData::Map{{"mode", "sabotage"}, {"outer_cards", "owner"}})),
        *Tacta::make(PlainData(PlainData::Map{{"mode", "team_free_play"}, {"suits", "st"}, {"table", "600x480"}})),
    });
    return kGames;
}

}  // namespace

std::vector<uneri::fuzz::Bytes> uneri::fuzz::make_seeds() { return seeds_of(games()); }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    uneri::fuzz::run(games(), {data, size});
    return 0;
}
