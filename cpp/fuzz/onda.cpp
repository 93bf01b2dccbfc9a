#include "uneri/games/onda/onda.hpp"
#include "fuzz_game.hpp"

using uneri::AnyGame;
using uneri::PlainData;
using uneri::onda::Onda;

namespace {

std::span<const AnyGame> games() {
    static const std::vector<AnyGame> kGames = uneri::fuzz::any_games(std::vector<Onda>{
        *Onda::make(PlainData(PlainData::Map{})),
        *Onda::make(PlainData(PlainData::Map{{"players", 2}, {"rounds", 1}})),
        *Onda::make(PlainData(PlainData::Map{
            {"players", 3}, {"first_seat", -1}, {"reveal_returned", true}, {"reveal_jokers", "on_discard"}})),
        *Onda::make(
            PlainData(PlainData::Map{{"players", 5}, {"lead_of_bomb_shape", "plain"}, {"reveal_jokers", "on_play"}})),
    });
    return kGames;
}

}  // namespace

std::vector<uneri::fuzz::Bytes> uneri::fuzz::make_seeds() { return seeds_of(games()); }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    uneri::fuzz::run(games(), {data, size});
    return 0;
}
