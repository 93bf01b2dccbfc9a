// A choice that seats make in secret at the same time, in a world drawn for one of them.
#pragma once

#include <array>
#include <cstdint>

#include "uneri/engine/game.hpp"
#include "uneri/engine/net/feature_game.hpp"

namespace uneri {

template <SecretChoiceGame G>
class SecretChoice {
public:
    using State = typename G::State;

    // Draws a world for the seat to act, takes back the choices made, and lets all seats choose: the others greedy or
    // at random.
    SecretChoice(const G& game, const State& s, bool greedy_others, SplitMix64& rng) noexcept
        : game_(game), seat_(game.player(s)), players_(game.players()), open_(game.resample(s, seat_, rng)) {
        game_.take_back_choices(open_);
        State walk = open_;
        while (game_.player(walk) >= 0 && game_.is_secret_choice(walk)) {  // the seats that choose, in order
            const int chooser = game_.player(walk);
            typename G::Actions theirs;
            game_.legal_actions(walk, theirs);
            const bool by_greedy = greedy_others && chooser != seat_;
            const Action reply = by_greedy ? game_.greedy(walk) : theirs[rng.below(theirs.size())];
            replies_[static_cast<std::size_t>(chooser)] = reply;
            game_.apply(walk, reply);
            if (game_.player(walk) == game_.player(open_)) break;
        }
    }

    // What comes of the seat's action and the others' choices. `luck`: the generator of chance.
    State after(Action a, const Episode& from, SplitMix64 luck) const noexcept {
        State after = open_;
        bool has_chosen = false;
        for (int turns = 0; turns < players_ && game_.player(after) >= 0 && game_.is_secret_choice(after); ++turns) {
            const int chooser = game_.player(after);
            if (has_chosen && chooser == game_.player(open_)) break;  // the next choice
            has_chosen = true;
            game_.apply(after, chooser == seat_ ? a : replies_[static_cast<std::size_t>(chooser)]);
        }
        while (game_.player(after) == kChance && !from.is_past(game_, after, kChance))
            game_.apply(after, draw_chance(game_, after, luck));
        return after;
    }

private:
    const G& game_;
    int seat_;
    int players_;
    State open_;
    std::array<Action, static_cast<std::size_t>(G::kMaxSeats)> replies_{};
};

}  // namespace uneri
