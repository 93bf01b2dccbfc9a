#include "uneri/games/tidal/tidal.hpp"
#include "fuzz_game.hpp"

uneri::fuzz::Subject uneri::fuzz::make_subject() {
    return {games_of<tidal::Tidal>({{}, {{"players", 2}, {"rounds", 1}}, {{"players", 5}, {"rounds", 2}}})};
}
