#include "uneri/games/onda/onda.hpp"
#include "fuzz_game.hpp"

uneri::fuzz::Subject uneri::fuzz::make_subject() {
    return {games_of<onda::Onda>({
        {},
        {{"players", 2}, {"rounds", 1}},
        {{"players", 3}, {"first_seat", -1}, {"reveal_returned", true}, {"reveal_jokers", "on_discard"}},
        {{"players", 5}, {"lead_of_bomb_shape", "plain"}, {"reveal_jokers", "on_play"}},
    })};
}
