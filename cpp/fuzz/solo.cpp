#include "uneri/games/solo/solo.hpp"
#include "fuzz_game.hpp"

uneri::fuzz::Subject uneri::fuzz::make_subject() {
    return {games_of<solo::Solo>({
        {{"max_rounds", 1}},
        {{"players", 2}, {"max_rounds", 1}, {"turn_cap", 50}, {"first_seat", -1}},
        {{"players", 10},
         {"turn_cap", 40},
         {"jump_window", "every_turn"},
         {"self_jump_in", true},
         {"extend_any_wild", true},
         {"last_card_draws", true}},
    })};
}
