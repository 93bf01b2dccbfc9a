#include "uneri/games/tacta/tacta.hpp"
#include "fuzz_game.hpp"

uneri::fuzz::Subject uneri::fuzz::make_subject() {
    return {games_of<tacta::Tacta>({
        {},
        // Little space, for free placements, passes, and cards that cannot be at hidden ends.
        {{"suits", "c"}, {"table", "320x240"}, {"outer_cards", "owner"}, {"rounds", 2}},
        {{"mode", "sabotage"}, {"outer_cards", "owner"}},
        {{"mode", "team_free_play"}, {"suits", "st"}, {"table", "600x480"}},
    })};
}
