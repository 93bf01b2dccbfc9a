#include "uneri/games/tidal/tidal.hpp"
#include "fuzz_game.hpp"

using uneri::AnyGame;

namespace {

std::span<const AnyGame> games() {
    static const std::vector<AnyGame> kGames = uneri::fuzz::games_of<uneri::tidal::Tidal>({
        {},
        {{"players", 2}, {"rounds", 1}},
        {{"players", 5}, {"rounds", 2}},
    });
    return kGames;
}

}  // namespace

std::vector<uneri::fuzz::Bytes> uneri::fuzz::make_seeds() { return seeds_of(games()); }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    uneri::fuzz::run(games(), {data, size});
    return 0;
}
