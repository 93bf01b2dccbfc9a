#include "uneri/games/tidal/tidal.hpp"
#include "fuzz_game.hpp"

using uneri::Value;
using uneri::tidal::Tidal;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::vector<Tidal> kGames = {
        *Tidal::make(Value(Value::Map{})),
        *Tidal::make(Value(Value::Map{{"players", 2}, {"rounds", 1}})),
        *Tidal::make(Value(Value::Map{{"players", 5}, {"rounds", 2}})),
    };
    uneri::fuzz::run(std::span<const Tidal>(kGames), {data, size});
    return 0;
}
