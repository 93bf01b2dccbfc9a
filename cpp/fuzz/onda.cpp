#include "uneri/games/onda/onda.hpp"
#include "fuzz_game.hpp"

using uneri::Value;
using uneri::onda::Onda;

namespace {

std::span<const Onda> games() {
    static const std::vector<Onda> kGames = {
        *Onda::make(Value(Value::Map{})),
        *Onda::make(Value(Value::Map{{"players", 2}, {"rounds", 1}})),
        *Onda::make(Value(Value::Map{
            {"players", 3}, {"first_seat", -1}, {"reveal_returned", true}, {"reveal_jokers", "on_discard"}})),
        *Onda::make(Value(Value::Map{{"players", 5}, {"lead_of_bomb_shape", "plain"}, {"reveal_jokers", "on_play"}})),
    };
    return kGames;
}

}  // namespace

std::vector<uneri::fuzz::Bytes> uneri::fuzz::make_seeds() { return seeds_of(games()); }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    uneri::fuzz::run(games(), {data, size});
    return 0;
}
