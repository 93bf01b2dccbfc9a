#include "uneri/games/solo/solo.hpp"
#include "fuzz_game.hpp"

using uneri::Value;
using uneri::solo::Solo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::vector<Solo> kGames = {
        *Solo::make(Value(Value::Map{{"max_rounds", 1}})),
        *Solo::make(Value(Value::Map{{"players", 2}, {"max_rounds", 1}, {"turn_cap", 50}, {"first_seat", -1}})),
        *Solo::make(Value(Value::Map{{"players", 10},
                                     {"turn_cap", 40},
                                     {"jump_window", "every_turn"},
                                     {"self_jump_in", true},
                                     {"extend_any_wild", true},
                                     {"last_card_draws", true}})),
    };
    uneri::fuzz::run(std::span<const Solo>(kGames), {data, size});
    return 0;
}
