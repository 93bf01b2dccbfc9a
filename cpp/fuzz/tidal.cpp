#include "uneri/games/tidal/tidal.hpp"
#include "fuzz_game.hpp"

using uneri::AnyGame;
using uneri::PlainData;
using uneri::tidal::Tidal;

namespace {

std::span<const AnyGame> games() {
    static const std::vector<AnyGame> kGames = uneri::fuzz::any_games(std::vector<Tidal>{
        *Tidal::make(PlainData(PlainData::Map{})),
        *Tidal::make(PlainData(PlainData::Map{{"players", 2}, {"rounds", 1}})),
        *Tidal::make(PlainData(PlainData::Map{{"players", 5}, {"rounds", 2}})),
    });
    return kGames;
}

}  // namespace

std::vector<uneri::fuzz::Bytes> uneri::fuzz::make_seeds() { return seeds_of(games()); }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    uneri::fuzz::run(games(), {data, size});
    return 0;
}
